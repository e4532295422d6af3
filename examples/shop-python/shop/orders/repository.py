"""Orders in files, one a file, under the data root."""

from __future__ import annotations

import json

from .. import paths
from ..errors import NotFound
from ..money import Money
from .model import Order, OrderLine, Status


class Repository:
    """Keeps orders as JSON."""

    folder = "orders"

    def save(self, order: Order) -> None:
        """Write an order."""
        self._path(order.order_id).write_text(json.dumps(encode(order)), encoding="utf-8")

    def get(self, order_id: str) -> Order:
        """Read an order."""
        path = self._path(order_id)
        if not path.exists():
            raise NotFound(f"no order {order_id}")
        return decode(json.loads(path.read_text(encoding="utf-8")))

    def all(self) -> list:
        """Read every order, oldest number first."""
        names = sorted(path.stem for path in (paths.data_root() / self.folder).glob("*.json"))
        return [self.get(name) for name in names]

    def _path(self, order_id: str):
        return paths.data_file(self.folder, f"{order_id}.json")


def encode(order: Order) -> dict:
    """Give the order as plain values."""
    return {
        "order_id": order.order_id,
        "customer": order.customer,
        "country": order.country,
        "status": order.status.value,
        "charge_id": order.charge_id,
        "total": _amount(order.total),
        "refunded": _amount(order.refunded),
        "placed_at": order.placed_at,
        "lines": [[line.sku, line.quantity, _amount(line.price), line.reduced_tax] for line in order.lines],
    }


def decode(row: dict) -> Order:
    """Make an order of plain values."""
    lines = [OrderLine(sku, quantity, Money(*price), reduced) for sku, quantity, price, reduced in row["lines"]]
    return Order(
        order_id=row["order_id"],
        customer=row["customer"],
        lines=lines,
        country=row["country"],
        status=Status(row["status"]),
        charge_id=row["charge_id"],
        total=Money(*row["total"]),
        refunded=Money(*row["refunded"]),
        placed_at=row["placed_at"],
    )


def _amount(money: Money) -> list:
    return [money.cents, money.currency]
