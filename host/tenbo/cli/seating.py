"""`tenbo seating`: make a seating plan, check it, or make a new one when players leave or come."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from tenbo.cli.support.text_layout import print_text

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from random import Random

    from tenbo.tournament.seating.schedule import Schedule
    from tenbo.tournament.seating.search_budget import SearchBudget
    from tenbo.tournament.seating.separation import Relations

EPILOG = """\
  tenbo seating --players 24 --rounds 8                    the tables of every session, and how good the plan is
  tenbo seating --players 24 --rounds 8 --out seating.txt  ... as a file for tenbo session plan
  tenbo seating --players 24 --rounds 8 --out seating.csv  ... as a table for spreadsheets: session,table,E,S,W,N
  tenbo seating --players 24 --rounds 8 --json > plan.json  ... with the certificate, for programs
  tenbo seating --check plan.json                          recompute the certificate; status 1 if it is wrong
  tenbo seating --from plan.json --after 3 --without 7,12  7 and 12 have left: new seats from session 4 on
  tenbo seating --from plan.json --after 3 --without 7,12 --with 25,26     25 and 26 replace them
  tenbo seating --players 22 --rounds 8 --byes             two players sit out each session, everybody in turn
  tenbo seating --players 15 --rounds 7 --rules tenhou-sanma    tables of three, by the rule book
  tenbo seating --people players.csv --rounds 8            for these players: those who share a club seldom meet

  tenbo seating --pair swiss --session 4 --out seating.txt     Swiss pairing: similar standings, no rematches
  tenbo seating --pair standing --session 4                    strictly by place: places 1 to 4 at table 1, and so on

A plan is judged first by repeated meetings, then by how many opponents two players who never meet have in common, then
by the balance of winds, by players who stay at one table number, and by players who sit left, right or opposite the
same player too often. For nearly all sizes everything but the first two is optimal at once; the search time goes into
those two. The players of a table are listed as East, South, West and North. The numbers are assigned to people by lot:
with tenbo draw, which anyone can check, or with --people, which draws by the seed. Either way players of the same club
meet as rarely as the plan allows, then players of the same country, then those listed by number in the column
"apart"; the plan itself does not get worse.

Ctrl-C ends the search with the best plan so far. What is found in a given time depends on the computer; with --steps
instead of --seconds, one seed gives the same plan everywhere.
--check and --from read the output of --json and the files that tenbo session plan reads.
"""

# The default search times; planning again is shorter, because players wait for it.
_SECONDS, _SECONDS_AGAIN, _LONGEST = 20.0, 4.0, 86_400


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the words that the command takes."""
    from tenbo.cli.support.argument_types import output_file
    from tenbo.cli.support.shared_options import add_json_option, add_rules_option, add_store_option

    parser.add_argument(
        "--players",
        type=int,
        help="the number of players: a multiple of the number of seats at a table, or any number with --byes",
    )
    parser.add_argument("--rounds", type=int, help="the number of sessions: one game at each table")
    add_rules_option(parser, "the rule book for a new plan, which sets the number of players at a table")
    parser.add_argument(
        "--seconds", type=float, help="search for at most this many seconds (default: 20; 4 with --from)"
    )
    parser.add_argument(
        "--steps",
        type=int,
        help="search for this many steps instead of a number of seconds, which gives the same plan on every computer",
    )
    parser.add_argument("--seed", type=int, default=1, help="the seed; another number gives another plan (default: 1)")
    parser.add_argument(
        "--byes", action="store_true", help="let the players left over from full tables sit out, everybody in turn"
    )
    parser.add_argument(
        "--people",
        type=Path,
        metavar="FILE",
        help="draw lots for the players of this CSV file: columns id, club, country, apart",
    )
    parser.add_argument("--check", type=Path, metavar="FILE", help="recompute the certificate of a plan")
    parser.add_argument("--from", dest="source", type=Path, metavar="FILE", help="plan again, starting from this plan")
    parser.add_argument("--after", type=int, metavar="K", help="with --from: the first K sessions stay as they are")
    parser.add_argument(
        "--without", type=_numbers, default=[], metavar="7,12", help="with --from: the players who have left"
    )
    parser.add_argument(
        "--with",
        dest="new",
        type=_numbers,
        default=[],
        metavar="25,26",
        help="with --from: the players who have joined",
    )
    parser.add_argument("--pair", choices=("swiss", "standing"), help="pair one session by the standings in the store")
    parser.add_argument("--session", type=int, metavar="N", help="with --pair: the session to pair")
    add_store_option(parser)
    add_json_option(parser, "print the plan and its certificate as JSON")
    parser.add_argument(
        "--out",
        type=output_file,
        metavar="FILE",
        help="write the plan to this file, in the form that tenbo session plan reads",
    )


