"""The steps of the chain: each makes its files, or in a check proves that the committed ones are current."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from workshop import (
    assembly_files,
    board_build,
    board_layout_input,
    box_rendering,
    build_pictures,
    checks,
    collisions,
    generated_files,
    guide_reader,
    holder_print_checks,
    meter_pictures,
    opening_checks,
    part_pictures,
    picture_stamp,
    plot_checks,
    program_runner,
    spice,
)
from workshop.design import HARDWARE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from workshop.design import Design

LABEL = re.compile(r"<text[^>]*>([^<]*)</text>")


@dataclass(frozen=True)
class BuildStep:
    """One step: its name, the programs it cannot do without, and the functions that make and that compare."""

    name: str
    needs: tuple[str, ...]
    make: Callable[[Design], list[str]]
    compare: Callable[[Design], list[str]]

    def missing(self) -> list[str]:
        """Return the programs that are not installed, or not in the version that can be used."""
        return [_wanted(program) for program in self.needs if find(program) is None]


def _wanted(program: str) -> str:
    """Return what has to be installed: of KiCad the version, and which one is there instead."""
    if program != "kicad":
        return program
    other = board_build.kicad_version()
    return f"kicad {board_build.KICAD_MAJOR}" + (f", not {other}" if other else "")


def find(program: str) -> str | None:
    """Find a program beside this Python or on the path; KiCad counts when the right Python module is there."""
    if program == "kicad":
        return board_build.PYTHON if board_build.has_kicad() else None
    beside = Path(sys.executable).with_name(program)
    return str(beside) if beside.exists() else shutil.which(program)


def check_design(design: Design) -> list[str]:
    """Run the checker."""
    return [str(finding) for finding in checks.check(design)]


def write_texts(design: Design) -> list[str]:
    """Write the text files."""
    generated_files.write(design)
    return []


def compare_texts(design: Design) -> list[str]:
    """Compare the text files byte by byte."""
    return [
        f"{path.relative_to(generated_files.ROOT)} is not current: run make hardware"
        for path in generated_files.stale(design)
    ]


def _draw(folder: Path) -> list[str]:
    """Let WireViz draw both harness sheets into a folder."""
    wrong = []
    for sheet in ("centre", "seat"):
        source = HARDWARE / "wiring" / f"harness-{sheet}.yml"
        command = [str(find("wireviz")), "-f", "s", "-o", str(folder), str(source)]
        done = program_runner.run(command)
        if done.returncode:
            wrong.append(f"harness-{sheet}: {(done.stderr.strip() or 'wireviz failed').splitlines()[-1]}")
        else:
            drawn = folder / f"harness-{sheet}.svg"
            drawn.write_text(
                picture_stamp.stamp_svg(drawn.read_text("utf-8"), source.read_text("utf-8")), encoding="utf-8"
            )
    return wrong


def draw_harness(design: Design) -> list[str]:
    """Draw the cables, unless they are drawn as they are: another Graphviz would only set the same words elsewhere."""
    return _draw(HARDWARE / "wiring") if compare_harness(design) else []


def compare_harness(_: Design) -> list[str]:
    """Draw the cables again and compare words, which another Graphviz sets elsewhere; see that none was changed."""
    with tempfile.TemporaryDirectory() as folder:
        wrong = _draw(Path(folder))
        for drawn in sorted(Path(folder).glob("*.svg")):
            kept = HARDWARE / "wiring" / drawn.name
            text = kept.read_text("utf-8") if kept.exists() else ""
            as_made = text == picture_stamp.stamp_svg(text, kept.with_suffix(".yml").read_text("utf-8"))
            if not as_made or sorted(LABEL.findall(text)) != sorted(LABEL.findall(drawn.read_text("utf-8"))):
                wrong.append(f"hardware/wiring/{drawn.name} is not current: run make hardware")
    return wrong


def simulate(_: Design) -> list[str]:
    """Run the decks, keep the table of what they measured."""
    results = spice.simulate()
    (HARDWARE / "spice" / "results.md").write_text(spice.page(results), encoding="utf-8")
    return spice.failed_measurements(results)


def compare_simulation(_: Design) -> list[str]:
    """Run the decks again; the committed table must say the same to 3 %."""
    results = spice.simulate()
    kept = HARDWARE / "spice" / "results.md"
    stale = not kept.exists() or not spice.is_within_tolerance(kept.read_text(), spice.page(results))
    return spice.failed_measurements(results) + (
        ["hardware/spice/results.md is not current: run make hardware"] if stale else []
    )


def make_boxes(design: Design) -> list[str]:
    """Make what is not of today's models: cuts, prints and pictures of the boxes, two at a time; look through all."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        cut = [model for model in reversed(collisions.CUTS) if not collisions.is_current(model)]
        in_the_way = pool.map(lambda model: collisions.find_collisions(model, Path(folder)), cut)
        made = pool.map(box_rendering.make, _old())
        left = [line for found in in_the_way for line in found]
        wrong = [line for line in made if line]
    if cut and not left:
        (box_rendering.BOXES / collisions.PAGE).write_text(collisions.page(), encoding="utf-8")
    return wrong + left or check_printed_boxes(design)


