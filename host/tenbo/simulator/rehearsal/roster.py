"""The players of a rehearsal and their seats."""

from __future__ import annotations

FIRST = [
    "Anna",
    "Ben",
    "Carla",
    "Dai",
    "Eva",
    "Finn",
    "Gül",
    "Hugo",
    "Ida",
    "Jan",
    "Kim",
    "Lea",
    "Mio",
    "Noor",
    "Ole",
    "Pia",
]
LAST = [
    "Berg",
    "Cole",
    "d'Arc",
    "Ek",
    "Fox",
    "Groß",
    "Hall",
    "Ito",
    "Jung",
    "Kahn",
    "Lind",
    "Moor",
    "Nagy",
    "O'Hara",
    "Paz",
    "Quist",
]
COUNTRIES = ("NED", "GER", "GBR", "FRA", "AUT")


def players_csv(players: int) -> str:
    """Return so many players as the file that `tenbo session players` takes."""
    rows = ["id;first;last;EMA number;country;club"]
    for place in range(players):
        first, last = FIRST[place % len(FIRST)], LAST[place // len(FIRST) % len(LAST)]
        more = f" {place // (len(FIRST) * len(LAST)) + 1}" if place >= len(FIRST) * len(LAST) else ""
        country = COUNTRIES[place % len(COUNTRIES)]
        rows.append(f"{place + 1};{first}{more};{last};{11_000_001 + place};{country};Club {place % 9 + 1}")
    return "\n".join(rows) + "\n"


def rotation_seats(tables: int, sessions: int, count: int = 4) -> dict[tuple[int, int], list[int]]:
    """Return who sits where: a group for each seat moves on by none, one, two and three tables, and changes winds.

    >>> rotation_seats(3, 2)[2, 1]
    [10, 1, 5, 9]
    """
    seats = {}
    for session in range(sessions):
        for table in range(tables):
            players = [group * tables + (table + group * session) % tables + 1 for group in range(count)]
            turn = session % count
            seats[session + 1, table + 1] = players[-turn:] + players[:-turn] if turn else players
    return seats


def plan_text(seats: dict[tuple[int, int], list[int]]) -> str:
    """Return the seats as the file that `tenbo session plan` takes."""
    sessions = sorted({session for session, _ in seats})
    blocks = [
        "\n".join("-".join(map(str, players)) for (of, _), players in sorted(seats.items()) if of == session)
        for session in sessions
    ]
    return "\n\n".join(blocks) + "\n"
