"""The built-in handlers. Nothing calls them by name: the registry does, by key."""

from __future__ import annotations

from shop import audit
from shop.paths import data_file
from shop.webhooks.registry import on, register


@on("order.paid")
def count_sale(payload: dict) -> int:
    """Add an order to the sales counter."""
    return bump("sales", payload["cents"])


@on("order.cancelled")
def count_cancelled(payload: dict) -> int:
    """Count a cancelled order."""
    return bump("cancelled", 1)


@on("refund.*")
def count_refund(payload: dict) -> int:
    """Take a refund off the sales counter."""
    return bump("sales", -payload["cents"])


def log_event(payload: dict) -> str:
    """Note an order in the audit log."""
    audit.record("webhook", order_id=payload["order_id"])
    return payload["order_id"]


register("order.shipped", log_event)


def bump(name: str, by: int) -> int:
    """Change a counter file."""
    path = data_file("counters", name)
    value = (int(path.read_text(encoding="utf-8")) if path.exists() else 0) + by
    path.write_text(str(value), encoding="utf-8")
    return value


def read(name: str) -> int:
    """Read a counter file."""
    return bump(name, 0)
