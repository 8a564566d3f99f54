"""Standings over all sessions: totals, places with ties, and the proof that no point appeared or vanished."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.tournament.results import COMPLETE, LOCKED
from tenbo_core.seats import SEATS

if TYPE_CHECKING:
    from tenbo.tournament.results import Sheet


class Standing(NamedTuple):
    """A player's place, total, and total of each finished session; a disqualified player's place is the last."""

    place: int
    player: int
    total: int
    sessions: dict[int, int]
    places: list[int]
    disqualified: bool = False


class Proof(NamedTuple):
    """The sums over all finished tables: they are equal, or `wrong` names the tables where they are not."""

    tables: int
    totals: int
    expected: int
    wrong: list[tuple[int, int]]

    @property
    def holds(self) -> bool:
        """Say whether every point is accounted for."""
        return not self.wrong and self.totals == self.expected


def finished(sheets: list[Sheet]) -> list[Sheet]:
    """Give the results that count: complete or locked ones."""
    return [sheet for sheet in sheets if sheet.state in (COMPLETE, LOCKED)]


def standings(sheets: list[Sheet]) -> list[Standing]:
    """Rank the players; equal totals share the better place, as the books say (EMA 2016, 3.6.1; Austria, 3.8).

    Whoever was disqualified at any table comes behind all others (EMA 2016, 5.8).
    """
    by_player: dict[int, dict[int, int]] = {}
    places: dict[int, list[int]] = {}
    out: set[int] = set()
    for sheet in finished(sheets):
        for seat in SEATS:
            player = sheet.players[seat]
            if player:
                by_player.setdefault(player, {})[sheet.session] = sheet.totals[seat]
                places.setdefault(player, []).append(sheet.places[seat])
                if seat in sheet.disqualified:
                    out.add(player)
    totals = {player: sum(sessions.values()) for player, sessions in by_player.items()}
    ranks = {player: (player in out, -total) for player, total in totals.items()}
    return [
        Standing(1 + sum(other < ranks[player] for other in ranks.values()), player, totals[player],
                 by_player[player], places[player], player in out)
        for player in sorted(ranks, key=lambda player: (ranks[player], player))
    ]  # fmt: skip


def proof(sheets: list[Sheet]) -> Proof:
    """Prove that the totals of all finished tables are what the books allow."""
    done = finished(sheets)
    wrong = [(sheet.session, sheet.table) for sheet in done if not sheet.adds_up]
    return Proof(len(done), sum(sum(sheet.totals) for sheet in done), sum(sheet.expected for sheet in done), wrong)
