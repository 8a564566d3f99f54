"""The state of a ledger as plain values: a start continues from it instead of folding the whole game.

It holds for one firmware and one set of rule books: another may come to another table from the same events.
"""

from tenbo_core import VERSION, books
from tenbo_core.clock import Session
from tenbo_core.rules import Rules
from tenbo_core.table import Table

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Any
    from tenbo_core.ledger import Ledger

# Of a table what is written as it is; the rules and the session have forms of their own.
PLAIN = (
    "phase",
    "round",
    "hand",
    "honba",
    "riichi",
    "dead",
    "accounts",
    "later",
    "substitutes",
    "names",
    "disqualified",
    "hands_left",
    "why",
    "won",
)

# Increase it when this form changes, or the result of folding an event.
FORM = 2


def checkpoint_version() -> "list[object]":
    """Return the version of a checkpoint's maker: only the same version can continue from it."""
    return [FORM, VERSION, books.FINGERPRINT]


def table_values(table: Table) -> "list[Any]":
    """Return a table as nested lists; how the last event moved the points is not in it.

    >>> from tenbo_core.event_notation import event_of
    >>> from tenbo_core.fold import apply
    >>> table = apply(None, event_of("start tenhou length=east"))
    >>> table_values(table)[:4]
    ['tenhou', [['length', 'east']], None, 'between']
    """
    values, book = table.rules.values, books.load(table.rules.book).values
    # The device's books have no yaku, a changed book that a game has brought along may have some.
    changes = [[name, values[name]] for name in sorted(values) if values[name] != book.get(name)]
    session = None if table.session is None else table.session.as_list()
    return [table.rules.book, changes, session] + [getattr(table, name) for name in PLAIN]


def table_of(values: "list[Any]") -> Table:
    """Return the table of nested lists that `table_values` has made.

    >>> from tenbo_core.event_notation import event_of
    >>> from tenbo_core.fold import apply
    >>> table_of(table_values(apply(None, event_of("start tenhou length=east"))))
    <Table tenhou E1 between, honba 0, sticks 0, scores [25000, 25000, 25000, 25000]>
    """
    book, changes, session, *rest = values
    rules = books.load(book)
    if changes:
        switches = dict(rules.values)
        switches.update(dict(changes))
        rules = Rules(book, switches)
    table = Table(rules)
    if session is not None:
        table.session = Session(*session)
    for name, value in zip(PLAIN, rest):
        setattr(table, name, value)
    return table


def flatten_spans(ledger: "Ledger") -> "list[int]":
    """Return which events of a ledger stand, as a flat list: first, behind the last, first, behind the last."""
    flat: "list[int]" = []
    for first, last in ledger.standing:
        flat += [first, last]
    return flat


def unflatten_spans(flat: "list[int]") -> "list[tuple[int, int]]":
    """Return the spans that `flatten_spans` has flattened.

    >>> unflatten_spans([0, 7, 9, 12])
    [(0, 7), (9, 12)]
    """
    return [(flat[place], flat[place + 1]) for place in range(0, len(flat), 2)]
