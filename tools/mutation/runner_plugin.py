"""A plugin of pytest that collects the tests once, and tries each change in a child of this process.

Orders come as lines of JSON through the socket whose number is in TRYING, and an answer goes back for each. The child
puts the change into the program that runs (`live_patch.py`) and runs the given tests, one after the other, until one
fails. What bounds it is the processor time of the child and of everything it starts; a busy machine changes no verdict.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import time
from pathlib import Path
from typing import Any

import pytest

from tenbo.flash.build.files import find_firmware_folder
from tenbo_core.errors import StorageFault
from tools.mutation.live_patch import Firmware, PatchedProgram
from tools.mutation.processor_time import Watch

# As often as this the child is looked at, once it has not ended soon.
LOOK_S, SOON_S = 0.1, 0.005
# A test that takes so many times as much as it did without a change, and no less than this, never ends.
TIMEOUT_FACTOR, LEAST_S = 8, 10


class MutantRunner:
    """Waits for orders when the tests are collected."""

    def __init__(self, number: int) -> None:
        self._orders = socket.socket(fileno=number)
        self._items: dict[str, pytest.Item] = {}
        self._failed = ""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try one change after the other until the orders end."""
        self._items = {item.nodeid: item for item in session.items}
        self._board: Firmware | None = None
        self._program = PatchedProgram()
        with self._orders, self._orders.makefile("rw", encoding="utf-8") as lines:
            self._say(lines, {"collected": list(self._items)})
            for line in lines:
                self._say(lines, self._tried(json.loads(line)))
        return True

    @staticmethod
    def _say(lines: Any, answer: dict[str, Any]) -> None:
        lines.write(json.dumps(answer) + "\n")
        lines.flush()

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Remember that a file cannot be read any more, which a change outside of functions may do."""
        if report.failed:
            self._failed = report.nodeid

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember which test failed."""
        if report.failed:
            self._failed = report.nodeid

    def _tried(self, order: dict[str, Any]) -> dict[str, Any]:
        if self._failed:  # with this change the tests cannot even be collected
            return {"failed": self._failed, "seconds": 0.0}
        on_the_board = order["change"] and Path(order["change"]["file"]).is_relative_to(find_firmware_folder())
        # The conftest of all tests has compiled the firmware; examples alone have none, and start no table.
        if self._board is None and on_the_board and "TENBO_FIRMWARE" in os.environ:
            self._board = Firmware()
        told, tells = os.pipe()
        child = os.fork()
        if not child:
            os.close(told)
            self._child(order, tells)
        os.close(tells)
        os.set_blocking(told, False)
        watch = Watch(child)
        why, last, begun = "", "", 0.0
        pause = SOON_S
        while not why and not os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            time.sleep(pause)
            pause = min(2 * pause, LOOK_S)
            asleep = watch.is_asleep()
            used = watch.seconds()
            now = _last(told, last)
            if now != last:
                # The time is over between two tests: one that never ends is told apart from many that pass.
                why = "time" if last and used > order["seconds"] else ""
                last, begun = now, used
            usual = order["usual"].get(last.removeprefix("runs "), 0)
            if asleep or used - begun > max(LEAST_S, TIMEOUT_FACTOR * usual):
                why = why or "one test"
        seconds = watch.seconds()
        watch.end()
        os.waitpid(child, 0)
        last = _last(told, last)
        os.close(told)
        return {**_verdict(last, why), "seconds": round(seconds, 2)}

    def _child(self, order: dict[str, Any], tells: int) -> None:
        """Run the tests that are told with the change, and never return."""
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            if order["change"] and not self._put(**order["change"]):
                _tell(tells, "outside of functions")
                os._exit(0)
            items = [self._items[name] for name in order["tests"] if name in self._items]
            for item, following in zip(items, [*items[1:], None], strict=True):
                _tell(tells, f"runs {item.nodeid}")
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if self._failed:
                    _tell(tells, f"failed {self._failed}")
                    break
            else:
                _tell(tells, f"passed {len(items)}")
        except BaseException as error:  # noqa: BLE001 - a break of the run itself was noticed
            _tell(tells, f"failed the run itself: {type(error).__name__}")
        os._exit(0)

    def _put(self, file: str, sound: str, unsound: str) -> bool:
        path = Path(file)
        if self._board is not None and self._board.is_on_board(path):
            try:
                self._board.change(path, unsound)
            except StorageFault:  # it is no firmware any more: no table starts with it
                os.environ["TENBO_FIRMWARE"] = str(path.parent)
        return self._program.patch_functions(path, sound, unsound)


def _last(told: int, before: str) -> str:
    """Return the last whole line that the child has told."""
    try:
        data = os.read(told, 1 << 20)
    except BlockingIOError:
        return before
    return (data.decode().splitlines() or [before])[-1]


def _tell(tells: int, words: str) -> None:
    os.write(tells, (words + "\n").encode())


def _verdict(last: str, why: str) -> dict[str, Any]:
    """Return what became of a child from the last thing that it said and why it was ended."""
    word, _, rest = last.partition(" ")
    if why == "time" and word == "runs":
        return {"failed": "", "over": rest}
    if word == "runs":
        return {"failed": rest, "hung": True}
    if word == "failed":
        return {"failed": rest}
    return {"failed": "", "outside": last == "outside of functions"}


def pytest_configure(config: pytest.Config) -> None:
    """Take up the orders."""
    config.pluginmanager.register(MutantRunner(int(os.environ["TRYING"])))
