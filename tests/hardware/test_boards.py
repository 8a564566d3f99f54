"""Boards and schematics are those of the description, keep the rules, and the router does what it says."""

from __future__ import annotations

import math
import re
import shutil

import pytest

from hardware.fault_injection import fresh, move, needs
from workshop import (
    board_build,
    board_layout_input,
    design,
    kicad_text,
)
from workshop.board_build import KICAD, board_differences, board_file_path, drawings, is_current, rail_drop_faults
from workshop.routing import Pad, Router

pytestmark = pytest.mark.thorough("boards read by KiCad")


@pytest.fixture(scope="module")
def table():
    return design.load()


@pytest.mark.parametrize("board", board_layout_input.BOARDS)
def test_board_and_schematic_have_the_nets_of_the_description(table, board):
    """Every pad of the board and every pin of the schematic, read back from KiCad's files."""
    wanted = board_layout_input.pad_nets(table, board)
    assert kicad_text.board_pads(board_file_path(board).read_text("utf-8")) == wanted
    assert kicad_text.schematic_pin_nets(board_file_path(board).with_suffix(".kicad_sch").read_text("utf-8")) == wanted


@pytest.mark.parametrize("board", board_layout_input.BOARDS)
def test_the_committed_board_is_of_this_description(table, board):
    """The board carries the fingerprint of nets, parts and places it was made from."""
    assert is_current(table, board)


def test_a_moved_wire_makes_the_board_stale_and_is_named():
    """A net changed in the description is a difference at its pads."""
    source = fresh()
    move(source, "seat", "R10.1", "V5", "3V3")
    table = design.build(source)
    assert not is_current(table, "seat")
    assert "seat R10.1: V5 on the board, 3V3 in the description" in board_differences(table, "seat")


STORED = {
    "a resistor moved by hand": (
        "(at 34.29 19.558 90)",
        "(at 36.29 19.558 90)",
        "lies at 36.29, 19.558, by the description at",
    ),
    "a resistor turned by hand": ("(at 34.29 19.558 90)", "(at 34.29 19.558 270)", "is turned by 270 degrees"),
    "another footprint": ("Package_SO:SOIC-18W_", "Package_SO:SOIC-20W_", "seat U1: Package_SO:SOIC-20W_"),
    "a word painted over": ('(gr_text "NOT ETHERNET"', '(gr_text "LAN"', "seat print: LAN at"),
    "a part on the back": (
        'XH_B7B-XH-A_1x07_P2.50mm_Vertical" (layer "F.Cu")',
        'XH_B7B-XH-A_1x07_P2.50mm_Vertical" (layer "B.Cu")',
        "seat J2: lies at",
    ),
}


@pytest.mark.parametrize("change", STORED)
def test_a_stored_board_that_somebody_has_edited_is_named(table, change, tmp_path, monkeypatch):
    """The placing machine goes by the description: a part that lies elsewhere on the board would miss its pads."""
    before, after, words = STORED[change]
    text = board_file_path("seat").read_text("utf-8")
    assert text.count(before) == 1
    (tmp_path / "seat.kicad_pcb").write_text(text.replace(before, after))
    monkeypatch.setattr("workshop.board_build.KICAD", tmp_path)
    assert any(words in line for line in board_differences(table, "seat"))


def edit(pattern, replacement, suffix=".kicad_pcb"):
    """Return an edit by hand of the stored seat board: what is found first, in one of its two files."""

    def change(folder):
        path = folder / f"seat{suffix}"
        text, count = re.subn(pattern, replacement, path.read_text("utf-8"), count=1)
        assert count == 1
        path.write_text(text)

    return change


def one_millimetre(found):
    """Return the beginning of a hole that lies a millimetre to the left."""
    return f"{found[1]}{float(found[2]) - 1:g}"


