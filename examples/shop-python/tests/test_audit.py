import pytest

from shop import audit

pytestmark = pytest.mark.usefixtures("stopped_clock")


def test_record_keeps_details():
    audit.record("login", user="ada")
    assert audit.entries() == [{"at": "2024-05-01T12:00:00+00:00", "event": "login", "user": "ada"}]


def test_entries_of_one_event():
    audit.record("login")
    audit.record("logout")
    assert [entry["event"] for entry in audit.entries("logout")] == ["logout"]


def test_audited_records_success():
    @audit.audited("sum")
    def add(a, b):
        return a + b

    assert add(1, b=2) == 3
    assert [entry["event"] for entry in audit.entries()] == ["sum"]


def test_audited_records_failure():
    @audit.audited("fail")
    def fail():
        raise KeyError("x")

    with pytest.raises(KeyError):
        fail()
    assert audit.entries()[0]["error"] == "KeyError"
