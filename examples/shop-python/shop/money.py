"""Amounts of money: whole cents and a currency, never floating point."""

from __future__ import annotations

import dataclasses
import decimal
import functools

from shop.errors import ValidationError

SYMBOLS = {"EUR": "€", "USD": "$", "GBP": "£"}


@functools.total_ordering
@dataclasses.dataclass(frozen=True)
class Money:
    """An amount in cents."""

    cents: int
    currency: str = "EUR"

    @classmethod
    def zero(cls, currency: str = "EUR") -> Money:
        """Give nothing in a currency."""
        return cls(0, currency)

    @classmethod
    def of(cls, text: str, currency: str = "EUR") -> Money:
        """Read an amount as people write it: "12.50"."""
        return parse(text, currency)

    def __add__(self, other: Money) -> Money:
        self._same_currency(other)
        return Money(self.cents + other.cents, self.currency)

    def __sub__(self, other: Money) -> Money:
        self._same_currency(other)
        return Money(self.cents - other.cents, self.currency)

    def __lt__(self, other: Money) -> bool:
        self._same_currency(other)
        return self.cents < other.cents

    def times(self, quantity: int) -> Money:
        """Multiply by a whole number."""
        return Money(self.cents * quantity, self.currency)

    def percent(self, rate: decimal.Decimal) -> Money:
        """Give a share in percent, rounded half up."""
        return Money(round_half_up(self.cents * rate / 100), self.currency)

    @property
    def positive(self) -> bool:
        """Say whether there is anything at all."""
        return self.cents > 0

    def __str__(self) -> str:
        sign = "-" if self.cents < 0 else ""
        whole, cents = divmod(abs(self.cents), 100)
        return f"{sign}{SYMBOLS.get(self.currency, self.currency)}{whole}.{cents:02d}"

    def _same_currency(self, other: Money) -> None:
        if self.currency != other.currency:
            raise ValidationError("currency", f"{self.currency} and {other.currency} do not mix")


def parse(text: str, currency: str = "EUR") -> Money:
    """Read an amount; more than two digits behind the point are rounded half up."""
    try:
        value = decimal.Decimal(text.strip())
    except decimal.InvalidOperation as error:
        raise ValidationError("amount", f"{text!r} is no amount") from error
    return Money(round_half_up(value * 100), currency)


def total(amounts, currency: str = "EUR") -> Money:
    """Add amounts up."""
    result = Money.zero(currency)
    for amount in amounts:
        result = result + amount
    return result


def round_half_up(value: decimal.Decimal) -> int:
    """Round to a whole number, halves away from zero."""
    return int(decimal.Decimal(value).quantize(decimal.Decimal(1), rounding=decimal.ROUND_HALF_UP))


def allocate(amount: Money, weights) -> list:
    """Split an amount by weights, to the last cent; what cannot be divided goes to the first parts."""
    weights = list(weights)
    whole = sum(weights)
    if whole <= 0:
        raise ValidationError("weights", "must add up to more than nothing")
    shares = [amount.cents * weight // whole for weight in weights]
    for index in range(amount.cents - sum(shares)):
        shares[index] += 1
    return [Money(share, amount.currency) for share in shares]


def _bankers_round(value: decimal.Decimal) -> int:
    # The rounding of release 1.0; nothing calls it since.
    return int(decimal.Decimal(value).quantize(decimal.Decimal(1), rounding=decimal.ROUND_HALF_EVEN))
