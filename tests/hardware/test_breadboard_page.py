"""BREADBOARD followed as its reader does: parts go where the sentences say, wires where the tables say.

What comes of it is compared with device.yaml and the makers' pins alone: nothing reads the data of the set.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import pytest

from workshop import design, guide_reader

LETTERS = ("SCL", "SDA", "A2", "A1", "A0", "RESET", "NC", "INT", "VSS", *(f"GP{n}" for n in range(8)), "VDD")
KEYS = ("RIICHI", "OK", "UP", "DOWN", "BACK")
SEATS = ("EAST", "SOUTH", "WEST", "NORTH")
CUT = 31  # where the rails of a long board end in the middle
HOLE = r"([ABC]) (?:([a-j])(\d+)|([+-]) rail, near (\d+))"


@dataclass
class Boards:
    """What was pressed in: which strip each leg is on, which strips a wire joins, which holes are taken."""

    joined: dict[str, str] = field(default_factory=dict)
    taken: dict[str, str] = field(default_factory=dict)

    def end(self, name: str) -> str:
        """Return what stands for all that is joined with a strip or a leg."""
        while self.joined.setdefault(name, name) != name:
            name = self.joined[name]
        return name

    def join(self, one: str, other: str) -> None:
        """Join two strips, or a leg and its strip."""
        self.joined[self.end(one)] = self.end(other)

    def put(self, name: str, hole: str) -> str:
        """Put a leg or the end of a wire into a hole; any hole of a rail near a column will do."""
        board, row, column, rail, near = re.fullmatch(HOLE, hole).groups()
        if rail:
            return f"{board}{rail}{board != 'C' and int(near) > CUT}"
        assert hole not in self.taken, (hole, self.taken[hole], name)
        self.taken[hole] = name
        return f"{board}{row in 'abcde'}{column}"

    def leg(self, name: str, hole: str) -> None:
        """Press a leg in."""
        self.join(name, self.put(name, hole))

    def button(self, name: str, board: str, column: int) -> None:
        """Press a button in across the gap, its left legs in a column."""
        for number, hole in enumerate(("e{}", "e{}", "f{}", "f{}")):
            self.leg(f"{name}.{number + 1}", f"{board} {hole.format(column + 2 * (number % 2))}")


def pins(kind: str) -> dict[int, str]:
    """Return the pins of a kind of part by their numbers."""
    found = design.load().kinds[kind].pins
    return {int(number): name for name, pin in found.items() for number in pin.numbers}


@pytest.fixture(scope="module")
def boards():
    """Return the boards as the page fills them."""
    text = guide_reader.page("BREADBOARD")
    made = Boards()
    assert re.search(r"Press the Pico in: its pin 1 in A c1, its USB end to the left\.", text)
    for number in range(1, 21):
        made.leg(f"PICO.{number}", f"A c{number}")
        made.leg(f"PICO.{41 - number}", f"A h{number}")
    columns = re.search(r"its left legs in column (\d+) and in column (\d+)", text)
    made.button("TABLE", "A", int(columns[1]))
    made.button("UNDO", "A", int(columns[2]))
    for section in re.split(r"^## ", text, flags=re.MULTILINE):
        name = re.match(r"\d\. (\w+)", section)
        seat = name[1].upper() if name and name[1].upper() in SEATS else ""
        if seat:
            press_in(made, seat, " ".join(section.split()))
        follow(made, seat, section)
    return made


def press_in(made: Boards, seat: str, section: str) -> None:
    """Press in what a seat's sentences name."""
    board, column = re.search(r"its notch to the left, pin 1 in ([ABC]) e(\d+)\.", section).groups()
    for at in range(9):
        made.leg(f"{seat}.U1.{LETTERS[at]}", f"{board} e{int(column) + at}")
        made.leg(f"{seat}.U1.{LETTERS[17 - at]}", f"{board} f{int(column) + at}")
    row = re.search(r"left legs in columns (\d+), (\d+), (\d+), (\d+) and (\d+): RIICHI, OK, UP, DOWN, BACK", section)
    for key, left in zip(KEYS, row.groups(), strict=True):
        made.button(f"{seat}.{key}", board, int(left))


def follow(made: Boards, seat: str, section: str) -> None:
    """Lay the wires and the leads of the tables of a section."""
    for line in re.findall(r"^\| (.+) \|$", section, re.MULTILINE):
        cells = line.split(" | ")
        if len(cells) == 4 and re.fullmatch(HOLE, cells[0]):
            made.join(made.put(line, cells[0]), made.put(line, cells[2]))
        elif len(cells) == 4 and re.fullmatch(HOLE, cells[2]):
            owner = f"{seat}." if seat else ""
            made.leg(f"{owner}{cells[0].partition(',')[0]}.{cells[1]}", cells[2])


