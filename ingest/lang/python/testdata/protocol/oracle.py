"""Runs main() of use.py beside it and prints which special methods ran: caller, callee and the caller's line, a line each.

Comprehensions belong to the function that they stand in.
"""
import os
import sys
import types

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "use.py")
names = {}


def name_codes(code, prefix):
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            hidden = constant.co_name.startswith("<")
            own = prefix if hidden else (prefix + "." + constant.co_name).lstrip(".")
            names[constant] = own or "<module>"
            name_codes(constant, own)


def record(frame, event, _):
    if event != "call" or frame.f_code not in names:
        return
    name = frame.f_code.co_name
    if not (name.startswith("__") and name.endswith("__") or name == "keys"):
        return
    caller = frame.f_back
    while caller is not None and caller.f_code not in names:
        caller = caller.f_back
    if caller is not None:
        seen.add((names[caller.f_code], names[frame.f_code], caller.f_lineno))


seen = set()
with open(SOURCE) as file:
    program = compile(file.read(), SOURCE, "exec")
names[program] = "<module>"
name_codes(program, "")
space = {"__name__": "use"}
output, sys.stdout = sys.stdout, open(os.devnull, "w")
sys.setprofile(record)
exec(program, space)
space["main"]()
sys.setprofile(None)
output.write("".join("%s %s %d\n" % call for call in sorted(seen)))
