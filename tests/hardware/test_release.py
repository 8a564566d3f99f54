"""The archive that a maker downloads: complete, with a checksum, and the same bytes for the same files."""

from __future__ import annotations

import csv
import hashlib
import io
import posixpath
import re
import zipfile
from typing import TYPE_CHECKING

import pytest

from workshop import (
    assembly_files,
    board_build,
    board_layout_input,
    board_order,
    box_rendering,
    build_pipeline,
    cli,
    design,
    guide_reader,
    order,
    release,
)

if TYPE_CHECKING:
    from pathlib import Path

GERBER = "%TF.CreationDate,{day}*%\nG04 Created by KiCad date {day}*\n%FSLAX46Y46*%\nM02*\n"


@pytest.fixture
def plotted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let two files of each board stand for what KiCad has plotted."""
    monkeypatch.setattr(board_build, "BUILD", tmp_path / "build")
    plot(tmp_path / "build", "2026-11-01")
    return tmp_path


def plot(folder: Path, day: str) -> None:
    """Write the files of every board as on a day."""
    for name in board_layout_input.BOARDS:
        (folder / name).mkdir(parents=True, exist_ok=True)
        for ending in ("F_Cu.gtl", "F_Paste.gtp"):
            (folder / name / f"{name}-{ending}").write_text(GERBER.format(day=day))


def test_the_archive_has_what_a_maker_orders_and_prints_with_and_its_checksum(plotted: Path) -> None:
    """Of every board, the key strip among them; placements where a machine places."""
    made = release.archive(design.load(), plotted / "dist", "1.2.3")
    assert made.name == "tenbo-hardware-1.2.3.zip"
    with zipfile.ZipFile(made) as packed:
        names = set(packed.namelist())
    for name in board_layout_input.BOARDS:
        assert {
            f"fabrication/{name}/gerbers/{name}-F_Paste.gtp",
            f"order/{name}.html",
            f"kicad/{name}.kicad_pcb",
        } <= names
        tables = ("by-hand", "bom", "placement", "placement-kicad")
        assert {f"fabrication/{name}/{kind}-{name}.csv" for kind in tables} <= names
    for name in map(box_rendering.file_name, box_rendering.PRINTS):
        assert {f"boxes/{name}", f"boxes/{name.replace('.stl', '.step')}"} <= names
    assert {"order/bom.csv", "LICENSE.md", "guides/ORDER.md", "guides/table.svg"} <= names
    told = made.with_suffix(".zip.sha256").read_text()
    assert told == f"{hashlib.sha256(made.read_bytes()).hexdigest()}  {made.name}\n"


def test_a_board_house_takes_one_archive_of_each_board(plotted: Path) -> None:
    """The same gerbers as in the folder beside it."""
    made = release.archive(design.load(), plotted / "dist", "1")
    with zipfile.ZipFile(made) as packed:
        for name in board_layout_input.BOARDS:
            with zipfile.ZipFile(io.BytesIO(packed.read(f"fabrication/{name}/gerbers-{name}.zip"))) as sent:
                files = {file: sent.read(file) for file in sent.namelist()}
            assert set(files) == {f"{name}-F_Cu.gtl", f"{name}-F_Paste.gtp"}
            assert all(packed.read(f"fabrication/{name}/gerbers/{file}") == data for file, data in files.items())


def test_every_link_of_the_archive_leads_to_a_file_in_it(plotted: Path) -> None:
    """Pages of the program do not go along: a maker reads their names instead of a dead link."""
    made = release.archive(design.load(), plotted / "dist", "1")
    with zipfile.ZipFile(made) as packed:
        names = set(packed.namelist())
        pages = {name: packed.read(name).decode() for name in names if name.endswith((".md", ".html"))}
    dead = [
        (name, target)
        for name, text in pages.items()
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)|(?:href|src)=\"([^\"#:]+)\"", text)
        if posixpath.normpath(posixpath.join(posixpath.dirname(name), "".join(target))) not in names
    ]
    assert len(pages) > 12
    assert dead == []
    assert "what runs where (docs/platforms.md of the program)" in pages["guides/BUILD.md"]


def test_a_release_that_writes_no_archive_says_so_in_its_last_line(tmp_path, capsys, monkeypatch) -> None:
    """Without a program nothing is written, and the line before make's own names what to install."""
    step = build_pipeline.BuildStep("boards", ("a-program-nobody-has",), lambda _: [], lambda _: [])
    monkeypatch.setattr(cli, "STEPS", (step,))
    assert cli.main(["--release", str(tmp_path / "dist")]) == 1
    *_, programs, last = capsys.readouterr().out.splitlines()
    assert cli.PROGRAMS in programs
    assert last.startswith("No archive was written: install the programs")
    assert not (tmp_path / "dist").exists()
    assert cli.PROGRAMS in guide_reader.page("ORDER")


