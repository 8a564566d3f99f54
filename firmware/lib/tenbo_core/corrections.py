"""Corrections of the past: the events that count after replacements and exchanged seats.

A correction is an event like any other; nothing is removed.  The fold goes over the events that
the corrections leave, and every one of them is checked again.
"""

from tenbo_core import events
from tenbo_core.declared_win import Win
from tenbo_core.errors import Malformed, Refused, TenboError
from tenbo_core.events import REPAIRS, Event, fields_of

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Any

# Undo and repairs: they change earlier events and are skipped when a game is replayed in order.
ABOUT_THE_PAST = ("undo",) + REPAIRS

# A correction can put these neither in nor away: they hold the ledger together.
FIXED = ("start",) + ABOUT_THE_PAST

# The most events that a refusal names besides the first.
MOST_NAMED = 5


def apply_corrections(history: "list[Event]") -> "list[Event]":
    """Return the events that are folded: the history, every correction carried out in its turn.

    >>> from tenbo_core.event_notation import event_of, event_text
    >>> lines = ("start ema-2016", "hand", "win 1 3/40", "correct 2: win 1 4/40")
    >>> [event_text(event) for event in apply_corrections([event_of(line, n) for n, line in enumerate(lines)])]
    ['start ema-2016', 'hand', 'win 1 4/40']
    """
    standing: "list[Event]" = []
    for event in history:
        if event.kind == "correct":
            standing = _corrected(standing, event)
        elif event.kind == "swap":
            standing = _swapped(standing, event)
        else:
            standing.append(event)
    return standing


def _corrected(standing: "list[Event]", correction: Event) -> "list[Event]":
    """Replace the events from number `of` to number `to` by others, which take the number `of`."""
    first, plain, last = correction.args[:3]
    if last is None:
        last = first
    old = [event for event in standing if first <= event.n <= last]
    if not old:
        raise Refused("not_allowed_now", f"there is no event {first} that could be corrected", "of")
    if old[0].kind in FIXED:
        raise Refused("not_allowed_now", "the start cannot be corrected: begin another game", "of")
    new = [_replacement(correction, item, old[0]) for item in plain]
    place = standing.index(old[0])
    return standing[:place] + new + standing[place + len(old) :]


def _replacement(correction: Event, item: "list[object]", old: Event) -> Event:
    if item[0] in FIXED:
        raise Malformed("bad_field", f"a correction cannot put in the event {item[0]}", "events")
    return events.from_plain([old.n, item[0], correction.by, old.at] + item[1:])


def _swapped(standing: "list[Event]", swap: Event) -> "list[Event]":
    """Exchange two seats in every event from number `of` on; the players' names stay."""
    seats, of = swap.args[0], swap.args[1]
    if len(seats) != 2:
        raise Malformed("bad_field", "seats must be the two seats that were mixed up", "seats")
    first, second = seats
    partner = [0, 1, 2, 3]
    partner[first], partner[second] = second, first
    return [_with_seats(event, partner) if of is None or event.n >= of else event for event in standing]


def _with_seats(event: Event, partner: "list[int]") -> Event:
    if event.kind == "name":
        return event
    values: "dict[str, Any]" = {}
    for (name, what), value in zip(fields_of(event.kind), event.args):
        if value is not None:
            values[name] = _swap_seats(what.rstrip("?"), value, partner)
    return events.make(event.n, event.kind, event.by, event.at, values)


def _swap_seats(what: str, value: "Any", partner: "list[int]") -> object:
    """Return a field's value with every seat in it exchanged for its partner."""
    if what == "seat":
        return partner[value]
    if what == "seats":
        return [partner[seat] for seat in value]
    if what == "wins":
        return [_win(winner, partner) for winner in value]
    return value


def _win(winner: Win, partner: "list[int]") -> Win:
    pao, other = [None if seat is None else partner[seat] for seat in (winner.pao, winner.pao_other)]
    return winner.changed(seat=partner[winner.seat], source=partner[winner.source], pao=pao, pao_other=other)


def correction_refusal(repair: Event, failed: "list[tuple[Event, TenboError]]") -> Refused:
    """Return the refusal of a correction that later events do not survive, naming them.

    The reason is that of the first; the others may only follow from it.
    """
    event, error = failed[0]
    text = f"event {event.n}, {event.kind}, would become impossible: {error.message}"
    others = [f"{other.n} ({other.kind})" for other, _ in failed[1:]]
    if others:
        more = " and more" if len(others) > MOST_NAMED else ""
        text += "; also impossible: " + ", ".join(others[:MOST_NAMED]) + more
    at = "events" if repair.kind == "correct" and event.n == repair.args[0] else f"event {event.n}"
    return Refused("contradiction", text, at)
