"""A command that is told to end, or whose terminal is closed, leaves nothing behind: no folder, no program."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from programs import ROOT
from rings import mostly_thorough

COMMANDS = {
    "sim": ["sim"],
    "demo": ["demo", "--hands", "99"],
    "hall": ["demo", "--hall", "1", "--listen", "127.0.0.1:0"],
    "rehearse": ["rehearse", "--tables", "1", "--sessions", "8"],
    "rehearse with firmware": ["rehearse", "--tables", "1", "--sessions", "8", "--firmware"],
}
TOLD = [(words, number) for words in COMMANDS.values() for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)]


def begun(program, folder, **more):
    """Start a program that keeps what it makes for a time in a folder, and wait for its first line."""
    around = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TMPDIR": str(folder)}
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    # Under nohup the tests ignore a closed terminal, and what they start would, too.
    more.setdefault("preexec_fn", lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
    process = subprocess.Popen([sys.executable, *program], env=around, text=True, **pipes, **more)
    assert process.stdout.readline()
    return process


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize(
    ("words", "number"), mostly_thorough(TOLD, "every command, and each way to end it", inner=2, rows=True)
)
def test_a_command_that_is_told_to_end_clears_away_what_it_has_made(words, number, tmp_path):
    """Simulated tables keep their flash in folders, a rehearsal its store; a closed window is no accident."""
    process = begun(["-m", "tenbo", *words], tmp_path)
    assert list(tmp_path.iterdir())
    process.send_signal(number)
    _, errors = process.communicate(timeout=300)
    by_itself = number != signal.SIGHUP and "--hall" in words
    assert process.returncode == (0 if by_itself else 128 + number), errors
    assert (errors, list(tmp_path.iterdir())) == ("", [])


def test_a_command_that_is_to_stay_when_its_terminal_is_closed_stays(tmp_path):
    """As nohup means it."""
    process = begun(["-m", "tenbo", "sim"], tmp_path, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    process.send_signal(signal.SIGHUP)
    process.stdin.write("view 0\n")
    process.stdin.flush()
    assert process.stdout.readline()
    assert process.communicate("quit\n", timeout=300)[1] == ""
    assert process.returncode == 0


INTERRUPTED = """
from tenbo.simulator import VirtualTable

table = VirtualTable().start()
print("begun", flush=True)


def ended():
    raise KeyboardInterrupt


table._end_child = ended
table.close()
"""


def test_ctrl_c_amid_the_clearing_away_leaves_nothing_either(tmp_path):
    """Anyone who is impatient presses it twice."""
    process = begun(["-c", INTERRUPTED], tmp_path)
    assert "KeyboardInterrupt" in process.communicate(timeout=300)[1]
    assert list(tmp_path.iterdir()) == []


TEST = """
import os, threading
from tenbo.simulator import VirtualTable


def test_something():
    with VirtualTable():
        os.write(1, b"\\nbegun\\n")
        threading.Event().wait()
"""


@pytest.mark.thorough("a run of the tests in itself")
def test_tests_that_are_told_to_end_clear_away_what_they_have_made(tmp_path):
    """The gate ends a run that takes too long; what it keeps for later runs is the compiled firmware alone."""
    (tmp_path / "test_something.py").write_text(TEST)
    folder = tmp_path / "made"
    folder.mkdir()
    words = ["-qs", "-c", ROOT / "pyproject.toml", "-p", "conftest", "-p", "no:cacheprovider"]
    process = begun(["-m", "pytest", *map(str, words), str(tmp_path / "test_something.py")], folder)
    while process.stdout.readline() != "begun\n":
        pass
    process.terminate()
    process.communicate(timeout=300)
    assert [path for path in folder.iterdir() if not path.name.startswith(f"tenbo-{os.getuid()}-")] == []
