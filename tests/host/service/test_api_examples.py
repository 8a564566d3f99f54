"""The page and the description of the API are true: their examples are sent again, and fit."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tenbo.web.routes.route_table import ROUTES, find_route
from tools.generate import openapi

from .api_examples import FILE, readable, scenario

if TYPE_CHECKING:
    from pathlib import Path

SHOWN = json.loads(FILE.read_text("utf-8"))


def shape(value: Any) -> Any:
    """Return names and types, of a list those of all its entries; what is nothing now may be something then."""
    if isinstance(value, dict):
        # By table, or by session: as many as there are.
        if not value or any(name.isdigit() for name in value):
            return "any"
        return {name: shape(item) for name, item in value.items()}
    if isinstance(value, list):
        return "list"
    return "any" if value is None else {int: "number", float: "number"}.get(type(value), type(value).__name__)


def fits(one: Any, other: Any) -> bool:
    """Return whether two shapes are those of one kind of answer."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(fits(one[name], other[name]) for name in one)
    return "any" in (one, other) or one == other


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_each_example_of_the_page_is_answered_as_it_says(tmp_path: Path) -> None:
    """A page that shows what no service answers is worse than none."""
    with scenario(tmp_path) as run:
        sent = [readable(example) for example in run.run()]
    assert [(one["method"], one["path"]) for one in sent] == [(one["method"], one["path"]) for one in SHOWN]
    for one, shown in zip(sent, SHOWN, strict=True):
        assert (one["status"], one["kind"]) == (shown["status"], shown["kind"]), (one, shown)
        assert fits(shape(one["answer"]), shape(shown["answer"])), (one, shown)


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_each_route_has_an_example() -> None:
    """Nearly all of a request that succeeds; what there is nothing to do for shows how it refuses."""
    refused = set()
    for route in ROUTES:
        examples = openapi.examples_of(route)
        assert examples, route.path
        if all(example["status"] != 200 for example in examples):
            refused.add(route.path)
    assert refused == {"/v1/ledger_versions", "/v1/orders/cancel", "/v1/tables/{table}/restore", "/v1/firmware"}


def test_what_may_be_nothing_is_described_so() -> None:
    """A session in which no table plays has no forecast: a client that was made from the description refused it."""
    route, _ = find_route("GET", "/v1/sessions/1/pace")
    answer = openapi.operation(route)["responses"]["200"]["content"]["application/json"]["schema"]["properties"]
    for described in (answer["forecast"], answer["last_table"], answer["tables"]["items"]["properties"]["forecast"]):
        assert {"type": "null"} in described["anyOf"]
    # And a person without a game has no row.
    route, _ = find_route("GET", "/v1/people/5")
    page = openapi.operation(route)["responses"]["200"]["content"]["application/json"]["schema"]["properties"]
    for described in (page["row"], *(page["mean"]["properties"][name] for name in ("mean", "low", "high"))):
        assert {"type": "null"} in described["anyOf"]


def test_each_body_of_an_example_has_the_fields_of_the_description() -> None:
    """A field that the description has not would be sent by no client that is made from it."""
    for example in SHOWN:
        if example["method"] == "POST":
            route, _ = find_route("POST", example["path"])
            schema = openapi.body_schema(route)
            assert set(example["body"]) - set(schema["properties"]) == set(), route.path
            if example["status"] == 200:
                assert set(schema.get("required", ())) <= set(example["body"]), route.path


@pytest.mark.parametrize("name", ["openapi.json"])
def test_the_service_gives_its_own_description(running, name) -> None:
    """To a reader, as any other page; it names every route."""
    with running(1) as run:
        told = run.client.get(f"/v1/{name}")
    assert told["openapi"] == "3.1.0"
    described = {(method.upper(), path) for path, methods in told["paths"].items() for method in methods}
    names = [one["operationId"] for methods in told["paths"].values() for one in methods.values()]
    assert len(names) == len(set(names)), "a generated client has one function for each"
    assert described == {(route.method, route.path) for route in ROUTES} | {("GET", "/v1/changes")}
