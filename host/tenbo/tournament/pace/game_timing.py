"""The timing of one game by its ledger: every hand with its seconds, its end, its riichi and its wins, also as text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from tenbo.game.seat_payment_history import hand_label
from tenbo_core import fold
from tenbo_core.clock import Session
from tenbo_core.corrections import ABOUT_THE_PAST
from tenbo_core.ledger import Ledger
from tenbo_core.seats import SEATS
from tenbo_core.table import BETWEEN, OVER, PLAYING, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tenbo_core.events import Event


# Events that end a hand that counts, and events after which it is played again. `end` breaks a hand off.
COUNTED = ("win", "draw", "abort")
AGAIN = ("redeal", "chombo")


class WinGain(NamedTuple):
    """What one winner of a hand got from the others, without riichi sticks; for a tsumo `source` is `seat`."""

    seat: int
    source: int
    points: int


class HandTiming(NamedTuple):
    """One hand; all seconds are of play, without pauses."""

    name: str
    dealer: int
    begun: int
    # None while it runs.
    ended: int | None
    # The kind of the event that ended it; "" while it runs.
    ending: str
    # The seconds from the first recorded end to the end that counts.
    settling: int
    riichi: tuple[int, ...]
    won: tuple[WinGain, ...]
    tenpai: tuple[int, ...]
    # Whether the dealer stayed; None if the game ended with the hand.
    dealer_stays: bool | None

    @property
    def duration_s(self) -> int:
        """Return the seconds from the dice to the recorded end."""
        assert self.ended is not None
        return self.ended - self.begun


class GameTiming(NamedTuple):
    """A game: its hands in order, and its clock and table after its last event."""

    hands: list[HandTiming]
    table: Table
    last: Event
    # Seconds of play at the last event, and the length of the pauses before it.
    now: int
    paused: int
    # Seconds from the start signal to the first dice, and to the end of the game.
    began_after: int | None
    over_after: int | None
    extra: int

    @property
    def finished(self) -> list[HandTiming]:
        """Return the hands with an end that counts."""
        return [hand for hand in self.hands if hand.ending in COUNTED]

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.table.phase == OVER

    def seconds_after_start(self, at: int) -> int | None:
        """Return the seconds since the start signal at a second of the ledger; None without a session."""
        return seconds_since_start(self.table, at)


def seconds_since_start(table: Table, at: int) -> int | None:
    """Return the seconds of play from the start signal to a second of the ledger, without pauses."""
    session = table.session
    return session.length - session.until_end(at) if isinstance(session, Session) else None


class _Story:
    """A replay of a game's events that collects its hands."""

    def __init__(self, settled: Sequence[tuple[int, int]]) -> None:
        # The recorded ends of hands with number and second, including reverted ones.
        self._settled = settled
        self.hands: list[HandTiming] = []
        self.table: Table | None = None
        self.paused = 0
        self.extra = 0
        self.began_after: int | None = None
        self.over_after: int | None = None
        self._stopped: int | None = None
        # The last dice, their second of play, and the table after them.
        self._hand: tuple[Event, int, Table] | None = None
        self._riichi: list[int] = []

    def seconds(self, at: int) -> int:
        """Return the seconds of play at a second of the ledger."""
        return (at if self._stopped is None else self._stopped) - self.paused

    def apply(self, event: Event) -> None:
        """Apply the next event."""
        before = self.table
        after = self.table = fold.apply(before, event)
        if event.kind == "pause":
            self._stopped = event.at
        elif event.kind == "resume" and self._stopped is not None:
            self.paused += event.at - self._stopped
            self._stopped = None
        elif event.kind == "extra":
            self.extra += 60 * event.args[0]
        elif event.kind == "riichi":
            self._riichi.append(event.args[0])
        elif event.kind in ("riichi_void", "riichi_invalid") and event.args[0] in self._riichi:
            self._riichi.remove(event.args[0])
        if before is None:
            return
        if event.kind == "hand":
            self._hand, self._riichi = (event, self.seconds(event.at), after), []
            if self.began_after is None:
                self.began_after = seconds_since_start(after, event.at)
        elif before.phase == PLAYING and after.phase != PLAYING:
            self._end_hand(event, before, after)
        if after.phase == OVER and before.phase != OVER:
            self.over_after = seconds_since_start(after, event.at)

    def _end_hand(self, event: Event, before: Table, after: Table) -> None:
        assert self._hand is not None
        dice, begun, _ = self._hand
        first = next((at for n, at in self._settled if dice.n < n <= event.n), event.at)
        stays = after.dealer == before.dealer and after.round == before.round if after.phase == BETWEEN else None
        self.hands.append(
            HandTiming(
                hand_label(before), before.dealer, begun, self.seconds(event.at), event.kind,
                max(0, event.at - first), tuple(self._riichi), _won(event, after),
                tuple(event.args[0]) if event.kind == "draw" else (), stays,
            )
        )  # fmt: skip
        self._hand = None

    def running_hand(self) -> list[HandTiming]:
        """Return the running hand, if there is one."""
        if self._hand is None:
            return []
        _, begun, table = self._hand
        return [HandTiming(hand_label(table), table.dealer, begun, None, "", 0, tuple(self._riichi), (), (), None)]


