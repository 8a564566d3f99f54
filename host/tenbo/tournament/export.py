"""Results as files: CSV and JSON with everything, the EMA's results file, and a text sheet for each table."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

from tenbo.tournament.countries import three_letters
from tenbo.tournament.people import PARTS, Player
from tenbo.tournament.results import BROKEN, MISSING
from tenbo.tournament.seating.plan_files import write_plan, write_table
from tenbo.tournament.standings import proof, standings, state_of, team_standings
from tenbo_core.errors import Malformed, Refused
from tenbo_core.results import GameResult
from tenbo_core.seats import SEATS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tenbo.tournament.results import Sheet
    from tenbo.tournament.state import Note, Tournament

    People = dict[int, Player]
    Moves = dict[tuple[int, int], list[dict[str, Any]]]

# A cell that begins like this is a formula to a spreadsheet; a number is not.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")

# The columns of the results file that federations hand in, in their order.
EMA_COLUMNS = (
    "Tournament name", "Number of participants", "Place", "Player's first name", "Player's last name", "EMA number",
    "Table points", "Score", "EMA member", "Country", "Date", "Countrycourt", "city", "mers", "shortname", "rules",
    "period", "NbDays", "Extra",
)  # fmt: skip

SHEET_FIELDS = (
    "session", "table", "state", "why", "rules", "players", "scores", "places", "uma", "oka", "penalties", "added",
    "totals", "disqualified",
)  # fmt: skip


def harmless(value: object) -> object:
    """Return a cell that no spreadsheet takes for a formula; numbers stay numbers.

    >>> harmless("=1+1"), harmless(-3000), harmless("Ada")
    ("'=1+1", -3000, 'Ada')
    """
    if isinstance(value, str) and (value.startswith(FORMULA) or value.lstrip().startswith(FORMULA)):
        return "'" + value
    return value


def as_csv(rows: Iterable[Iterable[object]]) -> str:
    """Write rows as CSV, every text cell made harmless."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        writer.writerow([harmless(cell) for cell in row])
    return out.getvalue()


def who(people: People, player: int) -> Player:
    """Return the player behind a number, known or not."""
    return people.get(player) or Player(player, "", f"Player {player}" if player else "")


def standings_csv(tournament: Tournament, sheets: list[Sheet], people: People, hidden: Sequence[int] = ()) -> str:
    """Return the standings, a row for each player, with each session's total and whether they are final."""
    sessions = sorted({sheet.session for sheet in sheets})
    state = "; ".join(state_of(sheets, hidden).lines()) or "final"
    # Columns of their own only where somebody has a club, a team or is new: others read the file by its columns.
    parts = [part for part in PARTS[1:] if any(getattr(player, part) for player in people.values())]
    head = ["place", "player", "first name", "last name", "EMA number", "country", "total"]
    rows: list[list[object]] = [[*head, *[f"session {n}" for n in sessions], "state", *parts]]
    for standing in standings(sheets, tournament.struck):
        player = who(people, standing.player)
        rows.append(
            [standing.place, standing.player, player.first, player.last, player.ema, player.country, standing.total]
            + [standing.sessions.get(session, "") for session in sessions]
            + [state, *(getattr(player, part) for part in parts)]
        )
    return as_csv(rows)


def tables_csv(sheets: list[Sheet], people: People) -> str:
    """Return every seat of every table, a row each: all numbers of the result."""
    names = (*GameResult.FIELDS[:-1], "added", "totals")
    rows: list[list[object]] = [
        ["session", "table", "state", "rules", "seat", "player", "name",
         "score", "place", "uma", "oka", "penalties", "desk penalties", "total"]
    ]  # fmt: skip
    for sheet in sheets:
        for seat in SEATS:
            player = sheet.players[seat]
            head = [
                sheet.session,
                sheet.table,
                sheet.state,
                sheet.rules,
                "ESWN"[seat],
                player,
                who(people, player).name,
            ]
            rows.append(head + [getattr(sheet, name)[seat] for name in names])
    return as_csv(rows)


