import pytest

from shop.errors import GatewayTimeout
from shop.money import Money
from shop.payments import charge_with_retries, retry


def test_charged_at_the_third_attempt(gateway, no_waiting):
    assert charge_with_retries(gateway, Money(100), "A1").startswith("fake-A1")
    assert no_waiting == [0.2, 0.4]


def test_given_up(gateway):
    with pytest.raises(GatewayTimeout):
        charge_with_retries(gateway, Money(100), "A1", attempts=2)


def test_other_errors_are_not_repeated(no_waiting):
    with pytest.raises(ZeroDivisionError):
        retry(divmod, 1, 0)
    assert no_waiting == []


def test_no_attempts():
    with pytest.raises(ValueError):
        retry(len, "abc", attempts=0)
