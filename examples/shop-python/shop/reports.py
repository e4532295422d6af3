"""Reports for the people who run the shop."""

from __future__ import annotations

import collections
import csv
import io

from shop import money as amounts
from shop.paths import data_file


def revenue(country: str | None = None) -> amounts.Money:
    """Add up what was paid and not paid back."""
    from shop.orders import Repository

    orders = [order for order in Repository().all() if country in (None, order.country)]
    return amounts.total(order.refundable() for order in orders)


def best_sellers(limit: int = 3) -> list:
    """Give the most sold product numbers."""
    from shop.orders import Repository

    counter: collections.Counter = collections.Counter()
    for order in Repository().all():
        counter.update(order.wanted())
    return counter.most_common(limit)


def as_csv(orders) -> str:
    """Give orders as a table."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["order", "customer", "status", "total"])
    for order in orders:
        writer.writerow([order.order_id, order.customer, order.status.value, str(order.total)])
    return text.getvalue()


def write(name: str, text: str):
    """Keep a report under the data root."""
    path = data_file("reports", f"{name}.csv")
    path.write_text(text, encoding="utf-8")
    return path
