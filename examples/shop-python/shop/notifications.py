"""Notifications: a text by its name, sent through whatever channel is set."""

from __future__ import annotations

import smtplib
from email.message import EmailMessage

from shop import settings
from shop.errors import NotFound
from shop.paths import data_file, data_root

TEMPLATES = {
    "order.placed": "Order {order_id} over {total} was placed.",
    "order.shipped": "Order {order_id} is on its way.",
    "refund.paid": "{amount} of order {order_id} were paid back.",
    "stock.low": "{sku}: only {left} left.",
}


class Notifier:
    """A channel; the base class keeps what was sent in a file."""

    def __init__(self, recipient: str = "staff") -> None:
        self.recipient = recipient

    def send(self, name: str, text: str) -> None:
        """Deliver a text."""
        with data_file("outbox", "sent.log").open("a", encoding="utf-8") as log:
            log.write(f"{self.recipient}\t{name}\t{text}\n")


class EmailNotifier(Notifier):
    """Sends by mail, and keeps a copy as every channel does."""

    def __init__(self, recipient: str, host: str = "localhost") -> None:
        super().__init__(recipient)
        self.host = host

    def send(self, name: str, text: str) -> None:
        send_mail(self.host, self.recipient, subject_of(name), text)
        super().send(name, text)


class MemoryNotifier(Notifier):
    """Keeps what was sent in memory."""

    def __init__(self, recipient: str = "memory") -> None:
        super().__init__(recipient)
        self.sent: list = []

    def send(self, name: str, text: str) -> None:
        self.sent.append((name, text))


_channel: Notifier = Notifier()


def use(channel: Notifier) -> Notifier:
    """Set the channel; gives the one before."""
    global _channel
    before, _channel = _channel, channel
    return before


def notify(name: str, values: dict) -> str:
    """Send the text of that name, filled with the values."""
    text = render(name, values)
    _channel.send(name, text)
    return text


def render(name: str, values: dict) -> str:
    """Fill a template: a file under the data root goes before the built-in text."""
    path = data_root() / "templates" / f"{name}.txt"
    if path.exists():
        return path.read_text(encoding="utf-8").format(**values).strip()
    if name not in TEMPLATES:
        raise NotFound(f"no template {name}")
    return TEMPLATES[name].format(**values)


def subject_of(name: str) -> str:
    """Make the subject line of a notification."""
    return name.replace(".", " ").capitalize()


def send_mail(host: str, recipient: str, subject: str, text: str) -> None:
    """Hand a mail to the server."""
    message = EmailMessage()
    message["From"] = settings.current().sender
    message["To"] = recipient
    message["Subject"] = subject
    message.set_content(text)
    with smtplib.SMTP(host) as server:
        server.send_message(message)
