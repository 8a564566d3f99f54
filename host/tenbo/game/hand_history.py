"""The history of a whole game: hand by hand, as text, with its corrections."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.game.seat_payment_history import hand_label
from tenbo.rulebooks import load
from tenbo.validation.plural_rules import english_plural
from tenbo.validation.points_text import signed_points_text
from tenbo_core import fold
from tenbo_core.corrections import ABOUT_THE_PAST
from tenbo_core.event_notation import event_text
from tenbo_core.events import ASKERS
from tenbo_core.ledger_undo import undone_count
from tenbo_core.results import GameResult
from tenbo_core.rules import DEFAULT_BOOK
from tenbo_core.seats import WIND_NAMES
from tenbo_core.sentences import sentence
from tenbo_core.table import OVER, PLAYING, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from tenbo.rulebooks import Book
    from tenbo_core.declared_win import Win
    from tenbo_core.events import Event
    from tenbo_core.ledger import Ledger
    from tenbo_core.rules import Rules

# Why a game is over, by the code that its table has.
END_REASONS = {
    "last_hand": sentence("ended_after_last_hand", "after the last hand"),
    "agari_yame": sentence("ended_by_leading_dealer", "the leading dealer stops"),
    "bust": sentence("ended_below_zero", "a player is below zero"),
    "time": sentence("ended_by_time", "the time is up"),
    "ended": sentence("ended_by_hand", "stopped by hand"),
}


class SheetRow(NamedTuple):
    """One hand, or the events between two: its text, the points that it moved, and the state after it."""

    where: str
    words: str
    deltas: list[int]
    scores: list[int]
    sticks: int


class EventSpan(NamedTuple):
    """The events of one hand, or between two hands: each with the table after it, and the table before."""

    before: Table
    events: list[Event]
    tables: list[Table]

    @property
    def after(self) -> Table:
        """Return the table as the last of the events left it."""
        return self.tables[-1]

    @property
    def deltas(self) -> list[int]:
        """Return the seats' gains and losses."""
        return [self.after.scores[seat] - self.before.scores[seat] for seat in self.after.rules.seats]


class EventCorrection(NamedTuple):
    """An event that changed the past, and the events that it took back or replaced, as they were first recorded."""

    event: Event
    before: list[Event]


def _legible(name: str) -> str:
    r"""Return a name from a file with control characters, line breaks and direction marks as their codes.

    >>> print(_legible("Ada \x1b[2J"))
    Ada \x1b[2J
    """
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in name)


