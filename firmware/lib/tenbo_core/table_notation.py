"""A table's state as one line of text, written and parsed, for a bug report.

    ema-2016 kiriage=true S4 honba 1 sticks 2 playing riichi 1 3 scores 31000 28000 30000 29000

The players' names and the last event's moves are not in it.
"""

from tenbo_core import books
from tenbo_core.clock import Session
from tenbo_core.errors import Malformed, TenboError
from tenbo_core.seats import WIND_LETTERS
from tenbo_core.switch_codec import format_switch_value, is_number, parse_switch_value
from tenbo_core.table import BETWEEN, OVER, PENALTY_POINTS, PLAYING, POT, STAKE, Table

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Any, Callable
    from tenbo_core.rules import Rules


def table_text(table: Table, load: "Callable[[str], Rules]" = books.load) -> str:
    """Return a table's state as text: its book with the changed switches, the hand, the points.

    >>> from tenbo_core.fold import apply
    >>> from tenbo_core.event_notation import event_of
    >>> table_text(apply(apply(None, event_of("start ema-2016")), event_of("hand")))
    'ema-2016 E1 honba 0 sticks 0 playing scores 30000 30000 30000 30000'
    """
    words = [table.rules.book] + _changes(table, load)
    words += [
        WIND_LETTERS[table.round] + str(table.hand),
        f"honba {table.honba}",
        f"sticks {table.sticks}",
        table.phase if table.why is None else f"{table.phase} {table.why}",
    ]
    for name, seats in (
        ("riichi", table.riichi),
        ("dead", table.dead),
        ("disqualified", table.disqualified),
        ("won", table.won),
    ):
        if seats:
            words.append(name + _numbers(seats))
    if table.hands_left is not None:
        words.append(f"left {table.hands_left}")
    words.append("scores" + _numbers(table.scores))
    if any(table.later):
        words.append("later" + _numbers(table.later))
    if table.penalty_points:
        words.append(f"taken {table.penalty_points}")
    if any(table.substitutes):
        words.append("substitutes " + " ".join([since or "-" for since in table.substitutes]))
    if isinstance(table.session, Session):
        words.append("session" + _numbers([value for value in table.session.as_list() if value is not None]))
    return " ".join(words)


def _numbers(values: "list[Any]") -> str:
    return "".join([f" {value}" for value in values])


def _changes(table: Table, load: "Callable[[str], Rules]") -> "list[str]":
    """Return the switches that were changed in the book, in the order of their names."""
    values = table.rules.values
    try:
        plain = load(table.rules.book).values
    except TenboError:
        # A user's own book, which is not here: its id must do.
        return []
    # A device's books have no yaku, a host's have.
    names = [name for name in values if name in plain and values[name] != plain[name]]
    return [f"{name}={format_switch_value(values[name])}" for name in sorted(names)]


def table_of(text: str, load: "Callable[[str], Rules]" = books.load) -> Table:
    """Read a table from its line.

    >>> table = table_of("austria S4 honba 1 sticks 1 playing riichi 2 scores 24000 25000 24000 26000")
    >>> table_text(table)
    'austria S4 honba 1 sticks 1 playing riichi 2 scores 24000 25000 24000 26000'
    """
    words = text.split()
    if not words:
        raise Malformed("missing_field", "a table begins with its rule book", "table")
    rules = load(words.pop(0))
    changes = {}
    while words and "=" in words[0]:
        name, _, value = words.pop(0).partition("=")
        changes[name] = parse_switch_value(value)
    table = Table(rules.changed(changes))
    place = words.pop(0) if words else ""
    if len(place) != 2 or place[0] not in WIND_LETTERS or place[1] not in "1234":
        raise Malformed("bad_field", f"{place!r} is no hand: write E1 to N4", "table")
    table.round, table.hand = WIND_LETTERS.index(place[0]), int(place[1])
    while words:
        _read_item(table, words)
    if not table.adds_up:
        raise Malformed("contradiction", "the points of this table do not add up", "table")
    return table


def _read_item(table: Table, words: "list[str]") -> None:
    """Take the next thing that the words say about a table."""
    name = words.pop(0)
    if name in (BETWEEN, PLAYING, OVER):
        table.phase = name
        if name == OVER and words:
            table.why = words.pop(0)
        return
    if name == "substitutes":
        players = table.rules.players
        table.substitutes = ["" if word == "-" else word for word in words[:players]]
        del words[:players]
        return
    numbers = []
    while words and is_number(words[0]):
        numbers.append(int(words.pop(0)))
    if name not in _LENGTHS or (_LENGTHS[name] and len(numbers) not in _LENGTHS[name]):
        raise Malformed("bad_field", f"a table has no {name!r} with {len(numbers)} numbers", "table")
    _set(table, name, numbers)


# The numeric parts of the text, and the possible counts of their numbers.
_LENGTHS = {
    "honba": (1,),
    "sticks": (1,),
    "riichi": (),
    "dead": (),
    "disqualified": (),
    "won": (),
    "left": (1,),
    "scores": (3, 4),
    "later": (3, 4),
    "taken": (1,),
    "session": (4, 5),
}


def _set(table: Table, name: str, numbers: "list[int]") -> None:
    if name in ("scores", "later") and len(numbers) != table.rules.players:
        raise Malformed("bad_field", f"this table has no {name!r} with {len(numbers)} numbers", "table")
    if name == "sticks":
        table.accounts[POT] = numbers[0] * STAKE
    elif name == "taken":
        table.accounts[PENALTY_POINTS] = numbers[0]
    elif name == "scores":
        table.accounts[: len(numbers)] = numbers
    elif name == "left":
        table.hands_left = numbers[0]
    elif name == "honba":
        table.honba = numbers[0]
    elif name == "session":
        table.session = Session(*numbers)
    else:
        setattr(table, name, numbers)
