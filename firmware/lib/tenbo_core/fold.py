"""The fold: a table and an event give the next table, or a refusal that changes nothing."""

from tenbo_core import books
from tenbo_core.errors import Malformed, Refused, StorageFault
from tenbo_core.events import Event
from tenbo_core.rules import UNNAMED_BOOK, Rules
from tenbo_core.table import BETWEEN, OVER, PLAYING, Table

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Any, Callable

# Event: the module whose function of the same name makes the move, and the phase it needs (an empty text: any
# but over; ANY: any). Modules that few hands need are imported on demand, and a Pico unloads them again.
ANY = "any"
# A Pico has this one all the time.
RESIDENT = "start_and_riichi"
MOVES = {
    "name": ("start_and_riichi", ANY),
    "hand": ("start_and_riichi", BETWEEN),
    "riichi": ("start_and_riichi", ""),
    "riichi_void": ("start_and_riichi", PLAYING),
    "riichi_invalid": ("penalties", PLAYING),
    "win": ("win_settlement", PLAYING),
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


def _move(module: str, name: str) -> "Callable[..., Any]":
    """Return a function of the core."""
    move: "Callable[..., Any]" = getattr(__import__("tenbo_core." + module, None, None, (name,)), name)
    return move


# These need to know the second at which they happen.
TIMED = ("hand", "session", "pause", "resume")


def begin(event: Event, load: "Callable[[str], Rules]" = books.load) -> Table:
    """Return the table that a `start` event lays out; `load` gives the rules of a book by its id."""
    rules = load(event.args[0] or UNNAMED_BOOK).changed(dict(event.args[1] or []))
    table: Table = _move("new_game", "start")(rules, *event.args[2:7])
    return table


def apply(table: "Table | None", event: Event, load: "Callable[[str], Rules]" = books.load) -> Table:
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
        raise Refused("not_allowed_now", "there is no game yet: start one first", "event", "no game yet")
    if event.kind not in MOVES:
        raise Malformed("bad_field", f"{event.kind} concerns the past: only a ledger can take it", "event")
    module, phase = MOVES[event.kind]
    if phase != table.phase:
        _check_phase(table, event.kind, phase)
    if table.rules.players == 3:
        _move("three_player_seats", "refuse_fourth_seat")(event)
    action = _move(module, event.kind)
    after = table.copy()
    if event.kind in TIMED:
        action(after, event.at, *event.args)
    else:
        action(after, *event.args)
    if not after.adds_up:
        raise StorageFault("contradiction", "the points do not add up: please report this game", "event")
    return after


def _check_phase(table: Table, kind: str, phase: str) -> None:
    if phase == ANY:
        return
    if table.phase == OVER:
        raise Refused(
            "not_allowed_now",
            f"the game is over, so {kind} is not possible: undo the end, or start another game",
            "event",
            "the game is over",
        )
    if phase:
        now, do = ("no hand is running", "begin one") if table.phase == BETWEEN else ("a hand is running", "finish it")
        raise Refused("not_allowed_now", f"{kind} is not possible now: {now}; {do} first", "event", now)
