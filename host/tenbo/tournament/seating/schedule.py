"""Schedules: rounds of tables of four or three players, East first; their checks, and conversion to and from plans."""

from __future__ import annotations

from typing import Any

from tenbo_core.errors import Malformed
from tenbo_core.sentences import sentence

# A table is its players by wind, with 0 for an empty seat; a round is its tables in order of their numbers.
Table = list[int]
Schedule = list[list[Table]]
# Session and table map to the players, East first.
Plan = dict[tuple[int, int], list[int]]

# Upper bounds; a larger table of pairs takes too long to compute.
MOST_PLAYERS, MOST_ROUNDS = 400, 60
# A player's number has at most nine digits.
LARGEST_NUMBER = 999_999_999


def check_size(players: int, rounds: int, seats: int = 4, *, byes: bool = False) -> None:
    """Refuse sizes that no schedule has; with byes the players need not fill all tables."""
    if not seats <= players <= MOST_PLAYERS:
        raise Malformed(
            "bad_field",
            sentence(
                "players_range",
                "the number of players must be {seats} to {most_players}, not {players}",
                seats=seats,
                most_players=MOST_PLAYERS,
                players=players,
            ),
            "players",
        )
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Malformed(
            "bad_field",
            sentence(
                "rounds_range",
                "the number of sessions must be 1 to {most_rounds}, not {rounds}",
                most_rounds=MOST_ROUNDS,
                rounds=rounds,
            ),
            "rounds",
        )
    over = players % seats
    if over and not byes:
        raise Malformed(
            "bad_field",
            sentence(
                "players_not_multiple",
                "the number of players must be a multiple of {seats}, not {players}: find {value} and plan "
                "for {other_players} players, or let {over} sit out each session (--players {players} --byes)",
                players=players,
                seats=seats,
                value=substitutes_text(seats - over),
                other_players=players + seats - over,
                over=over,
            ),
            "players",
        )


def seats_per_table(rounds: Schedule) -> int:
    """Return how many seats a table of some rounds has; four if there is no round.

    >>> seats_per_table([[[0, 1, 2], [3, 4, 5]]]), seats_per_table([])
    (3, 4)
    """
    return next((len(table) for tables in rounds for table in tables), 4)


def substitutes_text(number: int) -> str:
    """Return a number of substitutes in words.

    >>> substitutes_text(1), substitutes_text(3)
    ('a substitute', '3 substitutes')
    """
    return "a substitute" if number == 1 else f"{number} substitutes"


def parse_schedule(record: Any) -> Schedule:
    """Parse and check the schedule in the output of `tenbo seating --json`.

    >>> parse_schedule({"rounds": [[[1, 2, 3, 4]]]})
    [[[1, 2, 3, 4]]]
    """
    rounds = record.get("rounds") if isinstance(record, dict) else None
    if not isinstance(rounds, list) or not rounds:
        raise Malformed(
            "missing_field", "the file has no list of rounds: give a file written by tenbo seating --json", "file"
        )
    for number, tables in enumerate(rounds, 1):
        if not isinstance(tables, list) or not tables:
            raise Malformed("bad_field", f"session {number} has no tables", "rounds")
        first = rounds[0][0]
        _check_round(tables, number, 3 if isinstance(first, list) and len(first) == 3 else 4)
    if (players := len(scheduled_players(rounds))) > MOST_PLAYERS:
        raise Malformed(
            "bad_field",
            sentence(
                "too_many_players",
                "a plan can have at most {most_players} players, not {players}",
                most_players=MOST_PLAYERS,
                players=players,
            ),
            "rounds",
        )
    return [[list(table) for table in tables] for tables in rounds]


def _check_round(tables: list[Any], number: int, seats: int) -> None:
    seen: dict[int, int] = {}
    for at, table in enumerate(tables, 1):
        where = f"session {number}, table {at}"
        if not isinstance(table, list) or len(table) != seats:
            raise Malformed("bad_field", f"{where}: a table must be a list of {seats} players, East first", "rounds")
        for player in (player for player in table if player != 0 or type(player) is not int):
            if type(player) is not int or not 1 <= player <= LARGEST_NUMBER:
                message = f"{where}: {str(player)[:20]!r} is not a player number, which has 1 to 9 digits"
                raise Malformed("bad_field", message, "rounds")
            if player in seen:
                message = f"{where}: player {player} is already seated at table {seen[player]} in this session"
                raise Malformed("contradiction", message, "rounds")
            seen[player] = at


def schedule_from_plan(plan: Plan) -> Schedule:
    """Return the schedule of a plan's sessions; every table must be seated."""
    sessions = sorted({session for session, _ in plan})
    rounds = [[plan[place] for place in sorted(plan) if place[0] == session] for session in sessions]
    return parse_schedule({"rounds": rounds})


def plan_from_schedule(schedule: Schedule) -> Plan:
    """Return the schedule as a plan for the desk: session and table map to the players."""
    return {
        (number, at): list(table) for number, tables in enumerate(schedule, 1) for at, table in enumerate(tables, 1)
    }


def scheduled_players(schedule: Schedule) -> list[int]:
    """Return all players of a schedule in order of their numbers, without empty seats (0)."""
    return sorted({player for tables in schedule for table in tables for player in table} - {0})
