"""What a board house is sent: parts, places and angles of a board, plots and drills that are what they are called."""

from __future__ import annotations

import csv
import io
import math
import re
import shutil

import pytest

from hardware.fault_injection import needs
from workshop import (
    assembly_files,
    board_build,
    board_layout_input,
    build_pipeline,
    design,
    kicad_text,
    plot_checks,
)
from workshop.board_build import board_file_path, check_board_drc, drawings
from workshop.design import HARDWARE

pytestmark = pytest.mark.thorough("boards read by KiCad")


@pytest.fixture(scope="module")
def table():
    return design.load()


@pytest.mark.parametrize("board", ["centre", "seat"])
def test_an_assembly_house_gets_every_small_part_once_with_its_place_and_number(table, board):
    """Parts list and placement have the same references, those without legs; who has no number is named in ORDER."""
    bill = list(csv.DictReader(io.StringIO(assembly_files.bill(table, board))))
    places = {row["Designator"]: row for row in csv.DictReader(io.StringIO(assembly_files.placement(table, board)))}
    refs = [ref for row in bill for ref in row["Designator"].split(",")]
    small = {
        part.ref
        for part in board_layout_input.parts_of(table, board)
        if "_SMD" in part.order["footprint"]
        or part.order["footprint"].startswith(("Package_SO:", "Fuse:", "Connector_USB:"))
    }
    assert sorted(refs) == sorted(places)
    assert {row["Layer"] for row in places.values()} == {"top"}
    assert set(refs) == small - {"U5", "C18"} if board == "centre" else set(refs) == small
    unnumbered = {row["Manufacturer Part"] for row in bill if not row["LCSC Part #"]}
    centre, seat = {"MCP130T-300I/TT", "RC0805FR-0719K6L", "RC0805FR-0766K5L"}, {"RC0805FR-071K8L"}
    assert unnumbered == (centre if board == "centre" else seat)
    order = (HARDWARE / "guides" / "ORDER.md").read_text("utf-8")
    assert all(number in order.partition("vouch for a number of")[2].partition(": search")[0] for number in unnumbered)
    assert all(row["Manufacturer Part"] and int(row["Quantity"]) == len(row["Designator"].split(",")) for row in bill)
    expected = board_layout_input.part_positions(table, board)["U1" if board == "seat" else "U2"]
    row = places["U1" if board == "seat" else "U2"]
    assert (row["Mid X"], row["Mid Y"]) == (f"{expected[0]:.3f}mm", f"{-expected[1]:.3f}mm")


PLOTS = {
    "the mask of the other side": (".gts", "Soldermask,Top", "Soldermask,Bot", "is Soldermask,Bot, by its name"),
    "a plot in inches": (".gtl", "%MOMM*%", "%MOIN*%", "is not in millimetres"),
    "copper without its ground": (".gbl", "G36*", "G01*", "has no ground"),
    "an outline that is too small": (".gm1", "X57150000", "X50150000", "is 50.15 x 22.86 mm, the board 57.15"),
    "paste that is print": (".gtp", "Paste,Top", "Legend,Top", "is Legend,Top, by its name Paste,Top"),
}


@needs("kicad")
@pytest.mark.parametrize("fault", PLOTS)
def test_a_plot_that_is_another_layer_than_its_name_is_noticed(table, fault, tmp_path, monkeypatch):
    """The house makes what the files say, not what they are called."""
    suffix, before, after, words = PLOTS[fault]
    monkeypatch.setattr("workshop.board_build.BUILD", tmp_path)
    assert board_build.fabricate("keys") == []
    size = board_layout_input.kicad_layout_input(table, "keys")["size"]
    assert list(plot_checks.wrong(tmp_path / "keys", size)) == []
    (path,) = (tmp_path / "keys").glob(f"*{suffix}")
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after), "utf-8")
    assert any(words in line for line in plot_checks.wrong(tmp_path / "keys", size))


def test_the_keys_of_the_strip_have_places_and_angles_of_their_own(table):
    """A house that solders what has legs is told of the four keys alone: the middle between the legs of each."""
    places = {row["Designator"]: row for row in csv.DictReader(io.StringIO(assembly_files.placement(table, "keys")))}
    (row,) = csv.DictReader(io.StringIO(assembly_files.bill(table, "keys")))
    assert list(places) == row["Designator"].split(",") == ["S2", "S3", "S4", "S5"]
    assert (row["Manufacturer Part"], row["Quantity"]) == ("B3F-4055", "4")
    pads = list(kicad_text.pad_places(kicad_text.parse(board_file_path("keys").read_text("utf-8"))))
    for ref, row in places.items():
        legs = [spot for name, _, spot in pads if name.startswith(f"{ref}.")]
        middle = [(min(side) + max(side)) / 2 for side in zip(*legs, strict=True)]
        told = float(row["Mid X"].removesuffix("mm")), -float(row["Mid Y"].removesuffix("mm"))
        assert math.dist(middle, told) < 0.3, ref
        assert (row["Layer"], float(row["Rotation"])) == (
            "top",
            board_layout_input.part_positions(table, "keys")[ref][2],
        )


# Where pin 1 of a part is from its middle at an angle of 0, as it lies in the house's tape: to the right, upwards.
PIN_1_IN_TAPE = {
    "SOT-23": (1, -1),
    "SOT-23-5": (1, -1),
    "SOT-23-6": (1, -1),
    "SOIC-8": (-1, -1),
    "SOIC-18W": (-1, -1),
    "D_SMA": (-1, 0),
}


