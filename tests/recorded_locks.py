"""Locks that record in which order threads take them, and the order that `docs/dev/concurrency.md` promises."""

from __future__ import annotations

import linecache
import re
import sys
import threading
from functools import cache

from programs import ROOT

PAGE = ROOT / "docs/dev/concurrency.md"
REAL = {"Lock": threading.Lock, "RLock": threading.RLock}


def rows_of(heading: str) -> list[list[str]]:
    """Return the cells of the table below a heading of the page, without its head."""
    text = PAGE.read_text("utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


@cache
def rank_of_locks() -> dict[str, int]:
    """Return the rank of each lock: a thread that holds one takes only locks of a higher rank."""
    return {name: int(row[0]) for row in rows_of("Locks") for name in re.findall(r"`([^`]+)`", row[1])}


class RecordedLock:
    """A lock that notes which locks its thread holds when it takes this one."""

    held = threading.local()

    def __init__(self, name: str, inner, pairs: set[tuple[str, str]]) -> None:
        self.name = name
        self._inner = inner
        self._pairs = pairs

    def acquire(self, *given, **named):
        """Take the lock."""
        held = self.held.__dict__.setdefault("locks", [])
        if self not in held:
            self._pairs.update((other.name, self.name) for other in held)
        taken = self._inner.acquire(*given, **named)
        if taken:
            held.append(self)
        return taken

    def release(self):
        """Let the lock go."""
        self._inner.release()
        held = self.held.__dict__.get("locks", [])
        if self in held:
            held.reverse()
            held.remove(self)
            held.reverse()

    def locked(self):
        """Return whether a thread has it."""
        return self._inner.locked()

    __enter__ = acquire

    def __exit__(self, *_):
        self.release()


def record_locks(monkeypatch) -> set[tuple[str, str]]:
    """Have the host's modules make recorded locks from now on; return the pairs (held, taken) as they come."""
    pairs: set[tuple[str, str]] = set()

    def recorded(kind):
        def make():
            frame = sys._getframe(1)
            inner = REAL[kind]()
            if not is_of_host(frame.f_globals["__name__"]):
                return inner
            line = linecache.getline(frame.f_code.co_filename, frame.f_lineno)
            attribute = re.search(r"self\.(\w+)", line)
            return RecordedLock(f"{owner(frame)}.{attribute[1] if attribute else line.strip()}", inner, pairs)

        return make

    for kind in REAL:
        monkeypatch.setattr(threading, kind, recorded(kind))
    return pairs


def is_of_host(module: str) -> bool:
    """Return whether a module runs in a host; a simulated table has locks of its own."""
    return module.startswith("tenbo.") and not module.startswith("tenbo.simulator.")


def owner(frame) -> str:
    """Return the class whose method runs."""
    return frame.f_code.co_qualname.split(".")[0]


def out_of_order(pairs: set[tuple[str, str]]) -> list[str]:
    """Return the pairs that the page does not allow."""
    ranks = rank_of_locks()
    return sorted(
        f"{taken} is taken while {held} is held"
        for held, taken in pairs
        if held not in ranks or taken not in ranks or ranks[held] >= ranks[taken]
    )
