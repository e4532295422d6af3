"""The back end of a small web shop.

The names below are the package's interface; the modules behind them may move.
"""

from shop.money import Money
from shop.orders import Order, OrderLine, OrderService
from shop.payments import CardGateway, FakeGateway, Gateway
from shop.refunds import RefundService
from shop.webhooks import dispatch, on

__version__ = "1.4.0"

__all__ = [
    "CardGateway",
    "FakeGateway",
    "Gateway",
    "Money",
    "Order",
    "OrderLine",
    "OrderService",
    "RefundService",
    "dispatch",
    "on",
]
