"""Settings: defaults, overridden by settings.json under the data root."""

from __future__ import annotations

import dataclasses
import functools
import json

from shop import paths
from shop.errors import ValidationError


@dataclasses.dataclass(frozen=True)
class Settings:
    """What a shop can be told."""

    currency: str = "EUR"
    country: str = "DE"
    payment_attempts: int = 3
    low_stock: int = 5
    refund_days: int = 30
    sender: str = "shop@example.com"

    def replace(self, **changes) -> Settings:
        """Give a copy with some values changed, checked like a file's values."""
        return parse({**dataclasses.asdict(self), **changes})


def parse(values: dict) -> Settings:
    """Make settings of a mapping; unknown names and wrong types are refused."""
    known = {field.name: field for field in dataclasses.fields(Settings)}
    for name, value in values.items():
        if name not in known:
            raise ValidationError(name, "is no setting")
        if not isinstance(value, type(known[name].default)):
            raise ValidationError(name, f"{value!r} has the wrong type")
    return Settings(**values)


def load() -> Settings:
    """Read the settings from the data root; without a file the defaults hold."""
    path = paths.data_root() / "settings.json"
    if not path.exists():
        return Settings()
    return parse(json.loads(path.read_text(encoding="utf-8")))


@functools.lru_cache(maxsize=1)
def current() -> Settings:
    """Give the settings of this process, read once."""
    return load()


def save(settings: Settings) -> None:
    """Write the settings and forget the ones that were read."""
    path = paths.data_root() / "settings.json"
    path.write_text(json.dumps(dataclasses.asdict(settings), indent=2), encoding="utf-8")
    current.cache_clear()