def _numbers(text: str) -> list[int]:
    words = text.split(",")
    if not all(word.strip().isascii() and word.strip().isdigit() and 0 < len(word.strip()) < 7 for word in words):
        raise ValueError(text)
    return sorted({int(word) for word in words})


_numbers.__name__ = "list of player numbers"


def run(args: argparse.Namespace) -> int:
    """Make, check or mend a plan."""
    if args.check:
        from tenbo.cli.support.exit_status import WrongUsage
        from tenbo.cli.support.parser import given_arguments

        beside = [name for name in given_arguments(args, add_arguments) if name not in ("--check", "--json")]
        if beside:
            raise WrongUsage(f"--check recomputes the certificate of a plan in a file: leave {', '.join(beside)} out")
        return _check(args.check)
    return _pair(args) if args.pair else _make(args)


def _check(path: Path) -> int:
    from tenbo.tournament.seating.plan_quality import certificate_differences, certificate_lines, compute_certificate
    from tenbo.tournament.seating.schedule import scheduled_players

    schedule, record = read_seating_plan(path)
    true = compute_certificate(schedule)
    print_text("\n".join(certificate_lines(true, schedule)) + "\n")
    if record is None:
        print_text("the file has no certificate to compare with: it has only the seats\n")
        return 0
    wrong = certificate_differences(record.get("certificate"), true)
    if record.get("players") != len(scheduled_players(schedule)):
        wrong.append(
            f"the number of players must be {len(scheduled_players(schedule))}; the file has "
            f"{record.get('players', 'none')}"
        )
    print_text("".join(f"wrong: {sentence}\n" for sentence in wrong) or "the certificate is correct\n")
    return 1 if wrong else 0


def read_seating_plan(path: Path) -> tuple[Schedule, dict[str, Any] | None]:
    """Return a plan from a file of either kind, and the JSON record it stood in."""
    from tenbo.cli.support.shared_options import read_text
    from tenbo.formats.plan_files import read_plan
    from tenbo.tournament.seating.schedule import parse_schedule, schedule_from_plan
    from tenbo.validation.strict_json import json_error_text
    from tenbo_core.errors import Malformed

    text = read_text(path)
    if not text.lstrip().startswith(("{", "[")):
        return schedule_from_plan(read_plan(text)), None
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Malformed("bad_json", f"{path} is {json_error_text(error)}", "file") from None
    return parse_schedule(record), record


def _pair(args: argparse.Namespace) -> int:
    """Pair one session by the standings of a store, and print or write its tables."""
    from random import Random

    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.shared_options import open_store, store_path, write_output
    from tenbo.formats.plan_files import write_plan_csv, write_plan_script
    from tenbo.tournament.next_session_pairs import pair_next_session
    from tenbo.tournament.repository import TournamentRepository

    if args.session is None:
        raise WrongUsage("--pair needs --session N, the session to pair")
    with open_store(store_path(args)) as store:
        tables, words = pair_next_session(TournamentRepository(store), args.session, args.pair, Random(args.seed))
    if args.out and args.out.suffix.lower() == ".csv":
        text = write_plan_csv({(args.session, at): table for at, table in enumerate(tables, 1)})
    else:
        text = write_plan_script({(1, at): table for at, table in enumerate(tables, 1)})
    # In this order a pipe, which gets standard output at the end, shows the same as a window.
    print_text("".join(f"{line}\n" for line in words), sys.stderr)
    if write_output(args.out, text):
        said = f"wrote {args.out}: import it with tenbo session plan {args.out} --session {args.session}\n"
        sys.stdout.write(said)
    return 0


