"""`tenbo pantheon`: exchange seats and games with a Pantheon server."""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tenbo.cli.support.text_layout import print_text

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from tenbo.formats.pantheon_sync import Call, PantheonSeating
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.state import Tournament
    from tenbo.tournament.table_result import TableResult

# The token never stands in a command line, where every user of the computer could read it.
TOKEN = "TENBO_PANTHEON_TOKEN"  # noqa: S105 - the name of the variable

EPILOG = """\
  tenbo pantheon plan --url https://mimir.example.org --event 17 --person 5      sends the seats of all sessions
  tenbo pantheon begin --url https://mimir.example.org --event 17 --person 5     seats the next session as planned
  tenbo pantheon games --url https://mimir.example.org --event 17 --person 5 --session 1
  tenbo pantheon games --url https://mimir.example.org --event 17 --person 5 --session 1 --table 3
  tenbo pantheon seats --url https://mimir.example.org --event 17 --out seating.txt     for tenbo session plan
  tenbo export pantheon.jsonl              the games as requests, without any server

The part games sends every hand that the server does not have yet. Repeat it after each hand or a lost connection:
nothing is sent twice. After each hand the server's scores are compared with the table's. A player is the one in the
Pantheon event whose local id is the player's number in Tenbo or, if no player there has a local id, whose name is the
same. --person and the token must be those of an administrator of the event; the token is read from the environment
variable TENBO_PANTHEON_TOKEN, or asked for. The exit status is 1 if anything was refused or is not finished.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.argument_types import output_file
    from tenbo.cli.support.shared_options import add_json_option, add_store_option

    parts = parser.add_subparsers(dest="part", required=True, metavar="PART")
    plan = parts.add_parser("plan", help="send the seats of all sessions")
    plan.add_argument(
        "--next",
        type=int,
        metavar="N",
        help="the session that Pantheon is to seat next; earlier sessions keep their seats there (default: "
        "leave the next session unchanged)",
    )
    begin = parts.add_parser("begin", help="have Pantheon seat the next session, with the winds of the plan")
    games = parts.add_parser("games", help="send the games, hand by hand")
    games.add_argument("--session", type=int, action="append", help="only this session")
    games.add_argument("--table", type=int, help="only this table")
    games.add_argument("--hidden", action="store_true", help="also include sessions that are not released yet")
    add_json_option(games, "print what was done for each table as JSON")
    seats = parts.add_parser("seats", help="fetch the seats from the server")
    seats.add_argument("--out", type=output_file, metavar="FILE", help="write to this file (default: standard output)")
    for part in (plan, begin, games, seats):
        part.add_argument(
            "--url",
            required=True,
            help="the address of the Mimir service of Pantheon, such as https://mimir.example.org",
        )
        part.add_argument(
            "--event", type=int, required=True, metavar="NUMBER", help="the event's number on the Pantheon server"
        )
        part.add_argument("--person", type=int, metavar="NUMBER", help="your person number on the Pantheon server")
    for part in (plan, games):
        add_store_option(part)


def run(args: argparse.Namespace) -> int:
    """Do one thing with a server."""
    from tenbo.client.pantheon_client import PantheonClient

    return PARTS[args.part](PantheonClient(args.url, args.event, _login(args)).call, args)


def _login(args: argparse.Namespace) -> Any:
    """Return the user's login, or None without a person's number: then only public data are read."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.client.pantheon_client import PantheonLogin

    if args.person is None:
        return None
    token = os.environ.get(TOKEN, "").strip()
    if not token and sys.stdin.isatty():
        from getpass import getpass

        token = getpass("Token: ").strip()
    if not token or not token.isascii() or not token.isprintable():
        raise WrongUsage(f"--person needs the token of that person: set {TOKEN}")
    return PantheonLogin(args.person, token)


def _plan(call: Call, args: argparse.Namespace) -> int:
    from tenbo.formats.pantheon_sync import send_plan

    with _open_tournament(args) as stored:
        plan = stored.tournament.seats
    script = send_plan(call, args.event, plan, args.next)
    print_text(
        f"sessions on the server: {len({session for session, _ in plan})}; the next one: {script.next_session}\n"
    )
    return _faults(script)


def _faults(script: PantheonSeating) -> int:
    print_text("".join(f"the server reports: {fault[:200]}\n" for fault in script.faults), sys.stderr)
    return 1 if script.faults else 0


def _begin(call: Call, args: argparse.Namespace) -> int:
    from tenbo.formats.pantheon_sync import fetch_seating_script, request_next_seating

    session = fetch_seating_script(call, args.event).next_session
    request_next_seating(call, args.event)
    print_text(f"session {session} is seated on the server\n")
    return 0


