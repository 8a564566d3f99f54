"""The host's end of an emulated chip: its buttons, its lamps, its displays, its serial line, its time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tty
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import serial
from promises import NEVER

from device import pins
from tenbo.devices import table_client
from tenbo.simulator.interpreter_lookup import find_firmware_folder
from tenbo_core.wire import MessageReader, encode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.devices.follower import Message

# Nothing on the line for so long is the end of an answer.
QUIET_S = 0.5
IMAGE = os.environ.get("PICO_UF2", "")
HERE = Path(__file__).parent


class Emulated:
    """An emulated table: its buttons, its lamps, its displays and its serial line."""

    def __init__(self, files: bytes, folder: Path) -> None:
        self._folder = folder
        master, self._slave = os.openpty()
        tty.setraw(self._slave)
        image = folder / "files.img"
        image.write_bytes(files)
        self._process = subprocess.Popen(
            [sys.executable, HERE / "emulator.py", IMAGE, image, str(master)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[master],
            env={**os.environ, "PYTHONPATH": f"{find_firmware_folder()}:{os.environ.get('PYTHONPATH', '')}"},
        )
        os.close(master)
        assert self._answer() == "ready"
        self.port = os.ttyname(self._slave)
        self._port = serial.Serial(self.port, 115200, timeout=0)
        self.asker = table_client.TableClient(self, clock=lambda: self.order("time"))

    def read(self, timeout_ms: int) -> bytes:
        """Return the bytes that the table has sent."""
        self._port.timeout = timeout_ms / 1000
        data: bytes = self._port.read(1)
        return data + self._port.read(self._port.in_waiting)

    def write(self, data: bytes) -> int:
        """Send bytes to the table."""
        return self._port.write(data) or 0

    def order(self, *words: Any) -> Any:
        """Have the emulator do something."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(words).encode() + b"\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    def press(self, seat: int, key: str) -> None:
        """Press a key until the table has recorded an event for it."""
        self._until_recorded(lambda down: self.order("key", seat, key, down))

    def dice(self) -> None:
        """Press the dice button until a hand begins."""
        self._until_recorded(lambda down: self.order("button", pins.TABLE_BUTTON, down))

    def _until_recorded(self, move: Any) -> None:
        before = self.state()["n"]
        move(True)
        for _ in range(100):
            if self.state()["n"] > before:
                break
        move(False)
        assert self.state()["n"] == before + 1

    def state(self) -> dict[str, Any]:
        """Ask how the table stands."""
        return table_client.query_state(self.asker)

    def health(self) -> dict[str, Any]:
        """Ask for the table's health."""
        return {str(key): value for _, _, key, value in self.asker.ask("health")}

    def wait(self, ms: int) -> None:
        """Let the chip's time pass."""
        end = self.order("time") + ms / 1000
        while self.order("time") < end:
            self.read(10)

    def tap(self, seat: int, key: str, ms: int, look_ms: int) -> dict[str, Any]:
        """Press a key for some time, and return when pictures and lamps changed after it, in milliseconds by seat."""
        begun = self.order("tap", seat, key, ms)
        self.wait(look_ms)
        seen = self.order("seen")
        return {what: [((at - begun) / 1000, where) for at, where in changes] for what, changes in seen.items()}

    def events(self) -> list[Message]:
        """Return every event of the running game, as a host gets them."""
        return [message for message in self._told(["after", -1]) if message[0] == "event"]

    def ledger(self) -> str:
        """Return the name of the running ledger."""
        return str(self._told(["who"])[0][5])

    def take_over(self, ledger: str, events: list[Message]) -> None:
        """Take the ledger of another table."""
        self.asker.ask("restore", ledger)
        for event in events:
            self.asker.ask("ledger_event", *event[1:])
        self.asker.ask("ledger_commit", events[-1][1])

    def _told(self, message: Message) -> list[Message]:
        """Return what the table says to a message until it says no more for a while."""
        reader, told = MessageReader(), []
        self.write(encode(message))
        quiet = self.order("time") + QUIET_S
        while self.order("time") < quiet:
            if came := list(reader.read(self.read(10))):
                told += came
                quiet = self.order("time") + QUIET_S
        return told

    def recorded(self) -> list[bytes]:
        """Return the file system as it was at every flash operation since the order to record."""
        self.order("cuts", str(self._folder))
        return [path.read_bytes() for path in sorted(self._folder.glob("[0-9]*.img"))]

    def close(self) -> None:
        """Take the power away."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._port.close()
        os.close(self._slave)


@contextmanager
def emulated(files: bytes, folder: Path) -> Iterator[Emulated]:
    """Yield an emulated table with these files on its flash."""
    folder.mkdir()
    table = Emulated(files, folder)
    try:
        yield table
    finally:
        table.close()


def last(seen: dict[str, Any], seat: int | None = None, what: str = "pictures") -> float:
    """Return when something last changed, at one seat or all."""
    return max((at for at, where in seen[what] if seat in (None, where)), default=NEVER)
