"""The device's tests run where the device runs: on the real MicroPython.

Those that need no frame buffer run on CPython too, where pytest collects them itself.
"""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

from rings import mostly_thorough
from unix_port import ROOT, micropython, names_of_tests

HERE = Path(__file__).parent
FIRMWARE = ROOT / "firmware"
# What begins with this import is for CPython alone.
CPYTHON_ONLY = "from __future__ import annotations"
FILES = sorted(path.name for path in HERE.glob("test_*.py") if CPYTHON_ONLY not in path.read_text("utf-8"))
# What needs modules that CPython has not stands in a list there.
WITHOUT_CPYTHON = [name for name in FILES if f'"{name}"' in (HERE / "conftest.py").read_text("utf-8")]
# Theirs are hundreds of games told and folded.
LONG = ["test_checkpoints.py", "test_text_fits.py"]
INNER = [name for name in WITHOUT_CPYTHON if name not in LONG]
WITH_EXAMPLES = ("device.outputs.views", "device.outputs.view_dump", "device.input.buttons")


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize("name", mostly_thorough(FILES, "CPython runs it, or it takes seconds", inner=INNER))
def test_a_file_passes_on_micropython(name: str) -> None:
    """Every test of the file ran, and none failed: a file that ends early is no success."""
    done = micropython("tests/micropython/run.py", f"tests/device/{name}")
    wanted = f"{len(names_of_tests(HERE / name))} passed, 0 failed"
    assert wanted == (done.stdout.splitlines() or [""])[-1], done.stdout + done.stderr


def test_the_parts_of_a_seat_are_among_them() -> None:
    """A wrong mark would leave them out without a word."""
    assert {"test_buttons.py", "test_drawing.py", "test_seat_display.py", "test_seat_box_driver.py"} <= set(FILES)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_the_examples_in_the_device_are_true(name: str) -> None:
    """An example that is not executed is an opinion."""
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0


def test_only_the_board_imports_machine() -> None:
    """Hardware comes in through one door; the rest is given what it drives."""
    importing = re.compile(r"^\s*(import|from) machine\b", re.MULTILINE)
    found = [path.name for path in FIRMWARE.glob("device/**/*.py") if importing.search(path.read_text("utf-8"))]
    assert found == ["board.py"]
