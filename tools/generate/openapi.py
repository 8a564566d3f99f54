"""The description of the API in OpenAPI 3.1, from its routes, what their handlers read, and answers that were sent."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from tenbo.rulebooks import ids
from tenbo.web.routes import VERSION
from tenbo.web.routes.route_table import ROUTES, find_route
from tools.generate.generated_files import ROOT
from tools.generate.request_fields import BODY, NUMBER, RequestField, request_fields

if TYPE_CHECKING:
    from pathlib import Path

    from tenbo.web.routes.route_table import Route

FILE = ROOT / "host/tenbo/web/routes/openapi.json"
# Requests and answers, which a test sends again.
EXAMPLES = ROOT / "docs/api-examples.json"
Schema = dict[str, Any]

INT = {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1}
COUNT = {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}
# Texts of one line that say something, as `tenbo.validation.fields` checks them.
LINE = r"^[ -~]*[!-~][ -~]*$"
KINDS: dict[str, Schema] = {
    "text": {"type": "string"},
    "line": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": LINE},
    "name": {"type": "string", "minLength": 1, "maxLength": 60, "pattern": LINE},
    "bool": {"type": "boolean"},
    "int": INT,
    "count": COUNT,
    "seat": {"type": "integer", "minimum": 0, "maximum": 3},
    "list": {"type": "array", "items": {}},
    "object": {"type": "object"},
    "objects": {"type": "array", "items": {"type": "object"}, "minItems": 1},
    "texts": {"type": "array", "items": {"type": "string"}},
    "counts": {"type": "array", "items": COUNT},
    "by_seat": {"type": "array", "items": INT, "minItems": 3, "maxItems": 4},
    "seated": {"type": "array", "items": COUNT, "minItems": 3, "maxItems": 4},
    "date": {"type": "string", "format": "date"},
    "moment": {"type": "integer", "minimum": 0, "maximum": 253_402_300_799_999},
    "two": {"type": "array", "items": INT, "minItems": 2, "maxItems": 2},
}
TILE = {"type": "string", "examples": ["3p"]}
WIND = {"type": "string", "enum": ["E", "S", "W", "N"]}
FLAG = {"type": "boolean"}
# A declared hand in the form of `tenbo score --jsonl` (docs/records.md), which its own reader checks.
HAND: dict[str, Schema] = {
    "hand": {"type": "string", "examples": ["234567m345p678s9s"]},
    "win": TILE,
    "by": {"type": "string", "enum": ["ron", "tsumo"]},
    "rules": {"type": "string", "enum": list(ids())},
    "set": {"type": "object"},
    "melds": {"type": "array", "items": {"type": "string", "examples": ["pon 555z"]}},
    "seat": WIND,
    "round": WIND,
    "riichi": {"type": "integer", "minimum": 0, "maximum": 2},
    "dora": {"type": "array", "items": TILE},
    "ura": {"type": "array", "items": TILE},
    "honba": COUNT,
    "sticks": COUNT,
    "north": COUNT,
    "pao": {},
    "id": {},
}
FLAGS = ("open_riichi", "ippatsu", "sorted_in", "rinshan", "chankan", "last_tile", "first_turn", "nagashi", "all_rules")
HAND |= dict.fromkeys(FLAGS, FLAG)
# Bodies that are read as a whole.
WHOLE_BODIES: dict[str, Schema] = {
    "/v1/score": {
        "type": "object",
        "properties": HAND,
        "additionalProperties": False,
        # A nagashi mangan has no hand.
        "anyOf": [
            {"required": ["hand", "win", "by"]},
            {"required": ["nagashi"], "properties": {"nagashi": {"const": True}}},
        ],
    }
}

# Numbers in addresses have up to fifteen digits.
LONGEST = 10**15 - 1
ERRORS = {
    "400": "The request is wrong: a field is missing, has a wrong type, or is not known.",
    "401": "The token or the session is missing.",
    "403": "The request needs another role, or comes from a page of another origin.",
    "404": "There is no such route, or nothing has the number or the name in the path.",
    "405": "The route needs another method.",
    "409": "The act is not possible now, or asks a question: confirm it with `yes`.",
    "414": "The address is too long.",
    "429": "There were too many wrong codes: wait.",
    "500": "An internal error. The log has the details.",
    "501": "There is no such method.",
    "503": "The table is not connected, or the service is busy.",
    "507": "The store cannot be written.",
}
DESCRIPTION = (
    "The API of `tenbo run`: JSON over HTTP. Reading needs no login on the service's own computer. A request that "
    "changes something needs the token, which is in the file that ends in `.api`, beside the store."
)


def document() -> Schema:
    """Return the whole description."""
    paths: dict[str, Schema] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = operation(route)
    paths["/v1/changes"] = {"get": _changes()}
    fields: dict[str, Any] = {name: {"type": "string"} for name in ("code", "message", "at", "reason")}
    error: dict[str, Any] = {"type": "object", "properties": fields | {"params": {"type": "object"}}}
    error["required"] = ["code", "message", "at"]
    error["properties"] |= {"reason": {"type": "string"}, "params": {}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tenbo", "version": str(VERSION), "description": DESCRIPTION, "license": {"name": "MIT"}},
        "servers": [{"url": "http://127.0.0.1:8484"}],
        "paths": paths,
        "components": {
            "schemas": {"Error": {"type": "object", "properties": {"error": error}, "required": ["error"]}},
            "responses": {status: _error(text) for status, text in ERRORS.items()},
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "password": {"type": "http", "scheme": "basic"},
                "session": {"type": "apiKey", "in": "cookie", "name": "tenbo"},
            },
        },
    }


def operation(route: Route) -> Schema:
    """Return one request: its parameters, its body and its answers."""
    says = " ".join((route.answer.__doc__ or "").split())
    summary = says.partition(". ")[0].rstrip(".")
    found: Schema = {"operationId": route.answer.__name__, "summary": summary, "description": says}
    found["x-role"] = route.required_role or "all"
    fields = request_fields(route.answer)
    parameters = [_parameter(name[1:-1], fields) for name in route.path.split("/") if name.startswith("{")]
    parameters += [
        {"name": field.name, "in": "query", "schema": _number_schema(field) if field.place == NUMBER else KINDS["text"]}
        for field in fields
        if field.place != BODY and f"{{{field.name}}}" not in route.path
    ]
    if parameters:
        found["parameters"] = parameters
    if route.method == "POST":
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": body_schema(route)}}}
    roles: list[Schema] = [{"token": []}, {"session": []}]
    if route.required_role in (None, "reader"):
        roles = [{}, {"password": []}, *roles]
    found["security"] = roles
    errors = {status: {"$ref": f"#/components/responses/{status}"} for status in ERRORS}
    found["responses"] = {"200": _answer(route)} | errors
    return found


def body_schema(route: Route) -> Schema:
    """Return the schema of a request's body."""
    if route.path in WHOLE_BODIES:
        return WHOLE_BODIES[route.path]
    fields = [field for field in request_fields(route.answer) if field.place == BODY]
    properties = {field.name: _body_field(field) for field in fields}
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if required := [field.name for field in fields if field.is_required]:
        schema["required"] = required
    return schema


