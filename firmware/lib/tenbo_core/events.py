"""The events of a game: one row each for what it is called and which fields it has.

An event has a permanent number, says who asked for it and when, and carries its fields in the
order of the row below.  The same list stands in the journal, on the wire and in a host's store.
"""

from tenbo_core.errors import Malformed
from tenbo_core.record import Record
from tenbo_core.seats import SEATS, WIND_LETTERS

# Who asked for an event: a seat, the tournament's desk, a referee, or the table itself (its centre
# buttons and its clock).
DESK = 4
REFEREE = 5
CENTRE = 6
ASKERS = ("seat 0", "seat 1", "seat 2", "seat 3", "desk", "referee", "centre")

# Event, then its fields as (name, kind); a kind that ends in "?" may be left out.
EVENTS = (
    ("start", (("rules", "word?"), ("set", "options?"), ("scores", "scores?"), ("round", "wind?"),
               ("hand", "hand?"), ("honba", "count?"), ("sticks", "count?"))),
    ("name", (("seat", "seat"), ("name", "text"))),
    ("hand", (("dice", "dice?"),)),
    ("riichi", (("seat", "seat"),)),
    ("riichi_void", (("seat", "seat"),)),
    ("win", (("wins", "wins"),)),
    ("draw", (("tenpai", "seats"), ("nagashi", "seats?"))),
    ("abort", (("kind", "word nine_terminals four_winds four_kans four_riichi triple_ron"),)),
    ("chombo", (("seats", "seats"), ("with", "word win draw?"))),
    ("dead_hand", (("seat", "seat"),)),
    ("penalty", (("seat", "seat"), ("points", "points"), ("why", "text?"), ("when", "word now after_uma?"))),
    ("late", (("seat", "seat"), ("minutes", "count"))),
    ("substitute", (("seat", "seat"), ("since", "word start now"))),
    ("signal", ()),
    ("undo", (("to", "count?"),)),
    ("end", ()),
)  # fmt: skip

FIELDS = dict(EVENTS)

WIN_FIELDS = ("seat", "from", "han", "fu", "yakuman", "pao")


class Win(Record):
    """One winner: `source` is the discarder, or the winner himself for a self-drawn win.

    A limit hand of the special patterns says its multiple in `yakuman`, every other hand its `han`
    and `fu`; `pao` is the liable seat, or None.
    """

    FIELDS = ("seat", "source", "han", "fu", "yakuman", "pao")

    def __init__(
        self, seat: int, source: int, han: int = 0, fu: int = 0, yakuman: int = 0, pao: "int | None" = None
    ) -> None:
        self.seat = seat
        self.source = source
        self.han = han
        self.fu = fu
        self.yakuman = yakuman
        self.pao = pao

    @property
    def by_tsumo(self) -> bool:
        """Say whether the winner drew the tile himself."""
        return self.seat == self.source


class Event(Record):
    """One numbered event: what happened, who asked for it, at which second, and its fields.

    >>> Event(41, "riichi", 2, 5400, [2]).as_list()
    [41, 'riichi', 2, 5400, [2]]
    """

    FIELDS = ("n", "kind", "by", "at", "args")

    def __init__(self, n: int, kind: str, by: int, at: int, args: "list[object]") -> None:
        self.n = n
        self.kind = kind
        self.by = by
        self.at = at
        self.args = args

    def plain(self) -> "list[object]":
        """Give the event as nested lists, ready for the journal or the wire."""
        args = [_plain(arg) for arg in self.args]
        while args and args[-1] is None:
            args.pop()
        return [self.n, self.kind, self.by, self.at] + args

    def field(self, name: str) -> object:
        """Give one field by its name."""
        names = [field for field, _ in FIELDS[self.kind]]
        return self.args[names.index(name)]


def _plain(arg: object) -> object:
    if isinstance(arg, list) and arg and isinstance(arg[0], Win):
        return [_trimmed(win.as_list()) for win in arg]
    return arg


def _trimmed(values: "list[object]") -> "list[object]":
    """Leave out what is empty at the end: most wins have no yakuman and no liability."""
    while values[-1] is None or (len(values) > 3 and values[-1] == 0):
        values.pop()
    return values


def from_plain(plain: "list[object]") -> Event:
    """Read an event back from its nested lists, every field checked.

    >>> from_plain([7, "win", 0, 95, [[1, 3, 2, 30]]]).args
    [[Win(seat=1, source=3, han=2, fu=30, yakuman=0, pao=None)]]
    """
    if len(plain) < 4:
        raise Malformed("missing_field", "an event has a number, a kind, who asked and when", "event")
    n, kind, by, at = plain[0], plain[1], plain[2], plain[3]
    if not _is_count(n) or not _is_count(at) or not _is_count(by) or by >= len(ASKERS):  # type: ignore[operator]
        raise Malformed("bad_field", "number, asker and second of an event are small integers", "event")
    fields = _fields_of(kind)
    given = plain[4:]
    if len(given) > len(fields):
        raise Malformed("bad_field", f"{kind} has at most {len(fields)} fields", "event")
    values = {}
    for (name, _), value in zip(fields, given):
        if value is not None:
            values[name] = value
    return make(n, kind, by, at, values)  # type: ignore[arg-type]


