"""Discounts and the total of an order."""

from __future__ import annotations

import decimal

from ..money import Money, total
from ..tax import gross
from .model import Order


class Discount:
    """Takes nothing off; the base of all discounts."""

    name = "none"

    def apply(self, amount: Money) -> Money:
        """Give the amount after the discount."""
        return self.floor(amount)

    def floor(self, amount: Money) -> Money:
        """Never let an amount fall below nothing."""
        return max(amount, Money.zero(amount.currency))


class PercentOff(Discount):
    """Takes a share off."""

    name = "percent"

    def __init__(self, percent: str) -> None:
        self.rate = decimal.Decimal(percent)

    def apply(self, amount: Money) -> Money:
        return super().apply(amount - amount.percent(self.rate))


class AmountOff(Discount):
    """Takes a fixed amount off."""

    name = "amount"

    def __init__(self, off: Money) -> None:
        self.off = off

    def apply(self, amount: Money) -> Money:
        return super().apply(amount - self.off)


class Capped(PercentOff):
    """Takes a share off, up to a limit."""

    name = "capped"

    def __init__(self, percent: str, limit: Money) -> None:
        super().__init__(percent)
        self.limit = limit

    def apply(self, amount: Money) -> Money:
        reduced = super().apply(amount)
        return max(reduced, self.floor(amount - self.limit))


def price(order: Order, discounts=()) -> Money:
    """Give the total of an order: net by line, discounts in their order, tax last."""
    lines = []
    for line in order.lines:
        net = line.net()
        for discount in discounts:
            net = discount.apply(net)
        lines.append(gross(net, order.country, line.reduced_tax))
    return total(lines, order.lines[0].price.currency)


def discount_for(code: str) -> Discount:
    """Find the discount behind a coupon code: "SAVE10", "MINUS5", or none."""
    if code.startswith("SAVE"):
        return PercentOff(code[len("SAVE"):])
    if code.startswith("MINUS"):
        return AmountOff(Money.of(code[len("MINUS"):]))
    return Discount()
