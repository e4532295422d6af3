"""Refunds: money back for an order, whole or in part."""

from __future__ import annotations

import datetime

from shop import audit, clock, settings
from shop.errors import ValidationError
from shop.money import Money, allocate
from shop.notifications import notify
from shop.orders import Order, Repository, Status
from shop.payments import Gateway
from shop.webhooks import dispatch


class RefundService:
    """Pays back."""

    def __init__(self, repository: Repository, gateway: Gateway) -> None:
        self.repository = repository
        self.gateway = gateway

    @audit.audited("refund")
    def refund(self, order_id: str, amount: Money | None = None) -> Order:
        """Pay back an amount, or all that is left."""
        order = self.repository.get(order_id)
        amount = order.refundable() if amount is None else amount
        validate(order, amount)
        self.gateway.refund(order.charge_id, amount)
        order.refunded = order.refunded + amount
        if not order.refundable().positive:
            order.move_to(Status.REFUNDED)
        self.repository.save(order)
        audit.record("refund.booked", order_id=order.order_id, shares=by_line(order, amount))
        self._announce(order, amount)
        return order

    def refund_all(self, order_ids) -> list:
        """Pay back several orders; the first failure stops it."""
        return [self.refund(order_id) for order_id in order_ids]

    def _announce(self, order: Order, amount: Money) -> None:
        notify("refund.paid", {"order_id": order.order_id, "amount": amount})
        dispatch("refund.paid", {"order_id": order.order_id, "cents": amount.cents})


def validate(order: Order, amount: Money) -> None:
    """Refuse a refund that is too late, too large or for the wrong order."""
    if order.status not in (Status.PAID, Status.SHIPPED):
        raise ValidationError("status", f"a {order.status.value} order cannot be refunded")
    if not amount.positive:
        raise ValidationError("amount", "must be more than nothing")
    if order.refundable() < amount:
        raise ValidationError("amount", f"only {order.refundable()} can be refunded")
    if age_in_days(order) > settings.current().refund_days:
        raise ValidationError("placed_at", "too long ago")


def age_in_days(order: Order) -> int:
    """Say how old an order is."""
    return (clock.now() - datetime.datetime.fromisoformat(order.placed_at)).days


def by_line(order: Order, amount: Money) -> dict:
    """Say how much of a refund falls on each product, in cents, for the books."""
    shares = allocate(amount, (line.net().cents for line in order.lines))
    return {line.sku: share.cents for line, share in zip(order.lines, shares)}
