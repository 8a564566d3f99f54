"""Which changes of the code are tried: those of some rooms or files, a sample of them, without the equivalent ones."""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

from tools.mutation.mutations import Mutation, possible_mutations

ROOT = Path(__file__).resolve().parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.txt")

ROOMS = {
    "core": ("firmware/lib/tenbo_core/*.py",),
    "scoring": ("host/tenbo/scoring/**/*.py",),
    "game": ("host/tenbo/game/**/*.py",),
    "tournament": ("host/tenbo/tournament/**/*.py",),
    "formats": ("host/tenbo/formats/**/*.py",),
    "store": ("host/tenbo/store/**/*.py",),
    "journal": ("firmware/device/storage/journal*.py", "firmware/device/storage/ledger_writer.py"),
    "flows": ("firmware/device/flows/*.py",),
    "link": (
        "firmware/device/host/link.py",
        "host/tenbo/devices/link.py",
        "host/tenbo/devices/follower.py",
        "host/tenbo/devices/hello.py",
    ),
}


class FileMutation(NamedTuple):
    """One change of one file."""

    room: str
    file: str
    change: Mutation

    @property
    def key(self) -> str:
        """Return what the list of equivalent changes knows it by: no line number, which would move."""
        return f"{self.file} | {self.change.place} | {self.change.words}"

    @property
    def shown(self) -> str:
        """Return it as a person looks for it."""
        return f"{self.file}:{self.change.line}: {self.change.words}"


def mutations_in(wanted: list[str]) -> list[FileMutation]:
    """Return every change of the rooms or files that were named."""
    every = []
    for name in wanted:
        for room, patterns in ROOMS.items():
            files = sorted({path.relative_to(ROOT).as_posix() for glob in patterns for path in ROOT.glob(glob)})
            for file in files:
                if name in (room, file) or file.startswith(name.rstrip("/") + "/"):
                    source = (ROOT / file).read_text("utf-8")
                    every += [FileMutation(room, file, change) for change in possible_mutations(source)]
    return every


def sample(every: list[FileMutation], size: int, seed: int) -> list[FileMutation]:
    """Return so many changes, as many of one room as of another, the same for the same seed, in the files' order."""
    some: dict[str, list[int]] = {}
    for number, place in enumerate(every):
        some.setdefault(place.room, []).append(number)
    for room, numbers in some.items():
        random.Random(f"{seed} {room}").shuffle(numbers)
    in_turn = [numbers[at] for at in range(size) for numbers in some.values() if at < len(numbers)]
    return [every[number] for number in sorted(in_turn[:size])]


def known_equivalents() -> set[str]:
    """Return the changes that were judged to change nothing; each line: file | place | change | reason."""
    lines = EQUIVALENT.read_text("utf-8").splitlines() if EQUIVALENT.exists() else []
    return {line.rpartition(" | ")[0] for line in lines if line and not line.startswith("#")}
