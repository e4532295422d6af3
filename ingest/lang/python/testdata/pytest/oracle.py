"""A plugin that writes what pytest collects: for each test its fixtures, and what those require, with their places."""
import json
import os

import pytest


def place(definition):
    code = definition.func.__code__
    root = os.environ["ORACLE_ROOT"]
    path = os.path.realpath(code.co_filename)
    if not path.startswith(root + os.sep) or "site-packages" in path:
        return None
    return {"path": os.path.relpath(path, root).replace(os.sep, "/"), "line": code.co_firstlineno}


def base_id(item):
    call = getattr(item, "callspec", None)
    if call is not None and item.nodeid.endswith("[" + call.id + "]"):
        return item.nodeid[: -len(call.id) - 2]
    return item.nodeid


def below(info, name, lower=None):
    """The definition that a name means, or, for a fixture that asks for its own name, the one that it overrides."""
    chain = [d for d in info.name2fixturedefs.get(name, ()) if d.func.__name__ != "get_direct_param_fixture_func"]
    if lower in chain:
        chain = chain[: chain.index(lower)]
    return chain[-1] if chain else None


def requirements(info, found):
    edges, todo, seen = [], list(found), set()
    while todo:
        definition = todo.pop()
        if id(definition) in seen:
            continue
        seen.add(id(definition))
        for name in definition.argnames:
            target = below(info, name, definition)
            if target is None:
                continue
            todo.append(target)
            if place(definition) and place(target):
                edges.append([place(definition), place(target)])
    return edges


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session):
    tests = {}
    for item in session.items:
        info = item._fixtureinfo
        found = [d for d in (below(info, name) for name in info.initialnames) if d]
        test = tests.setdefault(base_id(item), {"fixtures": [], "requires": []})
        for definition in found:
            where = place(definition)
            if where and where not in test["fixtures"]:
                test["fixtures"].append(where)
        for edge in requirements(info, found):
            if edge not in test["requires"]:
                test["requires"].append(edge)
    with open(os.environ["ORACLE_OUT"], "w", encoding="utf-8") as out:
        json.dump(tests, out)
