"""Fu of groups, pair, wait and the way of winning (EMA 2016, 4.1.1).

All of it is even, so that the tables count in halves.
"""

from __future__ import annotations

from tenbo.scoring.tiles import EAST, TERMINALS_AND_HONOURS, WHITE, WINDS

WIN = 20
CLOSED_RON = 10
TSUMO = 2
OPEN_PINFU = 2
WAIT = 2
SEVEN_PAIRS = 25


def of_triplet(kind: int, *, concealed: bool, kan: bool = False) -> int:
    """Return the fu of a triplet or kan: 2, doubled for each thing that makes it rarer.

    >>> of_triplet(4, concealed=False), of_triplet(4, concealed=True), of_triplet(27, concealed=True, kan=True)
    (2, 4, 32)
    """
    fu = 2
    if kind in TERMINALS_AND_HONOURS:
        fu *= 2
    if concealed:
        fu *= 2
    if kan:
        fu *= 4
    return fu


def of_pair(kind: int, seat: int, round_: int, double_wind: int) -> int:
    """Return the fu of a pair; `double_wind` is what the book gives a pair of seat and round wind.

    >>> of_pair(27, seat=0, round_=0, double_wind=4), of_pair(27, seat=1, round_=0, double_wind=4)
    (4, 2)
    """
    if kind >= WHITE:
        return 2
    if kind in WINDS:
        wind = kind - EAST
        if wind == seat and wind == round_:
            return double_wind
        return 2 if wind in (seat, round_) else 0
    return 0


def of_run_wait(low: int, won: int) -> int:
    """Return the fu of the wait that a run was completed from; ranks 0-8, `low` the run's lowest.

    A middle wait, or an edge wait (12 for the 3, 89 for the 7), brings 2.

    >>> of_run_wait(0, 2), of_run_wait(3, 4), of_run_wait(3, 5), of_run_wait(6, 6)
    (2, 2, 0, 2)
    """
    middle = won == low + 1
    edge = (low == 0 and won == 2) or (low == 6 and won == 6)
    return WAIT if middle or edge else 0


def total(of_groups: int, *, closed: bool, tsumo: bool, pinfu: bool) -> int:
    """Return the fu of a whole hand, rounded up to tens; `of_groups` includes pair and wait.

    >>> total(0, closed=True, tsumo=True, pinfu=True), total(0, closed=False, tsumo=False, pinfu=False)
    (20, 30)
    """
    fu = WIN + of_groups
    if tsumo:
        fu += 0 if pinfu else TSUMO
    elif closed:
        fu += CLOSED_RON
    elif of_groups == 0:
        fu += OPEN_PINFU
    return -(-fu // 10) * 10
