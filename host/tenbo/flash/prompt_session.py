"""Takes a board from the running firmware to MicroPython's prompt, and back."""

from __future__ import annotations

import sys
import time
from contextlib import closing, contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, Self

from tenbo.devices.pending_commands import NOT_PROVED
from tenbo.devices.port_discovery import is_simulated
from tenbo.devices.serial_link import SerialLink
from tenbo.devices.table_client import TableClient
from tenbo_core.errors import LinkFault, Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tenbo.devices.hello import Hello
    from tenbo.flash.file_install import FlashBoard

    # Authenticates this host to a table.
    Admit = Callable[[TableClient, Hello], object]

# The time that the board needs to restart and to say hello, its displays included.
HELLO_MS = 20_000
LISTEN_MS = 2500
RESTART_S = 2.0
PORT_S = 10.0
# A port without a board never answers: mpremote alone would wait for ever.
PROMPT_S = 10
# A board that has not come to its prompt yet loses what it is sent: it is asked again.
ASK_S = 2
# End what runs, and enter the prompt that takes whole programs; what it says then.
ENTER, BANNER = b"\r\x03\r\x01", b"raw REPL; CTRL-B to exit\r\n>"
READ_S = 2.0


def read_hello(port: str, wait_ms: int | None = None) -> Hello | None:
    """Return the identity of the table behind a port, or None if no table answers."""
    with closing(SerialLink(port)) as link:
        return TableClient(link).identify(LISTEN_MS if wait_ms is None else wait_ms)


def refuse_simulated(port: str) -> None:
    """Refuse the port of a simulated table, whose process would end with its firmware."""
    if is_simulated(port):
        message = sentence(
            "table_is_simulated",
            "{port} is a simulated table (tenbo sim), not a board: name the port of a board",
            port=port,
        )
        raise Refused("not_allowed_now", message, "port")


def exit_to_prompt(port: str, admit: Admit | None = None) -> Hello | None:
    """Stop the firmware so that the prompt comes; return the table's identity, or None if no firmware was running.

    `admit` proves to a table of a hall that this program may do that.
    """
    with closing(SerialLink(port)) as link:
        asker = TableClient(link, first=None)
        hello = asker.identify(LISTEN_MS)
        if hello is None:
            return None
        try:
            if admit is not None and hello.is_compatible:
                admit(asker, hello)
            asker.ask("repl")
        except Refused as refused:
            if refused.code == NOT_PROVED:
                message = sentence(
                    "table_belongs_to_hall",
                    "the table at {port} belongs to a hall: give the store of that hall (--store), or free "
                    "the table (press BACK at a seat, choose Leave the hall, then press OK at all four seats)",
                    port=port,
                )
                raise Refused(NOT_PROVED, message, "port") from None
            raise
        except LinkFault as fault:
            # A line that breaks shows that it has restarted already.
            if fault.code != "line_broken":
                message = sentence(
                    "firmware_does_not_stop",
                    "the firmware of the table at {port} does not stop: unplug the table and try again",
                    port=port,
                )
                raise Refused("no_answer", message, "port") from None
    return hello


def wait_for_port(port: str) -> None:
    """Wait until a port is there again after a restart."""
    time.sleep(RESTART_S)
    begun = time.monotonic()
    while True:
        try:
            SerialLink(port).close()
        except LinkFault:
            if time.monotonic() - begun > PORT_S:
                raise
            time.sleep(0.2)
        else:
            return


class _Answering:
    """The board for `install`; raises one sentence if it stops answering."""

    def __init__(self, transport: Any, port: str, faults: tuple[type[Exception], ...]) -> None:
        self._transport = transport
        self._port = port
        self._faults = faults

    def exec(self, command: str) -> bytes:
        """Run a program and return its output."""
        with self._translate_errors():
            printed: bytes = self._transport.exec(command)
        return printed

    def fs_writefile(self, dest: str, data: bytes, chunk_size: int = 256) -> None:
        """Write a file."""
        with self._translate_errors():
            self._transport.fs_writefile(dest, data, chunk_size=chunk_size)

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except self._faults as error:
            message = sentence(
                "board_stopped_answering",
                "the board at {port} stopped answering ({error}): plug it in again and repeat the command",
                port=self._port,
                error=error,
            )
            raise LinkFault("no_answer", message, "port") from None


class PromptSession:
    """A board at its prompt through mpremote; use it in a `with` statement."""

    def __init__(self, port: str) -> None:
        try:
            # Needed only to flash, and without type hints of its own.
            transport = import_module("mpremote.transport")
            serial = import_module("mpremote.transport_serial")
        except ImportError:
            message = sentence(
                "mpremote_missing",
                "flashing needs mpremote: run `{executable} -m pip install '.[flash]'` in the cloned repository",
                executable=sys.executable,
            )
            raise Refused("not_installed", message, "mpremote") from None
        self._port = port
        self._faults = (transport.TransportError, OSError)
        try:
            self._transport: Any = serial.SerialTransport(port)
            self._transport.serial.timeout = READ_S
            self._enter()
        except self._faults as error:
            message = sentence(
                "board_without_prompt",
                "the board at {port} is not at its prompt ({error}): plug it in with BOOTSEL held down and "
                "install MicroPython first",
                port=port,
                error=error,
            )
            raise LinkFault("no_answer", message, "port") from None

    def _enter(self) -> None:
        """Enter the prompt that takes whole programs, as soon as there is one."""
        begun = time.monotonic()
        while time.monotonic() - begun < PROMPT_S:
            self._transport.serial.write(ENTER)
            if self._transport.read_until(1, BANNER, timeout_overall=min(ASK_S, PROMPT_S)).endswith(BANNER):
                break
        self._transport.enter_raw_repl(soft_reset=True, timeout_overall=PROMPT_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._transport.close()

    @property
    def board(self) -> FlashBoard:
        """Return the board for `install`."""
        return _Answering(self._transport, self._port, self._faults)

    def restart(self) -> None:
        """Restart the board; the connection is gone after it."""
        with suppress(Exception):
            self._transport.exec_raw_no_follow("import machine; machine.reset()")