def _make(args: argparse.Namespace) -> int:
    from random import Random

    from tenbo.tournament.seating.separation import assign_players

    _check_words(args)
    ties = _people(args)
    budget, random = _budget(args), Random(args.seed)
    with _stop_on_ctrl_c(budget):
        again, schedule = _make_plan(args, budget, random)
        schedule = assign_players(schedule, ties, random, budget)
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
    return _print_plan(args, schedule, again, ties)


def _people(args: argparse.Namespace) -> dict[int, Relations]:
    """Return the known data of the players of the plan, by number; their count is the number of players."""
    from tenbo.cli.support.shared_options import count_text, read_text
    from tenbo.formats.player_files import read_relations
    from tenbo_core.errors import Malformed

    if not args.people:
        return {}
    ties = read_relations(read_text(args.people))
    if args.players not in (None, len(ties)):
        message = f"{args.people} has {count_text(len(ties), 'player')}, not {args.players}: leave --players out"
        raise Malformed("contradiction", message, "players")
    args.players = len(ties)
    return ties


@contextmanager
def _stop_on_ctrl_c(budget: SearchBudget) -> Iterator[None]:
    """Let Ctrl-C end the search with the best plan so far; a second one ends the program."""
    import signal

    def end(*_: object) -> None:
        signal.signal(signal.SIGINT, before)
        budget.end_search()

    before = signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _make_plan(args: argparse.Namespace, budget: SearchBudget, random: Random) -> tuple[int, Schedule]:
    """Return how many sessions stay as they were, and the plan."""
    again = 0
    if args.source:
        from tenbo.tournament.seating.plan_generator import (
            departed_players,
            players_after_changes,
            replan_remaining_rounds,
        )
        from tenbo.tournament.seating.schedule import seats_per_table

        old, _ = read_seating_plan(args.source)
        players = players_after_changes(old, args.after, args.without, args.new)
        if left := departed_players(old, args.after):
            print_text(f"already left (their seats are empty): {', '.join(map(str, left))}\n", sys.stderr)
        again = args.after
        schedule = replan_remaining_rounds(old[:again], len(old) - again, players, random, budget, seats_per_table(old))
    else:
        from tenbo.cli.support.shared_options import load_book_with_warning
        from tenbo.tournament.seating.plan_generator import plan_seats, replan_remaining_rounds
        from tenbo.tournament.seating.schedule import check_size

        seats = load_book_with_warning(args.rules).rules.players
        check_size(args.players, args.rounds, seats, byes=args.byes)
        if args.players % seats:
            schedule = replan_remaining_rounds([], args.rounds, list(range(1, args.players + 1)), random, budget, seats)
        else:
            schedule = plan_seats(args.players, args.rounds, random, budget, seats)
    return again, schedule


def _check_words(args: argparse.Namespace) -> None:
    """Refuse options that contradict each other, each with the remedy."""
    from tenbo.cli.support.argument_types import STANDARD_OUTPUT
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo_core.errors import Malformed

    if args.source:
        if args.people:
            raise WrongUsage("--people is for a new plan: in a changed plan everybody already has a number")
        if args.players is not None or args.rounds is not None:
            raise WrongUsage("--from takes players and sessions from its file: leave --players and --rounds out")
        if args.after is None:
            raise WrongUsage("--from needs --after K, the number of sessions that stay as they are")
    else:
        for name in ("players", "rounds"):
            if getattr(args, name) is None and not (name == "players" and args.people):
                raise WrongUsage(f"--{name} is missing: give the number, or a file with --check or --from")
        for name, given in (("after", args.after is not None), ("without", args.without), ("with", args.new)):
            if given:
                raise WrongUsage(f"--{name} goes with --from FILE, the plan to change")
    if args.json and args.out == STANDARD_OUTPUT:
        raise WrongUsage("--json and --out - both write to standard output: give one of them")
    if args.steps is not None and args.seconds is not None:
        raise WrongUsage("--seconds and --steps exclude each other: give one of them")
    if args.seconds is not None and not 0 < args.seconds <= _LONGEST:
        message = f"--seconds must be more than 0 and at most {_LONGEST} (a day), not {args.seconds:g}"
        raise Malformed("bad_field", message, "seconds")
    if args.steps is not None and args.steps < 1:
        raise Malformed("bad_field", f"--steps must be at least 1, not {args.steps}", "steps")


