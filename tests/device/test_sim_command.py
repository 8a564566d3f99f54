"""`tenbo sim`, driven as a user's script drives it: a process with lines in and records out."""

from __future__ import annotations

import contextlib
import json
import os
import platform
import select
import signal
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest

PROBE = Path(__file__).parent / "probe"


def sim(script: str, *words: str, env: dict[str, str] | None = None) -> list[dict[str, Any]]:
    """Run a script and give its records, the port's one first."""
    ran = subprocess.run(
        [sys.executable, "-m", "tenbo", "sim", *words],
        input=script.encode(),
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), **(env or {})},
    )
    assert ran.stderr == b""
    records = [json.loads(line) for line in ran.stdout.splitlines()]
    # As of every command that reads records: 1 when at least one was refused; 2 for words that mean nothing.
    codes = [record["error"]["code"] for record in records if "error" in record]
    assert ran.returncode == (2 if codes == ["unknown_rules"] else int(bool(codes)))
    return records


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_first_hand_by_commands() -> None:
    """Dice, a riichi: the display says it, the lamp is lit, the table has moved the stick."""
    port, dice, riichi, view, lamps, state, done = sim("press table dice\npress 1 riichi\nview 1\nlamps\nstate\nquit\n")
    assert set(port) == {"port"}
    assert (dice["done"], riichi["done"], done["done"]) == ("press", "press", "quit")
    assert view["view"]["score"] == 29000
    assert (view["view"]["wind"], view["view"]["round"], view["view"]["riichi"]) == ("S", "E1", True)
    assert lamps["riichi"] == [False, True, False, False]
    assert len(lamps["marker"]) == 12
    assert (state["scores"], state["sticks"], state["riichi"]) == ([30000, 29000, 30000, 30000], 1, [1])


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_clubs_own_book_is_played_and_comes_back_from_the_flash(tmp_path: Path) -> None:
    """The device knows no such book: it plays the one it starts from, with the changes, also after a restart."""
    book = tmp_path / "club.toml"
    points = "start_points = 25000\ntarget_points = 25000"
    book.write_text(f'extends = "ema-2016"\n{points}\nbust = true\n[yaku]\nopen_riichi = [2, 0]\n', "utf-8")
    words = ("--rules", str(book), "--flash", str(tmp_path))
    played = sim("press table dice\npress 1 riichi\nstate\nquit\n", *words)[3]
    assert played["scores"] == [25000, 24000, 25000, 25000]
    assert sim("state\nquit\n", *words)[1] == played


@pytest.mark.thorough("a table that computes as a chip")
def test_a_table_that_should_compute_as_a_chip_says_what_is_missing(tmp_path: Path) -> None:
    """Nothing but valgrind counts instructions; a path without it stands for a machine without it."""
    (record,) = sim("quit\n", "--chip", env={"PATH": str(tmp_path)})
    assert record["error"]["code"] == "not_installed"
    assert "apt install valgrind" in record["error"]["message"]


@pytest.mark.skipif(platform.machine() != "x86_64" or sys.platform != "linux", reason="valgrind counts on x86-64 alone")
@pytest.mark.thorough("a table that computes as a chip")
def test_a_table_that_computes_as_a_chip_starts_and_plays(tmp_path: Path) -> None:
    """With a valgrind that counts nothing: its requests are instructions that do nothing on a real processor."""
    counter = tmp_path / "valgrind"
    counter.write_text('#!/bin/sh\nwhile [ "${1#--}" != "$1" ]; do shift; done\nexec "$@"\n', "utf-8")
    counter.chmod(0o755)
    path = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
    records = sim("press table dice\npress 1 riichi\nstate\nquit\n", "--chip", env={"PATH": path})
    assert (records[-2]["riichi"], records[-1]["done"]) == ([1], "quit")


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_cut_in_the_middle_of_a_hand_loses_nothing() -> None:
    records = sim("press table dice\npress 1 riichi\nstate\ncut\nview 1\npower\nstate\nlamps\n")
    assert records[5]["error"]["code"] == "not_allowed_now"
    assert records[3]["scores"] == records[7]["scores"]
    assert records[3]["riichi"] == records[7]["riichi"] == [1]
    assert records[8]["riichi"] == [False, True, False, False]


@pytest.mark.thorough("simulated tables play for seconds")
def test_the_flash_of_an_earlier_run_is_taken_up(tmp_path: Path) -> None:
    sim("press table dice\npress 2 riichi\n", "--flash", str(tmp_path))
    assert sim("state\n", "--flash", str(tmp_path))[1]["riichi"] == [2]


@pytest.mark.thorough("simulated tables play for seconds")
def test_names_and_rules_reach_the_table() -> None:
    """The names are shown on a neighbour's display; a book of 25000 points starts with 25000."""
    _, view, state = sim("view 0\nstate\n", "--rules", "tenhou", "--names", "A,B,C,D")
    assert state["scores"] == [25000] * 4
    assert view["view"]["score"] == 25000


def pixels_of(file: Path) -> bytes:
    """Return the rows of a picture, each with its filter before it, which is none."""
    data = file.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (512, 256)
    length = struct.unpack(">I", data[33:37])[0]
    pixels = zlib.decompress(data[41 : 41 + length])
    assert len(pixels) == 256 * 513
    return pixels


