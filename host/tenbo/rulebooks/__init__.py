"""Rule books: each is a file of switches, every one with the section of the book that it comes from.

A switch stands as

    uma = { value = [15000, 5000, -5000, -15000], section = "3.6.1" }
    agari_yame = { value = false, silent = "no such end is named" }

with the section, or `silent` and the reason for the value where the book says nothing. The table
`[yaku]` has a row for every yaku: its han with a closed and with an open hand, 0 where it is not
allowed; yakuman rows have 1, and `double_yakuman` says which of them count twice. Two switches
stand above their rows: `open_tanyao` decides whether the open tanyao is allowed at all, `renhou`
what renhou pays. What `value` may be says `tenbo_core.switches.SWITCHES`.

A user's own book begins with `extends = "ema-2016"` and names only what it changes, in the long
form or as plain values.

>>> book = load("ema-2016")
>>> book.title, book.rules.uma, str(book.sections["uma"])
('EMA Riichi 2016', [15000, 5000, -5000, -15000], '3.6.1')
>>> book.rules.yaku["pinfu"], str(book.sections["yaku.pinfu"])
([1, 0], '4.2.1')
"""

from __future__ import annotations

from contextlib import suppress
from os import fspath

from tenbo.rulebooks.book import Book, Citation, uma_rows
from tenbo.rulebooks.rulebook_ids import IDS
from tenbo_core.errors import Malformed
from tenbo_core.rules import DEFAULT_BOOK, Rules
from tenbo_core.sentences import join_sentences, sentence

__all__ = [
    "DEFAULT_BOOK",
    "IDS",
    "Book",
    "Citation",
    "as_start_fields",
    "book_warning",
    "bundled_rules",
    "check_totals",
    "ids",
    "load",
    "named",
    "parse_own_book",
    "rules_of",
]

TYPE_CHECKING = False

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from tenbo.rulebooks.toml_reader import ParsedBook

_loaded: dict[str, Book] = {}
_bundled: dict[str, Rules] = {}

# Of a message to a table, what is left for the switches beside everything else that a start says.
MOST_CARRIED = 560

# A longer name is shown by its beginning.
_QUOTED_LETTERS = 200


def ids() -> tuple[str, ...]:
    """Return the ids of the rule books that come along, the default first.

    >>> import tenbo
    >>> tenbo.books()[0], "wrc" in tenbo.books()
    ('ema-2025', True)
    """
    return IDS


def bundled_rules(book: str) -> Rules:
    """Return the rules of a book that comes along, without reading its file.

    >>> bundled_rules("ema-2016") is load("ema-2016").rules
    True
    """
    if book not in _bundled:
        from tenbo.rulebooks.bundled_values import bundled_values  # noqa: PLC0415 - only for programs without sections

        _bundled[book] = Rules(book, bundled_values(book))
    return _bundled[book]


def load(id_or_path: str | Path | Book | Rules, *, files: bool = True) -> Book:
    """Return a rule book by its id, or an own one by its file.

    The name of a file ends in .toml. A loaded book is returned as it is,
    rules as the book that has them. With `files=False` only ids count: for
    names that come from other people's records.

    A book that does not exist raises `unknown_rules`, what names no book
    `bad_field`; a fault in a file has the file and its line in `at`.

    >>> import tenbo
    >>> tenbo.load_book("wrc").title
    'World Riichi Championship 2022'
    >>> try:
    ...     tenbo.load_book("ema-2015")
    ... except tenbo.TenboError as error:
    ...     print(error.code, error.message[-22:])
    unknown_rules did you mean ema-2016?
    """
    name = id_or_path if isinstance(id_or_path, str) else _name_or_book(id_or_path)
    if isinstance(name, Book):
        return name
    if name in _loaded:
        return _loaded[name]
    if name in IDS:
        _loaded[name] = _load_bundled(name)
        return _loaded[name]
    if files and name.endswith(".toml"):
        return _load_file(name)
    from tenbo.validation.suggestions import known_words_text, with_nearest  # noqa: PLC0415 - only for a mistake

    unknown = sentence("rule_book_unknown", "there is no rule book {name}", name=repr(name[:_QUOTED_LETTERS]))
    hints = ["or give the FILE.toml of your own book"] if files else []
    # The question is the last sentence: nothing can follow its question mark.
    message = with_nearest(join_sentences([unknown, known_words_text(IDS), *hints]), name, IDS)
    raise Malformed("unknown_rules", message, "rules")


def _name_or_book(given: object) -> str | Book:
    """Return a book that is given in another way than by its id: as a path, loaded, or as its rules."""
    if isinstance(given, Book):
        return given
    if isinstance(given, Rules):
        base, changes = named(given)
        return load(base).with_changes(changes)
    with suppress(TypeError):
        if isinstance(path := fspath(given), str):  # type: ignore[call-overload]
            return path
    from tenbo.validation.suggestions import quote_value  # noqa: PLC0415 - only for a mistake

    message = f"a rule book is given by its id, its file, a loaded book or its rules, not {quote_value(given)}"
    raise Malformed("bad_field", message, "rules")


