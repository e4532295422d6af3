"""Orders are tested against a gateway that keeps its charges where the tests can see them."""

import pytest

from shop.orders.pricing import PercentOff


@pytest.fixture
def ten_percent():
    return PercentOff("10")


@pytest.fixture
def inventory(inventory):
    """The shop's stock with one product that is nearly gone."""
    inventory.reserve("BOOK-1", 8)
    return inventory
