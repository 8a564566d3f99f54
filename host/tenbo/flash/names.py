"""Shorten the names that only the firmware's own modules see: a board keeps every name it has ever read.

A private name of one module and an argument that is never given by name may be called like those of another module,
so some thirty short names do for four hundred long ones. Lines stay lines: a report of a fault names the right one.
"""

from __future__ import annotations

import ast
import builtins
import re
from string import ascii_letters
from typing import NamedTuple

WORD = re.compile(r"\w+")


class _Module(NamedTuple):
    """All words of a module, those that could be shortened, those that must stay, and where its classes come from."""

    words: set[str]
    able: set[str]
    fixed: set[str]
    bases: set[str]


def shortened(files: dict[str, bytes]) -> dict[str, bytes]:
    r"""Return the files with short names in their modules.

    >>> files = {"a.py": b"class A:\n    def _grow(self, amount):\n        self.size += amount\n"}
    >>> print(shortened(files)["a.py"].decode())
    class A:
        def _a(self, _b):
            self.size += _b
    <BLANKLINE>
    """
    try:
        modules = {path: _module(data.decode()) for path, data in files.items() if path.endswith(".py")}
    except SyntaxError:
        return files  # the compiler says which one is wrong, and where
    short = _short_names(modules)
    return {
        path: WORD.sub(lambda word: short.get(word[0], word[0]), data.decode()).encode() if path in modules else data
        for path, data in files.items()
    }


def _module(source: str) -> _Module:
    """Sort the words of a module."""
    tree = ast.parse(source)
    module = _Module(set(WORD.findall(source)), set(), set(), set())
    imported: dict[str, str] = {}
    # A text that is an expression of its own is a docstring, which nobody reads on a board.
    unread = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            module.able.add(node.arg)
        elif isinstance(node, ast.Attribute):
            _sort(node.attr, module)
        elif isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            _sort(node.name, module)
        elif isinstance(node, ast.keyword):
            module.fixed.add(f"{node.arg}")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in unread:
            module.fixed.update(WORD.findall(node.value))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            module.fixed.update(WORD.findall(ast.unparse(node)))
            imported.update({alias.name: getattr(node, "module", "") for alias in node.names})
        if isinstance(node, ast.ClassDef):
            module.bases.update(imported.get(getattr(base, "id", ""), "") for base in node.bases)
    for statement in tree.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            _sort_globals(statement, module)
    return module


def _sort(name: str, module: _Module) -> None:
    private = name.startswith("_") and not name.startswith("__")
    (module.able if private else module.fixed).add(name)


def _sort_globals(statement: ast.Assign | ast.AnnAssign, module: _Module) -> None:
    """Sort the names that a module gives its values; constants stay, because the compiler makes numbers of them."""
    is_constant = isinstance(statement.value, ast.Call) and getattr(statement.value.func, "id", "") == "const"
    for target in statement.targets if isinstance(statement, ast.Assign) else [statement.target]:
        for node in ast.walk(target):
            if isinstance(node, ast.Name):
                if is_constant:
                    module.fixed.add(node.id)
                else:
                    _sort(node.id, module)


def _short_names(modules: dict[str, _Module]) -> dict[str, str]:
    """Return the short name of each name that may have one; names that meet in a module or an object differ."""
    fixed = {"self", "cls", "_", *dir(builtins)}.union(*[module.fixed for module in modules.values()])
    able = set().union(*[module.able for module in modules.values()]) - fixed
    meetings = [able & _words_of_objects(module, modules) for module in modules.values()]
    words = set().union(*[module.words for module in modules.values()])
    free = [name for name in _candidates() if name not in words]
    short: dict[str, str] = {}
    for name in sorted(able, key=lambda name: (-sum(name in meeting for meeting in meetings), name)):
        near = set().union(*[meeting for meeting in meetings if name in meeting])
        taken = {short[other] for other in near if other in short}
        short[name] = next(candidate for candidate in free if candidate not in taken)
    return short


def _words_of_objects(module: _Module, modules: dict[str, _Module]) -> set[str]:
    """Return the words of a module and of those whose classes it extends: their names meet in one object."""
    words = set(module.words)
    for base in filter(None, module.bases):
        for path, other in modules.items():
            if path.endswith(base.replace(".", "/") + ".py"):
                words |= _words_of_objects(other, modules)
    return words


def _candidates() -> list[str]:
    return [f"_{first}{second}" for second in ("", *ascii_letters) for first in ascii_letters]
