import pytest

from shop import notifications
from shop.errors import NotFound


@pytest.fixture
def mails(monkeypatch):
    """Mails that would have been sent."""
    sent = []
    monkeypatch.setattr("shop.notifications.send_mail", lambda *parts: sent.append(parts))
    return sent


class TestRender:
    def test_builtin_text(self):
        assert notifications.render("stock.low", {"sku": "X", "left": 1}) == "X: only 1 left."

    def test_file_goes_before_builtin_text(self, data_folder):
        (data_folder / "templates").mkdir()
        (data_folder / "templates" / "stock.low.txt").write_text("Buy more {sku}!\n")
        assert notifications.render("stock.low", {"sku": "X", "left": 1}) == "Buy more X!"

    def test_unknown_name(self):
        with pytest.raises(NotFound):
            notifications.render("birthday", {})


def test_notify_uses_the_channel(outbox):
    text = notifications.notify("order.shipped", {"order_id": "A1"})
    assert outbox == [("order.shipped", text)]


def test_default_channel_keeps_a_file(data_folder):
    notifications.Notifier("ops").send("order.shipped", "gone")
    assert (data_folder / "outbox" / "sent.log").read_text() == "ops\torder.shipped\tgone\n"


def test_email_keeps_a_copy(mails, data_folder):
    notifications.EmailNotifier("ada@example.com").send("order.placed", "thanks")
    assert mails == [("localhost", "ada@example.com", "Order placed", "thanks")]
    assert "thanks" in (data_folder / "outbox" / "sent.log").read_text()


def test_send_mail(monkeypatch):
    server = notifications.smtplib.SMTP
    calls = []

    class Server:
        def __init__(self, host):
            calls.append(host)

        def __enter__(self):
            return self

        def __exit__(self, *error):
            return None

        def send_message(self, message):
            calls.append(message["To"])

    monkeypatch.setattr(notifications.smtplib, "SMTP", Server)
    notifications.send_mail("mail.local", "ada@example.com", "Hello", "text")
    assert calls == ["mail.local", "ada@example.com"]
    assert server is not Server
