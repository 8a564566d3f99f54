"""Writes the score sheet of a game as text, and reads games from records."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from tenbo.game.hand_history import END_REASONS, history_of
from tenbo.game.jsonl_answers import BYTE_ORDER_MARK, parse_line
from tenbo.game.seat_payment_history import seat_statement
from tenbo.validation.points_text import points_text, signed_points_text
from tenbo_core.errors import Malformed, TenboError
from tenbo_core.results import GameResult
from tenbo_core.seats import WIND_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tenbo.game.hand_history import GameHistory
    from tenbo.game.replay import Replay

WIDTH = 8
WHERE = 7
WORDS = 46
LEAST_WORDS = 26
# The lines of a sheet where nothing is narrower.
PAGE = 94

# The most refusals that are reported; in a file of another kind the others repeat the same.
MOST_REFUSALS = 5
# The refusal of the first line of a record that continues on the next line.
NO_RECORD = "line 1 was not recorded: the line is not JSON"


def first_refusals(refusals: list[str]) -> list[str]:
    """Return the first refusals, and how many there are besides: one wrong start has all records after it refused.

    >>> first_refusals(["line 1 ..."] * 7)[-1]
    '2 more lines were not recorded'
    """
    more = len(refusals) - MOST_REFUSALS
    if more < 2:
        return refusals
    return [*refusals[:MOST_REFUSALS], f"{more} more lines were not recorded"]


def games_from_records(game: Replay, lines: Iterable[bytes]) -> tuple[list[GameHistory], list[str]]:
    """Return the games in some records, each at its end, and the refusals."""
    games: list[GameHistory] = []
    refusals: list[str] = []
    begins_one = False
    for number, line in enumerate(lines, 1):
        if number == 1:
            begins_one = line.removeprefix(BYTE_ORDER_MARK.encode()).strip()[:1] in (b"{", b"[")
        try:
            record = parse_line(line)
            before = current_history(game) if record.get("event") == "start" else None
            game.apply(record)
        except TenboError as error:
            refusals.append(f"line {number} was not recorded: {error.message}")
            continue
        if before is not None:
            games.append(before)
    last = current_history(game)
    if last is None and begins_one and len(refusals) > 1 and refusals[0].startswith(NO_RECORD):
        raise Malformed("bad_json", "a record extends over several lines: write one JSON object per line", "line")
    return games + ([last] if last is not None else []), refusals


def current_history(game: Replay) -> GameHistory | None:
    """Return the game that the records are telling, or None before the first."""
    return None if game.ledger.table is None else history_of(game.ledger, game.names, game.default_rules)


def _head(text: str, width: int) -> str:
    return text[: width - 1].rjust(width)


def sheet_lines(
    history: GameHistory, *, accounts: bool = False, page: int = PAGE, head: Callable[[str, int], str] = _head
) -> Iterator[str]:
    """Yield the lines of a sheet: every hand, the result, the corrections, and the payments.

    Its lines are no wider than a page where that has room for them; `head` makes a name as wide as its column.
    """
    room = max(LEAST_WORDS, min(WORDS, page - WHERE - 5 * WIDTH))
    yield f"{history.book.title} ({history.book.id})\n"
    yield ", ".join(f"{wind} {name}" for wind, name in zip(WIND_NAMES, history.names, strict=False)) + "\n\n"
    heads = "".join(head(name, WIDTH) for name in history.names)
    yield f"{'':{WHERE + room}}{heads}{'table':>{WIDTH}}\n"
    start = history.tables[0]
    yield _line("start", "", start.scores, start.sticks * 1000, room)
    for row in history.rows():
        wrapped = textwrap.wrap(row.words, room) or [""]
        yield _line(row.where, wrapped[0], row.scores, row.sticks * 1000, room)
        for place, rest in enumerate(wrapped[1:] or [""]):
            deltas = [signed_points_text(delta) if delta else "" for delta in row.deltas] if place == 0 else []
            if rest or any(deltas):
                yield _line("", rest, deltas, "", room)
    yield "\n"
    yield from _result_lines(history, room)
    corrections = history.correction_texts()
    if corrections:
        yield "\nCorrections\n"
        yield from (
            textwrap.fill(text, min(page, PAGE), initial_indent="  ", subsequent_indent="    ") + "\n"
            for text in corrections
        )
    if accounts:
        yield from _account_lines(history)


def _line(where: str, words: str, values: Sequence[object], table: object, room: int) -> str:
    numbers = "".join(f" {_cell(value):>{WIDTH - 1}}" for value in values)
    return f"{where:<{WHERE}}{words:<{room}}{numbers} {_cell(table):>{WIDTH - 1}}".rstrip() + "\n"


def _cell(value: object) -> str:
    return points_text(value) if isinstance(value, int) else str(value)


def _result_lines(history: GameHistory, room: int) -> Iterator[str]:
    """Return the result, or the result if the game ended now."""
    result = history.result
    title = f"Result: {END_REASONS[str(history.table.why)]}" if history.is_over else "If the game ended now"
    yield _line("", title, [], "", room)
    for name in GameResult.FIELDS:
        values = getattr(result, name)
        if name in ("places", "scores", "totals") or any(values):
            yield _line("", f"  {name}", values, "", room)
    if history.table.penalty_points:
        yield _line("", "  taken away by penalties", [""] * len(history.names), history.table.penalty_points, room)


def _account_lines(history: GameHistory) -> Iterator[str]:
    """Return the account of every seat: why it has the points it has, with the section of the book."""
    for seat in history.table.rules.seats:
        yield f"\n{history.names[seat]}\n"
        for entry in seat_statement(history.events, history.book, seat, history.rules_of):
            yield f"  {entry.line(history.names)}\n"