HOLE = r'(\(footprint "MountingHole_3.2mm_M3" \(layer "F.Cu"\)\s+\(tedit \w+\) \(tstamp [-\w]+\)\s+\(at )(\S+)'
EDITED = {
    "a mounting hole a millimetre off": (edit(HOLE, one_millimetre), "seat hole: none at"),
    "a board a millimetre too narrow": (edit(r"\(end 77.47 0\)", "(end 76.47 0)"), "seat outline: is not 77.47 x"),
    "a supply's track as thin as a signal's": (edit(r"\(width 0.6\)", "(width 0.3)"), "a track of 0.3 mm, 0.6 is"),
    "smaller drills": (edit(r"\(drill 0.76\)", "(drill 0.6)"), "seat J1: pad"),
    "values exchanged": (edit(r'fp_text value "1k"', 'fp_text value "10k"'), "10k is printed, 1k in the description"),
    "a value beside another part": (
        edit(r'(\(fp_text value "330" \(at )-2.505 -1.6', r"\g<1>-12 0"),
        "seat print: 330 of R10 stands",
    ),
    "rules that allow more": (
        edit(r'"min_clearance": 0.19\d*', '"min_clearance": 0.05', ".kicad_pro"),
        "seat rules: min_clearance is 0.05",
    ),
    "a pad whose mask is closed": (
        edit(r'(roundrect (?:[^"]|"F.Cu" "F.Paste")*) "F.Mask"', r"\1"),
        "is not that of",
    ),
    "the mark of pin 1 taken away": (
        edit(r'\n *\(fp_line \(start -3.86 -5.64\) \(end -5.675 -5.64\) \(layer "F.SilkS"\)[^\n]*', ""),
        "seat U1: a printed line is gone",
    ),
    "a word too small to read": (
        edit(r'(gr_text "NOT ETHERNET"[^\0]*?\(size )1.1 1.1', r"\g<1>0.4 0.4"),
        "seat print: NOT ETHERNET is 0.4 mm high",
    ),
    "a flood with a corner elsewhere": (
        edit(r"(\(zone [^\0]*?\(polygon\s+\(pts\s+\(xy )0.5 0.5", r"\g<1>5.5 0.5"),
        "seat flood: that of GND has other corners",
    ),
    "a flood nearer to other copper": (
        edit(r"\(connect_pads \(clearance 0.3\)\)", "(connect_pads (clearance 0.1))"),
        "seat flood: that of GND keeps 0.1 mm, not 0.3",
    ),
    "an older revision in the title": (edit(r'\(rev "C"\)', '(rev "B")'), "seat rev: is B, C in the description"),
    "a thinner plate": (edit(r"\(thickness 1.6\)", "(thickness 0.8)"), "seat plate: is 0.8 mm thick"),
    "a short that is no error": (
        edit(r'"shorting_items": "error"', '"shorting_items": "ignore"', ".kicad_pro"),
        "seat rules: shorting_items is no error",
    ),
    "a net without its name": (
        edit(r'\n *\(net (\d+) "V5"\)', ""),
        "a track is on it, and it has no name",
    ),
    "a class that allows more": (
        edit(r'"clearance": 0.2', '"clearance": 0.05', ".kicad_pro"),
        "seat rules: Default has a clearance of 0.05",
    ),
}


@pytest.mark.parametrize("change", EDITED)
def test_an_edit_of_a_stored_board_is_named_as_long_as_it_is_there(table, change, tmp_path, monkeypatch):
    """Drawing the board again, which `make hardware` does, makes nothing of it right."""
    spoil, words = EDITED[change]
    for name in ("seat.kicad_pcb", "seat.kicad_pro", "stored.sha256"):
        shutil.copy(KICAD / name, tmp_path)
    monkeypatch.setattr("workshop.board_build.KICAD", tmp_path)
    assert board_differences(table, "seat") == []
    spoil(tmp_path)
    drawings(table, "seat")
    said = board_differences(table, "seat")
    assert any(words in line for line in said), said
    assert any("was changed after it was laid out" in line for line in said)


def test_ground_that_would_hang_on_one_pad_is_joined_and_its_loss_is_named(table, monkeypatch):
    """The vias of the description are on the board, with the ground as their net; one that it has not is said."""
    assert len(board_layout_input.kicad_layout_input(table, "centre")["stitches"]) == 2
    source = fresh()
    source["layout"]["centre"]["stitches"].append([50, 50])
    assert "centre via: none of the ground at 63.5, 63.5" in board_differences(design.build(source), "centre")


@needs("kicad")
def test_no_hole_is_a_dot_in_copper_or_print(tmp_path):
    """KiCad 6's Python marks every drill unless told not to; its own window, and later ones, do not."""
    assert board_build._stage("fabricate", board_file_path("keys"), tmp_path) == ""
    made = {path.suffix: path.read_text("utf-8") for path in tmp_path.iterdir()}
    assert {".gtl", ".gto"} <= made.keys()
    assert [suffix for suffix, text in made.items() if "C,0.350000*%" in text] == []


