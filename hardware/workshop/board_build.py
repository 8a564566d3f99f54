"""The circuit boards: laid out when the description has changed, and always compared, checked and plotted."""

from __future__ import annotations

import json
import math
import re
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workshop import (
    board_layout_input,
    board_picture,
    board_routing,
    kicad_cli,
    kicad_text,
    placing_page,
    power,
    program_runner,
    rail_resistance,
    stored_board_differences,
)
from workshop.design import HARDWARE

if TYPE_CHECKING:
    from workshop.design import Design

KICAD = HARDWARE / "kicad"
BUILD = HARDWARE / "build"
KICAD_MAJOR = "6"
PYTHON = "/usr/bin/python3"  # KiCad's module belongs to the system's Python
NEAR_MM = 0.01
STAGES = {
    stage: Path(__file__).with_name(f"pcb_{module}.py")
    for module, stages in (("layout", ("pads", "board")), ("fabrication", ("check", "floods", "fabricate", "fill")))
    for stage in stages
}


@cache
def kicad_version() -> str:
    """Return the version of KiCad's Python module, empty when it or its footprints are not installed."""
    if not Path(PYTHON).exists() or not all(
        Path("/usr/share/kicad", kind).exists() for kind in ("footprints", "symbols")
    ):
        return ""
    asked = [PYTHON, "-c", "import pcbnew; print(pcbnew.GetBuildVersion())"]
    return program_runner.run(asked).stdout.strip()


def has_layout_kicad() -> bool:
    """Return whether there is a KiCad that `pcb_layout.py` was written for: later ones call its points otherwise."""
    return kicad_version().split(".")[0] == KICAD_MAJOR


def has_kicad() -> bool:
    """Return whether boards can be checked and plotted: by KiCad 6, or by a later one's own command line."""
    return has_layout_kicad() or (kicad_version().split(".")[0] in kicad_cli.MAJORS and kicad_cli.find() is not None)


def _stage(stage: str, source: Path, target: Path) -> str:
    done = program_runner.run([PYTHON, str(STAGES[stage]), stage, str(source), str(target)])
    said = (done.stdout + done.stderr).strip()
    return f"{stage} {source.name}: {said.splitlines()[-1] if said else done.returncode}" if done.returncode else ""


def board_file_path(board: str) -> Path:
    """Return the board file."""
    return KICAD / f"{board}.kicad_pcb"


def is_current(design: Design, board: str) -> bool:
    """Return whether a board file was made from this description."""
    path = board_file_path(board)
    return path.exists() and kicad_text.stated_fingerprint(path.read_text()) == board_layout_input.fingerprint(
        design, board
    )


def lay_out(design: Design, board: str) -> list[str]:
    """Place, route and flood one board and write its file."""
    if not has_layout_kicad():
        return [f"{board}: a board is laid out with KiCad {KICAD_MAJOR}, not {kicad_version()}"]
    task = board_layout_input.kicad_layout_input(design, board)
    with tempfile.TemporaryDirectory() as folder:
        order, pads = Path(folder, "task.json"), Path(folder, "pads.json")
        order.write_text(json.dumps(task))
        if wrong := _stage("pads", order, pads):
            return [wrong]
        plan = board_routing.route(task, json.loads(pads.read_text()))
        if plan.failed:
            return [f"{board}: no way found for {', '.join(plan.failed)}"]
        task["tracks"] = [[t.net, t.layer, t.start, t.end, t.width] for t in plan.tracks]
        task["vias"] = plan.vias + [(task["flood"], x, y) for x, y in task.get("stitches", ())]
        task["fingerprint"] = board_layout_input.fingerprint(design, board)
        order.write_text(json.dumps(task))
        made = Path(folder, f"{board}.kicad_pcb")
        if wrong := _stage("board", order, made):
            return [wrong]
        KICAD.mkdir(exist_ok=True)
        board_file_path(board).write_text(made.read_text())
        board_file_path(board).with_suffix(".kicad_pro").write_text(made.with_suffix(".kicad_pro").read_text())
        stored_board_differences.store_board_checksums(KICAD, board)
    return []


def board_differences(design: Design, board: str) -> list[str]:
    """Compare every pad of the board file, and all else that makes the board, with the description."""
    path = board_file_path(board)
    if not path.exists():
        return [f"hardware/kicad/{path.name} is missing: run make hardware"]
    wanted, found = board_layout_input.pad_nets(design, board), kicad_text.board_pads(path.read_text())
    other = _moved(design, board, path.read_text()) + stored_board_differences.differences(design, board, KICAD)
    return other + [
        f"{board} {pad}: {found.get(pad)} on the board, {wanted.get(pad)} in the description"
        for pad in sorted(wanted.keys() | found.keys())
        if wanted.get(pad) != found.get(pad)
    ]


