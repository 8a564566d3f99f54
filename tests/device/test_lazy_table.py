"""What the device calls without importing it can be found by its name."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware"
TABLE = FIRMWARE / "device" / "lazy_table.py"
MODULES = {path: path.read_text("utf-8") for path in (FIRMWARE / "device").rglob("*.py")}
CALLERS = {**MODULES, FIRMWARE / "main.py": (FIRMWARE / "main.py").read_text("utf-8")}


def entries() -> dict[str, tuple[str, ...]]:
    """Return the table as it stands in its file; `device` itself needs a table to run on."""
    values = [node.value for node in ast.parse(MODULES[TABLE]).body if isinstance(node, ast.Assign)]
    table: dict[str, tuple[str, ...]] = {}
    for line in ast.literal_eval(values[0]).strip().splitlines():
        name, *words = line.split(" ")
        function, *before = [("tenbo_core" if word[0] == "." else "device.") + word for word in words]
        table[name] = (*function.rsplit(".", 1), *before)
    return table


@pytest.mark.parametrize(("name", "module", "function"), [(name, *place[:2]) for name, place in entries().items()])
def test_a_name_of_the_table_leads_to_a_function_and_has_a_caller(name: str, module: str, function: str) -> None:
    """A wrong name would be noticed only when somebody presses that button."""
    target = ast.parse(MODULES[FIRMWARE / (module.replace(".", "/") + ".py")])
    defined = [getattr(node, "name", "") for node in target.body]
    assert function in defined
    assert [path for path, text in CALLERS.items() if path != TABLE and f'"{name}"' in text]


def file_of(module: str) -> Path:
    """Return where a module of ours stands; a package stands in its `__init__`."""
    path = FIRMWARE / ("lib" if module.startswith("tenbo_core") else "") / module.replace(".", "/")
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def imported_by(module: str) -> set[str]:
    """Return the modules of ours that a module loads when it is loaded itself."""
    found = set()
    for node in ast.parse(file_of(module).read_text("utf-8")).body:
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
    known = loaded_with("device.app", loaded_with("device.assembly", set()))
    if name != "later_parts":
        known = loaded_with("device.later_parts", known)
    for each in [*before, module]:
        assert imported_by(each) - known == set(), each
        assert each not in known, f"{each} is loaded all the time"
        known.add(each)


def test_the_first_picture_of_a_start_needs_few_modules() -> None:
    """Every KB of a module is 13 ms more before the displays are lit; the others come while people look at it."""
    first = loaded_with("device.app", loaded_with("device.assembly", set()))
    assert len(first) <= 52, sorted(first)
    for later in ("link", "host_commands", "idle", "lights", "buzzer", "clock_marks", "checkpoints", "handover"):
        assert f"device.{later}" not in first


def test_no_module_is_called_by_a_name_that_is_put_together() -> None:
    """A reader who looks for the callers of a function has to find them."""
    importers = {path.name for path, text in MODULES.items() if "__import__(" in text or "getattr(sys" in text}
    assert importers == {"lazy_modules.py"}


def test_there_are_fewer_than_thirty_suppressed_type_errors_each_with_a_reason() -> None:
    """What the checker cannot know is said in words; all else has a type."""
    lines = [
        f"{path.relative_to(FIRMWARE)}: {line.strip()}"
        for room in ("device", "lib", "sim")
        for path in (FIRMWARE / room).rglob("*.py*")
        if path.suffix in (".py", ".pyi")
        for line in path.read_text("utf-8").splitlines()
        if "type: ignore" in line
    ]
    assert [line for line in lines if "# " not in line.partition("type: ignore")[2]] == []
    assert len(lines) < 30
