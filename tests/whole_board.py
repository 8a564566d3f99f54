"""A whole simulated board on one serial line: the real firmware from its own files, and its prompt when it leaves them.

What `board_stand_in.StandIn` stands in for runs here: the firmware on the simulated table, started from the folder that
the prompt writes to.
"""

from __future__ import annotations

import os
import select
import tty
from contextlib import suppress
from typing import TYPE_CHECKING

from board_stand_in import StandIn
from tenbo.simulator import TableDied, VirtualTable

if TYPE_CHECKING:
    from pathlib import Path


class WholeBoard(StandIn):
    """One board with its table: `firmware` is the folder of its files, `flash` that of its games."""

    def __init__(self, firmware: Path, flash: Path, identity: str) -> None:
        self._flash, self._identity = flash, identity
        self.table: VirtualTable | None = None
        self._line = -1
        super().__init__(firmware)

    def _start(self) -> tuple[str, int]:
        """Start the firmware; give its version as far as flashing asks, or nothing when it does not come up."""
        table = VirtualTable(firmware=self.folder, flash=self._flash, identity=self._identity)
        try:
            table.start()
        except TableDied:
            return "", 0
        self.table = table
        self._line = os.open(table.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._line)
        return "running", 0

    def _leave_prompt(self) -> None:
        """End everything that runs."""
        super()._leave_prompt()
        if self.table is not None:
            os.close(self._line)
            self.table.close()
            self.table = None

    def _serve(self) -> None:
        while not self._ended.is_set():
            if self._master < 0:
                self._ended.wait(0.01)
                continue
            runs = self.version
            if runs and self._has_left():
                self._pass_on()
                self._come_to_prompt()
                continue
            lines = [self._master, self._line] if runs else [self._master]
            ready = select.select(lines, [], [], 0.01)[0]
            if runs and self._line in ready:
                self._pass_on()
            if self._master in ready:
                self._take_in(os.read(self._master, 4096), runs=bool(runs))

    def _has_left(self) -> bool:
        """Return whether the firmware has ended at the prompt; while it restarts it has no power either."""
        if self.table is None or self.table.is_powered:
            return False
        try:
            self.table.wait(1)
        except TableDied:
            return True
        return False

    def _take_in(self, data: bytes, *, runs: bool) -> None:
        if runs:
            # What is said to a firmware that has just left is lost, as on a board.
            with suppress(OSError):
                os.write(self._line, data)
            return
        for byte in data:
            if self._master >= 0:
                self._take(bytes((byte,)))

    def _pass_on(self) -> None:
        """Pass on what the firmware says; the line of one that has just left is gone with it."""
        try:
            data = os.read(self._line, 4096)
        except OSError:
            return
        if data:
            self._say(data)
