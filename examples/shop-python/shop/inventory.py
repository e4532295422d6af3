"""Stock: what is there, what is reserved, and a word when little is left."""

from __future__ import annotations

import contextlib
import json

from shop import notifications, settings
from shop.errors import OutOfStock
from shop.paths import data_root


class Inventory:
    """The stock by product number."""

    def __init__(self, stock: dict | None = None) -> None:
        self._stock = dict(stock or {})
        self._reserved: dict = {}

    @classmethod
    def load(cls) -> Inventory:
        """Read the stock from the data root."""
        path = data_root() / "stock.json"
        return cls(json.loads(path.read_text(encoding="utf-8")) if path.exists() else None)

    def save(self) -> None:
        """Write the stock to the data root; reservations are not kept."""
        (data_root() / "stock.json").write_text(json.dumps(self._stock), encoding="utf-8")

    def left(self, sku: str) -> int:
        """Say how many can still be reserved."""
        return self._stock.get(sku, 0) - self._reserved.get(sku, 0)

    def reserve(self, sku: str, quantity: int) -> None:
        """Set some aside for an order."""
        if self.left(sku) < quantity:
            raise OutOfStock(sku, quantity, self.left(sku))
        self._reserved[sku] = self._reserved.get(sku, 0) + quantity

    def release(self, sku: str, quantity: int) -> None:
        """Give back what was set aside."""
        self._reserved[sku] = max(0, self._reserved.get(sku, 0) - quantity)

    def ship(self, sku: str, quantity: int) -> None:
        """Take reserved goods out of the stock."""
        self.release(sku, quantity)
        self._stock[sku] = self._stock.get(sku, 0) - quantity
        self._warn_if_low(sku)

    @contextlib.contextmanager
    def reserved(self, wanted: dict):
        """Reserve several products, all or none, and release them when the block fails."""
        done = []
        try:
            for sku, quantity in wanted.items():
                self.reserve(sku, quantity)
                done.append((sku, quantity))
            yield self
        except Exception:
            for sku, quantity in done:
                self.release(sku, quantity)
            raise

    def _warn_if_low(self, sku: str) -> None:
        if self.left(sku) < settings.current().low_stock:
            notifications.notify("stock.low", {"sku": sku, "left": self.left(sku)})
