"""Two rings of tests: what every change runs touches every room, and what it leaves is run right after it."""

from __future__ import annotations

import ast
import os
import re
import signal
import subprocess
import sys

import pytest

from programs import ROOT
from rings import mostly_thorough

TESTS = ROOT / "tests"
# What no change goes in without: a browser, a game on MicroPython that loses its power, a terminal, a database.
NEVER_LEFT = [
    ("web/test_data_age.py", "test_a_page_says_that_the_service_is_gone_and_goes_on_by_itself_when_it_is_back"),
    ("device/test_table_faults.py", "test_power_lost_at_any_write_leaves_the_table_before_or_after_the_event"),
    ("device/test_sim_prompt.py", None),
    ("host/cluster/test_pg_store.py", None),
    ("host/store/test_store.py", None),
]


def left(node: ast.AST) -> bool:
    """Return whether a mark of the outer ring is in it."""
    return any(isinstance(part, ast.Attribute) and part.attr == "thorough" for part in ast.walk(node))


def whole_module_left(tree: ast.Module) -> bool:
    """Return whether a module stands in the outer ring with all it has."""
    marks = [
        node for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"
    ]
    return any(map(left, marks))


def test_every_room_has_tests_in_the_inner_ring():
    """A change that breaks a room is seen by anyone who runs `make test`."""
    rooms: dict[str, list[bool]] = {}
    for path in TESTS.rglob("test_*.py"):
        room = path.parent.relative_to(TESTS).as_posix()
        rooms.setdefault(room, []).append(whole_module_left(ast.parse(path.read_text("utf-8"))))
    assert len(rooms) > 15
    assert [room for room, modules in rooms.items() if all(modules)] == []


@pytest.mark.parametrize(("file", "name"), NEVER_LEFT)
def test_a_browser_a_power_cut_a_terminal_and_a_database_are_in_the_inner_ring(file, name):
    """The real thing of each kind, once at least."""
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    tests = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    named = [node for node in tests if name in (None, node.name)]
    assert named
    assert not whole_module_left(tree)
    assert any(not any(map(left, node.decorator_list)) for node in named)


def test_the_cases_of_a_test_stay_all_of_them():
    """What is left to the outer ring is marked with its reason, and nothing is dropped."""
    cases = mostly_thorough([(1, 2), (3, 4), (5, 6)], "more", inner=[(3, 4)], rows=True)
    assert cases[1] == (3, 4)
    assert [case.values for case in (cases[0], cases[2])] == [(1, 2), (5, 6)]
    assert [mark.args for mark in cases[0].marks] == [("more",)]
    assert mostly_thorough([(), ("a",)], "more")[1].values == (("a",),)


# ---------------------------------------------------------------- what pytest says

SAMPLE = """
import pytest

def test_small():
    pass

@pytest.mark.thorough("takes long")
@pytest.mark.parametrize("number", range(3))
def test_large(number):
    pass
"""


def pytest_says(folder, *words):
    """Return what pytest ends with over the sample, with the hooks of our own tests."""
    command = [sys.executable, "-m", "pytest", "-p", "conftest", "-p", "no:cacheprovider"]
    return subprocess.run(
        [*command, "-c", ROOT / "pyproject.toml", "--rootdir", folder, *words, folder / "test_sample.py"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (TESTS, ROOT))), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.thorough("runs of pytest within one")
@pytest.mark.parametrize(
    "processes", [(), pytest.param(("-n", "2"), marks=pytest.mark.thorough("programs that start programs"))]
)
def test_what_is_left_is_counted_in_the_last_lines(tmp_path, processes):
    """No one takes the inner ring for all there is."""
    (tmp_path / "test_sample.py").write_text(SAMPLE, "utf-8")
    last = pytest_says(tmp_path, *processes, "-m", "not thorough").stdout.splitlines()[-2:]
    assert last[0] == "3 tests are left to the outer ring: make thorough runs them."
    assert "1 passed" in last[1]
    # Anyone who names a file gets all of it.
    said = pytest_says(tmp_path, *processes).stdout
    assert "4 passed" in said.splitlines()[-1]
    assert "outer ring" not in said


