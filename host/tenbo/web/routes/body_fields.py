"""The fields that the body of each request may have, from the description of the API."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

# Made from the table of routes (tools/generate/openapi.py).
DESCRIPTION = Path(__file__).with_name("openapi.json")
# What every act may have, whether it makes a difference for it or not.
COMMON_FIELDS = ("by", "yes", "seen", "terminal")


@cache
def body_fields() -> dict[str, tuple[str, ...]]:
    """Return the names of the fields by the name of the handler that answers a request.

    An old path of a request is answered by the same handler.

    >>> body_fields()["update"]
    ('tables', 'by', 'yes')
    """
    paths = json.loads(DESCRIPTION.read_text("utf-8"))["paths"]
    posts = [methods["post"] for methods in paths.values() if "post" in methods]
    bodies = {post["operationId"]: post["requestBody"]["content"]["application/json"]["schema"] for post in posts}
    return {name: tuple(schema["properties"]) for name, schema in bodies.items()}
