"""What an order must be before money moves."""

from __future__ import annotations

from ..errors import ValidationError
from .model import Order

MAX_LINES = 50
MAX_QUANTITY = 99


def validate(order: Order) -> Order:
    """Refuse an order that cannot be placed."""
    check_customer(order.customer)
    if not order.lines:
        raise ValidationError("lines", "an order needs at least one line")
    if len(order.lines) > MAX_LINES:
        raise ValidationError("lines", f"more than {MAX_LINES}")
    for line in order.lines:
        check_quantity(line.quantity)
    return order


def check_customer(customer: str) -> None:
    """Refuse a customer without a mail address."""
    name, at, host = customer.partition("@")
    if not (name and at and "." in host):
        raise ValidationError("customer", f"{customer!r} is no mail address")


def check_quantity(quantity: int) -> None:
    """Refuse quantities that cannot be shipped."""
    if not 1 <= quantity <= MAX_QUANTITY:
        raise ValidationError("quantity", f"{quantity} is not between 1 and {MAX_QUANTITY}")
