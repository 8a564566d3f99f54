"""A table's result in a session: what the game gave, what the desk changed, and the proof that it adds up."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.books import load
from tenbo.game.balance import proof_of
from tenbo_core.errors import Refused, TenboError
from tenbo_core.ledger import Ledger
from tenbo_core.results import Result
from tenbo_core.seats import SEATS
from tenbo_core.table import OVER, POT, STAKE, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tenbo.tournament.state import GameAt, Note, Tournament
    from tenbo_core.events import Event

    # Gives the events of a game.
    Games = Callable[[GameAt], Iterable[Event]]

# How far a table's result is.
MISSING, PLAYING, COMPLETE, LOCKED = "missing", "playing", "complete", "locked"


class Sheet(NamedTuple):
    """One table in one session; every list is by seat, `added` are the desk's own penalties."""

    session: int
    table: int
    players: list[int]
    state: str
    rules: str
    scores: list[int]
    places: list[int]
    uma: list[int]
    oka: list[int]
    penalties: list[int]
    added: list[int]
    totals: list[int]
    expected: int
    notes: list[Note]
    disqualified: list[int]

    @property
    def adds_up(self) -> bool:
        """Say whether the totals add up to what the book says they must, penalties and substitutes included."""
        return sum(self.totals) == self.expected


def folded(events: Iterable[Event]) -> Table | None:
    """Give the table that a game's events fold to, or None without events."""
    ledger: Ledger | None = None
    for event in events:
        if ledger is None:
            ledger = Ledger(event.n)
        ledger.append(event)
    return None if ledger is None else ledger.table


def sheet_of(tournament: Tournament, session: int, table: int, games: Games) -> Sheet:
    """Give the result of a table in a session as it stands now."""
    place = (session, table)
    notes = tournament.notes.get(place, [])
    played = _game(tournament, place, games)
    correction = next((note for note in reversed(notes) if note.what == "correct"), None)
    final = played
    if correction is not None:
        final = corrected(played or Table(load(tournament.rules).rules), *correction.value)
    added = [0, 0, 0, 0]
    for note in notes:
        if note.what == "penalty":
            added[note.value[0]] += note.value[1]
    players = tournament.seats.get(place, [0, 0, 0, 0])
    if final is None:
        zeros = [0, 0, 0, 0]
        rules = tournament.rules
        return Sheet(
            session, table, players, MISSING, rules, zeros, zeros, zeros, zeros,
            zeros, added, added, sum(added), notes, [],
        )  # fmt: skip
    result = Result(final)
    totals = [result.totals[seat] + added[seat] for seat in SEATS]
    state = COMPLETE if final.phase == OVER else PLAYING
    if place in tournament.locked:
        state = LOCKED
    expected = proof_of(final, result).total + sum(added)
    return Sheet(
        session, table, players, state, final.rules.book, result.scores, result.places, result.uma, result.oka,
        result.penalties, added, totals, expected, notes, final.disqualified,
    )  # fmt: skip


def _game(tournament: Tournament, place: tuple[int, int], games: Games) -> Table | None:
    game = tournament.games.get(place)
    if game is None:
        return None
    last = tournament.locked.get(place)
    try:
        return folded(event for event in games(game) if last is None or event.n <= last)
    except TenboError as error:
        message = f"the game of table {place[1]} in session {place[0]} cannot be followed: {error.message}"
        raise Refused(error.code, message, "game") from None


def corrected(played: Table, scores: list[int], sticks: int) -> Table:
    """Give a table with other scores, as the desk found them on paper; all points must be accounted for."""
    table = played.copy()
    table.accounts[:4] = list(scores)
    table.accounts[POT] = sticks * STAKE
    if not table.adds_up:
        wanted = 4 * table.rules.start_points - table.taken
        got = sum(scores) + sticks * STAKE
        raise Refused("contradiction", f"scores and sticks add up to {got}, but must be {wanted}", "scores")
    table.phase = OVER
    return table


def all_sheets(tournament: Tournament, games: Games, sessions: Iterable[int] | None = None) -> list[Sheet]:
    """Give the results of all tables in all sessions, or in some."""
    wanted = tournament.sessions if sessions is None else sorted(sessions)
    return [
        sheet_of(tournament, session, table, games) for session in wanted for table in tournament.tables_of(session)
    ]
