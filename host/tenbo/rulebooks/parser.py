"""Parses and validates a rule book's text: every switch is known, has a value of its kind, and none is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.rulebooks.book import (
    Book,
    BookFile,
    Citation,
    check_changed_amounts,
    check_uma_keys,
    check_yaku_name,
    check_yaku_row,
    most_han,
)
from tenbo.rulebooks.rulebook_ids import YAKU
from tenbo.validation.fields import check_value
from tenbo.validation.suggestions import did_you_mean, quote_value
from tenbo_core.errors import Malformed
from tenbo_core.new_game import check_book_amounts
from tenbo_core.rules import Rules
from tenbo_core.switches import KINDS, check_switch

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.rulebooks.toml_reader import ParsedBook

HEAD = ("id", "title", "edition", "extends", "lines")
LINES = ("dora", "ura", "fu")
LONGEST_ID = 60
SWITCH_FORM = frozenset(("value", "section", "silent"))
ROW_FORM = frozenset(("closed", "open", "section", "silent"))
# What books for four players leave out.
FOUR_PLAYERS = {"players": 4, "north_bonus": False, "extension_points": 0, "tsumo_loss": False}


def parse_book(text: ParsedBook, base_of: Callable[[str], Book]) -> Book:
    """Make the book a text describes; `base_of` gives the book it extends by its id."""
    _check_keys(text)
    base = _base(text, base_of)
    values: dict[str, object] = dict(base.rules.values if base else FOUR_PLAYERS)
    sections: dict[str, Citation] = dict.fromkeys(FOUR_PLAYERS, Citation(silent="a book for four players"))
    sections |= base.sections if base else {}
    for name in KINDS:
        if name in text.table and name != "yaku":
            values[name], sections[name] = _switch(text, name, text.table[name])
    values["yaku"] = _yaku(text, dict(base.rules.yaku) if base else {}, sections)
    if not base:
        _check_complete(text, values)
    book_id = _text_value(text, "id", text.file.removesuffix(".toml"))
    if not (book_id.strip() and book_id.isprintable() and len(book_id) <= LONGEST_ID):
        raise text.fault(
            "bad_field", f'the id must be a short name such as "club-night", not {quote_value(book_id)}', "id"
        )
    title = _text_value(text, "title", f"{base.title}, changed" if base else book_id)
    try:
        check_value("title", "line", title)
    except Malformed as error:
        raise text.fault(error.code, error.message, "title") from None
    edition = _text_value(text, "edition", base.edition if base else "")
    rules = Rules(book_id, {name: values[name] for name in KINDS})
    _check_whole(text, rules)
    origin = BookFile(text.file, text.text, base.id if base else "")
    return Book(book_id, title, edition, rules, sections, _lines(text, base), origin)


def _check_whole(text: ParsedBook, rules: Rules) -> None:
    """Refuse amounts that no table could pay or no score sheet add up."""
    try:
        check_changed_amounts(rules)
        check_book_amounts(rules)
    except Malformed as error:
        raise text.fault(error.code, error.message, error.at) from None


def _check_keys(text: ParsedBook) -> None:
    for key in text.table:
        if key not in KINDS and key not in HEAD:
            message = f"there is no rule switch {key!r}{did_you_mean(key, tuple(KINDS) + HEAD)}"
            raise text.fault("unknown_option", message, key)


def _base(text: ParsedBook, base_of: Callable[[str], Book]) -> Book | None:
    if "extends" not in text.table:
        return None
    try:
        return base_of(_text_value(text, "extends", ""))
    except Malformed as error:
        if error.code != "unknown_rules":
            raise
        raise text.fault("unknown_rules", error.message, "extends") from None


def _lines(text: ParsedBook, base: Book | None) -> dict[str, str]:
    """Return the sections behind what is counted in a hand but is no switch."""
    lines = dict(base.lines) if base else {}
    table = text.table.get("lines", {})
    if not isinstance(table, dict):
        raise text.fault("bad_field", "lines must be a table of sections", "lines")
    for name, section in table.items():
        if name not in LINES:
            raise text.fault(
                "unknown_option", f"lines has no {name!r}{did_you_mean(name, LINES)}", f"lines.{name}", "lines"
            )
        if not isinstance(section, str):
            raise text.fault("bad_field", f"the section of {name} must be a text in quotes", f"lines.{name}", "lines")
        lines[name] = section
    return lines


def _text_value(text: ParsedBook, key: str, default: str) -> str:
    value = text.table.get(key, default)
    if not isinstance(value, str):
        raise text.fault("bad_field", f"{key} must be a text in quotes, not {quote_value(value)}", key)
    return value


def _switch(text: ParsedBook, name: str, entry: object) -> tuple[object, Citation]:
    """Return a switch's value and citation, from its long form or as a plain value."""
    citation = Citation(silent=f"changed in {text.file}")
    if isinstance(entry, dict) and not _is_table_of_uma(name, entry):
        citation = _citation(text, name, entry, SWITCH_FORM, name)
        if "value" not in entry:
            raise text.fault("missing_field", f"{name} has no value", name)
        entry = entry["value"]
    elif "extends" not in text.table:
        raise text.fault("missing_field", f"{name} needs the field section, or the field silent with the reason", name)
    try:
        if name == "uma":
            check_uma_keys(entry)
        return check_switch(name, entry), citation
    except Malformed as error:
        raise text.fault(error.code, error.message, name) from None


