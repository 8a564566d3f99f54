"""A game told in records: each is answered with the table after it, refused ones change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.books import load as load_book
from tenbo.jsonl import error_record
from tenbo_core import events
from tenbo_core.answers import ANSWER, answer
from tenbo_core.errors import Malformed, Refused, TenboError
from tenbo_core.ledger import Ledger
from tenbo_core.results import Result
from tenbo_core.table import OVER, PLAYING

if TYPE_CHECKING:
    from tenbo_core.rules import Rules
    from tenbo_core.table import Table

RESULT = ("scores", "places", "uma", "oka", "penalties", "totals")

# Fields of a record that are not fields of its event.
BESIDE = {"event", "id", "names", "seat", "comment"}


def rules_of(book: str) -> Rules:
    """Give the rules of a book, the declared hands' part included."""
    return load_book(book).rules


class Game:
    """Takes the records of one game after another and keeps the ledger.

    >>> game = Game()
    >>> _ = game.take({"event": "start", "rules": "ema-2016"})
    >>> _ = game.take({"event": "hand"})
    >>> game.take({"event": "riichi", "seat": 2})["deltas"]
    [0, 0, -1000, 0]
    """

    def __init__(self, rules: str = "ema-2016") -> None:
        self.default_rules = rules
        self.n = 0
        self.names = ["", "", "", ""]
        self.ledger = Ledger(load=rules_of)

    def answer(self, record: dict[str, Any]) -> dict[str, Any]:
        """Answer a record; a refusal is an answer too, and both use up a number."""
        n = self.n
        try:
            return self.take(record)
        except TenboError as error:
            return self.refuse(n, error)

    def refuse(self, n: int, error: TenboError) -> dict[str, Any]:
        """Give the answer to a record that changed nothing."""
        self.n = n + 1
        return {"n": n, "error": error_record(error)}

    def take(self, record: dict[str, Any]) -> dict[str, Any]:
        """Answer a record, or raise why it is refused."""
        n = self.n
        self.n += 1
        event = self._event(n, record)
        before = self.ledger.table
        after = self.ledger.append(event)
        if event.kind == "start":
            self.names = _names(record)
        given = dict(zip(ANSWER, answer(n, event.kind, before, after), strict=True))
        if after.phase == OVER:
            given["result"] = result_of(after)
        return given

    def _event(self, n: int, record: dict[str, Any]) -> events.Event:
        kind = record.get("event")
        if kind is None:
            raise Malformed("missing_field", "a record needs the field event", "event")
        if kind == "name":
            raise Malformed("bad_field", "names are given with the start", "event")
        values = {name: value for name, value in record.items() if name not in BESIDE}
        known = [name for name, _ in events.FIELDS.get(kind, ())] if isinstance(kind, str) else []
        if "seat" in record:
            if "seats" in known:
                values.setdefault("seats", [record["seat"]])
            else:
                values["seat"] = record["seat"]
        if kind == "start":
            values = self._start(values, record)
        elif kind == "win":
            values = {**values, "wins": self._wins(record.get("wins"))}
        by = record.get("by", events.DESK)
        values = {name: value for name, value in values.items() if name in known}
        return events.make(n, kind, by if isinstance(by, int) else events.DESK, 0, values)

    def _start(self, values: dict[str, Any], record: dict[str, Any]) -> dict[str, Any]:
        _names(record)
        changes = record.get("set")
        if changes is not None and not isinstance(changes, dict):
            raise Malformed("bad_field", "set must be an object of rule switches", "set")
        pairs = [[name, value] for name, value in (changes or {}).items()]
        return {**values, "rules": values.get("rules", self.default_rules), "set": pairs}

    def _wins(self, wins: Any) -> Any:
        """Replace each declared hand by the han and fu it scores in the table's present state."""
        table = self.ledger.table
        if not isinstance(wins, list) or table is None or table.phase != PLAYING:
            return wins
        return [self._settled(table, win, f"wins[{place}]") for place, win in enumerate(wins)]

    def _settled(self, table: Table, win: Any, at: str) -> Any:
        if not isinstance(win, dict) or "declared" not in win:
            return win
        from tenbo.settle import settled  # noqa: PLC0415 - the scoring core is needed only for declared hands

        return settled(table, win, at)


def _names(record: dict[str, Any]) -> list[str]:
    names = record.get("names")
    if names is None:
        return ["", "", "", ""]
    if not isinstance(names, list) or len(names) != 4 or not all(isinstance(name, str) for name in names):
        raise Malformed("bad_field", "names must be a list of four texts", "names")
    return names


def result_of(table: Table) -> dict[str, list[int]]:
    """Give the result of a game that is over, or as if it ended now."""
    result = Result(table)
    return {name: getattr(result, name) for name in RESULT}


def require_game(table: Table | None) -> Table:
    """Give the table of a game, or say that none has begun."""
    if table is None:
        raise Refused("not_allowed_now", "no game has begun", "event")
    return table
