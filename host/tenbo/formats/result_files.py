"""Result files: CSV and JSON with everything, the EMA's results file, and a text sheet for each table."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tenbo.formats.csv_rows import write_csv
from tenbo.formats.ema_file import ema_csv
from tenbo.formats.pantheon_games import played_games, requests_jsonl
from tenbo.formats.plan_files import write_plan_csv, write_plan_script
from tenbo.formats.player_files import players_csv
from tenbo.formats.score_files import riichinomi_csv, riichinomi_players_csv
from tenbo.tournament.mers_formula import base_ranks, weight_of
from tenbo.tournament.player_directory import PARTS, Player, player_or_unknown
from tenbo.tournament.record_values import annotation_text
from tenbo.tournament.standings import prove_balance, result_state, standings, team_standings
from tenbo.tournament.table_result import BROKEN, MISSING, reserve_texts, substitute_since_text, substitute_texts
from tenbo.validation.core_sentence_codes import reason_code_and_values
from tenbo.validation.points_text import points_text, signed_points_text
from tenbo_core.errors import Malformed
from tenbo_core.results import GameResult
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Sequence

    from tenbo.tournament.state import Tournament
    from tenbo.tournament.table_result import Games, TableResult

    People = dict[int, Player]
    Moves = dict[tuple[int, int], list[dict[str, Any]]]

# The placeholder of a table's events; names and reasons have no control characters.
HERE = "\x00events\x00"

SHEET_FIELDS = (
    "session", "table", "state", "why", "rules", "players", "scores", "places", "uma", "oka", "penalties", "added",
    "chips", "totals", "disqualified", "substitutes", "substitute_result",
)  # fmt: skip


def standings_csv(tournament: Tournament, sheets: list[TableResult], people: People, hidden: Sequence[int] = ()) -> str:
    """Return the standings as CSV: each player with the total of each session, and whether they are final."""
    sessions = sorted({sheet.session for sheet in sheets})
    found = result_state(sheets, hidden)
    state = "; ".join([*(found.unfinished_lines() or ["final"]), *found.unlocked_lines()])
    # Columns for club, team and newcomer exist only if a player has one, because others read the file by its columns.
    parts = [part for part in PARTS[1:] if any(getattr(player, part) for player in people.values())]
    head = ["place", "player", "first name", "last name", "EMA number", "country", "total"]
    rows: list[list[object]] = [[*head, *[f"session {n}" for n in sessions], "state", *parts]]
    for standing in standings(sheets, tournament):
        player = player_or_unknown(people, standing.player)
        rows.append(
            [standing.place, standing.player, player.first, player.last, player.ema, player.country, standing.total]
            + [standing.sessions.get(session, "") for session in sessions]
            + [state, *(getattr(player, part) for part in parts)]
        )
    return write_csv(rows)


def ara_csv(tournament: Tournament, sheets: list[TableResult], people: People) -> str:
    """Return what the American Riichi Association asks for: both names, the organization, and the result.

    It publishes no format, and gives each player an ID that is not known here: its column is to be filled in.
    """
    rows: list[list[object]] = [
        ["Place", "Legal name", "Preferred name", "ARA ID", "Organization", "Hanchan", "Points"]
    ]
    for standing in standings(sheets, tournament):
        player = player_or_unknown(people, standing.player)
        played = len(standing.sessions)
        rows.append([standing.place, player.name, player.shown, "", player.club, played, standing.total])
    return write_csv(rows)


def tables_csv(sheets: list[TableResult], people: People) -> str:
    """Return every seat of every table as CSV, with all numbers of the result."""
    # Chips and substitutes have columns only if a table has some, because others read the file by its columns.
    chips = ["chips"] if any(sheet.chips for sheet in sheets) else []
    replaced = ["substitute", "substitute result", "counts for"] if any(sheet.substitutes for sheet in sheets) else []
    names = (*GameResult.FIELDS[:-1], "added", "totals", *chips)
    rows: list[list[object]] = [
        ["session", "table", "state", "rules", "seat", "player", "name",
         "score", "place", "uma", "oka", "penalties", "desk penalties", "total", *chips, *replaced]
    ]  # fmt: skip
    for sheet in sheets:
        for seat, player in enumerate(sheet.players):
            head = [
                sheet.session,
                sheet.table,
                sheet.state,
                sheet.rules,
                "ESWN"[seat],
                player,
                player_or_unknown(people, player).name,
            ]
            numbers = [(getattr(sheet, name) or [0] * len(sheet.players))[seat] for name in names]
            since = substitute_since_text(sheet, seat)
            why = [since, sheet.substitute_result, sheet.credited_players[seat]] if since else [""] * len(replaced)
            rows.append([*head, *numbers, *(why if replaced else [])])
    return write_csv(rows)


def sheet_dict(sheet: TableResult, people: People) -> dict[str, Any]:
    """Return a table's result as a JSON object."""
    record: dict[str, Any] = {name: getattr(sheet, name) for name in SHEET_FIELDS}
    record["names"] = [player_or_unknown(people, player).name for player in sheet.players]
    record["counts_for"] = list(sheet.credited_players)
    record["adds_up"] = sheet.adds_up
    record["notes"] = [note._asdict() for note in sheet.notes]
    return record | reason_code_and_values(sheet.why)


