"""Files of a club: its games from CSV and as CSV, and the table of a season as CSV."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tenbo.formats.csv_rows import read_csv, refuse_misspelt_columns, write_csv
from tenbo.formats.season_import_columns import (
    CHIP_COLUMNS,
    CHIPS,
    GAME_COLUMNS,
    KNOWN,
    PLAYER_COLUMNS,
    SCORE_COLUMNS,
    SEAT_COLUMNS,
    SEAT_NAMES,
    parse_points,
)
from tenbo.tournament.player_directory import player_or_unknown
from tenbo.validation.dates import parse_any_date
from tenbo.validation.text_sanitizer import to_ascii_width
from tenbo_core.errors import Malformed
from tenbo_core.field_checks import is_int
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tenbo.tournament.player_directory import Player
    from tenbo.tournament.series.season_view import SeasonView
    from tenbo.tournament.series.series_games import SeriesGame
    from tenbo.tournament.state import Tournament

MONTHS_OF_YEAR = 12
# A day and a month before the year: which is which, other dates of the file may tell.
_SLASHES = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](\d{4})", re.ASCII)


def read_games(text: str) -> list[dict[str, Any]]:
    r"""Read the games of a file, each with its players by name, its scores and the number of its line.

    >>> read_games("date;east;south;west;north;score 1;score 2;score 3;score 4\n"
    ...            "8.12.2025;Ann;Bob;Cat;Dan;32000;28000;35000;25000\n")[0]["scores"]
    [32000, 28000, 35000, 25000]
    """
    rows = read_csv(text)
    if not rows:
        message = sentence(
            "season_file_empty",
            "the file has no games: its first line must name columns such as date, east, east score",
        )
        raise Malformed("missing_field", message, "file")
    refuse_misspelt_columns(rows[0][1], KNOWN)
    day_first = _is_day_first(_cell(fields, GAME_COLUMNS["date"]) or "" for _, fields in rows)
    if _cell(rows[0][1], PLAYER_COLUMNS["east"]) is not None:
        return [_game_of_row(line, fields, day_first) for line, fields in rows]
    if _cell(rows[0][1], SEAT_COLUMNS["player"]) is not None:
        return _games_of_seats(rows, day_first)
    message = sentence(
        "season_columns_missing",
        "the file needs columns for the players of a game (east, south, west, north) or for one player per "
        "row (game, player, score)",
    )
    raise Malformed("missing_field", message, "file")


def _game_of_row(line: int, fields: dict[str, str], day_first: bool | None) -> dict[str, Any]:
    players, scores, chips = [], [], []
    for name in SEAT_NAMES:
        player, score = _cell(fields, PLAYER_COLUMNS[name]), _cell(fields, SCORE_COLUMNS[name])
        if name == "north" and not player and not score:
            continue
        if not player or not score:
            missing = name if not player else f"{name} score"
            message = sentence("line_value_missing", "line {line} has no {name}", line=line, name=missing)
            raise Malformed("missing_field", message, missing)
        players.append(player)
        scores.append(_points(line, f"{name} score", score))
        chips.append(_number(line, f"{name} chips", _cell(fields, CHIP_COLUMNS[name]) or "0"))
    game = {"players": players, "scores": scores, "line": line, **_facts(line, fields, day_first)}
    return {**game, "chips": chips} if any(chips) else game


def _games_of_seats(rows: list[tuple[int, dict[str, str]]], day_first: bool | None) -> list[dict[str, Any]]:
    """Return the games of a file with a row for each seat."""
    games: dict[str, dict[str, Any]] = {}
    for line, fields in rows:
        cells = {name: _cell(fields, names) for name, names in SEAT_COLUMNS.items()}
        for name, value in cells.items():
            if not value:
                message = sentence("line_value_missing", "line {line} has no {name}", line=line, name=name)
                raise Malformed("missing_field", message, name)
        facts = {"line": line, **_facts(line, fields, day_first)}
        game = games.setdefault(str(cells["game"]), {"players": [], "scores": [], "chips": [], **facts})
        game["players"].append(cells["player"])
        game["scores"].append(_points(line, "score", str(cells["score"])))
        game["chips"].append(_number(line, "chips", _cell(fields, CHIPS) or "0"))
    for number, game in games.items():
        if len(game["players"]) not in (3, 4):
            message = sentence("game_has_rows", "line {line}: game {game} must have three or four rows, not {count}",
                               line=game["line"], game=repr(number[:40]), count=len(game["players"]))  # fmt: skip
            raise Malformed("contradiction", message, "game")
        if not any(game["chips"]):
            del game["chips"]
    return [*games.values()]


def _facts(line: int, fields: dict[str, str], day_first: bool | None) -> dict[str, Any]:
    """Return what a row says of its game besides players and scores."""
    facts: dict[str, Any] = {}
    for name, names in GAME_COLUMNS.items():
        value = _cell(fields, names)
        if not value:
            continue
        if name == "date":
            facts[name] = _date(line, value, day_first)
        elif name in ("table", "sticks"):
            facts[name] = _number(line, name, value)
        else:
            facts[name] = value
    return facts


def _cell(fields: Mapping[str, str], names: Iterable[str]) -> str | None:
    """Return the cell of a column by any of its names; None where the file has no such column."""
    found = [fields[name] for name in names if name in fields]
    return next(filter(None, found), found[0] if found else None)


def _is_day_first(dates: Iterable[str]) -> bool | None:
    """Return whether dates such as 5/11/2025 begin with the day; None if no date of the file tells."""
    parts = [part for text in dates if (part := _SLASHES.fullmatch(to_ascii_width(text).strip()))]
    if any(int(part[1]) > MONTHS_OF_YEAR for part in parts):
        return True
    return False if any(int(part[2]) > MONTHS_OF_YEAR for part in parts) else None


def _date(line: int, text: str, day_first: bool | None) -> str:
    match = _SLASHES.fullmatch(to_ascii_width(text).strip())
    if match is not None and day_first is not None:
        day, month = (match[1], match[2]) if day_first else (match[2], match[1])
        text = f"{day}.{month}.{match[3]}"
    try:
        return parse_any_date(text)
    except Malformed as error:
        message = sentence("in_line", "line {line}: {message}", line=line, message=error.message)
        raise Malformed(error.code, message, "date") from None


def _points(line: int, name: str, text: str) -> int:
    number = _whole(text)
    if number is None:
        message = sentence("line_not_points", "line {line}: {name} must be a number of points, not {text}", line=line,
                           name=name, text=repr(text[:40]))  # fmt: skip
        raise Malformed("bad_field", message, name)
    return number


def _number(line: int, name: str, text: str) -> int:
    number = _whole(text)
    if number is None:
        message = sentence("line_not_a_number", "line {line}: {name} must be a number, not {text}", line=line,
                           name=name, text=repr(text[:40]))  # fmt: skip
        raise Malformed("bad_field", message, name)
    return number


def _whole(text: str) -> int | None:
    number = parse_points(text)
    return number if is_int(number) else None


# ---------------------------------------------------------------- out


def season_csv(view: SeasonView, people: Mapping[int, Player]) -> str:
    """Return the table of a season as CSV."""
    head = ["place", "player", "name", "games", "total", "mean", "1st", "2nd", "3rd", "4th", "mean place", "rating",
            "deviation", "provisional", "total of all games",
            "share 1st", "share 2nd", "share 3rd", "share 4th"]  # fmt: skip
    rows = [
        [
            "" if row.place is None else row.place, row.player, player_or_unknown(people, row.player).name, row.games,
            row.counted, round(row.mean, 1), *row.places, round(row.mean_place, 3), row.rating.rating,
            row.rating.deviation, "yes" if row.rating.is_provisional else "", row.total,
            *(round(share, 4) for share in row.shares),
        ]
        for row in view.rows
    ]  # fmt: skip
    return write_csv([head, *rows])


def games_csv(view: SeasonView, people: Mapping[int, Player], tournament: Tournament) -> str:
    """Return the games of a season as CSV with a row for each game; it can be imported again."""
    head = ["date", "series", "rules", "table", "sticks"]
    values = ["score", "total", *(["chips"] if any(map(_chips_of, view.games)) else [])]
    head += [column for name in SEAT_NAMES for column in (name, *(f"{name} {value}" for value in values))]
    rows: list[list[object]] = []
    for game in view.games:
        known = None if game.game is None else tournament.club.series.get(game.game.series)
        row: list[object] = [game.date, known.title if known else "", game.rules, game.table or ""]
        row.append(0 if game.game is None else game.game.sticks)
        for seat, (player, chips) in enumerate(
            zip(game.players, _chips_of(game) or [0] * len(game.players), strict=True)
        ):
            name = player_or_unknown(people, player).name or "guest"
            row += [name, *[game.scores[seat], game.totals[seat], chips][: len(values)]]
        rows.append(row + [""] * (len(head) - len(row)))
    return write_csv([head, *rows])


def _chips_of(game: SeriesGame) -> Sequence[int]:
    """Return the chips of a game by seat; none where none were entered."""
    return () if game.game is None else game.game.chips
