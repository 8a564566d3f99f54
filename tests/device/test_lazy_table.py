"""What the device calls without importing it can be found by its name."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware"
TABLE = FIRMWARE / "device" / "lazy_table.py"
MODULES = {path: path.read_text("utf-8") for path in (FIRMWARE / "device").rglob("*.py")}


def entries() -> dict[str, tuple[str, str]]:
    """Return the table as it stands in its file; `device` itself needs a table to run on."""
    values = [node.value for node in ast.parse(MODULES[TABLE]).body if isinstance(node, ast.Assign)]
    table: dict[str, tuple[str, str]] = ast.literal_eval(values[0])
    return table


@pytest.mark.parametrize(("name", "module", "function"), [(name, *place) for name, place in entries().items()])
def test_a_name_of_the_table_leads_to_a_function_and_has_a_caller(name: str, module: str, function: str) -> None:
    """A wrong name would be noticed only when somebody presses that button."""
    target = ast.parse(MODULES[FIRMWARE / (module.replace(".", "/") + ".py")])
    defined = [getattr(node, "name", "") for node in target.body]
    assert function in defined
    assert [path for path, text in MODULES.items() if path != TABLE and f'"{name}"' in text]


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
