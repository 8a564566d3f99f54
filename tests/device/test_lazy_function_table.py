"""What the device calls without importing it can be found by its name."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tenbo.flash.build.files import FOLDERS, FOR_OTHERS, firmware_files
from tenbo.flash.build.module_bundles import module_name

FIRMWARE = Path(__file__).parents[2] / "firmware"
TABLE = FIRMWARE / "device/runtime/lazy_function_table.py"
MODULES = {path: path.read_text("utf-8") for path in (FIRMWARE / "device").rglob("*.py")}
CALLERS = {
    **MODULES,
    **{path: path.read_text("utf-8") for path in (FIRMWARE / "main.py", FIRMWARE / "lib/tenbo_core/fold.py")},
}


@cache
def entries() -> dict[str, tuple[str, ...]]:
    """Return the table from its file; `device` itself needs a table to run on."""
    values = [node.value for node in ast.parse(MODULES[TABLE]).body if isinstance(node, ast.Assign)]
    table: dict[str, tuple[str, ...]] = {}
    for line in ast.literal_eval(values[0]).strip().splitlines():
        name, *words = line.split(" ")
        function, *before = [("tenbo_core" if word[0] == "." else "device.") + word for word in words]
        table[name] = (*function.rsplit(".", 1), *before)
    return table


@pytest.mark.parametrize(("name", "module", "function"), [(name, *place[:2]) for name, place in entries().items()])
def test_a_name_of_the_table_leads_to_a_function_and_has_a_caller(name: str, module: str, function: str) -> None:
    """A wrong name would be noticed only when someone presses that button."""
    assert function in [getattr(node, "name", "") for node in tree_of(module).body]
    assert [path for path, text in CALLERS.items() if path != TABLE and f'"{name}"' in text]


def file_of(module: str) -> Path:
    """Return the file of one of our modules; a package stands in its `__init__`."""
    path = FIRMWARE / ("lib" if module.startswith("tenbo_core") else "") / module.replace(".", "/")
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def tree_of(module: str) -> ast.Module:
    """Return one of our modules, parsed."""
    return ast.parse(file_of(module).read_text("utf-8"))


@cache
def imported_by(module: str) -> set[str]:
    """Return those of our modules that a module loads when it is loaded itself."""
    found = set()
    for node in tree_of(module).body:
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            inside = {f"{node.module}.{name.name}" for name in node.names}
            found |= {name for name in inside if file_of(name).exists()} or {node.module}
    return {name for name in found if name.startswith(("device.", "tenbo_core."))}


def loaded_with(module: str, known: set[str]) -> set[str]:
    """Return all that is in memory once a module is loaded."""
    for name in imported_by(module) - known:
        known = loaded_with(name, known | {name})
    return known | {module}


@pytest.mark.parametrize("name", [name for name, place in entries().items() if len(place) > 2])
def test_what_a_name_needs_is_loaded_one_module_after_the_other(name: str) -> None:
    """A module takes a Pico some 13 ms a KB: two in one step would keep it from reading the buttons."""
    module, _function, *before = entries()[name]
    known = loaded_with("device.app", loaded_with("device.boot.stage1", set()))
    if name != "later_parts":
        known = loaded_with("device.boot.stage2", known)
    for each in [*before, module]:
        assert imported_by(each) - known == set(), each
        assert each not in known, f"{each} is loaded all the time"
        known.add(each)


def test_every_module_of_a_board_is_loaded_by_some_other_and_none_of_those_that_it_lacks() -> None:
    """A board keeps the names of each of its modules for ever, whether it ever loads it or not."""
    board = firmware_files(FIRMWARE)
    paths = [path.relative_to(FIRMWARE).as_posix() for path in MODULES]
    paths += [path for path in board if path.startswith(("main", "lib"))]
    names = {module_name(path) for path in paths if path.endswith(".py")}
    wanted = {"main", "device.boot.stage3"}
    known = set()
    while wanted - known:
        name = (wanted - known).pop()
        known.add(name)
        text = file_of(name).read_text("utf-8") if name != "main" else (FIRMWARE / "main.py").read_text("utf-8")
        found = set(re.findall(r"(?:from|__import__\(\") ?((?:device|tenbo_core)[\w.]*)", text))
        for package, words in re.findall(r"from ((?:device|tenbo_core)[\w.]*) import (.*)", text):
            found |= {f"{package}.{word.strip()}" for word in words.split(",")}
        if name == "device.runtime.lazy_function_table":
            found |= {module for _, (module, *_rest) in entries().items()}
            found |= {module for _, (_module, _function, *before) in entries().items() for module in before}
        if name == "tenbo_core.fold":
            found |= {f"tenbo_core.{word}" for word in re.findall(r'\("(\w+)", [A-Z"]', text)}
        if name == "tenbo_core.books":
            found |= {
                f"tenbo_core.books.{word.replace('-', '_')}" for word in re.findall(r'^    "([\w-]+)",', text, re.M)
            }
        wanted |= {one for one in found if one in names}
    packages = {"device", "tenbo_core", *[f"device.{folder}" for folder in FOLDERS]}
    assert names - known - packages == set()
    assert {f"tenbo_core.{name[:-3]}" for name in FOR_OTHERS} & known == set()


def test_the_first_picture_of_a_start_needs_few_modules() -> None:
    """Every KB of a module is 13 ms more before the displays are lit; the others come while people look at it."""
    first = loaded_with("device.app", loaded_with("device.boot.stage1", set()))
    assert len(first) <= 52, sorted(first)
    for later in (
        "host.link",
        "host.host_commands",
        "flows.idle_buttons",
        "outputs.lights",
        "outputs.buzzer",
        "storage.session_clock_log",
        "host.ledger_takeover",
    ):
        assert f"device.{later}" in {module_name(path.relative_to(FIRMWARE).as_posix()) for path in MODULES} - first


def test_no_module_is_called_by_a_name_that_is_put_together() -> None:
    """A reader who looks for the callers of a function has to find them."""
    importers = {path.name for path, text in MODULES.items() if "__import__(" in text or "getattr(sys" in text}
    assert importers == {"lazy_modules.py"}


def test_there_are_fewer_than_thirty_suppressed_type_errors_each_with_a_reason() -> None:
    """What the checker cannot know is said in words; all else has a type."""
    lines = [
        f"{path.relative_to(FIRMWARE)}: {line.strip()}"
        for room in ("device", "lib", "parts", "sim", "page")
        for path in (FIRMWARE / room).rglob("*.py*")
        if path.suffix in (".py", ".pyi")
        for line in path.read_text("utf-8").splitlines()
        if "type: ignore" in line
    ]
    assert [line for line in lines if "# " not in line.partition("type: ignore")[2]] == []
    assert len(lines) < 30