@pytest.mark.thorough("simulated tables play for seconds")
def test_the_picture_is_a_png_of_the_display(tmp_path: Path) -> None:
    """Four times as large, one grey value a pixel, and something is lit."""
    file = tmp_path / "seat.png"
    assert sim(f"png 0 {file}\n")[1] == {"png": str(file)}
    assert set(pixels_of(file)) == {0x00, 0x10, 0xF0}


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize(
    ("command", "code", "at"),
    [
        ("bow", "bad_field", "command"),
        ("", "bad_field", "command"),
        ("\udcff\udcfe", "bad_field", "command"),
        ("press", "missing_field", "command"),
        ("press 4 ok", "bad_seat", "seat"),
        ("press x ok", "bad_seat", "seat"),
        ("press 0 dice", "bad_field", "button"),
        ("press table ok", "bad_field", "button"),
        ("press 0 ok soon", "bad_field", "ms"),
        ("wait -1", "bad_field", "ms"),
        ("wait", "missing_field", "command"),
        ("view 7", "bad_seat", "seat"),
        ("usb maybe", "bad_field", "usb"),
        ("png 0 /nowhere/at/all.png", "cannot_write", "file"),
        ("unplug", "missing_field", "command"),
    ],
)
def test_a_command_that_cannot_be_carried_out_says_why(command: str, code: str, at: str) -> None:
    """Asked of the console itself; none of these gets as far as the firmware."""
    from tenbo.cli.support.sim_commands import Console
    from tenbo.devices.table_client import TableClient
    from tenbo.simulator import VirtualTable

    with VirtualTable(frozen=True, firmware=PROBE, boot_ms=1) as table:
        answer = Console(table, TableClient(table.service)).execute(command.split())
    assert (answer["error"]["code"], answer["error"]["at"]) == (code, at)


def test_bad_lines_do_not_end_the_session() -> None:
    records = sim("\n\x00\xff\nbow\nlamps\n")
    assert ["error" in record for record in records] == [False, True, True, True, False]


def test_without_micropython_the_answer_says_what_to_install(tmp_path: Path) -> None:
    """A Python of its own folder with no micropython beside it, and an empty PATH."""
    from tenbo.simulator import interpreter_lookup
    from tenbo_core.errors import LinkFault

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "executable", str(tmp_path / "python"))
        patch.setenv("PATH", str(tmp_path))
        with pytest.raises(LinkFault, match=r"-m pip install '\.\[sim\]'"):
            interpreter_lookup.find_micropython()


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize("words", [("--breadboard",), ("--breadboard", "MCP23017")])
def test_a_table_on_breadboards_is_played_as_any_other(words: tuple[str, ...]) -> None:
    *_, view, _ = sim("press table dice\npress 2 riichi\nview 2\nquit\n", *words)
    assert view["view"]["riichi"] is True


def test_wrong_names_are_refused_before_anything_starts() -> None:
    (record,) = sim("", "--names", "A,B")
    assert record["error"]["at"] == "names"


@pytest.mark.thorough("simulated tables play for seconds")
def test_an_unknown_rule_book_is_refused() -> None:
    (record,) = sim("", "--rules", "riichi-4000")
    assert record["error"]["code"] == "unknown_rules"
    assert record["error"]["message"].endswith("; or give the FILE.toml of your own book"), (
        "the sentence is told to its end"
    )


@pytest.mark.thorough("simulated tables play for seconds")
def test_the_micropython_of_a_killed_sim_ends_although_it_still_had_hours_to_run() -> None:
    """No one is at its other end any more, and no one would ever end it."""
    killed = subprocess.Popen(
        [sys.executable, "-m", "tenbo", "sim"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )
    assert killed.stdin is not None
    assert killed.stdout is not None
    with killed:
        killed.stdout.readline()
        (child,) = Path(f"/proc/{killed.pid}/task/{killed.pid}/children").read_text().split()
        device = os.pidfd_open(int(child))
        killed.stdin.write(b"press 0 back 1200\nwait 360000000\n")
        killed.stdin.flush()
        killed.stdout.readline()
        killed.kill()
    try:
        ended, _, _ = select.select([device], [], [], 10)
        assert ended
    finally:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(device, signal.SIGKILL)
        os.close(device)


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize(("button", "screen"), [("down", "needs"), ("up", "differences"), ("ok", "ledger")])
def test_what_a_seat_sees_while_it_holds_a_key_is_a_view_and_a_picture(
    button: str, screen: str, tmp_path: Path
) -> None:
    """A press is over before anything is drawn, so these three screens need a key that stays down."""
    script = f"press table dice\nwait 500\nview 2\npng 2 {tmp_path}/before.png\nhold W {button}\nwait 2000\nview W\n"
    script += f"png W {tmp_path}/held.png\nrelease W {button}\nwait 500\nview 2\npng 2 {tmp_path}/after.png\nquit\n"
    shown = [record["view"]["screen"] for record in sim(script) if "view" in record]
    assert shown == ["score", screen, "score"]
    before, held, after = (pixels_of(tmp_path / f"{name}.png") for name in ("before", "held", "after"))
    assert held not in (before, after)
