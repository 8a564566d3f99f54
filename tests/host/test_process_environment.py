"""Programs start tenbo in ways that no person does: without streams, terminal or rights, and end it at any moment."""

from __future__ import annotations

import contextlib
import fcntl
import io
import os
import pty
import select
import shlex
import signal
import struct
import subprocess
import sys
import termios
import threading
from pathlib import Path

import pytest

from compiled_firmware import compiled_firmware
from tenbo.cli.dispatch import main
from terminals import in_terminal, plain

pytestmark = pytest.mark.thorough("terminals and disks of every kind")

NOBODY = 65534


def surroundings(folder, **more):
    """Return the environment of a program that keeps what it keeps in a folder."""
    around = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "PYTHONUNBUFFERED")}
    path = os.pathsep.join(sys.path)
    firmware = str(compiled_firmware())
    around |= {"PYTHONPATH": path, "TENBO_STATE": str(folder), "TENBO_FIRMWARE": firmware, "TERM": "xterm"}
    return {**around, **more}


@pytest.mark.parametrize(
    ("line", "status", "out", "err"),
    [
        ("sim <&-", 0, '{"port":', ""),
        ("score --jsonl <&-", 0, "", ""),
        ("replay <&-", 1, "", "there is no game in these records"),
        ("rules list >&-", 0, "", ""),
        ("rules list 2>&-", 0, "ema-2016", ""),
        ("rules show nothing 2>&-", 2, "", ""),
        ("score 1x --ron <&- >&-", 1, "", "is not a tile"),
        ("waits 1x <&- >&- 2>&-", 1, "", ""),
    ],
)
def test_streams_that_are_closed_are_done_without(tmp_path, line, status, out, err):
    """As a service's unit or another program may start it: no traceback, and the status as ever."""
    words, _, closed = line.partition(" <&-" if " <&-" in line else " >&-" if " >&-" in line else " 2>&-")
    closing = line.removeprefix(words) if closed is not None else ""
    ended = subprocess.run(
        ["sh", "-c", f'exec "$@"{closing}', "sh", sys.executable, "-m", "tenbo", *words.split()],
        env=surroundings(tmp_path),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        # No one has a terminal to ask.
        start_new_session=True,
    )
    assert ended.returncode == status
    assert out in ended.stdout
    assert err in ended.stderr
    assert bool(out) == bool(ended.stdout)
    assert bool(err) == bool(ended.stderr)
    assert "Traceback" not in ended.stderr


class Terminal:
    """A program that has a terminal of its own, as a person's shell gives it one."""

    def __init__(self, folder, words, size=(80, 24)):
        self.ours, theirs = pty.openpty()
        self.resize(*size)
        command = [sys.executable, "-m", "tenbo", *words]
        self.program = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=surroundings(folder, PYTHONIOENCODING="utf-8"),
            cwd=folder,
            start_new_session=True,
        )
        os.close(theirs)
        self.shown = b""

    def resize(self, columns, lines):
        """Make the window wider or narrower."""
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def until(self, text):
        """Read until a text has been shown, and return everything up to there."""
        before = len(self.shown)
        while text.encode() not in self.shown[before:]:
            self.shown += os.read(self.ours, 65536)
        return self.shown[before:].decode(errors="replace")

    def type(self, line):
        """Type a line."""
        os.write(self.ours, line.encode() + b"\n")

    def interrupt(self):
        """Press Ctrl-C, once more where nothing has become of it; return the status and all that was shown."""
        os.kill(self.program.pid, signal.SIGINT)
        with contextlib.suppress(OSError):
            while True:
                if not select.select([self.ours], [], [], 20)[0]:
                    os.kill(self.program.pid, signal.SIGINT)
                elif not (part := os.read(self.ours, 65536)):
                    break
                else:
                    self.shown += part
        return self.end()

    def end(self):
        """Read what is left, and return the program's status and all that was shown."""
        # The end of a terminal whose program has gone is an error on Linux.
        with contextlib.suppress(OSError):
            while part := os.read(self.ours, 65536):
                self.shown += part
        os.close(self.ours)
        return self.program.wait(), self.shown.decode(errors="replace")


@pytest.mark.parametrize(
    ("words", "last"),
    [
        (["score", "--jsonl"], "from the keyboard"),
        (["waits", "--jsonl"], "from the keyboard"),
        (["replay"], "from the keyboard"),
        (["sheet", "-"], "from the keyboard"),
        (["import", "-"], "from the keyboard"),
        (["sim"], "tenbo> "),
        (["demo"], "RIICHI"),
    ],
)
def test_an_interruption_ends_every_prompt_without_a_word(tmp_path, words, last):
    """Ctrl-C is no fault; the screen is given back as it was."""
    terminal = Terminal(tmp_path, words)
    terminal.until(last)
    status, shown = terminal.interrupt()
    assert status == 130
    assert "Traceback" not in shown
    assert shown.count("\x1b[?1049h") == shown.count("\x1b[?1049l")


