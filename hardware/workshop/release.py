"""The files a maker downloads: gerbers, drills, bills, placements, pages, prints, solids and guides in one archive.

The same commit gives the same bytes: what KiCad writes of the moment is left out, and every entry has one date.
"""

from __future__ import annotations

import hashlib
import re
import zipfile
from typing import TYPE_CHECKING

from workshop import assembly_files, board_build, board_layout_input, board_solid, box_rendering, step_export, stl
from workshop.design import HARDWARE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from workshop.design import Design

DATE = (1980, 1, 1, 0, 0, 0)
# Lines of gerbers and drills that say when they were written.
MOMENT = re.compile(r"^.*(?:TF\.CreationDate|G04 Created by KiCad|; DRILL file \{KiCad).*\n", re.MULTILINE)
# What of this folder goes along, so that the links of the guides hold.
FOLDERS = ("guides", "guides/pictures", "boxes", "order", "wiring", "kicad")
KEPT = ("*.md", "*.yaml", "spice/results.md", *(f"{folder}/*" for folder in FOLDERS))


def archive(design: Design, folder: Path, version: str) -> Path:
    """Write the archive of a version and its checksum into a folder, and return the archive's path."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"tenbo-hardware-{version}.zip"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in sorted(files(design)):
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, content)
    checksum = hashlib.sha256(target.read_bytes()).hexdigest()
    target.with_suffix(".zip.sha256").write_text(f"{checksum}  {target.name}\n", encoding="utf-8")
    return target


def files(design: Design) -> Iterator[tuple[str, bytes]]:
    """Yield every file of the archive by its name in it: this folder as it stands, and what a board house is sent."""
    for name in board_layout_input.BOARDS:
        for path in sorted((board_build.BUILD / name).iterdir()):
            yield (
                f"fabrication/{name}/gerbers/{path.name}",
                without_timestamps(path.read_text(encoding="utf-8")).encode(),
            )
        yield f"fabrication/{name}/{name}.step", board_solid.board_step_file(design, name).encode()
        yield f"fabrication/{name}/by-hand-{name}.csv", assembly_files.hand_soldered_bom(design, name).encode()
        yield f"fabrication/{name}/bom-{name}.csv", assembly_files.bill(design, name).encode()
        yield f"fabrication/{name}/placement-{name}.csv", assembly_files.placement(design, name).encode()
    for name in box_rendering.PRINTS:
        path = box_rendering.BOXES / box_rendering.file_name(name)
        yield f"boxes/{path.stem}.step", step_export.triangles_to_step(path.stem, stl.triangles(path)).encode()
    for pattern in KEPT:
        for path in sorted(HARDWARE.glob(pattern)):
            if path.is_file():
                yield path.relative_to(HARDWARE).as_posix(), path.read_bytes()


def without_timestamps(text: str) -> str:
    r"""Leave out the lines that say when a file was written.

    >>> without_timestamps("G04 a*\n%TF.CreationDate,2026-01-01*%\nM02*\n")
    'G04 a*\nM02*\n'
    """
    return MOMENT.sub("", text)
