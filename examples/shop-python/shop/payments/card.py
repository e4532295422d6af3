"""Card payments over HTTP."""

from __future__ import annotations

import json
import urllib.error
import urllib.request

from ..errors import GatewayTimeout, PaymentError
from ..money import Money
from .gateway import Gateway

ENDPOINT = "https://cards.example.com/v1"


class CardGateway(Gateway):
    """Talks to the card processor."""

    name = "card"

    def __init__(self, key: str, endpoint: str = ENDPOINT) -> None:
        self.key = key
        self.endpoint = endpoint

    def charge(self, amount: Money, reference: str) -> str:
        reference = super().charge(amount, reference)
        reply = self._post("charges", {"cents": amount.cents, "currency": amount.currency, "reference": reference})
        return reply["id"]

    def refund(self, charge_id: str, amount: Money) -> None:
        self.check(amount)
        self._post(f"charges/{charge_id}/refunds", {"cents": amount.cents})

    def _post(self, path: str, body: dict) -> dict:
        request = urllib.request.Request(
            f"{self.endpoint}/{path}",
            data=json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=10) as reply:
                return json.load(reply)
        except urllib.error.HTTPError as error:
            raise PaymentError(f"refused with {error.code}") from error
        except (TimeoutError, urllib.error.URLError) as error:
            raise GatewayTimeout("no answer") from error
