"""The breadboard set: its page says what its data says, and a wrong wire, part or figure is found."""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

from tenbo.flash.bench_advice import BREADBOARD_KEYS
from workshop import breadboard, breadboard_actions, breadboard_page, breadboard_picture, design, guide_reader
from workshop.checks import breadboard_wiring

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = breadboard.load()
ROW = re.compile(r"^\| ([ABC]) (\S+?)(?: rail, near (\d+))? \| .* \| ([ABC]) (\S+?)(?: rail, near (\d+))? \| .* \|$")


@pytest.fixture(scope="module")
def table():
    return design.load()


def found(source: dict[str, Any], table: Any) -> list[str]:
    return [str(finding) for finding in breadboard_wiring.find(source, table)]


@pytest.mark.thorough("drawings and simulated circuits for seconds")
def test_the_set_has_no_finding(table):
    assert found(SOURCE, table) == []


def page_wires() -> list[tuple[str, str]]:
    """Return every wire of the page, from hole to hole, in order."""
    rows = [ROW.match(line) for line in guide_reader.page("BREADBOARD").splitlines()]
    return [(f"{r[1]}.{r[2]}{r[3] or ''}", f"{r[4]}.{r[5]}{r[6] or ''}") for r in rows if r]


def test_the_pages_wires_are_those_of_the_data():
    data = [
        (wire.start, wire.end) for _, place in breadboard.centre_and_seats(SOURCE) for wire in breadboard.wires(place)
    ]
    assert sorted(page_wires()) == sorted(data)
    assert len(data) > 90


def test_a_page_that_was_followed_joins_what_the_firmware_expects(table):
    """The wires of the page alone, laid into the boards, make the nets."""
    source = copy.deepcopy(SOURCE)
    source["centre"]["wires"], source["seat"]["wires"] = {}, {}
    for seat in source["seats"].values():
        seat["far"] = []
    source["seats"]["EAST"]["far"] = [list(wire) for wire in page_wires()]
    assert breadboard.joined_pin_groups(source) == set(breadboard.intended_nets(SOURCE).values())


def wire(step: str, at: int, end: int, hole: str) -> Callable[[dict[str, Any]], None]:
    """Return a fault: one end of a wire of every seat in another hole."""

    def spoil(source: dict[str, Any]) -> None:
        source["seat"]["wires"][step][at][end] = hole

    return spoil


