"""A simulated table with a game on it, and the people who press its buttons."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tenbo.line import queries
from tenbo.virtual.table import VirtualTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo_core.table import Table


class Players:
    """Presses in words: `press("2 riichi, 0 ok")`, `"dice"` and `"undo"` being in the centre."""

    def __init__(self, virtual: VirtualTable) -> None:
        self.virtual = virtual
        self.asker = queries.Asker(virtual.service)

    def press(self, script: str) -> None:
        """Press the buttons of a script one after the other."""
        for words in script.split(","):
            place, _, button = words.strip().partition(" ")
            if place in ("dice", "undo"):
                self.virtual.press("table", place)
            else:
                self.virtual.press(int(place), button)

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
        """Hold BACK and choose one line after the other."""
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
        return queries.view(self.asker, seat)

    def state(self) -> dict[str, Any]:
        """Ask how the table stands."""
        return queries.state(self.asker)

    def health(self) -> dict[str, Any]:
        """Ask for the table's health."""
        return {str(key): value for _, _, key, value in self.asker.ask("health")}

    def begin(self, rules: str = "ema-2016", **fields: Any) -> None:
        """Begin a game; `scores`, `round`, `hand`, `honba` and `sticks` may lay it out in the middle."""
        names = ("set", "scores", "round", "hand", "honba", "sticks")
        self.asker.ask("do", "start", 4, rules, *[fields.get(name) for name in names])


@contextmanager
def players(rules: str = "ema-2016", *, begin: bool = True, **options: Any) -> Iterator[Players]:
    """Give a table at which a game of a rule book has begun, its time standing still."""
    with VirtualTable(frozen=True, **options) as virtual:
        people = Players(virtual)
        if begin:
            people.begin(rules)
        yield people


def ledger_text(table: Table | None) -> str:
    """Give a table as one line."""
    from tenbo_core.table_text import table_text

    assert table is not None
    return table_text(table)
