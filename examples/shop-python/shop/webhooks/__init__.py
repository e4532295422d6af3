"""Webhooks: code that runs when something happened, found by a string."""

from shop.webhooks.registry import dispatch, handlers_for, on, register

__all__ = ["dispatch", "handlers_for", "on", "register"]
