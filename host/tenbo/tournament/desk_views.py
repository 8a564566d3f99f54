"""What the desk reads of its tournament, as plain objects: the facts, the people, the seats, and every record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.game.telling import act
from tenbo.tournament.checks import TAKEN_BACK
from tenbo.tournament.desk import STREAM
from tenbo.tournament.export import who
from tenbo.tournament.state import taken_back
from tenbo_core.event_text import event_of

if TYPE_CHECKING:
    from tenbo.tournament.records import DeskRecord
    from tenbo.tournament.state import Tournament
    from tenbo.tournament.stored import StoredTournament


def facts_view(stored: StoredTournament, now_ms: int) -> dict[str, Any]:
    """Return what is known of the tournament, how far each session is, and what is kept back."""
    tournament = stored.tournament
    facts = {name: value for name, value in tournament.facts.items() if name != "book"}
    sessions = [
        {
            "session": session,
            "state": _state(tournament, session),
            "hidden": tournament.publication.hides(session, now_ms),
            "tables": len(tournament.tables_of(session)),
        }
        for session in tournament.sessions
    ]
    return {
        **facts,
        "own_book": bool(tournament.rulebook.text),
        "session": tournament.session,
        "sessions": sessions,
        "hidden_from": tournament.publication.hidden_from,
        "released_at": tournament.publication.released_at,
    }


def people_view(stored: StoredTournament) -> list[dict[str, Any]]:
    """Return everybody who is registered or seated: what is known, and who has left or is not ranked."""
    tournament, people = stored.tournament, stored.people()
    seated: dict[int, list[int]] = {}
    for (session, _), players in sorted(tournament.seats.items()):
        for player in filter(None, players):
            seated.setdefault(player, []).append(session)
    return [
        {
            "player": number,
            **{name: value for name, value in who(people, number)._asdict().items() if name != "id"},
            "name": who(people, number).name,
            "registered": number in people,
            "sessions": seated.get(number, []),
            "withdrawn": tournament.withdrawn.get(number),
            "struck": tournament.struck.get(number, ""),
        }
        for number in sorted({*people, *seated})
    ]


def plan_view(stored: StoredTournament) -> list[dict[str, Any]]:
    """Return who sits where in each session, and who has no seat in it."""
    tournament, people = stored.tournament, stored.people()
    return [
        {
            "session": session,
            "state": _state(tournament, session),
            "tables": [_table(tournament, session, table, stored) for table in tournament.tables_of(session)],
            "no_seat": [[number, who(people, number).name] for number in tournament.resting(session, people)],
        }
        for session in tournament.sessions
    ]


def records_view(stored: StoredTournament, before: int | None, most: int) -> list[dict[str, Any]]:
    """Return records of the desk, the newest first: by whom and when, whether they count, and may be undone."""
    records = stored.desk.records
    void = taken_back(records)
    chosen = [record for record in reversed(records) if before is None or record.n < before][:most]
    moments = {row.seq: row.ts_ms for row in stored.store.rows(STREAM, chosen[-1].n - 1)} if chosen else {}
    return [
        {
            "n": record.n,
            "at_ms": moments.get(record.n, 0),
            "kind": record.kind,
            "by": record.by,
            "text": record.in_words(),
            "fields": told(record),
            "counts": record.n not in void,
            "may_be_taken_back": record.kind in TAKEN_BACK and record.n not in void,
        }
        for record in chosen
    ]


def told(record: DeskRecord) -> dict[str, Any]:
    """Return what a record carries as people read it: of a plan and of a book, which are long, what they are about."""
    fields = {name: value for name, value in record.fields.items() if name != "book"}
    if record.kind == "plan":
        sessions = [place[0] for place in fields.pop("tables")]
        fields |= {"sessions": sorted(set(sessions)), "tables": sessions.count(min(sessions))}
    if record.kind == "ruling":
        fields["act"] = act(event_of(fields["act"]))
    return fields


def _state(tournament: Tournament, session: int) -> str:
    if session in tournament.ended:
        return "ended"
    return "begun" if session in tournament.opened else "planned"


def _table(tournament: Tournament, session: int, table: int, stored: StoredTournament) -> dict[str, Any]:
    players, people = tournament.seats.get((session, table), [0, 0, 0, 0]), stored.people()
    return {
        "table": table,
        "players": players,
        "names": [who(people, player).name for player in players],
        "has_game": (session, table) in tournament.games,
        "locked": (session, table) in tournament.locked,
    }