def rules_of(book: str | Path | Book | Rules) -> Rules:
    """Return the rules of a book, named, loaded or already at hand."""
    if isinstance(book, Rules):
        return book
    if isinstance(book, str) and book in IDS:
        return bundled_rules(book)
    return book.rules if isinstance(book, Book) else load(book).rules


def parse_own_book(book_id: str, text: str) -> Book:
    r"""Return an own book by its stored id and text, because its file may have been deleted.

    >>> parse_own_book("club", 'extends = "ema-2016"\nbust = true').rules.bust
    True
    """
    from tenbo.rulebooks.toml_reader import ParsedBook  # noqa: PLC0415

    key = f"{book_id}\n{text}"
    if key not in _loaded:
        _loaded[key] = _checked(ParsedBook(f"{book_id}.toml", text))
    return _loaded[key]


def book_warning(book: Book) -> str | None:
    r"""Return a warning of values in an own book that are probably mistakes, or None.

    >>> book_warning(parse_own_book("club", 'extends = "ema-2016"\nstart_points = 25000\ntarget_points = 25000'))
    """
    warnings = (_yaku_warning, _uma_warning, _amount_warning, _step_warning, _totals_warning)
    return next((text for text in (warning(book) for warning in warnings) if text), None)


# The usual ranges of a book's amounts; one outside has a digit too many, or a wrong sign.
USUAL = {
    "start_points": (1_000, 100_000), "target_points": (1_000, 100_000), "oka": (0, 100_000),
    "extension_points": (0, 100_000), "riichi_needs": (0, 100_000), "honba_value": (0, 3_000),
    "noten_pool": (0, 12_000), "two_han_from": (0, 20),
    "chombo_points": (0, 60_000), "late_per_minute": (0, 10_000), "substitute_result": (-200_000, 0),
    "session_minutes": (0, 300),
}  # fmt: skip


def _amount_warning(book: Book) -> str | None:
    """Return a warning of the first unusual amount of an own book; the amount is accepted."""
    for name, (least, most) in USUAL.items() if book.origin.base else ():
        value, usual = book.rules.values[name], load(book.origin.base).rules.values[name]
        if value != usual and not least <= value <= most:
            return (
                f"{book.origin.file} sets {name} to {value}, where {book.origin.base} has {usual}: check its digits "
                "and its sign"
            )
    return None


def _uma_warning(book: Book) -> str | None:
    """Return the warning that the last place would have more than the first, or None."""
    for uma in uma_rows(book.rules.uma).values() if book.origin.base else ():
        if uma != sorted(uma, reverse=True):
            order = "an uma is written from first place to last"
            return f"{book.origin.file} gives a lower place a higher uma, {uma}: {order}"
    return None


def _yaku_warning(book: Book) -> str | None:
    """Return the warning of a yaku that is worth more with an open hand: its row is the wrong way round."""
    for name, (closed, opened) in book.rules.yaku.items() if book.origin.base else ():
        if opened > closed:
            worth = f"{opened} han open and {closed} closed"
            return f"{book.origin.file} gives {name} {worth}; a row is [han closed, han open]"
    return None


def _step_warning(book: Book) -> str | None:
    """Return the warning that payments of an own book are no multiples of its point_step, or None."""
    rules = book.rules
    units = [100] if isinstance(rules.payment, str) else rules.payment
    fitting = [step for step in (250, 100) if not any(unit % step for unit in units)]
    if not book.origin.base or rules.point_step in fitting:
        return None
    remedy = f"usually point_step is {fitting[0]}" if fitting else "units are multiples of 100, or of 250"
    paid = "by fu, in hundreds" if isinstance(rules.payment, str) else f"units of {rules.payment}"
    return f"{book.origin.file} pays {paid}, but its point_step is {rules.point_step}: {remedy}"


def _totals_warning(book: Book) -> str | None:
    """Return the warning that an own book's oka does not balance its start and target points, or None."""
    rules, sum_of_totals = book.rules, _sum_of_totals(book)
    if not book.origin.base or not sum_of_totals or not rules.oka:
        return None
    usual = rules.oka - sum_of_totals
    remedy = f"oka is {usual}" if usual >= 0 else f"target_points is {rules.start_points} and oka is 0"
    return (
        f"{book.origin.file} has oka {rules.oka} with start_points {rules.start_points} and target_points "
        f"{rules.target_points}, so the totals of a table add up to {sum_of_totals}: usually {remedy}"
    )


def _sum_of_totals(book: Book) -> int:
    """Return what the totals of a table add up to without penalties; 0 in every book that comes along."""
    rules = book.rules
    return rules.oka - rules.players * (rules.target_points - rules.start_points)


