"""What a record of the desk has done, in words: what `tenbo session` prints after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.cli.support.session_subcommand_texts import number_list_text, tournament_text
from tenbo.validation.points_text import points_list_text, signed_points_text

if TYPE_CHECKING:
    from collections.abc import Callable


def record_text(made: dict[str, Any]) -> str:
    """Return what a record has done, and its number, by which it is taken back.

    >>> record_text({"kind": "lock", "n": 7, "session": 1, "table": 3})
    'the result of table 3 in session 1 is locked (record 7)'
    """
    text = numbered_text(_TEXTS[made["kind"]](made), made["n"])
    if made["kind"] == "penalty":
        text += f'; tenbo session revert {made["n"]} --why "..." reverts it'
    return text


def numbered_text(text: str, number: int) -> str:
    """Return a text about a record with the record's number."""
    return f"{text} (record {number})"


def _place(made: dict[str, Any]) -> str:
    return f"table {made['table']} in session {made['session']}"


def scores_text(scores: list[int], sticks: int | None = None) -> str:
    """Return the scores of a sheet, from East on.

    >>> scores_text([32000, -1200, 35000, 25000], 1)
    '32,000 -1,200 35,000 25,000 and 1 riichi stick'
    """
    left = f" and {sticks} riichi stick{'s' if sticks > 1 else ''}" if sticks else ""
    return points_list_text(scores) + left


def _correct(made: dict[str, Any]) -> str:
    text = f"{_place(made)}: {scores_text(made['scores'], made.get('sticks'))}"
    if before := made.get("replaces"):
        replaced = scores_text(before["scores"], before["sticks"])
        is_same = (before["scores"], before["sticks"]) == (made["scores"], made.get("sticks") or 0)
        text += ", the same as" if is_same else f", replacing {replaced},"
        text += f" entered by {before['by']} ({before['why']})"
    if "missing" in made:
        missing = made["missing"]
        results = f"{missing} result{'s are' if missing > 1 else ' is'} missing" if missing else "no result is missing"
        text += f"; {results}"
    return text


def _penalty(made: dict[str, Any]) -> str:
    seat = f"seat {'ESWN'[made['seat']]} of {_place(made)}"
    whom = f"{made['player']}, {seat}" if made["player"] else f"the empty {seat}"
    return f"{signed_points_text(made['points'])} for {whom}"


def _substitute(made: dict[str, Any]) -> str:
    since = "from the start" if made["since"] == "start" else "during the session"
    return f"a substitute sits in seat {'ESWN'[made['seat']]} of {_place(made)}, {since}"


def _withdraw(made: dict[str, Any]) -> str:
    instead = f"; player {made['instead']} takes the seats" if made.get("instead") else ""
    return f"player {made['player']} is withdrawn from session {made['session']} on{instead}"


def _enter(made: dict[str, Any]) -> str:
    return seats_text(made["player"], made["seats"])


def seats_text(player: int, seats: list[list[int]]) -> str:
    """Return where a player sits in the sessions to come."""
    where = ", ".join(f"table {table} {'ESWN'[seat]} in session {session}" for session, table, seat in seats)
    return f"player {player} sits at {where}"


def _seats(made: dict[str, Any]) -> str:
    players = ", ".join(str(player) if player else "empty" for player in made["players"])
    return f"{_place(made)}, East first: {players}"


def _swap(made: dict[str, Any]) -> str:
    first, second = made["players"]
    return f"players {first} and {second} have swapped seats in session {made['session']}"


def _chips(made: dict[str, Any]) -> str:
    return f"{_place(made)}: chips {' '.join(map(signed_points_text, made['chips']))}"


def _hide(made: dict[str, Any]) -> str:
    return (
        f"only the desk sees the results of session {made['session']} and later sessions until they are "
        "released (tenbo session publish)"
    )


def _release(made: dict[str, Any]) -> str:
    from tenbo.cli.support.shared_options import count_text
    from tenbo.store.sqlite_store import wall_clock_ms

    minutes = -(-(made["at"] - wall_clock_ms()) // 60_000)
    later = f" in {count_text(minutes, 'minute')}" if minutes > 0 else ""
    return f"everybody can see the results{later}"


# The kinds that parts of `tenbo session` record one at a time.
_TEXTS: dict[str, Callable[[dict[str, Any]], str]] = {
    "tournament": tournament_text,
    "seats": _seats,
    "swap": _swap,
    "out": lambda made: f"{_place(made)} does not play",
    "withdraw": _withdraw,
    "strike": lambda made: f"player {made['player']} is not ranked",
    "enter": _enter,
    "penalty": _penalty,
    "correct": _correct,
    "chips": _chips,
    "substitute": _substitute,
    "lock": lambda made: f"the result of {_place(made)} is locked",
    "reopen": lambda made: f"the result of {_place(made)} is unlocked",
    "detach": lambda made: f"{_place(made)} no longer has a game",
    "hide": _hide,
    "release": _release,
    "takeback": lambda made: f"record {made['of']} was reverted",
}


def plan_text(answer: dict[str, Any]) -> str:
    """Return what a plan has seated."""
    from tenbo.cli.support.shared_options import count_text

    tables = count_text(answer["tables"], "table")
    return numbered_text(
        f"players are seated at {tables} in {number_list_text('session', answer['sessions'])}", answer["n"]
    )
