"""`tenbo session`: the tournament at the desk: people, seats, sessions, games, penalties, corrections."""

from __future__ import annotations

import argparse  # noqa: TC003 - the parsers of the parts are made here
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenbo.commands.parser import seat
from tenbo.commands.shared import add_rules, add_store

if TYPE_CHECKING:
    from tenbo.api.client import Client

EPILOG = """\
  tenbo session new "Spring open" --rules ema-2016 --country NED --place Utrecht --date 22.03.2026
  tenbo session players players.csv        columns such as id;name;EMA number;country;shown; joined with who is known
  tenbo session plan seating.txt           1-5-9-13 a line for each table, an empty line between sessions
  tenbo session seat 2 3 1-5-9-0           session 2, table 3, by hand; 0 is nobody
  tenbo session swap 2 5 13                two players change seats in session 2
  tenbo session withdraw 7 --from 3 --instead 21 --why "ill"     or nobody, without --instead
  tenbo session strike 7 --why "ill"       the ill player is not ranked; the tables' results stay
  tenbo session out 2 16                   table 16 does not play session 2
  tenbo session begin 1                    every seated table that has not begun begins its game, with names
  tenbo session begin 1 --table 7          only this one, also once more
  tenbo session end 1                      says which tables are missing
  tenbo session games                      every stored game, and whose result it is
  tenbo session attach 2 7 --why "begun by hand"                 table 7's last game is its result of session 2
  tenbo session detach 2 7 --why "a test game"
  tenbo session substitute 3 2 now         seat 2 of table 3 is a substitute from now on (or: start)
  tenbo session penalty 1 3 W -8000 --why "telephone" --by "referee Ada"
  tenbo session correct 1 3 32000 28000 35000 25000 --why "sheet" --by "referee Ada"
  tenbo session lock 1 3                   nothing changes that result any more ...
  tenbo session reopen 1 3 --why "protest upheld"
  tenbo session show                       everything the desk has recorded of players, seats and results
  tenbo session takeback 41 --why "typing error"                 record 41 counts no more
  tenbo session forget 12                  the store forgets who player 12 is; results keep the number

What may be a slip, would give up a game that runs, or takes the place of what somebody else has recorded, is asked
first; --yes answers for a script. With --seen 41, the last record that show has named, what others have changed since
is refused, whoever they are.
"""

