"""Hundreds of wrong inputs, over all commands and on every kind of terminal: one sentence each, and nothing done."""

from __future__ import annotations

import gzip
import io
import os
import shlex
import socket
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from shutil import copytree
from typing import NamedTuple

import pytest

from rings import mostly_thorough
from tenbo.cli.dispatch import main
from tenbo.cli.support.registry import NAMES
from tenbo.cli.support.text_layout import text_width
from tenbo.simulator.fake_tables import FakeTables

from .conftest import serve

ROWS = Path(__file__).parents[2] / "vectors" / "inputs" / "wrong.txt"
# The files that rows name: spreadsheets of many kinds, rule books, games, and what is none of these.
FILES = {
    "no-port.txt": b"1@127.0.0.1:x\n",
    "code.txt": b"1@localhost:1\n",
    "empty": b"",
    "nul.txt": b"1-2-3-\x004\n",
    "picture.png": b"\x89PNG\r\n\x1a\n\x00\x00\x00",
    "half.csv": b"\xff\xfen\x00a",
    "odd.txt": b"1-2-3-\xc2\xb2\n",
    "arabic.txt": b"1-2-3-\xd9\xa3\n",
    "twice.txt": b"1-1-2-3\n",
    "letters.toml": b"\x80\x81\xff=1\n",
    "open.toml": b"uma = [20, 10\n",
    "thousands.toml": b'title = "Club"\nextends = "ema-2016"\numa = [20, 10, -10, -20]\n',
    "unequal.toml": b'title = "Club"\nextends = "ema-2016"\numa = [20000, 10000, -10000, -10000]\n',
    "unknown.toml": b'title = "Club"\nextends = "ema-2016"\nkiriagee = true\n',
    "brace.json": b"{",
    "list.json": b"[1,2]",
    "deep.json": b"[" * 100_000,
    "bad.jsonl": b"{\n",
    "pretty.json": b'{\n  "event": "start",\n  "rules": "ema-2016"\n}\n{\n  "event": "hand"\n}\n',
    "array.json": b'[{"event": "start", "rules": "ema-2016"},\n{"event": "hand"}]\n',
    "crossed.csv": b'id;name\n"1;Ada\n',
    "cells.csv": b"id,name\n1,Lovelace,Ada\n",
    "noname.csv": b"id;country\n1;NED\n",
    "twoids.csv": b"id;name\n1;Ada\n1;Bea\n",
    "ema.csv": b"id;name;EMA number\n1;Ada;12\n",
    "land.csv": b"id;name;country\n1;Ada;QQQ\n",
    "zero.csv": b"id;name\n0;Ada\n",
    "scores.csv": b"session,table,seat,player,score\n1,1,E,11,25000\n1,1,S,12,25000\n1,1,W,8,25000\n1,1,N,3,26000\n",
    "thousand.csv": b"session,table,seat,player,score\n1,1,E,11,30\n1,1,S,12,30\n1,1,W,8,30\n1,1,N,3,30\n",
    "wind.csv": b"session,table,seat,player,score\n1,1,Q,11,30000\n",
    "large.csv": b"id;name\n" + b"".join(b"%d;Ada Lovelace of Table %d\n" % (n, n) for n in range(1, 40_000)),
    "utf32.csv": "id;name\n1;Ada\n".encode("utf-32"),
    "twocolumns.csv": b"id;name;name\n1;Ada;Bea\n",
    "damaged.gz": b"\x1f\x8b\x08" + bytes(20),
    "packed.gz": gzip.compress(b"id;name\n1;Ada\n"),
    "utf16.jsonl": '{"id": 1}\n'.encode("utf-16"),
    "nobody.txt": b"0-0-0-0\n\n1-2-3-4\n",
    "plan99.txt": b"1-2-3-99\n4-5-6-7\n8-9-10-11\n",
}


def rows():
    """Return the rows of the table: what is typed, how it ends, what its sentence says."""
    lines = [line for line in ROWS.read_text("utf-8").splitlines() if not line.startswith("#")]
    parts = [line.partition(" => ") for line in lines]
    return [(typed[2:], int(typed[0]), sentence) for typed, _, sentence in parts]


WRONG = rows()


class Medium(NamedTuple):
    """Where a command writes to: its letters, and what is known of its terminal, if it is one."""

    encoding: str
    columns: int = 0
    lines: int = 24
    term: str = "xterm"


PIPE = Medium("utf-8")
MEDIA = (
    Medium("utf-8", 80),
    Medium("utf-8", 120, 40),
    Medium("utf-8", 80, term="dumb"),
    Medium("cp1252", 80),
    Medium("ascii", 80, term="dumb"),
    Medium("ascii"),
)


