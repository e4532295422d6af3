import json

import pytest

from shop import tax
from shop.errors import NotFound
from shop.money import Money


@pytest.fixture(params=["DE", "FR", "US"])
def country(request):
    return request.param


def test_gross_is_never_below_net(country):
    net = Money(1000)
    assert tax.gross(net, country) >= net


@pytest.mark.parametrize("reduced, cents", [(False, 190), (True, 70)])
def test_tax_for(reduced, cents):
    assert tax.tax_for(Money(1000), "DE", reduced) == Money(cents)


def test_table_of_a_file(data_folder):
    (data_folder / "tax.json").write_text(json.dumps({"DE": "10"}))
    assert tax.tax_for(Money(1000), "DE") == Money(100)


def test_unknown_country():
    with pytest.raises(NotFound, match="no tax rate for XX"):
        tax.rate_for("XX")
