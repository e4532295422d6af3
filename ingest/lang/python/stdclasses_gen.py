"""Writes stdclasses.txt: the classes of CPython's standard library that code inherits from, with their bases and the
names they define, so that an attribute that a class inherits from there is known to come from there.

    python3 stdclasses_gen.py > stdclasses.txt

One line a class: its shortest public name, a "!" when it has a metaclass that decides what calling it gives, "=" and
its other names, "(" its order without itself ")", the names in its body, "|" and the names that its methods assign on
the instance.
"""

import ast
import importlib
import inspect
import textwrap
import warnings
from abc import ABCMeta

MODULES = """
abc argparse array ast asyncio asyncio.base_events asyncio.events asyncio.protocols asyncio.queues asyncio.tasks
asyncio.transports asyncore asynchat bdb builtins bz2 calendar cmd code codecs collections collections.abc
concurrent.futures concurrent.futures.process concurrent.futures.thread configparser contextlib contextvars copy csv
ctypes datetime decimal dataclasses difflib dis distutils.cmd distutils.core doctest email email.generator
email.message email.mime.audio email.mime.base email.mime.image email.mime.multipart email.mime.nonmultipart
email.mime.text email.parser email.policy enum fileinput fractions ftplib functools gettext graphlib gzip hashlib hmac
html.parser http http.client http.cookiejar http.cookies http.server imaplib importlib.abc importlib.machinery
importlib.metadata inspect io ipaddress itertools json json.decoder json.encoder locale logging logging.handlers lzma
mailbox mimetypes modulefinder multiprocessing multiprocessing.managers multiprocessing.pool multiprocessing.process
multiprocessing.queues numbers operator optparse os os.path pathlib pdb pickle pkgutil plistlib poplib pprint
profile queue random re reprlib sched selectors shelve shlex shutil signal smtpd smtplib socket socketserver sqlite3 ssl
statistics string struct subprocess symtable sys tarfile telnetlib tempfile textwrap threading time timeit tkinter
tkinter.ttk token tokenize trace traceback types typing unittest unittest.mock unittest.runner unittest.suite
unittest.result unittest.loader unittest.case urllib.error urllib.parse urllib.request urllib.robotparser uuid venv
warnings wave weakref webbrowser wsgiref.handlers wsgiref.headers wsgiref.simple_server xml.dom.minidom
xml.etree.ElementTree xml.sax xml.sax.handler xml.sax.xmlreader xmlrpc.client xmlrpc.server zipfile zipimport zoneinfo
""".split()

NOISE = {
    "__abstractmethods__", "__annotations__", "__dict__", "__doc__", "__module__", "__orig_bases__", "__parameters__",
    "__qualname__", "__slots__", "__weakref__", "_abc_impl", "__match_args__", "__static_attributes__", "__firstlineno__",
}


def public(dotted):
    return not any(part.startswith("_") for part in dotted.split("."))


def stored(cls):
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    except (OSError, TypeError, SyntaxError):
        return set()
    names = set()
    for method in ast.walk(tree):
        if not isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)) or not method.args.args:
            continue
        own = method.args.args[0].arg
        for node in ast.walk(method):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                if isinstance(node.value, ast.Name) and node.value.id == own:
                    names.add(node.attr)
    return names


def main():
    names = {}
    for module_name in MODULES:
        try:
            module = importlib.import_module(module_name)
        except ImportError:
            continue
        for name, value in vars(module).items():
            if isinstance(value, type) and (public(name) or value.__module__ == module_name):
                names.setdefault(value, set()).add(f"{module_name}.{name}")
    for cls in list(names):
        for above in cls.__mro__:
            names.setdefault(above, set())
    shortest = {}
    for cls, known in names.items():
        known.add(f"{cls.__module__}.{cls.__qualname__}")
        shortest[cls] = min(known, key=lambda n: (not public(n), n.count("."), len(n), n))
    for cls in sorted(names, key=shortest.get):
        line = shortest[cls]
        if type(cls) not in (type, ABCMeta):
            line += " !"
        line += "".join(f" ={n}" for n in sorted(names[cls] - {shortest[cls]}))
        line += " (" + " ".join(shortest[above] for above in cls.__mro__[1:]) + ")"
        line += "".join(f" {n}" for n in sorted(set(vars(cls)) - NOISE))
        if own := sorted(stored(cls) - set(vars(cls))):
            line += " |" + "".join(f" {n}" for n in own)
        print(line)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
