"""Written for unittest, as the first tests of the shop were; pytest runs them too."""

import os
import tempfile
import unittest
from unittest import mock

from shop.catalog import Catalog, Product
from shop.errors import NotFound, ValidationError
from shop.money import Money


class CatalogTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        patched = mock.patch.dict(os.environ, {"SHOP_DATA": folder.name})
        patched.start()
        self.addCleanup(patched.stop)
        self.catalog = Catalog([self.product("B")])

    @staticmethod
    def product(sku):
        return Product(sku, f"Product {sku}", Money(500))

    def test_get(self):
        self.assertEqual(self.catalog.get("B").name, "Product B")

    def test_get_unknown(self):
        with self.assertRaises(NotFound):
            self.catalog.get("X")

    def test_number_is_given_once(self):
        with self.assertRaises(ValidationError):
            self.catalog.add(self.product("B"))

    def test_iterates_in_order(self):
        self.catalog.add(self.product("A"))
        self.assertEqual([product.sku for product in self.catalog], ["A", "B"])

    def test_saved_and_loaded(self):
        self.catalog.save()
        self.assertEqual(list(Catalog.load()), list(self.catalog))

    def test_empty_without_a_file(self):
        self.assertEqual(len(Catalog.load()), 0)
