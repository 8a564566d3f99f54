"""Every event that moved points, with its transfers: the history of each table's result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.tournament.game_replay_cache import game_steps
from tenbo_core.errors import TenboError
from tenbo_core.event_notation import event_text
from tenbo_core.seats import WIND_LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.tournament.state import Tournament
    from tenbo.tournament.table_result import Games
    from tenbo_core.events import Event


def point_transfers_of(events: Iterable[Event], last: int | None = None) -> list[dict[str, Any]]:
    """Return a row for each event of a game that moved points or ended it, optionally up to an event.

    >>> from tenbo_core.event_notation import event_of
    >>> game = [event_of(line, n) for n, line in enumerate(("start alarm", "hand", "riichi 2"))]
    >>> point_transfers_of(game)[-1]["deltas"]
    [0, 0, -1000, 0]
    """
    rows = []
    for event, before, after in game_steps(events, last):
        if before is None:
            continue
        scores, earlier = after.scores, before.scores
        deltas = [scores[seat] - earlier[seat] for seat in after.rules.seats]
        if any(deltas) or after.phase != before.phase or event.kind in ("undo", "correct"):
            row: dict[str, Any] = {"n": event.n, "at": event.at, "by": event.by, "event": event_text(event)}
            row |= {"round": WIND_LETTERS[before.round], "hand": before.hand, "honba": before.honba}
            rows.append(row | {"deltas": deltas, "scores": scores, "sticks": after.sticks})
    return rows


def counted_point_transfers(tournament: Tournament, games: Games) -> dict[tuple[int, int], list[dict[str, Any]]]:
    """Return the rows of every game that counts, by session and table, each up to its lock."""
    moves = {}
    for place, game in sorted(tournament.games.items()):
        last = tournament.locked.get(place)
        try:
            moves[place] = point_transfers_of(games(game), last)
        except (TenboError, ValueError):
            # The broken sheet names the error; the other games are listed.
            moves[place] = []
    return moves
