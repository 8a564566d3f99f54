"""`tenbo rules`: list the rule books, explain one of them, or compare two."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from typing import TYPE_CHECKING, Any

from tenbo.cli.support.text_layout import print_text, window_width

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.rulebooks import Book, Citation

EPILOG = """\
A BOOK is an id from the list, or your own FILE.toml, which extends a book and lists what it changes:

  extends = "ema-2016"
  red_fives = 3
  uma = [30000, 10000, -10000, -30000]

  tenbo rules                                    the list
  tenbo rules show alarm                         every switch of a book, what it means, and its section
  tenbo rules show examples/club.toml            the same for your own file, which is checked, too
  tenbo rules diff ema-2016 examples/club.toml   what a club has changed
  tenbo rules diff ema-2016 ema-2025             only what differs
"""

WIDTH = 100
INDENT = 23


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_json_option

    add_json_option(parser, "print one JSON object instead of text")
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    commands = {
        "list": actions.add_parser("list", help="list the rule books with their ids, titles and editions"),
        "show": actions.add_parser("show", help="show one book, switch by switch"),
        "diff": actions.add_parser("diff", help="show what differs between two books"),
    }
    commands["show"].add_argument("book", metavar="BOOK")
    commands["diff"].add_argument("book", metavar="BOOK")
    commands["diff"].add_argument("other", metavar="BOOK")
    for command in commands.values():
        # SUPPRESS: without the word the one before the action holds.
        command.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help="print one JSON object instead of text"
        )


def run(args: argparse.Namespace) -> int:
    """Print the list, one book, or a comparison."""
    from tenbo.cli.support.shared_options import load_book_with_warning
    from tenbo.rulebooks import ids, load

    if args.action == "show":
        book = load_book_with_warning(args.book)
        answer, lines = _book_record(book), _show(book)
    elif args.action == "diff":
        book, other = load_book_with_warning(args.book), load_book_with_warning(args.other)
        answer, lines = _compared(book, other), _compare(book, other)
    else:
        books = [load(book_id) for book_id in ids()]
        answer, lines = _listed(books), _list(books)
    if args.json:
        sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
    else:
        print_text("".join(f"{line}\n" for line in lines))
    return 0


def _listed(books: list[Book]) -> dict[str, Any]:
    return {"books": [{"id": book.id, "title": book.title, "edition": book.edition} for book in books]}


def _list(books: list[Book]) -> Iterator[str]:
    for book in books:
        yield f"{book.id:<18}{book.title}"
        yield from _wrapped(book.edition, " " * 18)


def _book_record(book: Book) -> dict[str, Any]:
    switches = {name: _switch(book, name) for name in book.rules.values if name != "yaku"}
    yaku = {name: _row(book, name) for name in book.rules.yaku}
    return {"id": book.id, "title": book.title, "edition": book.edition, "switches": switches, "yaku": yaku}


def _switch(book: Book, name: str) -> dict[str, Any]:
    from tenbo.rulebooks.switch_meanings import switch_meaning

    entry: dict[str, Any] = {"value": book.rules.values[name], "meaning": switch_meaning(book.rules, name)}
    return {**entry, **_source(book.sections[name])}


def _row(book: Book, name: str) -> dict[str, Any]:
    closed, opened = book.rules.yaku[name]
    return {"closed": closed, "open": opened, **_source(book.sections[f"yaku.{name}"])}


def _source(citation: Citation) -> dict[str, str]:
    return {"section": citation.section} if citation.section else {"silent": citation.silent}


def _show(book: Book) -> Iterator[str]:
    from tenbo.rulebooks.switch_meanings import CHAPTERS

    yield f"{book.title} ({book.id})"
    yield from _wrapped(book.edition, "")
    chapters = {first: title for title, first in CHAPTERS}
    for name in book.rules.values:
        if name == "yaku":
            continue
        if name in chapters:
            yield ""
            yield chapters[name]
        yield from _entry(name, _switch_words(book, name))
    yield ""
    yield "Yaku: han for a closed and for an open hand; a yakuman is shown as 1"
    for name in book.rules.yaku:
        yield from _entry(name, _row_words(book, name))


def _switch_words(book: Book, name: str) -> str:
    from tenbo.rulebooks.switch_meanings import switch_meaning, value_text

    words = switch_meaning(book.rules, name)
    return f"{value_text(book.rules.values[name])}: {words} [{book.sections[name]}]"


def _row_words(book: Book, name: str) -> str:
    closed, opened = book.rules.yaku[name]
    return f"{closed or '-'} / {opened or '-'} [{book.sections[f'yaku.{name}']}]"


def _differing(book: Book, other: Book) -> Iterator[tuple[str, bool]]:
    """Yield the differences in order: the name and whether it is a yaku."""
    for name, value in book.rules.values.items():
        if name != "yaku" and other.rules.values[name] != value:
            yield name, False
    for name, row in book.rules.yaku.items():
        if other.rules.yaku[name] != row:
            yield name, True


def _compared(book: Book, other: Book) -> dict[str, Any]:
    differences = []
    for name, is_yaku in _differing(book, other):
        entry = _row if is_yaku else _switch
        key = "yaku" if is_yaku else "switch"
        differences.append({key: name, "a": entry(book, name), "b": entry(other, name)})
    return {"a": book.id, "b": other.id, "differences": differences}


def _compare(book: Book, other: Book) -> Iterator[str]:
    width = max(len(book.id), len(other.id))
    yield f"{book.id:<{width}}  {book.title}"
    yield f"{other.id:<{width}}  {other.title}"
    differing = list(_differing(book, other))
    if not differing:
        yield "no switch and no yaku differs"
    for name, is_yaku in differing:
        words = _row_words if is_yaku else _switch_words
        yield ""
        yield f"{name} (yaku)" if is_yaku else name
        yield from _entry(book.id, words(book, name))
        yield from _entry(other.id, words(other, name))


def _entry(name: str, words: str) -> Iterator[str]:
    head = f"  {name:<{INDENT - 3}} "
    yield from textwrap.wrap(words, _width(), initial_indent=head, subsequent_indent=" " * (INDENT + 2))


def _width() -> int:
    """Return how wide the text is: no wider than the window."""
    return min(WIDTH, window_width(sys.stdout) or WIDTH)


def _wrapped(words: str, indent: str) -> list[str]:
    return textwrap.wrap(words, _width(), initial_indent=indent, subsequent_indent=indent)
