"""The kinds of events of a game: one row each, with its name and its fields.

An event has a permanent number, its author, its second, and its fields in the order of the row
below.  The journal, the wire and a host's store have the same list.
"""

from tenbo_core.declared_win import Win
from tenbo_core.errors import Malformed
from tenbo_core.field_checks import check_value, is_count, json_text
from tenbo_core.value_object import ValueObject

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Any

# The author of an event: a seat, the tournament's desk, a referee, or the table itself (its centre
# buttons and its clock).
DESK = 4
REFEREE = 5
CENTRE = 6
ASKERS = ("seat 0", "seat 1", "seat 2", "seat 3", "desk", "referee", "centre")

# Events that change which events of the past count; `corrections` carries them out.
REPAIRS = ("correct", "swap")

# The fields of each event as "name:kind", which takes little memory; a kind that ends in "?" may be left out.
EVENTS = {
    # The last three say what the game was begun for, so that a later reader knows whose result it is.
    "start": "rules:word? set:switches? scores:scores? round:wind? hand:hand?"
    " honba:count? sticks:count? session:count? table:count? tournament:word?",
    "name": "seat:seat name:text",
    "hand": "dice:dice?",
    "riichi": "seat:seat",
    "riichi_void": "seat:seat",
    "riichi_invalid": "seat:seat",
    "win": "wins:wins",
    "draw": "tenpai:seats nagashi:seats?",
    "abort": "kind:word|nine_terminals|four_winds|four_kans|four_riichi|triple_ron",
    "chombo": "seats:seats with:word|win|draw?",
    "dead_hand": "seat:seat",
    "redeal": "why:text?",
    "penalty": "seat:seat points:points why:text? when:word|now|after_uma?",
    "late": "seat:seat minutes:count",
    "substitute": "seat:seat since:word|start|now",
    "disqualify": "seat:seat why:text?",
    # The session's clock: the start signal (at a second of the ledger, else at once), stops, more or less time.
    "session": "minutes:count? start:count?",
    "pause": "why:text?",
    "resume": "",
    "extra": "minutes:minutes why:text?",
    "signal": "",
    # Events about earlier events: taken back, replaced by others, or recorded for the wrong seats.
    "undo": "to:count? why:text?",
    "correct": "of:count events:events to:count? why:text?",
    "swap": "seats:seats of:count? why:text?",
    "end": "",
}


class Event(ValueObject):
    """One numbered event: its kind, its author, its second, and its fields.

    >>> Event(41, "riichi", 2, 5400, [2]).as_list()
    [41, 'riichi', 2, 5400, [2]]
    """

    FIELDS = ("n", "kind", "by", "at", "args")

    def __init__(self, n: int, kind: str, by: int, at: int, args: "list[Any]") -> None:
        self.n = n
        self.kind = kind
        self.by = by
        self.at = at
        self.args = args

    def plain(self) -> "list[Any]":
        """Return the event as nested lists, ready for the journal or the wire."""
        args = [_plain(arg) for arg in self.args]
        while args and args[-1] is None:
            args.pop()
        return [self.n, self.kind, self.by, self.at] + args

    def field(self, name: str) -> "Any":
        """Return one field by its name.

        >>> make(0, "late", 4, 0, {"seat": 1, "minutes": 3}).field("minutes")
        3
        """
        names = [field for field, _ in fields_of(self.kind)]
        return self.args[names.index(name)]


def _plain(arg: object) -> object:
    if isinstance(arg, list) and arg and isinstance(arg[0], Win):
        return [win.plain() for win in arg]
    return arg


def from_plain(plain: "list[Any]") -> Event:
    """Read an event back from its nested lists, every field checked.

    >>> from_plain([7, "win", 0, 95, [[1, 3, 2, 30]]]).args
    [[Win(seat=1, source=3, han=2, fu=30, yakuman=0, pao=None, pao_yakuman=0, pao_other=None)]]
    """
    if len(plain) < 4:
        raise Malformed("missing_field", "an event has a number, a kind, who asked and when", "event")
    fields = fields_of(plain[1])
    given = plain[4:]
    if len(given) > len(fields):
        raise Malformed("bad_field", f"{plain[1]} has at most {len(fields)} fields", "event")
    values = {}
    for (name, _), value in zip(fields, given):
        if value is not None:
            values[name] = value
    return make(plain[0], plain[1], plain[2], plain[3], values)


def make(n: int, kind: str, by: int, at: int, values: "dict[str, object]") -> Event:
    """Make an event from named fields, or say which field is missing or wrong.

    >>> make(0, "riichi", 2, 0, {"seat": 7})
    Traceback (most recent call last):
    ...
    tenbo_core.errors.Malformed: seat: a seat must be 0 to 3, not 7
    """
    if not is_count(n) or not is_count(at) or not is_count(by) or by >= len(ASKERS):
        raise Malformed("bad_field", "number, asker and second of an event are small integers", "event")
    args: "list[Any]" = []
    for name, what in fields_of(kind):
        if values.get(name) is not None:
            args.append(check_value(name, what.rstrip("?"), values[name]))
        elif what.endswith("?"):
            args.append(None)
        else:
            raise Malformed("missing_field", f"{kind} needs the field {name}", name)
    return Event(n, kind, by, at, args)


def fields_of(kind: object) -> "list[tuple[str, str]]":
    """Return the fields of an event as (name, kind of value).

    >>> fields_of("chombo")
    [('seats', 'seats'), ('with', 'word win draw?')]
    """
    if not isinstance(kind, str) or kind not in EVENTS:
        raise Malformed(
            "bad_field", f"there is no event {json_text(kind)}; the events are {', '.join(EVENTS)}", "event"
        )
    fields = []
    for field in EVENTS[kind].split():
        name, _, what = field.partition(":")
        fields.append((name, what.replace("|", " ")))
    return fields
