"""From the running firmware to the board's prompt, and back to a table that says hello."""

from __future__ import annotations

import contextlib
import time
from importlib import import_module
from typing import TYPE_CHECKING, Any, Self

from tenbo.follow import Hello
from tenbo.link import Link, now_ms
from tenbo_core.errors import LinkFault, Refused

if TYPE_CHECKING:
    from tenbo.flash.install import Board

# The board needs so long to restart and to say hello, its displays included.
HELLO_MS = 20_000
LISTEN_MS = 2500
RESTART_S = 2.0
PORT_S = 10.0


def hello_of(port: str, wait_ms: int = LISTEN_MS) -> Hello | None:
    """Give who is behind a port, or None when nobody answers like a table."""
    link = Link(port)
    try:
        begun = asked = now_ms()
        link.send([["who"]])
        while now_ms() - begun < wait_ms:
            for message in link.read():
                if message[0] == "hello" and len(message) == 8:
                    return Hello(message[1:])
            if now_ms() - asked > 500:
                asked = now_ms()
                link.send([["who"]])
    finally:
        link.close()
    return None


def leave_firmware(port: str) -> Hello | None:
    """Have the firmware leave for the prompt; give who it was, or None when none was running."""
    found = hello_of(port)
    if found is None:
        return None
    link = Link(port)
    try:
        for _ in range(3):
            link.send([["repl", now_ms() % (1 << 30)]])
            begun = now_ms()
            while now_ms() - begun < 500:
                if any(message[0] == "done" for message in link.read()):
                    return found
    except LinkFault:
        return found  # it has restarted already
    finally:
        link.close()
    raise Refused(
        "not_allowed_now", f"the table at {port} does not leave its firmware: unplug it and try again", "port"
    )


def wait_for_port(port: str) -> None:
    """Wait until a port is there again after a restart."""
    time.sleep(RESTART_S)
    begun = time.monotonic()
    while True:
        try:
            Link(port).close()
        except LinkFault:
            if time.monotonic() - begun > PORT_S:
                raise
            time.sleep(0.2)
        else:
            return


class AtPrompt:
    """A board at its prompt through mpremote; use it in a `with` statement."""

    def __init__(self, port: str) -> None:
        try:
            # Needed only to flash, and without type hints of its own.
            transport = import_module("mpremote.transport")
            serial = import_module("mpremote.transport_serial")
        except ImportError:
            message = "flashing needs mpremote: pip install 'tenbo[flash]'"
            raise Refused("not_allowed_now", message, "mpremote") from None
        self._port = port
        try:
            self._transport: Any = serial.SerialTransport(port)
            self._transport.enter_raw_repl(soft_reset=True)
        except (transport.TransportError, OSError) as error:
            message = f"the board at {port} is not at its prompt ({error}): hold BOOTSEL and install MicroPython first"
            raise LinkFault("not_allowed_now", message, "port") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._transport.close()

    @property
    def board(self) -> Board:
        """Give the board for `install`."""
        board: Board = self._transport
        return board

    def restart(self) -> None:
        """Restart the board; the connection is gone after it."""
        with contextlib.suppress(Exception):
            self._transport.exec_raw_no_follow("import machine; machine.reset()")