def _body_field(field: RequestField) -> Schema:
    word, _, words = field.kind.partition(" ")
    plain = {"type": "string", "enum": words.split()} if word == "word" else KINDS[word]
    if field.default == "" and "minLength" in plain:
        # An empty text is as good as none.
        return {"anyOf": [plain, {"const": ""}]}
    if field.takes_null:
        # Null is as good as none.
        return {"anyOf": [plain, {"type": "null"}]}
    return plain if field.is_required or field.default in (None, "") else {**plain, "default": field.default}


def _parameter(name: str, fields: tuple[RequestField, ...]) -> Schema:
    """Return a part of the path: a number where the handler reads one."""
    is_number = any(field.name == name and field.place == NUMBER for field in fields)
    schema = {"type": "integer", "minimum": -LONGEST, "maximum": LONGEST} if is_number else KINDS["text"]
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _number_schema(field: RequestField) -> Schema:
    schema: Schema = {"type": "integer", "minimum": -LONGEST, "maximum": LONGEST}
    return schema if field.default is None else {**schema, "default": field.default}


def _error(text: str) -> Schema:
    return {
        "description": text,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    }


def _answer(route: Route) -> Schema:
    """Return the answers of a route that succeeded, by their types."""
    content: dict[str, Schema] = {}
    for example in examples_of(route):
        if example["status"] == 200:
            kind = content.setdefault(example["kind"], {})
            if example["kind"] == "application/json" and route.path != "/v1/openapi.json":
                known = kind.get("schema")
                made = schema_of(example["answer"])
                kind["schema"] = made if known is None else merge_schemas(known, made)
    for place in MAY_BE_NULL.get(route.path, ()):
        _allow_null(content["application/json"]["schema"], place.split("."))
    for other in OTHER_KINDS.get(route.path, ()):
        content.setdefault(other, {})
    if not content:
        content = {"application/json": {"schema": {"type": "object"}}}
    answer: Schema = {"description": "The answer.", "content": content}
    if route.method == "POST":
        says = "The numbers of the desk's records that the request has made."
        answer["headers"] = {"Tenbo-Records": {"description": says, "schema": {"type": "string"}}}
    return answer