def _is_table_of_uma(name: str, entry: dict[str, object]) -> bool:
    """Return whether a table is the value itself, with rows by players below the start points, not the long form."""
    return name == "uma" and not SWITCH_FORM & entry.keys()


def _citation(text: ParsedBook, name: str, entry: dict[str, object], form: frozenset[str], *places: str) -> Citation:
    for key in entry:
        if key not in form:
            raise text.fault("unknown_option", f"{name} has no {key!r}, only {', '.join(sorted(form))}", *places)
    section, silent = entry.get("section", ""), entry.get("silent", "")
    if not isinstance(section, str) or not isinstance(silent, str):
        raise text.fault("bad_field", f"section and silent of {name} must be texts in quotes", *places)
    if not (section + silent).isprintable():
        raise text.fault(
            "bad_field", f"section and silent of {name} contain characters that cannot be printed", *places
        )
    if not section and not silent:
        if "extends" in text.table:
            return Citation(silent=f"changed in {text.file}")
        raise text.fault(
            "missing_field", f"{name} needs the field section, or the field silent with the reason", *places
        )
    if section and silent:
        raise text.fault("bad_field", f"{name} has both section and silent; leave one of them out", *places)
    return Citation(section, silent)


def _yaku(text: ParsedBook, rows: dict[str, list[int]], sections: dict[str, Citation]) -> dict[str, list[int]]:
    """Return the table of yaku with the text's rows put in, and their citations into `sections`."""
    table = text.table.get("yaku", {})
    if not isinstance(table, dict):
        raise text.fault("bad_field", "yaku must be a table of yaku = [han closed, han open]", "yaku")
    for name, entry in table.items():
        places = (f"yaku.{name}", "yaku")
        citation = Citation(silent=f"changed in {text.file}")
        try:
            check_yaku_name(name)
            if isinstance(entry, dict):
                citation = _citation(text, name, entry, ROW_FORM, *places)
                pair: object = [entry.get("closed"), entry.get("open")]
            else:
                pair = entry
            check_switch("yaku", {name: pair})
            rows[name] = list(pair)  # type: ignore[call-overload]
            check_yaku_row(name, rows[name])
        except Malformed as error:
            if error.at.startswith(text.file):
                raise
            message = error.message if error.code == "unknown_option" else _row_wanted(name)
            raise text.fault(error.code, message, *places) from None
        sections[f"yaku.{name}"] = citation
    return rows


def _row_wanted(name: str) -> str:
    most = most_han(name)
    return (
        f"{name} must be [han closed, han open] or {{ closed = 1, open = 0 }}, 0 where it is not allowed, "
        f"{most} at most"
    )


def _check_complete(text: ParsedBook, values: dict[str, object]) -> None:
    for name in KINDS:
        if name not in values:
            raise text.fault("missing_field", f"the switch {name} is missing, and the book extends no other")
    rows = values["yaku"]
    for name in YAKU:
        if name not in rows:  # type: ignore[operator]
            raise text.fault("missing_field", f"the yaku {name} is missing", "yaku")
