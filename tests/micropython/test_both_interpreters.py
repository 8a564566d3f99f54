"""The core gives the same answers on both interpreters.

pytest runs `tests/core` on CPython; here the same files, and the examples in the core's
docstrings, run on the real MicroPython.
"""

from __future__ import annotations

import doctest
import importlib
import json
import pkgutil
import platform
import re
from typing import TYPE_CHECKING

import pytest

import tenbo_core
from rings import mostly_thorough
from unix_port import ROOT, micropython, names_of_tests

HERE = ROOT / "tests" / "micropython"
CORE_TESTS = sorted(path.relative_to(ROOT) for path in (ROOT / "tests" / "core").glob("test_*.py"))

# Files that need pytest's or hypothesis' own machinery, each with what its MicroPython side is.
CPYTHON_ONLY: dict[str, str] = {}
# Files that play by chance, or work a table out from every side.
LONG = (
    "test_checkpoint.py",
    "test_games.py",
    "test_needs.py",
    "test_random_games.py",
    "test_reference_state_machine.py",
)

if TYPE_CHECKING:
    from subprocess import CompletedProcess

CLOSING = re.compile(r"^(\d+) passed, (\d+) failed$")


def counts(done: CompletedProcess[str]) -> tuple[int, int]:
    """Return what the closing line says has passed and failed."""
    closing = CLOSING.match(done.stdout.splitlines()[-1] if done.stdout else "")
    assert closing, f"MicroPython ended without a closing line:\n{done.stdout}{done.stderr}"
    return int(closing[1]), int(closing[2])


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize(
    "path",
    mostly_thorough(
        [path for path in CORE_TESTS if path.name not in CPYTHON_ONLY],
        "many games by chance on MicroPython",
        inner=[path for path in CORE_TESTS if path.name not in LONG],
    ),
    ids=str,
)
def test_a_core_test_file_passes_on_micropython(path):
    """Every test of the file ran, and none failed: a file that ends early is no success."""
    done = micropython(HERE / "run.py", path)
    assert counts(done) == (len(names_of_tests(ROOT / path)), 0), done.stdout + done.stderr


def test_the_files_left_to_cpython_exist():
    """An exemption for a file that is gone would hide the next file of that name."""
    assert set(CPYTHON_ONLY) <= {path.name for path in CORE_TESTS}


def core_examples() -> list[tuple[str, str, list[tuple[str, str, str]]]]:
    """Return the examples in the core's docstrings, one entry for each docstring."""
    found = []
    names = ["tenbo_core", *(module.name for module in pkgutil.walk_packages(tenbo_core.__path__, "tenbo_core."))]
    for name in names:
        for test in doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(name), name):
            examples = [(one.source.strip(), one.want.strip(), promised_error(one)) for one in test.examples]
            if examples:
                found.append((name, test.name.removeprefix(name + "."), examples))
    return found


def promised_error(example: doctest.Example) -> str:
    """Return the error an example promises, without the module that CPython prints before its name."""
    kind, _, message = (example.exc_msg or "").strip().partition(": ")
    return f"{kind.rpartition('.')[2]}: {message}" if kind else ""


def test_the_docstring_examples_of_the_core_hold_on_micropython(tmp_path):
    """An example that was executed on one interpreter only is half a promise."""
    examples = core_examples()
    assert examples
    file = tmp_path / "examples.json"
    # The promise of an error stands where the printed value would.
    entries = [(m, n, [(s, "" if e else w, e) for s, w, e in some]) for m, n, some in examples]
    file.write_text(json.dumps(entries), "utf-8")
    done = micropython(HERE / "examples.py", file)
    assert counts(done) == (len(examples), 0), done.stdout + done.stderr


def test_the_runner_reports_each_failure_with_its_line(tmp_path):
    """The runner is our only witness on MicroPython, so it must be seen to fail."""
    path = tmp_path / "test_sample.py"
    path.write_text("def test_good():\n    assert True\n\n\ndef test_bad():\n    assert 1 == 2, 'sums'\n", "utf-8")
    done = micropython(HERE / "run.py", path)
    assert f"{path}:6: test_bad: AssertionError: sums" in done.stdout.splitlines()
    assert counts(done) == (1, 1)
    assert done.returncode == 1


def test_the_runner_reports_a_file_that_micropython_cannot_read(tmp_path):
    """Syntax outside the shared subset is a failure, not a file without tests."""
    path = tmp_path / "test_sample.py"
    path.write_text("def test_good():\n    match 1:\n        case 1:\n            pass\n", "utf-8")
    done = micropython(HERE / "run.py", path)
    assert "could not be read: SyntaxError" in done.stdout
    assert counts(done) == (0, 1)


def test_the_runner_runs_on_a_real_micropython():
    """Should someone put a CPython in the way, these tests would say nothing."""
    done = micropython("-c", "import sys; print(sys.implementation.name)")
    assert done.stdout.strip() == "micropython"
    assert platform.python_implementation() == "CPython"
