"""Every check of the hardware description is proved by a mistake planted for it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from hardware.fault_injection import SOURCE, findings, found_by, fresh, move, needs
from hardware.faults import FAULTS as WIRE_FAULTS
from hardware.faults import nets
from hardware.faults_of_assembly import ASSEMBLY_FAULTS
from hardware.faults_of_fifth_look import FIFTH_LOOK
from hardware.faults_of_fourth_look import FOURTH_LOOK
from hardware.faults_of_making import MAKING_FAULTS
from hardware.faults_of_parts import PART_FAULTS
from hardware.faults_of_second_hand import LEFT_ON, SECOND_HAND, WRONG_FIGURES
from hardware.faults_of_third_look import THIRD_LOOK
from hardware.faults_of_values import VALUE_FAULTS
from hardware.faults_of_words import COMPUTED, ORDERED, PLACED, PRINTED
from workshop import breadboard, design, kicad_text, table_geometry
from workshop.checks import CHECKS, check
from workshop.checks.part_knowledge import SYMBOLS

TABLES = (
    *(WIRE_FAULTS, VALUE_FAULTS, PART_FAULTS, ASSEMBLY_FAULTS, MAKING_FAULTS),
    *(ORDERED, PLACED, PRINTED, COMPUTED, WRONG_FIGURES, SECOND_HAND, LEFT_ON, THIRD_LOOK, FOURTH_LOOK, FIFTH_LOOK),
)
FAULTS = {fault: plant for table in TABLES for fault, plant in table.items()}
SYMBOL_FOLDER = Path("/usr/share/kicad/symbols")


@pytest.mark.thorough("drawings and simulated circuits for seconds")
def test_the_committed_description_has_no_finding() -> None:
    """Nothing is wrong with the table as it is; the other tests of this file show that this means something."""
    assert [str(finding) for finding in check(design.load())] == []


@pytest.mark.thorough("drawings and simulated circuits for seconds")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found_by_its_check(fault: str) -> None:
    """The check made for the mistake finds it and says where it is."""
    name, spoil, words = FAULTS[fault]
    source = fresh()
    spoil(source)
    said = found_by(name, source)
    assert any(re.search(words, line) for line in said), (said, [str(finding) for finding in findings(source)])


@pytest.mark.thorough("every pin of every part")
def test_no_pin_can_be_taken_off_its_net_unnoticed() -> None:
    """Every tenth wire of every board cut in turn: each cut is found by some check."""
    wires = [
        (board, net, pin)
        for board in ("centre", "seat", "keys")
        for net in nets(SOURCE, board)
        for pin in nets(SOURCE, board)[net]
    ]
    for board, net, pin in wires[::10]:
        source = fresh()
        move(source, board, pin, net, None)
        assert findings(source), f"{pin} of the {board} board taken off {net}"


def test_every_check_has_a_planted_fault() -> None:
    """A check no one has seen fail proves nothing."""
    assert {name for name, _, _ in FAULTS.values()} == set(CHECKS)
    assert len(FAULTS) == sum(len(table) for table in TABLES)


@needs("kicad")
@pytest.mark.thorough("the library of KiCad")
def test_the_pin_orders_are_those_of_the_library_of_kicad() -> None:
    """Every symbol of the table, read in KiCad's own library, has those names at those numbers."""
    for symbol, told in SYMBOLS.items():
        library, _, name = symbol.partition(":")
        text = (SYMBOL_FOLDER / f"{library}.kicad_sym").read_text("utf-8")
        read = {number: pin for number, pin in kicad_text.library_symbol_pins(text, name).items() if pin != "~"}
        if library != "Connector" or told:
            assert read == dict(entry.split(" ", 1) for entry in told.split(", ")), symbol


def test_a_key_written_twice_is_refused(tmp_path: Any) -> None:
    """Plain YAML would keep the second of two parts with one name and say nothing."""
    spoiled = tmp_path / "device.yaml"
    spoiled.write_text("types:\n  R: {pins: {1: 1 passive}}\n  R: {pins: {1: 2 passive}}\n")
    with pytest.raises(design.DesignError, match="line 3: R is written twice"):
        design.load(spoiled)


@pytest.mark.parametrize(
    "described", [design.DEVICE, table_geometry.SOURCE, breadboard.SOURCE], ids=lambda path: path.stem
)
def test_words_that_a_comma_cuts_off_are_refused_in_every_description(described: Path, tmp_path: Any) -> None:
    """Plain YAML would take `check: straight, not crossed` for a check and for a key without a value."""
    spoiled = tmp_path / described.name
    spoiled.write_text(described.read_text("utf-8") + "\nmore: {check: straight, not crossed}\n", "utf-8")
    with pytest.raises(design.DesignError, match=r"line \d+: not crossed has no value"):
        design.read(spoiled)
