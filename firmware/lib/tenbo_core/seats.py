"""Seats and winds: small integers with names.

A seat is fixed for a whole game: 0 is East in the first hand, 1 sits to the right of 0, and so on in
turn order. A wind is 0-3 for East, South, West, North; a seat's wind depends on who deals.
"""

SEATS = (0, 1, 2, 3)

EAST = 0
SOUTH = 1
WEST = 2
NORTH = 3
WIND_LETTERS = "ESWN"
# As on the tiles, which players of every language read.
WIND_SIGNS = ("東", "南", "西", "北")
WIND_NAMES = ("East", "South", "West", "North")


def wind_of(seat: int, dealer: int) -> int:
    """Return the wind of a seat while `dealer` is East.

    >>> WIND_NAMES[wind_of(1, dealer=2)]
    'North'
    """
    return (seat - dealer) % 4


def turn_order(after: int) -> "list[int]":
    """Return the three seats that follow `after` in turn order.

    >>> turn_order(2)
    [3, 0, 1]
    """
    return [(after + step) % 4 for step in (1, 2, 3)]


def nearest(seats: "list[int]", after: int) -> int:
    """Return the first of `seats` in turn order from `after`, `after` itself coming last.

    >>> nearest([0, 3], after=1)
    3
    """
    return min(seats, key=lambda seat: (seat - after - 1) % 4)


def others(seat: int) -> "list[int]":
    """Return the other three seats, in seat order.

    >>> others(1)
    [0, 2, 3]
    """
    return [other for other in SEATS if other != seat]
