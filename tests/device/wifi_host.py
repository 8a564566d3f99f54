"""A host at which a simulated Pico 2 W dials, in the table's own time, and the table beside it."""

from __future__ import annotations

import socket
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING

from players import Players

from compiled_firmware import compiled_firmware
from tenbo.devices.hall_key_proof import proof_digest
from tenbo.devices.table_client import READ_MS, TableClient
from tenbo.simulator import VirtualTable
from tenbo_core.line_seal import HOST, LineSeal
from tenbo_core.wire import MessageReader, encode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.devices.follower import Message

HALL, KEY = "spring", "0123456789abcdef0123456789abcdef"
NAME, PASSWORD = "hall", "riichi-riichi"
# A step of the table's time between two looks at the connection.
STEP_MS = 20
NUMBERS = count(1, 1000)


class WifiHost:
    """Where the table dials: accepts its connections, of which the newest is spoken on."""

    def __init__(self, virtual: VirtualTable) -> None:
        self.virtual = virtual
        self._server = socket.create_server(("127.0.0.1", 0))
        self._server.setblocking(False)
        self.address = "{}:{}".format(*self._server.getsockname())
        self.dialled: list[int] = []
        self.connection: socket.socket | None = None
        self.reader = MessageReader()
        self.seal: LineSeal | None = None
        self._came = b""
        self.is_ended = False

    def close(self) -> None:
        """Hang up and listen no more."""
        self._server.close()
        self.hang_up()

    def hang_up(self) -> None:
        """End the connection."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def accept(self, ms: int = 20_000) -> None:
        """Wait in the table's time until it has dialled, and take the newest connection."""
        for _ in range(ms // STEP_MS):
            while True:
                try:
                    dialled, _ = self._server.accept()
                except BlockingIOError:
                    break
                self.hang_up()
                self.connection, self.seal, self.reader, self._came = dialled, None, MessageReader(), b""
                self.is_ended = False
                self.connection.setblocking(False)
                self.dialled.append(self.virtual.device_time_us // 1000)
            if self.connection is not None:
                return
            self.virtual.wait(STEP_MS)
        raise AssertionError("it does not dial")

    def dials(self, ms: int) -> bool:
        """Return whether the table dials in some of its time."""
        try:
            self.accept(ms)
        except AssertionError:
            return False
        return True

    def write(self, data: bytes) -> None:
        """Send bytes as they are."""
        assert self.connection is not None
        self.connection.sendall(data)

    def read(self, ms: int = READ_MS) -> bytes:
        """Return what comes in some of the table's time, or `b""`."""
        assert self.connection is not None
        for _ in range(max(1, ms // STEP_MS)):
            self.virtual.wait(STEP_MS)
            try:
                data = self.connection.recv(4096)
            except BlockingIOError:
                continue
            except OSError:
                data = b""
            self.is_ended = self.is_ended or not data
            return data
        return b""

    def say(self, *message: object) -> None:
        """Send a message, with a seal once there is one."""
        line = encode(list(message))
        self.write(line if self.seal is None else self.seal.close(line))

    def hear(self, ms: int = 200) -> list[Message]:
        """Return the messages that come in some of the table's time."""
        end = self.virtual.device_time_us // 1000 + ms
        heard: list[Message] = []
        while self.virtual.device_time_us // 1000 < end and not self.is_ended:
            heard += self.reader.read(self.read(STEP_MS))
        return heard

    def ask(self, name: str, *fields: object) -> list[Message]:
        """Send a command and return all that comes until it is answered."""
        number = next(NUMBERS)
        self.say(name, number, *fields)
        heard: list[Message] = []
        for _ in range(100):
            heard += self.hear(STEP_MS)
            if any(one[0] in ("done", "refused", "pong") and one[1] == number for one in heard):
                return heard
        raise AssertionError(f"no answer to {name}: {heard}")

    def enable_seal(self) -> None:
        """Prove that this is the hall's host, and have the line sealed."""
        self.say("who")
        heard = self.ask("prove", HALL, "7d1c0f")
        (own,) = [one[2] for one in heard if one[0] == "proof"]
        hello = [one for one in heard if one[0] == "hello"][-1]
        self.ask("host_proof", proof_digest(HOST, KEY, "7d1c0f", own))
        seal = LineSeal(HOST, KEY, "7d1c0f", f"{own} {hello[2]} {hello[5]}")
        self.say("seal", next(NUMBERS))
        self.seal = self.reader.seal = seal
        assert "done" in [one[0] for one in self.hear(400)]


@contextmanager
def radio_table(
    chip: str = "RP2350", *, enrolled: bool = True, radio: bool = True
) -> Iterator[tuple[Players, WifiHost]]:
    """Yield a table of a hall with a radio, whose Wi-Fi it knows, and the host where it dials."""
    with VirtualTable(firmware=compiled_firmware(), frozen=True, chip=chip, radio=radio) as virtual:
        people, host = Players(virtual), WifiHost(virtual)
        if enrolled:
            people.asker.ask("key", HALL, KEY)
            people.asker.ask("wifi", NAME, PASSWORD, host.address)
            virtual.wait(3000)
            people.asker = TableClient(virtual.service, next(NUMBERS), clock=lambda: virtual.device_time_us / 1_000_000)
        try:
            yield people, host
        finally:
            host.close()
        # What would stop a real table for long is a fault, and so is a watchdog that bites.
        assert virtual.faults() == []
        assert "watchdog" not in [why for _, why in virtual.restarts]
