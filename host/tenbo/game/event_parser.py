"""Parses a game's records into events: the named fields of JSON in, an event of the core out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.validation.error_paths import errors_within
from tenbo.validation.fields import check_value
from tenbo.validation.suggestions import quote_value, refuse_unknown_fields
from tenbo_core import events
from tenbo_core.errors import Malformed
from tenbo_core.field_checks import is_count, require_seat
from tenbo_core.seats import WIND_LETTERS
from tenbo_core.win_parser import WIN_FIELDS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

Record = dict[str, Any]

# The fields that every record may have besides those of its event, and those that some may have.
COMMON_FIELDS = ("event", "id", "by", "at", "comment")
EXTRA_FIELDS = {"start": ("names",), "chombo": ("seat",)}
FIELDS_OF_WIN = (*WIN_FIELDS, "declared")
SEATS_OF_WIN = ("seat", "from", "pao", "pao_other")


def parse_event_record(
    n: int, record: Record, score_wins: Callable[[Any], Any] = lambda wins: wins, default_rules: str | None = None
) -> events.Event:
    """Read one record; `score_wins` turns declared hands into han and fu, a start without rules has the default.

    An unknown field is refused, because it may be mistyped. A seat is its number, or the letter of the wind
    that it has in the first hand.

    >>> parse_event_record(4, {"event": "chombo", "seat": 2}).args
    [[2], None]
    >>> parse_event_record(4, {"event": "draw", "tenpai": ["W", 0]}).args[0]
    [0, 2]
    >>> parse_event_record(4, {"event": "draw", "tenpai": [], "nagasi": [1]})
    Traceback (most recent call last):
    tenbo_core.errors.Malformed: field 'nagasi' is not recognised; did you mean nagashi?
    """
    kind = record.get("event")
    if kind is None:
        raise Malformed("missing_field", "a record needs the field event", "event")
    fields: list[str] = []
    if isinstance(kind, str) and kind in events.EVENTS:
        fields = [name for name, _ in events.fields_of(kind)]
        refuse_unknown_fields(record, (*fields, *EXTRA_FIELDS.get(kind, ()), *COMMON_FIELDS))
        if kind == "win":
            record = {**record, "wins": _with_two_liable(record.get("wins"))}
        record = _with_numbers(kind, record)
    values = {name: record[name] for name in fields if name in record}
    if kind == "chombo":
        values["seats"] = _offenders(record)
    elif kind == "start":
        player_names(record, 3, 4)
        values["set"] = _changes(record.get("set"))
        if record.get("rules") is None:
            values["rules"] = default_rules
    elif kind == "win":
        for place, win in enumerate(_listed(record.get("wins"))):
            if isinstance(win, dict):
                refuse_unknown_fields(win, FIELDS_OF_WIN, f"wins[{place}].")
        values["wins"] = score_wins(record.get("wins"))
    elif kind == "correct":
        values["events"] = _replacements(record.get("events"))
    asker, second = _asker(record.get("by")), _second(record.get("at"))
    with errors_within("set", changed_switches(record)):
        return events.make(n, kind, asker, second, values)


def changed_switches(record: Record) -> Collection[str]:
    """Return the names of the switches that a start sets; what is wrong with one stands in `set`."""
    changes = record.get("set") if record.get("event") == "start" else None
    return changes if isinstance(changes, dict) else ()


def _with_numbers(kind: str, record: Record) -> Record:
    """Return a record with its seats as numbers."""
    kinds = {"seat": "seat"} | {name: what.rstrip("?") for name, what in events.fields_of(kind)}
    return {name: _NUMBERED.get(kinds.get(name, ""), lambda value: value)(value) for name, value in record.items()}


def seat_number(seat: Any) -> Any:
    """Return a seat as its number, where it is named by the wind that it has in the first hand.

    >>> seat_number("W"), seat_number(2), seat_number("X")
    (2, 2, 'X')
    """
    return WIND_LETTERS.index(seat) if isinstance(seat, str) and seat in [*WIND_LETTERS] else seat


def _numbers(seats: Any) -> Any:
    return [seat_number(seat) for seat in seats] if isinstance(seats, list) else seats


def _numbers_of_wins(wins: Any) -> Any:
    """Return winners with their seats as numbers; in a declared hand `seat` is the wind of that hand, and stays."""
    if not isinstance(wins, list):
        return wins
    return [
        {name: seat_number(value) if name in SEATS_OF_WIN else value for name, value in win.items()}
        if isinstance(win, dict)
        else win
        for win in wins
    ]


def _with_two_liable(wins: Any) -> Any:
    """Return winners with two liable players in two fields, where a list has each with the yakuman that was fed."""
    if not any(isinstance(win, dict) and isinstance(win.get("pao"), list) for win in _listed(wins)):
        return wins
    from tenbo.scoring.json_records import parse_two_liable  # noqa: PLC0415 - the scoring core only where it is needed

    found = []
    for place, win in enumerate(wins):
        if isinstance(win, dict) and isinstance(win.get("pao"), list):
            first, four_kans = parse_two_liable(win["pao"], "seat", f"wins[{place}].pao", _check_seat)
            found.append({**win, "pao": first["seat"], "pao_other": four_kans["seat"]})
        else:
            found.append(win)
    return found


def _check_seat(seat: object, at: str) -> object:
    return require_seat(at, seat_number(seat))


_NUMBERED: dict[str, Callable[[Any], Any]] = {"seat": seat_number, "seats": _numbers, "wins": _numbers_of_wins}


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _offenders(record: Record) -> Any:
    """Return the seats of a chombo, which may stand as one `seat` or as `seats`."""
    if record.get("seats") is not None:
        if record.get("seat") is not None:
            raise Malformed("contradiction", "give one offender as seat or several as seats, not both", "seat")
        return record["seats"]
    if record.get("seat") is None:
        raise Malformed("missing_field", "chombo needs the field seat, or seats for several offenders", "seat")
    return [require_seat("seat", record["seat"])]


def _changes(changes: Any) -> list[list[Any]]:
    if changes is None:
        return []
    check_value("set", "object", changes)
    return [[name, value] for name, value in changes.items()]


def _replacements(items: Any) -> Any:
    """Return the events of a correction, which may stand as records or as plain lists."""
    if not isinstance(items, list):
        return items
    replacements = []
    for place, item in enumerate(items):
        if isinstance(item, dict):
            with errors_within(f"events[{place}]"):
                plain = parse_event_record(0, item).plain()
        else:
            plain = [0, *_listed(item)[:1], 0, 0, *_listed(item)[1:]]
        replacements.append([plain[1], *plain[4:]])
    return replacements


def _asker(by: Any) -> int:
    """Return the author of the event: a seat, or another author by name; the desk by default."""
    if by is None:
        return events.DESK
    if isinstance(by, str) and by in events.ASKERS:
        return events.ASKERS.index(by)
    if is_count(by) and by < len(events.ASKERS):
        return int(by)
    raise Malformed("bad_field", f"by must be a seat from 0 to 3, desk, referee or centre, not {quote_value(by)}", "by")


def _second(at: Any) -> int:
    """Return the second at which the event happened, 0 when the record does not say."""
    if at is None:
        return 0
    if not is_count(at):
        raise Malformed("bad_field", f"at must be a whole, non-negative number of seconds, not {quote_value(at)}", "at")
    return int(at)


def player_names(record: Record, *players: int) -> list[str]:
    """Return the players' names of a start, empty for missing ones; of a book, if known, for so many players."""
    names = record.get("names")
    if names is None:
        return [""] * max(players)
    if not isinstance(names, list) or len(names) not in players or not all(isinstance(name, str) for name in names):
        number = {3: "three", 4: "four"}[max(players)]
        raise Malformed("bad_field", f"names must be a list of {number} texts", "names")
    return names
