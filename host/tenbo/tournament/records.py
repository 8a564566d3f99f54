"""The desk's own records: one row for each kind, what it carries, checked before it is kept."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from tenbo_core.errors import Malformed
from tenbo_core.fields import is_int
from tenbo_core.seats import SEATS

# Record, then its fields as (name, kind); a kind that ends in "?" may be left out.
KINDS = (
    # Which device is which table; without a table the device is forgotten.
    ("bind", (("device", "text"), ("table", "count?"))),
    ("ledger", (("ledger", "text"), ("device", "text"))),
    ("tournament", (("title", "text"), ("rules", "text"), ("place", "text?"), ("country", "text?"), ("date", "text?"))),
    # Who sits where in a session, East first, by player number; 0 is nobody. A plan replaces the seats of its sessions.
    ("seats", (("session", "count"), ("table", "count"), ("players", "four"))),
    ("plan", (("tables", "plan"),)),
    ("swap", (("session", "count"), ("players", "two"), ("why", "text?"))),
    ("out", (("session", "count"), ("table", "count"), ("why", "text?"))),
    # Somebody leaves: from a session on another player, or nobody, has the seat. Who is struck is not ranked at all.
    ("withdraw", (("session", "count"), ("player", "count"), ("instead", "count?"), ("why", "text"))),
    ("strike", (("player", "count"), ("why", "text"))),
    ("open", (("session", "count"),)),
    ("end", (("session", "count"),)),
    # Which game of which ledger is the one played by a table in a session, and that it is not.
    ("game", (("session", "count"), ("table", "count"), ("ledger", "text"), ("start", "count"), ("why", "text?"))),
    ("detach", (("session", "count"), ("table", "count"), ("why", "text"))),
    ("penalty", (("session", "count"), ("table", "count"), ("seat", "seat"), ("points", "int"), ("why", "text"))),
    ("correct", (("session", "count"), ("table", "count"), ("scores", "four"), ("sticks", "count?"), ("why", "text"))),
    # A locked result counts the game up to its event `last`; what is pressed after that is for the sheet of nobody.
    ("lock", (("session", "count"), ("table", "count"), ("last", "count?"))),
    ("reopen", (("session", "count"), ("table", "count"), ("why", "text"))),
    # The hall's clock: at which time of day (ms) what was done; minutes and a table where they matter.
    ("clock", (("act", "act"), ("at", "moment"), ("minutes", "int?"), ("signal", "count?"), ("table", "count?"))),
    # Who writes a ledger from now on: a spare device, or the desk itself.
    ("pen", (("ledger", "text"), ("epoch", "count"), ("to", "text"), ("why", "text"))),
    # The record with the number `of` counts no more; taking this one back brings that one back.
    ("takeback", (("of", "count"), ("why", "text"))),
)  # fmt: skip

FIELDS: dict[str, tuple[tuple[str, str], ...]] = dict(KINDS)

ACTS = ("start", "pause", "resume", "extra", "stop")

# Milliseconds since 1970 up to the year 9999.
LATEST = 253_402_300_799_999

LISTS = {"four": 4, "two": 2}

# A reason or a title is a line, not a book.
LONGEST_TEXT = 200


class DeskRecord(NamedTuple):
    """One record of the desk: its kind, who made it, its fields by name, and its number in the desk's stream."""

    kind: str
    by: str
    fields: dict[str, Any]
    n: int = -1

    @property
    def place(self) -> tuple[int, int] | None:
        """Return the session and table that the record is about, or None."""
        session, table = self.fields.get("session"), self.fields.get("table")
        return None if session is None or table is None else (session, table)

    def body(self) -> str:
        """Return the record as it is stored: the same text for the same record.

        >>> DeskRecord("lock", "desk", {"table": 3, "session": 1}).body()
        '{"by":"desk","session":1,"table":3}'
        """
        return json.dumps({"by": self.by, **self.fields}, sort_keys=True, separators=(",", ":"))


def record_of(kind: str, body: str, n: int = -1) -> DeskRecord:
    """Read a stored record."""
    fields = json.loads(body)
    if not isinstance(fields, dict):
        raise Malformed("bad_field", "a record is an object", "record")
    return make(kind, str(fields.pop("by", "")), fields, n)


def make(kind: str, by: str, fields: dict[str, Any], n: int = -1) -> DeskRecord:
    """Make a record from named fields, or say which field is missing or wrong.

    >>> make("lock", "desk", {"session": 1, "table": 3}).fields
    {'session': 1, 'table': 3}
    """
    if kind not in FIELDS:
        raise Malformed("bad_field", f"there is no record {kind!r}", "record")
    known = [name for name, _ in FIELDS[kind]]
    unknown = [name for name in fields if name not in known]
    if unknown:
        raise Malformed("bad_field", f"{kind} has no field {unknown[0]!r}; it has {', '.join(known)}", unknown[0])
    given = {}
    for name, what in FIELDS[kind]:
        if fields.get(name) is not None:
            given[name] = _checked(name, what.rstrip("?"), fields[name])
        elif not what.endswith("?"):
            raise Malformed("missing_field", f"{kind} needs {name}", name)
    return DeskRecord(kind, _line("by", by), given, n)


def _checked(name: str, what: str, value: Any) -> Any:
    if what == "text":
        return _line(name, value)
    if what == "act":
        if value not in ACTS:
            raise Malformed("bad_field", f"{name} must be one of {', '.join(ACTS)}", name)
        return value
    if what in LISTS:
        if not isinstance(value, list) or len(value) != LISTS[what] or not all(is_int(item) for item in value):
            raise Malformed("bad_field", f"{name} must be a list of {what} integers", name)
        return value
    if what == "plan":
        return _plan(name, value)
    if what == "moment":
        if not is_int(value, LATEST) or value < 0:
            raise Malformed("bad_field", f"{name} must be milliseconds since 1970", name)
        return value
    if not is_int(value) or (what == "count" and value < 0) or (what == "seat" and value not in SEATS):
        wanted = {"seat": "a seat from 0 to 3", "count": "an integer from 0 of at most 32 bits"}.get(
            what, "an integer of at most 32 bits"
        )
        raise Malformed("bad_seat" if what == "seat" else "bad_field", f"{name} must be {wanted}, not {value!r}", name)
    return value


def _plan(name: str, value: Any) -> Any:
    """Check the seats of many tables: a list of `[session, table, [E, S, W, N]]`."""
    if not isinstance(value, list) or not value:
        raise Malformed("missing_field", f"{name} must be a list of [session, table, [E, S, W, N]]", name)
    for item in value:
        if not isinstance(item, list) or len(item) != 3:
            raise Malformed("bad_field", f"{name} must be a list of [session, table, [E, S, W, N]]", name)
        make("seats", "desk", {"session": item[0], "table": item[1], "players": item[2]})
    return value


def _line(name: str, value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Malformed("missing_field", f"{name} must be a text that says something", name)
    if len(value) > LONGEST_TEXT or not value.isprintable():
        raise Malformed("bad_field", f"{name} must be one line of at most {LONGEST_TEXT} characters", name)
    return value
