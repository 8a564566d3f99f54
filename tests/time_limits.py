"""A limit for each test: one that never ends fails under its name, and the others run on."""

from __future__ import annotations

import faulthandler
import os
import signal
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator

# No test takes a tenth of it but on a machine that has much else to do; `pytest.mark.limit(seconds)` says otherwise.
LIMIT_S = 900
# So often it is told again, where a test goes on, or its clearing away never ends either.
AGAIN_S = 60


class Limits:
    """Interrupts a test that takes too long, and ends the process where nothing interrupts it."""

    def __init__(self, config: pytest.Config) -> None:
        capture: Any = config.pluginmanager.getplugin("capturemanager")
        with capture.global_and_fixture_disabled():
            self._screen = os.dup(2)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Set the limit of a test, with its fixtures."""
        mark = item.get_closest_marker("limit")
        seconds = mark.args[0] if mark else LIMIT_S

        def end(*_: object) -> None:
            pytest.fail(f"{item.nodeid} has not ended after {seconds} s")

        before = signal.signal(signal.SIGALRM, end)
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN_S)
        # With several processes, xdist says which test the lost one was running, and starts another.
        faulthandler.dump_traceback_later(seconds + 5 * AGAIN_S, exit=True, file=self._screen)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            faulthandler.cancel_dump_traceback_later()
            signal.signal(signal.SIGALRM, before)
