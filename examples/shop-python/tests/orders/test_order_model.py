import pytest

from shop.errors import ValidationError
from shop.money import Money
from shop.orders import Order, OrderLine, Status


def test_wanted_adds_lines_up(make_order):
    assert make_order("PEN-1", "MUG-1", "PEN-1").wanted() == {"PEN-1": 2, "MUG-1": 1}


def test_net():
    assert OrderLine("PEN-1", 3, Money(150)).net() == Money(450)


@pytest.mark.parametrize(
    "before, after, allowed",
    [
        (Status.NEW, Status.PAID, True),
        (Status.NEW, Status.SHIPPED, False),
        (Status.PAID, Status.CANCELLED, False),
        (Status.SHIPPED, Status.REFUNDED, True),
        (Status.REFUNDED, Status.PAID, False),
    ],
)
def test_move_to(before, after, allowed):
    order = Order("A1", "ada@example.com", status=before)
    if allowed:
        order.move_to(after)
        assert order.status is after
    else:
        with pytest.raises(ValidationError):
            order.move_to(after)
