"""The files a maker downloads: gerbers, drills, bills, placements, pages, prints, solids and guides in one archive.

The same commit gives the same bytes: what KiCad writes of the moment is left out, and every entry has one date.
"""

from __future__ import annotations

import hashlib
import io
import posixpath
import re
import zipfile
from typing import TYPE_CHECKING

from workshop import assembly_files, board_build, board_layout_input, board_solid, box_rendering, step_export, stl
from workshop.design import HARDWARE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from workshop.design import Design

DATE = (1980, 1, 1, 0, 0, 0)
# Lines of gerbers and drills that say when they were written.
MOMENT = re.compile(r"^.*(?:TF\.CreationDate|G04 Created by KiCad|; DRILL file \{KiCad).*\n", re.MULTILINE)
# A link to another file, not to an address or a heading of the same page.
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#:]+)(?:#[^)]*)?\)")
# What of this folder goes along, so that the links of the guides hold.
FOLDERS = ("guides", "guides/pictures", "boxes", "order", "wiring", "kicad")
KEPT = ("*.md", "*.yaml", "spice/results.md", *(f"{folder}/*" for folder in FOLDERS))


def archive(design: Design, folder: Path, version: str) -> Path:
    """Write the archive of a version and its checksum into a folder, and return the archive's path."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"tenbo-hardware-{version}.zip"
    target.write_bytes(packed(files(design)))
    checksum = hashlib.sha256(target.read_bytes()).hexdigest()
    target.with_suffix(".zip.sha256").write_text(f"{checksum}  {target.name}\n", encoding="utf-8")
    return target


def packed(entries: Iterable[tuple[str, bytes]]) -> bytes:
    """Return an archive of files by their names, the same bytes for the same files."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archived:
        for name, data in sorted(entries):
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archived.writestr(entry, data)
    return content.getvalue()


def files(design: Design) -> Iterator[tuple[str, bytes]]:
    """Yield every file of the archive by its name in it: this folder as it stands, and what a board house is sent."""
    for name in board_layout_input.BOARDS:
        plots = {path.name: path.read_text(encoding="utf-8") for path in (board_build.BUILD / name).iterdir()}
        gerbers = [(file, without_timestamps(text).encode()) for file, text in plots.items()]
        yield from ((f"fabrication/{name}/gerbers/{file}", content) for file, content in gerbers)
        yield f"fabrication/{name}/gerbers-{name}.zip", packed(gerbers)
        yield f"fabrication/{name}/{name}.step", board_solid.board_step_file(design, name).encode()
        for file, text in assembly_files.tables(design, name).items():
            yield f"fabrication/{name}/{file}", text.encode()
    for name in box_rendering.PRINTS:
        path = box_rendering.BOXES / box_rendering.file_name(name)
        yield f"boxes/{path.stem}.step", step_export.triangles_to_step(path.stem, stl.triangles(path)).encode()
    for pattern in KEPT:
        for path in sorted(HARDWARE.glob(pattern)):
            name = path.relative_to(HARDWARE).as_posix()
            if path.is_file():
                data = path.read_bytes()
                yield name, _inside_links(name, data.decode()).encode() if path.suffix == ".md" else data


def _inside_links(name: str, text: str) -> str:
    r"""Return a page whose links out of this folder are words that name the page of the program.

    >>> _inside_links("guides/A.md", "See [B](B.md) and [C](../../docs/c.md#d).")
    'See [B](B.md) and C (docs/c.md of the program).'
    """

    def inside(link: re.Match[str]) -> str:
        outside = posixpath.normpath(posixpath.join("hardware", posixpath.dirname(name), link[2]))
        return link[0] if outside.startswith("hardware/") else f"{link[1]} ({outside} of the program)"

    return LINK.sub(inside, text)


def without_timestamps(text: str) -> str:
    r"""Leave out the lines that say when a file was written.

    >>> without_timestamps("G04 a*\n%TF.CreationDate,2026-01-01*%\nM02*\n")
    'G04 a*\nM02*\n'
    """
    return MOMENT.sub("", text)
