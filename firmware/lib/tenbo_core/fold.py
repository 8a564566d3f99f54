"""The fold: a table and an event give the next table, or a refusal that changes nothing."""

from tenbo_core import books
from tenbo_core.errors import Malformed, Refused, StorageFault
from tenbo_core.events import Event
from tenbo_core.rules import DEFAULT_BOOK, Rules
from tenbo_core.table import BETWEEN, OVER, PLAYING, Table

# Event: the module whose function of the same name makes the move, and the phase it needs (an empty text: any
# but over; ANY: any). What is not needed in every hand is loaded when it happens, and a Pico lets go of it again.
ANY = "any"
MOVES = {
    "name": ("hand_events", ANY),
    "hand": ("hand_events", BETWEEN),
    "riichi": ("hand_events", ""),
    "riichi_void": ("hand_events", PLAYING),
    "riichi_invalid": ("penalties", PLAYING),
    "win": ("settlement", PLAYING),
    "draw": ("draws", PLAYING),
    "abort": ("draws", PLAYING),
    "chombo": ("penalties", PLAYING),
    "dead_hand": ("penalties", PLAYING),
    "redeal": ("penalties", PLAYING),
    "penalty": ("penalties", ""),
    "late": ("penalties", ""),
    "substitute": ("penalties", ""),
    "disqualify": ("penalties", ANY),
    "session": ("session_events", ""),
    "pause": ("session_events", ""),
    "resume": ("session_events", ""),
    "extra": ("session_events", ""),
    "signal": ("session_events", ""),
    "end": ("hand_end", ""),
}


def _move(module: str, name: str) -> "object":
    """Return a function of the core."""
    return getattr(__import__("tenbo_core." + module, None, None, (name,)), name)


# These need to know the second at which they happen.
TIMED = ("hand", "session", "pause", "resume")


def begin(event: Event, load: "object" = books.load) -> Table:
    """Return the table that a `start` event lays out; `load` gives the rules of a book by its id."""
    book, changes = event.args[0], event.args[1]
    rules: Rules = load(book or DEFAULT_BOOK)  # type: ignore[operator]
    lay_out = _move("new_game", "start")
    return lay_out(rules.changed(dict(changes or [])), *event.args[2:7])  # type: ignore[operator,no-any-return,call-overload]


def apply(table: "Table | None", event: Event, load: "object" = books.load) -> Table:
    """Return the table after an event; a refused event raises and leaves the given table as it was.

    >>> from tenbo_core.events import make
    >>> table = begin(make(0, "start", 4, 0, {"rules": "ema-2016"}))
    >>> table = apply(table, make(1, "hand", 0, 5, {}))
    >>> apply(table, make(2, "riichi", 2, 60, {"seat": 2})).scores
    [30000, 30000, 29000, 30000]
    """
    if event.kind == "start":
        return begin(event, load)
    if table is None:
        raise Refused("not_allowed_now", "the first event of a game is its start", "event", "no game yet")
    if event.kind not in MOVES:
        raise Malformed("bad_field", f"{event.kind} concerns the past: only a ledger can take it", "event")
    module, phase = MOVES[event.kind]
    if phase != table.phase:
        _check_phase(table, event.kind, phase)
    action = _move(module, event.kind)
    after = table.copy()
    if event.kind in TIMED:
        action(after, event.at, *event.args)  # type: ignore[operator]
    else:
        action(after, *event.args)  # type: ignore[operator]
    if not after.adds_up:
        raise StorageFault("contradiction", "the points do not add up: please report this game", "event")
    return after


def _check_phase(table: Table, kind: str, phase: str) -> None:
    if phase == ANY:
        return
    if table.phase == OVER:
        raise Refused(
            "not_allowed_now", f"the game is over: no {kind}; undo, or start another game", "event", "the game is over"
        )
    if phase:
        now, do = ("no hand is running", "begin one") if table.phase == BETWEEN else ("a hand is running", "finish it")
        raise Refused("not_allowed_now", f"{kind} is not possible now: {now}; {do} first", "event", now)
