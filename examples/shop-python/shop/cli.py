"""The command line of the shop."""

from __future__ import annotations

import argparse
import sys

import shop.paths as paths
from shop import reports, settings
from shop.catalog import Catalog
from shop.errors import ShopError
from shop.inventory import Inventory


def build_parser() -> argparse.ArgumentParser:
    """Make the parser of the command line."""
    parser = argparse.ArgumentParser(prog="shop")
    commands = parser.add_subparsers(dest="command", required=True)
    stock = commands.add_parser("stock", help="show the stock of each product")
    stock.set_defaults(run=show_stock)
    revenue = commands.add_parser("revenue", help="show what was earned")
    revenue.add_argument("--country")
    revenue.set_defaults(run=show_revenue)
    where = commands.add_parser("where", help="show where the data is")
    where.set_defaults(run=show_root)
    return parser


def show_stock(arguments) -> str:
    """Give the stock as lines."""
    inventory = Inventory.load()
    return "\n".join(f"{product.sku}\t{inventory.left(product.sku)}" for product in Catalog.load())


def show_revenue(arguments) -> str:
    """Give the revenue with the currency of the settings."""
    return f"{settings.current().currency} {reports.revenue(arguments.country)}"


def show_root(arguments) -> str:
    """Give the data root."""
    return str(paths.data_root())


def main(argv=None) -> int:
    """Run the command line; gives the exit code."""
    arguments = build_parser().parse_args(argv)
    try:
        print(arguments.run(arguments))
    except ShopError as error:
        print(f"shop: {error}", file=sys.stderr)
        return 1
    return 0
