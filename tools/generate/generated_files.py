"""Files that are made from something else: which are stale, and how they are written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]


def stale_files(maker: ModuleType) -> list[Path]:
    """Return the files of a maker that are missing, differ, or that it no longer makes.

    A maker has `files()`, the content by path; `OWNS`, a folder and a pattern that it fills alone, if it
    does; and `same(committed, made)` where equal files need not be equal byte for byte.
    """
    return _stale(maker, maker.files())


def _stale(maker: ModuleType, made: dict[Path, bytes]) -> list[Path]:
    same = getattr(maker, "same", bytes.__eq__)
    changed = [path for path, content in made.items() if not path.exists() or not same(path.read_bytes(), content)]
    return sorted([*changed, *(path for path in _owned(maker) if path not in made)])


def write_files(maker: ModuleType) -> list[Path]:
    """Write what is stale, remove what is no longer made, and return the paths."""
    made: dict[Path, bytes] = maker.files()
    stale = _stale(maker, made)
    for path in stale:
        if path in made:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(made[path])
        else:
            path.unlink()
    return stale


def _owned(maker: ModuleType) -> list[Path]:
    folder, pattern = getattr(maker, "OWNS", (ROOT, ""))
    return list(folder.glob(pattern)) if pattern else []
