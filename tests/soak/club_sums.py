"""Totals and ratings of a club's games, computed from the published rules and formulas alone."""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# EMA 2025, and Weng and Lin (2011), algorithm 4, with the values of docs/club-evening.md.
TARGET, UMA = 30_000, (15_000, 5_000, -5_000, -15_000)
FIRST, DEVIATION, BETA, TAU, KAPPA = 25.0, 25 / 3, 25 / 6, 25 / 300, 0.0001


def own_totals(scores: list[int]) -> list[int]:
    """Return the totals of a game; equal scores share their uma."""
    order = sorted(scores, reverse=True)
    shared = {score: [uma for uma, one in zip(UMA, order, strict=True) if one == score] for score in scores}
    return [score - TARGET + sum(shared[score]) // len(shared[score]) for score in scores]


def own_ratings(games: Iterable[tuple[list[int], list[int]]]) -> dict[int, tuple[float, float]]:
    """Return rating and deviation of each player after some games; 0 is a guest, who is forgotten."""
    known: dict[int, tuple[float, float]] = {}
    for players, scores in games:
        before = [known.get(player, (FIRST, DEVIATION)) for player in players]
        after = _one_game([(rating, deviation**2 + TAU**2) for rating, deviation in before], scores)
        known |= {player: one for player, one in zip(players, after, strict=True) if player}
    return known


def _one_game(before: list[tuple[float, float]], scores: list[int]) -> list[tuple[float, float]]:
    """Return rating and deviation after a game, from rating and variance before."""
    seats = range(len(scores))
    spread = sqrt(sum(variance + BETA**2 for _, variance in before))
    strength = [exp(rating / spread) for rating, _ in before]
    # Those who are not above a player, and how many are equal.
    below = [sum(strength[other] for other in seats if scores[other] <= scores[seat]) for seat in seats]
    equal = [scores.count(score) for score in scores]
    after = []
    for seat, (rating, variance) in enumerate(before):
        omega = delta = 0.0
        for other in seats:
            if scores[other] >= scores[seat]:
                share = strength[seat] / below[other]
                omega += ((other == seat) - share) / equal[other]
                delta += share * (1 - share) / equal[other]
        gamma = sqrt(variance) / spread
        shrunk = variance * max(1 - gamma * delta * variance / spread**2, KAPPA)
        after.append((rating + omega * variance / spread, sqrt(shrunk)))
    return after
