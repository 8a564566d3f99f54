"""Several sessions added up, with the proof that no point was lost or won from nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo_core.errors import StorageFault
from tenbo_core.seats import SEATS
from tenbo_core.table import POT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.told import Told


class Proof(NamedTuple):
    """Why the four totals of a game add up to what they do."""

    uma: int
    oka: int
    penalties: int
    taken: int
    uncredited: int
    substitutes: int

    @property
    def total(self) -> int:
        """Give what the four totals must add up to."""
        return sum(self)

    def __str__(self) -> str:
        parts = [f"{name} {value:+d}" for name, value in self._asdict().items() if value]
        return f"{self.total:+d}" + (f" = {', '.join(parts)}" if parts else "")


def proof_of(told: Told) -> Proof:
    """Prove a game's totals: every point of the start is accounted for, and the rest is named.

    `taken` are penalties that were paid at once; `oka` is what the first place gets beyond what the
    players put in; `uncredited` are sticks that the book gives to nobody; `substitutes` is what
    fixed results differ from the points played.
    """
    table, result, rules = told.table, told.result, told.table.rules
    if not table.adds_up:
        raise StorageFault("contradiction", "the points of a game do not add up; please report it", "scores")
    credited = sum(result.scores) - sum(table.scores)
    put_in = 4 * (rules.target_points - rules.start_points)
    played = [result.scores[seat] - rules.target_points + result.uma[seat] for seat in SEATS]
    own = [played[seat] + result.oka[seat] + result.penalties[seat] for seat in SEATS]
    proof = Proof(
        uma=sum(result.uma),
        oka=sum(result.oka) - put_in,
        penalties=sum(result.penalties),
        taken=-table.taken,
        uncredited=credited - table.accounts[POT],
        substitutes=sum(result.totals) - sum(own),
    )
    if proof.total != sum(result.totals):
        raise StorageFault("contradiction", "the totals of a game do not add up; please report it", "totals")
    return proof


class Standing(NamedTuple):
    """One player over several sessions."""

    name: str
    total: int
    sessions: int
    places: list[int]


def standings(games: Iterable[Told]) -> list[Standing]:
    """Add up the totals of players over games, the best first, equals by name."""
    totals: dict[str, Standing] = {}
    for told in games:
        for seat in SEATS:
            name = told.names[seat]
            old = totals.get(name, Standing(name, 0, 0, []))
            total, places = old.total + told.result.totals[seat], [*old.places, told.result.places[seat]]
            totals[name] = Standing(name, total, old.sessions + 1, places)
    return sorted(totals.values(), key=lambda standing: (-standing.total, standing.name))


def standing_lines(games: list[Told]) -> list[str]:
    """Give the sessions added up as text, with the proof of the sum."""
    found = standings(games)
    lines = [f"\n{len(games)} sessions added up\n"]
    for standing in found:
        places = " ".join(str(place) for place in standing.places)
        lines.append(f"  {standing.name:<24}{standing.total:>+9}   places {places}\n")
    proofs = [proof_of(told) for told in games]
    lines.append(f"  {'sum':<24}{sum(standing.total for standing in found):>+9}\n")
    for number, proof in enumerate(proofs, 1):
        lines.append(f"  session {number} adds up to {proof}\n")
    return lines
