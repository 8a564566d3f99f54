"""Services: each is handed the few collaborators that it uses, and one place builds them all."""

from __future__ import annotations

import ast
import inspect
import re

import pytest

from programs import ROOT
from tenbo.app import hall_services
from tenbo.runtime.service_log import ServiceLog
from tenbo.tournament.repository import TournamentRepository
from tenbo.tournament.series.season_view import SeasonViews

HOST = ROOT / "host/tenbo"
# The composition root, which alone knows all services of a process.
COMPOSITION = HOST / "app"
ALL_TOGETHER = {"HallServices"}
ALL_NAMES = {"services"}
# Readers of a store have a repository of their own, and a command writes its own log.
BUILT_ELSEWHERE = {TournamentRepository, ServiceLog, SeasonViews}
MOST_COLLABORATORS = 4


@pytest.fixture(scope="module")
def services():
    """Return the class of each service by its name among the others."""
    modules = {name: module for name, module in vars(hall_services).items() if inspect.isclass(module)}
    hints = inspect.get_annotations(hall_services.HallServices)
    known = {**modules, "ServiceLog": ServiceLog}
    return {name: known[hint] for name, hint in hints.items()}


def parsed(folder):
    """Yield the path and the syntax tree of each module below a folder."""
    for path in sorted(folder.rglob("*.py")):
        yield path.relative_to(ROOT), ast.parse(path.read_text("utf-8"))


def names_in(annotation):
    """Return the names that an annotation uses, also inside a text."""
    if annotation is None:
        return set()
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = ast.parse(annotation.value, mode="eval")
    return {node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)} | {
        node.attr for node in ast.walk(annotation) if isinstance(node, ast.Attribute)
    }


def arguments_of(function):
    """Return all parameters of a function."""
    given = function.args
    return [*given.posonlyargs, *given.args, *given.kwonlyargs]


@pytest.mark.thorough("seconds of a processor")
def test_no_function_outside_the_composition_takes_all_services():
    """A function that takes everything may use anything, and no one sees what."""
    takes = [
        f"{path}:{node.lineno} {argument.arg}"
        for path, tree in parsed(HOST)
        if COMPOSITION not in (ROOT / path).parents
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for argument in arguments_of(node)
        if names_in(argument.annotation) & ALL_TOGETHER or argument.arg in ALL_NAMES
    ]
    assert takes == []


@pytest.mark.thorough("seconds of a processor")
def test_services_are_built_by_the_composition_alone(services):
    """A second one of its kind would have locks and caches of its own."""
    classes = {service.__name__ for service in services.values() if service not in BUILT_ELSEWHERE}
    built = [
        f"{path}:{node.lineno} {node.func.id}"
        for path, tree in parsed(HOST)
        if COMPOSITION not in (ROOT / path).parents
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id in classes or node.func.id.endswith("Routes")
    ]
    assert built == []


def test_a_use_case_has_few_collaborators(services):
    """Besides the log; more would mean that it is several use cases."""
    many = {}
    for service in services.values():
        if service.__module__.startswith("tenbo.hall."):
            own = [name for name in inspect.signature(service).parameters if name != "log"]
            if len(own) > MOST_COLLABORATORS:
                many[service.__name__] = own
    assert many == {}


def test_each_service_is_used_where_it_is_handed_to(services):
    """A collaborator that is kept and not used is no collaborator."""
    unused = []
    for service in {*services.values()} - BUILT_ELSEWHERE:
        source = inspect.getsource(service)
        for name in inspect.signature(service).parameters:
            if f"self._{name} = {name}" in source and len(re.findall(rf"self\._{name}\b", source)) == 1:
                unused.append(f"{service.__name__}.{name}")
    assert unused == []
