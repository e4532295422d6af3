"""Where files live. Nearly every module asks here, so that tests can move all data with one variable."""

from __future__ import annotations

import os
from pathlib import Path

ENVIRONMENT_VARIABLE = "SHOP_DATA"
DEFAULT_ROOT = Path.home() / ".local" / "share" / "shop"


def data_root() -> Path:
    """Give the folder that holds all data of the shop, made if it does not exist."""
    root = Path(os.environ.get(ENVIRONMENT_VARIABLE) or DEFAULT_ROOT)
    root.mkdir(parents=True, exist_ok=True)
    return root


def data_file(*parts: str) -> Path:
    """Give a file below the data root; its folder is made."""
    path = data_root().joinpath(*parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def exists(*parts: str) -> bool:
    """Say whether a file below the data root exists."""
    return data_root().joinpath(*parts).exists()
