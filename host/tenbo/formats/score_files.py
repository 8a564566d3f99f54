"""Files of scores with a row for each seat: our own tables.csv, and the files of RiichiNomi's tournament tool."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from tenbo.formats.csv_rows import read_csv, refuse_misspelt_columns, write_csv
from tenbo.tournament.player_directory import MOST_DIGITS
from tenbo.tournament.table_result import COMPLETE, LOCKED
from tenbo_core.errors import Malformed
from tenbo_core.field_checks import is_int
from tenbo_core.seats import SEATS, WIND_LETTERS
from tenbo_core.sentences import plural_sentence, sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.tournament.player_directory import Player
    from tenbo.tournament.record_values import SessionTable
    from tenbo.tournament.table_result import TableResult

# Columns by their names: ours first, then those of RiichiNomi.
COLUMNS = {
    "session": ("session", "round", "round id"),
    "table": ("table", "table id"),
    "player": ("player", "player id"),
    "seat": ("seat", "seat wind", "wind"),
    "score": ("score", "points"),
}
PENALTIES = ("penalties", "penalty", "desk penalties")
CHIPS = ("chips", "shuugi")
KNOWN = [name for names in (*COLUMNS.values(), PENALTIES, CHIPS, ("total", "state")) for name in names]
# The winds in the displays' languages.
WINDS = (
    ("east", "ost", "oost", "est", "este", "wschód", "восток", "東", "東家", "东", "东家", "동", "동가"),
    ("south", "süd", "zuid", "sud", "sur", "południe", "юг", "南", "南家", "남", "남가"),
    ("west", "ouest", "ovest", "oeste", "zachód", "запад", "西", "西家", "서", "서가"),
    ("north", "nord", "noord", "norte", "północ", "север", "北", "北家", "북", "북가"),
)  # fmt: skip
NEEDED = ("session", "table", "player")
# The column that identifies RiichiNomi's files; their penalties are positive and in thousands.
FOREIGN = "round id"
THOUSAND = 1000
HEAD = ("Round ID", "Table ID", "Player ID", "Seat Wind", "Points", "Penalties")
FOREIGN_CHIPS = "Shuugi"


class TableScores(NamedTuple):
    """One table of a file, by seat: players, and if it is finished scores, penalties, perhaps totals and chips."""

    session: int
    table: int
    players: list[int]
    scores: list[int] | None
    penalties: list[int]
    totals: list[int] | None
    chips: list[int] | None = None

    @property
    def session_table(self) -> SessionTable:
        """Return the session and the table."""
        return self.session, self.table


class _Row(NamedTuple):
    """One seat of one table."""

    line: int
    place: SessionTable
    seat: int | None
    player: int
    score: int | None
    penalty: int
    total: int | None
    chips: int | None


def read_scores(text: str, seat_count: Callable[[int], int] = lambda _: 4) -> list[TableScores]:
    r"""Read the tables of a file, in order; `seat_count` returns how many play at a table in a session.

    >>> rows = "".join(f"1,3,{player},{seat},{points},0\n" for seat, (player, points) in enumerate(
    ...     ((11, 26300), (12, 28500), (13, 33700), (14, 31500))))
    >>> read_scores("Round ID,Table ID,Player ID,Seat Wind,Points,Penalties\n" + rows)[0].scores
    [26300, 28500, 33700, 31500]
    """
    by_place: dict[SessionTable, list[_Row]] = {}
    rows = read_csv(text)
    for needed in NEEDED if rows else ():
        if not any(name in rows[0][1] for name in COLUMNS[needed]):
            message = sentence(
                "score_column_missing",
                "the file has no column {needed}: its first line must name the columns session, table and player",
                needed=needed,
            )
            raise Malformed("missing_field", message, "file")
    refuse_misspelt_columns(rows[0][1] if rows else (), KNOWN)
    for line, fields in rows:
        row = _row(line, fields)
        by_place.setdefault(row.place, []).append(row)
    if not by_place:
        message = sentence(
            "score_file_empty",
            "the file has no scores: its first line must name columns such as session, table, player, seat and score",
        )
        raise Malformed("missing_field", message, "file")
    return [_table(place, rows, seat_count(place[0])) for place, rows in sorted(by_place.items())]


def _row(line: int, fields: dict[str, str]) -> _Row:
    cells = {key: next((fields[name] for name in names if fields.get(name)), "") for key, names in COLUMNS.items()}
    for name in NEEDED:
        if not cells[name]:
            raise Malformed(
                "missing_field",
                sentence("line_value_missing", "line {line} has no {name}", line=line, name=name),
                "file",
            )
    place = _count(line, "session", cells["session"]), _count(line, "table", cells["table"])
    player = _count(line, "player", cells["player"])
    seat = _seat(line, cells["seat"]) if cells["seat"] else None
    over = fields.get("state", COMPLETE) in (COMPLETE, LOCKED)
    score = _points(line, "score", cells["score"]) if cells["score"] and over else None
    total = _points(line, "total", fields["total"]) if fields.get("total") and over else None
    given = next((fields[name] for name in CHIPS if fields.get(name)), "")
    chips = _points(line, "chips", given) if given and over else None
    return _Row(line, place, seat, player, score, _penalty(line, fields), total, chips)


def _penalty(line: int, fields: dict[str, str]) -> int:
    """Return a penalty as a negative number of points."""
    if FOREIGN in fields:
        return -_points(line, "penalties", fields.get("penalties") or "0", THOUSAND)
    return sum(_points(line, name, fields[name]) for name in PENALTIES if fields.get(name))


def _count(line: int, name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise Malformed(
            "bad_field",
            sentence(
                "line_not_a_number",
                "line {line}: {name} must be a number, not {text}",
                line=line,
                name=name,
                text=repr(text[:40]),
            ),
            "file",
        )
    return int(text)


def _points(line: int, name: str, text: str, unit: int = 1) -> int:
    """Return points in a unit; whole points with decimals are refused, because thousands may be meant."""
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text.removeprefix("+"))
    whole, _, part = digits.partition(".")
    number, left = -1, 1
    if (whole + part).isascii() and (whole + part).isdigit() and len(whole + part) <= MOST_DIGITS:
        number, left = divmod(int(whole + part) * unit, 10 ** len(part))
    if left or (part and unit == 1) or not is_int(number):
        message = sentence(
            "line_not_points",
            "line {line}: {name} must be a number of points, not {text}",
            line=line,
            name=name,
            text=repr(text[:40]),
        )
        if meant := _ungroup_digits(text):
            message = sentence(
                "line_points_with_separator",
                "line {line}: {name} has points with a thousands separator, {text}: write {meant}",
                line=line,
                name=name,
                text=repr(text[:40]),
                meant=meant,
            )
        raise Malformed("bad_field", message, "file")
    return sign * number


def _ungroup_digits(text: str) -> str:
    """Return points without separators of thousands; "" for any other text.

    >>> _ungroup_digits("32.000"), _ungroup_digits("-1'000"), _ungroup_digits("32.5")
    ('32000', '-1000', '')
    """
    grouped = re.fullmatch(r"-?[0-9]{1,3}(?:[.,' \u2019\u202f\xa0][0-9]{3})+", text)
    return re.sub("[^0-9-]", "", text) if grouped else ""


def _seat(line: int, text: str) -> int:
    named = [seat for seat in SEATS if text.casefold() in (WIND_LETTERS[seat].lower(), *WINDS[seat])]
    seat = named[0] if named else int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else -1
    if seat not in SEATS:
        raise Malformed(
            "bad_seat",
            sentence(
                "line_unknown_seat",
                "line {line}: a seat must be E, S, W, N or 0 to 3, not {text}",
                line=line,
                text=repr(text[:40]),
            ),
            "file",
        )
    return seat


def _table(place: SessionTable, rows: list[_Row], count: int) -> TableScores:
    """Combine the seats of a table; without winds the rows are in the order of the seats, East first."""
    where = sentence("table_of_session", "table {table} in session {session}", table=place[1], session=place[0])
    seats = [row.seat for row in rows]
    if seats == [None] * count:
        rows = [row._replace(seat=seat) for seat, row in enumerate(rows)]
    rows = sorted(rows, key=lambda row: -1 if row.seat is None else row.seat)
    if [row.seat for row in rows] != list(SEATS[:count]):
        lines = ", ".join(str(row.line) for row in sorted(rows, key=lambda row: row.line))
        message = sentence(
            "table_needs_seats",
            "{where} needs each of the seats {winds} once; its line numbers in the file: {lines}",
            winds=", ".join(WIND_LETTERS[:count]),
            where=where,
            lines=lines,
        )
        raise Malformed("contradiction", message, "file")
    scores = [row.score for row in rows if row.score is not None]
    if len(scores) not in (0, count):
        raise Malformed(
            "missing_field",
            plural_sentence(
                "scores_missing",
                len(scores),
                "{where} has the score of only {count} player",
                "{where} has the scores of only {count} players",
                where=where,
            ),
            "file",
        )
    totals = [row.total for row in rows if row.total is not None]
    chips = [row.chips for row in rows if row.chips is not None]
    return TableScores(
        *place, [row.player for row in rows], scores or None, [row.penalty for row in rows],
        totals if len(totals) == count and scores else None, chips if len(chips) == count and scores else None,
    )  # fmt: skip


# ---------------------------------------------------------------- for RiichiNomi


def riichinomi_csv(sheets: list[TableResult]) -> str:
    """Return every seat of every table in the format of RiichiNomi's tool; a table without a result has short rows."""
    has_chips = any(sheet.chips for sheet in sheets)
    rows: list[list[object]] = [[*HEAD, FOREIGN_CHIPS] if has_chips else list(HEAD)]
    for sheet in sheets:
        for seat, player in enumerate(sheet.players):
            row: list[object] = [sheet.session, sheet.table, player]
            if sheet.state in (COMPLETE, LOCKED):
                penalty = -(sheet.penalties[seat] + sheet.added[seat]) / THOUSAND
                # A number may be negative; text that begins with a minus would be escaped.
                row += [seat, sheet.scores[seat], penalty if penalty % 1 else int(penalty)]
                row += [sheet.chips[seat] if sheet.chips else 0] if has_chips else []
            rows.append(row)
    return write_csv(rows)


def riichinomi_players_csv(people: dict[int, Player]) -> str:
    """Return the players in the format of RiichiNomi's tool; the affiliation is the club, else the country."""
    rows = [[player.id, player.name, player.club or player.country] for _, player in sorted(people.items())]
    return write_csv([["ID", "Name", "Affiliation"], *rows])
