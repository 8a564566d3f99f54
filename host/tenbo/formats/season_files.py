"""Files of a club: its games from CSV and as CSV, and the table of a season as CSV."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.formats.csv_rows import read_csv, refuse_misspelt_columns, write_csv
from tenbo.tournament.players import player_or_unknown
from tenbo.validation.dates import parse_any_date
from tenbo_core.errors import Malformed
from tenbo_core.field_checks import is_int
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tenbo.tournament.players import Player
    from tenbo.tournament.series.season_view import SeasonView
    from tenbo.tournament.state import Tournament

SEAT_NAMES = ("east", "south", "west", "north")
# The columns of a file with a row for each game: the player of each seat, and the score.
PLAYER_COLUMNS = {name: (name, f"player {seat}", f"player{seat}") for seat, name in enumerate(SEAT_NAMES, 1)}
SCORE_COLUMNS = {
    name: (f"{name} score", f"score {seat}", f"score{seat}", f"{name} points")
    for seat, name in enumerate(SEAT_NAMES, 1)
}
# The columns of a file with a row for each seat, East first; rows of the same game have the same `game`.
SEAT_COLUMNS = {"game": ("game", "id"), "player": ("player", "name"), "score": ("score", "points")}
GAME_COLUMNS = {"date": ("date", "day"), "series": ("series", "season", "evening"), "rules": ("rules", "rule book"),
                "table": ("table",), "sticks": ("sticks", "riichi sticks")}  # fmt: skip
# What our own files have besides; it follows from the scores.
FOLLOWING = ("total", "place", "seat")
KNOWN = [
    name
    for columns in (PLAYER_COLUMNS, SCORE_COLUMNS, SEAT_COLUMNS, GAME_COLUMNS)
    for names in columns.values()
    for name in names
] + [*FOLLOWING, *(f"{name} {value}" for name in SEAT_NAMES for value in FOLLOWING[:2])]


def read_games(text: str) -> list[dict[str, Any]]:
    r"""Read the games of a file, each with its players by name, its scores and the number of its line.

    >>> read_games("date;east;south;west;north;score 1;score 2;score 3;score 4\n"
    ...            "8.12.2025;Ann;Bob;Cat;Dan;32000;28000;35000;25000\n")[0]["scores"]
    [32000, 28000, 35000, 25000]
    """
    rows = read_csv(text)
    if not rows:
        message = sentence("season_file_empty", "the file has no games: its first line names date, east, east score")
        raise Malformed("missing_field", message, "file")
    refuse_misspelt_columns(rows[0][1], KNOWN)
    if _cell(rows[0][1], PLAYER_COLUMNS["east"]) is not None:
        return [_game_of_row(line, fields) for line, fields in rows]
    if _cell(rows[0][1], SEAT_COLUMNS["player"]) is not None:
        return _games_of_seats(rows)
    message = sentence(
        "season_columns_missing",
        "the file names neither the players of a game (east, south, west, north) nor a player a row (game, player, "
        "score)",
    )
    raise Malformed("missing_field", message, "file")


def _game_of_row(line: int, fields: dict[str, str]) -> dict[str, Any]:
    players, scores = [], []
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
    return {"players": players, "scores": scores, "line": line, **_facts(line, fields)}


def _games_of_seats(rows: list[tuple[int, dict[str, str]]]) -> list[dict[str, Any]]:
    """Return the games of a file with a row for each seat."""
    games: dict[str, dict[str, Any]] = {}
    for line, fields in rows:
        cells = {name: _cell(fields, names) for name, names in SEAT_COLUMNS.items()}
        for name, value in cells.items():
            if not value:
                message = sentence("line_value_missing", "line {line} has no {name}", line=line, name=name)
                raise Malformed("missing_field", message, name)
        game = games.setdefault(str(cells["game"]), {"players": [], "scores": [], "line": line, **_facts(line, fields)})
        game["players"].append(cells["player"])
        game["scores"].append(_points(line, "score", str(cells["score"])))
    for number, game in games.items():
        if len(game["players"]) not in (3, 4):
            message = sentence("game_has_rows", "line {line}: game {game} has {count} rows, not three or four",
                               line=game["line"], game=repr(number[:40]), count=len(game["players"]))  # fmt: skip
            raise Malformed("contradiction", message, "game")
    return [*games.values()]


def _facts(line: int, fields: dict[str, str]) -> dict[str, Any]:
    """Return what a row says of its game besides players and scores."""
    facts: dict[str, Any] = {}
    for name, names in GAME_COLUMNS.items():
        value = _cell(fields, names)
        if not value:
            continue
        if name == "date":
            facts[name] = _date(line, value)
        elif name in ("table", "sticks"):
            facts[name] = _points(line, name, value)
        else:
            facts[name] = value
    return facts


def _cell(fields: Mapping[str, str], names: Iterable[str]) -> str | None:
    """Return the cell of a column by any of its names; None where the file has no such column."""
    found = [fields[name] for name in names if name in fields]
    return found[0] if found else None


def _date(line: int, text: str) -> str:
    try:
        return parse_any_date(text)
    except Malformed as error:
        message = sentence("in_line", "line {line}: {message}", line=line, message=error.message)
        raise Malformed(error.code, message, "date") from None


def _points(line: int, name: str, text: str) -> int:
    bare = text.replace("\u2212", "-").replace(" ", "")
    if not bare.removeprefix("-").removeprefix("+").isdigit() or not bare.isascii() or not is_int(int(bare)):
        message = sentence("line_not_points", "line {line}: {name} must be a number of points, not {text}", line=line,
                           name=name, text=repr(text[:40]))  # fmt: skip
        raise Malformed("bad_field", message, name)
    return int(bare)


# ---------------------------------------------------------------- out


def season_csv(view: SeasonView, people: Mapping[int, Player]) -> str:
    """Return the table of a season as CSV."""
    head = ["place", "player", "name", "games", "total", "mean", "1st", "2nd", "3rd", "4th", "mean place", "rating",
            "deviation", "provisional", "of all games", "share 1st", "share 2nd", "share 3rd", "share 4th"]  # fmt: skip
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
    head += [column for name in SEAT_NAMES for column in (name, f"{name} score", f"{name} total")]
    rows: list[list[object]] = []
    for game in view.games:
        known = None if game.game is None else tournament.club.series.get(game.game.series)
        row: list[object] = [game.date, known.title if known else "", game.rules, game.table or ""]
        row.append(0 if game.game is None else game.game.sticks)
        for player, score, total in zip(game.players, game.scores, game.totals, strict=True):
            row += [player_or_unknown(people, player).name or "guest", score, total]
        rows.append(row + [""] * (len(head) - len(row)))
    return write_csv([head, *rows])