def results_dict(
    tournament: Tournament, sheets: list[TableResult], people: People, hidden: Sequence[int] = ()
) -> dict[str, Any]:
    """Return everything: standings, tables with their notes, and the proof."""
    proved, ranked = prove_balance(sheets), standings(sheets, tournament)
    weight, base = weight_of(tournament, ranked, people), base_ranks(ranked, people)
    return {
        "title": tournament.title,
        "rules": tournament.rules,
        "place": tournament.venue,
        "country": tournament.country,
        "date": tournament.date,
        "days": tournament.days,
        "mers": weight.record(),
        "standings": [
            {
                **standing._asdict(),
                "name": player_or_unknown(people, standing.player).name,
                "mers": base.get(standing.player),
                "sessions": {str(k): v for k, v in standing.sessions.items()},
            }
            for standing in ranked
        ],
        "struck": {str(player): why for player, why in sorted(tournament.unranked.items())},
        **result_state(sheets, hidden).record(),
        "teams": [
            {**standing._asdict(), "sessions": {str(k): v for k, v in standing.sessions.items()}}
            for standing in team_standings(sheets, people, tournament)
        ],
        "tables": [sheet_dict(sheet, people) for sheet in sheets],
        "proof": {**proved._asdict(), "holds": proved.is_balanced},
    }


def standings_dict(
    tournament: Tournament,
    sheets: list[TableResult],
    people: People,
    hidden: Sequence[int] = (),
    only: Container[int] | None = None,
) -> dict[str, Any]:
    """Return the standings alone, or those of some players, with the data they are based on."""
    everybody = standings(sheets, tournament)
    base, proved = base_ranks(everybody, people), prove_balance(sheets)
    rows = everybody if only is None else standings(sheets, tournament, only)
    return {
        "standings": [
            {**row._asdict(), "name": player_or_unknown(people, row.player).name, "mers": base.get(row.player)}
            for row in rows
        ],
        "mers": weight_of(tournament, everybody, people).record(),
        "teams": [standing._asdict() for standing in team_standings(sheets, people, tournament)],
        "proof": {**proved._asdict(), "holds": proved.is_balanced},
        **result_state(sheets, hidden).record(),
    }


def results_json(
    tournament: Tournament,
    sheets: list[TableResult],
    people: People,
    moves: Moves | None = None,
    hidden: Sequence[int] = (),
) -> str:
    """Return everything as JSON, with the events of each game; equal results give equal texts."""
    record = results_dict(tournament, sheets, people, hidden)
    table_records = []
    # Created once; `dumps` would create one for each event.
    encoded = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode
    for table in record["tables"]:
        rows = (moves or {}).get((table["session"], table["table"]), [])
        table_records.append(",\n".join(map(encoded, rows)))
        table["events"] = [HERE]
    # One event per line: events are most of the file, and Python writes them many times faster without indentation.
    texts = json.dumps(record, ensure_ascii=False, indent=1, sort_keys=True).split(json.dumps(HERE))
    return "".join(text + events for text, events in zip(texts, [*table_records, "\n"], strict=True))


def point_transfers_csv(moves: Moves) -> str:
    """Return every event that moved points as CSV; a game of three players has no numbers for N."""
    most = max((len(move["scores"]) for moves_of_table in moves.values() for move in moves_of_table), default=4)
    head: list[object] = ["session", "table", "event", "second", "round", "honba", "what", "sticks"]
    head += [f"{what} {wind}" for what in ("moved", "score") for wind in "ESWN"[:most]]
    rows = [head]
    for (session, table), moves_of_table in moves.items():
        for move in moves_of_table:
            hand = f"{move['round']}{move['hand']}"
            place = [session, table, *(move[name] for name in ("n", "at"))]
            place += [hand, *(move[name] for name in ("honba", "event", "sticks"))]
            numbers = [[*move[name], *[""] * (most - len(move[name]))] for name in ("deltas", "scores")]
            rows.append([*place, *numbers[0], *numbers[1]])
    return write_csv(rows)


