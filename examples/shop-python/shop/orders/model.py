"""The order and its lines."""

from __future__ import annotations

import dataclasses
import enum

from .. import clock
from ..errors import ValidationError
from ..money import Money


class Status(enum.Enum):
    """The states of an order."""

    NEW = "new"
    PAID = "paid"
    SHIPPED = "shipped"
    CANCELLED = "cancelled"
    REFUNDED = "refunded"


ALLOWED = {
    Status.NEW: {Status.PAID, Status.CANCELLED},
    Status.PAID: {Status.SHIPPED, Status.REFUNDED},
    Status.SHIPPED: {Status.REFUNDED},
    Status.CANCELLED: set(),
    Status.REFUNDED: set(),
}


@dataclasses.dataclass(frozen=True)
class OrderLine:
    """A product number, how many, and the price of one."""

    sku: str
    quantity: int
    price: Money
    reduced_tax: bool = False

    def net(self) -> Money:
        """Give the price of the line."""
        return self.price.times(self.quantity)


@dataclasses.dataclass
class Order:
    """What a customer ordered."""

    order_id: str
    customer: str
    lines: list = dataclasses.field(default_factory=list)
    country: str = "DE"
    status: Status = Status.NEW
    charge_id: str = ""
    total: Money = dataclasses.field(default_factory=Money.zero)
    refunded: Money = dataclasses.field(default_factory=Money.zero)
    placed_at: str = dataclasses.field(default_factory=clock.stamp)

    def move_to(self, status: Status) -> None:
        """Change the state; some ways are closed."""
        if status not in ALLOWED[self.status]:
            raise ValidationError("status", f"{self.status.value} cannot become {status.value}")
        self.status = status

    def refundable(self) -> Money:
        """Give what can still be paid back."""
        return self.total - self.refunded

    def wanted(self) -> dict:
        """Give the quantity by product number."""
        result: dict = {}
        for line in self.lines:
            result[line.sku] = result.get(line.sku, 0) + line.quantity
        return result
