"""Replays a game from records: answers each with the table after it; a refused record changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.game.event_parser import changed_switches, parse_event_record, player_names
from tenbo.game.jsonl_answers import error_record
from tenbo.game.seat_payment_history import transfer_rows
from tenbo.rulebooks import load, named
from tenbo.validation.error_paths import errors_within
from tenbo_core.corrections import ABOUT_THE_PAST
from tenbo_core.errors import TenboError
from tenbo_core.ledger import Ledger
from tenbo_core.results import GameResult
from tenbo_core.rules import DEFAULT_BOOK
from tenbo_core.state_answer import ANSWER, answer_values
from tenbo_core.table import OVER, PLAYING

if TYPE_CHECKING:
    from pathlib import Path

    from tenbo.rulebooks import Book
    from tenbo_core.events import Event
    from tenbo_core.rules import Rules
    from tenbo_core.table import Table


class Replay:
    """Takes the records of one game after another and keeps the ledger.

    >>> game = Replay()
    >>> _ = game.apply({"event": "start", "rules": "ema-2016"})
    >>> _ = game.apply({"event": "hand"})
    >>> game.apply({"event": "riichi", "seat": 2})["deltas"]
    [0, 0, -1000, 0]
    """

    def __init__(self, rules: str | Path | Book | Rules = DEFAULT_BOOK, *, include_moves: bool = False) -> None:
        self.default_rules, self._changes = named(rules)
        self.include_moves = include_moves
        self.n = 0
        self.names = ["", "", "", ""]
        self.ledger = Ledger(load=self._rules_of)

    def _rules_of(self, book: str) -> Rules:
        """Return the rules of a book. The default may be a file; a book that a record names may not."""
        return load(book, files=book == self.default_rules).rules

    def _book_of(self, start: Event) -> Book:
        """Return the book of a start with its changes, which are checked as those of an own book are."""
        book = str(start.args[0] or self.default_rules)
        return load(book, files=book == self.default_rules).with_changes(dict(start.args[1] or []))

    def answer(self, record: dict[str, Any]) -> dict[str, Any]:
        """Answer a record. A refusal is an answer, too, and uses up a number."""
        n = self.n
        try:
            return self.apply(record)
        except TenboError as error:
            return self.refusal(n, error)

    def refusal(self, n: int, error: TenboError) -> dict[str, Any]:
        """Return the answer to a record that changed nothing."""
        self.n = n + 1
        return {"n": n, "error": error_record(error)}

    def apply(self, record: dict[str, Any]) -> dict[str, Any]:
        """Answer a record, or raise why it is refused."""
        n = self.n
        self.n += 1
        event = self._event(n, record)
        names, before = self.names, self.ledger.table
        with errors_within("set", changed_switches(record)):
            if event.kind == "start":
                names = player_names(record, self._book_of(event).rules.players)
            after = self.ledger.append(event)
        self.names = names
        given = dict(zip(ANSWER, answer_values(n, event.kind, before, after), strict=True))
        if self.include_moves:
            book = self._book_of(self.ledger.effective_events()[0])
            # Events about the past change points, but do not transfer them between accounts.
            given["moves"] = [] if event.kind in ABOUT_THE_PAST else transfer_rows(after, event.kind, book)
        if after.phase == OVER:
            given["result"] = result_if_ended_now(after)
        return given

    def _event(self, n: int, record: dict[str, Any]) -> Event:
        if self._changes and record.get("event") == "start" and record.get("rules") is None:
            record = {**record, "set": merged_rule_changes(self._changes, record.get("set"))}
        return parse_event_record(n, record, self._score_wins, self.default_rules)

    def _score_wins(self, wins: Any) -> Any:
        """Replace each declared hand by its value in the table's present state."""
        table = self.ledger.table
        if table is None or table.phase != PLAYING or not isinstance(wins, list):
            return wins
        if not any(isinstance(win, dict) and win.get("declared") is not None for win in wins):
            return wins
        from tenbo.game.declared_hand_scoring import with_scored_hands  # noqa: PLC0415 - the scoring core is needed only for declared hands

        return [with_scored_hands(table, win, f"wins[{place}]") for place, win in enumerate(wins)]


def merged_rule_changes(book: dict[str, Any], own: Any) -> Any:
    """Return the switches that a book changes, and those that a start sets. Of `yaku`, the rows of both count."""
    if not isinstance(own, dict):
        return book if own is None else own
    rows = [changes["yaku"] for changes in (book, own) if isinstance(changes.get("yaku"), dict)]
    return {**book, **own, **({"yaku": rows[0] | rows[1]} if len(rows) > 1 else {})}


def result_if_ended_now(table: Table) -> dict[str, list[int]]:
    """Return the result of a game that is over, or as if it ended now."""
    result = GameResult(table)
    return {name: getattr(result, name) for name in GameResult.FIELDS}
