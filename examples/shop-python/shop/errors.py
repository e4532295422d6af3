"""The shop's own errors: one base class, so that callers can catch all of them."""

from __future__ import annotations


class ShopError(Exception):
    """Base of all errors that the shop raises on purpose."""

    code = "shop_error"

    def as_dict(self) -> dict:
        """Describe the error for an API reply."""
        return {"code": self.code, "message": str(self)}


class ValidationError(ShopError):
    """The caller sent something that cannot be accepted."""

    code = "invalid"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field

    def as_dict(self) -> dict:
        described = super().as_dict()
        described["field"] = self.field
        return described


class NotFound(ShopError):
    """A product, order or handler does not exist."""

    code = "not_found"


class OutOfStock(ShopError):
    """Less is in stock than was asked for."""

    code = "out_of_stock"

    def __init__(self, sku: str, wanted: int, left: int) -> None:
        super().__init__(f"{sku}: {wanted} wanted, {left} left")
        self.sku = sku
        self.wanted = wanted
        self.left = left


class PaymentError(ShopError):
    """The gateway refused or could not be reached."""

    code = "payment_failed"


class GatewayTimeout(PaymentError):
    """The gateway did not answer; the charge may be tried again."""

    code = "payment_timeout"
