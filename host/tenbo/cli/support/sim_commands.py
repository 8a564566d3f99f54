"""The commands of `tenbo sim`, and one console for each simulated table that executes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenbo_core.errors import Malformed, Refused, StorageFault, TenboError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO

    from tenbo.devices.table_client import TableClient
    from tenbo.simulator import VirtualTable

HELP = {
    "Play": (
        ("press SEAT BUTTON [MS]", "press riichi, ok, up, down or back at a seat (for MS, or 60 ms)"),
        ("press table BUTTON [MS]", "press dice or undo in the centre"),
        ("hold SEAT BUTTON", "hold a button down; `table` for the centre"),
        ("release SEAT BUTTON", "release the button"),
        ("wait MS", "let device time pass, as fast as the computer can"),
    ),
    "Look": (
        ("view SEAT", "what the seat's display shows, in words, as the device reports it"),
        ("png SEAT FILE", "the display's pixels as a picture"),
        ("lamps", "riichi lamps, button lights, the round marker's colours and the tone that sounds now"),
        ("state", "the state of the table, as the device reports it"),
    ),
    "Break": (
        ("cut", "the power is cut at once"),
        ("power", "the power comes back"),
        ("unplug SEAT", "a seat box is pulled off its cable"),
        ("plug SEAT", "the seat box is put back"),
        ("usb off", "the host cable is pulled"),
        ("usb on", "the host cable is put back; the port keeps its name"),
    ),
    "This prompt": (
        ("use TABLE", "send the following commands to table 1, 2, ..."),
        ("help", "show this list"),
        ("quit", "end the simulation, as the end of the input does"),
    ),
}

# A wait longer than this in one command is taken for a slip of the finger: 12.4 days wrap the device's clock.
LONGEST_MS = 2_000_000_000


def help_lines() -> list[str]:
    """Return the commands with their descriptions, in groups."""
    lines = []
    for title, commands in HELP.items():
        lines += [title, *(f"  {words:<24} {does}" for words, does in commands)]
    return lines


def error_record(error: TenboError) -> dict[str, str]:
    """Return an error as the object in an answer, with its complete sentence."""
    return {"code": error.code, "message": error.message, "at": error.at}


def print_record(out: TextIO, record: dict[str, Any]) -> None:
    """Print one record."""
    out.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
    out.flush()


class SimulatorConsoles:
    """All simulated tables, and which of them the commands are for."""

    def __init__(self, consoles: Sequence[Console]) -> None:
        self.consoles = list(consoles)
        self.number = 1

    @property
    def console(self) -> Console:
        """Return the console of the table that the commands are for."""
        return self.consoles[self.number - 1]

    def execute(self, words: list[str]) -> dict[str, Any]:
        """Carry out one command and return its record."""
        if words[:1] != ["use"]:
            return self.console.execute(words)
        try:
            word = _required_word(words[1:], 0, "the number of the table")
            if word not in map(str, range(1, len(self.consoles) + 1)):
                there = len(self.consoles)
                known = "tables are 1 to {}" if there > 1 else "there is only table {}"
                raise Malformed("bad_field", f"there is no table {word!r}: {known.format(there)}", "table")
        except TenboError as error:
            return {"error": error_record(error)}
        self.number = int(word)
        return {"done": "use", "table": self.number, "port": self.console.table.port}


class Console:
    """Answers commands for one table."""

    def __init__(self, table: VirtualTable, asker: TableClient, names: Sequence[str] = ()) -> None:
        self.table = table
        self.asker = asker
        self.names = list(names)
        self._commands: dict[str, Callable[[list[str]], dict[str, Any] | None]] = {
            "press": self._press,
            "hold": lambda words: self._move(words, self.table.hold),
            "release": lambda words: self._move(words, self.table.release),
            "wait": self._wait,
            "view": self._view,
            "png": self._png,
            "lamps": self._lamps,
            "state": self._state,
            "cut": self._cut,
            "power": self._power,
            "unplug": lambda words: self.table.unplug_seat(self._seat(words)),
            "plug": lambda words: self.table.plug_seat(self._seat(words)),
            "usb": self._usb,
            "help": lambda _: {"help": [f"{words}: {does}" for rows in HELP.values() for words, does in rows]},
        }

    def execute(self, words: list[str]) -> dict[str, Any]:
        """Carry out one command and return its record."""
        try:
            if words == ["quit"]:
                return {"done": "quit"}
            name = words[0] if words else ""
            if name not in self._commands:
                from tenbo.validation.suggestions import suggest_or_list

                known = [*self._commands, "use", "quit"]
                message = f"there is no command {name!r}{suggest_or_list(name, known)}"
                raise Malformed("bad_field", message, "command")
            result = self._commands[name](words[1:])
        except TenboError as error:
            return {"error": error_record(error)}
        return {"done": name, "ms": self.table.device_time_us // 1000} if result is None else result

    def _press(self, words: list[str]) -> None:
        place, button = self._key(words)
        ms = _milliseconds(words[2]) if len(words) > 2 else None
        if ms is None:
            self.table.press(place, button)
        else:
            self.table.press(place, button, ms)

    def _move(self, words: list[str], move: Callable[[int | str, str], None]) -> None:
        """Push a button down, or let it go, and let the device see it."""
        from tenbo.simulator.table import SETTLE_MS

        move(*self._key(words))
        self.table.wait(SETTLE_MS)

    def _key(self, words: list[str]) -> tuple[int | str, str]:
        """Return the place and the button that two words mean."""
        self._check_power()
        place = _required_word(words, 0, "the seat, 0 to 3, or `table`")
        return place if place == "table" else self._seat(words), _required_word(words, 1, "the button")

    def _wait(self, words: list[str]) -> None:
        self.table.wait(_milliseconds(_required_word(words, 0, "the number of milliseconds")))

    def _view(self, words: list[str]) -> dict[str, Any]:
        from tenbo.devices import table_client

        seat = self._seat(words)
        self._check_power()
        return {"view": table_client.query_view(self.asker, seat)}

    def _state(self, _: list[str]) -> dict[str, Any]:
        from tenbo.devices import table_client

        self._check_power()
        return table_client.query_state(self.asker)

    def _png(self, words: list[str]) -> dict[str, Any]:
        from tenbo.cli.support.shared_options import write_atomically

        seat = self._seat(words)
        path = Path(_required_word(words, 1, "the file to write"))
        try:
            write_atomically(path, self.table.display(seat).png())
        except OSError as error:
            raise StorageFault("cannot_write", f"{path} cannot be written: {error.strerror}", "file") from None
        return {"png": str(path)}

    def _lamps(self, _: list[str]) -> dict[str, Any]:
        return self.table.lamps()

    def _cut(self, _: list[str]) -> None:
        self.table.cut_power()

    def _power(self, _: list[str]) -> None:
        self.table.power_on()

    def _usb(self, words: list[str]) -> None:
        state = _required_word(words, 0, "`on` or `off`")
        if state not in ("on", "off"):
            raise Malformed("bad_field", f"usb must be `on` or `off`, not {state!r}", "usb")
        self.table.set_usb_connected(on=state == "on")

    def _seat(self, words: list[str]) -> int:
        """Return the seat that the first word means: its number, its wind in the first hand or its player."""
        from argparse import ArgumentTypeError

        from tenbo.cli.support.argument_types import seat_number

        word = _required_word(words, 0, "the seat, 0 to 3")
        if word in self.names:
            return self.names.index(word)
        try:
            return seat_number(word)
        except ArgumentTypeError as error:
            raise Malformed("bad_seat", str(error), "seat") from None

    def _check_power(self) -> None:
        if not self.table.is_powered:
            raise Refused("not_allowed_now", "the table has no power: enter `power` first", "power")


def _required_word(words: list[str], place: int, what: str) -> str:
    if len(words) <= place:
        raise Malformed("missing_field", f"add {what}; `help` lists the commands", "command")
    return words[place]


def _milliseconds(word: str) -> int:
    if not word.isdecimal() or not 0 <= int(word) <= LONGEST_MS:
        raise Malformed("bad_field", f"{word!r} is not a number of milliseconds from 0 to {LONGEST_MS}", "ms")
    return int(word)
