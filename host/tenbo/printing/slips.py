"""Builds the slips to sign: the players, every hand, the result, and a code to compare the slip with the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.game.history import history_of
from tenbo.printing.document import Document, PrintedSlip, SlipHand, SlipSeat, points_text
from tenbo.printing.seat_lists import place_and_date
from tenbo.tournament.players import player_or_unknown
from tenbo.tournament.record_values import annotation_text
from tenbo.tournament.slip_verification import format_digest, slip_code
from tenbo.tournament.table_result import BROKEN, COMPLETE, LOCKED, MISSING
from tenbo_core.errors import TenboError
from tenbo_core.ledger import Ledger
from tenbo_core.seats import SEATS, WIND_LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.game.history import GameHistory
    from tenbo.tournament.players import Player
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.table_result import TableResult
    from tenbo_core.events import Event


# Events of a ledger that are not play.
OF_THE_CLOCK = ("session", "pause", "resume", "extra", "signal", "end")


def slips(stored: TournamentRepository, sheets: list[TableResult]) -> Document:
    """Return the slips of some tables; a table without a result has an empty one to fill in."""
    tournament, people = stored.tournament, stored.people()
    made = [_slip(stored, sheet, people) for sheet in sheets]
    return Document(f"{tournament.title or 'Tenbo'}: slips", place_and_date(tournament), [], [], made, landscape=True)


def _slip(stored: TournamentRepository, sheet: TableResult, people: dict[int, Player]) -> PrintedSlip:
    tournament = stored.tournament
    is_empty = sheet.state in (MISSING, BROKEN)
    compared_by = "" if is_empty else slip_code(stored, sheet)
    final = sheet.state in (COMPLETE, LOCKED)
    why = "" if final or sheet.state == MISSING else sheet.why or f"this table is {sheet.state}"
    return PrintedSlip(
        tournament.title or "Tenbo", place_and_date(tournament), sheet.session, sheet.table, sheet.rules,
        [_seat(sheet, seat, people) for seat in SEATS], _hands(stored, sheet), [] if is_empty else _results(sheet),
        [annotation_text(note) for note in sheet.notes], why, compared_by, format_digest(compared_by),
    )  # fmt: skip


def _seat(sheet: TableResult, seat: int, people: dict[int, Player]) -> SlipSeat:
    number = sheet.players[seat]
    if not number:
        return SlipSeat(WIND_LETTERS[seat], "", "", "")
    player = player_or_unknown(people, number)
    beside = "  ".join(word for word in (player.ema, player.country) if word)
    return SlipSeat(WIND_LETTERS[seat], str(number), player.name, beside)


def _results(sheet: TableResult) -> list[tuple[str, list[str]]]:
    penalties = [sheet.penalties[seat] + sheet.added[seat] for seat in SEATS]
    rows = [("points", [str(score) for score in sheet.scores]), ("place", [str(place) for place in sheet.places])]
    rows += [("uma", list(map(points_text, sheet.uma)))]
    rows += [
        (word, list(map(points_text, row))) for word, row in (("oka", sheet.oka), ("penalty", penalties)) if any(row)
    ]
    return [*rows, ("total", list(map(points_text, sheet.totals)))]


def _hands(stored: TournamentRepository, sheet: TableResult) -> list[SlipHand]:
    """Return the hands of a table's game; none where it has no game, or one that cannot be followed."""
    tournament, place = stored.tournament, (sheet.session, sheet.table)
    game = tournament.games.get(place)
    if game is None:
        return []
    last = tournament.locked.get(place)
    try:
        history = _history(event for event in stored.games.events_of(game) if last is None or event.n <= last)
    except (TenboError, ValueError):
        return []
    rows = [] if history is None else history.rows()
    return [
        SlipHand(
            row.where, words, [points_text(delta) if delta else "" for delta in row.deltas], list(map(str, row.scores))
        )
        for row in rows
        if (words := hand_summary(row.words))
    ]


def hand_summary(words: str) -> str:
    """Return what happened in a hand, all riichi together, without what is only the clock's.

    >>> hand_summary("riichi E; riichi W; S ron from W 3 han 40 fu"), hand_summary("session 90"), hand_summary("end")
    ('riichi E W; S ron from W 3 han 40 fu', '', '')
    """
    parts = [part for part in words.split("; ") if part.split(" ")[0] not in OF_THE_CLOCK]
    riichi = [part.removeprefix("riichi ") for part in parts if part.startswith("riichi ")]
    others = [part for part in parts if not part.startswith("riichi ")]
    return "; ".join([f"riichi {' '.join(riichi)}", *others] if riichi else others)


def _history(events: Iterable[Event]) -> GameHistory | None:
    """Return a game with winds for names: on a slip each seat has its name above."""
    ledger: Ledger | None = None
    for event in events:
        ledger = Ledger(event.n) if ledger is None else ledger
        ledger.append(event)
    if ledger is None or ledger.table is None:
        return None
    history = history_of(ledger, list(WIND_LETTERS))
    history.names = list(WIND_LETTERS)
    return history
