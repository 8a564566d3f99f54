"""The kinds of the desk's records, their fields, and the check of a record's fields."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.tournament.wall_page_settings import make_wall_settings
from tenbo.validation.fields import check_value, read_fields
from tenbo.validation.suggestions import quote_value, suggest_or_list
from tenbo_core.errors import Malformed
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Collection

# Each kind with its fields as (name, type); a type that ends in "?" is optional. The tables of a plan are lists of
# `[session, table, [E, S, W, N]]`, of three players without N.
KINDS = (
    # The table number of a device; without a table its number is removed.
    ("bind", (("device", "line"), ("table", "count?"))),
    ("ledger", (("ledger", "line"), ("device", "line"))),
    # An own rule book comes with its text, so that no result depends on a file.
    # `date` is the last of its `days`, `short` its name in lists, and `qualification` whether players had to qualify.
    # `another` begins a tournament beside the one before, or continues an earlier one with this title.
    ("tournament", (("title", "line"), ("rules", "line"), ("book", "text?"), ("place", "line?"), ("country", "line?"),
                    ("date", "line?"), ("days", "count?"), ("short", "line?"), ("qualification", "bool?"),
                    ("another", "bool?"))),
    # The seats of a session, East first, by player number; 0 is an empty seat; the rule book says how many. A plan
    # replaces the seats of its sessions.
    ("seats", (("session", "count"), ("table", "count"), ("players", "by_seat"))),
    ("plan", (("tables", "places"),)),
    ("swap", (("session", "count"), ("players", "two"), ("why", "line?"))),
    ("out", (("session", "count"), ("table", "count"), ("why", "line?"))),
    # A player leaves: from a session on another player, or none, has the seat. A struck player is not ranked at all.
    ("withdraw", (("session", "count"), ("player", "count"), ("instead", "count?"), ("why", "line"))),
    ("strike", (("player", "count"), ("why", "line"))),
    # A player comes late or comes back: the player gets the first empty seat of each later session.
    ("enter", (("session", "count"), ("player", "count"), ("why", "line?"))),
    ("open", (("session", "count"),)),
    ("end", (("session", "count"),)),
    # The game of a ledger that a table has played in a session, or its removal.
    ("game", (("session", "count"), ("table", "count"), ("ledger", "line"), ("start", "count"), ("why", "line?"))),
    ("detach", (("session", "count"), ("table", "count"), ("why", "line"))),
    ("penalty", (("session", "count"), ("table", "count"), ("seat", "seat"), ("points", "int"), ("why", "line"))),
    ("correct", (("session", "count"), ("table", "count"), ("scores", "by_seat"), ("sticks", "count?"),
                 ("why", "line"))),
    # The chips that each seat has won or lost, where the rule book has chips.
    ("chips", (("session", "count"), ("table", "count"), ("chips", "by_seat"), ("why", "line?"))),
    # A substitute plays at a seat of a table whose scores are entered, from the start of the session or later.
    ("substitute", (("session", "count"), ("table", "count"), ("seat", "seat"), ("since", "word start now"),
                    ("why", "line?"))),
    # A locked result counts the game up to its event `last`; later events are on no sheet.
    ("lock", (("session", "count"), ("table", "count"), ("last", "count?"))),
    ("reopen", (("session", "count"), ("table", "count"), ("why", "line"))),
    # The results of a session and of later ones are hidden, and released from a moment on.
    ("hide", (("session", "count"),)),
    ("release", (("at", "moment"),)),
    # The scores of a table's paper slip; a second person's slip is compared with it.
    ("slip", (("session", "count"), ("table", "count"), ("scores", "by_seat"), ("sticks", "count?"))),
    # What a wall page shows, how many seconds each of its pages stays, and its delay in seconds.
    ("wall", (("wall", "count"), ("shows", "texts"), ("turn", "count?"), ("delay", "count?"))),
    # The hall's clock: the act and its time of day (ms), with minutes and a table if needed.
    ("clock", (("act", "word start pause resume extra stop"), ("at", "moment"), ("minutes", "int?"),
               ("signal", "count?"), ("table", "count?"))),
    # The writer of a ledger from now on: a spare device, or the desk itself.
    ("pen", (("ledger", "line"), ("epoch", "count"), ("to", "line"), ("why", "line"))),
    # The source that counts for a forked ledger: a host's name, or `here`.
    ("believe", (("ledger", "line"), ("host", "line"), ("why", "line"))),
    # A ruling at a table by a logged-in user: its event there; and a call that was answered after some seconds.
    ("ruling", (("table", "count"), ("event", "count"), ("act", "text"))),
    ("answer", (("table", "count"), ("seat", "seat"), ("waited", "count"))),
    # A season or an evening of a club; its record's number is its id, and `of` names one to edit. An evening belongs to
    # its `parent`. A ranking has an order, a minimum of games, and the number of games that count.
    ("series", (("of", "count?"), ("title", "line"), ("kind", "word season evening"), ("date", "date"),
                ("until", "date?"), ("parent", "count?"), ("rules", "line?"), ("book", "text?"),
                ("order", "word total mean place firsts rating?"), ("least", "count?"), ("best", "count?"))),
    ("close", (("series", "count"),)),
    ("resume", (("series", "count"),)),
    # A person is present at an evening, or has left; and the players of a table's next game there, 0 for a guest.
    ("attendance", (("series", "count"), ("player", "count"), ("present", "bool"))),
    ("sit", (("series", "count"), ("table", "count"), ("players", "seated"))),
    # A game of a series, or of none; its record's number is its id. Player 0 is a guest without a name. The game has a
    # ledger, or the scores of a sheet.
    ("play", (("series", "count?"), ("rules", "line"), ("book", "text?"), ("date", "date"), ("players", "seated"),
              ("table", "count?"), ("ledger", "line?"), ("start", "count?"), ("scores", "by_seat?"),
              ("sticks", "count?"), ("penalties", "by_seat?"), ("chips", "by_seat?"), ("at", "moment?"))),
    ("who", (("game", "count"), ("players", "seated"), ("why", "line?"))),
    ("rescore", (("game", "count"), ("scores", "by_seat?"), ("sticks", "count?"), ("penalties", "by_seat?"),
                 ("chips", "by_seat?"), ("why", "line"))),
    ("void", (("game", "count"), ("why", "line"))),
    # Two numbers of one person, and who may see a person's page.
    ("merge", (("player", "count"), ("into", "count"), ("why", "line?"))),
    ("share", (("player", "count"), ("shows", "word self members everyone"))),
    # The record with the number `of` is reverted; reverting the takeback restores it.
    ("takeback", (("of", "count"), ("why", "line"))),
)  # fmt: skip

FIELDS: dict[str, tuple[tuple[str, str], ...]] = dict(KINDS)


def require_all_kinds(handled: Collection[str]) -> None:
    """Raise an error when a table by kind lacks a kind, names an unknown one, or names one twice.

    A module calls it at import, so that a forgotten or mistyped kind is found before the first record.
    """
    wrong = sorted(kind for kind in {*handled, *FIELDS} if [*handled].count(kind) != (kind in FIELDS))
    if wrong:
        raise LookupError(f"a table by kind must name each kind of record once: {', '.join(wrong)}")


# The tables of a plan have the fields of a record of seats.
_SEATS = FIELDS["seats"]


class DeskRecord(NamedTuple):
    """One record of the desk: its kind, its author, its fields by name, and its number in the desk's stream."""

    kind: str
    by: str
    fields: dict[str, Any]
    n: int = -1

    @property
    def session_table(self) -> tuple[int, int] | None:
        """Return the session and table of the record, or None."""
        session, table = self.fields.get("session"), self.fields.get("table")
        return None if session is None or table is None else (session, table)

    def summary(self) -> str:
        """Return a one-line summary of the record.

        >>> DeskRecord("lock", "desk", {"session": 1, "table": 3}).summary()
        'lock session 1 table 3'
        >>> DeskRecord("plan", "desk", {"tables": [[2, 1, [1, 2, 3, 4]], [3, 1, [4, 3, 2, 1]]]}).summary()
        'plan of sessions 2 to 3, 1 table in the first'
        """
        if self.kind == "plan":
            sessions = [place[0] for place in self.fields["tables"]]
            first, last = min(sessions), max(sessions)
            several = f"sessions {first} to {last}" if last > first else f"session {first}"
            tables = sessions.count(first)
            return f"plan of {several}, {tables} table{'s' * (tables > 1)}{' in the first' * (last > first)}"
        fields = {name: value for name, value in self.fields.items() if name != "book"}
        return " ".join([self.kind, *(f"{name} {value}" for name, value in fields.items())])

    def to_json(self) -> str:
        """Return the record as it is stored: equal records give equal texts.

        >>> DeskRecord("lock", "desk", {"table": 3, "session": 1}).to_json()
        '{"by":"desk","session":1,"table":3}'
        """
        return json.dumps({"by": self.by, **self.fields}, sort_keys=True, separators=(",", ":"))