@pytest.mark.parametrize("name", board_layout_input.BOARDS)
def test_what_is_asked_of_a_board_house_is_what_the_board_file_has(name: str) -> None:
    """Layers, thickness, size and the finest it has to make, from the stored board and its project."""
    table = design.load()
    text = board_build.board_file_path(name).read_text("utf-8")
    row = {
        cells[0]: cells[1 + board_layout_input.BOARDS.index(name)]
        for line in board_order.board_table(table).splitlines()[2:]
        for cells in [[cell.strip() for cell in line.strip("|").split("|")]]
    }
    assert row["layers"] == str(len(re.findall(r'"[FB]\.Cu" signal', text)))
    assert row["thickness"] == f"{float(re.search(r'[(]thickness ([0-9.]+)[)]', text)[1]):g} mm"
    edges = re.findall(r"\(gr_line \(start ([\d.]+) ([\d.]+)\).*Edge\.Cuts", text)
    sides = [max(side) - min(side) for side in zip(*[(float(x), float(y)) for x, y in edges], strict=True)]
    assert row["size"] == " x ".join(f"{side:g}" for side in (round(side, 2) for side in sides)) + " mm"
    narrowest = float(row["narrowest track, gap, hole"].split(",")[0])
    assert narrowest <= min(float(width) for width in re.findall(r"\(segment .*?\(width ([\d.]+)\)", text))
    assert int(row["pieces"].split()[0]) >= len(table.source["boards"][name]["copies"])
    assert board_order.board_table(table) in guide_reader.page("ORDER")


@pytest.mark.parametrize("name", assembly_files.MACHINE)
def test_another_house_gets_the_angles_that_kicad_has(name: str) -> None:
    """Turned back by what the named house's reels are turned; the places are the same."""
    table = design.load()
    own, house = (
        {row["Designator"]: row for row in csv.DictReader(io.StringIO(assembly_files.placement(table, name, house=by)))}
        for by in (False, True)
    )
    where = board_layout_input.part_positions(table, name)
    assert {ref: float(row["Rotation"]) for ref, row in own.items()} == {ref: where[ref][2] % 360 for ref in own}
    assert {ref for ref in own if own[ref] != house[ref]}
    assert all(own[ref]["Mid X"] == house[ref]["Mid X"] for ref in own)
    assert f"with angles for **{table.source['fabrication']['house']}**" in guide_reader.page("ORDER")


def test_what_one_table_costs_counts_whole_lots_and_the_boards_that_are_left_over() -> None:
    """Five of each board are bought, and a house places the parts of all of them."""
    table = design.load()
    pieces = table.source["fabrication"]["pieces"]
    boards = [item for item in order.items(table) if item.mpn.startswith("kicad/")]
    assert {item.lot for item in boards} == {pieces}
    assert sum(item.paid for item in boards) == pytest.approx(34.0)
    assert sum(item.cost for item in boards) == pytest.approx(15.2)
    assert order.paid(table) - order.total(table) >= 34.0 - 15.2
    (row,) = [line for line in order.price_table(table).splitlines() if "placed by a house" in line]
    told = float(re.search(r"\*\*([\d.]+)\*\* \|", row)[1])
    assert told == pytest.approx(order.paid(table) + order.ASSEMBLY[0] + order.spare_board_parts(table))
    assert "Not in these sums: postage" in guide_reader.page("ORDER")


@pytest.mark.parametrize("name", board_layout_input.BOARDS)
def test_every_part_of_a_board_is_the_machines_or_the_irons(name: str) -> None:
    """No part in both bills, none in neither: marks, points and options alone are never bought."""
    table = design.load()
    by_hand = list(csv.DictReader(io.StringIO(assembly_files.hand_soldered_bom(table, name))))
    sockets = [by_hand.pop()] if name == "centre" else []
    assert [(row["Designator"], row["Quantity"]) for row in sockets] == [("under U1", "2")] * (name == "centre")
    hands = {ref for row in by_hand for ref in row["Designator"].split(",")}
    machine = {part.ref for part in assembly_files.machine_placed_parts(table, name)}
    bought = {
        part.ref
        for part in board_layout_input.parts_of(table, name)
        if not part.order.get("bare") and not part.facts.get("option")
    }
    assert not hands & machine
    assert hands | machine == bought
    assert all(row["Manufacturer Part"] and int(row["Quantity"]) == row["Designator"].count(",") + 1 for row in by_hand)


def test_the_same_files_of_another_day_make_the_same_archive(plotted: Path) -> None:
    """A maker can make the checksum again."""
    table = design.load()
    first = release.archive(table, plotted / "one", "1").read_bytes()
    plot(plotted / "build", "2026-12-24")
    assert release.archive(table, plotted / "other", "1").read_bytes() == first
