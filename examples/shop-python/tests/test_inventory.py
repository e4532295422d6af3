from unittest import mock

import pytest

from shop.errors import OutOfStock
from shop.inventory import Inventory


def test_reserve_lowers_what_is_left(inventory):
    inventory.reserve("MUG-1", 3)
    assert inventory.left("MUG-1") == 17


def test_reserve_too_many(inventory):
    with pytest.raises(OutOfStock) as caught:
        inventory.reserve("BOOK-1", 11)
    assert (caught.value.wanted, caught.value.left) == (11, 10)


def test_reserved_releases_all_when_one_is_missing(inventory):
    with pytest.raises(OutOfStock):
        with inventory.reserved({"MUG-1": 2, "BOOK-1": 99}):
            pass
    assert inventory.left("MUG-1") == 20


def test_reserved_releases_when_the_block_fails(inventory):
    with pytest.raises(RuntimeError):
        with inventory.reserved({"PEN-1": 5}):
            raise RuntimeError("payment failed")
    assert inventory.left("PEN-1") == 500


def test_ship_warns_when_little_is_left(inventory, outbox):
    inventory.reserve("BOOK-1", 8)
    inventory.ship("BOOK-1", 8)
    assert outbox == [("stock.low", "BOOK-1: only 2 left.")]


def test_ship_is_silent_otherwise(inventory):
    with mock.patch("shop.inventory.notifications.notify") as notify:
        inventory.ship("PEN-1", 1)
    notify.assert_not_called()


def test_saved_and_loaded(inventory):
    inventory.save()
    assert Inventory.load().left("PEN-1") == 500