def check_totals(book: Book) -> None:
    """Refuse an own book that changes start or target points and says nothing of oka, so that points vanish.

    A book that a tournament has in its records is read all the same: its results stay what they were.
    """
    rules, sum_of_totals = book.rules, _sum_of_totals(book)
    if not book.origin.base or not sum_of_totals:
        return
    base = load(book.origin.base)
    is_same = (rules.start_points, rules.target_points) == (base.rules.start_points, base.rules.target_points)
    if is_same or book.sections["oka"] != base.sections["oka"]:
        return
    from tenbo.rulebooks.toml_reader import ParsedBook  # noqa: PLC0415 - only for a mistake

    bonus = f"oka = {-sum_of_totals} (the bonus for first place) or " if sum_of_totals < 0 else ""
    message = (
        f"start_points {rules.start_points} and target_points {rules.target_points} without oka make the totals of a "
        f"table add up to {sum_of_totals}: write {bonus}target_points = {rules.start_points}; write oka = 0 if "
        "that sum is "
        "intended"
    )
    raise ParsedBook(book.origin.file, book.origin.text).fault(
        "missing_field", message, "start_points", "target_points"
    )


def as_start_fields(book: Book) -> tuple[str, list[list[Any]]]:
    r"""Return a book as the start of a game carries it: one that every table has, and the switches changed in it.

    >>> as_start_fields(parse_own_book("club", 'extends = "ema-2016"\nbust = true\n[yaku]\ntanyao = [1, 0]'))
    ('ema-2016', [['yaku', {'tanyao': [1, 0]}], ['bust', True]])
    >>> as_start_fields(load("alarm"))
    ('alarm', [])
    """
    from tenbo_core.wire import to_json  # noqa: PLC0415 - only where a game begins

    base, changes = _nearest(book.rules, book.id if book.id in IDS else book.origin.base)
    length = len(to_json([*changes]))
    if length > MOST_CARRIED:
        message = (
            f"the book {book.id} changes so much of {base} that it cannot be sent to a table ({length} "
            "characters; at most "
            f"{MOST_CARRIED} fit): extend the most similar book, and change only what differs"
        )
        raise Malformed("bad_field", message, "rules")
    return base, changes


def named(book: str | Path | Book | Rules) -> tuple[str, dict[str, Any]]:
    r"""Return the name of a book, an id or a file, and the switches that are changed in a loaded one or in its rules.

    >>> (named(parse_own_book("club", 'extends = "ema-2016"\nbust = true')),
    ... named(load("alarm").rules), named("club.toml"))
    (('ema-2016', {'bust': True}), ('alarm', {}), ('club.toml', {}))
    """
    if isinstance(book, Book):
        base, changes = _nearest(book.rules, book.id if book.id in IDS else book.origin.base)
        return base, dict(changes)
    if isinstance(book, Rules):
        base, changes = _nearest(book, book.book if book.book in IDS else "")
        return base, dict(changes)
    return (book if isinstance(book, str) else str(_name_or_book(book))), {}


def _nearest(rules: Rules, extended: str = "") -> tuple[str, list[list[Any]]]:
    """Return the book that comes along, the extended one if there is any, from which rules differ least, and how."""
    from tenbo_core.wire import to_json  # noqa: PLC0415 - only where a game begins

    pairs = [(name, _changes(rules, load(name).rules)) for name in ([extended] if extended else IDS)]
    return min(pairs, key=lambda pair: len(to_json([*pair[1]])))


def _changes(rules: Rules, base: Rules) -> list[list[Any]]:
    """Return the switches by which rules differ from others; of the yaku the rows that differ."""
    values, others = rules.values, base.values
    rows = {name: worth for name, worth in values["yaku"].items() if others["yaku"].get(name) != worth}
    changes: list[list[Any]] = [["yaku", rows]] if rows else []
    return changes + [[name, values[name]] for name in values if name != "yaku" and values[name] != others[name]]


def _checked(text: ParsedBook) -> Book:
    """Return the own book that a text describes."""
    from tenbo.rulebooks.parser import parse_book  # noqa: PLC0415

    book = parse_book(text, lambda base: load(base, files=False))
    if book.id in IDS:
        message = (
            f"{book.origin.file}: the id {book.id} belongs to a book that comes with Tenbo; "
            'add id = "..." with a different id'
        )
        raise Malformed("bad_field", message, book.origin.file)
    return book


def _read(path: str) -> ParsedBook:
    # Only here, so that a program that loads no book pays nothing for them.
    from tenbo.rulebooks.toml_reader import read_text  # noqa: PLC0415

    return read_text(path, path.replace("\\", "/").rpartition("/")[2])


def _load_file(path: str) -> Book:
    book = _checked(_read(path))
    check_totals(book)
    return book


def _load_bundled(name: str) -> Book:
    from tenbo.rulebooks.parser import parse_book  # noqa: PLC0415

    book = parse_book(_read(f"{__path__[0]}/{name}.toml"), lambda base: load(base, files=False))
    # What is worked out for a book's rules is found by them, whether its sections were asked for or not.
    if book.rules.values == bundled_rules(name).values:
        book.rules = bundled_rules(name)
    return book
