"""Checks of all seats together: no player sits twice or after leaving, and locked results stay unchanged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.tournament.existence_checks import locked_result_error
from tenbo_core.errors import Malformed, Refused
from tenbo_core.sentences import join_sentences, sentence

if TYPE_CHECKING:
    from tenbo.tournament.state import Tournament


def check_plan(before: Tournament, after: Tournament) -> None:
    """Check that all seats are possible together, and that locked results stay unchanged."""
    if before.origin_record != after.origin_record:
        # Another tournament of the store is in play.
        return
    _check_seat_counts(before, after)
    _check_seats(before, after)
    _check_locked(before, after)


def _check_seat_counts(before: Tournament, after: Tournament) -> None:
    """Check that each table has as many seats as the rule book of its session has players."""
    counts = {session: after.seat_count(session) for session in {session for session, _ in after.seats}}
    for (session, table), players in after.seats.items():
        if len(players) != counts[session] and (
            before.seats.get((session, table)) != players or before.rulebook_of(session) != after.rulebook_of(session)
        ):
            message = sentence(
                "seats_of_other_book",
                "table {table} in session {session} has {count} seats, but rule book {book} is for {seats} "
                "players: plan tables of {seats} players, or begin another tournament with another rule book",
                table=table,
                session=session,
                count=len(players),
                book=after.rulebook_of(session).id,
                seats=counts[session],
            )
            raise Refused("contradiction", message, "players")


def _check_seats(before: Tournament, after: Tournament) -> None:
    """Check that no player has two seats in a session, or one after leaving."""
    changed = {place for place in {*before.seats, *after.seats} if before.seats.get(place) != after.seats.get(place)}
    left = {player for player in after.withdrawn if player not in before.withdrawn}
    if not (changed or left):
        return
    seat_of: dict[tuple[int, int], int] = {}
    sessions = {session for session, _ in changed}
    for (session, table), players in sorted(after.seats.items(), key=lambda item: (item[0] in changed, item[0])):
        if session not in sessions and not left:
            continue
        for player in players:
            if player < 0:
                raise Malformed(
                    "bad_field",
                    sentence(
                        "player_number_range",
                        "a player number must be 1 or more, or 0 for an empty seat, not {player}",
                        player=player,
                    ),
                    "players",
                )
            if players.count(player) > 1 and player:
                raise Refused(
                    "contradiction",
                    sentence(
                        "player_twice_at_table",
                        "table {table}: player {player} is listed twice",
                        table=table,
                        player=player,
                    ),
                    "players",
                )
            other = seat_of.setdefault((session, player), table)
            if player and other != table:
                message: str = sentence(
                    "player_sits_already",
                    "player {player} is already seated at table {other} in session {session}",
                    player=player,
                    other=other,
                    session=session,
                )
                if locked := [one for one in (other, table) if (session, one) in after.locked]:
                    is_locked = sentence(
                        "result_to_reopen",
                        "the result of table {table} is locked: unlock it first (tenbo session reopen {session} "
                        "{table} "
                        "--why ...)",
                        table=locked[0],
                        session=session,
                    )
                    message = join_sentences([message, is_locked])
                raise Refused("contradiction", message, "players")
            if after.withdrawn.get(player, session + 1) <= session and (session, table) not in after.locked:
                message = sentence(
                    "player_withdrawn",
                    "player {player} is withdrawn from session {withdrawn} on: table {table} in session "
                    "{session} needs another player, or 0 for an empty seat",
                    player=player,
                    withdrawn=after.withdrawn[player],
                    table=table,
                    session=session,
                )
                raise Refused("contradiction", message, "players")


def _check_locked(before: Tournament, after: Tournament) -> None:
    """Check that the players and the game of a locked result stay unchanged."""
    for place in before.locked:
        if place not in after.locked:
            continue
        for held in ("seats", "games"):
            if getattr(before, held).get(place) != getattr(after, held).get(place):
                raise locked_result_error(place, "table")
