"""The bench: every part of an open table is looked at, and what is wrong is said with where to look."""

from __future__ import annotations

import json
import re

import pytest

from board_stand_in import StandIn
from rings import mostly_thorough
from simulated_bench import BenchPrompt, Console, SimulatedBench
from tenbo.cli.dispatch import main
from tenbo.devices import table_client
from tenbo.flash import BenchDialogue, BenchOperator, prompt_session
from tenbo.flash.bench import KEYS
from tenbo_core.seats import SEATS


def look(*faults, seats=SEATS, breadboard="", **habits):
    """Return what is seen on a bench with faults, and the bench."""
    with SimulatedBench(*faults, breadboard=breadboard) as bench:
        for name, habit in habits.items():
            setattr(bench, name, habit)
        new_browser = BenchOperator(bench.tell, bench.ask)
        return list(BenchDialogue(bench, new_browser, bench.clock, bench.pause).run_checks(seats)), bench


def test_a_good_table_passes_every_part_of_it():
    """Supply, four boxes, switch, wires, displays, lamps, 22 buttons, marker, buzzer and sensor."""
    seen, bench = look()
    assert [one.text for one in seen if not one.fine] == []
    assert len(bench.told) == 4 * 5 + 2
    assert len(bench.asked) == 4 * 3 + 4 + 1 + 1
    assert seen[0].text == "supply: 5.02 V at the socket"


def test_one_box_is_looked_at_alone():
    """The first seat box is tested before the other three are built."""
    seen, bench = look(*(f"table.seats[{seat}].set_plugged(False)" for seat in (0, 2, 3)), seats=[1])
    assert all(one.fine for one in seen)
    assert {text.partition(":")[0] for text in bench.told} == {"South", "centre box"}


SEAT = "table.seats[2]"
FAULTS = {
    "a lead that is not in": (f"{SEAT}.set_plugged(False)", "West: no box answers: check its lead, .*U13"),
    "data shorted to ground": (f"{SEAT}.hold_wire('sda', 'unplug')", r"West: SDA \(TP4\) is held low"),
    "the clock shorted to ground": (f"{SEAT}.hold_wire('scl', 'unplug')", r"West: SCL \(TP5\) is held low"),
    "a display without its lead": (f"{SEAT}.mute('display', True)", "West: no display answers at 0x3c: check J2"),
    "an expander without its supply": (f"{SEAT}.mute('expander', True)", "West: U1 does not answer at 0x20|no box"),
    "A0 of the expander high": (
        f"{SEAT}._addresses = (0x21, 0x3C)\n{SEAT}._connect()",
        "West: U1 does not answer at 0x20; something else answers at 0x21: A0 to A2 must be connected to ground",
    ),
    "an interrupt wire that is open": (
        "table.join_interrupts((19, 20, None, 22))",
        "West: the interrupt wire is dead: check pin 6 of the lead, R19 and R35",
    ),
    "two interrupt wires exchanged": (
        "table.join_interrupts((19, 21, 20, 22))",
        "West: its call is heard as South",
    ),
    "a lamp and a light exchanged": (
        f"{SEAT}.wired = dict({SEAT}.wired, lamps={{'LAMP': 6, 'BUTTON_LIGHT': 5}})",
        "West: riichi lamp: check R10, Q1, J4",
    ),
    "two keys exchanged": (
        f"{SEAT}.wired = dict({SEAT}.wired, keys={{'RIICHI': 0, 'OK': 2, 'UP': 1, 'DOWN': 3, 'BACK': 4}})",
        "West: OK was pressed but detected as West UP: two wires are swapped or joined",
    ),
    "an output pin soldered to its neighbour": (
        f"def low():\n    {SEAT}.expander.registers[9] = 0x9F\n{SEAT}.expander._read_pins = low",
        "West: LAMP of U1 does not switch: look for solder between two of its legs",
    ),
    "limiters that are always on": ("table.power_seats = lambda: None", "West: still answers when it is switched off"),
    "a weak supply": ("table.analog[26] = 4400 * 65535 // 6600", r"supply: 4\.40 V at the socket is too low"),
    "a supply of too many volts": ("table.analog[26] = 6100 * 65535 // 6600", r"6\.10 V at the socket is too high"),
    "a diode that drops too much": (
        "table.analog[29] = 2700 * 65535 // 9900",
        r"VSYS: 2\.70 V, but it must be 3\.0 to 5\.5 V: check D4 and TP5",
    ),
}


