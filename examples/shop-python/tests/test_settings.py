import json

import pytest

from shop import settings
from shop.errors import ValidationError


@pytest.fixture
def settings_file(data_folder):
    """A writer of the settings file."""

    def write(**values):
        (data_folder / "settings.json").write_text(json.dumps(values))

    return write


def test_defaults_without_a_file():
    assert settings.load() == settings.Settings()


def test_file_goes_before_defaults(settings_file):
    settings_file(country="FR", low_stock=2)
    loaded = settings.load()
    assert (loaded.country, loaded.low_stock, loaded.currency) == ("FR", 2, "EUR")


def test_current_is_read_once(settings_file):
    assert settings.current().country == "DE"
    settings_file(country="FR")
    assert settings.current().country == "DE"


def test_save_forgets_what_was_read():
    before = settings.current()
    settings.save(before.replace(country="IE"))
    assert settings.current().country == "IE"


@pytest.mark.parametrize("values", [{"colour": "red"}, {"low_stock": "five"}])
def test_parse_refuses(values):
    with pytest.raises(ValidationError):
        settings.parse(values)
