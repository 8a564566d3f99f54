"""Every sentence by which the service refuses something or asks first, found in its code."""

from __future__ import annotations

import ast
import re
from functools import cache
from itertools import product

from tools.generate.generated_files import ROOT
from tools.generate.page_words import SENTENCES

CORE = ROOT / "firmware/lib/tenbo_core"
# What is raised, or put into an answer, and the place of its sentence among what it is given.
SAYS = {
    "Malformed": 1, "Refused": 1, "LinkFault": 1, "StorageFault": 1, "TenboError": 1,
    "AccessDenied": 0, "unrouted_error_response": 0, "confirmation_request": 0, "require_confirmation": 0,
}  # fmt: skip


@cache
def tree_of(path):
    """Return a module, parsed."""
    return ast.parse(path.read_text("utf-8"))


@cache
def modules():
    """Return the modules that the routes reach, by room and name; the core loads its own by name.

    What a desk asks of a host by way of its database is given to the routes when the service starts.
    """
    found, left = (
        {},
        [
            "tenbo.web.routes.route_table",
            "tenbo.web.server.app",
            "tenbo.cluster.postgres.desk_command_queue",
            "tenbo.cluster.command_executor",
        ],
    )
    while left:
        name = left.pop()
        at = (ROOT / "host" / name.replace(".", "/")).with_suffix(".py")
        path = at if at.exists() else at.with_suffix("") / "__init__.py"
        if name in found or not name.startswith("tenbo.") or not path.exists():
            continue
        found[name] = path
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ImportFrom) and node.module:
                left += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    host = {name.removeprefix("tenbo.").replace(".", "/"): path for name, path in found.items()}
    return host | {f"core/{path.relative_to(CORE).with_suffix('')}": path for path in CORE.rglob("*.py")}


def sentences_of(node, said):
    """Yield each sentence that an expression may be, {} for what varies; `said` are the texts of names before it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
    elif isinstance(node, ast.Name):
        yield from said.get(node.id, ())
    elif isinstance(node, ast.IfExp):
        yield from sentences_of(node.body, said)
        yield from sentences_of(node.orelse, said)
    elif isinstance(node, ast.BinOp):
        yield from map("".join, product(sentences_of(node.left, said), sentences_of(node.right, said)))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SENTENCES:
        yield from sentences_of(node.args[-1], said)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        yield from sentences_of(node.func.value, said)


def texts_of_names(function, known):
    """Return the texts that the names of a function may have, those of a table of texts among them."""
    said = dict(known)
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            said[name] = [*said.get(name, []), *sentences_of(node.value, said)]
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            more = list(sentences_of(node.value, said))
            said[node.target.id] = [*said.get(node.target.id, []), *more]
        elif isinstance(node, ast.For) and isinstance(node.target, ast.Tuple) and isinstance(node.iter, ast.Tuple):
            for row in node.iter.elts:
                for target, part in zip(node.target.elts, getattr(row, "elts", ()), strict=False):
                    said[target.id] = [*said.get(target.id, []), *sentences_of(part, said)]
    return said


def plain(sentence):
    """Return a sentence as it is looked for: one {} for what varies, wherever it came from."""
    return re.sub(r"(\{[^}]*\})+", "{}", sentence)


@cache
def refused_in(path):
    """Return every sentence that a module refuses something with, or asks first."""
    tree = tree_of(path)
    known = texts_of_names(ast.Module([node for node in tree.body if isinstance(node, ast.Assign)], []), {})
    found = set()
    for function in [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))]:
        calls = [
            node for node in ast.walk(function) if isinstance(node, ast.Call) and place_of_sentence(node) is not None
        ]
        said = texts_of_names(function, known) if calls and function is not tree else known
        for call in calls:
            found |= set(map(plain, sentences_of(call.args[place_of_sentence(call)], said)))
    return found


def place_of_sentence(call):
    """Return which of its arguments a call says; None when it says nothing."""
    place = SAYS.get(getattr(call.func, "id", getattr(call.func, "attr", "")))
    return place if place is not None and len(call.args) > place else None


def texts_in(path):
    """Return every text of a module, with {} for what varies."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.JoinedStr):
            yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@cache
def told_in(path, functions):
    """Return every sentence in some functions of a module, said or not; () are all of its functions."""
    tree = tree_of(path)
    told = set()
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and (not functions or function.name in functions):
            parts = {id(part) for node in ast.walk(function) if isinstance(node, ast.JoinedStr) for part in node.values}
            texts = (node for node in ast.walk(function) if isinstance(node, ast.Constant | ast.JoinedStr))
            said = {plain(one) for node in texts if id(node) not in parts for one in sentences_of(node, {})}
            documented = {plain(ast.get_docstring(function, clean=False) or "")}
            # What is hung on behind a semicolon is a sentence of its own.
            told |= {one.removeprefix("; ") for one in said - documented if " " in one.strip()}
    return told
