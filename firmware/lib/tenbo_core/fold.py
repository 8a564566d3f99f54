"""The fold: a table and an event give the next table, or a refusal that changes nothing."""

from tenbo_core import books, clock, draws, ending, penalties, play, wins
from tenbo_core.errors import Malformed, Refused, StorageFault
from tenbo_core.events import Event
from tenbo_core.rules import Rules
from tenbo_core.table import BETWEEN, OVER, PLAYING, Table, replaced


def _name(table: Table, seat: int, name: str) -> None:
    table.names = replaced(table.names, seat, name)


def _signal(table: Table) -> None:
    if not table.rules.has_signal:
        raise Refused("not_in_this_rule_book", "this rule book has no time signal", "event")
    if table.hands_left is not None:
        raise Refused("not_allowed_now", "the time signal has sounded already", "event")
    ending.sound_signal(table)


def _end(table: Table) -> None:
    ending.end_game(table, "ended")


# Event: what it does to the table, and the phase it needs (an empty text: any but over; ANY: any).
ANY = "any"
MOVES = {
    "name": (_name, ANY),
    "hand": (play.hand, BETWEEN),
    "riichi": (play.riichi, ""),
    "riichi_void": (play.riichi_void, PLAYING),
    "win": (wins.win, PLAYING),
    "draw": (draws.draw, PLAYING),
    "abort": (draws.abort, PLAYING),
    "chombo": (penalties.chombo, PLAYING),
    "dead_hand": (penalties.dead_hand, PLAYING),
    "penalty": (penalties.penalty, ""),
    "late": (penalties.late, ""),
    "substitute": (penalties.substitute, ""),
    "disqualify": (penalties.disqualify, ANY),
    "session": (clock.begin, ""),
    "pause": (clock.pause, ""),
    "resume": (clock.resume, ""),
    "extra": (clock.extra, ""),
    "signal": (_signal, ""),
    "end": (_end, ""),
}

# These need to know the second at which they happen.
TIMED = ("hand", "session", "pause", "resume")


def begin(event: Event, load: "object" = books.load) -> Table:
    """Give the table that a `start` event lays out; `load` gives the rules of a book by its id."""
    book, changes = event.args[0], event.args[1]
    rules: Rules = load(book or "ema-2016")  # type: ignore[operator]
    return play.start(rules.changed(dict(changes or [])), *event.args[2:])  # type: ignore[arg-type,call-overload]


def apply(table: "Table | None", event: Event, load: "object" = books.load) -> Table:
    """Give the table after an event; a refused event raises and leaves the given table as it was.

    >>> from tenbo_core.events import make
    >>> table = begin(make(0, "start", 4, 0, {"rules": "ema-2016"}))
    >>> table = apply(table, make(1, "hand", 0, 5, {}))
    >>> apply(table, make(2, "riichi", 2, 60, {"seat": 2})).scores
    [30000, 30000, 29000, 30000]
    """
    if event.kind == "start":
        return begin(event, load)
    if table is None:
        raise Refused("not_allowed_now", "the first event of a game is its start", "event")
    if event.kind not in MOVES:
        raise Malformed("bad_field", f"{event.kind} concerns the past: only a ledger can take it", "event")
    action, phase = MOVES[event.kind]
    if phase != table.phase:
        _check_phase(table, event.kind, phase)
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
