"""Seats and winds: small integers with names.

A seat is fixed for a whole game: 0 is East in the first hand, 1 sits to the right of 0, and so on in
turn order. A wind is 0-3 for East, South, West, North; a seat's wind depends on who deals. Three
players have the seats 0 to 2, and the winds East, South and West.
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


def wind_of(seat: int, dealer: int, players: int) -> int:
    """Return the wind of a seat while `dealer` is East.

    >>> WIND_NAMES[wind_of(1, dealer=2, players=4)], WIND_NAMES[wind_of(1, dealer=2, players=3)]
    ('North', 'West')
    """
    return (seat - dealer) % players


def turn_order(after: int, players: int) -> "list[int]":
    """Return the other seats as they follow `after` in turn order.

    >>> turn_order(2, players=4), turn_order(2, players=3)
    ([3, 0, 1], [0, 1])
    """
    return [(after + step) % players for step in range(1, players)]


def first_in_turn_order(seats: "list[int]", after: int, players: int) -> int:
    """Return the first of `seats` in turn order from `after`, `after` itself coming last.

    >>> first_in_turn_order([0, 3], after=1, players=4)
    3
    """
    return min(seats, key=lambda seat: (seat - after - 1) % players)


def others(seat: int, players: int) -> "list[int]":
    """Return the other seats, in seat order.

    >>> others(1, players=4)
    [0, 2, 3]
    """
    return [other for other in range(players) if other != seat]
