import pytest

from shop.errors import NotFound
from shop.webhooks import dispatch, handlers, on, register, registry


@pytest.fixture
def empty_registry(monkeypatch):
    """Registrations of the test alone, without the built-in handlers."""
    monkeypatch.setattr(registry, "_handlers", {})
    monkeypatch.setattr(registry, "BUILTIN", ())


@pytest.mark.usefixtures("empty_registry")
class TestRegistry:
    def test_on_registers(self):
        @on("a.b")
        def handler(payload):
            return payload["x"]

        assert dispatch("a.b", {"x": 1}) == [1]

    def test_pattern(self):
        register("a.*", lambda payload: "pattern")
        assert dispatch("a.c", {}) == ["pattern"]

    def test_no_handler(self):
        assert dispatch("nobody.listens", {}) == []

    def test_require(self):
        with pytest.raises(NotFound):
            registry.require("a.b")

    def test_order_of_registration(self):
        for number in (1, 2, 3):
            register("n", lambda payload, number=number: number)
        assert dispatch("n", {}) == [1, 2, 3]


def test_sale_and_refund_are_counted():
    dispatch("order.paid", {"cents": 500})
    dispatch("refund.paid", {"cents": 200})
    assert handlers.read("sales") == 300


def test_shipped_is_noted():
    assert dispatch("order.shipped", {"order_id": "A1"}) == ["A1"]


def test_dispatch_is_remembered(data_folder):
    dispatch("order.cancelled", {})
    assert '"event": "order.cancelled", "handled": 1' in (data_folder / "webhooks.log").read_text()
