"""`tenbo rehearse`: run a whole tournament on simulated tables and inject faults."""

from __future__ import annotations

import io
import os
import random
import sys
import tempfile
import time
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from tenbo.cli.support.text_layout import print_text
from tenbo_core.errors import LinkFault, TenboError

if TYPE_CHECKING:
    import argparse

EPILOG = """\
A rehearsal before the day, with a host and a store of its own; the desk's commands are shown with their answers. The
host is killed, cables are pulled, tables lose power; two players sit in each other's seats, one player goes home and
another comes. At the end everything that was played at the tables is compared with the store, the store's hash chain is
verified, and the results are recalculated from what was played. The exit status is 0 only if nothing is wrong.

  tenbo rehearse                                  4 tables, 3 sessions; each fault once a session, at random
  tenbo rehearse --tables 16 --sessions 5
  tenbo rehearse --seed 7                         other games and faults, but the same each time
  tenbo rehearse --fault host                     only the host is killed
  tenbo rehearse --fault host@2:40 --fault cable@1:10:3 --fault power@3:0:1
                                                  host: session 2, at 40 percent; cable: table 3;
                                                  power: as session 3 begins
  tenbo rehearse --fault none                     no faults
  tenbo rehearse --firmware --tables 3 --hands 2  the real firmware, two hands a game: slow
  tenbo rehearse --keep DIR                       keeps the store for tenbo results --store DIR/hall.db, tenbo pace ...

With --paper the time is simulated, unless --clock starts the hall's clock; each session then waits ten seconds
for the start signal.
"""

MOST_PAPER, MOST_FIRMWARE, MOST_SESSIONS = 100, 16, 20
# The hands after which a game is ended; with the firmware, whose buttons are pressed one by one, fewer.
HANDS, HANDS_WITH_FIRMWARE = 100, 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.argument_types import path_to_create
    from tenbo.cli.support.shared_options import add_rules_option

    parser.add_argument("--tables", type=int, default=4, metavar="N", help="number of tables (default: 4)")
    parser.add_argument("--sessions", type=int, default=3, metavar="N", help="number of sessions (default: 3)")
    add_rules_option(parser)
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--paper", action="store_true", help="simulate the protocol only: fast (default)")
    kind.add_argument("--firmware", action="store_true", help="run the real firmware on simulated parts")
    parser.add_argument(
        "--fault", action="append", metavar="WHAT",
        help="a fault to inject: host, cable, power or none, or one at a given moment: host@SESSION:PERCENT, "
             "cable@SESSION:PERCENT:TABLE, power@SESSION:PERCENT:TABLE; may be repeated",
    )  # fmt: skip
    parser.add_argument("--seed", default="1", metavar="TEXT", help="the seed for the games and faults (default: 1)")
    parser.add_argument("--hands", type=int, metavar="N", help="end each game after N hands")
    parser.add_argument("--clock", action="store_true", help="start the hall's clock in each session")
    parser.add_argument(
        "--keep", type=path_to_create, metavar="DIR", help="keep the store and its files in this folder"
    )


def run(args: argparse.Namespace) -> int:
    """Rehearse."""
    from tenbo.rulebooks import load
    from tenbo.simulator.rehearsal.fault_schedule import KINDS, parse_faults
    from tenbo.simulator.rehearsal.rehearsal_run import RehearsalConfig

    _check(args)
    players = load(args.rules).rules.players
    words = [word for given in args.fault or [",".join(KINDS)] for word in given.split(",")]
    accidents = parse_faults(words, args.tables, args.sessions, random.Random(f"{args.seed} kill"))
    hands = args.hands or (HANDS_WITH_FIRMWARE if args.firmware else HANDS)
    course = RehearsalConfig(args.sessions, accidents, args.seed, hands, args.rules, args.clock, players)
    with ExitStack() as stack:
        if args.keep is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tenbo-rehearsal-")))
        else:
            folder = args.keep
            folder.mkdir(parents=True, exist_ok=True)
        return _rehearse(args, course, folder, stack)


def _check(args: argparse.Namespace) -> None:
    from tenbo.cli.support.exit_status import WrongUsage

    most = MOST_FIRMWARE if args.firmware else MOST_PAPER
    limits = (("tables", args.tables, most), ("sessions", args.sessions, MOST_SESSIONS))
    for name, number, limit in limits:
        if not 1 <= number <= limit:
            raise WrongUsage(f"--{name} must be 1 to {limit}, not {number}")
    if args.hands is not None and args.hands < 1:
        raise WrongUsage(f"--hands must be at least 1, not {args.hands}")
    if args.keep is not None and (args.keep / "hall.db").exists():
        raise WrongUsage(f"{args.keep} already has a store: name a new folder")
    if not args.firmware and not hasattr(os, "openpty"):
        message = "--paper needs the pseudo terminals of Linux or a Mac: rehearse with --firmware, or in WSL"
        raise LinkFault("not_installed", message, "paper")


def _rehearse(args: argparse.Namespace, course: object, folder: Path, stack: ExitStack) -> int:
    from tenbo.simulator.rehearsal.desk import DrillDesk
    from tenbo.simulator.rehearsal.drill_tables import create_fake_tables
    from tenbo.simulator.rehearsal.firmware_tables import create_firmware_tables
    from tenbo.simulator.rehearsal.host_process import HostProcess
    from tenbo.simulator.rehearsal.rehearsal_run import Drill, RehearsalConfig
    from tenbo.simulator.rehearsal.verification import verify_rehearsal
    from tenbo.store import SqliteStore

    assert isinstance(course, RehearsalConfig)
    begun = time.monotonic()
    if args.firmware:
        tables = create_firmware_tables(stack, args.tables)
    else:
        ports = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tenbo-ports-")))
        chance = random.Random(f"{args.seed} tables")
        tables = create_fake_tables(stack, ports, args.tables, chance, makes_up_time=not args.clock)
    host = stack.enter_context(HostProcess(folder / "hall.db", [table.port for table in tables]))
    desk = DrillDesk(str(host.store), run_command, print_flushed)
    drill = Drill(course, tables, host, desk, print_flushed)
    drill.play(folder)
    print_flushed("end of the rehearsal")
    host.end()
    with SqliteStore(host.store, readonly=True) as store:
        good = verify_rehearsal(drill, store, desk, print_flushed)
    print_text(f"{time.monotonic() - begun:.0f} s\n", sys.stderr)
    return 0 if good else 1


def print_flushed(line: str) -> None:
    """Print a line at once."""
    print_text(line + "\n")
    sys.stdout.flush()


def run_command(words: list[str]) -> tuple[int, str]:
    """Run one command as the terminal does; return its exit status and its output."""
    from tenbo.cli.support.exit_status import error_sentence, exit_status
    from tenbo.cli.support.registry import find_command

    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        try:
            command = find_command(words[0])
            status: int = command.load().run(command.parser().parse_words(words[1:]))
        except (TenboError, OSError) as error:
            out.write(f"tenbo {words[0]}: {error_sentence(error)}\n")
            status = exit_status(error)
    return status, out.getvalue()
