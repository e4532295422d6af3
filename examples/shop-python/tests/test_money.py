from decimal import Decimal

import pytest

from shop import money
from shop.errors import ValidationError
from shop.money import Money, round_half_up


@pytest.mark.parametrize(
    ("text", "cents"),
    [("12.50", 1250), ("0", 0), (" 3 ", 300), ("0.005", 1), ("-1.005", -101)],
)
def test_parse(text, cents):
    assert money.parse(text) == Money(cents)


def test_parse_refuses_words():
    with pytest.raises(ValidationError, match="no amount"):
        money.parse("a lot")


@pytest.mark.parametrize("value, rounded", [("0.5", 1), ("1.5", 2), ("2.4", 2), ("-0.5", -1)])
def test_round_half_up(value, rounded):
    assert round_half_up(Decimal(value)) == rounded


class TestArithmetic:
    def test_add(self):
        assert Money(100) + Money(50) == Money(150)

    def test_subtract_below_nothing(self):
        assert not (Money(100) - Money(150)).positive

    def test_currencies_do_not_mix(self):
        with pytest.raises(ValidationError):
            Money(1, "EUR") + Money(1, "USD")

    def test_total_of_nothing(self):
        assert money.total([]) == Money.zero()

    def test_percent(self):
        assert Money(999).percent(Decimal(19)) == Money(190)

    def test_order(self):
        assert max(Money(1), Money(3), Money(2)) == Money(3)


@pytest.mark.parametrize(
    "amount, text",
    [(Money(1250), "€12.50"), (Money(-5, "USD"), "-$0.05"), (Money(100, "CHF"), "CHF1.00")],
    ids=["euro", "negative", "no symbol"],
)
def test_text(amount, text):
    assert str(amount) == text


@pytest.mark.parametrize(
    "cents, weights, shares",
    [(100, [1, 1], [50, 50]), (100, [1, 1, 1], [34, 33, 33]), (5, [0, 3, 7], [1, 1, 3]), (0, [2, 1], [0, 0])],
)
def test_allocate(cents, weights, shares):
    assert [share.cents for share in money.allocate(Money(cents), weights)] == shares


def test_allocate_to_nobody():
    with pytest.raises(ValidationError, match="weights"):
        money.allocate(Money(1), [])
