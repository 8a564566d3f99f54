"""What code does, without how it is written: no comments, no docstrings, and its own names as numbers."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMED = {"id", "name", "arg", "attr", "module", "asname"}  # the fields of a piece of code that are names
WRITTEN = {"ctx", "type_comment", "kind"}  # those that follow from the others


def normalized_source(modules: list[str]) -> list[str]:
    r"""Return modules so that another name, comment or line break of their own changes nothing, and all else does.

    >>> one = normalized_source(["import math\nwide = 2.0  # mm\nhigh = math.floor(wide)\n"])
    >>> one == normalized_source(["import math\nbroad = 2.0\n\n\ntall = math.floor(broad)\n"])
    True
    >>> one == normalized_source(["import math\nwide = 2.0\nhigh = math.ceil(wide)\n"])
    False
    """
    trees = [ast.parse(text) for text in modules]
    own = {name for tree in trees for name in _own_names(tree)}
    numbers: dict[str, str] = {}
    return [" ".join(_words(tree, own, numbers)) for tree in trees]


def _own_names(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module gives; what it takes from elsewhere keeps its name, for that is its meaning."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
            yield node.attr
        elif isinstance(node, ast.ImportFrom) and str(node.module).startswith(("workshop", "pcb_")):
            yield str(node.module)
            yield from (alias.name for alias in node.names)


def _words(node: ast.AST, own: set[str], numbers: dict[str, str]) -> Iterator[str]:
    """Yield the words of some code, each own name as the number at which it was first met."""
    yield type(node).__name__
    for field, value in ast.iter_fields(node):
        for item in value if isinstance(value, list) else [value]:
            if item is None or field in WRITTEN or _is_docstring(item):
                continue
            if isinstance(item, ast.AST):
                yield from _words(item, own, numbers)
            elif field in NAMED and item in own:
                yield numbers.setdefault(item, f"#{len(numbers)}")
            else:
                yield repr(item)
    yield "."


def _is_docstring(item: Any) -> bool:
    return isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant)
