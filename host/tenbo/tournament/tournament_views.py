"""JSON views of the tournament for the desk: facts, people, seats, and every record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.game.game_report import event_json
from tenbo.store.ledgers import DESK_STREAM
from tenbo.tournament.player_directory import player_or_unknown
from tenbo.tournament.record_replay import reverted_numbers, undone_rulings
from tenbo.tournament.record_validator import is_revertible
from tenbo_core.event_notation import event_of

if TYPE_CHECKING:
    from tenbo.tournament.record_schema import DeskRecord
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.state import Tournament


def facts_view(stored: TournamentRepository, now_ms: int) -> dict[str, Any]:
    """Return the facts of the tournament, the progress of each session, and what is hidden."""
    tournament = stored.tournament
    facts = {name: value for name, value in tournament.facts.items() if name != "book"}
    sessions = [
        {
            "session": session,
            "state": _state(tournament, session),
            "hidden": tournament.embargo.is_hidden(session, now_ms),
            "tables": len(tournament.tables_in_session(session)),
        }
        for session in tournament.sessions
    ]
    return {
        **facts,
        "own_book": bool(tournament.rulebook.text),
        "seats": tournament.rulebook.load().rules.players,
        "session": tournament.session,
        "sessions": sessions,
        "hidden_from": tournament.embargo.hidden_from,
        "released_at": tournament.embargo.released_at,
    }


def people_view(stored: TournamentRepository) -> list[dict[str, Any]]:
    """Return all registered or seated players with their data, and who has left, is unranked, or is another number."""
    tournament, people = stored.tournament, stored.people()
    seated: dict[int, list[int]] = {}
    for (session, _), players in sorted(tournament.seats.items()):
        for player in filter(None, players):
            seated.setdefault(player, []).append(session)
    return [
        {
            "player": number,
            **{name: value for name, value in player_or_unknown(people, number)._asdict().items() if name != "id"},
            "name": player_or_unknown(people, number).name,
            "registered": number in people,
            "sessions": seated.get(number, []),
            "withdrawn": tournament.withdrawn.get(number),
            "struck": tournament.unranked.get(number, ""),
            "merged_into": tournament.club.person(number) if number in tournament.club.merged else None,
        }
        for number in sorted({*people, *seated})
    ]


def plan_view(stored: TournamentRepository) -> list[dict[str, Any]]:
    """Return the seats of each session, and the players without a seat in it."""
    tournament, people = stored.tournament, stored.people()
    return [
        {
            "session": session,
            "state": _state(tournament, session),
            "tables": [_table(tournament, session, table, stored) for table in tournament.tables_in_session(session)],
            "no_seat": [
                [number, player_or_unknown(people, number).name]
                for number in tournament.unseated_players(session, people)
            ],
        }
        for session in tournament.sessions
    ]


def records_view(stored: TournamentRepository, before: int | None, most: int) -> list[dict[str, Any]]:
    """Return records of the desk, newest first.

    Author and time, whether they count, and whether they can be reverted.
    """
    records = stored.desk.records
    void = reverted_numbers(records) | undone_rulings(records)
    chosen = [record for record in reversed(records) if before is None or record.n < before][:most]
    moments = {row.seq: row.ts_ms for row in stored.store.rows(DESK_STREAM, chosen[-1].n - 1)} if chosen else {}
    return [
        {
            "n": record.n,
            "at_ms": moments.get(record.n, 0),
            "kind": record.kind,
            "by": record.by,
            "text": record.summary(),
            "fields": record_json(record),
            "counts": record.n not in void,
            "may_be_taken_back": is_revertible(record) and record.n not in void,
        }
        for record in chosen
    ]


def record_json(record: DeskRecord) -> dict[str, Any]:
    """Return a record's fields as people read them; plans and rule books are summarised because they are long."""
    fields = {name: value for name, value in record.fields.items() if name != "book"}
    if record.kind == "plan":
        sessions = [place[0] for place in fields.pop("tables")]
        fields |= {"sessions": sorted(set(sessions)), "tables": sessions.count(min(sessions))}
    if record.kind == "ruling":
        fields["act"] = event_json(event_of(fields["act"]))
    return fields


def _state(tournament: Tournament, session: int) -> str:
    if session in tournament.ended:
        return "ended"
    return "begun" if session in tournament.opened else "planned"


def _table(tournament: Tournament, session: int, table: int, stored: TournamentRepository) -> dict[str, Any]:
    players, people = tournament.seated_players((session, table)), stored.people()
    return {
        "table": table,
        "players": players,
        "names": [player_or_unknown(people, player).name for player in players],
        "has_game": (session, table) in tournament.games,
        "locked": (session, table) in tournament.locked,
    }
