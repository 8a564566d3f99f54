"""`tenbo session`: the tournament at the desk: people, seats, sessions, games, penalties, corrections."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

from tenbo.cli.clock import counting_text
from tenbo.cli.support.record_text import numbered_text, plan_text, record_text, seats_text
from tenbo.cli.support.session_subcommand_texts import (
    left_over_players_hint,
    missed_sessions_text,
    number_list_text,
    people_text,
    seating_text,
)
from tenbo.cli.support.session_subcommands import EPILOG, LATE_COLUMNS, add_arguments
from tenbo.cli.support.text_layout import print_text
from tenbo.validation.points_text import points_list_text

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from tenbo.client.local_service_client import LocalServiceClient

__all__ = ["EPILOG", "add_arguments", "run"]

GAMES_AT_ONCE = 200
# Parts that are one record of the desk, and the name of that record where it is another.
RECORDS = {
    "new": "tournament", "edit": "tournament", "seat": "seats", "add": "enter", "unrank": "strike",
    "close-table": "out", "revert": "takeback", "publish": "release",
}  # fmt: skip


# The data of a tournament besides its title and book, by the names of options and of the record's fields.
ABOUT = ("place", "country", "date", "days", "short", "qualification")


def run(args: argparse.Namespace) -> int:
    """Do one thing at the desk."""
    from tenbo.cli.support.shared_options import service_client

    if args.part == "show":
        return _show(args)
    if args.part == "penalty":
        # Wrong input is reported before a service is looked for.
        _parse_penalty([args.whom, *args.rest])
    if args.part == "edit" and not record_fields(args):
        from tenbo.cli.support.exit_status import WrongUsage

        raise WrongUsage(
            "give what is to change, such as --place Utrecht or --date 22.03.2026 (tenbo session edit --help)"
        )
    if args.part == "revert" and args.of < 0:
        from tenbo.cli.support.exit_status import WrongUsage

        raise WrongUsage(f"NUMBER must be the number of a record, 0 or more, not {args.of}: see tenbo session show")
    return ACTS.get(args.part, _record)(service_client(args), args)


def _post(client: LocalServiceClient, args: argparse.Namespace, path: str, timeout_s: float = 10, **fields: Any) -> Any:
    """Post a request; a question that comes first is asked at the terminal.

    A yes counts only for what was asked. If another desk changes that meanwhile, the request is refused with a reason.
    """
    from tenbo.cli.support.shared_options import confirm
    from tenbo.cli.support.terminal import terminal_id
    from tenbo_core.errors import Refused

    fields["terminal"] = terminal_id() or None
    asked = sys.stdin.isatty() and not args.yes
    known = client.get("/v1")["seen"] if asked else None
    try:
        return client.post(path, timeout_s, by=args.by, yes=args.yes, **fields)
    except Refused as error:
        if error.at != "yes" or not asked:
            raise
        if not confirm(error.message):
            raise
    if "seen" in fields and fields["seen"] is None:
        fields["seen"] = known
    return client.post(path, timeout_s, by=args.by, yes=True, **fields)


# ---------------------------------------------------------------- the parts


def _record(client: LocalServiceClient, args: argparse.Namespace) -> int:
    made = _post(client, args, "/v1/records", kind=_kind(args), fields=record_fields(args), seen=args.seen)
    print_text(record_text(made) + "\n" + seating_text(made) + missed_sessions_text(made))
    return 0


def _new(client: LocalServiceClient, args: argparse.Namespace) -> int:
    """Begin a tournament, or name the one in play again. Other tournaments of the store stay what they are."""
    from tenbo.cli.support.shared_options import confirm
    from tenbo.tournament.plausibility_prompts import confirmation_request

    known = client.get("/v1/tournament")
    before = known.get("title", "")
    # An unknown book is reported first.
    record_fields(args)
    args.another = True if before not in ("", args.title) else None
    # One day is what is known of every tournament.
    changed = [name for name in ABOUT if known.get(name) and (name, known[name]) != ("days", 1)]
    forgotten = [name for name in changed if getattr(args, name, None) is None]
    if before == args.title and forgotten and not args.yes:
        what = ", ".join(name if known[name] is True else f"{name} {known[name]}" for name in forgotten)
        asked = confirmation_request(
            f"this would drop {what} from the tournament: tenbo session edit changes only what is given"
        )
        if not (sys.stdin.isatty() and confirm(asked.message)):
            raise asked
    return _record(client, args)


def _add(client: LocalServiceClient, args: argparse.Namespace) -> int:
    """Find seats from a session on for a player who comes, by number or name; a new player is registered first."""
    from tenbo_core.errors import Malformed

    given = {column: getattr(args, column) for column in LATE_COLUMNS if getattr(args, column)}
    if not args.player.strip():
        raise Malformed("missing_field", "WHO is empty: give the name or number of the player", "player")
    if re.fullmatch(r"[-+]\d+|\d*[.,]\d+", args.player.strip()):
        raise Malformed("bad_field", f"a player's number must be a whole number from 1 up, not {args.player}", "player")
    if not (args.player.isascii() and args.player.isdigit()):
        return _add_by_name(client, args, given)
    if given:
        raise Malformed(
            "contradiction", f"--{next(iter(given))} is for a new player: give a name, not a number", "player"
        )
    if args.session is None:
        raise Malformed("missing_field", f"give the first session of player {args.player} with --from", "session")
    return _seat_player(client, args, int(args.player))


def _seat_player(client: LocalServiceClient, args: argparse.Namespace, number: int, known: str = "") -> int:
    """Find seats for a player with a number."""
    entry: dict[str, object] = {"session": args.session, "player": number, **({"why": args.why} if args.why else {})}
    made = _post(client, args, "/v1/records", kind="enter", fields=entry, seen=args.seen)
    print_text(f"{known}{numbered_text(seats_text(number, made['seats']), made['n'])}\n")
    return 0


def _add_by_name(client: LocalServiceClient, args: argparse.Namespace, given: dict[str, str]) -> int:
    """Seat a returning player by name. Any other player gets both a number and seats, or neither."""
    from tenbo.formats.csv_rows import write_csv
    from tenbo_core.errors import TenboError

    # A column more, so that no other sign than ours parts the cells.
    text = write_csv([["name", *given, ""], [args.player, *given.values(), ""]])
    seats = {} if args.session is None else {"session": args.session, "why": args.why or "", "seen": args.seen}
    try:
        back = None if given or args.session is None else _find_returning_player(client, text, args.session)
        if back is not None:
            return _seat_player(client, args, int(back["player"]), f"player {back['player']} is {back['name']}\n")
        answer = _post(client, args, "/v1/players", text=text, **seats)
    except TenboError as error:
        # The user has not written a file, so the line number means nothing.
        raise type(error)(error.code, error.message.removeprefix("line 2: "), error.at) from None
    ((number, name),) = answer["new"] or answer["changed"] or answer["known"]
    print_text(f"player {number} is {name}\n")
    if seats:
        print_text(f"{numbered_text(seats_text(number, answer['seats']), answer['n'])}\n")
    return 0


def _find_returning_player(client: LocalServiceClient, text: str, session: int) -> dict[str, Any] | None:
    """Return the registered player with the name in a file, if that player has no seat in the session."""
    from tenbo.formats.player_files import read_players

    name = read_players(text)[0].name.casefold()
    named = [row for row in client.get("/v1/players") if row["registered"] and row["name"].casefold() == name]
    return named[0] if len(named) == 1 and session not in named[0]["sessions"] else None


def _players(client: LocalServiceClient, args: argparse.Namespace) -> int:
    from tenbo.cli.support.shared_options import count_text, read_text

    answer = _post(client, args, "/v1/players", text=read_text(args.file))
    print_text(f"{count_text(answer['players'], 'player')}\n")
    if answer["changed"] or (answer["new"] and answer["same"]):
        for what in ("new", "changed"):
            print_text("".join(f"  {what}: {number} {name}\n" for number, name in answer[what]))
        print_text(f"  unchanged: {answer['same']}\n")
    if answer["unread"]:
        print_text(f"  columns ignored: {', '.join(answer['unread'])}\n")
    return 0


def _erase_name(client: LocalServiceClient, args: argparse.Namespace) -> int:
    answer = client.post("/v1/forget", player=args.player, by=args.by)
    print_text(
        f"player {args.player} is now only a number; delete backups and exported files yourself.\n"
        f"The name that tables showed, {answer['shown']!r}, stays in the ledgers of their games.\n"
    )
    return 0


def _plan(client: LocalServiceClient, args: argparse.Namespace) -> int:
    from tenbo.cli.support.shared_options import read_text

    answer = _post(client, args, "/v1/plan", text=read_text(args.file), session=args.session, seen=args.seen)
    print_text(plan_text(answer) + "\n")
    for session, players in answer["no_seat"].items():
        hint = left_over_players_hint(players, answer.get("seats", 4))
        print_text(f"  players without a seat in session {session}: {people_text(players)}{hint}\n")
    return 0


def _scores(client: LocalServiceClient, args: argparse.Namespace) -> int:
    """Enter the scores of a file, and name the tables that still lack some."""
    from tenbo.cli.support.shared_options import count_text, read_text

    why = args.why or f"from {args.file.name}"
    answer = _post(client, args, "/v1/scores", 60, text=read_text(args.file), why=why, seen=args.seen)
    typed, same = answer["typed"], answer["same"]
    as_before = f"; {count_text(same, 'table')} unchanged" if same else ""
    last = "" if answer["n"] is None else f" (up to record {answer['n']})"
    print_text(f"{count_text(len(typed), 'table')} entered{as_before}{last}\n")
    for session in sorted({session for session, _ in answer["waiting"]}):
        tables = [table for one, table in answer["waiting"] if one == session]
        print_text(f"  the file has no scores for {number_list_text('table', tables)} in session {session}\n")
    return 0


def _begin(client: LocalServiceClient, args: argparse.Namespace) -> int:
    answer = _post(client, args, f"/v1/sessions/{args.session}/begin", 60, tables=args.table, seen=args.seen)
    begun = number_list_text("table", answer["begun"])
    have = "have" if len(answer["begun"]) > 1 else "has"
    print_text(f"session {args.session}: {begun} {have} begun\n")
    if answer["already"]:
        print_text(f"  {number_list_text('table', answer['already'])} had already begun: nothing changed\n")
    alike: dict[str, list[int]] = {}
    for table, why in answer["refused"].items():
        if int(table) in answer["begun"]:
            print_text(f"  table {table}: {why}\n")
        else:
            alike.setdefault(why.removeprefix(f"table {table} is "), []).append(int(table))
    for why, tables in alike.items():
        have = "have" if len(tables) > 1 else "has"
        print_text(
            f"  {number_list_text('table', tables)} {have} not begun: {why} "
            f"(then repeat tenbo session begin {args.session})\n"
        )
    if answer["refused"] and not answer["begun"] and not answer["already"]:
        print_text("  paper tables have no game to begin: enter the scores from their sheets (tenbo session correct)\n")
    if answer["empty"]:
        where = ", ".join(f"table {table} {'ESWN'[seat]}" for table, seat in answer["empty"])
        print_text(
            f"  no one sits at {where}: find a substitute, or take the table out of the session "
            "(tenbo session close-table)\n"
        )
    if answer["no_seat"]:
        print_text(f"  no seat: {people_text(answer['no_seat'])}\n")
    return 1 if answer["refused"] else 0


def _end(client: LocalServiceClient, args: argparse.Namespace) -> int:
    answer = _post(client, args, f"/v1/sessions/{args.session}/end", seen=args.seen)
    print_text(f"session {args.session} has ended\n")
    for table in answer["unfinished"]:
        players = f": {', '.join(table['players'])}" if table["players"] else ""
        state = "no result" if table["state"] == "missing" else table["state"]
        print_text(f"  table {table['table']} is not finished ({state}){players}\n")
    if any(table["state"] == "playing" for table in answer["unfinished"]):
        print_text("  games still being played continue, and their results count when they are over\n")
    if counts := counting_text(client.get("/v1/clock")):
        print_text(f"  the clock has not been stopped, {counts}: tenbo clock stop ends it\n")
    return 1 if answer["unfinished"] else 0


def _stored_games(client: LocalServiceClient) -> Iterator[dict[str, Any]]:
    """Yield all stored games, as many at once as the service gives."""
    skip, more = 0, True
    while more:
        page = client.get(f"/v1/games?skip={skip}&most={GAMES_AT_ONCE}")
        yield from page
        skip, more = skip + len(page), len(page) == GAMES_AT_ONCE


def _games(client: LocalServiceClient, _: argparse.Namespace) -> int:
    for game in _stored_games(client):
        of, begun_for = game["result_of"], game["begun_for"]
        where = f"session {of['session']} table {of['table']}" if of else "no result"
        for_what = f"session {begun_for['session']} table {begun_for['table']}" if begun_for else "-"
        scores = points_list_text(game.get("scores", [])) or game.get("why", "")
        line = (
            f"{where:24}  --ledger {game['ledger']} --start {game['start']:<6} table {game['table'] or '-':<4} "
            f"begun for {for_what:20}  {game.get('phase', ''):8} {scores}{'   (hidden)' * game['hidden']}\n"
        )
        print_text(line)
    return 0


def _attach(client: LocalServiceClient, args: argparse.Namespace) -> int:
    fields = {"table": args.table, "ledger": args.ledger, "start": args.start, "why": args.why, "seen": args.seen}
    answer = _post(client, args, f"/v1/sessions/{args.session}/game", **fields)
    print_text(
        f"the game from event {answer['start']} of ledger {answer['ledger']} is now the result of "
        f"table {args.table} in session {args.session}\n"
    )
    return 0


def _substitute(client: LocalServiceClient, args: argparse.Namespace) -> int:
    """Have the table record a substitute in its running game; without one it is a record of the desk."""
    fields = {"seat": args.seat, "since": args.since}
    plays = [one for one in client.get("/v1/tables") if one["table"] == args.table and "now" in one]
    if args.session is None and plays and plays[0]["now"]["phase"] != "over":
        made = _post(client, args, f"/v1/tables/{args.table}/events", event="substitute", fields=fields)
        print_text(
            f"table {args.table}: a substitute sits in seat {'ESWN'[args.seat]}; the table itself has recorded "
            f"the substitution (record {made['record']}); tenbo session revert {made['record']} "
            '--why "..." reverts it\n'
        )
        return 0
    return _record(client, args)


def _show(args: argparse.Namespace) -> int:
    from tenbo.cli.support.shared_options import open_store, store_path
    from tenbo.store.sqlite_store import wall_clock_ms
    from tenbo.tournament.overview import overview_page
    from tenbo.tournament.repository import TournamentRepository

    with open_store(store_path(args)) as store:
        stored = TournamentRepository(store)
        text = overview_page(stored.tournament, stored.people(), stored.results.sheets(), wall_clock_ms())
        if stored.desk.records:
            text += f"\nthe desk's last record is number {stored.desk.records[-1].n}\n"
    print_text(text)
    return 0


ACTS = {
    "players": _players, "erase-name": _erase_name, "plan": _plan, "scores": _scores, "begin": _begin, "end": _end,
    "games": _games, "attach": _attach, "substitute": _substitute, "add": _add, "new": _new,
}  # fmt: skip


def _kind(args: argparse.Namespace) -> str:
    part: str = args.part
    return RECORDS.get(part, part)


def record_fields(args: argparse.Namespace) -> dict[str, object]:
    """Return the fields of the record that the words stand for."""
    from tenbo.formats.plan_files import parse_table_players
    from tenbo.tournament.record_schema import FIELDS

    given = dict(vars(args))
    if args.part == "seat":
        given["players"] = parse_table_players(args.players.split("-"), "seats")
    if args.part == "penalty":
        return {"session": args.session, "why": args.why, **_parse_penalty([args.whom, *args.rest])}
    if args.part == "publish":
        return {"minutes": args.minutes}
    if args.part in ("new", "edit"):
        from tenbo.cli.support.shared_options import book_fields

        given |= {} if args.rules is None else book_fields(args.rules)
    return {name: given[name] for name, _ in FIELDS[_kind(args)] if given.get(name) is not None}


def _parse_penalty(words: list[str]) -> dict[str, object]:
    """Parse the player or seat of a penalty, and its points.

    >>> _parse_penalty(["3", "W", "-8000"])
    {'points': -8000, 'table': 3, 'seat': 2}
    >>> _parse_penalty(["Ada", "Lovelace", "-8000"])
    {'points': -8000, 'player': 'Ada Lovelace'}
    """
    import argparse

    from tenbo.cli.support.argument_types import seat_number, whole_number
    from tenbo.cli.support.exit_status import WrongUsage

    *whom, last = words
    assert whom
    try:
        points = whole_number(last)
    except argparse.ArgumentTypeError:
        raise WrongUsage(
            f"{last!r} is not a number of points: give the player or seat, then the points, such as -8000"
        ) from None
    if len(whom) == 1 or not whom[0].isdigit():
        return {"points": points, "player": " ".join(whom)}
    at_table: dict[str, object] = {"points": points, "table": whole_number(whom[0])}
    try:
        return (
            {**at_table, "seat": seat_number(whom[1])} if len(whom) == 2 else {**at_table, "player": " ".join(whom[1:])}
        )
    except argparse.ArgumentTypeError as error:
        if "did you mean" in str(error):
            raise WrongUsage(str(error)) from None
        return {**at_table, "player": whom[1]}