def check_printed_boxes(design: Design) -> list[str]:
    """Look through the prints of the boxes and of what holds them."""
    return opening_checks.find_print_faults(design, opening_checks.LOOKS | holder_print_checks.LOOKS)


def _old() -> list[str]:
    """Return the prints and pictures that are missing or were made of other models."""
    return [name for name in (*box_rendering.PRINTS, *box_rendering.PICTURES) if not box_rendering.is_current(name)]


def compare_boxes(design: Design) -> list[str]:
    """See that cuts, prints and pictures are of today's models, and look through the prints."""
    stale = [box_rendering.file_name(name) for name in _old()]
    stale += [collisions.PAGE for model in collisions.CUTS if not collisions.is_current(model)][:1]
    return [f"hardware/boxes/{name} is not current: run make hardware" for name in stale] or check_printed_boxes(design)


def make_boards(design: Design) -> list[str]:
    """Lay out the boards whose description has changed, check them all, draw them, write the fabrication files."""
    wrong = []
    for name in board_layout_input.BOARDS:
        if not board_build.is_current(design, name):
            wrong += board_build.lay_out(design, name)
    if not wrong:
        for path, text in _drawings(design):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return wrong or _check_boards(design)


def _drawings(design: Design) -> Iterator[tuple[Path, str]]:
    """Yield what is drawn from the stored boards, and for the guides from their own words too."""
    for name in board_layout_input.BOARDS:
        yield from board_build.drawings(design, name).items()
    yield from guide_drawings(design).items()


def guide_drawings(design: Design) -> dict[Path, str]:
    """Return every picture of a step of soldering and of a measurement, by its path."""
    made = build_pictures.pictures(design) | part_pictures.pictures(design) | meter_pictures.pictures(design)
    return {guide_reader.GUIDES / "pictures" / name: text for name, text in made.items()}


def _check_boards(design: Design) -> list[str]:
    wrong = []
    for name in board_layout_input.BOARDS:
        differs = board_build.board_differences(design, name)
        wrong += (
            differs
            + board_build.check_board_drc(name)
            + board_build.fabricate(name)
            + board_build.check_schematic_erc(name)
        )
        size = board_layout_input.kicad_layout_input(design, name)["size"]
        wrong += [f"{name}: {line}" for line in plot_checks.wrong(board_build.BUILD / name, size)]
        if not differs:  # what the tracks of another board lose says nothing
            wrong += board_build.rail_drop_faults(design, name)
    assembled = board_build.BUILD / "assembly"
    assembled.mkdir(parents=True, exist_ok=True)
    for name in board_layout_input.BOARDS:
        shutil.make_archive(str(assembled / f"gerbers-{name}"), "zip", board_build.BUILD / name)
        for file, text in assembly_files.tables(design, name).items():
            (assembled / file).write_text(text, encoding="utf-8")
    return wrong


def compare_boards(design: Design) -> list[str]:
    """Check that the committed boards belong to this description, keep the rules and can be fabricated."""
    stale = [name for name in board_layout_input.BOARDS if not board_build.is_current(design, name)]
    if stale:
        return [f"hardware/kicad/{name}.kicad_pcb is not current: run make hardware" for name in stale]
    drawn = [
        f"{path.relative_to(generated_files.ROOT)} is not current: run make hardware"
        for path, text in _drawings(design)
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    return drawn + _check_boards(design)


STEPS = (
    BuildStep("checks", (), check_design, check_design),
    BuildStep("texts", (), write_texts, compare_texts),
    BuildStep("harness drawings", ("wireviz", "dot"), draw_harness, compare_harness),
    BuildStep("circuit simulation", ("ngspice",), simulate, compare_simulation),
    BuildStep("boxes", ("openscad", "xvfb-run"), make_boxes, compare_boxes),
    BuildStep("boards", ("kicad",), make_boards, compare_boards),
)
