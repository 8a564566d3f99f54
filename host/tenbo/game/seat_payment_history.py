"""A seat's account of points: each payment, its reason, and its section of the rule book."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.validation.points_text import points_text, signed_points_text
from tenbo_core import fold
from tenbo_core.results import GameResult
from tenbo_core.seats import WIND_LETTERS
from tenbo_core.table import ACCOUNT_NAMES, OVER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tenbo.rulebooks import Book
    from tenbo_core.events import Event
    from tenbo_core.rules import Rules
    from tenbo_core.table import Table

# Reason of a transfer: the switch whose section of the book it follows.
SWITCH_OF = {
    "riichi": "yaku.riichi",
    "stake back": "sticks_to",
    "sticks": "sticks_to",
    "ron": "payment",
    "tsumo": "payment",
    "honba": "honba_value",
    "pao": "pao",
    "noten": "noten_pool",
    "nagashi": "nagashi",
    "chombo": "chombo",
    "late": "late_per_minute",
}

# The same words mean another rule in these events.
SWITCH_IN = {
    ("riichi_void", "stake back"): "yaku.riichi",
    ("riichi_invalid", "stake back"): "yaku.riichi",
    ("chombo", "stake back"): "chombo",
    ("redeal", "stake back"): "redeal",
}

# Parts of a result: the switch behind each.
SWITCH_OF_RESULT = {
    "leftover sticks": "leftover_sticks",
    "counted from the target": "target_points",
    "uma": "uma",
    "oka": "oka",
    "yakitori": "yakitori",
    "chombo after the game": "chombo_points",
    "late after the game": "late_per_minute",
    "substitute": "substitute_result",
}

# The reasons whose code is not the words that players use; the others are printed as they are.
REASON_WORDS = {
    "stake back": "riichi stick returned",
    "pao": "liability",
    "nagashi": "nagashi mangan",
    "late": "late arrival",
    "counted from the target": "target points deducted",
    "chombo after the game": "chombo penalty after the game",
    "late after the game": "lateness penalty after the game",
}


class StatementEntry(NamedTuple):
    """One line of an account: points, from where to where, the reason, the section, and the balance after it."""

    n: int
    where: str
    source: str
    target: str
    points: int
    reason: str
    section: str
    balance: int

    def line(self, names: Sequence[str]) -> str:
        """Return the entry as one line, with the players' names for the seats."""
        # The reason where a book is silent is too long for a line; the entry itself has it.
        section = f"  [{self.section.partition(':')[0]}]" if self.section else ""
        numbers = f"{signed_points_text(self.points):>8} {points_text(self.balance):>7}"
        return f"{self.where:<6}{numbers}  {self.reason_text(names)}{section}"

    def reason_text(self, names: Sequence[str] = ACCOUNT_NAMES) -> str:
        """Return the reason and the other account, a seat's by the player's name."""
        source, target = (
            names[ACCOUNT_NAMES.index(account)] if account in ACCOUNT_NAMES[: len(names)] else account
            for account in (self.source, self.target)
        )
        reason = REASON_WORDS.get(self.reason, self.reason)
        if not (source and target):
            return reason
        return f"{reason}: from {source}" if self.points > 0 else f"{reason}: to {target}"

    def as_record(self) -> dict[str, object]:
        """Return the entry for other programs."""
        record = {"why" if name == "reason" else name: value for name, value in self._asdict().items()}
        return {**record, "why": self.reason_text()}

    def __str__(self) -> str:
        return self.line(ACCOUNT_NAMES)


def cited_section(book: Book, kind: str, why: str) -> str:
    """Return the section of the book behind a transfer, or the reason where the book is silent.

    >>> from tenbo.rulebooks import load
    >>> cited_section(load("ema-2016"), "win", "honba")
    '3.4.10'
    """
    name = SWITCH_IN.get((kind, why)) or SWITCH_OF.get(why) or SWITCH_OF_RESULT.get(why)
    citation = book.citation(name) if name else None
    return "" if citation is None else str(citation)


