"""Texts of the `tenbo session` commands about seats, players and the tournament."""

from __future__ import annotations

from typing import Any

from tenbo.validation.points_text import signed_points_text


def seating_text(made: dict[str, Any]) -> str:
    """Return the seats that a record gave to players, and the seats that are empty now."""
    lines = [
        f"  {player} {name} sits at table {table} {'ESWN'[seat]} in session {session}\n"
        for player, name, session, table, seat in made.get("sits", [])
    ]
    if made.get("no_seat"):
        left = made["no_seat"]
        hint = left_over_players_hint(left, made.get("seats", 4))
        lines.append(f"  players without a seat in session {made['session']}: {people_text(left)}{hint}\n")
    if made.get("empty"):
        where = ", ".join(
            f"table {table} {'ESWN'[seat]} in session {session}" for session, table, seat in made["empty"]
        )
        lines.append(
            f"  no one sits at {where}: add a substitute (tenbo session add), "
            "or plan new seats (tenbo seating --from)\n"
        )
    return "".join(lines)


def missed_sessions_text(made: dict[str, Any]) -> str:
    """Return how the sessions count that a leaving player misses, and which player gets a reserve's result."""
    if "missed" not in made:
        return ""
    player, missed = made["player"], made["missed"]
    if not missed["result"]:
        return (
            f"  rule book {missed['rules']} has no rule for missed sessions: player {player} gets no points for them\n"
        )
    cited = ", ".join([missed["rules"], *filter(None, [missed["section"]])])
    points = signed_points_text(missed["result"])
    text = f"  each session that player {player} misses is scored as {points} points ({cited})\n"
    if made.get("instead"):
        text += (
            f"  player {made['instead']} plays as a reserve and is not ranked: "
            f"each of these sessions counts for player {player}, with the points above\n"
        )
    return text + f"  only a player who is ill may be excluded from the ranking: tenbo session unrank {player}\n"


def tournament_text(made: dict[str, Any]) -> str:
    """Return the tournament's data, so that the user notices a typing mistake."""
    from tenbo.validation.dates import format_federation_days

    known = [made.get(name, "") for name in ("title", "rules", "place", "country")]
    known.append(format_federation_days(made["date"], made.get("days", 1)) if made.get("date") else "")
    known.append(f"{made['short']!r} in lists" if made.get("short") else "")
    known.append("qualification required" if made.get("qualification") else "")
    return ", ".join(word for word in known if word)


def people_text(players: list[list[Any]]) -> str:
    """Return players by their numbers and names."""
    return ", ".join(f"{number} {name}".rstrip() for number, name in players)


def left_over_players_hint(players: list[list[Any]], seats: int) -> str:
    """Return a hint for players who do not fill a table of so many seats."""
    from tenbo.tournament.seating.schedule import substitutes_text

    few = len(players) % seats
    return (
        f" ({substitutes_text(seats - few)} would fill a table; otherwise these players have a bye in this session)"
        if few
        else ""
    )


def number_list_text(what: str, numbers: list[int]) -> str:
    """Return some things by their numbers.

    >>> number_list_text("table", [3]), number_list_text("session", [1, 2, 4, 5, 6]), number_list_text("table", [])
    ('table 3', 'sessions 1, 2, 4-6', 'no table')
    """
    from tenbo.tournament.standings import format_ranges

    return f"{what}{'s' if len(numbers) > 1 else ''} {format_ranges(numbers)}" if numbers else f"no {what}"