def test_what_the_page_makes_is_what_the_firmware_expects(boards):
    """Every leg on its net by the pins of device.yaml, no two nets joined, and no pin of the Pico with more on it."""
    source = design.load().source
    pico = {name: f"PICO.{number}" for number, name in pins("PICO").items()}
    gpio = {net: pico[f"GP{pin['gp']}"] for net, pin in source["pins"].items()}
    nets = {
        "3V3": [pico["3V3"], gpio["LIGHT"]],
        "GND": ["PICO.3"],
        "strap": [pico["GP13"], "PICO.18"],
        "keys": ["TABLE.4", "UNDO.4", "PICO.23"],
        "low": ["R4.2", "BZ1.2", "PICO.28"],
        "VBUS": [pico["VBUS"], "R3.1"],
        "sense": [gpio["V5_SENSE"], "R3.2", "R4.1"],
        "TABLE": [gpio["TABLE"], "TABLE.1"],
        "UNDO": [gpio["UNDO"], "UNDO.1"],
        "buzzer": [gpio["BUZZER"], "R5.1"],
        "sound": ["R5.2", "BZ1.1"],
    }
    for seat in SEATS:
        nets["3V3"] += [f"{seat}.{leg}" for leg in ("U1.VDD", "U1.RESET", "DS1.VCC", "R1.2", "R2.2", "C1.1")]
        nets["GND"] += [f"{seat}.{leg}" for leg in ("U1.VSS", "U1.A0", "U1.A1", "U1.A2", "DS1.GND", "C1.2")]
        nets["GND"] += [f"{seat}.{key}.2" for key in KEYS]
        for line, resistor in (("SDA", "R1.1"), ("SCL", "R2.1")):
            nets[f"{seat} {line}"] = [
                gpio[f"{seat}_{line}"],
                f"{seat}.U1.{line}",
                f"{seat}.DS1.{line}",
                f"{seat}.{resistor}",
            ]
        nets[f"{seat} INT"] = [gpio[f"{seat}_INT"], f"{seat}.U1.INT"]
        nets |= {f"{seat} {key}": [f"{seat}.U1.{source['expander'][key]}", f"{seat}.{key}.3"] for key in KEYS}
    ends = {name: {boards.end(leg) for leg in legs} for name, legs in nets.items()}
    assert {name: legs for name, legs in ends.items() if len(legs) > 1} == {}
    assert len({next(iter(end)) for end in ends.values()}) == len(nets), "two nets are one"
    wanted = {leg for legs in nets.values() for leg in legs}
    for number in range(1, 41):
        with_it = [leg for leg in boards.joined if "." in leg and boards.end(leg) == boards.end(f"PICO.{number}")]
        beside = {f"{leg.rpartition('.')[0]}.{3 - int(leg[-1])}" for leg in with_it if leg[-1] in "12"}
        assert set(with_it) <= wanted | beside | {f"PICO.{number}"}, number


def test_the_letters_of_the_expander_are_those_of_its_maker():
    """The same chip in another housing: the pins of the SOIC in device.yaml and of the DIP are numbered alike."""
    assert [pins("MCP23008")[number] for number in range(1, 19)] == list(LETTERS)


def test_what_is_said_of_pins_and_links_beside_the_tables_is_what_the_tables_do():
    """The sentences that somebody reads who looks for a mistake."""
    text = " ".join(guide_reader.page("BREADBOARD").split())
    pico, chip = pins("PICO"), pins("MCP23008")
    (three,) = [number for number, name in pico.items() if name == "3V3"]
    (five,) = [number for number, name in pico.items() if name == "VBUS"]
    assert f"**The + rail is 3.3 V, from pin {three}.** From pin {five} it would be 5 V" in text
    assert f"the + rail is at pin {five} instead of pin {three}" in text
    number = {name: at for at, name in chip.items()}
    high = f"its pins {number['VDD']} and {number['RESET']} at +"
    assert f"{high}, {number['VSS']} and {number['A2']} to {number['A0']} at -" in text
    assert f"pins {number['A2']} to {number['A0']} of U1 at the - rail" in text
    links = re.findall(r"the link from (A \w+) to (A \w+)", text)
    assert len(links) > 1
    assert set(links) == {
        re.search(r"\| (A \w+) \| Pico pin \d+ GP13 \| (A \w+) \| Pico pin \d+ GND \|", text).groups()
    }


def test_the_lines_of_the_list_add_up_to_what_it_says_and_what_was_promised():
    """Under 40 EUR for four seats and under 20 for one, added up from the page."""
    text = guide_reader.page("BREADBOARD")
    lines = re.findall(r"^\| (.+) \| (\d+) \| (\d+) \| ([\d.]+) \|$", text, re.MULTILINE)
    assert len(lines) > 10
    sums = [sum(int(line[at]) * float(line[3]) for line in lines) for at in (1, 2)]
    told = re.search(r"\| together \| \*\*([\d.]+) EUR\*\* \| \*\*([\d.]+) EUR\*\* \|", text).groups()
    assert [f"{total:.2f}" for total in sums] == list(told)
    assert sums[0] < 40
    assert sums[1] < 20
