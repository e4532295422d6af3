"""The registry: handlers under string keys, with patterns such as "refund.*"."""

from __future__ import annotations

import fnmatch
import importlib
import json

from shop import clock
from shop.errors import NotFound
from shop.paths import data_root

BUILTIN = ("shop.webhooks.handlers",)

_handlers: dict = {}


def register(key: str, handler) -> None:
    """Put a handler under a key."""
    _handlers.setdefault(key, []).append(handler)


def on(key: str):
    """Make a decorator that registers a handler under a key."""

    def decorate(handler):
        register(key, handler)
        return handler

    return decorate


def handlers_for(event: str) -> list:
    """Give the handlers whose key or pattern fits an event, in the order of registration."""
    return [handler for key, handlers in _handlers.items() if fnmatch.fnmatch(event, key) for handler in handlers]


def dispatch(event: str, payload: dict) -> list:
    """Call every handler of an event; gives what they returned."""
    load_builtin()
    results = [handler(payload) for handler in handlers_for(event)]
    _remember(event, payload, len(results))
    return results


def require(key: str):
    """Give the first handler under exactly this key."""
    if key not in _handlers:
        raise NotFound(f"no handler for {key}")
    return _handlers[key][0]


def load_builtin() -> None:
    """Import the modules whose import registers the built-in handlers."""
    for name in BUILTIN:
        importlib.import_module(name)


def _remember(event: str, payload: dict, handled: int) -> None:
    row = {"at": clock.stamp(), "event": event, "payload": payload, "handled": handled}
    with (data_root() / "webhooks.log").open("a", encoding="utf-8") as log:
        log.write(json.dumps(row, sort_keys=True) + "\n")