# Parts that are one record of the desk, and the name of that record where it is another.
RECORDS = {"new": "tournament", "seat": "seats"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parts = parser.add_subparsers(dest="part", required=True, metavar="PART")
    _add_people(parts)
    _add_sessions(parts)
    _add_results(parts)
    takeback = parts.add_parser("takeback", help="take a record of the desk back")
    takeback.add_argument("of", type=int, metavar="NUMBER", help="the record's number, as tenbo session show names it")
    takeback.add_argument("--why", required=True, help="the reason, for the log")
    for parser_of_part in parts.choices.values():
        parser_of_part.add_argument("--by", default="desk", help="who decides (default: desk)")
        parser_of_part.add_argument("--yes", action="store_true", help="answer what is asked first")
        parser_of_part.add_argument(
            "--seen", type=int, metavar="NUMBER", help="refuse what others have changed since the desk's record NUMBER"
        )
        add_store(parser_of_part)


def _add_people(parts: Any) -> None:
    new = parts.add_parser("new", help="name the tournament and its rule book")
    new.add_argument("title", metavar="TITLE", help="what the tournament is called")
    add_rules(new)
    for word, meaning in (
        ("place", "the town"),
        ("country", "the country in three letters, such as NED"),
        ("date", "the day or days, such as 22.03.2026"),
    ):
        new.add_argument(f"--{word}", help=meaning)
    parts.add_parser("players", help="register players from a CSV file").add_argument(
        "file", type=Path, metavar="FILE", help="the file"
    )
    plan = parts.add_parser("plan", help="seat everybody from a file")
    plan.add_argument("file", type=Path, metavar="FILE", help="the file")
    plan.add_argument("--session", type=int, default=1, help="the first session of a script (default: 1)")
    by_hand = _place(parts.add_parser("seat", help="seat one table by hand"))
    by_hand.add_argument("players", metavar="E-S-W-N", help="the players' numbers, such as 1-5-9-13; 0 is nobody")
    swap = parts.add_parser("swap", help="two players change seats")
    _session(swap)
    swap.add_argument("players", type=int, nargs=2, metavar="PLAYER", help="the number of a player")
    swap.add_argument("--why", help="the reason, for the log")
    _place(parts.add_parser("out", help="take a table out of a session")).add_argument("--why", help="the reason")
    withdraw = parts.add_parser("withdraw", help="a player leaves")
    _player(withdraw)
    withdraw.add_argument("--from", dest="session", type=int, required=True, metavar="SESSION")
    withdraw.add_argument("--instead", type=int, help="who has the seats from then on (default: nobody)")
    strike = parts.add_parser("strike", help="a player who fell ill is not ranked")
    _player(strike)
    for leaving in (withdraw, strike):
        leaving.add_argument("--why", required=True, help="the reason, for the sheet")
    _player(parts.add_parser("forget", help="forget who is behind a player's number"))


def _add_sessions(parts: Any) -> None:
    begin = parts.add_parser("begin", help="open a session: all tables that have not begun begin")
    _session(begin)
    begin.add_argument("--table", type=int, action="append", help="only this table, also if it has begun")
    _session(parts.add_parser("end", help="end a session"))
    parts.add_parser("games", help="list the stored games")
    parts.add_parser("show", help="show players, seats, penalties, corrections and locks")
    attach = _place(parts.add_parser("attach", help="make a stored game the result of a table"))
    attach.add_argument("--ledger", help="the game's ledger (default: that of the table's last game)")
    attach.add_argument("--start", type=int, help="the number of its first event (default: the last game's)")
    detach = _place(parts.add_parser("detach", help="a game is not the result of a table"))
    for of_a_game in (attach, detach):
        of_a_game.add_argument("--why", required=True, help="the reason, for the sheet")
    substitute = parts.add_parser("substitute", help="a substitute sits down")
    substitute.add_argument("table", type=int, metavar="TABLE", help="the table's number")
    _seat(substitute)
    substitute.add_argument("since", choices=("start", "now"), help="since when")


def _add_results(parts: Any) -> None:
    penalty = _place(parts.add_parser("penalty", help="take points from a result"))
    _seat(penalty)
    penalty.add_argument("points", type=int, metavar="POINTS", help="the points, such as -8000")
    correct = _place(parts.add_parser("correct", help="replace the four scores of a result"))
    correct.add_argument("scores", type=int, nargs=4, metavar="SCORE", help="the four scores, seat 0 first")
    correct.add_argument("--sticks", type=int, default=0, help="riichi sticks that nobody has won")
    _place(parts.add_parser("lock", help="close a result"))
    reopen = _place(parts.add_parser("reopen", help="open a closed result again"))
    for of_a_result in (penalty, correct, reopen):
        of_a_result.add_argument("--why", required=True, help="the reason, for the sheet")


def _place(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    _session(parser)
    parser.add_argument("table", type=int, metavar="TABLE", help="the table's number")
    return parser


def _session(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", type=int, metavar="SESSION", help="the session's number")


def _player(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("player", type=int, metavar="PLAYER", help="the player's number")


def _seat(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("seat", type=seat, metavar="SEAT", help="0-3, or E S W N as in the first hand")


def run(args: argparse.Namespace) -> int:
    """Do one thing at the desk."""
    from tenbo.commands.shared import client_of

    if args.part == "show":
        return _show(args)
    return ACTS.get(args.part, _record)(client_of(args), args)


def _post(client: Client, args: argparse.Namespace, path: str, timeout_s: float = 10, **fields: Any) -> Any:
    """Post a request; a question that comes first is asked at the terminal."""
    from tenbo_core.errors import Refused

    try:
        return client.post(path, timeout_s, by=args.by, yes=args.yes, **fields)
    except Refused as error:
        if error.at != "yes" or not sys.stdin.isatty():
            raise
        sys.stderr.write(f"{error.message}\nType yes to go on: ")
        sys.stderr.flush()
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            raise
    return client.post(path, timeout_s, by=args.by, yes=True, **fields)


# ---------------------------------------------------------------- the parts


def _record(client: Client, args: argparse.Namespace) -> int:
    made = _post(client, args, "/v1/records", kind=_kind(args), fields=fields_of(args), seen=args.seen)
    text = f"recorded as number {made['n']}"
    if before := made.get("replaces"):
        text += f"; it replaces {' '.join(map(str, before['scores']))} by {before['by']}: {before['why']}"
    sys.stdout.write(text + "\n")
    return 0


def _players(client: Client, args: argparse.Namespace) -> int:
    from tenbo.commands.shared import text_of

    answer = _post(client, args, "/v1/players", text=text_of(args.file))
    sys.stdout.write(f"{answer['players']} players\n")
    if answer["changed"] or (answer["new"] and answer["same"]):
        for what in ("new", "changed"):
            sys.stdout.writelines(f"  {what}: {number} {name}\n" for number, name in answer[what])
        sys.stdout.write(f"  as before: {answer['same']}\n")
    return 0


def _forget(client: Client, args: argparse.Namespace) -> int:
    answer = client.post("/v1/forget", player=args.player, by=args.by)
    sys.stdout.write(
        f"player {args.player} is a number only; backups and files that were exported are yours to remove.\n"
        f"What the tables showed, {answer['shown']!r}, stays in the ledgers of those games.\n"
    )
    return 0


def _plan(client: Client, args: argparse.Namespace) -> int:
    from tenbo.commands.shared import text_of

    answer = _post(client, args, "/v1/plan", text=text_of(args.file), session=args.session, seen=args.seen)
    sessions = ", ".join(map(str, answer["sessions"]))
    sys.stdout.write(f"{answer['tables']} tables in sessions {sessions}\nrecorded as number {answer['n']}\n")
    return 0


def _begin(client: Client, args: argparse.Namespace) -> int:
    answer = _post(client, args, f"/v1/sessions/{args.session}/begin", 60, tables=args.table)
    sys.stdout.write(f"session {args.session}: tables {', '.join(map(str, answer['begun'])) or 'none'} have begun\n")
    if answer["already"]:
        sys.stdout.write(f"  tables {', '.join(map(str, answer['already']))} had begun before: left as they are\n")
    for table, why in answer["refused"].items():
        if int(table) not in answer["begun"]:
            sys.stdout.write(f"  table {table} has not: {why} (then tenbo session begin {args.session})\n")
        else:
            sys.stdout.write(f"  table {table}: {why}\n")
    return 1 if answer["refused"] else 0


def _end(client: Client, args: argparse.Namespace) -> int:
    answer = _post(client, args, f"/v1/sessions/{args.session}/end")
    sys.stdout.write(f"session {args.session} has ended\n")
    for table in answer["unfinished"]:
        sys.stdout.write(f"  table {table['table']} is {table['state']}\n")
    return 1 if answer["unfinished"] else 0


def _games(client: Client, _: argparse.Namespace) -> int:
    for game in client.get("/v1/games"):
        of, begun_for = game["result_of"], game["begun_for"]
        where = f"session {of['session']} table {of['table']}" if of else "no result"
        for_what = f"session {begun_for['session']} table {begun_for['table']}" if begun_for else "-"
        scores = " ".join(map(str, game.get("scores", []))) or game.get("why", "")
        sys.stdout.write(
            f"{where:24}  --ledger {game['ledger']} --start {game['start']:<6} table {game['table'] or '-':<4} "
            f"begun for {for_what:20}  {game.get('phase', ''):8} {scores}\n"
        )
    return 0


def _attach(client: Client, args: argparse.Namespace) -> int:
    fields = {"table": args.table, "ledger": args.ledger, "start": args.start, "why": args.why}
    answer = _post(client, args, f"/v1/sessions/{args.session}/game", **fields)
    sys.stdout.write(
        f"the game from event {answer['start']} of ledger {answer['ledger']} is table {args.table}'s of session "
        f"{args.session}\n"
    )
    return 0


def _substitute(client: Client, args: argparse.Namespace) -> int:
    fields = {"seat": args.seat, "since": args.since}
    client.post(f"/v1/tables/{args.table}/do", event="substitute", fields=fields)
    sys.stdout.write("recorded by the table\n")
    return 0


def _show(args: argparse.Namespace) -> int:
    from tenbo.commands.shared import store_of
    from tenbo.store import Store
    from tenbo.tournament.overview import overview
    from tenbo.tournament.stored import StoredTournament

    with Store(store_of(args), readonly=True) as store:
        stored = StoredTournament(store)
        text = overview(stored.tournament, stored.people(), stored.sheets())
        if stored.desk.records:
            text += f"\nthe desk's last record is number {stored.desk.records[-1].n}\n"
    sys.stdout.write(text)
    return 0


ACTS = {
    "players": _players, "forget": _forget, "plan": _plan, "begin": _begin, "end": _end, "games": _games,
    "attach": _attach, "substitute": _substitute,
}  # fmt: skip


def _kind(args: argparse.Namespace) -> str:
    part: str = args.part
    return RECORDS.get(part, part)


def fields_of(args: argparse.Namespace) -> dict[str, object]:
    """Return the fields of the record that the words stand for."""
    from tenbo.tournament.records import FIELDS
    from tenbo.tournament.seating.plan_files import players_of

    given = dict(vars(args))
    if args.part == "seat":
        given["players"] = players_of(args.players.split("-"), "seats")
    return {name: given[name] for name, _ in FIELDS[_kind(args)] if given.get(name) is not None}
