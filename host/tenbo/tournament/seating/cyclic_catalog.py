"""A catalog of cyclic schedules: a few base rounds from which rotation around circles of players gives all others.

Each was found by a long search of our own. The stored data is small, and the certificate recomputes its quality. In
most of them every pair meets, with the fewest repeats that counting allows, so that any rounds that follow are at that
bound, too. In the ten rounds of 32 players no pair meets twice, and every player meets all others but one. In the six
rounds of 20 players six meetings are repeated, the fewest that we know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tenbo.tournament.seating.search import Groups


class BaseRounds(NamedTuple):
    """The length of the circles, base rounds to rotate, and base tables of rounds that rotate into themselves."""

    turns: int
    turned: tuple[str, ...]
    still: tuple[str, ...] = ()


BASES = {
    # A whist tournament: every pair meets three times, once of them opposite.
    (12, 11): BaseRounds(11, ("11-1-0-7 2-3-5-10 4-8-6-9",)),
    (20, 6): BaseRounds(
        1,
        (
            "19-5-2-17 6-10-8-4 13-0-3-15 12-14-11-7 9-1-16-18",
            "12-8-19-13 5-6-14-16 10-0-9-17 3-1-7-4 18-2-11-15",
            "8-7-9-11 18-0-6-12 10-14-2-3 13-1-5-17 19-4-15-16",
            "3-19-6-11 7-13-5-9 2-8-16-0 4-18-17-14 15-12-1-10",
            "17-7-6-15 1-14-19-0 18-5-3-8 11-13-10-16 12-9-4-2",
            "12-3-17-16 1-13-2-6 15-8-14-9 11-0-4-5 19-7-10-18",
        ),
    ),
    (20, 7): BaseRounds(
        1,
        (
            "18-8-12-17 6-1-5-2 7-0-3-9 4-14-15-13 10-16-11-19",
            "13-19-0-12 11-15-3-1 18-10-5-9 7-4-6-8 17-14-16-2",
            "17-4-9-19 6-3-14-10 18-2-13-11 15-8-5-0 12-16-7-1",
            "2-10-4-0 17-13-5-3 15-18-19-6 16-11-7-8 12-14-1-9",
            "15-2-9-12 8-13-1-10 5-14-7-19 3-16-4-18 6-17-0-11",
            "5-11-12-4 1-14-0-18 9-16-13-6 19-2-3-8 17-7-15-10",
            "14-8-9-11 6-12-10-3 15-16-5-0 13-7-18-2 19-4-17-1",
        ),
    ),
    (24, 8): BaseRounds(
        3,
        (
            "16-3-12-18 0-22-7-8 1-9-14-19 10-15-13-6 20-11-21-17 23-2-5-4",
            "16-13-8-5 0-15-1-17 6-4-18-20 3-10-7-9 19-2-11-22 14-23-12-21",
        ),
        ("23-3-11-15 0-19-12-6", "7-23-18-17 13-3-9-2"),
    ),
    (32, 10): BaseRounds(
        1,
        (
            "9-1-20-28 10-2-21-29 11-3-22-30 8-0-23-31 4-7-5-6 12-15-13-14 17-24-26-19 18-25-27-16",
            "13-5-24-16 14-6-25-17 15-7-26-18 12-4-27-19 8-11-9-10 0-3-1-2 21-28-30-23 22-29-31-20",
            "17-30-4-10 19-28-6-8 18-13-22-0 16-15-20-2 5-12-1-29 7-14-3-31 9-23-25-24 11-21-27-26",
            "18-31-5-11 16-29-7-9 19-14-23-1 17-12-21-3 6-13-2-30 4-15-0-28 10-20-26-25 8-22-24-27",
            "21-18-8-14 23-16-10-12 22-1-26-4 20-3-24-6 9-0-5-17 11-2-7-19 13-27-29-28 15-25-31-30",
            "22-19-9-15 20-17-11-13 23-2-27-5 21-0-25-7 10-1-6-18 8-3-4-16 14-24-30-29 12-26-28-31",
            "25-22-12-2 27-20-14-0 26-5-30-8 24-7-28-10 13-4-9-21 15-6-11-23 1-31-17-16 3-29-19-18",
            "26-23-13-3 24-21-15-1 27-6-31-9 25-4-29-11 14-5-10-22 12-7-8-20 2-28-18-17 0-30-16-19",
            "29-26-0-6 31-24-2-4 30-9-18-12 28-11-16-14 1-8-13-25 3-10-15-27 5-19-21-20 7-17-23-22",
            "30-27-1-7 28-25-3-5 31-10-19-13 29-8-17-15 2-9-14-26 0-11-12-24 6-16-22-21 4-18-20-23",
        ),
    ),
    (32, 11): BaseRounds(
        1,
        (
            "23-28-17-0 21-30-19-2 13-20-11-12 15-22-9-14 5-10-16-1 7-8-18-3 25-24-29-4 27-26-31-6",
            "20-29-18-1 22-31-16-3 14-21-8-13 12-23-10-15 6-11-17-2 4-9-19-0 26-25-30-5 24-27-28-7",
            "27-16-21-4 25-18-23-6 1-24-15-0 3-26-13-2 9-14-20-5 11-12-22-7 29-28-17-8 31-30-19-10",
            "24-17-22-5 26-19-20-7 2-25-12-1 0-27-14-3 10-15-21-6 8-13-23-4 30-29-18-9 28-31-16-11",
            "31-20-25-8 29-22-27-10 5-28-3-4 7-30-1-6 13-2-24-9 15-0-26-11 17-16-21-12 19-18-23-14",
            "28-21-26-9 30-23-24-11 6-29-0-5 4-31-2-7 14-3-25-10 12-1-27-8 18-17-22-13 16-19-20-15",
            "19-24-29-12 17-26-31-14 9-16-7-8 11-18-5-10 1-6-28-13 3-4-30-15 21-20-25-0 23-22-27-2",
            "16-25-30-13 18-27-28-15 10-17-4-9 8-19-6-11 2-7-29-14 0-5-31-12 22-21-26-1 20-23-24-3",
            "28-14-30-12 17-3-19-1 20-6-22-4 25-11-27-9 2-5-15-8 0-7-13-10 18-31-24-21 16-29-26-23",
            "29-15-31-13 18-0-16-2 21-7-23-5 26-8-24-10 3-6-12-9 1-4-14-11 19-28-25-22 17-30-27-20",
            "23-31-9-1 20-28-10-2 21-29-11-3 22-30-8-0 27-19-13-5 24-16-14-6 25-17-15-7 26-18-12-4",
        ),
    ),
    (36, 12): BaseRounds(
        3,
        (
            "0-13-21-33 1-17-24-29 2-10-22-32 3-5-7-34 4-16-20-30 6-19-25-26 8-15-23-31 9-12-14-18 11-27-28-35",
            "0-19-20-22 1-6-8-28 2-9-26-34 3-16-24-27 4-11-18-32 5-13-25-35 7-10-23-33 12-15-17-21 14-29-30-31",
            "0-2-4-31 1-13-26-27 3-22-23-25 5-12-20-28 6-10-18-30 7-14-21-35 8-16-19-29 9-11-15-24 17-32-33-34",
            "0-16-18-34 1-4-10-15 2-8-13-17 3-6-11-12 5-9-23-27 7-14-25-32 19-24-30-33 20-21-29-35 22-26-28-31",
        ),
    ),
}


# Schedules whose tables are stored in their seat order, which must stay.
IN_ORDER = {(12, 11)}


def catalog_schedule(players: int, rounds: int, seats: int = 4) -> Groups | None:
    """Return the longest known schedule of this many players with at most this many rounds, or None.

    Those of three at a table are found without a catalog.

    >>> len(catalog_schedule(24, 9)), catalog_schedule(24, 7)
    (8, None)
    """
    length = max((known for size, known in BASES if size == players and known <= rounds), default=None)
    if length is None or seats != 4:
        return None
    turns, turned, still = BASES[players, length]
    schedule = [_round(base, turn, turns, players) for base in turned for turn in range(turns)]
    for base in still:
        schedule.append([table for turn in range(turns) for table in _round(base, turn, turns, players)])
    return schedule


def _round(base: str, turn: int, turns: int, players: int) -> list[list[int]]:
    """Return the tables of a base rotated by some places. Players beyond the last whole circle stay where they are."""
    tables = [[int(player) for player in table.split("-")] for table in base.split()]
    moving = players // turns * turns
    return [
        [player // turns * turns + (player + turn) % turns if player < moving else player for player in table]
        for table in tables
    ]
