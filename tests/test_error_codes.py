"""Error codes are promises: every one that is raised is listed, every listed one is raised, and each says one thing."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tenbo_core import errors
from tenbo_core.error_codes import CODES

pytestmark = pytest.mark.thorough("every module is read for the codes of its errors")

ROOT = Path(__file__).parents[1]
ROOMS = ("host/tenbo", "firmware/lib/tenbo_core", "firmware/device")
CLASSES = {name for name, value in vars(errors).items() if isinstance(value, type)} | {"TableDied"}


def words(expression: ast.expr) -> set[str]:
    """Return the texts that an expression may come to."""
    if isinstance(expression, ast.IfExp):
        return words(expression.body) | words(expression.orelse)
    return {expression.value} if isinstance(expression, ast.Constant) and isinstance(expression.value, str) else set()


def called(call: ast.Call) -> str:
    """Return the name of what is called."""
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def raised(tree: ast.Module) -> tuple[set[str], set[str]]:
    """Return the codes of the errors that a module makes, and those of its faults of a line or of storage."""
    codes: set[str] = set()
    faults: set[str] = set()
    # A function that takes the code as its first argument passes it on.
    passing = {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and [argument.arg for argument in node.args.args][:1] == ["code"]
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and called(node) in CLASSES | passing:
            found = words(node.args[0])
            codes |= found
            faults |= found if called(node) in ("LinkFault", "StorageFault") else set()
        elif isinstance(node, ast.Return) and isinstance(node.value, ast.List) and node.value.elts:
            # A table says the code of its own mistakes in a message.
            codes |= words(node.value.elts[0]) & set(CODES)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                names = target.elts if isinstance(target, ast.Tuple) else [target]
                values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
                for name, value in zip(names, values, strict=False):
                    codes |= words(value) if isinstance(name, ast.Name) and name.id == "code" else set()
    return codes, faults


@pytest.fixture(scope="module")
def everywhere() -> tuple[set[str], set[str]]:
    """Return the codes of all rooms."""
    codes: set[str] = set()
    faults: set[str] = set()
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            of_module, of_faults = raised(ast.parse(path.read_text("utf-8")))
            codes |= of_module
            faults |= of_faults
    return codes, faults


def test_every_code_that_is_raised_is_listed_and_every_listed_one_is_raised(everywhere):
    codes, _ = everywhere
    assert codes - set(CODES) == set(), "list them in tenbo_core/error_codes.py"
    assert set(CODES) - codes == set(), "nobody raises them any more"
    assert len(CODES) == len(set(CODES))


def test_a_line_or_a_disk_that_fails_is_no_wrong_moment(everywhere):
    """Anyone who scripts a table must tell a cable that was pulled from a game that has not begun."""
    _, faults = everywhere
    assert "not_allowed_now" not in faults
    assert {"no_port", "port_busy", "no_answer", "line_broken", "cannot_write", "no_file"} <= faults
