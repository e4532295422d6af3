import pytest

from till import Till


@pytest.fixture
def opened():
    drawer = Till()
    drawer.opened()
    yield drawer
    drawer.close()