def _won(event: Event, after: Table) -> tuple[WinGain, ...]:
    """Return the winners of an event, and what each got from the other seats."""
    if event.kind != "win":
        return ()
    got = dict.fromkeys(SEATS, 0)
    for move in after.moves:
        if move.source in got and move.target in got:
            got[move.target] += move.points
    paid = [win for win in event.args[0] if got[win.seat] > 0]
    return tuple(WinGain(win.seat, win.source, got[win.seat]) for win in paid)


def game_timing(events: Iterable[Event]) -> GameTiming | None:
    """Return the timing of a game without reverted events and with its corrections applied; None without events.

    >>> from tenbo_core.event_notation import event_of
    >>> lines = (("start ema-2016", 0), ("hand", 10), ("win 1<0 3/40", 310), ("hand", 350))
    >>> game = game_timing(event_of(line, n, at=at) for n, (line, at) in enumerate(lines))
    >>> [(hand.name, hand.ended and hand.duration_s, hand.won) for hand in game.hands]
    [('E1-0', 300, (WinGain(seat=1, source=0, points=5200),)), ('E2-0', None, ())]
    """
    recorded = list(events)
    if not recorded:
        return None
    settled = [(event.n, event.at) for event in recorded if event.kind in COUNTED]
    story = _Story(settled)
    for event in _effective(recorded):
        story.apply(event)
    assert story.table is not None
    now = story.seconds(recorded[-1].at)
    return GameTiming(
        story.hands + story.running_hand(), story.table, recorded[-1], now, recorded[-1].at - now,
        story.began_after, story.over_after, story.extra,
    )  # fmt: skip


def _effective(recorded: list[Event]) -> list[Event]:
    """Return the events that count."""
    if not any(event.kind in ABOUT_THE_PAST for event in recorded):
        return recorded
    ledger = Ledger(recorded[0].n)
    for event in recorded:
        ledger.append(event)
    return ledger.effective_events()


def format_hand_timings(hands: list[HandTiming]) -> str:
    """Return hands as a text."""
    return json.dumps(hands, separators=(",", ":"))


def parse_hand_timings(text: str) -> list[HandTiming] | None:
    """Return the hands of such a text, or None if another program has stored something else.

    >>> hand = HandTiming("E1-0", 0, 5, 60, "win", 0, (1,), (WinGain(1, 0, 3900),), (), True)
    >>> parse_hand_timings(format_hand_timings([hand]))[0].won
    (WinGain(seat=1, source=0, points=3900),)
    >>> parse_hand_timings("[[1]]") is None
    True
    """
    try:
        return [
            HandTiming(name, dealer, begun, ended, ending, settling, tuple(riichi), tuple(WinGain(*win) for win in won),
                       tuple(tenpai), stays)
            for name, dealer, begun, ended, ending, settling, riichi, won, tenpai, stays in json.loads(text)
        ]  # fmt: skip
    except (RecursionError, TypeError, ValueError):
        return None
