"""Undo and corrections: the events of a game that are in effect, and those that may be undone; loaded on demand."""

from tenbo_core import fold
from tenbo_core.errors import Refused, TenboError
from tenbo_core.events import DESK, REFEREE, REPAIRS, Event
from tenbo_core.ledger import PLAYED, Ledger, event_count
from tenbo_core.table import Table

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Iterable, Iterator

# Recorded by the desk these are rulings all the same.
RULINGS = ("chombo", "dead_hand", "riichi_invalid", "redeal", "end")

# Said at a seat.
NOTHING = "nothing to take back"


def table_after(ledger: Ledger, event: Event) -> Table:
    """Return the table after an undo or a correction."""
    return _folded(ledger, spans_after(ledger, event)) if event.kind == "undo" else _repaired(ledger, event)


def spans_after(ledger: Ledger, undo: Event) -> "list[tuple[int, int]]":
    """Return the events in effect after an undo: all but the last one, or those up to `to`."""
    if not ledger.standing:
        raise Refused("not_allowed_now", "there is no game yet, so nothing can be undone", "event", NOTHING)
    to = undo.args[0]
    count = undone_count(ledger.walk_back(), to)
    if not count:
        raise Refused("not_allowed_now", f"there is no event after event {to} to undo", "to", NOTHING)
    left = ledger.standing[:]
    while left and count:
        first, last = left.pop()
        if last - first > count:
            left.append((first, last - count))
        count -= min(count, last - first)
    if not left:
        raise Refused(
            "not_allowed_now", "the start of the game cannot be undone", "event" if to is None else "to", NOTHING
        )
    return left


def walk_span_events(ledger: Ledger, spans: "list[tuple[int, int]]", skip: int = 0) -> "Iterator[Event]":
    """Yield the events of spans one by one, all but the first `skip`."""
    for first, last in spans:
        for place in range(first, last):
            if skip:
                skip -= 1
            else:
                yield ledger.events[place]
                ledger.poll_buttons()


def _folded(ledger: Ledger, spans: "list[tuple[int, int]]") -> Table:
    """Fold the events in effect after an undo, from the last table that was kept."""
    table: "Table | None" = None
    skip = 0
    for length, kept in ledger.snapshots:
        if length <= event_count(spans):
            skip, table = length, kept
    events: "Iterable[Event]" = walk_span_events(ledger, spans, skip)
    if any([event.kind in REPAIRS for event in events]):
        table = None
        events = effective_events(list(walk_span_events(ledger, spans)))
    else:
        events = walk_span_events(ledger, spans, skip)
    for event in events:
        table = fold.apply(table, event, ledger.load)
        ledger.poll_buttons()
    assert table is not None
    return table


def _repaired(ledger: Ledger, repair: Event) -> Table:
    """Fold the game again with a correction, which must leave every event possible."""
    from tenbo_core.corrections import correction_refusal

    table: "Table | None" = None
    failed = []
    for event in effective_events(list(walk_span_events(ledger, ledger.standing)) + [repair]):
        try:
            table = fold.apply(table, event, ledger.load)
        except TenboError as error:
            failed.append((event, error))
        ledger.poll_buttons()
    if failed:
        raise correction_refusal(repair, failed)
    assert table is not None
    return table


def has_game_begun(ledger: Ledger) -> bool:
    """Return whether the game has events besides the players' names and the session, which would be lost."""
    for event in ledger.walk_back():
        if event.kind not in ("start", "name", "session"):
            return True
    start = ledger.events[ledger.standing[0][0]]
    laid_out = [start.field(name) for name in ("scores", "round", "hand", "honba", "sticks")]
    return any([value is not None for value in laid_out])


def events_to_undo(ledger: Ledger) -> "list[Event]":
    """Return the events that an undo at the table takes back, the last first: one event, and a time signal after it.

    The signal sounds by itself: it must not make what went before it final.  A session that has begun
    stays, because its clock is no player's move; so do names that were there before the first hand.
    A ruling of the desk raises: only the desk takes it back.
    """
    back: "list[Event]" = []
    for event in ledger.walk_back():
        laid_out = event.kind == "name" and event.by >= DESK and not ledger.last_play_event()
        if event.kind in ("start", "session") or laid_out:
            break
        _check_ruling(event)
        back.append(event)
        if event.kind != "signal":
            return back
    return []


def check_undo(ledger: Ledger, undo: Event) -> None:
    """Refuse a seat or the centre an undo of an event that the desk has recorded.

    Only for what is about to be recorded: a history may hold such an undo from before.
    """
    if undo.by in (DESK, REFEREE):
        return
    left = event_count(spans_after(ledger, undo))
    for place, event in enumerate(ledger.walk_back()):
        if place >= event_count(ledger.standing) - left:
            break
        _check_ruling(event)


def undone_count(newest_first: "Iterable[Event]", to: "object") -> int:
    """Return how many of the standing events an undo takes back: the last one, or those with a number above `to`."""
    count = 0
    for event in newest_first:
        if isinstance(to, int) and event.n <= to:
            return count
        count += 1
        if to is None:
            break
    return count


def _check_ruling(event: Event) -> None:
    """Raise when the desk or a referee has ruled this."""
    if event.by in (DESK, REFEREE) and (event.kind not in PLAYED or event.kind in RULINGS):
        text = f"only the desk or a referee can undo event {event.n} ({event.kind})"
        raise Refused("not_allowed_now", text, "event", "ask the desk to undo it")


def effective_events(history: "list[Event]") -> "list[Event]":
    """Return a history with its corrections carried out."""
    if not any([event.kind in REPAIRS for event in history]):
        return history
    from tenbo_core.corrections import apply_corrections

    return apply_corrections(history)
