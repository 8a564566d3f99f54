"""Standings over all sessions: totals, places with ties, and the proof that no point appeared or vanished."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.game.totals import SeatResult, Standing, ranked
from tenbo.tournament.results import COMPLETE, LOCKED
from tenbo_core.seats import SEATS

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from tenbo.tournament.results import Sheet


class Proof(NamedTuple):
    """The sums over all finished tables: they are equal, or `wrong` names the tables where they are not."""

    tables: int
    totals: int
    expected: int
    wrong: list[tuple[int, int]]

    @property
    def holds(self) -> bool:
        """Return whether every point is accounted for."""
        return not self.wrong and self.totals == self.expected


class State(NamedTuple):
    """How far results are: the tables that do not count yet, as (session, table, state, why)."""

    unfinished: list[tuple[int, int, str, str]]
    tables: int

    @property
    def final(self) -> bool:
        """Return whether every table that was planned has a result."""
        return not self.unfinished and self.tables > 0

    def lines(self) -> list[str]:
        """Return what is missing, a line for each session, and why a sheet is broken."""
        if self.final:
            return []
        lines = [] if self.tables else ["provisional: there is no result yet"]
        for session in sorted({session for session, _, _, _ in self.unfinished}):
            own = [(session, table, state) for one, table, state, _ in self.unfinished if one == session]
            lines.append(f"provisional: session {session}: {in_words(own)}")
        return lines + [why for _, _, _, why in self.unfinished if why]

    def record(self) -> dict[str, Any]:
        """Return the same as an object."""
        names = ("session", "table", "state", "why")
        return {
            "provisional": not self.final,
            "unfinished": [dict(zip(names, place, strict=True)) for place in self.unfinished],
        }


def in_words(places: Iterable[tuple[int, int, str]]) -> str:
    """Return tables of one session as people say it, by their state.

    >>> in_words([(1, 3, "playing"), (1, 4, "missing"), (1, 7, "missing")])
    'table 3 is playing, tables 4, 7 are missing'
    """
    by_state: dict[str, list[int]] = {}
    for _, table, state in places:
        by_state.setdefault(state, []).append(table)
    return ", ".join(
        f"table{'s' * (len(tables) > 1)} {', '.join(map(str, tables))} {'are' if len(tables) > 1 else 'is'} {state}"
        for state, tables in by_state.items()
    )


def finished(sheets: list[Sheet]) -> list[Sheet]:
    """Return the results that count: complete or locked ones."""
    return [sheet for sheet in sheets if sheet.state in (COMPLETE, LOCKED)]


def state_of(sheets: list[Sheet]) -> State:
    """Return how far results are; one that nobody is seated for gives its points to nobody."""
    unfinished = []
    for sheet in sheets:
        place = f"table {sheet.table} in session {sheet.session}"
        if sheet.state not in (COMPLETE, LOCKED):
            unfinished.append((sheet.session, sheet.table, sheet.state, sheet.why))
        elif not any(sheet.players):
            why = f"nobody is seated at {place}: seat the players (tenbo session plan or seat)"
            unfinished.append((sheet.session, sheet.table, "without players", why))
    return State(unfinished, len(sheets) - len(unfinished))


def standings(sheets: list[Sheet], struck: Container[int] = ()) -> list[Standing[int]]:
    """Rank the players over all finished tables.

    Whoever was struck from the list, being ill, is not ranked (EMA 2012, "Verwirken einer Partie"; EMA 2016, 5.8).
    """
    return ranked(
        SeatResult(sheet.players[seat], sheet.session, sheet.totals[seat], sheet.places[seat],
                   seat in sheet.disqualified)
        for sheet in finished(sheets)
        for seat in SEATS
        if sheet.players[seat] and sheet.players[seat] not in struck
    )  # fmt: skip


def proof(sheets: list[Sheet]) -> Proof:
    """Prove that the totals of all finished tables are what the books allow."""
    done = finished(sheets)
    wrong = [(sheet.session, sheet.table) for sheet in done if not sheet.adds_up]
    return Proof(len(done), sum(sum(sheet.totals) for sheet in done), sum(sheet.expected for sheet in done), wrong)
