"""The fields that the query and the body of each request may have, from the description of the API."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tenbo.validation.suggestions import refuse_unknown_fields
from tenbo_core.errors import Malformed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

# Made from the table of routes (tools/generate/openapi.py).
DESCRIPTION = Path(__file__).with_name("openapi.json")
# What every act may have, whether it makes a difference for it or not.
COMMON_FIELDS = ("by", "yes", "seen", "terminal")


@cache
def body_fields() -> dict[str, tuple[str, ...]]:
    """Return the names of the fields of each act by the name of the handler that answers it.

    An old path of a request is answered by the same handler.

    >>> body_fields()["update"]
    ('tables', 'by', 'yes')
    """
    posts = [methods["post"] for methods in _paths().values() if "post" in methods]
    bodies = {post["operationId"]: post["requestBody"]["content"]["application/json"]["schema"] for post in posts}
    return {name: tuple(schema["properties"]) for name, schema in bodies.items()}


@cache
def query_fields() -> dict[str, tuple[str, ...]]:
    """Return the names of the fields of each request's query by the name of the handler that answers it.

    >>> query_fields()["records"], query_fields()["changes"], query_fields()["update"]
    (('before', 'most'), ('after',), ())
    """
    requests = [request for methods in _paths().values() for request in methods.values()]
    return {
        request["operationId"]: tuple(part["name"] for part in request.get("parameters", ()) if part["in"] == "query")
        for request in requests
    }


def query_of(given: Sequence[tuple[str, str]], handler: str) -> dict[str, str]:
    """Return the fields of a query; one that its handler does not have is refused, and one that stands there twice.

    >>> query_of([("most", "5")], "records")
    {'most': '5'}
    >>> query_of([("mots", "5")], "records")
    Traceback (most recent call last):
    tenbo_core.errors.Malformed: field 'mots' is not recognised; did you mean most?
    """
    query = dict(given)
    refuse_unknown_fields(query, query_fields()[handler])
    if len(query) < len(given):
        names = [name for name, _ in given]
        twice = next(name for name in query if names.count(name) > 1)
        raise Malformed("bad_field", f"the field {twice} is listed twice", twice)
    return query


def refuse_unknown_body_fields(body: Mapping[str, Any], handler: str) -> None:
    """Refuse the first field of a body that neither its handler nor every act has."""
    refuse_unknown_fields(body, (*body_fields()[handler], *COMMON_FIELDS))


def _paths() -> dict[str, dict[str, Any]]:
    paths: dict[str, dict[str, Any]] = json.loads(DESCRIPTION.read_text("utf-8"))["paths"]
    return paths
