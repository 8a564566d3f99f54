"""The fields that a route reads from its body, its path and its query, found in the code of its handler.

So the description of the API cannot say anything else than what is read. A handler reads a field by
`request.field(name, kind, default)` or `request.int_param(name, default)`, or hands its request to a function that
does.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BODY, NUMBER, TEXT = "body", "number", "text"
READERS = {"field": BODY, "int_param": NUMBER}


class RequestField(NamedTuple):
    """One field: where it stands, its name, its kind in the body, whether it may be left out or null, its default."""

    place: str
    name: str
    kind: str
    is_required: bool
    default: Any = None
    takes_null: bool = False


@cache
def request_fields(handler: Callable[..., Any]) -> tuple[RequestField, ...]:
    """Return all fields that a handler reads, each once, the required ones first.

    >>> from tenbo.web.routes.clock import ClockRoutes
    >>> [(field.name, field.kind, field.is_required) for field in request_fields(ClockRoutes.set_clock)][:3]
    [('act', 'text', True), ('by', 'name', False), ('minutes', 'int', False)]
    """
    found: dict[tuple[str, str], RequestField] = {}
    for field in _fields_read(handler):
        known = found.get((field.place, field.name))
        # Required somewhere and conditional elsewhere is required.
        if known is None or field.is_required:
            found[field.place, field.name] = field
    return tuple(sorted(found.values(), key=lambda field: (not field.is_required, field.place, field.name)))


def _fields_read(function: Callable[..., Any]) -> Iterator[RequestField]:
    """Yield the fields that a function and those that it hands its request to read."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    conditional = {part for node in ast.walk(tree) if isinstance(node, (ast.If, ast.IfExp)) for part in _branches(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            field = _field_of(node)
            if field is not None:
                yield field._replace(is_required=field.is_required and node not in conditional)
            elif any(isinstance(argument, ast.Name) and argument.id == "request" for argument in node.args):
                yield from _fields_read_elsewhere(node, function)
        elif isinstance(node, ast.Subscript) and _is_query(node.value) and isinstance(node.slice, ast.Constant):
            yield RequestField(TEXT, str(node.slice.value), "text", is_required=False)


def _branches(node: ast.If | ast.IfExp) -> Iterator[ast.AST]:
    """Yield what is run on a condition alone."""
    parts = [*node.body, *node.orelse] if isinstance(node, ast.If) else [node.body, node.orelse]
    for part in parts:
        yield from ast.walk(part)


def _fields_read_elsewhere(node: ast.Call, function: Callable[..., Any]) -> Iterator[RequestField]:
    names = function.__globals__
    target = names.get(node.func.id) if isinstance(node.func, ast.Name) else None
    if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name) and node.func.value.id == "self":
        target = getattr(names.get(function.__qualname__.partition(".")[0]), node.func.attr, None)
    if inspect.isfunction(target):
        yield from _fields_read(target)


def _is_query(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "query"


def _field_of(node: ast.Call) -> RequestField | None:
    """Return the field that a call reads, or None."""
    called = node.func
    if not isinstance(called, ast.Attribute) or not node.args or not isinstance(node.args[0], ast.Constant):
        return None
    name = str(node.args[0].value)
    if called.attr == "get" and _is_query(called.value):
        return RequestField(TEXT, name, "text", is_required=False)
    if not isinstance(called.value, ast.Name) or called.value.id != "request" or called.attr not in READERS:
        return None
    place = READERS[called.attr]
    given = [keyword.value for keyword in node.keywords if keyword.arg == "default"]
    given += node.args[2 if place == BODY else 1 :]
    kind = str(node.args[1].value) if place == BODY and isinstance(node.args[1], ast.Constant) else "int"
    default = given[0].value if given and isinstance(given[0], ast.Constant) else None
    takes_null = bool(given) and isinstance(given[0], ast.Constant) and given[0].value is None
    return RequestField(place, name, kind, is_required=not given, default=default, takes_null=takes_null)