def test_a_window_that_is_made_narrower_has_the_next_picture_within_it(tmp_path):
    """No one starts again because a window was moved to the projector."""
    terminal = Terminal(tmp_path, ["sim"], size=(140, 50))
    wide = terminal.until("tenbo> ")
    terminal.resize(80, 24)
    terminal.type("lamps")
    narrow = terminal.until("tenbo> ").rpartition("\x1b[H")[2]
    terminal.type("quit")
    assert terminal.end()[0] == 0
    assert max(map(len, plain(wide).split("\n"))) > 80
    assert max(map(len, plain(narrow).split("\n"))) <= 80
    assert plain(narrow).count("\n") < 24


@contextlib.contextmanager
def as_nobody():
    """Be a user who owns nothing: root may read everything."""
    if os.geteuid():
        yield
        return
    os.setegid(NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


@pytest.mark.parametrize(
    "line",
    [
        "replay secret",
        "sheet secret",
        "audit secret",
        "import secret",
        "sim secret",
        "seating --check secret",
        "seating --people secret --rounds 2",
        "draw check secret",
        "rules show secret.toml",
        "score 234567m345p678s9s --win 9s --ron --riichi --rules secret.toml",
        "run --config secret.toml",
        "verify secret.db",
    ],
)
def test_a_file_without_rights_is_told_in_a_sentence(tmp_path, monkeypatch, capsys, line):
    """It names the file, and never what stands in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TENBO_STATE", str(tmp_path))
    tmp_path.chmod(0o755)
    for name in ("secret", "secret.toml", "secret.db"):
        (tmp_path / name).write_text("nobody may read this\0")
        (tmp_path / name).chmod(0)
    words = shlex.split(line)
    # Once with all rights, so that nothing is left to be loaded; root reads it.
    main(words)
    capsys.readouterr()
    with as_nobody():
        status = main(words)
    told = capsys.readouterr()
    assert (status, told.out, told.err.count("\n")) == (1, "", 1)
    assert told.err.startswith(f"tenbo {words[0]}: ")
    assert "secret" in told.err
    assert any(word in told.err for word in ("permission", "may not read", "cannot be read")), told.err
    assert not any(inside in told.err for inside in ("nobody may", "Errno", "Traceback"))


def test_a_folder_in_which_one_may_not_write_is_named_with_what_to_do(tmp_path, monkeypatch, capsys):
    """The file is not there yet: no one has rights of it to look at."""
    monkeypatch.chdir(tmp_path)
    tmp_path.chmod(0o755)
    (tmp_path / "closed").mkdir(mode=0o555)
    for name, where in (("closed/plan.txt", "the folder closed"), ("plan.txt", "this folder")):
        words = ["seating", "--players", "8", "--rounds", "2", "--steps", "1", "--out"]
        # Once with all rights, so that nothing is left to be loaded.
        assert main([*words, "/dev/null"]) == 0
        capsys.readouterr()
        with as_nobody():
            status = main([*words, name])
        told = capsys.readouterr()
        assert (status, told.err.count("\n")) == (1, 1), told.err
        assert f"{name} cannot be created: you may not write in {where}; name a file elsewhere, or change" in told.err


def test_the_longest_name_that_a_file_may_have_is_written(tmp_path, monkeypatch, capsys):
    """What is written aside first has no longer name than the file itself."""
    monkeypatch.chdir(tmp_path)
    for name in ("x" * 255, "x" * 251, "x" * 250, "\u6771" * 85):
        assert main(["seating", "--players", "8", "--rounds", "2", "--steps", "1", "--out", name]) == 0, name
        assert (tmp_path / name).is_file()
    assert sorted(one.suffix for one in tmp_path.iterdir()) == [""] * 4
    capsys.readouterr()
    assert main(["seating", "--players", "8", "--rounds", "2", "--steps", "1", "--out", "x" * 256]) == 1
    assert capsys.readouterr().err.endswith("xxx is too long for the name of a file: name a shorter one\n")


@pytest.mark.parametrize(
    ("words", "example"),
    [(["replay"], "game.jsonl"), (["audit"], "archive.jsonl"), (["import"], "server-game.json")],
    ids=["replay", "audit", "import"],
)
def test_whoever_names_a_pipe_is_told_what_is_waited_for(tmp_path, words, example):
    """It waits until another program writes, which a person takes for a program that hangs."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # Opening it waits for the reader, so that nothing here depends on who is first.
    written = (Path(__file__).parents[2] / "examples" / example).read_bytes()
    writer = threading.Thread(target=pipe.write_bytes, args=(written,))
    writer.start()
    shown = in_terminal(*words, str(pipe), columns=200)
    writer.join()
    assert shown.status == 0
    assert shown.text.startswith(f"{pipe} is a pipe: waiting for another program to write to it")


def test_every_command_that_reads_a_file_reads_standard_input_by_the_same_sign(tmp_path, monkeypatch, capsys):
    """`sheet -` did, `replay -` looked for a file of that name."""
    game = (Path(__file__).parents[2] / "examples" / "game.jsonl").read_bytes()
    told = []
    for words in (["replay", "-"], ["replay"]):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(game)))
        assert main(words) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