def _seats(call: Call, args: argparse.Namespace) -> int:
    from tenbo.cli.support.shared_options import write_output
    from tenbo.formats.pantheon_sync import fetch_plan
    from tenbo.formats.plan_files import write_plan_script

    plan, script = fetch_plan(call, args.event)
    if write_output(args.out, write_plan_script(plan)):
        sys.stdout.write(f"wrote {args.out}: import it with tenbo session plan {args.out}\n")
    return _faults(script)


def _games(call: Call, args: argparse.Namespace) -> int:
    """Send the games of some sessions, table by table; a refused one does not stop the others."""
    from tenbo.store.sqlite_store import wall_clock_ms

    with _open_tournament(args) as stored:
        tournament = stored.tournament
        _check_places(tournament, args)
        sheets, hidden = stored.results.public_sheets(wall_clock_ms(), args.session, hidden=args.hidden)
        sheets = [sheet for sheet in sheets if args.table in (None, sheet.table)]
        played = [sheet for sheet in sheets if (sheet.session, sheet.table) in tournament.games]
        records = []
        for record in _send_games(call, args.event, stored, played):
            records.append(record)
            if not args.json:
                # At once: should the line break at the next table, then this one is known to be there.
                print_text(_result_line(record) + "\n")
                sys.stdout.flush()
    if args.json:
        sys.stdout.write(json.dumps(records, ensure_ascii=False) + "\n")
    left = [_unsent_text(one) for one in sheets if one not in played]
    left += [f"session {session} is hidden until it is released: add --hidden to send its games" for session in hidden]
    print_text("".join(f"{line}\n" for line in left), sys.stderr)
    return 0 if records and not left and all(one["over"] and not one["error"] for one in records) else 1


def _unsent_text(sheet: TableResult) -> str:
    """Return why a table has no game to send."""
    from tenbo.tournament.table_result import MISSING

    state = "has no result" if sheet.state == MISSING else f"is {sheet.state}"
    return f"session {sheet.session} table {sheet.table} {state}: it has no hands to send"


def _check_places(tournament: Tournament, args: argparse.Namespace) -> None:
    from tenbo.tournament.existence_checks import check_session_exists, check_table_exists

    for session in args.session or tournament.sessions:
        check_session_exists(tournament, session)
        if args.table is not None:
            check_table_exists(tournament, session, args.table)


def _send_games(
    call: Call, event: int, stored: TournamentRepository, sheets: list[TableResult]
) -> Iterator[dict[str, Any]]:
    """Send games one after another, and yield the outcome of each."""
    from tenbo.formats.pantheon_sync import server_player_ids

    people = stored.people()
    numbers = {player for sheet in sheets for player in sheet.players if player}
    ids = server_player_ids(call, event, people, numbers) if numbers else {}
    names = {ids[number]: f"{number} {people[number].name}" for number in numbers if number in people}
    seated = [sheet._replace(players=[ids.get(player, 0) for player in sheet.players]) for sheet in sheets]
    for sheet in seated:
        yield _send_game(call, event, stored, sheet, names)


def _send_game(
    call: Call, event: int, stored: TournamentRepository, sheet: TableResult, names: dict[int, str]
) -> dict[str, Any]:
    """Send one game, and return the outcome, or why it was refused."""
    from tenbo.formats.pantheon_games import game_of_sheet
    from tenbo.formats.pantheon_sync import send_game
    from tenbo_core.errors import Refused

    game = game_of_sheet(stored.tournament, sheet, stored.games.events_of)
    record: dict[str, Any] = {"session": sheet.session, "table": sheet.table, "state": sheet.state}
    try:
        done = send_game(call, event, game, names)._asdict()
    except Refused as error:
        done = {"hash": "", "already": 0, "sent": 0, "over": False, "error": error.message}
    return {**record, "error": "", **done, "untold": game.untold}


def _result_line(record: dict[str, Any]) -> str:
    where = f"session {record['session']} table {record['table']}:"
    if record["error"]:
        return f"{where} refused: {record['error']}"
    from tenbo.cli.support.shared_options import count_text

    # Our result may be complete although the server has not finished the game.
    end = "finished" if record["over"] else "not finished there"
    line = f"{where} {count_text(record['sent'], 'hand')} sent, {record['already']} already on the server, {end}"
    return line + "".join(f"\n  not sent: {what}" for what in record["untold"])


@contextmanager
def _open_tournament(args: argparse.Namespace) -> Iterator[TournamentRepository]:
    """Read the store."""
    from tenbo.cli.support.shared_options import open_store, store_path
    from tenbo.tournament.repository import TournamentRepository

    with open_store(store_path(args)) as store:
        yield TournamentRepository(store)


PARTS = {"plan": _plan, "begin": _begin, "games": _games, "seats": _seats}
