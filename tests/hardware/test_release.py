"""The archive that a maker downloads: complete, with a checksum, and the same bytes for the same files."""

from __future__ import annotations

import csv
import hashlib
import io
import zipfile
from typing import TYPE_CHECKING

import pytest

from workshop import assembly_files, board_build, board_layout_input, box_rendering, design, release

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
        assert {f"fabrication/{name}/{kind}-{name}.csv" for kind in ("by-hand", "bom", "placement")} <= names
    for name in map(box_rendering.file_name, box_rendering.PRINTS):
        assert {f"boxes/{name}", f"boxes/{name.replace('.stl', '.step')}"} <= names
    assert {"order/bom.csv", "LICENSE.md", "guides/ORDER.md", "guides/table.svg"} <= names
    told = made.with_suffix(".zip.sha256").read_text()
    assert told == f"{hashlib.sha256(made.read_bytes()).hexdigest()}  {made.name}\n"


@pytest.mark.parametrize("name", board_layout_input.BOARDS)
def test_every_part_of_a_board_is_the_machines_or_the_irons(name: str) -> None:
    """No part in both bills, none in neither: marks, points and options alone are never bought."""
    table = design.load()
    by_hand = list(csv.DictReader(io.StringIO(assembly_files.hand_soldered_bom(table, name))))
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
