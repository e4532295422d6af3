from unittest import mock

import pytest

from shop import audit
from shop.errors import OutOfStock, PaymentError, ValidationError
from shop.money import Money
from shop.orders import Status


class TestPlace:
    def test_paid_and_kept(self, service, repository, make_order):
        order = service.place(make_order("MUG-1"))
        assert repository.get(order.order_id).status is Status.PAID

    def test_charged_with_tax(self, service, gateway, make_order):
        order = service.place(make_order("MUG-1", quantity=2))
        assert gateway.charges[order.charge_id].amount == Money(2142)

    def test_discounted(self, service, make_order, ten_percent):
        assert service.place(make_order("MUG-1"), [ten_percent]).total == Money(964)

    def test_customer_is_told(self, service, make_order, outbox):
        order = service.place(make_order("PEN-1"))
        assert outbox == [("order.placed", f"Order {order.order_id} over €1.79 was placed.")]

    def test_out_of_stock(self, service, gateway, make_order):
        with pytest.raises(OutOfStock):
            service.place(make_order("BOOK-1", quantity=3))
        assert gateway.charges == {}

    def test_failure_is_audited(self, service, make_order):
        with pytest.raises(ValidationError):
            service.place(make_order())
        assert audit.entries("order.place.failed")[0]["error"] == "ValidationError"

    def test_webhook_is_called(self, service, make_order):
        with mock.patch("shop.orders.service.dispatch") as dispatch:
            order = service.place(make_order("MUG-1"))
        dispatch.assert_called_once_with("order.paid", {"order_id": order.order_id, "cents": 1071})


class TestPlaceRefused:
    """The gateway refuses all that costs more than five euros."""

    @pytest.fixture
    def gateway(self, gateway):
        gateway.refuse_above = 500
        return gateway

    def test_goods_are_released(self, service, inventory, make_order):
        with pytest.raises(PaymentError):
            service.place(make_order("MUG-1", quantity=5))
        assert inventory.left("MUG-1") == 20

    def test_small_orders_pass(self, service, make_order):
        assert service.place(make_order("PEN-1")).status is Status.PAID


def test_ship(service, paid_order, inventory):
    assert service.ship(paid_order.order_id).status is Status.SHIPPED
    assert inventory.left("MUG-1") == 18


def test_cancel(service, make_order):
    assert service.cancel(make_order("MUG-1")).status is Status.CANCELLED


def test_paid_orders_cannot_be_cancelled(service, paid_order):
    with pytest.raises(ValidationError):
        service.cancel(paid_order)


@pytest.mark.slow
def test_repository_lists_all(repository, service, make_order):
    placed = [service.place(make_order("PEN-1")) for _ in range(3)]
    assert [order.order_id for order in repository.all()] == [order.order_id for order in placed]
