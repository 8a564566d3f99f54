"""`tenbo sim` for a person: a prompt that draws the table; several tables; files of commands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tenbo.cli.dispatch import main
from tenbo.cli.support.registry import find_command
from terminals import in_terminal

ROOT = Path(__file__).parents[2]
EDGE = "\u2502"
NAMES = ("Anna", "Ben", "Carla", "Dai")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Return what a person sees who plays the beginning of a hand, and the folder of the history."""
    state = tmp_path_factory.mktemp("state")
    typed = "dice\nW riichi\nCarla back\nsouth riichii\nview 2\ncut\npower\nhelp\nquit\n"
    return in_terminal("sim", "--names", ",".join(NAMES), typed=typed, TENBO_STATE=str(state)), state


def test_the_table_is_drawn_after_each_command(played):
    """A display in dots, the other seats in words, the lamps; nothing scrolls off."""
    screens = played[0].screens()
    assert len(screens) == 9
    for rows in screens[:4]:
        assert len(rows) <= 24
        assert max(map(len, rows)) <= 80
        assert "\n".join(rows).count(EDGE) == 2 * 16
        assert all(any(name in row for row in rows) for name in NAMES)
    assert "seat 2: Carla, West" in screens[2][0]
    assert any("riichi lamps: W" in row for row in screens[2])
    assert any("29000" in row for row in screens[5])


def test_a_mistake_is_told_in_a_sentence_and_a_cut_darkens_everything(played):
    screens = ["\n".join(rows) for rows in played[0].screens()]
    assert "there is no button 'riichii' at a seat" in screens[4]
    assert "The table has no power" in screens[6]
    assert "The table has no power" not in screens[7]
    assert all(title in screens[8].split("\n") for title in ("Play", "Look", "Break", "This prompt"))
    assert played[0].status == 0
    assert '{"' not in played[0].text


def test_what_was_typed_is_kept_for_the_next_time(played):
    pytest.importorskip("readline")
    assert "south riichii" in (played[1] / "sim_history").read_text()


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_dumb_terminal_is_told_the_seats_in_words(tmp_path):
    shown = in_terminal("sim", typed="dice\nquit\n", TERM="dumb", TENBO_STATE=str(tmp_path))
    assert "\x1b" not in shown.raw
    assert "East  E 30000  dice" in shown.text


def sim(*words: str, typed: str = "") -> tuple[list[dict], int]:
    """Run the command with its records in pipes."""
    ran = subprocess.run(
        [sys.executable, "-m", "tenbo", "sim", *words],
        input=typed.encode(),
        capture_output=True,
        timeout=60,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert ran.stderr == b""
    return [json.loads(line) for line in ran.stdout.splitlines()], ran.returncode


@pytest.mark.thorough("simulated tables play for seconds")
def test_several_tables_run_in_one_program_each_with_a_port_and_an_id_of_its_own(tmp_path):
    typed = "use 3\npress table dice\npress N riichi\nstate\nuse 1\nstate\nuse 4\n"
    words = ("--tables", "3", "--id", "e66000000000000a", "--flash", str(tmp_path))
    (ports, use, _, _, third, _, first, refused), status = sim(*words, typed=typed)
    assert ports["port"] == ports["ports"][0]
    assert len(set(ports["ports"])) == 3
    assert use == {"done": "use", "table": 3, "port": ports["ports"][2]}
    assert (third["riichi"], first["riichi"]) == ([3], [])
    assert refused["error"]["message"] == "there is no table '4': tables are 1 to 3"
    assert status == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1", "2", "3"]


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_file_of_commands_is_carried_out_first():
    """The one that the help names: riichi, a ron, and everybody has agreed."""
    records, status = sim("examples/first-hand.sim", typed="quit\n")
    state = records[-2]
    assert status == 0
    assert (state["event"], state["scores"], state["sticks"]) == ("win", [26100, 30000, 33900, 30000], 0)
    assert "examples/first-hand.sim" in find_command("sim").parser().epilog


def test_what_cannot_be_simulated_is_told_before_anything_starts(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for words, sentence in (
        (["--tables", "0"], "--tables must be 1 to 16, not 0"),
        (["nothing.sim"], "there is no file nothing.sim: check how its name is spelt"),
    ):
        assert main(["sim", *words]) == 2
        assert capsys.readouterr().err == f"tenbo sim: {sentence}\n"
