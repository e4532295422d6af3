"""What release 1.0 had. Nothing imports this module any more."""

from __future__ import annotations

from shop.money import Money
from shop.paths import data_root


class InvoicePrinter:
    """Printed invoices, when the shop still had a printer."""

    def __init__(self, width: int = 72) -> None:
        self.width = width

    def lines(self, order) -> list:
        """Give the lines of an invoice."""
        return [self._line(line.sku, line.net()) for line in order.lines]

    def _line(self, left: str, right: Money) -> str:
        return f"{left}{str(right):>{self.width - len(left)}}"


def migrate_orders() -> int:
    """Rename the files of release 0.9."""
    count = 0
    for path in data_root().glob("order-*.json"):
        path.rename(path.with_name(new_name(path.name)))
        count += 1
    return count


def new_name(old: str) -> str:
    """Give the name of a file since release 1.0."""
    return old.replace("order-", "orders/")
