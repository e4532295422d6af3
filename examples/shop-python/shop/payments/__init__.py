"""Payments: the gateway interface and what implements it."""

from .card import CardGateway
from .fake import FakeGateway
from .gateway import Charge, Gateway
from .retry import charge_with_retries, retry

__all__ = ["CardGateway", "Charge", "FakeGateway", "Gateway", "charge_with_retries", "retry"]
