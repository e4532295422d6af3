"""Discounts and the total of an order."""

from __future__ import annotations

import decimal

from ..money import Money, allocate, total
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


def price(order: Order, discounts=(), off: Money | None = None) -> Money:
    """Give the total of an order: net by line less its share of what is off, discounts in their order, tax last."""
    lines = []
    for line, share in zip(order.lines, share_out(order, off)):
        net = line.net() - share
        for discount in discounts:
            net = discount.apply(net)
        lines.append(gross(net, order.country, line.reduced_tax))
    return total(lines, order.lines[0].price.currency)


def share_out(order: Order, off: Money | None) -> list:
    """Spread an amount off the whole order over its lines, by their price."""
    off = Money.zero(order.lines[0].price.currency) if off is None else off
    return allocate(off, [line.net().cents for line in order.lines])


def discount_for(code: str) -> Discount:
    """Find the discount behind a coupon code: "SAVE10", "MINUS5", or none."""
    if code.startswith("SAVE"):
        return PercentOff(code[len("SAVE"):])
    if code.startswith("MINUS"):
        return AmountOff(Money.of(code[len("MINUS"):]))
    return Discount()
