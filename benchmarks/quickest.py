"""A plugin of pytest for `mutants.py`: the tests that concern a change, the promising and the quick ones first.

Its orders are in the file that QUICKEST_FIRST names; what happened is written there instead of them.
"""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

# A test that takes so many times as long as it did before the change, and no less than this, has failed.
PATIENCE, LEAST_S = 8, 20
UNKNOWN_S = 0.05


class Quickest:
    """Sorts the tests, ends those that hang, and writes down what happened."""

    def __init__(self, file: Path) -> None:
        orders = json.loads(file.read_text("utf-8"))
        self._file = file
        self._steps: dict[str, int] = orders["steps"]
        self._seconds: dict[str, float] = orders["seconds"]
        self._first: list[str] = orders["first"]
        self._leave_out = set(orders["leave_out"])
        self._only = orders["only"]
        self._until = time.monotonic() + orders["limit"]
        self._took: dict[str, float] = {}
        self._failed: list[str] = []
        self._ended_early = False

    def pytest_ignore_collect(self, collection_path: Path, config: pytest.Config) -> bool | None:
        """Pass over the files that have nothing to do with the change; reading them all takes seconds."""
        if collection_path.suffix != ".py" or collection_path.name == "conftest.py":
            return True if collection_path.suffix == ".md" else None
        file = collection_path.relative_to(config.rootpath).as_posix()
        if self._only is not None:
            return None if file in {nodeid.partition("::")[0] for nodeid in self._only} else True
        return None if file in self._steps and (file.startswith("tests/") or has_examples(collection_path)) else True

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leave out what has nothing to do with the change, and sort the rest."""
        chosen = [item for item in items if item.nodeid not in self._leave_out and self._steps_to(item) is not None]
        if self._only is not None:
            chosen = [item for item in items if {item.nodeid, item.nodeid.partition("::")[0]} & set(self._only)]
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        first = {nodeid: at for at, nodeid in enumerate(self._first)}
        chosen.sort(
            key=lambda item: (
                first.get(item.nodeid, len(first)),
                self._seconds.get(item.nodeid, UNKNOWN_S) * (self._steps_to(item) or 1),
            )
        )
        items[:] = chosen

    def _steps_to(self, item: pytest.Item) -> int | None:
        """Return how far a test is from the changed module; None: it does not need it."""
        file = item.nodeid.partition("::")[0]
        # A test of a test file that runs on MicroPython needs what that file needs.
        parameter = str(item.callspec.id) if hasattr(item, "callspec") else ""
        if parameter.endswith(".py"):
            file = parameter if "/" in parameter else f"{file.rpartition('/')[0]}/{parameter}"
        return self._steps.get(file)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """End a test that hangs."""
        limit = max(LEAST_S, PATIENCE * self._seconds.get(item.nodeid, UNKNOWN_S))
        signal.setitimer(signal.ITIMER_REAL, limit)
        yield
        signal.setitimer(signal.ITIMER_REAL, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take down how long a test took and whether it failed."""
        self._took[report.nodeid] = self._took.get(report.nodeid, 0) + report.duration
        if report.failed and report.nodeid not in self._failed:
            self._failed.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Count a file that cannot be read any more as failed."""
        if report.failed:
            self._failed.append(report.nodeid)

    def pytest_internalerror(self) -> None:
        """Count what breaks the run itself as failed, as an endless recursion does that takes minutes to print."""
        self._failed.append("no test, but the run broke")

    def pytest_runtest_logfinish(self) -> None:
        """Stop between two tests when the time is over."""
        if time.monotonic() > self._until and not self._failed:
            self._ended_early = True
            pytest.exit("the time is over", 0)

    def pytest_sessionfinish(self) -> None:
        """Write down what happened."""
        happened = {"failed": self._failed, "seconds": self._took, "ended_early": self._ended_early}
        self._file.write_text(json.dumps(happened), "utf-8")


def has_examples(path: Path) -> bool:
    """Return whether there is an example in a file."""
    return ">>> " in path.read_text("utf-8")


def too_long(_signal: int, _frame: object) -> None:
    """Fail the test that runs."""
    pytest.fail("it takes too long", pytrace=False)


def pytest_configure(config: pytest.Config) -> None:
    """Take up the orders."""
    signal.signal(signal.SIGALRM, too_long)
    config.pluginmanager.register(Quickest(Path(os.environ["QUICKEST_FIRST"])))
