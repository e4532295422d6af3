"""Placing, paying, shipping and cancelling orders."""

from __future__ import annotations

from shop import audit, notifications, settings
from shop.inventory import Inventory
from shop.money import Money
from shop.orders.model import Order, Status
from shop.orders.pricing import price
from shop.orders.repository import Repository
from shop.orders.validation import validate
from shop.payments import Gateway, charge_with_retries
from shop.webhooks import dispatch


class OrderService:
    """Everything that happens to an order."""

    def __init__(self, repository: Repository, inventory: Inventory, gateway: Gateway) -> None:
        self.repository = repository
        self.inventory = inventory
        self.gateway = gateway

    @audit.audited("order.place")
    def place(self, order: Order, discounts=(), off: Money | None = None) -> Order:
        """Check, price, reserve and charge an order."""
        validate(order)
        order.total = price(order, discounts, off)
        with self.inventory.reserved(order.wanted()):
            order.charge_id = self._charge(order)
        order.move_to(Status.PAID)
        self._store(order, "order.paid")
        notifications.notify("order.placed", {"order_id": order.order_id, "total": order.total})
        return order

    def ship(self, order_id: str) -> Order:
        """Send a paid order off."""
        order = self.repository.get(order_id)
        order.move_to(Status.SHIPPED)
        for sku, quantity in order.wanted().items():
            self.inventory.ship(sku, quantity)
        self._store(order, "order.shipped")
        notifications.notify("order.shipped", {"order_id": order.order_id})
        return order

    def cancel(self, order: Order) -> Order:
        """Stop an order that was not paid."""
        order.move_to(Status.CANCELLED)
        self._store(order, "order.cancelled")
        return order

    def _charge(self, order: Order) -> str:
        attempts = settings.current().payment_attempts
        return charge_with_retries(self.gateway, order.total, order.order_id, attempts)

    def _store(self, order: Order, event: str) -> None:
        self.repository.save(order)
        dispatch(event, {"order_id": order.order_id, "cents": order.total.cents})