# What a route answers beside the types of its examples.
OTHER_KINDS = {
    "/v1/paper/{name}": ("application/pdf", "text/html"),
    "/v1/export/{name}": ("application/json", "text/plain"),
}

# What may be nothing, and is something in each example: a list stands for each of its entries.
PERSON = ("row", "mean.mean", "mean.low", "mean.high")
MAY_BE_NULL: dict[str, tuple[str, ...]] = {
    "/v1/sessions/{session}/pace": ("last_table", "forecast", "tables.forecast"),
    "/v1/people/{player}": PERSON,
    "/v1/people/{player}/data": tuple(f"page.{name}" for name in PERSON),
}


def _allow_null(schema: Schema, place: list[str]) -> None:
    """Allow null at a place, too; the schema of the field is replaced."""
    *outer, name = place
    for part in outer:
        inner = schema["properties"][part]
        schema = inner["items"] if inner["type"] == "array" else inner
    schema["properties"][name] = {"anyOf": [schema["properties"][name], {"type": "null"}]}


def _changes() -> Schema:
    """Return the stream of changes, which no route answers."""
    after = {"name": "after", "in": "query", "schema": {"type": "integer", "minimum": -LONGEST, "maximum": LONGEST}}
    last = {"name": "Last-Event-ID", "in": "header", "schema": {"type": "string"}}
    errors = {status: {"$ref": f"#/components/responses/{status}"} for status in ERRORS}
    return {
        "operationId": "changes",
        "summary": "Follow what happens, as server-sent events",
        "x-role": "reader",
        "parameters": [after, last],
        "responses": {"200": {"description": "The stream.", "content": {"text/event-stream": {}}}} | errors,
    }


# ---------------------------------------------------------------- schemas of answers


@cache
def all_examples() -> tuple[dict[str, Any], ...]:
    """Return all requests with their answers."""
    return tuple(json.loads(EXAMPLES.read_text("utf-8")))


def examples_of(route: Route) -> list[dict[str, Any]]:
    """Return the examples of a route, in the order in which they were sent."""
    found = []
    for example in all_examples():
        match = find_route(example["method"], example["path"].partition("?")[0])
        if match is not None and match[0] == route:
            found.append(example)
    return found


NAMES = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null"}


def schema_of(value: Any) -> Schema:
    """Return the schema of a value: fields may be missing, and more may come.

    >>> schema_of({"table": 3, "calls": [{"seat": 2}, {"seat": 1, "by": None}]})["properties"]["calls"]["items"]
    {'type': 'object', 'properties': {'seat': {'type': 'integer'}, 'by': {}}}
    >>> schema_of({"1": 3, "2": 4})
    {'type': 'object', 'additionalProperties': {'type': 'integer'}}
    """
    if isinstance(value, dict):
        # An object whose names are numbers, such as tables, is a table of its own.
        if value and all(name.lstrip("-").isdigit() for name in value):
            return {"type": "object", "additionalProperties": _items([*value.values()])}
        return {"type": "object", "properties": {name: schema_of(item) for name, item in value.items()}}
    if isinstance(value, list):
        return {"type": "array", "items": _items(value)}
    # What was nothing may be anything another time.
    return {} if value is None else {"type": NAMES[type(value)]}


def _items(values: list[Any]) -> Schema:
    schema: Schema | None = None
    for value in values:
        made = schema_of(value)
        schema = made if schema is None else merge_schemas(schema, made)
    return schema or {}


def merge_schemas(one: Schema, other: Schema) -> Schema:
    """Return a schema for the values of both.

    >>> merge_schemas({"type": "integer"}, {"type": "number"}), merge_schemas({"type": "integer"}, {"type": "string"})
    ({'type': 'number'}, {})
    """
    if one.get("type") != other.get("type"):
        return {"type": "number"} if {one.get("type"), other.get("type")} == {"integer", "number"} else {}
    if one.get("type") == "array":
        # Of an empty list nothing is known yet.
        if not one["items"] or not other["items"]:
            return {"type": "array", "items": one["items"] or other["items"]}
        return {"type": "array", "items": merge_schemas(one["items"], other["items"])}
    if one.get("type") != "object":
        return one
    tables = [schema["additionalProperties"] for schema in (one, other) if "additionalProperties" in schema]
    if tables:
        # The other one was empty, or is such a table, too.
        return {"type": "object", "additionalProperties": merge_schemas(tables[0], tables[-1])}
    fields = {**one["properties"]}
    for name, schema in other["properties"].items():
        fields[name] = merge_schemas(fields[name], schema) if name in fields else schema
    return {"type": "object", "properties": fields}


def files() -> dict[Path, bytes]:
    """Return the description by its path."""
    return {FILE: (json.dumps(document(), indent=1, ensure_ascii=False) + "\n").encode()}
