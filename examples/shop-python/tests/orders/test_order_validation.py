import pytest

from shop.errors import ValidationError
from shop.orders import validate
from shop.orders.validation import check_customer, check_quantity


def test_good_order(make_order):
    order = make_order("PEN-1")
    assert validate(order) is order


def test_no_lines(make_order):
    with pytest.raises(ValidationError, match="at least one line"):
        validate(make_order())


def test_too_many_lines(make_order):
    with pytest.raises(ValidationError, match="more than 50"):
        validate(make_order(*["PEN-1"] * 51))


@pytest.mark.parametrize("customer", ["", "ada", "ada@", "@example.com", "ada@localhost"])
def test_customer_without_address(customer):
    with pytest.raises(ValidationError) as caught:
        check_customer(customer)
    assert caught.value.as_dict()["field"] == "customer"


@pytest.mark.parametrize("quantity", [0, -1, 100])
def test_quantity(quantity):
    with pytest.raises(ValidationError):
        check_quantity(quantity)
