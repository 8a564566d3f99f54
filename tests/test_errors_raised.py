"""Errors are raised: no function returns a reason that is empty when all is well."""

from __future__ import annotations

import ast
import re

import pytest

from programs import ROOT

MODULES = sorted(path for folder in ("host/tenbo", "firmware/lib/tenbo_core") for path in (ROOT / folder).rglob("*.py"))

REASON = "reason|refusal|conflict|error|fault|warning|failure|trouble"
# The first words of a docstring whose function returns a reason.
RETURNS_REASON = re.compile(rf"Return (why|that|what is wrong|(an?|the) ({REASON}))\b")
EMPTY = re.compile(r"""an empty text (when|where|while|if|until|once|unless)|, or \"\"[.,:]""")
ERRORS = {"TenboError", "Malformed", "Refused", "LinkFault", "StorageFault", "NotAdmitted"}

# Asked four times a beat for the lamps of a Pico, which are lit without an exception for each dark one.
RETURNED_ERRORS = {"riichi_refusal"}


def returns_empty(function: ast.FunctionDef) -> bool:
    """Return whether a function may return an empty text."""
    values = [node.value for node in ast.walk(function) if isinstance(node, ast.Return)]
    values += [part for value in values if isinstance(value, ast.IfExp) for part in (value.body, value.orelse)]
    return any(isinstance(value, ast.Constant) and value.value == "" for value in values)


def offences(tree: ast.Module) -> list[str]:
    """Return the functions that return an error instead of raising it."""
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        returned = ast.unparse(node.returns).strip("'") if node.returns is not None else ""
        doc = ast.get_docstring(node) or ""
        is_reason = RETURNS_REASON.match(doc) or re.search(rf"(^|_)({REASON})(_|$)", node.name)
        is_error = bool(ERRORS & set(returned.split(" | "))) and "None" in returned
        if (returned == "str" and is_reason and (returns_empty(node) or EMPTY.search(doc))) or (
            is_error and node.name not in RETURNED_ERRORS
        ):
            found.append(node.name)
    return found


@pytest.mark.parametrize(
    ("code", "is_offence"),
    [
        ('def a() -> str:\n    """Return why not; an empty text when it is."""\n    return why()', True),
        ('def a() -> str:\n    """Return that it is another\'s, or ""."""\n    return why()', True),
        ('def a() -> str:\n    """Return why not."""\n    return "no" if b else ""', True),
        ('def conflict_of(b) -> str:\n    """Compare."""\n    return ""', True),
        ("def a() -> Refused | None: ...", True),
        ('def a() -> "Refused | None": ...', True),
        ("def a() -> Refused: ...", False),
        ('def a() -> str | None:\n    """Return why not, or None."""\n    return None', False),
        ('def a() -> str:\n    """Return the name of the limit, or an empty text."""\n    return ""', False),
        ('def a() -> str:\n    """Return why the table started."""\n    return "power"', False),
    ],
)
def test_a_returned_reason_is_recognised(code, is_offence):
    """Or the test below would find nothing."""
    assert bool(offences(ast.parse(code))) == is_offence


@pytest.mark.thorough("seconds of a processor")
def test_host_and_core_raise_their_errors():
    """A caller forgets to look at a text, and never overlooks an exception; a shown reason is a text or None."""
    found = {str(path.relative_to(ROOT)): offences(ast.parse(path.read_text("utf-8"))) for path in MODULES}
    assert {path: names for path, names in found.items() if names} == {}
