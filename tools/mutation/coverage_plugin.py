"""Which tests reach which block of the code, learnt once in a marked copy of the tree.

As a plugin of pytest it writes one line of JSON for each test into the file that REACHED_TO names: its name, the
processor time that it took with all its processes, and the marks that it left. A test that stands in one of the files
in REACHED_KNOWN is passed over, so an interrupted run goes on where it ended.
"""

from __future__ import annotations

import json
import mmap
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest


class Test(NamedTuple):
    """What is known of a test."""

    seconds: float
    passed: bool
    blocks: frozenset[str]


def load_test_coverage(file: Path) -> dict[str, Test]:
    """Return every test that was looked at, with the names of the blocks that it reaches."""
    names: list[str] = []
    tests: dict[str, Test] = {}
    if not file.exists():
        return tests
    for line in file.read_text("utf-8").splitlines():
        row = json.loads(line)
        if isinstance(row, list):
            names = row
        else:
            tests[row["test"]] = Test(row["s"], row["passed"], frozenset(names[at] for at in row["at"]))
    return tests


def processor_time() -> float:
    """Return the processor time of this process and of those that it waited for."""
    return sum(os.times()[:4])


def pytest_configure(config: pytest.Config) -> None:
    """Begin to watch, when this is a plugin."""
    if "REACHED_TO" in os.environ:
        config.pluginmanager.register(_Watching(Path(os.environ["REACHED_TO"]), Path(os.environ["REACHED_MARKS"])))


class _Watching:
    """Takes the marks away after each test and writes them down."""

    def __init__(self, to: Path, marks: Path) -> None:
        self._to = to
        self._known = {
            name for file in Path(os.environ["REACHED_KNOWN"]).glob("*.jsonl") for name in load_test_coverage(file)
        }
        with marks.open("r+b") as file:
            self._marks = mmap.mmap(file.fileno(), 0)
        self._began = 0.0
        self._passed = True

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leave out what is known."""
        old = [item for item in items if item.nodeid in self._known]
        config.hook.pytest_deselected(items=old)
        items[:] = [item for item in items if item.nodeid not in self._known]
        self._began = processor_time()

    def pytest_runtest_logstart(self) -> None:
        """Begin with no marks."""
        self._marks[:] = bytes(len(self._marks))
        self._passed = True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember whether it passed."""
        self._passed = self._passed and not report.failed

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """Write down what the test has left."""
        now = processor_time()
        data = self._marks[:]
        row = {"test": nodeid, "s": round(now - self._began, 4), "passed": self._passed, "at": list(_set(data))}
        self._began = now
        with self._to.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, separators=(",", ":")) + "\n")


def _set(data: bytes) -> Iterator[int]:
    at = data.find(1)
    while at >= 0:
        yield at
        at = data.find(1, at + 1)
