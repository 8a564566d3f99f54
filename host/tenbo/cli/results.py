"""`tenbo results`: print score sheets, standings and the proof that all points add up."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from tenbo.cli.support.text_layout import format_table, pad_cell, print_text, window_width
from tenbo.validation.points_text import signed_points_text

if TYPE_CHECKING:
    import argparse
    from collections.abc import Container, Sequence

    from tenbo.game.overall_standings import Standing
    from tenbo.tournament.player_directory import Player
    from tenbo.tournament.standings import UncountedTables
    from tenbo.tournament.state import Tournament
    from tenbo.tournament.table_result import TableResult

EPILOG = """\
Reads the store, whether the service is running or not. The exit status is 1 if the points do not add up or results are
not final: tables that are still playing, missing, given up or broken are named, and so are hidden sessions. If results
are locked once their sheets are signed, unlocked results are named, too.

  tenbo results                      the standings: totals, each session, the places at the tables; "bye" without a seat
  tenbo results --only country=NED   the standings of some players: country=, club=, team= or newcomer
  tenbo results --teams              the teams, by the sum of their players' totals
  tenbo results --session 2          the score sheets of a session
  tenbo results --session 2 --table 3
  tenbo results --mers               with the base ranks of the European ranking, and the tournament's weight in it
  tenbo results --json               the standings (with --session its score sheets) as one JSON object
  tenbo results --hidden             also results that are not released yet, for the desk only
"""

# The columns of the standings: a name, a total or a session, a base rank.
NAME, TOTAL, MERS = 30, 9, 7


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_json_option, add_store_option

    parser.add_argument("--session", type=int, help="print the score sheets of this session instead of the standings")
    parser.add_argument("--table", type=int, help="with --session: only this table's sheet")
    parser.add_argument(
        "--only", metavar="PART", help="rank only some players: country=NED, club=NAME, team=NAME or newcomer"
    )
    parser.add_argument("--teams", action="store_true", help="rank the teams instead of the players")
    parser.add_argument("--mers", action="store_true", help="add the base ranks of the European ranking")
    parser.add_argument("--hidden", action="store_true", help="also include sessions that are not released yet")
    add_json_option(parser, "print the standings, or the sheets, as JSON")
    add_store_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print results."""
    from tenbo.cli.support.shared_options import count_text, open_store, store_path
    from tenbo.formats.result_files import sheet_text, standings_dict
    from tenbo.store.sqlite_store import wall_clock_ms
    from tenbo.tournament.existence_checks import check_session_exists, check_table_exists
    from tenbo.tournament.player_directory import players_with_property
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.standings import prove_balance, result_state

    _check_words(args)
    with open_store(store_path(args)) as store:
        stored = TournamentRepository(store)
        if args.session is not None:
            check_session_exists(stored.tournament, args.session)
        if args.table is not None:
            check_table_exists(stored.tournament, args.session, args.table)
        chosen = None if args.session is None else [args.session]
        sheets, hidden = stored.results.public_sheets(wall_clock_ms(), chosen, hidden=args.hidden)
        people, tournament = stored.people(), stored.tournament
    sheets = [sheet for sheet in sheets if args.table in (None, sheet.table)]
    only = None if args.only is None else players_with_property(people, args.only)
    proved, state = prove_balance(sheets), result_state(sheets, hidden)
    status = 0 if proved.is_balanced and state.is_final else 1
    if args.json:
        whole = args.session is None
        record = standings_dict(tournament, sheets, people, hidden, only) if whole else _sheets(sheets, people, state)
        sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")
        return status
    if args.teams:
        print_text(teams_text(tournament, people, sheets))
    elif args.session is None:
        print_text(standings_text(tournament, people, sheets, only, mers=args.mers))
    for sheet in sheets if args.session is not None else []:
        print_text(sheet_text(sheet, people, tournament.title, pad_cell) + "\n")
    wrong = ", ".join(f"table {table} in session {session}" for session, table in proved.wrong)
    verdict = "points add up" if proved.is_balanced else f"WRONG: {wrong or 'the sum of all tables'}"
    finished = f"{proved.tables} of {count_text(len(sheets), 'table')} finished"
    totals, expected = signed_points_text(proved.totals), signed_points_text(proved.expected)
    sum_up = f"{finished}: totals {totals}, expected {expected}: {verdict}"
    missed = [] if args.session is not None else _difference_lines(sheets, tournament, people)
    print_text(
        "".join(
            line + "\n"
            for line in [sum_up, *missed, *state.unfinished_lines(), *state.unlocked_lines(" (tenbo session lock)")]
        )
    )
    return status


def _sheets(sheets: list[TableResult], people: dict[int, Player], state: UncountedTables) -> dict[str, Any]:
    """Return sheets as an object, with the unfinished parts."""
    from tenbo.formats.result_files import sheet_dict

    return {"tables": [sheet_dict(sheet, people) for sheet in sheets], **state.record()}


