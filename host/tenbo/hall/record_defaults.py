"""Completes a record with defaults: the last event of a game, a seat, a moment; scores in points."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tenbo.store.sqlite_store import wall_clock_ms
from tenbo.tournament.entered_score_units import scores_in_points
from tenbo.tournament.player_directory import find_player_number
from tenbo.tournament.rulebook_checks import check_book
from tenbo.tournament.series.club_record_validator import table_before_rescore
from tenbo.tournament.table_result import table_before_correction, table_without_game
from tenbo.validation.countries import parse_country
from tenbo.validation.dates import parse_day_range
from tenbo.validation.fields import check_value, read_field
from tenbo_core.errors import Malformed, Refused, TenboError
from tenbo_core.field_checks import is_int
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.tournament.repository import TournamentRepository
    from tenbo_core.table import Table

    Fields = dict[str, Any]

MINUTE_MS = 60_000


def with_defaults(stored: TournamentRepository, kind: str, fields: Fields) -> Fields:
    """Return the complete fields of a record.

    Players may be given by name. A lock gets the last event of the game, a tournament its days from text, a substitute
    the session in play, a penalty the seat of its player, and a release the moment in so many minutes. Scores in
    hundreds become points.
    """
    fields = _with_numbers(stored, kind, fields)
    if kind in ("correct", "play", "rescore"):
        return _with_points(stored, kind, fields)
    if kind == "tournament":
        return _with_facts(stored, fields)
    if kind == "lock":
        return _with_last_event(stored, fields)
    if kind == "penalty" and "player" in fields:
        return _with_seat(stored, fields)
    if kind == "substitute" and "session" not in fields:
        return {**fields, "session": _session_in_play(stored)}
    if kind == "release" and "at" not in fields:
        minutes = read_field("a release", fields, "minutes", "count", 0)
        return {**_without(fields, "minutes"), "at": wall_clock_ms() + minutes * MINUTE_MS}
    return fields


def _with_facts(stored: TournamentRepository, fields: Fields) -> Fields:
    """Return the facts of the tournament; without a title the given facts are merged with the known ones."""
    if isinstance(fields.get("country"), str):
        fields = {**fields, "country": parse_country(fields["country"])}
    if isinstance(fields.get("date"), str):
        last, days = parse_day_range(fields["date"])
        if days is not None and fields.get("days", days) != days:
            message = sentence(
                "days_differ",
                "{date} covers {days} days, not {other_days}: give either the dates or the number of days",
                date=repr(fields["date"]),
                days=days,
                other_days=fields["days"],
            )
            raise Malformed("contradiction", message, "days")
        fields = {**fields, "date": last} if days is None else {**fields, "date": last, "days": days}
    if "title" in fields or not stored.tournament.title:
        return fields
    known = stored.tournament.facts
    if "rules" in fields:
        known.pop("book", None)
    return {**known, **fields}


def _with_numbers(stored: TournamentRepository, kind: str, fields: Fields) -> Fields:
    """Return the fields with players' names replaced by numbers."""
    if kind in ("withdraw", "strike", "enter"):
        named = {name: fields[name] for name in ("player", "instead") if isinstance(fields.get(name), str)}
        people = stored.people()
        return {
            **fields,
            **{
                name: find_player_number(people, check_value(name, "line", who), at=name) for name, who in named.items()
            },
        }
    if kind == "swap" and isinstance(fields.get("players"), list):
        who = [
            find_player_number(stored.people(), name) if isinstance(name, str) else name for name in fields["players"]
        ]
        return {**fields, "players": who}
    return fields


def _with_points(stored: TournamentRepository, kind: str, fields: Fields) -> Fields:
    """Return the fields with scores in points; what is wrong with other fields is for the validator to say."""
    scores, sticks = fields.get("scores"), fields.get("sticks", 0)
    if not (isinstance(scores, list) and all(map(is_int, scores)) and is_int(sticks)):
        return fields
    with suppress(TenboError):
        return {**fields, "scores": scores_in_points(_scored_table(stored, kind, fields), scores, sticks)}
    return fields


def _scored_table(stored: TournamentRepository, kind: str, fields: Fields) -> Table:
    """Return the table that gets the scores of a record."""
    if kind == "correct":
        session, table = [read_field("a correction", fields, name, "count") for name in ("session", "table")]
        return table_before_correction(stored.tournament, (session, table), stored.games.events_of)
    if kind == "rescore":
        game = stored.tournament.club.require_game(read_field("a correction", fields, "game", "count"))
        return table_before_rescore(game.ref, game.rulebook, stored.games.events_of)
    book = [read_field("a game", fields, name, "text", default) for name, default in (("rules", ...), ("book", ""))]
    return table_without_game(check_book(*book).rules)


def _with_last_event(stored: TournamentRepository, fields: Fields) -> Fields:
    session, table = [read_field("a lock", fields, name, "count", 0) for name in ("session", "table")]
    game = stored.tournament.games.get((session, table))
    last = [event.n for event in stored.games.events_of(game)][-1:] if game is not None else []
    return {**fields, "last": last[0]} if last else fields


def _with_seat(stored: TournamentRepository, fields: Fields) -> Fields:
    """Return a penalty with its player replaced by table and seat."""
    session = read_field(sentence("owner_penalty", "a penalty"), fields, "session", "count")
    number = find_player_number(stored.people(), check_value("player", "line", str(fields["player"])))
    for (one, table), players in sorted(stored.tournament.seats.items()):
        if one == session and number in players and fields.get("table", table) == table:
            return {**_without(fields, "player"), "table": table, "seat": players.index(number)}
    message = sentence(
        "player_without_seat", "player {player} has no seat in session {session}", player=number, session=session
    )
    if "table" in fields:
        message = sentence(
            "no_seat_at_table",
            "player {player} has no seat at table {table} of session {session}",
            player=number,
            table=fields["table"],
            session=session,
        )
    raise Refused("bad_field", message, "player")


def _session_in_play(stored: TournamentRepository) -> int:
    """Return the last session that has started, or for which scores were entered."""
    begun = stored.tournament.begun_sessions
    if not begun:
        raise Malformed(
            "missing_field",
            sentence("no_session_begun", "no session has begun: specify the session (--session)"),
            "session",
        )
    return max(begun)


def _without(fields: Fields, name: str) -> Fields:
    return {other: value for other, value in fields.items() if other != name}