@pytest.mark.parametrize("fault", mostly_thorough(FAULTS, "more faults of a built table", inner=3))
def test_a_fault_of_a_built_table_is_named_with_where_to_look(fault):
    """What was planted is said once, and nothing is said of the three other boxes."""
    spoil, words = FAULTS[fault]
    wrong = [one.text for one in look(spoil)[0] if not one.fine]
    assert [line for line in wrong if re.search(words, line)], wrong
    if words.startswith("West"):
        others = ("South",) if "two interrupt" in fault else ()
        everybody = "always on" in fault
        assert everybody or all(line.startswith(("West", *others)) for line in wrong), wrong


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize(
    ("habit", "words"),
    [
        ({"blind_to": ("North: does its display",)}, "North: wrong picture: if upside down, turn the display"),
        ({"blind_to": ("does S glow",)}, "marker: S is dark or another letter glows: check U3, R27"),
        ({"blind_to": ("do you hear",)}, "buzzer: check Q1, R28 and J9"),
        ({"finger": False}, "light sensor: .*: it does not detect the finger: check J10, R32"),
        ({"presses": {"UNDO": "nothing"}}, "centre box: UNDO was not detected: check the switch, J8, R39, C7"),
        (
            {"presses": {"TABLE": "UNDO"}},
            "centre box: TABLE was pressed but detected as centre box UNDO: two wires are",
        ),
    ],
)
def test_what_only_a_person_can_tell_is_asked(habit, words):
    """An answer of no, and a button no one hears, say where to look."""
    wrong = [one.text for one in look(seats=[3], **habit)[0] if not one.fine]
    assert len(wrong) == 1
    assert re.search(words, wrong[0]), wrong


def test_a_button_that_hangs_is_named_and_not_waited_for():
    """A cap that sticks is down before anyone is asked to press."""
    stuck = f"{SEAT}.wired = dict({SEAT}.wired, pressed=dict({SEAT}.wired['pressed'], UP=1))\n{SEAT}._feel_keys()"
    seen, bench = look(stuck, seats=[2])
    assert "West: UP is down though it is not pressed: check its cap, or J5 wire 2, R14, C3" in [
        one.text for one in seen
    ]
    assert "West: press UP" not in bench.told


def test_a_marker_too_bright_for_the_supply_is_not_sent():
    """The board's own driver holds the cap, no matter what a program asks for."""
    with SimulatedBench() as bench:
        bench.exec("from device import board, pins\nwhole = board.Board()")
        for level, sent in ((255, False), (10, False), (9, True)):
            bench.exec(f"told.pop('pixels', None)\nwhole.write_marker_leds(bytes([{level}]) * 3 * pins.PIXEL_COUNT)")
            assert bench.exec("print('pixels' in told)").split() == [str(sent).encode()], level


@pytest.mark.parametrize("expander", ["MCP23008", "MCP23017"])
def test_a_good_breadboard_passes_every_part_of_it(expander):
    """Supply, four seats, wires, displays, 22 buttons and the sounder; it has no switch, no lamps and no marker."""
    seen, bench = look(breadboard=expander)
    assert [one.text for one in seen if not one.fine] == []
    assert seen[0].text == "the parts are on a breadboard: GP13 is connected to ground"
    assert len(bench.told) == 4 * 5 + 2
    assert len(bench.asked) == 4 + 1


BREADBOARD_FAULTS = {
    "a display without its wires": (
        f"{SEAT}.mute('display', True)",
        "West: no display answers at 0x3c: check its wires",
    ),
    "an expander without its supply": (
        f"{SEAT}.mute('expander', True)",
        "West: no expander answers at 0x20: U1 must have pins",
    ),
    "an address pin that is high": (
        f"{SEAT}._addresses = (0x21, 0x3C)\n{SEAT}._connect()",
        "West: no expander answers at 0x20: .*; something else answers at 0x21: U1 pins 3 to 5 must be at ground",
    ),
    "a display at the other address": (
        f"{SEAT}._addresses = (0x20, 0x3D)\n{SEAT}._connect()",
        "West: no display answers at 0x3c, but something does at 0x3d: move the bridge",
    ),
    "no supply": (f"{SEAT}.set_plugged(False)", "West: no expander at 0x20 and no display at 0x3c: check the rails"),
    "data in a wrong column": (
        f"{SEAT}.hold_wire('sda', 'unplug')",
        "West: SDA is held low: check the wire at U1 pin 2",
    ),
    "a button's wires exchanged": (
        f"{SEAT}.wired = dict({SEAT}.wired, keys={{'RIICHI': 0, 'OK': 2, 'UP': 1, 'DOWN': 3, 'BACK': 4}})",
        "West: OK was pressed but detected as West UP: two wires are swapped or joined",
    ),
}