def _difference_lines(sheets: list[TableResult], tournament: Tournament, people: dict[int, Player]) -> list[str]:
    """Return by how much the standings differ from the tables' totals: missed sessions, and players who do not rank."""
    from tenbo.cli.support.shared_options import count_text
    from tenbo.tournament.player_directory import player_or_unknown
    from tenbo.tournament.standings import missed_sessions, unranked_totals

    missed = [result.total for result in missed_sessions(sheets, tournament)]
    counts = f"{count_text(len(missed), 'missed session')} {'counts' if len(missed) == 1 else 'count'}"
    lines = [f"{counts} {signed_points_text(sum(missed))} in the standings, and in no table's totals"] if missed else []
    for player, total in sorted(unranked_totals(sheets, tournament).items()):
        name = player_or_unknown(people, player).name
        lines.append(f"{name} is not ranked: {signed_points_text(total)} in the tables' totals alone")
    return lines


def _check_words(args: argparse.Namespace) -> None:
    """Refuse words that do not go together."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo_core.errors import Malformed

    if args.session is None and args.table is not None:
        raise Malformed("missing_field", "give the session of the table's sheet with --session", "session")
    if sum((args.session is not None, args.teams, args.only is not None)) > 1:
        raise WrongUsage("--session prints sheets, --teams and --only rankings: give one of them")
    if args.mers and (args.session is not None or args.teams):
        raise WrongUsage("--mers goes with the standings of the players: leave --session and --teams out")


def standings_text(
    tournament: Tournament,
    people: dict[int, Player],
    sheets: list[TableResult],
    only: Container[int] | None = None,
    *,
    mers: bool = False,
) -> str:
    """Return the standings as lines, with the players struck from the list; some may be ranked among themselves."""
    from tenbo.tournament.mers_formula import base_ranks, weight_of
    from tenbo.tournament.player_directory import player_or_unknown
    from tenbo.tournament.standings import standings

    sessions = started_sessions(sheets)
    byes = {(session, player) for session in sessions for player in tournament.unseated_players(session)}
    everybody = standings(sheets, tournament) if mers else []
    base = base_ranks(everybody, people)
    rows = [_head("player", sessions, ["MERS"] * mers)]
    for standing in standings(sheets, tournament, only):
        empty = {session for session, player in byes if player == standing.player}
        own = [str(base.get(standing.player, "-"))] * mers
        rows.append(_row(standing, player_or_unknown(people, standing.player).name, sessions, empty, own))
    struck = sorted(tournament.unranked.items())
    lines = [
        f"  -  {pad_cell(player_or_unknown(people, player).name, NAME)}not ranked: {why}\n"
        for player, why in struck
        if only is None or player in only
    ]
    if mers:
        lines.append(weight_of(tournament, everybody, people).explanation() + "\n")
    return _table(rows, len(sessions), mers=mers) + "".join(lines)


def started_sessions(sheets: list[TableResult]) -> list[int]:
    """Return the sessions up to the last one of which anything is known: those to come have nothing to print."""
    from tenbo.tournament.table_result import MISSING

    last = max((sheet.session for sheet in sheets if sheet.state != MISSING), default=0)
    return sorted({sheet.session for sheet in sheets if sheet.session <= last})


def teams_text(tournament: Tournament, people: dict[int, Player], sheets: list[TableResult]) -> str:
    """Return the standings of the teams as lines."""
    from tenbo.tournament.standings import team_standings
    from tenbo_core.errors import Refused

    sessions = started_sessions(sheets)
    teams = team_standings(sheets, people, tournament)
    if not teams:
        message = "no team has a result: give the players' teams in a column named team (tenbo session players)"
        raise Refused("not_allowed_now", message, "teams")
    rows = [_head("team", sessions), *(_row(standing, standing.player, sessions) for standing in teams)]
    return _table(rows, len(sessions))


def _table(rows: list[list[str]], sessions: int, *, mers: bool = False) -> str:
    widths = [5 + NAME, TOTAL, *[MERS] * mers, *[TOTAL] * sessions, 0]
    return format_table(rows, widths, window_width(sys.stdout), left=(0, len(widths) - 1))


def _head(what: str, sessions: list[int], mers: Sequence[str] = ()) -> list[str]:
    return [f"{'':5}{what}", "total", *mers, *(f"s{number}" for number in sessions), "   places"]


def _row(
    standing: Standing[int] | Standing[str],
    name: str,
    sessions: list[int],
    byes: Container[int] = frozenset(),
    mers: Sequence[str] = (),
) -> list[str]:
    """Return a line of the standings; a player without a seat in a session has a bye there."""
    own = standing.sessions
    each = [
        signed_points_text(own[number]) if number in own else "bye" if number in byes else "-" for number in sessions
    ]
    places = " ".join(map(str, standing.places))
    return [
        f"{standing.place:>3}  {pad_cell(name, NAME)}",
        signed_points_text(standing.total),
        *mers,
        *each,
        f"   {places}",
    ]