def transfer_rows(table: Table, kind: str, book: Book) -> list[list[object]]:
    """Return the transfers of the event that led to a table: from, to, points, why, section.

    >>> from tenbo.rulebooks import load
    >>> from tenbo_core.fold import apply
    >>> from tenbo_core.event_notation import event_of
    >>> table = apply(apply(None, event_of("start ema-2016")), event_of("hand"))
    >>> transfer_rows(apply(table, event_of("riichi 2")), "riichi", load("ema-2016"))
    [['seat 2', 'the table', 1000, 'riichi', '3.3.14, 4.2.1']]
    """
    return [
        [
            ACCOUNT_NAMES[move.source],
            ACCOUNT_NAMES[move.target],
            move.points,
            move.why,
            cited_section(book, kind, move.why),
        ]
        for move in table.moves
    ]


def hand_label(table: Table) -> str:
    """Return the hand as players write it: round and number, and the counters.

    >>> from tenbo.rulebooks import load
    >>> from tenbo_core.table import Table
    >>> hand_label(Table(load("ema-2016").rules))
    'E1-0'
    """
    return f"{WIND_LETTERS[table.round]}{table.hand}-{table.honba}"


def seat_statement(
    events: Iterable[Event], book: Book, seat: int, load: Callable[[str], Rules]
) -> list[StatementEntry]:
    """Return the account of one seat: why it has the points it has.

    The balances lead from the points at the start to the score, and behind the end of the game to the total.

    >>> from tenbo.rulebooks import load
    >>> from tenbo_core.event_notation import event_of
    >>> lines = ("start ema-2016", "hand", "riichi 1", "win 1<0 2/30")
    >>> events = [event_of(line, n) for n, line in enumerate(lines)]
    >>> for entry in seat_statement(events, load("ema-2016"), 1, lambda name: load(name).rules):
    ...     print(entry)
    E1-0   +30,000  30,000  start  [1.4]
    E1-0    -1,000  29,000  riichi: to the table  [3.3.14, 4.2.1]
    E1-0    +2,000  31,000  ron: from seat 0  [4.1.3]
    E1-0    +1,000  32,000  riichi stick returned: from the table  [4.1]
    """
    entries: list[StatementEntry] = []
    owed: list[tuple[str, int]] = []
    balance = 0
    table: Table | None = None
    for event in events:
        before, table = table, fold.apply(table, event, load)
        if event.kind == "start":
            balance = table.scores[seat]
            start = str(book.sections["start_points"])
            entries.append(
                StatementEntry(event.n, hand_label(table), "", ACCOUNT_NAMES[seat], balance, "start", start, balance)
            )
        elif before is not None and before.later[seat] != table.later[seat]:
            owed.append((f"{event.kind} after the game", table.later[seat] - before.later[seat]))
        for move in table.moves:
            if seat not in (move.source, move.target):
                continue
            points = move.points if move.target == seat else -move.points
            balance += points
            source, target = ACCOUNT_NAMES[move.source], ACCOUNT_NAMES[move.target]
            section = cited_section(book, event.kind, move.why)
            entries.append(
                StatementEntry(event.n, hand_label(before or table), source, target, points, move.why, section, balance)
            )
    if table is not None and table.phase == OVER:
        entries += _after_the_game(table, book, seat, owed, entries[-1])
    return entries


def _after_the_game(
    table: Table, book: Book, seat: int, owed: list[tuple[str, int]], last: StatementEntry
) -> list[StatementEntry]:
    """Return the entries that lead from the score to the total."""
    result = GameResult(table)
    parts = [
        ("leftover sticks", result.scores[seat] - last.balance),
        ("counted from the target", -table.rules.target_points),
        ("uma", result.uma[seat]),
        ("oka", result.oka[seat]),
        ("yakitori", 0 if seat in table.won else -table.rules.yakitori),
        *owed,
    ]
    # A substitute's total is fixed, regardless of the score.
    parts.append(("substitute", result.totals[seat] - last.balance - sum(points for _, points in parts)))
    balance = last.balance
    entries = []
    for why, points in parts:
        balance += points
        if points:
            section = cited_section(book, "end", why)
            entries.append(StatementEntry(last.n, "result", "", ACCOUNT_NAMES[seat], points, why, section, balance))
    return entries
