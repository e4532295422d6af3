"""Fixtures for all tests: data in a folder of the test's own, a stopped clock, a shop to order from."""

import datetime

import pytest

from shop import clock, notifications, paths, settings
from shop.catalog import Catalog, Product
from shop.inventory import Inventory
from shop.money import Money
from shop.orders import Order, OrderLine, OrderService, Repository
from shop.payments import FakeGateway
from shop.refunds import RefundService


@pytest.fixture(scope="session")
def products():
    """The products that every test may rely on."""
    return (
        Product("BOOK-1", "Graph theory", Money(2000), reduced_tax=True),
        Product("MUG-1", "Mug", Money(900)),
        Product("PEN-1", "Pen", Money(150)),
    )


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    """Every test has a data root of its own and settings that are read afresh."""
    monkeypatch.setenv(paths.ENVIRONMENT_VARIABLE, str(tmp_path))
    settings.current.cache_clear()
    yield tmp_path
    settings.current.cache_clear()


@pytest.fixture
def stopped_clock(monkeypatch):
    """The clock stands at noon of one day."""
    noon = datetime.datetime(2024, 5, 1, 12, tzinfo=datetime.timezone.utc)
    monkeypatch.setattr(clock, "now", lambda: noon)
    return noon


@pytest.fixture
def outbox():
    """What was sent, kept in memory."""
    channel = notifications.MemoryNotifier()
    before = notifications.use(channel)
    yield channel.sent
    notifications.use(before)


@pytest.fixture
def catalog(products):
    return Catalog(products)


@pytest.fixture
def inventory():
    return Inventory({"BOOK-1": 10, "MUG-1": 20, "PEN-1": 500})


@pytest.fixture
def gateway():
    return FakeGateway()


@pytest.fixture
def repository():
    return Repository()


@pytest.fixture
def service(repository, inventory, gateway, outbox):
    return OrderService(repository, inventory, gateway)


@pytest.fixture
def refunds(repository, gateway):
    return RefundService(repository, gateway)


@pytest.fixture
def make_order(catalog):
    """A factory: make_order("MUG-1", "PEN-1", ...) gives an order of those products."""
    numbers = iter(range(1, 1000))

    def make(*skus, quantity=1, customer="ada@example.com", **values):
        lines = [OrderLine(sku, quantity, catalog.get(sku).price, catalog.get(sku).reduced_tax) for sku in skus]
        return Order(f"A{next(numbers):04d}", customer, lines, **values)

    return make


@pytest.fixture
def paid_order(service, make_order):
    return service.place(make_order("MUG-1", quantity=2))