WITH_EXAMPLE = '''
def half(number):
    """Return half a number.

    >>> half(4)
    2
    """
    return number // 2

def test_it():
    assert half(4) == 2
'''


@pytest.mark.thorough("runs of pytest within one")
@pytest.mark.parametrize("processes", ["2", "5"])
def test_every_process_collects_the_same_tests_in_the_same_order(tmp_path, processes):
    """Each begins elsewhere in a folder, perhaps between the examples and the tests of one file."""
    (tmp_path / "test_sample.py").write_text("def test_it(): pass\n", "utf-8")
    (tmp_path / "within").mkdir()
    for name in ("a", "b", "c"):
        (tmp_path / "within" / f"test_{name}.py").write_text(WITH_EXAMPLE, "utf-8")
    said = pytest_says(tmp_path, "-n", processes, tmp_path / "within").stdout
    assert "7 passed" in said.splitlines()[-1]


@pytest.mark.thorough("runs of pytest within one")
def test_a_mark_of_the_outer_ring_needs_its_reason(tmp_path):
    """A reader of the test sees why not everybody runs it."""
    (tmp_path / "test_sample.py").write_text(SAMPLE.replace('("takes long")', ""), "utf-8")
    done = pytest_says(tmp_path)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert 'say why: pytest.mark.thorough("games that take long")' in done.stderr


@pytest.mark.thorough("seconds of a processor")
def test_a_run_in_the_background_starts_programs_that_hear_ctrl_c(tmp_path):
    """A shell lets what it puts aside ignore it; a test that interrupts a program would wait for its end for ever."""
    hears = (
        "import signal\n\ndef test_it():\n    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler\n"
    )
    (tmp_path / "test_sample.py").write_text(hears, "utf-8")
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        done = pytest_says(tmp_path)
    finally:
        signal.signal(signal.SIGINT, before)
    assert done.returncode == 0, done.stdout


# ---------------------------------------------------------------- the gate

# Stands for make: a ring writes the next line of its file of answers, and fails where that says so.
MAKE = """#!/bin/sh
case $1 in
  test | thorough) ;;
  */made) mkdir -p "$VENV/bin" && ln -sf "$PYTHON_HERE" "$VENV/bin/python"; exit ;;
  "$BROKEN") exit 1 ;;
  *) exit 0 ;;
esac
line=$(sed -n 1p "$ANSWERS/$1")
sed -i 1d "$ANSWERS/$1"
mkdir -p .pytest_cache/v/cache
case $line in
  *failed*) printf '{"tests/%s.py::one": true}' "$1" >.pytest_cache/v/cache/lastfailed ;;
esac
echo "====== $line ======"
case $line in *failed*) exit 1 ;; esac
"""

# Stands for another Python: answers which it is, by its name.
OTHER_PYTHON = """#!/bin/sh
version=${0##*python}
case $2 in *platform*) echo $version.0 ;; *) echo $version ;; esac
"""