FILES = (
    "standings.csv", "tables.csv", "hands.csv", "ema.csv", "results.json", "sheets.txt", "plan.txt", "plan.csv",
    "players.csv", "ara.csv", "riichinomi.csv", "riichinomi-players.csv", "pantheon.jsonl",
)  # fmt: skip
# These files are the desk's: registered people and plans, and legal names beside those that people go by.
DESK_FILES = ("plan.txt", "plan.csv", "players.csv", "riichinomi-players.csv", "ara.csv")
# These files need no results.
NO_RESULTS = ("plan.txt", "plan.csv", "players.csv", "riichinomi-players.csv")


def export_file(
    name: str,
    tournament: Tournament,
    sheets: list[TableResult],
    people: People,
    moves: Callable[[], Moves] = dict,
    *,
    games: Games = lambda _: (),
    provisional: bool = False,
    hidden: Sequence[int] = (),
) -> str:
    """Return one of FILES; `moves` and `games` give the events of the games for the files that need them.

    Only the given sheets are exported: sessions that were not selected, or are `hidden`, appear in no file.
    """
    if name in ("hands.csv", "results.json"):
        places = {(sheet.session, sheet.table) for sheet in sheets}
        rows_by_place = {place: rows for place, rows in moves().items() if place in places}
        return (
            point_transfers_csv(rows_by_place)
            if name == "hands.csv"
            else results_json(tournament, sheets, people, rows_by_place, hidden)
        )
    if name == "standings.csv":
        return standings_csv(tournament, sheets, people, hidden)
    if name == "tables.csv":
        return tables_csv(sheets, people)
    if name == "ema.csv":
        return ema_csv(tournament, sheets, people, provisional=provisional, hidden=hidden)
    if name == "ara.csv":
        return ara_csv(tournament, sheets, people)
    if name in ("plan.txt", "plan.csv"):
        return write_plan_script(tournament.seats) if name == "plan.txt" else write_plan_csv(tournament.seats)
    if name == "pantheon.jsonl":
        return requests_jsonl(played_games(tournament, sheets, games))
    if name == "riichinomi.csv":
        return riichinomi_csv(sheets)
    if name in ("players.csv", "riichinomi-players.csv"):
        return players_csv(people) if name == "players.csv" else riichinomi_players_csv(people)
    if name == "sheets.txt":
        return "\f".join(sheet_text(sheet, people, tournament.title) for sheet in sheets)
    raise Malformed(
        "bad_field",
        sentence(
            "unknown_file", "there is no file {name}; use one of: {files}", name=repr(name), files=", ".join(FILES)
        ),
        "name",
    )


def _cell(text: str, width: int) -> str:
    return text[: width - 1].ljust(width)


def sheet_text(sheet: TableResult, people: People, title: str = "", cell: Callable[[str, int], str] = _cell) -> str:
    """Return a table's result as a sheet to print and to sign; `cell` pads a name to the width of its column."""
    lines = [f"{title or 'Tenbo'}   session {sheet.session}   table {sheet.table}   {sheet.rules}   {sheet.state}", ""]
    lines.append(f"{'':2}{'player':28}{'points':>9}{'place':>6}{'uma':>8}{'oka':>8}{'penalty':>9}{'total':>9}")
    for seat, player in enumerate(sheet.players):
        name = f"{player} {player_or_unknown(people, player).name}" if player else "-"
        penalty = sheet.penalties[seat] + sheet.added[seat]
        numbers = (
            f"{points_text(sheet.scores[seat]):>9}{sheet.places[seat]:>6}{signed_points_text(sheet.uma[seat]):>8}"
            f"{signed_points_text(sheet.oka[seat]):>8}{signed_points_text(penalty):>9}"
        )
        lines.append(f"{'ESWN'[seat]} {cell(name, 28)}{numbers}{signed_points_text(sheet.totals[seat]):>9}")
    if sheet.state in (MISSING, BROKEN):
        lines.append(f"  {sheet.why or 'this table has no result yet'}")
    else:
        proved = "adds up" if sheet.adds_up else "WRONG"
        lines.append(
            f"{'':30}{points_text(sum(sheet.scores)):>9}{'':31}{signed_points_text(sum(sheet.totals)):>9}  {proved}"
        )
    credited = reserve_texts(sheet, lambda player: f"{player} {player_or_unknown(people, player).name}")
    lines += [f"  {text}" for text in [*credited, *substitute_texts(sheet)]]
    lines += [f"  {annotation_text(note)}" for note in sheet.notes]
    lines += [
        "",
        "  ".join(f"{wind} ______________" for wind in "ESWN"[: len(sheet.players)]),
        "referee ______________",
    ]
    return "\n".join(lines) + "\n"
