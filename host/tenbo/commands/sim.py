"""`tenbo sim`: the whole device with simulated parts, driven by commands."""

from __future__ import annotations

import json
import signal
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenbo.commands.ending import status_of
from tenbo_core.errors import Malformed, Refused, StorageFault, TenboError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from typing import TextIO

    from tenbo.line.queries import Asker
    from tenbo.virtual import VirtualTable

HELP = (
    ("press SEAT BUTTON [MS]", "press riichi, ok, up, down or back at seat 0-3 (for 60 ms, or longer)"),
    ("press table BUTTON [MS]", "press dice or undo in the centre"),
    ("wait MS", "let device time pass, as fast as the machine can"),
    ("view SEAT", "what the seat's display says, in words; asked from the device"),
    ("png SEAT FILE", "the display's pixels as a picture"),
    ("lamps", "riichi lamps, button lights, the round marker's colours and the tone that sounds now"),
    ("state", "how the table stands; asked from the device"),
    ("cut", "the power is lost at this very instant"),
    ("power", "the power comes back"),
    ("unplug SEAT", "a seat box is pulled off its cable"),
    ("plug SEAT", "the seat box is put back"),
    ("usb off", "the host cable is pulled"),
    ("usb on", "the host cable is put back; the port keeps its name"),
    ("help", "these lines"),
    ("quit", "the end; so is the end of the input"),
)

EPILOG = f"""\
The real firmware runs under MicroPython; only the parts around it are simulated. The first line printed
names the serial port that a host can open. Then every line of standard input is a command, answered by one
JSON record on standard output:

{chr(10).join(f"  {words:<24} {does}" for words, does in HELP)}

Time follows the clock on the wall while nothing is asked; `press` and `wait` skip ahead. A command that
cannot be carried out is answered by {{"error": {{"code", "message", "at"}}}}, and the next one is read; the exit
status is then 1.

  printf 'press table dice\\npress 2 riichi\\nview 2\\nlamps\\n' | tenbo sim
"""

# A wait longer than this in one command is taken for a slip of the finger: 12.4 days wrap the device's clock.
LONGEST_MS = 2_000_000_000
# Numbers of commands that no other asker on the same line has used.
FIRST_NUMBER = 1000
NAMES = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.commands.shared import add_rules

    add_rules(parser, "the rule book of the game")
    parser.add_argument("--names", default="", metavar="A,B,C,D", help="the names at the four seats, East first")
    parser.add_argument("--id", default="e66138528343a02f", metavar="HEX", help="the device's id, for several at once")
    parser.add_argument("--flash", type=Path, metavar="DIR", help="keep the device's flash in this folder between runs")


def run(args: argparse.Namespace) -> int:
    """Run a table until `quit` or the end of the input."""
    from tenbo.line import queries
    from tenbo.virtual import VirtualTable

    out = sys.stdout
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the table is cleared away then too
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a line that is no text is answered like any unknown command
    try:
        names = names_of(args.names)
        table = VirtualTable(flash=args.flash, identity=args.id)
        table.start()
    except TenboError as error:
        _say(out, {"error": _record(error)})
        return status_of(error)
    try:
        try:
            queries.prepare_game(table.service, args.rules, names)
        except TenboError as error:
            _say(out, {"error": _record(error)})
            return status_of(error)
        _say(out, {"port": table.port})
        refused = Console(table, queries.Asker(table.service, FIRST_NUMBER)).serve(sys.stdin, out)
    finally:
        table.close()
    return 1 if refused else 0


def names_of(text: str) -> list[str]:
    """Read the names of the four players.

    >>> names_of("A,B,C,D")
    ['A', 'B', 'C', 'D']
    """
    names = [name.strip() for name in text.split(",")] if text else [""] * NAMES
    if len(names) != NAMES:
        raise Malformed("bad_field", f"give four names with commas between them, not {len(names)}", "names")
    return names


def _record(error: TenboError) -> dict[str, str]:
    return {"code": error.code, "message": error.message, "at": error.at}


def _say(out: TextIO, record: dict[str, Any]) -> None:
    out.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
    out.flush()


