"""Several sessions added up, with the proof that no point was lost or won from nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.game.balance import Balance, balance_of
from tenbo_core.errors import StorageFault
from tenbo_core.seats import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.game.history import GameHistory


def balance_checked(history: GameHistory) -> Balance:
    """Return the proof of a game's totals, or say that there is none."""
    if not history.table.adds_up:
        raise StorageFault("contradiction", "the points of a game do not add up; please report it", "scores")
    proof = balance_of(history.table, history.result)
    if proof.total != sum(history.result.totals):
        raise StorageFault("contradiction", "the totals of a game do not add up; please report it", "totals")
    return proof


class Standing(NamedTuple):
    """One player over several sessions; the place of a disqualified one is the last."""

    name: str
    total: int
    sessions: int
    places: list[int]
    disqualified: bool = False


def standings(games: Iterable[GameHistory]) -> list[Standing]:
    """Add the totals of players up over games, best first, the disqualified last (EMA 2016, 5.8), equals by name."""
    totals: dict[str, Standing] = {}
    for history in games:
        for seat in SEATS:
            name = history.names[seat]
            old = totals.get(name, Standing(name, 0, 0, []))
            total, places = old.total + history.result.totals[seat], [*old.places, history.result.places[seat]]
            out = old.disqualified or seat in history.table.disqualified
            totals[name] = Standing(name, total, old.sessions + 1, places, out)
    return sorted(totals.values(), key=lambda standing: (standing.disqualified, -standing.total, standing.name))


def standing_lines(games: list[GameHistory]) -> list[str]:
    """Return the sessions added up as text, with the proof of the sum."""
    found = standings(games)
    lines = [f"\n{len(games)} sessions added up\n"]
    for standing in found:
        places = " ".join(str(place) for place in standing.places)
        out = "  disqualified" if standing.disqualified else ""
        lines.append(f"  {standing.name:<24}{standing.total:>+9}   places {places}{out}\n")
    proofs = [balance_checked(history) for history in games]
    lines.append(f"  {'sum':<24}{sum(standing.total for standing in found):>+9}\n")
    for number, proof in enumerate(proofs, 1):
        lines.append(f"  session {number} adds up to {proof}\n")
    return lines
