"""Inlines named numbers and short texts into the code, so that their names take no memory on a board."""

from __future__ import annotations

import ast
import operator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Container

# The bits, besides the sign, of a Pico's integer that is no object of its own.
SMALL = 1 << 30
# MicroPython keeps a word up to this length only once, and names are words.
LONGEST_WORD = 10
SUMS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.LShift: operator.lshift,
    ast.BitOr: operator.or_,
}


def constants_of(tree: ast.Module, but: Container[str]) -> dict[str, int | str]:
    r"""Return the numbers and words that a module gives names to, but for some names.

    >>> constants_of(ast.parse("A = 3\n_B = const(1 << 8)\nC = 'riichi'\nD = 'ron!'\nE = 1\nE = 2\nF = 1"), "F")
    {'A': 3, '_B': 256, 'C': 'riichi'}
    """
    found: dict[str, int | str] = {}
    bound = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    for statement in tree.body:
        name, value = assigned_name_and_value(statement)
        constant = _constant(value) if value is not None else None
        if constant is not None and name not in but and bound.count(name) == 1:
            found[name] = constant
    return found


def assigned_name_and_value(statement: ast.stmt) -> tuple[str, ast.expr | None]:
    """Return the one name that a statement assigns to, and its value; None as the value of any other statement."""
    if isinstance(statement, ast.AnnAssign):
        target: ast.expr = statement.target
    elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
    else:
        return "", None
    return (target.id, statement.value) if isinstance(target, ast.Name) else ("", None)


def is_const(node: ast.expr) -> bool:
    """Return whether MicroPython's compiler takes this for a constant."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "const"


def _constant(node: ast.expr) -> int | str | None:
    if isinstance(node, ast.Call) and is_const(node):
        return _number(node.args[0])
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        word = node.value
        return word if word.isascii() and word.isidentifier() and len(word) <= LONGEST_WORD else None
    number = _number(node)
    return number if number is not None and abs(number) < SMALL else None


def _number(node: ast.expr) -> int | None:
    """Return the whole number that an expression of numbers is, or None."""
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) is int else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = _number(node.operand)
        return None if number is None else -number
    if isinstance(node, ast.BinOp) and type(node.op) in SUMS:
        left, right = _number(node.left), _number(node.right)
        return None if left is None or right is None else SUMS[type(node.op)](left, right)
    return None
