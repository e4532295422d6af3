"""The interface between the shop and those who move money."""

from __future__ import annotations

import abc
import dataclasses

from ..errors import PaymentError
from ..money import Money


@dataclasses.dataclass
class Charge:
    """Money that was taken."""

    charge_id: str
    amount: Money
    refunded: Money

    def left(self) -> Money:
        """Give what was not paid back yet."""
        return self.amount - self.refunded


class Gateway(abc.ABC):
    """Takes money and gives it back."""

    name = "gateway"

    def charge(self, amount: Money, reference: str) -> str:
        """Take money; gives the number of the charge."""
        self.check(amount)
        return f"{self.name}-{reference}"

    @abc.abstractmethod
    def refund(self, charge_id: str, amount: Money) -> None:
        """Give money back."""

    def check(self, amount: Money) -> None:
        """Refuse to move nothing or less."""
        if not amount.positive:
            raise PaymentError(f"{amount} cannot be charged")