def change(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """Return a fault: another value."""

    def spoil(source: dict[str, Any]) -> None:
        *places, last = [int(key) if key.isdigit() else key for key in path.split("/")]
        for key in places:
            source = source[key]
        source[last] = value

    return spoil


FAULTS = {
    "a supply one column beside": (wire("chip", 0, 0, "g2"), "EAST.U1.VDD.* is not reached"),
    "an address pin at 3.3 V": (wire("chip", 4, 1, "+5"), "EAST: has its expander at 0x21"),
    "a reset that is open": (wire("chip", 5, 0, "a7"), "WEST.U1.RESET: is not at 3V3"),
    "two buttons exchanged": (
        lambda s: (wire("keys", 0, 1, "h14")(s), wire("keys", 2, 1, "g11")(s)),
        "NORTH: has its buttons at",
    ),
    "a ground at the leg beside": (wire("keys", 1, 0, "a11"), "RIICHI.2 is not reached"),
    "two wires in one hole": (wire("keys", 0, 1, "h14"), "A.h44: has 2 ends in it"),
    "data and clock exchanged": (
        change("seats/SOUTH/far", [["B.d2", "A.a10"], ["B.d1", "A.a9"], *SOURCE["seats"]["SOUTH"]["far"][2:]]),
        r"SOUTH.SDA: .*PICO.GP7",
    ),
    "a seat at another seat's pins": (change("seats/SOUTH/pins/SDA", "GP8"), "SOUTH SDA: goes to GP8"),
    "a seat without its supply": (
        change("seats/NORTH/far", SOURCE["seats"]["NORTH"]["far"][:3]),
        "NORTH.DS1.VCC: is not at 3V3",
    ),
    "rails that are not joined": (change("centre/wires/supply", [["i5", "+5"], ["a3", "-3"]]), "EAST.DS1.VCC: is not"),
    "a rail at 5 V": (change("centre/wires/supply/0/0", "i1"), "3V3.*PICO.VBUS|VBUS.* is on it"),
    "no link": (change("centre/wires/links/0/1", "a19"), "GP13: is the strap and not at ground"),
    "the display's supply exchanged": (change("seat/parts/DS1/holes", ["+10", "-10", "c1", "c2"]), "DS1.VCC: is not"),
    "no hole": (change("seat/wires/chip/0/0", "g70"), "is on no board"),
    "a pull-up too weak": (change("seat/parts/R1/value", "22k"), "EAST SDA: rises in"),
    "a pull-up too strong": (change("seat/parts/R2/value", "1k"), "EAST SCL: is pulled up by"),
    "a part that is not bought": (change("stock/3/four", 21), "BUTTON: 22 are used and 21 bought"),
    "a dear display": (change("stock/1/eur", 4.5), "price: .* EUR with four"),
    "displays that take too much": (change("display_ma/lit", 90), "3V3: carries"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault, table):
    spoil, words = FAULTS[fault]
    source = copy.deepcopy(SOURCE)
    spoil(source)
    said = found(source, table)
    assert any(re.search(words, line) for line in said), said


def test_no_wire_can_be_left_out_unnoticed(table):
    """Each wire of each place, one after the other."""
    for path in [("centre", step) for step in SOURCE["centre"]["wires"]] + [
        ("seat", s) for s in SOURCE["seat"]["wires"]
    ]:
        for at in range(len(SOURCE[path[0]]["wires"][path[1]])):
            source = copy.deepcopy(SOURCE)
            source[path[0]]["wires"][path[1]].pop(at)
            assert found(source, table), (path, at)
    for name, seat in SOURCE["seats"].items():
        for at in range(len(seat["far"])):
            source = copy.deepcopy(SOURCE)
            source["seats"][name]["far"].pop(at)
            assert found(source, table), (name, at)


def test_every_wire_is_in_its_picture():
    """Both ends of a wire within the picture are drawn, and one that leaves it stands below."""
    drawn = breadboard_picture.pictures(SOURCE)
    for name, place in breadboard.centre_and_seats(SOURCE):
        words = "".join(ET.fromstring(drawn[f"breadboard-{name.lower() or 'pico'}.svg"]).itertext())
        for laid in breadboard.wires(place):
            if laid.step == "far":
                assert breadboard_page.format_hole(laid.end) in words, (name, laid)


def test_the_pictures_of_the_steps_lay_each_wire_and_part_once() -> None:
    """What a step adds is drawn boldly in its own picture, all that lies there before it behind a veil."""
    drawn = breadboard_picture.pictures(SOURCE)
    for name, place in breadboard.centre_and_seats(SOURCE):
        file = f"breadboard-{name.lower() or 'pico'}"
        steps = [text for of, text in drawn.items() if re.fullmatch(rf"{file}-\d\.svg", of)]
        now = [re.sub(r'<g opacity="0.3">.*?</g>', "", text, flags=re.DOTALL) for text in steps]
        whole = drawn[f"{file}.svg"]
        for kind in ('stroke-width="2.5"', 'stroke-width="5"', 'class="b"'):
            assert sum(text.count(kind) for text in now) == whole.count(kind), (name, kind)
        assert 'opacity="0.3"' in steps[-1]
        assert steps[-1].count('class="b"') == whole.count('class="b"')
        assert len(list(place["wires"])) <= len(steps)


def test_every_step_of_the_page_has_a_picture_and_no_picture_is_without_a_step() -> None:
    """The numbered steps of all sections, and of the check of the Pico's board."""
    text = guide_reader.page("BREADBOARD")
    shown = re.findall(r"\(\.\./wiring/(breadboard-\w+-\d\.svg)\)", text)
    drawn = breadboard_picture.pictures(SOURCE) | breadboard_actions.pictures()
    assert sorted(shown) == sorted(name for name in drawn if re.search(r"-\d\.svg$", name))
    assert len(re.findall(r"^\d\. ", text, re.MULTILINE)) == len(shown)


def test_the_cable_is_in_and_out_as_the_page_says() -> None:
    """Every wire is laid without power: the Pico is pulled out before its board, after its check, and in for play."""
    after = {}
    for heading in breadboard_actions.SECTIONS:
        cable = False
        for number, words in breadboard_actions.steps(heading).items():
            action = breadboard_actions.read(words, cable=cable)
            cable = action.cable
            after[breadboard_actions.SECTIONS[heading], number] = (cable, action.moves)
    into, stays, out, nothing = (True, True), (True, False), (False, True), (False, False)
    assert [state for (name, _), state in after.items() if name == "flash"] == [into, stays, stays, out]
    assert [state for (name, _), state in after.items() if name == "check"] == [nothing, into, stays, out]
    assert [state for (name, _), state in after.items() if name == "play"] == [into, stays, stays, stays]


def test_the_bench_names_the_pins_that_a_button_is_wired_to(table):
    for key, words in BREADBOARD_KEYS.items():
        numbers = {int(number) for number in re.findall(r"\d+", words)}
        chip, place = ("PICO", "centre") if key in ("TABLE", "UNDO") else ("MCP23008", "seat")
        pins = breadboard.pin_numbers(chip)
        nets = SOURCE[place]["nets"]
        signal = next(pin.partition(".")[2] for pin in nets[key] if pin.startswith(("PICO.", "U1.")))
        assert signal in {pins[number] for number in numbers}, key


def test_an_mcp23017_gets_every_wire_that_the_other_has():
    """All pins of U1 that are on a net have one in its place, no two the same."""
    wired = {
        pin.removeprefix("U1.") for pins in SOURCE["seat"]["nets"].values() for pin in pins if pin.startswith("U1.")
    }
    assert set(SOURCE["MCP23017"]) == wired
    assert len(set(SOURCE["MCP23017"].values())) == len(wired)


def test_the_pico_is_bare_until_it_has_a_board():
    """Nothing but the chip's own board is there when the firmware goes on it."""
    drawn = breadboard_actions.pictures()
    assert {name.split("-")[1]: "TABLE" in picture for name, picture in drawn.items()} == {
        "flash": False,
        "check": True,
        "play": True,
    }
