"""A till, with one of each shape of function that lines can be wrongly given to."""
import functools


def price(
    item,
    discount=functools.partial(int, "1")(),
):
    def rounded(value): return round(value, 2)

    if discount:
        return rounded(item["price"])
    return item["price"]


def never(item):
    return item


class Till:
    total = 0

    @functools.lru_cache(maxsize=None)
    def opened(self):
        return True

    @property
    def one(self): return 1

    def add(self, item):
        self.total += price(item)
        return self

    def close(self):
        self.total = 0

    def local(self):
        class Inner:
            size = len("ab")

            def grow(self):
                return self.size + 1
        return sorted([2, 1], key=lambda n: -n), Inner