def ema_csv(
    tournament: Tournament,
    sheets: list[Sheet],
    people: People,
    *,
    provisional: bool = False,
    hidden: Sequence[int] = (),
) -> str:
    """Return the EMA's results file: one row for each player, 19 columns.

    A federation takes it for the last word, so results that are not finished are refused, or marked in the title.
    """
    state = state_of(sheets, hidden)
    if not state.final and not provisional:
        lines = "; ".join(state.lines())
        raise Refused(
            "not_allowed_now", f"the results are not finished: {lines} (--provisional marks the file)", "name"
        )
    title = tournament.title + ("" if state.final else " (provisional)")
    ranked = standings(sheets, tournament.struck)
    rows: list[Iterable[object]] = [EMA_COLUMNS]
    for standing in ranked:
        player = who(people, standing.player)
        listed = "YES" if player.ema else ""
        own = [standing.place, player.first, player.last.upper(), player.ema, 1, standing.total, listed]
        where = [country_of(player.country), tournament.date, country_of(tournament.country), tournament.place, "", ""]
        rows.append([title, len(ranked), *own, *where, "Riichi", "", "", "NO"])
    return as_csv(rows)


def country_of(text: str) -> str:
    """Return a country's three letters; what an older version took and nobody knows stays as it is."""
    try:
        return three_letters(text) if text else ""
    except Malformed:
        return text


def sheet_record(sheet: Sheet, people: People) -> dict[str, Any]:
    """Return a table's result as an object."""
    record: dict[str, Any] = {name: getattr(sheet, name) for name in SHEET_FIELDS}
    record["names"] = [who(people, player).name for player in sheet.players]
    record["adds_up"] = sheet.adds_up
    record["notes"] = [note._asdict() for note in sheet.notes]
    return record


def as_record(
    tournament: Tournament, sheets: list[Sheet], people: People, hidden: Sequence[int] = ()
) -> dict[str, Any]:
    """Return everything: standings, tables with their notes, and the proof."""
    proved = proof(sheets)
    return {
        "title": tournament.title,
        "rules": tournament.rules,
        "place": tournament.place,
        "country": tournament.country,
        "date": tournament.date,
        "standings": [
            {
                **standing._asdict(),
                "name": who(people, standing.player).name,
                "sessions": {str(k): v for k, v in standing.sessions.items()},
            }
            for standing in standings(sheets, tournament.struck)
        ],
        "struck": {str(player): why for player, why in sorted(tournament.struck.items())},
        **state_of(sheets, hidden).record(),
        "teams": [
            {**standing._asdict(), "sessions": {str(k): v for k, v in standing.sessions.items()}}
            for standing in team_standings(sheets, people, tournament.struck)
        ],
        "tables": [sheet_record(sheet, people) for sheet in sheets],
        "proof": {**proved._asdict(), "holds": proved.holds},
    }


