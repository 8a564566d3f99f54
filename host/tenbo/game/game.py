"""A game at one table, for programs: takes events, and gives scores, standings and records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Self

from tenbo.game.event_parser import seat_number
from tenbo.game.replay import Replay, merged_rule_changes
from tenbo.rulebooks import named
from tenbo.validation.fields import as_list
from tenbo.validation.suggestions import quote_value
from tenbo_core.errors import Malformed
from tenbo_core.results import GameResult
from tenbo_core.rules import DEFAULT_BOOK
from tenbo_core.seats import WIND_LETTERS
from tenbo_core.table import OVER

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tenbo.rulebooks import Book
    from tenbo.scoring.hand import Hand
    from tenbo_core.rules import Rules
    from tenbo_core.table import Table

Record = dict[str, Any]


class Game:
    """One game under a rule book; seats are 0 to 3, seat 0 is East in the first hand.

    Every act is answered with the record that `tenbo replay` would print: `deltas`, `scores`, `honba`
    and the rest. An act that the book or the table does not allow raises a `TenboError` and changes nothing.

    >>> import tenbo
    >>> game = tenbo.Game("ema-2016", names=["Anna", "Ben", "Carla", "Dai"])
    >>> _ = game.hand()
    >>> _ = game.riichi(2)
    >>> game.win(2, source=0, han=3, fu=40)["deltas"]
    [-5200, 0, 6200, 0]
    >>> game
    <Game ema-2016 E2-0 between hands: 24800 30000 35200 30000>
    """

    def __init__(
        self,
        book: str | Path | Book | Rules = DEFAULT_BOOK,
        *,
        names: Sequence[str] | None = None,
        changes: Mapping[str, object] | None = None,
        scores: Sequence[int] | None = None,
        round: str | None = None,
        hand: int | None = None,
        honba: int | None = None,
        sticks: int | None = None,
    ) -> None:
        """Begin a game; `scores` and the later arguments begin it in the middle.

        `book` is the id of a rule book, the file of an own one, a loaded book or its rules; `changes` sets switches
        by name. Records name no loaded book: they have the book that it changes, and what it changes in it.
        """
        self._lay_out(book)
        base, own = named(book)
        if changes is not None and not isinstance(changes, Mapping):
            raise Malformed("bad_field", f"changes must map switch names to values, not {quote_value(changes)}", "set")
        changes = merged_rule_changes(own, None if changes is None else dict(changes)) or None
        start = {"names": names, "set": changes, "scores": scores, "round": round, "hand": hand}
        start |= {"honba": honba, "sticks": sticks}
        self._apply({"event": "start", "rules": base, **_plain(start)})

    def _lay_out(self, book: str | Path | Book | Rules) -> None:
        self._replay = Replay(book)
        self._events: list[Record] = []

    @classmethod
    def replay(cls, events: Iterable[Mapping[str, Any]], book: str | Path | Book | Rules = DEFAULT_BOOK) -> Self:
        """Return the game of some records: those of `events`, or of a file for `tenbo replay`.

        `book` is the rule book of a start without `rules`; only this one may be a file.
        """
        if isinstance(events, (str, bytes, Mapping)) or not isinstance(events, Iterable):
            message = f"events must be records such as those of Game.events, not {quote_value(events)}"
            raise Malformed("bad_field", message, "events")
        game = cls.__new__(cls)
        game._lay_out(book)  # noqa: SLF001 - its own
        for record in events:
            game.apply_record(record)
        if not game.events:
            raise Malformed("missing_field", "there are no events; the first event of a game is its start", "events")
        return game

    def apply_record(self, record: Mapping[str, Any]) -> Record:
        """Carry out one record of `tenbo replay` and return its answer."""
        if not isinstance(record, Mapping):
            raise Malformed(
                "bad_field", f"an event must be an object with its fields, not {quote_value(record)}", "event"
            )
        if self._events and record.get("event") == "start":
            raise Malformed("not_allowed_now", "this game has begun: make another Game for another start", "event")
        return self._apply(dict(record))

    def _apply(self, record: Record) -> Record:
        number = self._replay.n
        try:
            answer = self._replay.apply(record)
        except Exception:
            # A refused act leaves no trace, so that `events` can be replayed with the same numbers.
            self._replay.n = number
            raise
        self._events.append(deepcopy(record))
        return answer

    # ---------------------------------------------------------------- events

    def hand(self, dice: Sequence[int] | None = None) -> Record:
        """Begin a hand: the dice are thrown."""
        return self._act("hand", dice=dice)

    def riichi(self, seat: int) -> Record:
        """Declare riichi."""
        return self._act("riichi", seat=seat)

    def win(
        self,
        seat: int,
        source: int | None = None,
        *,
        han: int | None = None,
        fu: int | None = None,
        yakuman: int | None = None,
        hand: Hand | None = None,
        pao: int | None = None,
        pao_other: int | None = None,
    ) -> Record:
        """Record a win: by ron from the seat `source`, by tsumo without one.

        Its worth is `han` and `fu`, a number of `yakuman`, or a declared `hand`, which is scored as the
        table stands: seat, round, counters and sticks are the table's. `pao` is the seat that is liable,
        `pao_other` a second one that is liable for the four kans.
        """
        if source is not None and seat_number(source) == seat_number(seat):
            raise Malformed("bad_field", f"seat {seat} cannot win from itself: a tsumo has no source", "source")
        winner: Record = {"seat": seat, "from": source, "han": han, "fu": fu, "yakuman": yakuman, "pao": pao}
        winner["pao_other"] = pao_other
        if hand is not None:
            winner["declared"] = _declared(hand, source)
        return self.wins([_plain(winner)])

    def wins(self, winners: Iterable[Mapping[str, Any]]) -> Record:
        """Record a win of several players; each has `seat`, `from` and its worth as in the records."""
        return self._act("win", wins=as_list(winners))

    def draw(self, tenpai: Iterable[int] = (), nagashi: Iterable[int] = ()) -> Record:
        """Record an exhaustive draw with the tenpai seats, and those with a nagashi mangan."""
        return self._act("draw", tenpai=as_list(tenpai), nagashi=as_list(nagashi) or None)

    def abort(self, kind: str) -> Record:
        """Record an abortive draw, for example `nine_terminals`."""
        return self._apply({"event": "abort", "kind": kind})

    def redeal(self, why: str | None = None) -> Record:
        """Deal the hand again, no player being at fault."""
        return self._act("redeal", why=why)

    def chombo(self, *seats: int, with_: str | None = None) -> Record:
        """Penalise one or several offenders; `with_` is "win" or "draw" when it coincides with one."""
        return self._act("chombo", seats=list(seats), **{"with": with_})

    def dead_hand(self, seat: int) -> Record:
        """Declare a hand dead: it may not win any more."""
        return self._act("dead_hand", seat=seat)

    def riichi_invalid(self, seat: int) -> Record:
        """Take an invalid riichi back: the stake returns and the hand is dead."""
        return self._act("riichi_invalid", seat=seat)

    def penalty(self, seat: int, points: int, why: str | None = None, when: str | None = None) -> Record:
        """Take points away (`points` is negative), `when` "now" or "after_uma"."""
        return self._act("penalty", seat=seat, points=points, why=why, when=when)

    def late(self, seat: int, minutes: int) -> Record:
        """Record that a player came late."""
        return self._act("late", seat=seat, minutes=minutes)

    def substitute(self, seat: int, since: str = "now") -> Record:
        """Record that a substitute sits here since the "start", or since "now"."""
        return self._act("substitute", seat=seat, since=since)

    def signal(self) -> Record:
        """Sound the rule book's time signal."""
        return self._act("signal")

    def undo(self, to: int | None = None) -> Record:
        """Take back the last act, or with `to` every act after that one; the start is act 0."""
        return self._act("undo", to=to)

    def end(self) -> Record:
        """Stop the game by hand."""
        return self._act("end")

    def _act(self, kind: str, **fields: object) -> Record:
        return self._apply({"event": kind, **_plain(fields)})

    # ---------------------------------------------------------------- the current state

    @property
    def table(self) -> Table:
        """Return the current table; read it, do not change it."""
        table = self._replay.ledger.table
        assert table is not None
        return table

    @property
    def events(self) -> list[Record]:
        """Return the records of everything that happened, undone acts too; `Game.replay` takes them."""
        return deepcopy(self._events)

    @property
    def names(self) -> list[str]:
        """Return the players' names by seat, empty where none was given."""
        return list(self._replay.names)

    @property
    def book(self) -> str:
        """Return the id of the rule book."""
        return self.table.rules.book

    @property
    def scores(self) -> list[int]:
        """Return the points of the seats."""
        return self.table.scores

    @property
    def sticks(self) -> int:
        """Return the riichi sticks on the table."""
        return self.table.sticks

    @property
    def honba(self) -> int:
        """Return the counters on the table."""
        return self.table.honba

    @property
    def round(self) -> str:
        """Return the round's wind: E, S, W or N."""
        return WIND_LETTERS[self.table.round]

    @property
    def hand_number_in_round(self) -> int:
        """Return the number of the hand in its round, from 1."""
        return self.table.hand

    @property
    def dealer(self) -> int:
        """Return the seat that is East now."""
        return self.table.dealer

    @property
    def in_riichi(self) -> list[int]:
        """Return the seats that have declared riichi in this hand."""
        return list(self.table.riichi)

    @property
    def phase(self) -> str:
        """Return where the game is: `between` hands, `playing` one, or `over`."""
        return self.table.phase

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.table.phase == OVER

    def standing(self) -> GameResult:
        """Return places, uma, oka and totals: the result, or the result if the game ended now."""
        return GameResult(self.table)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._events == other._events

    __hash__ = None  # type: ignore[assignment]  # a game changes while it is played

    def __repr__(self) -> str:
        table = self.table
        now = {"between": "between hands", "playing": "playing", "over": "over"}[table.phase]
        where = f"{self.round}{table.hand}-{table.honba}"
        return f"<Game {self.book} {where} {now}: {' '.join(map(str, table.scores))}>"


def _plain(fields: Mapping[str, object]) -> Record:
    """Return the fields that were given, as JSON would carry them."""
    plain: Record = {}
    for name, value in fields.items():
        if isinstance(value, tuple):
            plain[name] = list(value)
        elif value is not None:
            plain[name] = value
    return plain


def _declared(hand: Hand, source: int | None) -> Record:
    """Return a declared hand as a record, or refuse it where it was won in another way than it says."""
    from tenbo.scoring.evaluate import check_hand_type  # noqa: PLC0415 - the scoring core only for declared hands
    from tenbo.scoring.json_records import declaration_record  # noqa: PLC0415

    check_hand_type(hand)
    if hand.is_tsumo != (source is None):
        message = "the hand was won by tsumo, which has no source" if hand.is_tsumo else "a ron needs a source"
        raise Malformed("contradiction", message, "source")
    return declaration_record(hand)
