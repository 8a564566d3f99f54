"""Which changes of the code are tried: those of some rooms or files, a sample of them, without the equivalent ones."""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

from mutating import Change, changes

ROOT = Path(__file__).resolve().parent.parent
EQUIVALENT = ROOT / "benchmarks" / "equivalent.txt"

ROOMS = {
    "core": ("firmware/lib/tenbo_core/*.py",),
    "scoring": ("host/tenbo/scoring/**/*.py",),
    "game": ("host/tenbo/game/**/*.py",),
    "tournament": ("host/tenbo/tournament/**/*.py",),
    "journal": ("firmware/device/journal.py", "firmware/device/keeper.py"),
    "flows": ("firmware/device/flows/*.py",),
    "link": ("firmware/device/link.py", "host/tenbo/line/link.py", "host/tenbo/line/follow.py"),
}


class Place(NamedTuple):
    """One change of one file."""

    room: str
    file: str
    change: Change

    @property
    def key(self) -> str:
        """Return what the list of equivalent changes knows it by: no line number, which would move."""
        return f"{self.file} | {self.change.place} | {self.change.words}"

    @property
    def shown(self) -> str:
        """Return it as a person looks for it."""
        return f"{self.file}:{self.change.line}: {self.change.words}"


def places(wanted: list[str]) -> list[Place]:
    """Return every change of the rooms or files that were named."""
    every = []
    for name in wanted:
        for room, patterns in ROOMS.items():
            files = sorted({path.relative_to(ROOT).as_posix() for glob in patterns for path in ROOT.glob(glob)})
            for file in files:
                if name in (room, file) or file.startswith(name.rstrip("/") + "/"):
                    source = (ROOT / file).read_text("utf-8")
                    every += [Place(room, file, change) for change in changes(source)]
    return every


def sample(every: list[Place], size: int, seed: int) -> list[Place]:
    """Return so many changes of each room, the same for the same seed, in the order of the files."""
    chosen = []
    for room in ROOMS:
        some = [place for place in every if place.room == room]
        numbers = sorted(random.Random(f"{seed} {room}").sample(range(len(some)), min(size, len(some))))
        chosen += [some[number] for number in numbers]
    return chosen


def equivalent() -> set[str]:
    """Return the changes that were judged to change nothing; each line: file | place | change | reason."""
    lines = EQUIVALENT.read_text("utf-8").splitlines() if EQUIVALENT.exists() else []
    return {line.rpartition(" | ")[0] for line in lines if line and not line.startswith("#")}
