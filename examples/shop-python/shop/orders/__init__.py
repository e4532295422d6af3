"""Orders: what was bought, by whom, for how much."""

from shop.orders.model import Order, OrderLine, Status
from shop.orders.repository import Repository
from shop.orders.service import OrderService
from shop.orders.validation import validate

__all__ = ["Order", "OrderLine", "OrderService", "Repository", "Status", "validate"]
