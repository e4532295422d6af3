import io
import json
import urllib.error

import pytest

from shop.errors import GatewayTimeout, NotFound, PaymentError
from shop.money import Money
from shop.payments import CardGateway, FakeGateway, Gateway


def test_gateway_is_an_interface():
    with pytest.raises(TypeError):
        Gateway()


class TestFake:
    @pytest.fixture
    def gateway(self):
        return FakeGateway()

    @pytest.fixture
    def charge_id(self, gateway):
        return gateway.charge(Money(500), "A1")

    def test_refund_in_parts(self, gateway, charge_id):
        gateway.refund(charge_id, Money(200))
        assert gateway.charges[charge_id].left() == Money(300)

    def test_refund_too_much(self, gateway, charge_id):
        with pytest.raises(PaymentError, match="only €5.00 left"):
            gateway.refund(charge_id, Money(501))

    def test_refund_of_nothing(self, gateway, charge_id):
        with pytest.raises(PaymentError):
            gateway.refund(charge_id, Money.zero())

    def test_unknown_charge(self, gateway):
        with pytest.raises(NotFound):
            gateway.refund("fake-none", Money(1))


class TestCard:
    @pytest.fixture
    def requests(self, monkeypatch):
        """Requests that would have gone to the processor."""
        sent = []

        def urlopen(request, timeout):
            sent.append((request.full_url, json.loads(request.data)))
            return io.BytesIO(b'{"id": "ch_1"}')

        monkeypatch.setattr("urllib.request.urlopen", urlopen)
        return sent

    def test_charge(self, requests):
        assert CardGateway("key").charge(Money(500), "A1") == "ch_1"
        url, body = requests[0]
        assert url.endswith("/charges")
        assert body == {"cents": 500, "currency": "EUR", "reference": "card-A1"}

    def test_refund(self, requests):
        CardGateway("key", "http://local").refund("ch_1", Money(5))
        assert requests == [("http://local/charges/ch_1/refunds", {"cents": 5})]

    @pytest.mark.parametrize(
        "raised, expected",
        [
            (urllib.error.URLError("down"), GatewayTimeout),
            (TimeoutError(), GatewayTimeout),
            (urllib.error.HTTPError("u", 402, "no", {}, io.BytesIO()), PaymentError),
        ],
        ids=["down", "timeout", "refused"],
    )
    def test_errors(self, monkeypatch, raised, expected):
        def fail(request, timeout):
            raise raised

        monkeypatch.setattr("urllib.request.urlopen", fail)
        with pytest.raises(expected):
            CardGateway("key").charge(Money(1), "A1")
