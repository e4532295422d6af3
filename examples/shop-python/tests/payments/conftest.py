"""Payments are tested against gateways that fail; nothing waits."""

import pytest


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    """Pauses between attempts take no time; gives the pauses."""
    pauses = []
    monkeypatch.setattr("time.sleep", pauses.append)
    return pauses


@pytest.fixture
def gateway(gateway):
    """The gateway of all tests, told to time out twice."""
    gateway.timeouts = 2
    return gateway