class GameHistory:
    """A game with everything a sheet shows; `names` are the players by seat.

    `translate` says an English text with its values in the reader's language, `plural` one of a number of things, and
    `signed` a gain or loss of points.
    """

    def __init__(self, events: Sequence[Event], log: Sequence[Event], names: Sequence[str], default: str) -> None:
        self.events = list(events)
        self.log = list(log)
        self.default = default
        self.translate: Callable[..., str] = str.format
        self.plural: Callable[..., str] = english_plural
        self.signed: Callable[[int], str] = signed_points_text
        start = self.events[0]
        self.book: Book = load(str(start.args[0] or default)).with_changes(dict(start.args[1] or []))
        self.tables: list[Table] = []
        for event in self.events:
            self.tables.append(fold.apply(self.tables[-1] if self.tables else None, event, self.rules_of))
        given = self.table.names
        self.names = [_legible(given[seat] or names[seat]) or WIND_NAMES[seat] for seat in self.table.rules.seats]

    def rules_of(self, book: str) -> Rules:
        """Return the rules of a book; a file only when the game was started with it."""
        return load(book, files=book == self.default).rules

    @property
    def table(self) -> Table:
        """Return the table as the last event left it."""
        return self.tables[-1]

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.table.phase == OVER

    @property
    def result(self) -> GameResult:
        """Return the result, or the result if the game ended now."""
        return GameResult(self.table)

    def spans(self) -> Iterator[EventSpan]:
        """Yield the game hand by hand, with the events between two; the last may still run.

        >>> from tenbo_core.event_notation import event_of
        >>> events = [event_of(text) for text in ("start ema-2016", "hand", "draw", "penalty 2 -500", "hand")]
        >>> history = GameHistory(events, events, ["A", "B", "C", "D"], "ema-2016")
        >>> [[event.kind for event in span.events] for span in history.spans()]
        [['hand', 'draw'], ['penalty'], ['hand']]
        """
        first, begun = self.tables[0], 1
        for place in range(1, len(self.events)):
            after = self.tables[place]
            if after.phase != PLAYING or place == len(self.events) - 1:
                yield EventSpan(first, self.events[begun : place + 1], self.tables[begun : place + 1])
                first, begun = after, place + 1

    def rows(self) -> list[SheetRow]:
        """Return the game hand by hand, in words."""
        rows: list[SheetRow] = []
        for span in self.spans():
            words = [sentence for event in span.events if (sentence := self.describe(event))]
            if words:
                last_before = [span.before, *span.tables][-2]
                after = span.after
                rows.append(
                    SheetRow(hand_label(last_before), "; ".join(words), span.deltas, after.scores, after.sticks)
                )
        return rows

    def describe(self, event: Event) -> str:
        """Return an event as text, with the players' names; an empty text for one that only begins a hand.

        >>> from tenbo_core.event_notation import event_of
        >>> start = event_of("start ema-2016")
        >>> history = GameHistory([start], [start], ["A", "B", "C", "D"], "ema-2016")
        >>> history.describe(event_of("win 1<0 3/40  2<0 1/30"))
        'B ron from A 3 han 40 fu, C ron from A 1 han 30 fu'
        """
        if event.kind in ("hand", "name"):
            return ""
        if event.kind == "win":
            return ", ".join(self._win(win) for win in event.args[0])
        if event.kind == "draw":
            tenpai, nagashi = self._names_text(event.args[0]), self._names_text(event.args[1] or [])
            text = self.translate("draw, tenpai: {}", tenpai or self.translate("no one"))
            return text + (self.translate(", nagashi mangan: {}", nagashi) if nagashi else "")
        if event.kind == "chombo":
            along = self.translate(f" with a {event.args[1]}") if event.args[1] else ""
            return self.translate("chombo by {}", self._names_text(event.args[0])) + along
        if event.kind in ("riichi", "riichi_void", "riichi_invalid", "dead_hand", "substitute", "disqualify"):
            rest = str(event.args[1] or "") if len(event.args) > 1 else ""
            if event.kind == "substitute":
                rest = self.translate("from the start" if rest == "start" else "during the session")
            rest = f" ({rest})" if rest else ""
            what = self.translate(event.kind.replace("_", " "))
            return f"{what} {self._names_text([event.args[0]])}{rest}"
        if event.kind == "penalty":
            parts = [self.signed(event.field("points")), event.field("why"), self._when_text(event.field("when"))]
            rest = ", ".join(part for part in parts if part)
            return f"{self.translate(event.kind)} {self._names_text([event.args[0]])} {rest}"
        if event.kind == "late":
            minutes = event.field("minutes")
            late = f"{minutes} {self.plural(minutes, 'minute', 'minutes')}"
            return f"{self.translate(event.kind)} {self._names_text([event.args[0]])} {late}"
        if event.kind == "redeal":
            why = event.field("why")
            return self.translate("redeal") + (f" ({why})" if why else "")
        if event.kind == "abort":
            return f"{self.translate('abort')} {self.translate(event.args[0].replace('_', ' '))}"
        return event_text(event).replace("_", " ")

    def _when_text(self, when: str | None) -> str:
        return self.translate("after the uma" if when == "after_uma" else "at once") if when else ""

    def _win(self, one: Win) -> str:
        how = self.translate("tsumo") if one.by_tsumo else self.translate("ron from {}", self.names[one.source])
        value = self.translate("{} han", one.han) + (f" {self.translate('{} fu', one.fu)}" if one.fu else "")
        if one.yakuman:
            value = self.translate("yakuman" if one.yakuman == 1 else "{} yakuman", one.yakuman)
        seats = [seat for seat in (one.pao, one.pao_other) if seat is not None]
        names = self.translate(" and ").join(self.names[seat] for seat in seats)
        liable = self.translate(", {} liable", names) if seats else ""
        return f"{self.names[one.seat]} {how} {value}{liable}"

    def _names_text(self, seats: Any) -> str:
        return ", ".join(self.names[seat] for seat in seats)

    def correction_texts(self) -> list[str]:
        """Return every event that changed the past: its author, the old and the new event, and the reason."""
        lines = []
        for event, touched in self.correction_events():
            asker = ASKERS[event.by]
            text = f"event {event.n} by {asker}"
            before = " ; ".join(event_text(old) for old in touched)
            why = f" ({_legible(event.field('why'))})" if event.field("why") else ""
            if event.kind == "swap":
                one, other = event.field("seats")
                since = "" if event.field("of") is None else f" from event {event.field('of')} on"
                lines.append(f"{text}: seats {one} and {other} exchanged{since}{why}")
            elif event.kind == "undo":
                lines.append(f"{text}: undo, undone: {before}{why}")
            else:
                now = event_text(event).partition(":")[2].strip()
                lines.append(f"{text}: correction, before: {before}, now: {now or 'nothing'}{why}")
        return lines

    def correction_events(self) -> list[EventCorrection]:
        """Return every event that changed the past, with those that it took back or replaced; a swap has none."""
        about_the_past = [event for event in self.log if event.kind in ABOUT_THE_PAST]
        return [
            EventCorrection(event, [] if event.kind == "swap" else self._replaced_events(event))
            for event in about_the_past
        ]

    def _replaced_events(self, repair: Event) -> list[Event]:
        """Return the events that a repair took back or replaced, as they were first recorded."""
        earlier = self.log[: self.log.index(repair)]
        if repair.kind == "correct":
            first, last = repair.args[0], repair.args[2] or repair.args[0]
            return [event for event in earlier if first <= event.n <= last]
        standing: list[Event] = []
        for event in earlier:
            if event.kind == "undo":
                del standing[len(standing) - undone_count(reversed(standing), event.args[0]) :]
            else:
                standing.append(event)
        return standing[len(standing) - undone_count(reversed(standing), repair.args[0]) :]


def history_of(ledger: Ledger, names: Sequence[str], default: str = DEFAULT_BOOK) -> GameHistory:
    """Return the game that a ledger stands at."""
    events = ledger.effective_events()
    log = [event for event in ledger.events if event.n >= events[0].n]
    return GameHistory(events, log, names, default)