def _budget(args: argparse.Namespace) -> SearchBudget:
    """Return the requested budget; a terminal shows the progress of the search."""
    import time

    from tenbo.tournament.seating.search_budget import SearchBudget

    def report(what: str, used: float) -> None:
        sys.stderr.write(f"\r\x1b[K{min(used, 1):4.0%}  {what}")
        sys.stderr.flush()

    seconds = args.seconds or (_SECONDS_AGAIN if args.source else _SECONDS)
    quiet = not sys.stderr.isatty()
    return SearchBudget(time.monotonic, None if args.steps else seconds, args.steps, *(() if quiet else (report,)))


def _print_sessions(schedule: Schedule, again: int, resting: list[list[int]], out: TextIO) -> None:
    """Print the tables of every session, and who sits out."""
    for number, tables in enumerate(schedule, 1):
        print_text(f"session {number}{'  (unchanged)' if number <= again else ''}\n", out)
        for at, table in enumerate(tables, 1):
            seats = "  ".join(f"{wind} {player:<3}" for wind, player in zip("ESWN", table, strict=False))
            print_text(f"  table {at:<3}  {seats.rstrip()}\n", out)
        if resting[number - 1]:
            print_text(f"  byes       {', '.join(map(str, resting[number - 1]))}\n", out)


def _print_plan(args: argparse.Namespace, schedule: Schedule, again: int, ties: dict[int, Relations]) -> int:
    from tenbo.cli.support.shared_options import write_output
    from tenbo.formats.plan_files import write_plan_csv, write_plan_script
    from tenbo.tournament.seating.plan_generator import byes_by_round
    from tenbo.tournament.seating.plan_quality import certificate_lines, compute_certificate
    from tenbo.tournament.seating.schedule import plan_from_schedule, scheduled_players, seats_per_table
    from tenbo.tournament.seating.separation import count_unwanted_meetings

    certificate = compute_certificate(schedule)
    said = sys.stdout
    if args.out:
        write = write_plan_csv if args.out.suffix.lower() == ".csv" else write_plan_script
        if not write_output(args.out, write(plan_from_schedule(schedule))):
            # Standard output has the plan alone, as tenbo session plan - reads it.
            said = sys.stderr
    if args.json:
        record = {"players": len(scheduled_players(schedule)), "rounds": schedule, "certificate": certificate._asdict()}
        if ties:
            record["met"] = count_unwanted_meetings(schedule, ties)._asdict()
        sys.stdout.write(json.dumps(record, separators=(",", ":")) + "\n")
        return 0
    resting: list[list[int]] = [[]] * again + byes_by_round(schedule, again)
    _print_sessions(schedule, again, resting, said)
    print_text("\n" + "\n".join(certificate_lines(certificate, schedule)) + "\n", said)
    if ties:
        print_text(f"{count_unwanted_meetings(schedule, ties).summary()}\n", said)
    if any(resting):
        few = "three" if seats_per_table(schedule) == 3 else "four"
        print_text(
            f"Players sit out because a table has {few} seats; to fill another table, add substitutes with a higher "
            "--players, or with --from and --with.\n",
            said,
        )
    if args.out and said is sys.stdout:
        print_text(f"\nwrote {args.out}: import it with tenbo session plan {args.out}\n")
    return 0
