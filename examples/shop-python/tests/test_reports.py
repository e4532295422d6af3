import pytest

from shop import reports
from shop.money import Money


@pytest.fixture
def sales(service, make_order):
    """Three orders: two from Germany, one from France."""
    return [
        service.place(make_order("MUG-1", quantity=2)),
        service.place(make_order("PEN-1", quantity=10)),
        service.place(make_order("MUG-1", country="FR")),
    ]


def test_revenue_without_orders():
    assert reports.revenue() == Money.zero()


def test_revenue(sales):
    assert reports.revenue("FR") == Money(1080)


def test_best_sellers(sales):
    assert reports.best_sellers(1) == [("PEN-1", 10)]


def test_as_csv(sales):
    lines = reports.as_csv(sales).splitlines()
    assert lines[0] == "order,customer,status,total"
    assert lines[3] == "A0003,ada@example.com,paid,€10.80"


@pytest.mark.slow
def test_write(data_folder):
    path = reports.write("today", "a,b\n")
    assert path == data_folder / "reports" / "today.csv"
    assert path.read_text() == "a,b\n"
