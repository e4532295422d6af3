import pytest

from shop.money import Money
from shop.orders.pricing import AmountOff, Capped, Discount, PercentOff, discount_for, price


def test_tax_by_product(make_order):
    assert price(make_order("BOOK-1")) == Money(2140)
    assert price(make_order("MUG-1")) == Money(1071)


def test_discount_before_tax(make_order, ten_percent):
    assert price(make_order("MUG-1"), [ten_percent]) == Money(964)


def test_amount_off_the_whole_order(make_order):
    assert price(make_order("MUG-1", "PEN-1"), off=Money(105)) == Money(1125)


class TestDiscounts:
    amount = Money(1000)

    def test_none(self):
        assert Discount().apply(self.amount) == self.amount

    def test_percent(self, ten_percent):
        assert ten_percent.apply(self.amount) == Money(900)

    def test_amount_never_below_nothing(self):
        assert AmountOff(Money(1500)).apply(self.amount) == Money.zero()

    def test_capped(self):
        assert Capped("50", Money(200)).apply(self.amount) == Money(800)


@pytest.mark.parametrize("code, kind", [("SAVE10", PercentOff), ("MINUS5", AmountOff), ("HELLO", Discount)])
def test_discount_for(code, kind):
    assert type(discount_for(code)) is kind
