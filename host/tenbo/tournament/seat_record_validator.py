"""Validates records about seats: seats, plans, swaps, and players who come, leave, or are unranked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.tournament.existence_checks import check_positive, check_table_exists
from tenbo.tournament.record_replay import effective_records
from tenbo.tournament.seat_change_warnings import refuse_locked_swap
from tenbo.tournament.standings import format_ranges
from tenbo.tournament.table_result import MISSING, PLAYING
from tenbo_core.errors import Malformed, Refused
from tenbo_core.seats import WIND_LETTERS
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.tournament.plausibility_prompts import RecordValidationContext
    from tenbo.tournament.record_schema import DeskRecord


def _check_out(proposed: RecordValidationContext) -> None:
    before, fields = proposed.before, proposed.fields
    session, table = fields["session"], fields["table"]
    check_table_exists(before, session, table)
    if (session, table) in before.games:
        message = sentence(
            "table_has_game",
            "table {table} has a game in session {session}: detach it first (tenbo session detach {session} {table})",
            table=table,
            session=session,
        )
        raise Refused("not_allowed_now", message, "table")


def _confirm_unregistered(proposed: RecordValidationContext, players: Iterable[int]) -> None:
    """Request a confirmation for numbers of unregistered players, which may be mistyped."""
    strangers = sorted({player for player in players if player and player not in proposed.people})
    if proposed.people and strangers:
        message = sentence("unknown_player", "no player is registered with number {number}", number=strangers[0])
        if len(strangers) > 1:
            message = sentence(
                "unknown_players",
                "no players are registered with the numbers {numbers}",
                numbers=format_ranges(strangers),
            )
        proposed.require_confirmation(message)


def _check_seats(proposed: RecordValidationContext) -> None:
    before, fields = proposed.before, proposed.fields
    session, table = fields["session"], fields["table"]
    check_positive(session, table)
    if not any(fields["players"]) and (session, table) not in before.seats:
        message = sentence(
            "table_without_players",
            "0 means an empty seat, so table {table} in session {session} would have no players: give the "
            "players' numbers",
            table=table,
            session=session,
        )
        raise Malformed("missing_field", message, "players")
    _confirm_session_gap(proposed, session)
    _confirm_unregistered(proposed, fields["players"])


def _check_plan(proposed: RecordValidationContext) -> None:
    before, after, fields = proposed.before, proposed.after, proposed.fields
    for session, table, _ in fields["tables"]:
        check_positive(session, table)
    _confirm_unregistered(proposed, [player for _, _, players in fields["tables"] for player in players])
    _confirm_session_gap(proposed, min((session for session, _, _ in fields["tables"]), default=0))
    planned = {session for session, _, _ in fields["tables"]}
    for (session, table), players in sorted(before.seats.items()):
        if session in planned and (session, table) in before.games and after.seats.get((session, table)) != players:
            message = sentence(
                "table_began_with_others",
                "table {table} began session {session} with different seats from those in this plan: change "
                "only its seats (tenbo session swap or seat), or plan only later sessions",
                table=table,
                session=session,
            )
            raise Refused("not_allowed_now", message, "table")


def _confirm_session_gap(proposed: RecordValidationContext, session: int) -> None:
    """Request a confirmation for a session that leaves a gap after the existing ones."""
    last = max((known for known, _ in proposed.before.seats), default=session)
    if session > last + 1:
        proposed.require_confirmation(
            sentence(
                "session_not_seated_yet",
                "these seats are for session {session}, but no players are seated in session {last} yet",
                last=last + 1,
                session=session,
            )
        )


def _check_swap(proposed: RecordValidationContext) -> None:
    before, fields = proposed.before, proposed.fields
    session = fields["session"]
    if fields["players"][0] == fields["players"][1]:
        raise Malformed("contradiction", sentence("swap_needs_two", "a swap needs two different players"), "players")
    for player in fields["players"]:
        if not player or not any(one == session and player in seated for (one, _), seated in before.seats.items()):
            raise Refused(
                "bad_field",
                sentence(
                    "player_without_seat",
                    "player {player} has no seat in session {session}",
                    player=player,
                    session=session,
                ),
                "players",
            )
    refuse_locked_swap(before, session, fields["players"])
    same = [
        other
        for other in effective_records(proposed.earlier)
        if other.kind == "swap" and _same_swap(other, proposed.record)
    ]
    if len(same) % 2:
        one, other = fields["players"]
        proposed.require_confirmation(
            sentence(
                "seats_swapped_already",
                "players {one} and {other} have already swapped seats in session {session} (record "
                "{number}): this would swap them back",
                one=one,
                other=other,
                session=session,
                number=same[-1].n,
            )
        )


def _check_withdraw(proposed: RecordValidationContext) -> None:
    before, fields = proposed.before, proposed.fields
    player, session = fields["player"], fields["session"]
    check_positive(session, 1)
    if player in before.withdrawn and before.withdrawn[player] <= session:
        message = sentence(
            "player_withdrawn_already",
            "player {player} has already withdrawn, from session {withdrawn} on",
            player=player,
            withdrawn=before.withdrawn[player],
        )
        raise Refused("not_allowed_now", message, "player")
    _confirm_unregistered(proposed, [fields.get("instead", 0)])
    later = sorted(place for place, seated in before.seats.items() if place[0] >= session and player in seated)
    for place in later:
        if place not in before.locked and proposed.sheet_before(*place).state not in (MISSING, PLAYING):
            message = sentence(
                "player_has_result",
                "player {player} has a result at table {place} in session {other_place}: it would belong to no one",
                player=player,
                place=place[1],
                other_place=place[0],
            )
            if fields.get("instead"):
                message = sentence(
                    "result_would_be_of_other",
                    "player {player} has a result at table {place} in session {other_place}: it would go to "
                    "player {other_player}",
                    player=player,
                    place=place[1],
                    other_place=place[0],
                    other_player=fields["instead"],
                )
            proposed.require_confirmation(message)
    if later:
        return
    # The next session may not be planned yet if it is paired by the standings.
    plays = bool(player) and any(player in seated for seated in before.seats.values())
    if not plays or session > max(before.sessions) + 1:
        raise Refused(
            "bad_field",
            sentence(
                "player_without_seat_from",
                "player {player} has no seat from session {session} on",
                player=player,
                session=session,
            ),
            "player",
        )


def _check_strike(proposed: RecordValidationContext) -> None:
    before, fields = proposed.before, proposed.fields
    player = fields["player"]
    if not player or not any(player in seated for seated in before.seats.values()):
        raise Refused(
            "bad_field",
            sentence("player_without_any_seat", "player {player} has no seat in any session", player=player),
            "player",
        )
    if player in before.unranked:
        proposed.require_confirmation(
            sentence(
                "player_unranked_already",
                "player {player} is already excluded from the ranking: {unranked}",
                player=player,
                unranked=before.unranked[player],
            )
        )


def _check_enter(proposed: RecordValidationContext) -> None:
    before, after, fields = proposed.before, proposed.after, proposed.fields
    player, session = fields["player"], fields["session"]
    if not player:
        raise Malformed(
            "bad_field", sentence("player_zero", "0 means an empty seat; player numbers start at 1"), "player"
        )
    if session not in {of for of, _ in before.seats}:
        known = format_ranges(sorted({of for of, _ in before.seats}))
        message: str = sentence(
            "session_not_seated",
            "no players are seated in session {session}: choose a planned session ({known}), or import a plan "
            "for this one (tenbo session plan)",
            session=session,
            known=known,
        )
        if not known:
            message = sentence(
                "no_session_seated",
                "no players are seated in any session yet: create a seating plan first (tenbo session plan)",
            )
        raise Refused("bad_field", message, "session")
    if before.is_seated(player, session):
        raise Refused(
            "not_allowed_now",
            sentence(
                "player_has_seat",
                "player {player} already has a seat in session {session}",
                player=player,
                session=session,
            ),
            "player",
        )
    if not after.is_seated(player, session):
        if player in proposed.new:
            message = sentence(
                "no_empty_seat_for_new",
                "session {session} has no empty seat, so the player was not registered: register the player first "
                "without a session (tenbo session add without --from), then replan from this session on (tenbo seating "
                "--from ... --with {player}), or let the player play as an unranked reserve (tenbo session "
                "withdraw ... --instead {player})",
                session=session,
                player=player,
            )
        else:
            message = sentence(
                "no_empty_seat",
                "session {session} has no empty seat for player {player}: replan from this session on (tenbo "
                "seating --from ... --with {player}), or let the player play as an unranked reserve (tenbo "
                "session withdraw ... --instead {player})",
                session=session,
                player=player,
            )
        raise Refused("not_allowed_now", message, "session")
    for place in sorted(place for place, seated in after.seats.items() if before.seats[place] != seated):
        if proposed.sheet_before(*place).state not in (MISSING, PLAYING):
            wind = WIND_LETTERS[after.seats[place].index(player)]
            proposed.require_confirmation(
                sentence(
                    "table_result_would_move",
                    "table {place} has a result in session {other_place}, and the score of {wind} would go "
                    "to player {player}: to start later, enter the player from session {third_place} on",
                    place=place[1],
                    other_place=place[0],
                    wind=wind,
                    player=player,
                    third_place=place[0] + 1,
                )
            )


def _same_swap(one: DeskRecord, other: DeskRecord) -> bool:
    """Return whether two swaps are of the same two players in one session."""
    return one.fields["session"] == other.fields["session"] and set(one.fields["players"]) == set(
        other.fields["players"]
    )


SEAT_VALIDATORS = {
    "seats": _check_seats,
    "plan": _check_plan,
    "swap": _check_swap,
    "out": _check_out,
    "withdraw": _check_withdraw,
    "strike": _check_strike,
    "enter": _check_enter,
}
