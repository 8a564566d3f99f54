"""A change that `make mutants` tries is put into the process of the tests, and where that cannot be, into files."""

from __future__ import annotations

import ast
import gc
import importlib.util
import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tools.mutation.live_patch import PatchedProgram
from tools.mutation.selection import ROOT, known_equivalents

SOUND = """
LEAST = 3

def enough(han, least=LEAST):
    return han >= least

class Seat:
    def __init__(self, points):
        self.points = [point for point in points if point > 0]
        self.most = max(points)

    def sum(self):
        return sum(self.points)
"""

# What is changed, and what the module is asked and answers then; without an answer a new process is needed.
CHANGES = [
    ("han >= least", "han > least", "enough(3)", False),
    ("point > 0", "point >= 2", "Seat([1, 2, 3]).sum()", 5),
    ("self.points = [point for point in points if point > 0]", "pass", "hasattr(Seat([1]), 'points')", False),
    ("sum(self.points)", "sum(point for point in self.points if point != 1)", "Seat([1, 2]).sum()", 2),
    ("LEAST = 3", "LEAST = 4", "enough(3)", None),
    ("least=LEAST", "least=5", "enough(3)", None),
]


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize(("old", "new", "question", "answer"), CHANGES)
def test_a_change_within_a_function_is_in_force_at_once(tmp_path, monkeypatch, old, new, question, answer):
    """Also when what pytest has collected is left out of the collections of garbage, as here."""
    path = tmp_path / "changed_seat.py"
    path.write_text(SOUND, "utf-8")
    monkeypatch.chdir(tmp_path)
    spec = importlib.util.spec_from_file_location("changed_seat", path)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "changed_seat", module)
    spec.loader.exec_module(module)
    before = eval(question, vars(module))
    gc.freeze()
    put = PatchedProgram().patch_functions(path, SOUND, SOUND.replace(old, new))
    assert put == (answer is not None)
    if put:
        assert eval(question, vars(module)) == answer != before


def test_a_file_that_was_not_imported_is_read_when_it_is(tmp_path):
    """It has been changed on the disk by then."""
    assert PatchedProgram().patch_functions(tmp_path / "later.py", SOUND, SOUND.replace("3", "4"))


@pytest.mark.thorough("a pytest of its own")
def test_examples_alone_notice_a_change_or_not(tmp_path):
    """No other test has compiled the firmware there, and none is needed: what fails is the example, not the try."""
    sound = 'def most(points):\n    """\n    >>> most([1, 3])\n    3\n    """\n    return max(points)\n'
    (tmp_path / "points.py").write_text(sound, "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --doctest-modules\n", "utf-8")
    surroundings = {name: value for name, value in os.environ.items() if name != "TENBO_FIRMWARE"}
    ours, theirs = socket.socketpair()
    surroundings |= {"PYTHONPATH": str(Path(__file__).parents[1]), "TRYING": str(theirs.fileno())}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "tools.mutation.runner_plugin",
        "points.py",
    ]
    with ours, theirs, ours.makefile("rw", encoding="utf-8") as lines:
        tries = subprocess.Popen(
            command, cwd=tmp_path, env=surroundings, pass_fds=[theirs.fileno()], stdout=subprocess.DEVNULL
        )
        theirs.close()
        (name,) = json.loads(lines.readline())["collected"]
        answers = []
        for unsound in ("min(points)", "max(points or [0])"):
            change = {"file": str(tmp_path / "points.py"), "sound": sound}
            change["unsound"] = sound.replace("max(points)", unsound)
            order = {"change": change, "tests": [name], "usual": {name: 0.1}, "seconds": 60}
            lines.write(json.dumps(order) + "\n")
            lines.flush()
            answers.append(json.loads(lines.readline())["failed"])
    assert tries.wait() == 0
    assert answers == [name, ""]


def test_what_was_judged_equivalent_is_there():
    """A judgement about a file or function of another name would be lost, and its change be a survivor again."""
    gone = []
    for file, place in {tuple(row.split(" | ")[:2]) for row in known_equivalents()}:
        tree = ast.parse((ROOT / file).read_text("utf-8")) if (ROOT / file).is_file() else ast.Module([], [])
        for name in filter(None, place.strip().split(".")):
            found = [node for node in ast.walk(tree) if getattr(node, "name", None) == name]
            if not found:
                gone.append((file, place))
                break
            tree = found[0]
    assert gone == []
