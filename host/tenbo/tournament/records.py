"""The desk's own records: one row for each kind, what it carries, checked before it is kept."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from tenbo.tournament.walls import make_wall
from tenbo.validation.fields import check_value, quote_value, read_fields
from tenbo.validation.suggestions import suggest_or_list
from tenbo_core.errors import Malformed

# Record, then its fields as (name, kind); a kind that ends in "?" may be left out. A plan has many places,
# each `[session, table, [E, S, W, N]]`.
KINDS = (
    # Which device is which table; without a table the device is forgotten.
    ("bind", (("device", "line"), ("table", "count?"))),
    ("ledger", (("ledger", "line"), ("device", "line"))),
    # An own book comes with its text, so that no result depends on a file.
    # `date` is the last of its `days`; `short` is how lists call it, and `qualification` that one has to qualify.
    ("tournament", (("title", "line"), ("rules", "line"), ("book", "text?"), ("place", "line?"), ("country", "line?"),
                    ("date", "line?"), ("days", "count?"), ("short", "line?"), ("qualification", "bool?"))),
    # Who sits where in a session, East first, by player number; 0 is nobody. A plan replaces the seats of its sessions.
    ("seats", (("session", "count"), ("table", "count"), ("players", "four"))),
    ("plan", (("tables", "places"),)),
    ("swap", (("session", "count"), ("players", "two"), ("why", "line?"))),
    ("out", (("session", "count"), ("table", "count"), ("why", "line?"))),
    # Somebody leaves: from a session on another player, or nobody, has the seat. Who is struck is not ranked at all.
    ("withdraw", (("session", "count"), ("player", "count"), ("instead", "count?"), ("why", "line"))),
    ("strike", (("player", "count"), ("why", "line"))),
    # Somebody comes late, or comes back: the first seat of each later session that nobody has.
    ("enter", (("session", "count"), ("player", "count"), ("why", "line?"))),
    ("open", (("session", "count"),)),
    ("end", (("session", "count"),)),
    # Which game of which ledger is the one played by a table in a session, and that it is not.
    ("game", (("session", "count"), ("table", "count"), ("ledger", "line"), ("start", "count"), ("why", "line?"))),
    ("detach", (("session", "count"), ("table", "count"), ("why", "line"))),
    ("penalty", (("session", "count"), ("table", "count"), ("seat", "seat"), ("points", "int"), ("why", "line"))),
    ("correct", (("session", "count"), ("table", "count"), ("scores", "four"), ("sticks", "count?"), ("why", "line"))),
    # A substitute plays at a seat of a table whose scores are typed, since the start of the session or later.
    ("substitute", (("session", "count"), ("table", "count"), ("seat", "seat"), ("since", "word start now"),
                    ("why", "line?"))),
    # A locked result counts the game up to its event `last`; what is pressed after that is for the sheet of nobody.
    ("lock", (("session", "count"), ("table", "count"), ("last", "count?"))),
    ("reopen", (("session", "count"), ("table", "count"), ("why", "line"))),
    # Results of a session and of later ones are for the desk alone, and from a moment on for everybody.
    ("hide", (("session", "count"),)),
    ("release", (("at", "moment"),)),
    # What somebody has typed from a table's slip of paper; a second person's slip is compared with it.
    ("slip", (("session", "count"), ("table", "count"), ("scores", "four"), ("sticks", "count?"))),
    # What a wall of the hall shows, how long a page of it stays, and by how many seconds its points are late.
    ("wall", (("wall", "count"), ("shows", "texts"), ("turn", "count?"), ("delay", "count?"))),
    # The hall's clock: at which time of day (ms) what was done; minutes and a table where they matter.
    ("clock", (("act", "word start pause resume extra stop"), ("at", "moment"), ("minutes", "int?"),
               ("signal", "count?"), ("table", "count?"))),
    # Who writes a ledger from now on: a spare device, or the desk itself.
    ("pen", (("ledger", "line"), ("epoch", "count"), ("to", "line"), ("why", "line"))),
    # Whose telling of a ledger counts where hosts tell it in two ways: a host's name, or `here`.
    ("believe", (("ledger", "line"), ("host", "line"), ("why", "line"))),
    # What somebody who has joined did at a table: its event there, and a call that was answered after some seconds.
    ("ruling", (("table", "count"), ("event", "count"), ("act", "text"))),
    ("answer", (("table", "count"), ("seat", "seat"), ("waited", "count"))),
    # The record with the number `of` counts no more; taking this one back brings that one back.
    ("takeback", (("of", "count"), ("why", "line"))),
)  # fmt: skip

FIELDS: dict[str, tuple[tuple[str, str], ...]] = dict(KINDS)

# A plan has the fields of a record of seats, many times over.
_SEATS = FIELDS["seats"]


class DeskRecord(NamedTuple):
    """One record of the desk: its kind, who made it, its fields by name, and its number in the desk's stream."""

    kind: str
    by: str
    fields: dict[str, Any]
    n: int = -1

    @property
    def session_table(self) -> tuple[int, int] | None:
        """Return the session and table that the record is about, or None."""
        session, table = self.fields.get("session"), self.fields.get("table")
        return None if session is None or table is None else (session, table)

    def summary(self) -> str:
        """Return what the record says, in a line.

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
        said = {name: value for name, value in self.fields.items() if name != "book"}
        return " ".join([self.kind, *(f"{name} {value}" for name, value in said.items())])

    def to_json(self) -> str:
        """Return the record as it is stored: the same text for the same record.

        >>> DeskRecord("lock", "desk", {"table": 3, "session": 1}).to_json()
        '{"by":"desk","session":1,"table":3}'
        """
        return json.dumps({"by": self.by, **self.fields}, sort_keys=True, separators=(",", ":"))


def parse_record(kind: str, body: str, n: int = -1) -> DeskRecord:
    """Read a stored record."""
    try:
        fields = json.loads(body)
    except (RecursionError, ValueError):
        fields = None
    if not isinstance(fields, dict):
        raise Malformed("bad_field", "a record is an object", "record")
    return make(kind, str(fields.pop("by", "")), fields, n)


def make(kind: str, by: str, fields: dict[str, Any], n: int = -1) -> DeskRecord:
    """Make a record from named fields, or say which field is missing or wrong.

    >>> make("lock", "desk", {"session": 1, "table": 3}).fields
    {'session': 1, 'table': 3}
    """
    if kind not in FIELDS:
        raise Malformed("bad_field", f"there is no record {quote_value(kind)}{suggest_or_list(kind, FIELDS)}", "record")
    made = read_fields(kind, FIELDS[kind], fields)
    if kind == "plan":
        for place in made["tables"]:
            _check_plan_entry(place)
    if kind == "wall":
        make_wall(**made)
    return DeskRecord(kind, check_value("by", "line", by), made, n)


def _check_plan_entry(place: Any) -> None:
    """Check the seats of one table of a plan."""
    if not isinstance(place, list) or len(place) != len(_SEATS):
        raise Malformed("bad_field", "tables must be a list of [session, table, [E, S, W, N]]", "tables")
    for (name, what), value in zip(_SEATS, place, strict=True):
        check_value(name, what, value)