def test_a_supply_that_the_router_takes_for_a_signal_is_named(table, monkeypatch):
    """Its tracks would be thin at the next layout."""
    monkeypatch.setattr(board_layout_input, "WIDE", board_layout_input.WIDE - {"V5"})
    assert "centre V5: is a supply, and routed as a signal" in board_differences(table, "centre")


def test_the_router_joins_every_net_and_keeps_its_distance():
    """Two crossing nets on one layer and a wall of pads: both find a way, neither touches the other."""
    pads = [Pad("a1", "A", 5, 10, 1.6, 1.6, (0, 1)), Pad("a2", "A", 15, 10, 1.6, 1.6, (0, 1))]
    pads += [Pad("b1", "B", 10, 5, 1.6, 1.6, (0,)), Pad("b2", "B", 10, 15, 1.6, 1.6, (0,))]
    plan = Router((20, 20), pads, [], set()).route()
    assert plan.failed == []
    for one in plan.tracks:
        for other in plan.tracks:
            if one.net != other.net and one.layer == other.layer:
                assert apart(one, other) > 0.25 - 1e-6


def apart(one, other):
    """Return the least distance between the edges of two tracks, walked in small steps."""

    def walk(track):
        steps = 40
        for step in range(steps + 1):
            yield [a + (b - a) * step / steps for a, b in zip(track.start, track.end, strict=True)]

    return min(math.dist(p, q) for p in walk(one) for q in walk(other)) - (one.width + other.width) / 2


def test_the_router_says_which_net_found_no_way():
    """A pad walled in by a hole as large as the board cannot be reached."""
    pads = [Pad("a1", "A", 3, 10, 1.6, 1.6, (0,)), Pad("a2", "A", 17, 10, 1.6, 1.6, (0,))]
    plan = Router((20, 20), pads, [(10, 10, 18.5)], set()).route()
    assert plan.failed == ["A"]


@needs("kicad")
def test_the_tracks_of_the_rails_resist_no_more_than_the_budget_allows(table):
    """Tracks and floods of V5, from the limiter that feeds it to the pad farthest away, by the stored board."""
    assert rail_drop_faults(table, "centre") == []


@needs("kicad")
def test_a_rail_whose_tracks_are_too_long_is_named(table):
    """With a tenth of a milliohm allowed the board is refused, so that the comparison means something."""
    source = fresh()
    for feed in source["feeds"]:
        if "copper" in feed:
            feed["copper"] = 0.0001
    assert any("mV on the tracks behind U2" in line for line in rail_drop_faults(design.build(source), "centre"))


def test_a_change_of_the_router_makes_a_board_stale(table, monkeypatch, tmp_path):
    """The fingerprint covers what lays a board out, so a board laid out by another router is laid out again."""
    before = board_layout_input.fingerprint(table, "seat")
    for name in board_layout_input.LAID_OUT_BY:
        (tmp_path / name).write_text(board_layout_input.MADE_BY.joinpath(name).read_text("utf-8") + "# another word\n")
    monkeypatch.setattr("workshop.board_layout_input.MADE_BY", tmp_path)
    assert board_layout_input.fingerprint(table, "seat") == before, "a comment lays out no board"
    for name in board_layout_input.LAID_OUT_BY:
        text = (tmp_path / name).read_text("utf-8")
        (tmp_path / name).write_text(re.sub(r"\b(RoutingResult|_apart|MEMORY|tidy_print)\b", r"renamed_\1", text))
    assert board_layout_input.fingerprint(table, "seat") == before, "another name lays out no board"
    with (tmp_path / "routing.py").open("a") as router:
        router.write("CHANGED = 1\n")
    changed = board_layout_input.fingerprint(table, "seat")
    assert changed != before
    monkeypatch.setattr(board_layout_input, "WIDE", board_layout_input.WIDE - {"V5"})
    assert board_layout_input.fingerprint(table, "seat") not in (before, changed)


@needs("kicad")
@pytest.mark.skipif(not board_build.has_layout_kicad(), reason="boards are laid out with KiCad 6")
@pytest.mark.parametrize("board", board_layout_input.BOARDS)
def test_a_board_laid_out_anew_is_the_stored_one(table, board, tmp_path, monkeypatch):
    """Byte by byte: a router that is given something else than the fingerprint covers would take other ways."""
    monkeypatch.setattr("workshop.board_build.KICAD", tmp_path)
    assert board_build.lay_out(table, board) == []
    for suffix in (".kicad_pcb", ".kicad_pro"):
        assert (tmp_path / f"{board}{suffix}").read_bytes() == (KICAD / f"{board}{suffix}").read_bytes()