def gate(folder, test, thorough, broken=""):
    """Run the gate in an empty tree, where make gives these answers; return its status and its last lines."""
    (folder / ".ci").mkdir()
    (folder / ".ci" / "run").write_bytes((ROOT / ".ci" / "run").read_bytes())
    programs = folder / "programs"
    programs.mkdir()
    for name, text in (
        ("make", MAKE),
        ("dpkg-query", "#!/bin/sh\necho install ok installed\n"),
        ("apt-get", "#!/bin/sh\n"),
    ):
        (programs / name).write_text(text, "utf-8")
        (programs / name).chmod(0o755)
    # The Pythons that there are, so that the gate asks none of this machine: two besides the first.
    for name in ("python3", *(f"python3.{minor}" for minor in range(11, 20))):
        is_there = name in ("python3.18", "python3.19")
        (programs / name).write_text(OTHER_PYTHON if is_there else "#!/bin/sh\nexit 1\n", "utf-8")
        (programs / name).chmod(0o755)
    (folder / "test").write_text("\n".join(test) + "\n", "utf-8")
    (folder / "thorough").write_text("\n".join(thorough) + "\n", "utf-8")
    surroundings = {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "ANSWERS": str(folder),
        "BROKEN": broken,
        "PYTHON_HERE": sys.executable,
        "TMPDIR": str(folder),
        "PYENV_ROOT": str(folder / "no-pyenv"),
    }
    done = subprocess.run(
        ["bash", folder / ".ci" / "run"], env=os.environ | surroundings, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout.splitlines()


@pytest.mark.thorough("seconds of a processor")
def test_the_last_line_of_the_gate_adds_both_rings(tmp_path):
    """In the words of pytest, as if it had been one run."""
    inner, outer = "5000 passed, 422 deselected in 120.25s (0:02:00)", "422 passed in 486.28s (0:08:06)"
    status, said = gate(tmp_path, [inner], [outer])
    assert status == 0
    assert said[-1] == "======================= 5422 passed in 606.53s (0:10:06) ======================="
    assert [line.split()[0] for line in said if line.endswith(" ok")][2:4] == ["tests", "thorough"]


@pytest.mark.thorough("seconds of a processor")
def test_the_newest_python_runs_the_host_s_part_and_those_in_between_a_smaller_one(tmp_path):
    """What the oldest and the newest agree on holds between them, but for what leans on the library most."""
    status, said = gate(tmp_path, ["9 passed in 2.00s"], ["5 passed in 3.00s"])
    assert status == 0
    assert said[-3:-1] == ["A smaller part: Python 3.18.0", "The host's part: Python 3.19.0"]
    sections = [line.split()[0] for line in said if re.search(r" \d+ s  ok$", line)]
    assert [name for name in sections if name.startswith("python")] == ["python-3.18", "python-3.19"]


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("unsteady", mostly_thorough(["test", "thorough"], "the other ring"))
def test_what_passes_alone_in_either_ring_is_named_and_counted_once(tmp_path, unsteady):
    """A busy machine is no failure of the change, and no one forgets it."""
    rings = {"test": ["100 passed in 20.00s"], "thorough": ["50 passed in 30.00s"]}
    rings[unsteady] = ["2 failed, 40 passed in 20.00s", "2 passed in 1.00s"]
    status, said = gate(tmp_path, **rings)
    assert status == 0
    assert said[-2:] == [
        f"Unsteady, passed only alone: tests/{unsteady}.py::one",
        f"{142 if unsteady == 'thorough' else 92} passed, 0 failed",
    ]


@pytest.mark.thorough("gates that fail, one at a place")
@pytest.mark.parametrize(
    ("test", "thorough", "broken", "closing"),
    [
        (["1 failed, 9 passed in 2.00s", "1 failed in 1.00s"], ["5 passed in 3.00s"], "", "14 passed, 1 failed"),
        (["9 passed in 2.00s"], ["2 failed, 5 passed in 3.00s", "2 failed in 1.00s"], "", "14 passed, 2 failed"),
        (["9 passed in 2.00s"], ["5 passed in 3.00s"], "spelling", "14 passed, 1 failed"),
        (["1 failed, 9 passed in 2.00s", "1 passed in 1.00s"], ["5 passed in 3.00s"], "lint", "15 passed, 1 failed"),
    ],
    ids=["in the inner ring", "in the outer ring", "beside the tests", "beside an unsteady test"],
)
def test_what_fails_in_any_section_is_in_the_sum(tmp_path, test, thorough, broken, closing):
    """The last line never sounds better than it is, and the sections after a failure run all the same."""
    status, said = gate(tmp_path, test, thorough, broken)
    assert status == 1
    assert said[-1] == closing
    assert any(line.startswith("demo ") and line.endswith("ok") for line in said)
