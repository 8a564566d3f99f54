"""`tenbo import`: convert games that a server recorded into tenbo's own records."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenbo.cli.support.text_layout import print_text

if TYPE_CHECKING:
    import argparse

    from tenbo.formats.logs.recorded_game_converter import ConversionResult

EPILOG = """\
FILE holds one game, in the JSON form of tenhou.net/6 (which converters for other sites write, too) or in the XML form
of mjlog, plain or gzipped. The game's records go to standard output, in the form that `tenbo replay` and `tenbo sheet`
read. Every win is rescored and every payment recalculated by Tenbo's own rules; each difference from the record is
listed by hand and seat on standard error. The exit status is 1 if there are differences, and 0 if not.

  tenbo import examples/server-game.json | tenbo sheet -         the score sheet; --why adds the reason for each point
  tenbo import examples/server-game.json > game.jsonl            Tenbo's records, for tenbo replay
  tenbo import --hands examples/server-game.json > archive.jsonl    the winning hands, for tenbo audit
  tenbo import --quiet examples/server-game.json                 only the differences, and the totals
  tenbo import examples/server-game.json --set kiriage=true      a switch for another site's rules (see tenbo rules)
  tenbo import game.json --session 1 --table 3 --why "played online"     the game is that table's result

The rule book is tenhou (for three players tenhou-sanma), with the switches that the record shows: red fives, open
tanyao, length, starting points. Anything that no switch expresses is listed. The record says whether a riichi was
double, and whether a win was ippatsu, rinshan, chankan, on the last tile or in the first turn; all other yaku, dora, fu
and points follow from the tiles.

With --session the service (tenbo run) stores the game as the result of the players seated at that table, beginning with
East in the first hand: check the names that are printed. The game's ledger keeps the names in the record for ever.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_store_option

    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="the recorded games; - for standard input")
    parser.add_argument(
        "--hands", action="store_true", help="write the winning hands, for tenbo audit, instead of the games' records"
    )
    parser.add_argument("--quiet", action="store_true", help="write no records, only the differences")
    parser.add_argument(
        "--rules",
        default="tenhou",
        metavar="BOOK",
        help="the rule book by which the games are scored (default: %(default)s)",
    )
    parser.add_argument("--set", nargs="+", default=[], metavar="NAME=VALUE", help="change switches of the book")
    parser.add_argument(
        "--session", type=int, help="store the game as a table's result in this session (needs --table and --why)"
    )
    parser.add_argument("--table", type=int, help="with --session: the table that gets the game as its result")
    parser.add_argument("--why", help="with --session: the reason, for the score sheet")
    parser.add_argument("--by", default="desk", help="your name, for the log (default: %(default)s)")
    parser.add_argument("--yes", action="store_true", help="answer yes to all questions")
    add_store_option(parser)


def run(args: argparse.Namespace) -> int:
    """Import games: 0 when everything agrees, 1 when something differs or was refused."""
    from tenbo.cli.support.shared_options import service_client
    from tenbo.rulebooks import load
    from tenbo.scoring.json_records import parse_rule_switches
    from tenbo_core.errors import TenboError

    _check_words(args)
    changes = parse_rule_switches(args.set)
    load(args.rules).with_changes(changes)
    agree = True
    for path in args.files:
        try:
            conversion = _convert_file(path, args.rules, changes)
        except TenboError as error:
            print_text(f"tenbo import: {path}: {error.message}\n", sys.stderr)
            agree = False
            continue
        agree = agree and not conversion.differences
        print_text("".join(f"{path}: {line}\n" for line in _lines(conversion)), sys.stderr)
        if args.session is not None:
            _store_game(service_client(args), args, conversion)
        elif not args.quiet:
            _write(conversion, hands=args.hands, name=path.name)
    return 0 if agree else 1


def _check_words(args: argparse.Namespace) -> None:
    """Refuse words that do not go together."""
    from tenbo.cli.support.exit_status import WrongUsage

    stored = [word for word in ("session", "table", "why") if getattr(args, word) is not None]
    if stored and len(stored) < 3:
        raise WrongUsage("a game is stored with --session, --table and --why: give all three")
    if stored and (len(args.files) > 1 or args.hands or args.quiet):
        raise WrongUsage("--session stores one game: name one FILE, without --hands and --quiet")
    if args.hands and args.quiet:
        raise WrongUsage("--hands writes the winning hands, --quiet writes no records: give one of them")


def _convert_file(path: Path, rules: str, changes: dict[str, Any]) -> ConversionResult:
    from tenbo.cli.support.shared_options import announce_pipe_wait, prompt_standard_input
    from tenbo.formats.logs.file_reader import MOST_BYTES, read_game
    from tenbo.formats.logs.rule_inference import convert_with_inferred_rules

    if str(path) == "-":
        return convert_with_inferred_rules(
            read_game(prompt_standard_input("a game as recorded by a server").read(MOST_BYTES + 1)), rules, changes
        )
    announce_pipe_wait(path)
    with path.open("rb") as file:
        return convert_with_inferred_rules(read_game(file.read(MOST_BYTES + 1)), rules, changes)


def _lines(conversion: ConversionResult) -> list[str]:
    """Return the outcome of a game's import as lines: the differences, the notes, and the sum."""
    from tenbo.cli.support.shared_options import count_text

    hands = count_text(conversion.hands, "hand")
    if not conversion.wins:
        checked = "no hand was won"
    elif conversion.scored < conversion.wins:
        checked = f"{conversion.scored} of {count_text(conversion.wins, 'win')} could be scored again"
    else:
        checked = f"{count_text(conversion.wins, 'win')} scored again"
    differ = len(conversion.differences)
    verdict = "everything agrees" if not differ else count_text(differ, "difference")
    return [*conversion.differences, *conversion.notes, f"{hands}, {checked}: {verdict}"]


def _write(conversion: ConversionResult, *, hands: bool, name: str) -> None:
    from tenbo.game.jsonl_answers import encode_json

    records = conversion.records
    if hands:
        records = [{**record, "id": f"{name} {record['id']}"} for record in conversion.archive]
    sys.stdout.writelines(encode_json(record) + "\n" for record in records)
    sys.stdout.flush()


def _store_game(client: Any, args: argparse.Namespace, conversion: ConversionResult) -> None:
    """Have the service store a game."""
    fields = {"table": args.table, "events": conversion.records, "why": args.why, "by": args.by, "yes": args.yes}
    answer = client.post(f"/v1/sessions/{args.session}/import", **fields)
    print_text(
        f"table {args.table} in session {args.session}: the game is stored as ledger {answer['ledger']}; state: "
        f"{answer['state']}\n"
    )
    for wind, name, player in answer["seats"]:
        print_text(f"  {wind}  {name or '-':24}  {player}\n")
