"""Adds up several sessions, and proves that no point was lost or created."""

from __future__ import annotations

import textwrap
from bisect import bisect_left
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from tenbo.game.points_balance import Balance, balance_of
from tenbo.game.score_sheet_text import PAGE
from tenbo.validation.points_text import signed_points_text
from tenbo_core.errors import StorageFault
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.game.hand_history import GameHistory

# The identity of players: the name in a game, the number in a tournament.
P = TypeVar("P", str, int)


def verify_balance(history: GameHistory) -> Balance:
    """Return the proof of a game's totals, or raise that the points do not add up."""
    if not history.table.adds_up:
        raise StorageFault(
            "contradiction",
            sentence("points_do_not_add_up", "the points of a game do not add up: please report this"),
            "scores",
        )
    proof = balance_of(history.table, history.result)
    if proof.total != sum(history.result.totals):
        raise StorageFault(
            "contradiction",
            sentence("totals_do_not_add_up", "the totals of a game do not add up: please report this"),
            "totals",
        )
    return proof


class Standing(NamedTuple, Generic[P]):
    """A player's place, total, and total of each session; the place of a disqualified player is the last."""

    place: int
    player: P
    total: int
    sessions: dict[int, int]
    places: list[int]
    disqualified: bool


class SessionResult(NamedTuple, Generic[P]):
    """The result of one player in one game: the session, the total and the place."""

    player: P
    session: int
    total: int
    place: int
    disqualified: bool = False


def rank_players(results: Iterable[SessionResult[P]]) -> list[Standing[P]]:
    """Add results up and rank the players, the disqualified last (EMA 2016, 5.8).

    Equal totals share the better place, as the books say (EMA 2016, 3.6.1; Austria, 3.8).
    """
    sessions: dict[P, dict[int, int]] = {}
    places: dict[P, list[int]] = {}
    out: set[P] = set()
    for result in results:
        own = sessions.setdefault(result.player, {})
        own[result.session] = own.get(result.session, 0) + result.total
        places.setdefault(result.player, []).append(result.place)
        if result.disqualified:
            out.add(result.player)
    ranks = {player: (player in out, -sum(totals.values())) for player, totals in sessions.items()}
    in_order = sorted(ranks.values())
    return [
        Standing(1 + bisect_left(in_order, rank), player, -rank[1],
                 sessions[player], places[player], player in out)
        for player, rank in sorted(ranks.items(), key=lambda item: (item[1], item[0]))
    ]  # fmt: skip


def standings(games: Iterable[GameHistory]) -> list[Standing[str]]:
    """Return the standings over several games, each a session, with players identified by name."""
    return rank_players(
        SessionResult(history.names[seat], session, history.result.totals[seat], history.result.places[seat],
                   seat in history.table.disqualified)
        for session, history in enumerate(games, 1)
        for seat in history.table.rules.seats
    )  # fmt: skip


def standing_lines(games: list[GameHistory]) -> list[str]:
    """Return the sessions added up as text, with the proof of the sum."""
    ranking = standings(games)
    lines = [f"\n{len(games)} sessions added up\n"]
    for standing in ranking:
        places = " ".join(str(place) for place in standing.places)
        out = "  disqualified" if standing.disqualified else ""
        lines.append(f"  {standing.player:<24}{signed_points_text(standing.total):>9}   places {places}{out}\n")
    proofs = [verify_balance(history) for history in games]
    lines.append(f"  {'sum':<24}{signed_points_text(sum(standing.total for standing in ranking)):>9}\n")
    for number, proof in enumerate(proofs, 1):
        text = f"session {number} adds up to {proof}"
        lines.append(textwrap.fill(text, PAGE, initial_indent="  ", subsequent_indent="    ") + "\n")
    return lines
