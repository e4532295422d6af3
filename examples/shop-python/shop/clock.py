"""The time, in one place, so that tests can stop it."""

from __future__ import annotations

import datetime


def now() -> datetime.datetime:
    """Give the time in UTC, without microseconds."""
    return datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)


def stamp() -> str:
    """Give the time as text for files and webhooks."""
    return now().isoformat()