def turned_wrong(table, board, placement):
    """Return the parts whose pin 1, laid by a placing machine, would not be at pad 1 of the stored board."""
    sheet = kicad_text.parse(board_file_path(board).read_text("utf-8"))
    pads = {name: place for name, _, place in kicad_text.pad_places(sheet)}
    parts = {part.ref: part for part in assembly_files.machine_placed_parts(table, board)}
    wrong = []
    for row in csv.DictReader(io.StringIO(placement)):
        name = parts[row["Designator"]].order["footprint"].partition(":")[2]
        package = name if name in PIN_1_IN_TAPE else name.partition("_")[0]
        spot = pads.get(f"{row['Designator']}.1")
        if package not in PIN_1_IN_TAPE or spot is None:
            continue
        x, y = (float(row[side].removesuffix("mm")) for side in ("Mid X", "Mid Y"))
        angle, (right, up) = math.radians(float(row["Rotation"])), PIN_1_IN_TAPE[package]
        laid = (right * math.cos(angle) - up * math.sin(angle), right * math.sin(angle) + up * math.cos(angle))
        pad = (spot[0] - x, -spot[1] - y)
        apart = math.degrees(math.atan2(laid[1], laid[0]) - math.atan2(pad[1], pad[0])) % 360
        if min(apart, 360 - apart) > 45:
            wrong.append(row["Designator"])
    return wrong


@pytest.mark.parametrize("board", assembly_files.MACHINE)
def test_a_machine_lays_pin_1_of_every_part_on_pad_1(table, board):
    """The angles that the house is sent, and the pads of the stored board, by how the parts lie in their tapes."""
    assert turned_wrong(table, board, assembly_files.placement(table, board)) == []


@pytest.mark.parametrize(("board", "chip"), [("centre", "Q3"), ("seat", "U1")])
def test_a_part_that_a_machine_would_turn_is_named(table, board, chip):
    """A reel's turn that is subtracted instead of added turns every SOIC by 180 degrees."""
    rows = list(csv.reader(io.StringIO(assembly_files.placement(table, board))))
    for row in rows[1:]:
        if row[0] == chip:
            row[4] = f"{(float(row[4]) + 180) % 360:g}"
    assert turned_wrong(table, board, "\n".join(map(",".join, rows))) == [chip]


@pytest.mark.parametrize("board", board_layout_input.BOARDS)
def test_the_page_of_a_board_lists_every_part_once_and_shows_it_in_its_picture(table, board):
    """Each part is a button of one line and a group of the picture, the page fetches nothing, and it is current."""
    path = HARDWARE / "order" / f"{board}.html"
    text = path.read_text("utf-8")
    assert drawings(table, board)[path] == text
    ours = sorted(part.ref for part in board_layout_input.parts_of(table, board) if not part.order.get("bare"))
    assert sorted(re.findall(r'<button class="ref"[^>]*>([^<]*)<', text)) == ours
    assert sorted(ref for line in re.findall(r'data-refs="([^"]*)"', text) for ref in line.split()) == ours
    assert set(ours) <= set(re.findall(r'<g class="part" data-ref="([^"]*)"', text))
    assert not re.findall(r'(?:src|href)="', text)
    assert set(re.findall(r"https?://[^\"' ]*", text)) == {"http://www.w3.org/2000/svg"}


@needs("kicad")
@pytest.mark.parametrize("board", board_layout_input.BOARDS)
def test_the_design_rules_find_nothing(board):
    """KiCad's own check of clearances, holes, edges, open connections and print."""
    assert check_board_drc(board) == []


@needs("kicad")
def test_the_design_rules_find_a_planted_short(tmp_path, monkeypatch):
    """A track laid across two nets is found, so a clean report means something."""
    for suffix in (".kicad_pcb", ".kicad_pro"):
        shutil.copy(board_file_path("keys").with_suffix(suffix), tmp_path)
    path = tmp_path / "keys.kicad_pcb"
    text = path.read_text("utf-8")
    track = '(segment (start 5 9) (end 70 9) (width 0.3) (layer "F.Cu") (net 1))'
    path.write_text(text.rstrip().removesuffix(")") + track + ")\n")
    monkeypatch.setattr("workshop.board_build.KICAD", tmp_path)
    assert any("clearance" in line or "short" in line for line in check_board_drc("keys"))


@pytest.mark.parametrize(
    ("version", "wanted"),
    [("6.0.11+dfsg-1", []), ("", ["kicad 6"]), ("7.0.11", ["kicad 6, not 7.0.11"]), ("9.0.2", ["kicad 6, not 9.0.2"])],
)
def test_another_kicad_is_told_apart_and_no_board_is_made_with_it(version, wanted, monkeypatch):
    """Its Python module is there and has other names: the stage would stop in the middle of a board."""
    monkeypatch.setattr("workshop.board_build.kicad_version", lambda: version)
    monkeypatch.setattr("workshop.kicad_cli.find", lambda: None)
    (boards,) = [step for step in build_pipeline.STEPS if step.name == "boards"]
    assert boards.missing() == wanted


@needs("kicad")
def test_every_drilled_hole_is_where_the_board_has_a_pad_or_a_via(tmp_path, monkeypatch):
    """A drill file that is mirrored or begins elsewhere than the gerbers makes five boards of scrap."""
    monkeypatch.setattr(board_build, "BUILD", tmp_path)
    assert board_build.fabricate("keys") == []
    drilled = [
        (float(x), -float(y))
        for path in (tmp_path / "keys").glob("*-PTH.drl")
        for x, y in re.findall(r"^X(-?[\d.]+)Y(-?[\d.]+)$", path.read_text("utf-8"), re.MULTILINE)
    ]
    spots = [spot for _, _, spot in kicad_text.pad_places(kicad_text.parse(board_file_path("keys").read_text("utf-8")))]
    assert len(drilled) >= len(spots)
    assert [spot for spot in spots if min(math.dist(spot, hole) for hole in drilled) > 0.02] == []
