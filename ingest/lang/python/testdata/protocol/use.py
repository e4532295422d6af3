import asyncio
import copy
import math
import os


class Box:
    def __init__(self, inner=1):
        self.inner = inner

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return False

    async def __aenter__(self):
        return self

    async def __aexit__(self, *args):
        return False

    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration

    def __aiter__(self):
        return self

    async def __anext__(self):
        raise StopAsyncIteration

    def __await__(self):
        return iter(())

    def __getitem__(self, key):
        return 1

    def __setitem__(self, key, value):
        pass

    def __delitem__(self, key):
        pass

    def __contains__(self, key):
        return True

    def __len__(self):
        return 1

    def __call__(self):
        return 1

    def __add__(self, other):
        return 1

    def __radd__(self, other):
        return 1

    def __iadd__(self, other):
        return self

    def __sub__(self, other):
        return 1

    def __neg__(self):
        return 1

    def __lt__(self, other):
        return True

    def __gt__(self, other):
        return True

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1

    def __repr__(self):
        return "box"

    def __format__(self, spec):
        return "box"

    def __int__(self):
        return 1

    def __index__(self):
        return 1

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return 1

    def __round__(self):
        return 1

    def __fspath__(self):
        return "."

    def __copy__(self):
        return self

    def __floor__(self):
        return 1

    def __reversed__(self):
        return iter(())

    def keys(self):
        return []


class Kind(type):
    def __iter__(cls):
        return iter(())

    def __contains__(cls, item):
        return True

    def __len__(cls):
        return 1

    def __call__(cls, *args):
        return super().__call__(*args)

    def __instancecheck__(cls, other):
        return True

    def __getitem__(cls, item):
        return 1


class Member(metaclass=Kind):
    pass


class Shape:
    def __class_getitem__(cls, item):
        return cls


class Field:
    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner):
        return 1

    def __set__(self, instance, value):
        pass


class Form:
    size = Field()

    def read(self):
        return self.size


class Watched:
    def __setattr__(self, name, value):
        pass

    def __delattr__(self, name):
        pass

    def __getattribute__(self, name):
        return 1

    def __bool__(self):
        return True


class Lookup(dict):
    def __missing__(self, key):
        return 1


class Loud(Exception):
    def __init__(self, *args):
        pass


def enters():
    with Box() as box, Box():
        return box


async def enters_later():
    async with Box():
        pass
    async for item in Box():
        pass
    [item async for item in Box()]
    await Box()


def loops():
    box = Box()
    for item in box:
        pass
    [item for item in box]
    a = {item for item in Box()}
    try:
        first, second = box
    except ValueError:
        pass
    print(*box)
    return a


def yields():
    yield from Box()


def indexes():
    box = Box()
    box["a"]
    box["a"] = 1
    del box["a"]
    box["a"] += 1


def operates():
    box = Box()
    box + 1
    1 + box
    box - 1
    -box
    again = Box()
    again += 1


def compares():
    box = Box()
    box < 1
    1 < box
    box == 1
    box != 2
    1 in box
    1 not in box


def truths():
    box = Box()
    if box:
        pass
    not box
    box and 1
    1 if box else 2
    assert box
    while not box:
        pass


def builtin_calls():
    box = Box()
    len(box)
    str(box)
    repr(box)
    bool(box)
    hash(box)
    iter(box)
    int(box)
    round(box)
    os.fspath(box)
    copy.copy(box)
    math.floor(box)
    reversed(box)
    try:
        next(box)
    except StopIteration:
        pass
    list(box)


def texts():
    box = Box()
    f"{box} {box!r}"
    "%s" % box
    "%d %r" % (1, box)
    "{}".format(box)
    print(box)
    "".join(box)


def calls():
    box = Box()
    box()


def attributes():
    box = Box()
    box.unknown
    box.inner
    watched = Watched()
    watched.x = 1
    del watched.x
    watched.y
    form = Form()
    form.size
    form.size = 2


def spread(**kwargs):
    pass


def spreads():
    box = Box()
    spread(**box)


def classes():
    for item in Member:
        pass
    1 in Member
    len(Member)
    Member()
    isinstance(1, Member)
    Member[1]
    Shape[int]
    lookup = Lookup()
    lookup["x"]


def raises():
    try:
        raise Loud
    except Loud:
        pass


def main():
    enters()
    asyncio.run(enters_later())
    loops()
    list(yields())
    for f in (indexes, operates, compares, truths, builtin_calls, texts, calls, attributes, spreads, classes, raises):
        f()
    Form().read()