class Console:
    """Answers commands for one table."""

    def __init__(self, table: VirtualTable, asker: Asker) -> None:
        self._table = table
        self._asker = asker
        self._commands: dict[str, Callable[[list[str]], dict[str, Any] | None]] = {
            "press": self._press,
            "wait": self._wait,
            "view": self._view,
            "png": self._png,
            "lamps": self._lamps,
            "state": self._state,
            "cut": self._cut,
            "power": self._power,
            "unplug": lambda words: self._table.unplug(_seat(words)),
            "plug": lambda words: self._table.plug(_seat(words)),
            "usb": self._usb,
            "help": lambda _: {"help": [f"{words}: {does}" for words, does in HELP]},
        }

    def serve(self, lines: TextIO, out: TextIO) -> int:
        """Answer every line with one record until `quit` or the end; return how many were refused."""
        refused = 0
        for line in lines:
            words = line.split()
            record = self.answer(words)
            refused += "error" in record
            _say(out, record)
            if words == ["quit"]:
                break
        return refused

    def answer(self, words: list[str]) -> dict[str, Any]:
        """Carry out one command and give its record."""
        try:
            if words == ["quit"]:
                return {"done": "quit"}
            name = words[0] if words else ""
            if name not in self._commands:
                known = ", ".join([*self._commands, "quit"])
                raise Malformed("bad_field", f"there is no command {name!r}: there are {known}", "command")
            result = self._commands[name](words[1:])
        except TenboError as error:
            return {"error": _record(error)}
        return {"done": name, "ms": self._table.now_us // 1000} if result is None else result

    def _press(self, words: list[str]) -> None:
        self._must_have_power()
        place = _word(words, 0, "the seat, 0 to 3, or `table`")
        button = _word(words, 1, "the button")
        ms = _milliseconds(words[2]) if len(words) > 2 else None
        where: int | str = place if place == "table" else _seat(words)
        if ms is None:
            self._table.press(where, button)
        else:
            self._table.press(where, button, ms)

    def _wait(self, words: list[str]) -> None:
        self._table.wait(_milliseconds(_word(words, 0, "how many milliseconds")))

    def _view(self, words: list[str]) -> dict[str, Any]:
        from tenbo.line import queries

        seat = _seat(words)
        self._must_have_power()
        return {"view": queries.view(self._asker, seat)}

    def _state(self, _: list[str]) -> dict[str, Any]:
        from tenbo.line import queries

        self._must_have_power()
        return queries.state(self._asker)

    def _png(self, words: list[str]) -> dict[str, Any]:
        seat = _seat(words)
        path = Path(_word(words, 1, "the file to write"))
        try:
            path.write_bytes(self._table.display(seat).png())
        except OSError as error:
            raise StorageFault("cannot_write", f"{path} cannot be written: {error.strerror}", "file") from None
        return {"png": str(path)}

    def _lamps(self, _: list[str]) -> dict[str, Any]:
        return self._table.lamps()

    def _cut(self, _: list[str]) -> None:
        self._table.cut()

    def _power(self, _: list[str]) -> None:
        self._table.power()

    def _usb(self, words: list[str]) -> None:
        state = _word(words, 0, "`on` or `off`")
        if state not in ("on", "off"):
            raise Malformed("bad_field", f"the cable is `on` or `off`, not {state!r}", "usb")
        self._table.usb(on=state == "on")

    def _must_have_power(self) -> None:
        if not self._table.powered:
            raise Refused("not_allowed_now", "the table has no power: say `power` first", "power")


def _word(words: list[str], place: int, what: str) -> str:
    if len(words) <= place:
        raise Malformed("missing_field", f"say {what} too; `help` lists the commands", "command")
    return words[place]


def _seat(words: list[str]) -> int:
    word = _word(words, 0, "the seat, 0 to 3")
    if word not in ("0", "1", "2", "3"):
        raise Malformed("bad_seat", f"there is no seat {word}: the seats are 0 to 3", "seat")
    return int(word)


def _milliseconds(word: str) -> int:
    if not word.isdecimal() or not 0 <= int(word) <= LONGEST_MS:
        raise Malformed("bad_field", f"{word!r} is no number of milliseconds from 0 to {LONGEST_MS}", "ms")
    return int(word)
