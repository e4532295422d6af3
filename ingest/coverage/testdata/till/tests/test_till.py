import pathlib
import unittest

import pytest

from till import Till, price


@pytest.mark.parametrize("amount", [1, 2], ids=["one::x[1]", "two"])
def test_add(opened, amount):
    opened.add({"price": amount})
    assert opened.total == amount


def test_lazy():
    import lazy

    assert lazy.limit() == lazy.short()


def test_again():
    import lazy

    assert lazy.short() == 3


def test_local():
    ordered, inner = Till().local()
    assert ordered == [2, 1]
    assert inner


class Base(unittest.TestCase):
    def test_one(self):
        self.assertEqual(Till().one, 1)


class Kid(Base):
    pass


def make():
    def made():
        assert price({"price": 3}) == 3

    return made


globals()["test_made"] = make()


@pytest.mark.skip(reason="never runs")
def test_skipped():
    assert Till().one == 2


def test_page():
    path = str(pathlib.Path(__file__).with_name("page.html"))
    exec(compile("a = 1\nb = 2", path, "exec"))