def parse_record(kind: str, body: str, n: int = -1) -> DeskRecord:
    """Parse a stored record."""
    try:
        fields = json.loads(body)
    except (RecursionError, ValueError):
        fields = None
    if not isinstance(fields, dict):
        raise Malformed("bad_field", "a record must be a JSON object", "record")
    return make(kind, str(fields.pop("by", "")), fields, n)


def make(kind: str, by: str, fields: dict[str, Any], n: int = -1) -> DeskRecord:
    """Make a record from named fields; raise an error that names a missing or invalid field.

    >>> make("lock", "desk", {"session": 1, "table": 3}).fields
    {'session': 1, 'table': 3}
    """
    if kind not in FIELDS:
        raise Malformed(
            "bad_field", f"there is no kind of record {quote_value(kind)}{suggest_or_list(kind, FIELDS)}", "kind"
        )
    made = read_fields(sentence("owner_record_kind", "a record of kind {kind}", kind=kind), FIELDS[kind], fields)
    if kind == "plan":
        for place in made["tables"]:
            _check_plan_entry(place)
    if kind == "wall":
        make_wall_settings(**made)
    return DeskRecord(kind, check_value("by", "line", by), made, n)


def _check_plan_entry(place: Any) -> None:
    """Check the seats of one table of a plan."""
    if not isinstance(place, list) or len(place) != len(_SEATS):
        raise Malformed("bad_field", "tables must be a list of [session, table, [E, S, W, N]]", "tables")
    for (name, what), value in zip(_SEATS, place, strict=True):
        check_value(name, what, value)
