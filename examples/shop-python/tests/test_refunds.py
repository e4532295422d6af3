import datetime
from unittest.mock import Mock

import pytest

from shop import audit, refunds as refunds_module
from shop.errors import ValidationError
from shop.money import Money
from shop.orders import Status
from shop.refunds import RefundService, age_in_days, validate


def test_whole_refund(refunds, paid_order):
    order = refunds.refund(paid_order.order_id)
    assert order.status is Status.REFUNDED
    assert order.refundable() == Money.zero()


def test_refund_in_parts(refunds, paid_order):
    refunds.refund(paid_order.order_id, Money(100))
    order = refunds.refund(paid_order.order_id, Money(100))
    assert (order.status, order.refunded) == (Status.PAID, Money(200))


def test_refund_is_announced(refunds, paid_order, outbox):
    refunds.refund(paid_order.order_id, Money(100))
    assert outbox[-1] == ("refund.paid", f"€1.00 of order {paid_order.order_id} were paid back.")


def test_refund_is_audited(refunds, paid_order):
    refunds.refund(paid_order.order_id)
    assert len(audit.entries("refund")) == 1


def test_refund_is_booked_by_line(refunds, service, make_order):
    order = service.place(make_order("MUG-1", "PEN-1"))
    refunds.refund(order.order_id, Money(100))
    assert audit.entries("refund.booked")[0]["shares"] == {"MUG-1": 86, "PEN-1": 14}


def test_refund_all(refunds, service, make_order):
    orders = [service.place(make_order("PEN-1")) for _ in range(3)]
    assert len(refunds.refund_all(order.order_id for order in orders)) == 3


def test_gateway_is_asked(make_order):
    gateway, repository = Mock(), Mock()
    order = make_order("PEN-1", status=Status.PAID, charge_id="c-1", total=Money(500))
    repository.get.return_value = order
    RefundService(repository, gateway).refund(order.order_id, Money(200))
    gateway.refund.assert_called_once_with("c-1", Money(200))


@pytest.mark.parametrize("cents", [0, -1, 10_000])
def test_validate_refuses_amounts(paid_order, cents):
    with pytest.raises(ValidationError):
        validate(paid_order, Money(cents))


def test_validate_refuses_new_orders(make_order):
    with pytest.raises(ValidationError, match="a new order"):
        refunds_module.validate(make_order("PEN-1"), Money(1))


def test_too_late(paid_order, stopped_clock):
    paid_order.placed_at = (stopped_clock - datetime.timedelta(days=31)).isoformat()
    assert age_in_days(paid_order) == 31
    with pytest.raises(ValidationError, match="too long ago"):
        validate(paid_order, Money(1))
