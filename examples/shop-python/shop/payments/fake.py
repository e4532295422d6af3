"""A gateway that moves no money: for tests and for the demo shop."""

from __future__ import annotations

import itertools

from ..errors import GatewayTimeout, NotFound, PaymentError
from ..money import Money
from .gateway import Charge, Gateway


class FakeGateway(Gateway):
    """Keeps charges in memory; can be told to fail."""

    name = "fake"

    def __init__(self, timeouts: int = 0, refuse_above: int | None = None) -> None:
        self.timeouts = timeouts
        self.refuse_above = refuse_above
        self.charges: dict = {}
        self._numbers = itertools.count(1)

    def charge(self, amount: Money, reference: str) -> str:
        if self.timeouts > 0:
            self.timeouts -= 1
            raise GatewayTimeout("told to time out")
        if self.refuse_above is not None and amount.cents > self.refuse_above:
            raise PaymentError("told to refuse")
        charge_id = f"{super().charge(amount, reference)}-{next(self._numbers)}"
        self.charges[charge_id] = Charge(charge_id, amount, Money.zero(amount.currency))
        return charge_id

    def refund(self, charge_id: str, amount: Money) -> None:
        self.check(amount)
        charge = self._find(charge_id)
        if charge.left() < amount:
            raise PaymentError(f"only {charge.left()} left")
        charge.refunded = charge.refunded + amount

    def _find(self, charge_id: str) -> Charge:
        if charge_id not in self.charges:
            raise NotFound(f"no charge {charge_id}")
        return self.charges[charge_id]
