"""The audit log: one line for each thing that touched money, under the data root."""

from __future__ import annotations

import functools
import json

from shop import clock
from shop.paths import data_root


def record(event: str, **details) -> None:
    """Append an event to the log."""
    line = json.dumps({"at": clock.stamp(), "event": event, **details}, sort_keys=True)
    with (data_root() / "audit.log").open("a", encoding="utf-8") as log:
        log.write(line + "\n")


def entries(event: str | None = None) -> list:
    """Read the log back, of one event or all."""
    path = data_root() / "audit.log"
    if not path.exists():
        return []
    read = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [entry for entry in read if event in (None, entry["event"])]


def audited(event: str):
    """Make a decorator that records each call that ends well, and each that fails."""

    def decorate(function):
        @functools.wraps(function)
        def call(*args, **kwargs):
            try:
                result = function(*args, **kwargs)
            except Exception as error:
                record(event + ".failed", error=type(error).__name__)
                raise
            record(event)
            return result

        return call

    return decorate
