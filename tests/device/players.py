"""A simulated table with a game on it, and the people who press its buttons."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from compiled_firmware import compiled_firmware
from tenbo.devices import table_client
from tenbo.simulator.interpreter_lookup import find_firmware_folder
from tenbo.simulator.table import VirtualTable
from tenbo_core.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tenbo_core.table import Table


class Players:
    """Presses in words: `press("2 riichi, 0 ok")`, `"dice"` and `"undo"` being in the centre."""

    def __init__(self, virtual: VirtualTable) -> None:
        self.virtual = virtual
        # By the table's time, which a busy machine does not stretch: nothing is asked twice, or given up too soon.
        self.asker = table_client.TableClient(virtual.service, clock=lambda: virtual.device_time_us / 1_000_000)

    def press(self, script: str) -> None:
        """Press the buttons of a script one after the other; who answers another one has read the question before."""
        before = ""
        for words in script.split(","):
            place, _, button = words.strip().partition(" ")
            if place in ("dice", "undo"):
                self.virtual.press("table", place)
            else:
                if place != before and button in ("ok", "back", "up"):
                    self.virtual.wait(READ_MS)
                self.virtual.press(int(place), button)
            before = place

    def tap(self, place: int | str, button: str, ms: int = 60) -> None:
        """Press one button."""
        self.virtual.press(place, button, ms)

    def choose(self, seat: int, line: str) -> None:
        """Move through a list to a line, and take it."""
        for _ in range(20):
            if f"> {line}" in self.view(seat)["lines"]:
                self.tap(seat, "ok")
                return
            self.tap(seat, "down")
        raise AssertionError(f"there is no line {line}: {self.view(seat)['lines']}")

    def set_up(self, seat: int, *lines: str) -> None:
        """Open the set-up, which stands last in the list of a running game, and choose one line after the other."""
        if self.is_running():
            self.press(f"{seat} back, {seat} up, {seat} ok")
        else:
            self.tap(seat, "back", 1200)
        for line in lines:
            self.choose(seat, line)

    def menu(self, seat: int, *lines: str) -> None:
        """Press BACK and choose one line after the other."""
        self.tap(seat, "back")
        for line in lines:
            self.choose(seat, line)

    def view(self, seat: int) -> dict[str, Any]:
        """Ask what a display says."""
        return table_client.query_view(self.asker, seat)

    def is_running(self) -> bool:
        """Return whether a game has begun and is not over."""
        try:
            return self.state()["phase"] != "over"
        except Refused:
            return False

    def state(self) -> dict[str, Any]:
        """Ask how the table stands."""
        return table_client.query_state(self.asker)

    def health(self) -> dict[str, Any]:
        """Ask for the table's health."""
        return {str(key): value for _, _, key, value in self.asker.ask("health")}

    def begin(self, rules: str = "ema-2016", **fields: Any) -> None:
        """Begin a game; `scores`, `round`, `hand`, `honba` and `sticks` may lay it out in the middle."""
        names = ("set", "scores", "round", "hand", "honba", "sticks")
        self.asker.ask("do", "start", 4, rules, *[fields.get(name) for name in names])

    def ask_until_refused(self, *command: Any) -> Refused:
        """Return a command again and again, and return how it was refused in the end."""
        for _ in range(MOST_REPEATED):
            try:
                self.asker.ask(*command)
            except Refused as refusal:
                return refusal
        raise AssertionError(f"{command} was never refused")

    def fill_flash(self) -> None:
        """Write long events until the table refuses one, then the shortest there are, so that no other fits either."""
        for kind, *fields in (("name", 1, "Player"), ("name", 1, "P"), ("undo",)):
            assert "journal" in self.ask_until_refused("do", kind, 4, *fields).message

    def play_earlier(self, games: int) -> None:
        """Play so many short games of other books to their end, every other one in a session."""
        for number in range(games):
            rules = EARLIER_BOOKS[number % len(EARLIER_BOOKS)]
            self.begin(rules)
            if number % 2:
                self.asker.ask("do", "session", 4, 40 + number)
            for kind, *fields in EARLIER_HAND:
                self.asker.ask("do", kind, 4, *fields)
            self.asker.ask("do", "end", 4)


# No one reads a question sooner.
READ_MS = 500

# A table takes fewer events a game.
MOST_REPEATED = 700

EARLIER_BOOKS = ("austria", "ema-2012", "tenhou", "alarm")
EARLIER_HAND = (("hand",), ("riichi", 1), ("win", [[2, 1, 3, 40]]), ("undo",), ("draw", [1, 3]), ("hand",))


@contextmanager
def players(
    rules: str = "ema-2016", *, begin: bool = True, earlier: int = 0, minutes: int = 0, **options: Any
) -> Iterator[Players]:
    """Yield a table at which a game of a rule book has begun, after some earlier ones, its time standing still.

    Its firmware is the compiled one, which starts in half the time.
    """
    with VirtualTable(frozen=True, **{"firmware": compiled_firmware(), **options}) as virtual:
        people = Players(virtual)
        people.play_earlier(earlier)
        if begin:
            people.begin(rules)
            if minutes:
                people.asker.ask("do", "session", 4, minutes)
        yield people


def broken_firmware(folder: Path, change: str) -> Path:
    """Return a copy of the firmware whose main.py first plants a fault."""
    shutil.copytree(find_firmware_folder(), folder, ignore=shutil.ignore_patterns("__pycache__"))
    main = folder / "main.py"
    start = '__import__("device.app").app.main()'
    assert start in main.read_text()
    main.write_text(main.read_text().replace(start, change + "\n" + start))
    return folder


# Leaves so many blocks of the flash free, the same at every start.
FILLER = """
import os
if "filler" not in os.listdir():
    room = os.statvfs("/flash")
    with open("filler", "wb") as file:
        for _ in range(room[3] - {blocks}):
            file.write(bytes(room[1]))
"""


def filled_firmware(folder: Path, blocks: int) -> Path:
    """Return a copy of the firmware that fills the flash at its first start and leaves a few blocks free."""
    return broken_firmware(folder, FILLER.format(blocks=blocks))


def ledger_text(table: Table | None) -> str:
    """Return a table as one line."""
    from tenbo_core.table_notation import table_text

    assert table is not None
    return table_text(table)
