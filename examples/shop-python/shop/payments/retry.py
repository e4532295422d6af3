"""Trying again when a gateway does not answer."""

from __future__ import annotations

import time

from ..errors import GatewayTimeout
from ..money import Money
from .gateway import Gateway

PAUSE_SECONDS = 0.2


def retry(function, *args, attempts: int = 3, pause: float = PAUSE_SECONDS):
    """Call a function until it answers, at most so many times."""
    for attempt in range(1, attempts + 1):
        try:
            return function(*args)
        except GatewayTimeout:
            if attempt == attempts:
                raise
            time.sleep(pause * attempt)
    raise ValueError("attempts must be at least 1")


def charge_with_retries(gateway: Gateway, amount: Money, reference: str, attempts: int = 3) -> str:
    """Charge through a gateway, again when it times out."""
    return retry(gateway.charge, amount, reference, attempts=attempts)