def _moved(design: Design, board: str, text: str) -> list[str]:
    """Compare footprints, places and printed words of a board file with the description, by which a machine places."""
    task, found = board_layout_input.kicad_layout_input(design, board), kicad_text.board_parts(text)
    wrong = []
    for part in task["parts"]:
        name, x, y, turn, behind = found.get(part["ref"], ("", 0.0, 0.0, 0.0, False))
        told_x, told_y, told_turn = part["at"]
        if part["ref"] not in found:
            wrong.append(f"{board} {part['ref']}: is not on the board")
        elif not part["footprint"].startswith("Tenbo:") and name != part["footprint"]:
            wrong.append(f"{board} {part['ref']}: {name} on the board, {part['footprint']} in the description")
        elif math.dist((x, y), (told_x, told_y)) > NEAR_MM or behind != part["back"]:
            wrong.append(f"{board} {part['ref']}: lies at {x:g}, {y:g}, by the description at {told_x:g}, {told_y:g}")
        elif not behind and (turn - told_turn) % 360:
            wrong.append(f"{board} {part['ref']}: is turned by {turn:g} degrees, by the description by {told_turn:g}")
    printed = {(words, round(x, 2), round(y, 2)) for words, x, y in kicad_text.board_words(text)}
    told = {(words, round(x, 2), round(y, 2)) for words, x, y, _ in task["words"]}
    return wrong + [f"{board} print: {words} at {x:g}, {y:g} is on one of them alone" for words, x, y in printed ^ told]


def fill_supply_floods(board: str) -> tuple[list[str], list[list[Any]]]:
    """Return what went wrong, and the filled pieces of the supplies' floods, let KiCad fill them."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "floods.json")
        wrong = _stage("floods", board_file_path(board), target)
        return ([wrong], []) if wrong else ([], json.loads(target.read_text()))


def rail_drop_faults(design: Design, board: str) -> list[str]:
    """Compare what the tracks of a rail drop, with every load at its place, with what the power budget allows them."""
    wrong, pieces = fill_supply_floods(board) if board == "centre" else ([], [])
    for feed in design.source["feeds"]:
        if board == "centre" and "copper" in feed:
            part = power.feed_part(design, feed)
            rails = power.budget(design, "usb" if feed.get("usb") else "supply", "capped").rails
            sinks = {}
            for other in design.source["feeds"]:
                near = power.feed_part(design, other)
                if other["from"] == feed["to"]:
                    pin = near.kind.pins["IN" if near.kind.name == "LIMITER" else "A"]
                    sinks[f"{near.ref}.{pin.numbers[0]}"] = rails[other["to"]].milliamps / 1000
            total = rails[feed["to"]].milliamps / 1000
            sinks["J6.1"] = total - sum(sinks.values())  # the pixels have nearly all of the rest
            net = rail_resistance.copper_joints(board_file_path(board).read_text(), feed["to"], pieces)
            volts = rail_resistance.worst_voltage_drop(net, f"{part.ref}.{part.kind.pins['OUT'].numbers[0]}", sinks)
            if volts > feed["copper"] * total:
                said = f"{1000 * volts:.0f} mV on the tracks behind {part.ref}"
                wrong.append(f"{board}: {said}, the budget allows {1000 * feed['copper'] * total:.0f} mV")
    return wrong


def _filled(copy: Path) -> list[str]:
    """Fill the ground of a copy: the stored boards leave it out, and a command line of KiCad 7 to 9 fills nothing."""
    wrong = _stage("fill", copy, copy)
    return [wrong] if wrong else []


def check_board_drc(board: str) -> list[str]:
    """Run KiCad's design rules on a board file and return what they find."""
    with tempfile.TemporaryDirectory() as folder:
        copy, report = Path(folder, f"{board}.kicad_pcb"), Path(folder, "report.txt")
        copy.write_text(board_file_path(board).read_text())
        copy.with_suffix(".kicad_pro").write_text(board_file_path(board).with_suffix(".kicad_pro").read_text())
        if kicad_cli.has_rule_checks(kicad_version()):
            return [f"{board}: {line}" for line in _filled(copy) or kicad_cli.run_drc(copy)]
        if wrong := _stage("check", copy, report):
            return [wrong]
        text = report.read_text()
    counts = re.findall(r"Found (\d+) (?:DRC violations|unconnected pads|Footprint errors)", text)
    if len(counts) != 3:
        return [f"{board}: the design-rule report cannot be read"]
    return [f"{board}: {line}" for line in re.findall(r"^\[.*", text, re.MULTILINE)]


def check_schematic_erc(board: str) -> list[str]:
    """Run KiCad's electrical rules on a schematic, where its command line has them: KiCad 6 needs a screen for them."""
    if has_layout_kicad() or not kicad_cli.has_rule_checks(kicad_version()):
        return []
    return [f"{board}: {line}" for line in kicad_cli.run_erc(board_file_path(board).with_suffix(".kicad_sch"))]


def fabricate(board: str) -> list[str]:
    """Write the files for the board house into hardware/build."""
    target = BUILD / board
    target.mkdir(parents=True, exist_ok=True)
    for old in target.iterdir():
        old.unlink()
    if has_layout_kicad():
        wrong = _stage("fabricate", board_file_path(board), target)
    else:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder, f"{board}.kicad_pcb")
            copy.write_text(board_file_path(board).read_text())
            wrong = "; ".join(_filled(copy) or kicad_cli.fabricate(copy, target))
    made = {path.suffix for path in target.iterdir()}
    missing = {".gtl", ".gbl", ".gts", ".gbs", ".gto", ".gtp", ".gm1", ".drl"} - made
    return [wrong] if wrong else [f"{board}: no {kind} file was made" for kind in sorted(missing)]


def drawings(design: Design, board: str) -> dict[Path, str]:
    """Return the picture of the committed board and the page around it, by their paths."""
    picture = board_picture.draw(board_file_path(board).read_text())
    return {
        KICAD / f"{board}.svg": picture,
        HARDWARE / "order" / f"{board}.html": placing_page.page(design, board, picture),
    }
