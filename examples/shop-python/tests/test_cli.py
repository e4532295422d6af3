from shop import cli
from shop.catalog import Catalog


def test_where(capsys, data_folder):
    assert cli.main(["where"]) == 0
    assert capsys.readouterr().out.strip() == str(data_folder)


def test_stock(capsys, catalog, inventory):
    catalog.save()
    inventory.save()
    cli.main(["stock"])
    assert "MUG-1\t20" in capsys.readouterr().out


def test_revenue(capsys, paid_order):
    cli.main(["revenue"])
    assert capsys.readouterr().out == "EUR €21.42\n"


def test_error_is_told(capsys, monkeypatch, data_folder):
    (data_folder / "settings.json").write_text('{"colour": "red"}')
    assert cli.main(["revenue"]) == 1
    assert "is no setting" in capsys.readouterr().err


def test_catalog_is_empty_at_first():
    assert len(Catalog.load()) == 0