def make(n: int, kind: str, by: int, at: int, values: "dict[str, object]") -> Event:
    """Make an event from named fields, or say which field is missing or wrong.

    >>> make(0, "riichi", 2, 0, {"seat": 7})
    Traceback (most recent call last):
    ...
    tenbo_core.errors.Malformed: seat must be a seat from 0 to 3, not 7
    """
    args: "list[object]" = []
    for name, what in _fields_of(kind):
        if values.get(name) is not None:
            args.append(_checked(name, what.rstrip("?"), values[name]))
        elif what.endswith("?"):
            args.append(None)
        else:
            raise Malformed("missing_field", f"{kind} needs the field {name}", name)
    return Event(n, kind, by, at, args)


def _fields_of(kind: object) -> "tuple[tuple[str, str], ...]":
    if not isinstance(kind, str) or kind not in FIELDS:
        known = ", ".join([name for name, _ in EVENTS])
        raise Malformed("bad_field", f"there is no event {kind!r}; the events are {known}", "event")
    return FIELDS[kind]  # type: ignore[return-value]


def _checked(name: str, what: str, value: object) -> object:
    """Give a field's value as the fold uses it, or say what it should have been."""
    if what == "seat":
        return _seat(name, value)
    if what == "seats":
        return _seats(name, value)
    if what == "wins":
        return _wins(name, value)
    if what == "wind":
        return _wind(name, value)
    if what.startswith("word "):
        return _word(name, what.split(" ")[1:], value)
    if not _FITS[what](value):
        raise Malformed("bad_field", f"{name} must be {_WANTED[what]}, not {value!r}", name)
    return value


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_count(value: object) -> bool:
    return _is_int(value) and value >= 0  # type: ignore[operator]


def _are_ints(value: object, length: int) -> bool:
    return isinstance(value, (list, tuple)) and len(value) == length and all([_is_int(item) for item in value])


def _are_options(value: object) -> bool:
    return isinstance(value, list) and all(
        [isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) for pair in value]
    )


_FITS = {
    "count": _is_count,
    "points": _is_int,
    "hand": lambda value: _is_int(value) and 1 <= value <= 4,
    "text": lambda value: isinstance(value, str),
    "word": lambda value: isinstance(value, str),
    "scores": lambda value: _are_ints(value, 4),
    "dice": lambda value: _are_ints(value, 2) and all([1 <= die <= 6 for die in value]),
    "options": _are_options,
}

_WANTED = {
    "count": "an integer from 0",
    "points": "an integer",
    "hand": "an integer from 1 to 4",
    "text": "a text",
    "word": "a word",
    "scores": "a list of four integers",
    "dice": "two integers from 1 to 6",
    "options": "a list of [switch, value]",
}


def _seat(name: str, value: object) -> int:
    if not _is_int(value) or value not in SEATS:
        raise Malformed("bad_seat", f"{name} must be a seat from 0 to 3, not {value!r}", name)
    return value  # type: ignore[return-value]


def _seats(name: str, value: object) -> "list[int]":
    if not isinstance(value, (list, tuple)):
        raise Malformed("bad_field", f"{name} must be a list of seats, not {value!r}", name)
    seats = [_seat(name, item) for item in value]
    if any([seats.count(seat) > 1 for seat in seats]):
        raise Malformed("contradiction", f"{name} names a seat twice", name)
    return sorted(seats)


def _wind(name: str, value: object) -> str:
    if not isinstance(value, str) or len(value) != 1 or value not in WIND_LETTERS:
        raise Malformed("bad_field", f"{name} must be one of the winds E, S, W, N, not {value!r}", name)
    return value


def _word(name: str, allowed: "list[str]", value: object) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise Malformed("bad_field", f"{name} must be one of {', '.join(allowed)}, not {value!r}", name)
    return value


def _wins(name: str, value: object) -> "list[Win]":
    if not isinstance(value, (list, tuple)) or not value:
        raise Malformed("bad_field", f"{name} must be a list of one to three winners", name)
    if len(value) > 3:
        raise Malformed("contradiction", "at most three players can win on one discard", name)
    return [_win(f"{name}[{place}]", item) for place, item in enumerate(value)]


def _win(name: str, item: object) -> Win:
    """Read a winner from a list on the wire or from an object with named fields."""
    if isinstance(item, Win):
        return item
    if isinstance(item, (list, tuple)):
        if len(item) > len(WIN_FIELDS):
            raise Malformed("bad_field", f"{name} has more fields than a winner", name)
        item = dict(zip(WIN_FIELDS, item))
    if not isinstance(item, dict):
        raise Malformed("bad_field", f"{name} must describe a winner", name)
    if item.get("seat") is None:
        raise Malformed("missing_field", f"{name} needs the field seat", f"{name}.seat")
    seat = _seat(f"{name}.seat", item["seat"])
    source = seat if item.get("from") is None else _seat(f"{name}.from", item["from"])
    numbers = []
    for field in ("han", "fu", "yakuman"):
        number = item.get(field)
        if number is not None and not _is_count(number):
            raise Malformed("bad_field", f"{field} must be an integer from 0, not {number!r}", f"{name}.{field}")
        numbers.append(number or 0)
    pao = None if item.get("pao") is None else _seat(f"{name}.pao", item["pao"])
    return Win(seat, source, numbers[0], numbers[1], numbers[2], pao)
