"""What every test starts from: examples of a property, the firmware of simulated tables, rings, how many run at a time.

Some examples at each run, and many by `--hypothesis-profile=long`. The firmware is the compiled one that a board gets,
which starts in half the time.
"""

from __future__ import annotations

import gc
import os
import re
import signal
import tempfile
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from compiled_firmware import compiled_firmware
from time_limits import Limits

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

# Programs that play for minutes or hours, each run by itself.
collect_ignore = ["soak"]

# A busy machine is no failure: no example has a deadline.
settings.register_profile("usual", max_examples=50, deadline=None)
settings.register_profile("long", max_examples=2000, deadline=None)
settings.load_profile("usual")

# What a shell runs in the background does not hear Ctrl-C, and no program that it starts: tests would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# Told to end, tests clear away what they have made, as at Ctrl-C: servers, simulated tables, folders.
signal.signal(signal.SIGTERM, signal.default_int_handler)

os.environ.setdefault("TENBO_FIRMWARE", str(compiled_firmware()))
# A service remembers its store for the commands of its user: not in the folder of who runs the tests.
_state = tempfile.TemporaryDirectory(prefix="tenbo-state-")
os.environ["TENBO_STATE"] = _state.name
os.environ.pop("TENBO_STORE", None)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes the files of wording again."""
    parser.addoption("--golden", action="store_true", help="write what commands and pages say into tests/golden again")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Return twice as many processes as there are processors, but at most four more: half the time a test waits.

    PYTEST_XDIST_AUTO_NUM_WORKERS names another number.
    """
    processors = os.cpu_count() or 1
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else processors + min(processors, 4)


# ---------------------------------------------------------------- collecting, which every process does for itself


class Collecting:
    """Makes collecting cheaper, for all folders.

    In a fresh clone a module is compiled by the first process that imports it. So each process begins in every folder
    at another module, and finds compiled what the others began with.
    """

    def __init__(self, config: pytest.Config) -> None:
        worker: dict[str, Any] = getattr(config, "workerinput", {"workerid": "gw0", "workercount": 1})
        self._process = int(worker["workerid"].removeprefix("gw")) % worker["workercount"]
        self._processes = worker["workercount"]

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Generator[None, Any, Any]:
        """Begin at another module than the other processes; `pytest_collection_modifyitems` sorts what was found."""
        report = yield
        if isinstance(collector, pytest.Directory) and report.passed:
            start = len(report.result) * self._process // self._processes
            report.result = report.result[start:] + report.result[:start]
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path) -> Generator[None, list[Any], list[Any]]:
        """Look for examples where some are: modules without any would be taken apart by their docstrings, too."""
        found = yield
        plain = file_path.suffix == ".py" and ">>> " not in file_path.read_text("utf-8")
        return [each for each in found if type(each).__name__ != "DoctestModule"] if plain else found

    def pytest_collection_finish(self) -> None:
        """Leave what is collected out of all later collections of garbage, and have fewer of them."""
        gc.collect()
        gc.freeze()
        gc.enable()
        gc.set_threshold(50_000, 50, 100)


def pytest_configure(config: pytest.Config) -> None:
    """Collect without looking for garbage: nothing of it is any."""
    gc.disable()
    config.pluginmanager.register(Collecting(config))
    config.pluginmanager.register(Limits(config))


# ---------------------------------------------------------------- two rings

# What `-m` has left to the outer ring, in this process or, with several, as the last of them has said.
LEFT = pytest.StashKey[int]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Ask every mark of the outer ring for its reason, and begin with what takes longest."""
    for mark in (mark for item in items for mark in item.iter_markers("thorough")):
        if not (mark.args and isinstance(mark.args[0], str) and mark.args[0]):
            raise pytest.UsageError('say why: pytest.mark.thorough("games that take long")')
    # Those with a limit of their own, then those with browsers: at the end each process has short ones to choose from.
    # Path and kind (a file has examples besides tests) make the order the same in all processes.
    items.sort(
        key=lambda item: (
            item.get_closest_marker("limit") is None,
            "web" not in item.path.parts,
            item.path.parts,
            type(item).__name__,
        )
    )


def pytest_deselected(items: list[pytest.Item]) -> None:
    """Count what the inner ring leaves."""
    for item in items:
        if item.get_closest_marker("thorough"):
            item.config.stash[LEFT] = item.config.stash.get(LEFT, 0) + 1


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell the process that started this one."""
    told = getattr(session.config, "workeroutput", None)
    if told is not None:
        told["left"] = session.config.stash.get(LEFT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what another process has counted."""
    node.config.stash[LEFT] = getattr(node, "workeroutput", {}).get("left", 0)


def not_tried(reasons: list[str]) -> list[str]:
    """Return a sentence for each reason why tests were not tried; what programs bring is one line to type.

    >>> not_tried(["no fish (apt-get install fish)", "no dot (apt-get install graphviz)"])
    ['2 tests were not tried for want of programs: apt-get install fish graphviz']
    >>> not_tried(["only root may", "only root may"])
    ['2 tests were not tried: only root may']
    """
    wanting = [re.search(r"apt-get install ([a-z0-9. -]+)", reason) for reason in reasons]
    packages = sorted({name for found in wanting if found for name in found[1].split()})
    others = Counter(reason for reason, found in zip(reasons, wanting, strict=True) if not found)
    told = [f"{count} tests were not tried: {reason}" for reason, count in others.items()]
    if packages:
        count = len(reasons) - others.total()
        told.append(f"{count} tests were not tried for want of programs: apt-get install {' '.join(packages)}")
    return told


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say in the last lines what was not run, and how to run it."""
    if left := config.stash.get(LEFT, 0):
        terminalreporter.write_line(f"{left} tests are left to the outer ring: make thorough runs them.")
    skipped = terminalreporter.stats.get("skipped", [])
    for sentence in not_tried([report.longrepr[2].removeprefix("Skipped: ") for report in skipped]):
        terminalreporter.write_line(sentence)