class Written(io.TextIOWrapper):
    """What is written to a terminal, or to none."""

    def __init__(self, medium: Medium) -> None:
        super().__init__(io.BytesIO(), encoding=medium.encoding)
        self.is_terminal = medium.columns > 0

    def isatty(self):
        """Return whether this is a terminal."""
        return self.is_terminal

    def text(self, encoding):
        """Return what was written."""
        self.flush()
        return self.buffer.getvalue().decode(encoding)


def content(path):
    """Return every row of a store, whatever its table."""
    with closing(sqlite3.connect(path)) as connection:
        return [*connection.iterdump()]


@pytest.fixture(scope="module")
def prepared():
    """Return what is in the store of the hall before the first row, once it is made."""
    return []


@pytest.fixture(scope="module")
def store(tmp_path_factory, prepared):
    """Return the store of a hall that all rows share: what is refused changes nothing."""
    folder = tmp_path_factory.mktemp("hall")
    copytree(Path(__file__).parents[3] / "examples", folder / "examples")
    for name, data in FILES.items():
        (folder / name).write_bytes(data)
    (folder / "folder").mkdir()
    (folder / "broken").symlink_to("gone")
    (folder / "loop").symlink_to("loop")
    (folder / "endless.toml").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe")
    with socket.socket(socket.AF_UNIX) as unread, pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        unread.bind("socket")
    with pytest.MonkeyPatch.context() as patch, FakeTables(folder, 2) as paper:
        patch.chdir(folder)
        patch.setattr("tenbo.devices.follower.SILENCE_MS", 600_000)
        with serve(folder, paper) as run:
            for words in ("players examples/players.csv", "plan examples/seating.txt", "new 'Spring open'"):
                assert main(["session", *shlex.split(words), "--store", str(run.store)]) == 0
            prepared += content(run.store)
            yield run.store


def typed(monkeypatch, store, line, medium):
    """Type a line with a medium to write to, and return its status and what was written to both streams."""
    words = shlex.split(line)
    out, err = Written(medium), Written(medium)
    with monkeypatch.context() as patch:
        patch.chdir(store.parent)
        # Every command that asks a service finds this one.
        patch.setenv("TENBO_STATE", str(store.parent))
        patch.setenv("TERM", medium.term)
        patch.setenv("COLUMNS", str(medium.columns or 80))
        patch.setenv("LINES", str(medium.lines))
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        status = main(words)
    return status, out.text(medium.encoding), err.text(medium.encoding)


def letters(text, encoding):
    """Return a text's letters as a medium has them, without blanks, wherever its lines are broken."""
    return "".join(text.encode(encoding, "replace").decode(encoding).split())


def check(answer, line, status, sentence, medium):
    """See that one sentence says what is wrong, and that the status is the documented one."""
    ended, out, err = answer
    name = line.partition(" ")[0]
    assert (ended, out) == (status, "")
    assert err.startswith(f"tenbo {name}: " if name in NAMES else "tenbo: ")
    assert letters(sentence, medium.encoding) in letters(err, medium.encoding)
    assert not any(inside in err for inside in ("Traceback", "Errno", "Error(", "recursion", "\x1b"))
    if medium.columns:
        assert max(map(text_width, err.splitlines())) <= medium.columns
    else:
        assert err.count("\n") == 1


@pytest.mark.thorough("a service and simulated tables for seconds")
@pytest.mark.parametrize(
    ("number", "row"),
    mostly_thorough(enumerate(WRONG), "more that people mistype", inner=100, rows=True),
    ids=[line for line, _, _ in WRONG],
)
def test_what_is_wrong_is_told_in_one_sentence_wherever_it_is_typed(monkeypatch, store, number, row):
    """In a pipe as one line, on a terminal within its columns; with letters that it has, and the documented status."""
    for medium in (PIPE, MEDIA[number % len(MEDIA)]):
        check(typed(monkeypatch, store, row[0], medium), *row, medium)


def test_there_are_hundreds_of_them_and_every_command_has_some():
    """A command that is added gets its rows."""
    commands = {line.partition(" ")[0] for line, _, _ in WRONG}
    assert len(WRONG) > 300
    # These take no word that could be wrong.
    assert NAMES - commands == set()
    assert len({line for line, _, _ in WRONG}) == len(WRONG)


def test_nothing_of_all_that_was_recorded(monkeypatch, store, prepared):
    """No matter what the order of the rows: players, records and all else are what the preparation made."""
    status, out, _ = typed(monkeypatch, store, "session show", PIPE)
    assert status == 0
    assert "the desk's last record is number 5\n" in out
    assert content(store) == prepared
    assert [*(store.parent / "folder").iterdir()] == []