def as_json(
    tournament: Tournament,
    sheets: list[Sheet],
    people: People,
    moves: Moves | None = None,
    hidden: Sequence[int] = (),
) -> str:
    """Return everything as JSON, the events of each table's game included; the same text for the same results."""
    record = as_record(tournament, sheets, people, hidden)
    for table in record["tables"]:
        table["events"] = (moves or {}).get((table["session"], table["table"]), [])
    return json.dumps(record, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def hands_csv(moves: Moves) -> str:
    """Return every event that moved points, a row each."""
    head: list[object] = ["session", "table", "event", "second", "round", "honba", "what", "sticks"]
    head += [f"{what} {wind}" for what in ("moved", "score") for wind in "ESWN"]
    rows = [head]
    for (session, table), moves_of_table in moves.items():
        for move in moves_of_table:
            hand = f"{move['round']}{move['hand']}"
            place = [session, table, *(move[name] for name in ("n", "at"))]
            place += [hand, *(move[name] for name in ("honba", "event", "sticks"))]
            rows.append([*place, *move["deltas"], *move["scores"]])
    return as_csv(rows)


FILES = ("standings.csv", "tables.csv", "hands.csv", "ema.csv", "results.json", "sheets.txt", "plan.txt", "plan.csv")


def file_of(
    name: str,
    tournament: Tournament,
    sheets: list[Sheet],
    people: People,
    moves: Callable[[], Moves] = dict,
    *,
    provisional: bool = False,
    hidden: Sequence[int] = (),
) -> str:
    """Return one of FILES; `moves` gives the events of the games, for those that tell them.

    The sheets are all there is to tell: sessions that were not asked for, or are `hidden`, appear in no file.
    """
    if name in ("hands.csv", "results.json"):
        places = {(sheet.session, sheet.table) for sheet in sheets}
        told = {place: rows for place, rows in moves().items() if place in places}
        return hands_csv(told) if name == "hands.csv" else as_json(tournament, sheets, people, told, hidden)
    if name == "standings.csv":
        return standings_csv(tournament, sheets, people, hidden)
    if name == "tables.csv":
        return tables_csv(sheets, people)
    if name == "ema.csv":
        return ema_csv(tournament, sheets, people, provisional=provisional, hidden=hidden)
    if name in ("plan.txt", "plan.csv"):
        return write_plan(tournament.seats) if name == "plan.txt" else write_table(tournament.seats)
    if name == "sheets.txt":
        return "\f".join(sheet_text(sheet, people, tournament.title) for sheet in sheets)
    raise Malformed("bad_field", f"there is no file {name!r}; there are {', '.join(FILES)}", "name")


def sheet_text(sheet: Sheet, people: People, title: str = "") -> str:
    """Return a table's result as a sheet to print and to sign."""
    lines = [f"{title or 'Tenbo'}   session {sheet.session}   table {sheet.table}   {sheet.rules}   {sheet.state}", ""]
    lines.append(f"{'':2}{'player':28}{'points':>9}{'place':>6}{'uma':>8}{'oka':>8}{'penalty':>9}{'total':>9}")
    for seat in SEATS:
        player = sheet.players[seat]
        name = f"{player} {who(people, player).name}" if player else "-"
        penalty = sheet.penalties[seat] + sheet.added[seat]
        numbers = (
            f"{sheet.scores[seat]:>9}{sheet.places[seat]:>6}{sheet.uma[seat]:>+8}{sheet.oka[seat]:>+8}{penalty:>+9}"
        )
        lines.append(f"{'ESWN'[seat]} {name[:27]:28}{numbers}{sheet.totals[seat]:>+9}")
    if sheet.state in (MISSING, BROKEN):
        lines.append(f"  {sheet.why or 'this table has no result yet'}")
    else:
        proved = "adds up" if sheet.adds_up else "WRONG"
        lines.append(f"{'':30}{sum(sheet.scores):>9}{'':31}{sum(sheet.totals):>+9}  {proved}")
    lines += [f"  {note_text(note)}" for note in sheet.notes]
    lines += ["", "  ".join(f"{wind} ______________" for wind in "ESWN"), "referee ______________"]
    return "\n".join(lines) + "\n"


def note_text(note: Note) -> str:
    """Return what was changed as a line, with its number: by that it is taken back.

    >>> from tenbo.tournament.state import Note
    >>> note_text(Note("penalty", "referee Ada", "telephone", [2, -8000], 41))
    'penalty W -8000 by referee Ada: telephone (record 41)'
    """
    value = ""
    if note.what == "penalty":
        value = f" {'ESWN'[note.value[0]]} {note.value[1]:+d}"
    elif note.what == "correct":
        scores, sticks = note.value
        value = " " + " ".join(map(str, scores)) + (f" and {sticks} sticks" if sticks else "")
    number = f" (record {note.n})" if note.n >= 0 else ""
    return f"{note.what}{value} by {note.by}{': ' + note.why if note.why else ''}{number}"