@pytest.mark.parametrize("fault", mostly_thorough(BREADBOARD_FAULTS, "more faults of a breadboard", inner=3))
def test_a_fault_of_a_breadboard_is_named_by_its_wires(fault):
    spoil, words = BREADBOARD_FAULTS[fault]
    wrong = [one.text for one in look(spoil, seats=[2], breadboard="MCP23008")[0] if not one.fine]
    assert [line for line in wrong if re.search(words, line)], wrong
    assert all(line.startswith("West") for line in wrong)


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize(
    ("habit", "words"),
    [
        ({"blind_to": ("West: does its display",)}, "West: wrong picture: if dark, the display is broken"),
        ({"presses": {"DOWN": "nothing"}}, "West: DOWN was not detected: .* U1 pin 13 and to ground"),
        ({"presses": {"UNDO": "nothing"}}, "centre box: UNDO was not detected: .* the Pico's pins 20 and 23"),
        ({"blind_to": ("do you hear",)}, "buzzer: check R5 at the Pico's pin 24"),
    ],
)
def test_what_only_a_person_can_tell_of_a_breadboard_is_asked(habit, words):
    wrong = [one.text for one in look(seats=[2], breadboard="MCP23008", **habit)[0] if not one.fine]
    assert len(wrong) == 1
    assert re.search(words, wrong[0]), wrong


def test_a_breadboard_without_its_link_is_dark_and_told_of():
    wrong = [one.text for one in look("table.outside[13] = None", seats=[2], breadboard="MCP23008")[0] if not one.fine]
    assert any("dark" in line and "GP13" in line for line in wrong), wrong


@pytest.fixture
def at_the_line(tmp_path, monkeypatch):
    """Return a walk over a bench whose board hangs on a serial line: status, output, terminal, bench."""
    for name, value in (("RESTART_S", 0.02), ("LISTEN_MS", 300), ("PROMPT_S", 30), ("READ_S", 30)):
        monkeypatch.setattr(prompt_session, name, value)
    monkeypatch.setattr(table_client, "WHO_AGAIN_MS", 20)
    (tmp_path / "flash").mkdir()

    def walk(capsys, *words, fault="pass", as_json=False):
        with SimulatedBench(fault) as bench, StandIn(tmp_path / "flash", lambda: BenchPrompt(bench)) as board:
            console = Console(bench)
            monkeypatch.setattr("sys.stdin", console)
            with monkeypatch.context() as shown:
                shown.setattr("sys.stderr" if as_json else "sys.stdout", console)
                store = ("--port", board.port, "--store", str(tmp_path / "hall.db"))
                status = main(["doctor", "--bench", *words, *store, *(["--json"] if as_json else [])])
        assert bench.restarts == 1, "the board is to run its firmware again"
        return status, capsys.readouterr().out, console.written, bench

    return walk


def test_a_good_box_is_walked_through_over_its_line(at_the_line, capsys):
    """Program, measurements, questions and buttons all pass the serial port; every question is answered by looking."""
    status, _, shown, bench = at_the_line(capsys, "south")
    assert status == 0, shown
    assert "ok  South: the interrupt wire works" in shown
    assert "ok  light sensor: 30000 open, 3000 covered" in shown
    assert shown.endswith("all is well\n")
    assert [text.partition(": press ")[2] for text in bench.told] == [*KEYS, "TABLE", "UNDO"]
    assert len(bench.asked) == 3 + 4 + 1 + 1


def test_with_json_the_output_is_one_object_and_the_questions_are_beside_it(at_the_line, capsys):
    """A program keeps the sheet of a box while a person answers at the terminal; a fault is in both."""
    dead = "table.join_interrupts((19, None, 21, 22))"
    status, out, shown, _ = at_the_line(capsys, "south", fault=dead, as_json=True)
    assert status == 1
    told = json.loads(out)
    assert set(told) == {"fine", "findings"}
    assert told["fine"] is False
    assert [finding["text"] for finding in told["findings"] if not finding["fine"]] == [
        (
            "South: the interrupt wire is dead: check pin 6 of the lead, R19 and R34; the seat works without "
            "this wire, but slower"
        )
    ]
    assert "??  South: is the riichi lamp lit, and the other one dark? [Enter: yes, n: no] " in shown
    assert "->  centre box: press UNDO\n" in shown
    assert '"fine"' not in shown


def test_the_command_says_that_a_board_has_no_firmware_yet(tmp_path, monkeypatch, capsys):
    """At the prompt of a bare board nothing can be looked at: flash first."""
    for name, value in (("RESTART_S", 0.02), ("LISTEN_MS", 300), ("PROMPT_S", 3), ("READ_S", 2)):
        monkeypatch.setattr(prompt_session, name, value)
    monkeypatch.setattr(table_client, "WHO_AGAIN_MS", 20)
    (tmp_path / "flash").mkdir()
    with StandIn(tmp_path / "flash") as board:
        words = ["doctor", "--bench", "east", "--port", board.port, "--store", str(tmp_path / "hall.db")]
        assert main(words) == 1
    said = capsys.readouterr().out
    assert "!!  the board has no matching firmware: run tenbo flash, then this test again" in said
    assert "1 thing to do" in said
