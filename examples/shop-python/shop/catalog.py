"""Products, kept in catalog.json under the data root."""

from __future__ import annotations

import dataclasses
import json
from typing import Iterator

from shop.errors import NotFound, ValidationError
from shop.money import Money
from shop.paths import data_root


@dataclasses.dataclass(frozen=True)
class Product:
    """Something that can be bought."""

    sku: str
    name: str
    price: Money
    reduced_tax: bool = False

    @classmethod
    def from_row(cls, row: dict) -> Product:
        """Make a product of a row of the file."""
        return cls(row["sku"], row["name"], Money(row["cents"], row["currency"]), row.get("reduced_tax", False))

    def to_row(self) -> dict:
        """Give the row of the file."""
        return {
            "sku": self.sku,
            "name": self.name,
            "cents": self.price.cents,
            "currency": self.price.currency,
            "reduced_tax": self.reduced_tax,
        }


class Catalog:
    """All products by their number."""

    def __init__(self, products=()) -> None:
        self._products = {product.sku: product for product in products}

    @classmethod
    def load(cls) -> Catalog:
        """Read the catalog from the data root."""
        path = data_root() / "catalog.json"
        if not path.exists():
            return cls()
        return cls(Product.from_row(row) for row in json.loads(path.read_text(encoding="utf-8")))

    def save(self) -> None:
        """Write the catalog to the data root."""
        rows = [product.to_row() for product in self]
        (data_root() / "catalog.json").write_text(json.dumps(rows), encoding="utf-8")

    def add(self, product: Product) -> None:
        """Add a product; a number is given once."""
        if product.sku in self._products:
            raise ValidationError("sku", f"{product.sku} exists")
        self._products[product.sku] = product

    def get(self, sku: str) -> Product:
        """Give a product by its number."""
        try:
            return self._products[sku]
        except KeyError:
            raise NotFound(f"no product {sku}") from None

    def __iter__(self) -> Iterator[Product]:
        return iter(sorted(self._products.values(), key=lambda product: product.sku))

    def __len__(self) -> int:
        return len(self._products)
