"""The prompt of `tenbo sim`: commands with history and completion, and the four seats drawn after each."""

from __future__ import annotations

import contextlib
from typing import IO, TYPE_CHECKING, Any

from tenbo.cli.support.display_rendering import TerminalCapabilities, query_seat_displays, seat_rows
from tenbo.cli.support.sim_commands import HELP, help_lines
from tenbo.cli.support.terminal import can_encode, coloured, has_colours, strip_colours, terminal_size
from tenbo_core.errors import TenboError
from tenbo_core.seats import SEATS, WIND_LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tenbo.cli.support.sim_commands import SimulatorConsoles

HISTORY = 500
CENTRE = ("dice", "undo")
BUTTONS = ("riichi", "ok", "up", "down", "back")
BLOCK = "\u25cf"


class Prompt:
    """Reads typed commands and shows their results."""

    def __init__(self, floor: SimulatorConsoles, out: IO[str], is_screen: bool) -> None:
        self._floor = floor
        self._out = out
        self._is_screen = is_screen
        self._style = TerminalCapabilities(has_colours(out), can_encode(out, "\u28ff\u2500") and is_screen)
        self._viewed_seat = 0
        self._refused = False

    def run(self, scripted: Iterable[str]) -> int:
        """Run the commands of files, then typed ones; return 1 if a command of a file was refused."""
        tables = self._floor.consoles
        ports = " ".join(f"--port {console.table.port}" for console in tables)
        hello = [
            f"{'A table' if len(tables) == 1 else f'{len(tables)} tables'} with simulated parts. "
            "To have a host follow, run",
            f"  tenbo run --no-search {ports}",
            "`dice` begins a hand, `W riichi` presses a button; `help` lists the rest.",
        ]
        self._show(hello)
        for line in scripted:
            if not self._execute(line):
                return int(self._refused)
        failed = self._refused
        with _history():
            for line in self._typed_lines():
                if not self._execute(line):
                    break
        return int(failed)

    def _typed_lines(self) -> Iterator[str]:
        while True:
            name = f"table {self._floor.number}> " if len(self._floor.consoles) > 1 else "tenbo> "
            try:
                yield input(name)
            except EOFError:
                self._out.write("\n")
                return

    def _execute(self, line: str) -> bool:
        """Carry out a line; return whether there may be more."""
        words = expand_command(line.split(), self._floor.console.names)
        if not words:
            return True
        record = self._floor.execute(words)
        if words == ["quit"]:
            return False
        self._refused |= "error" in record
        seat = _seat_of(words, self._floor.console.names)
        self._viewed_seat = self._viewed_seat if seat is None else seat
        self._show([coloured(" ".join(words), "cyan", on=self._style.colours), *self._answer_rows(words[0], record)])
        return True

    def _answer_rows(self, name: str, record: dict[str, Any]) -> list[str]:
        """Return an answer as rows for a person."""
        if "error" in record:
            return [coloured(record["error"]["message"], "red", on=self._style.colours)]
        if name == "help":
            return help_lines()
        if name == "view":
            return [f"  {name}: {value}" for name, value in record["view"].items()]
        if name == "state":
            return [f"  {name}: {value}" for name, value in record.items()]
        return [f"wrote {record['png']}"] if "png" in record else []

    def _show(self, rows: list[str]) -> None:
        """Draw the table, and below it the last command and its answer."""
        columns, lines = terminal_size()
        wrapped = sum(-(-len(strip_colours(row)) // columns) for row in rows)
        # A row for the lamps, one for the prompt.
        room = lines - wrapped - 2
        drawn = [*(self._table_rows(columns, room) if room >= len(SEATS) else []), *rows]
        self._out.write(("\x1b[H\x1b[J" if self._is_screen else "") + "\n".join(drawn) + "\n")
        self._out.flush()

    def _table_rows(self, columns: int, lines: int) -> list[str]:
        from tenbo.devices import table_client

        console = self._floor.console
        if not console.table.is_powered:
            return ["The table has no power: every display and lamp is dark. `power` switches it on."]
        try:
            looks = query_seat_displays(
                console.table, lambda seat: table_client.query_view(console.asker, seat), console.names
            )
        except TenboError as error:
            return [error.message]
        order = [self._viewed_seat, *((self._viewed_seat + more) % 4 for more in (2, 1, 3))]
        return [*seat_rows(looks, order, columns, lines, self._style), self._lamp_row(console.table.lamps())]

    def _lamp_row(self, lamps: dict[str, Any]) -> str:
        """Return the lamps, the lights and the tone, besides the displays."""
        parts = []
        for name, word in (("riichi", "riichi lamps"), ("lights", "buttons lit")):
            seats = " ".join(WIND_LETTERS[seat] for seat, shines in enumerate(lamps[name]) if shines)
            parts.append(f"{word}: {seats or 'none'}")
        if self._style.colours:
            ring = "".join(
                f"\x1b[38;2;{red};{green};{blue}m{BLOCK}" for red, green, blue in map(_screen_colour, lamps["marker"])
            )
            parts.append(f"ring: {ring}\x1b[0m")
        parts.append(f"tone: {lamps['tone']} Hz" if lamps["tone"] else "no tone")
        return "  ".join(parts)


def expand_command(words: list[str], names: Iterable[str] = ()) -> list[str]:
    """Return a command as it is written in full: at the prompt `dice` and `W riichi` are enough.

    >>> expand_command(["dice"]), expand_command(["W", "riichi"]), expand_command(["view", "W"])
    (['press', 'table', 'dice'], ['press', 'W', 'riichi'], ['view', 'W'])
    """
    if words and words[0] in CENTRE:
        return ["press", "table", *words]
    if len(words) > 1 and (words[0] in names or _is_seat(words[0])):
        return ["press", *words]
    return words


def _is_seat(word: str) -> bool:
    return _seat_of(["press", word], ()) is not None


def _seat_of(words: list[str], names: Iterable[str]) -> int | None:
    """Return the seat that a command is about, if it is about one."""
    from argparse import ArgumentTypeError

    from tenbo.cli.support.argument_types import seat_number

    if words[0] not in ("press", "view", "png", "plug", "unplug") or len(words) < 2:
        return None
    if words[1] in names:
        return list(names).index(words[1])
    with contextlib.suppress(ArgumentTypeError):
        return seat_number(words[1])
    return None


def _screen_colour(colour: list[int]) -> list[int]:
    """Return a light's colour as a screen shows it: the ring is bright at a tenth, and grey where it is dark."""
    most = max(colour)
    return [channel * 255 // most for channel in colour] if most else [70, 70, 70]


@contextlib.contextmanager
def _history() -> Iterator[None]:
    """Store the history of commands and complete words with Tab, if the system has readline."""
    try:
        import readline
    except ImportError:
        # Windows has none; its terminal keeps a history of its own.
        yield
        return
    from tenbo.app.config import state_folder

    file = state_folder() / "sim_history"
    readline.set_completer(lambda text, at: dict(enumerate(_completions(text, readline.get_line_buffer()))).get(at))
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
    with contextlib.suppress(OSError):
        readline.read_history_file(file)
    try:
        yield
    finally:
        readline.set_completer(None)
        readline.set_history_length(HISTORY)
        with contextlib.suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(file)


def _completions(text: str, line: str) -> list[str]:
    """Return the words that a line may go on with.

    >>> _completions("ri", "press W ri"), _completions("un", "un")
    (['riichi '], ['undo ', 'unplug '])
    """
    commands = [words.split()[0] for rows in HELP.values() for words, _ in rows]
    known = [*commands, *CENTRE] if line.strip() == text else [*BUTTONS, *CENTRE, "table", *WIND_LETTERS, "on", "off"]
    return [f"{word} " for word in sorted(set(known)) if word.startswith(text)]
