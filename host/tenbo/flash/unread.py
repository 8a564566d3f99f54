"""Leave out of the firmware's modules what no board needs: how its values print themselves for a person."""

from __future__ import annotations

import ast

UNREAD = ("__repr__", "__hash__")


def without_print(source: str) -> str:
    r"""Return a module without these methods; every other line keeps its number.

    >>> without_print("class A:\n    size = 1\n\n    def __repr__(self):\n        return 'A'\n")
    'class A:\n    size = 1\n\n\n\n'
    """
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return source  # the compiler says what is wrong, and where
    lines = source.split("\n")
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            kept = [statement for statement in node.body if getattr(statement, "name", "") not in UNREAD]
            for statement in node.body if kept else []:
                if statement not in kept:
                    lines[statement.lineno - 1 : statement.end_lineno] = [""] * _lines_of(statement)
    return "\n".join(lines)


def _lines_of(statement: ast.stmt) -> int:
    return (statement.end_lineno or statement.lineno) - statement.lineno + 1
