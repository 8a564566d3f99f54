"""From the running firmware to the board's prompt, and back to a table that says hello."""

from __future__ import annotations

import contextlib
import time
from importlib import import_module
from typing import TYPE_CHECKING, Any, Self

from tenbo.line.follow import Hello
from tenbo.line.link import Link, now_ms
from tenbo_core.errors import LinkFault, Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.flash.install import FlashBoard

# The board needs so long to restart and to say hello, its displays included.
HELLO_MS = 20_000
LISTEN_MS = 2500
ASK_MS = 500
RESTART_S = 2.0
PORT_S = 10.0
# What is no board says nothing at all: mpremote alone would wait for it for ever.
PROMPT_S = 10
READ_S = 2.0


def hello_of(port: str, wait_ms: int | None = None) -> Hello | None:
    """Return who is behind a port, or None when nobody answers like a table."""
    wait_ms = LISTEN_MS if wait_ms is None else wait_ms
    link = Link(port)
    try:
        begun = asked = now_ms()
        link.send([["who"]])
        while now_ms() - begun < wait_ms:
            for message in link.read():
                if message[0] == "hello" and len(message) == 8:
                    return Hello(message[1:])
            if now_ms() - asked > ASK_MS:
                asked = now_ms()
                link.send([["who"]])
    finally:
        link.close()
    return None


def leave_firmware(port: str) -> Hello | None:
    """Have the firmware leave for the prompt; give who it was, or None when none was running."""
    hello = hello_of(port)
    if hello is None:
        return None
    link = Link(port)
    try:
        for _ in range(3):
            link.send([["repl", now_ms() % (1 << 30)]])
            begun = now_ms()
            while now_ms() - begun < 500:
                if any(message[0] == "done" for message in link.read()):
                    return hello
    except LinkFault:
        return hello  # it has restarted already
    finally:
        link.close()
    raise Refused("no_answer", f"the table at {port} does not leave its firmware: unplug it and try again", "port")


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


class _Answering:
    """The board as `install` uses it; that it stops answering is said in a sentence."""

    def __init__(self, transport: Any, port: str, faults: tuple[type[Exception], ...]) -> None:
        self._transport = transport
        self._port = port
        self._faults = faults

    def exec(self, command: str) -> bytes:
        """Run a program and give what it prints."""
        with self._watched():
            printed: bytes = self._transport.exec(command)
        return printed

    def fs_writefile(self, dest: str, data: bytes, chunk_size: int = 256) -> None:
        """Write a file."""
        with self._watched():
            self._transport.fs_writefile(dest, data, chunk_size=chunk_size)

    @contextlib.contextmanager
    def _watched(self) -> Iterator[None]:
        try:
            yield
        except self._faults as error:
            message = f"the board at {self._port} stopped answering ({error}): plug it in again and repeat the command"
            raise LinkFault("no_answer", message, "port") from None


class AtPrompt:
    """A board at its prompt through mpremote; use it in a `with` statement."""

    def __init__(self, port: str) -> None:
        try:
            # Needed only to flash, and without type hints of its own.
            transport = import_module("mpremote.transport")
            serial = import_module("mpremote.transport_serial")
        except ImportError:
            message = "flashing needs mpremote: pip install 'tenbo[flash]'"
            raise Refused("not_installed", message, "mpremote") from None
        self._port = port
        self._faults = (transport.TransportError, OSError)
        try:
            self._transport: Any = serial.SerialTransport(port)
            self._transport.serial.timeout = READ_S
            self._transport.enter_raw_repl(soft_reset=True, timeout_overall=PROMPT_S)
        except self._faults as error:
            message = f"the board at {port} is not at its prompt ({error}): hold BOOTSEL and install MicroPython first"
            raise LinkFault("no_answer", message, "port") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            self._transport.close()

    @property
    def board(self) -> FlashBoard:
        """Return the board for `install`."""
        return _Answering(self._transport, self._port, self._faults)

    def restart(self) -> None:
        """Restart the board; the connection is gone after it."""
        with contextlib.suppress(Exception):
            self._transport.exec_raw_no_follow("import machine; machine.reset()")
