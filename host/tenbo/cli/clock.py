"""`tenbo clock`: the hall's clock."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from tenbo.cli.support.text_layout import print_text

if TYPE_CHECKING:
    import argparse

EPILOG = """\
The whole hall has one clock: every table shows it, sounds the rule book's signal at the same moment, and keeps counting
when its cable is unplugged.

  tenbo clock                          its state, and how far each table is off
  tenbo clock start                    a session as long as the rule book says, ten seconds from now
  tenbo clock start --minutes 75
  tenbo clock pause
  tenbo clock resume
  tenbo clock stop                     the tables stop, too; start sets a new length, resume continues
  tenbo clock extra --minutes 5        for the hall
  tenbo clock extra --minutes -30      30 minutes less, if a length was mistyped
  tenbo clock extra --minutes 5 --table 3
  tenbo clock resolve --keep-table-time     after a power cut in the whole hall: keep the tables' time ...
  tenbo clock resolve --use-computer-time   ... or set the tables to the computer's time
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_json_option, add_store_option

    acts = ("show", "start", "pause", "resume", "extra", "stop", "resolve")
    parser.add_argument("act", nargs="?", choices=acts, default="show", help="what to do (default: show)")
    parser.add_argument(
        "--minutes", type=int, help="the length of the session (start), or the minutes to add (extra; -5 takes 5 away)"
    )
    parser.add_argument("--table", type=int, help="with extra: change the time of this table only")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--keep-table-time", action="store_true", help="with resolve: keep the tables' time")
    which.add_argument(
        "--use-computer-time", action="store_true", help="with resolve: set the tables to the computer's time"
    )
    parser.add_argument("--by", default="desk", help="your name, for the log (default: desk)")
    add_json_option(parser)
    add_store_option(parser)


def run(args: argparse.Namespace) -> int:
    """Show or set the clock."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.shared_options import service_client

    if args.minutes is not None and args.act not in ("start", "extra"):
        raise WrongUsage(f"--minutes goes with start and extra, not with {args.act}")
    if args.table is not None and args.act == "show":
        raise WrongUsage("--table goes with extra, which gives one table more or less time")
    act = _act_of(args)
    client = service_client(args)
    if args.act == "show":
        clock = client.get("/v1/clock")
    else:
        clock = client.post("/v1/clock", act=act, minutes=args.minutes, table=args.table, by=args.by)
    if args.json:
        sys.stdout.write(json.dumps(clock) + "\n")
    else:
        print_text(clock_text(clock))
    return 0


def _act_of(args: argparse.Namespace) -> str:
    """Return the request to the service; it has a word of its own for each way to resolve a difference."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.hall.monotonic_time import KEEP_TABLE_TIME, USE_COMPUTER_TIME

    if args.act == "resolve" and not (args.keep_table_time or args.use_computer_time):
        raise WrongUsage("resolve needs --keep-table-time or --use-computer-time")
    if args.act != "resolve" and (args.keep_table_time or args.use_computer_time):
        written = "--keep-table-time" if args.keep_table_time else "--use-computer-time"
        raise WrongUsage(f"{written} goes with resolve, not with {args.act}")
    if args.act == "resolve":
        return KEEP_TABLE_TIME if args.keep_table_time else USE_COMPUTER_TIME
    act: str = args.act
    return act


def clock_text(clock: dict[str, Any]) -> str:
    """Return the clock for a person."""
    from tenbo.tournament.hall_clock import MINUTE

    note = f"!!  {clock['note']}\n" if clock.get("note") else ""
    left_over = clock.get("left_over")
    if left_over and left_over["state"] == "ended":
        note += f"session {left_over['session']} has ended: no table plays by this clock\n"
    elif left_over:
        note += (
            f"the clock of session {left_over['session']} has not been started: this is the previous session's clock\n"
        )
    if clock["stage"] == "none":
        text = "the clock is not running\n"
    elif clock.get("stopped"):
        text = f"stopped with {duration_text(clock['left_ms'])} left\n"
    else:
        text = f"{clock['stage']}  {duration_text(clock['left_ms'])} left"
        is_paused = clock["stage"] == "paused"
        if clock["starts_in_ms"] and not is_paused:
            text += f", starts in {clock['starts_in_ms'] / 1000:.0f} s"
        elif clock["until_signal_ms"] and not is_paused:
            text += f", signal in {duration_text(clock['until_signal_ms'])}"
        text += "\n"
    for number, table in clock["tables"].items():
        off = "not measured" if table["off_ms"] is None else f"{table['off_ms']:+d} ms"
        own = f"{table['extra_ms'] // MINUTE:+d} min" if table["extra_ms"] else ""
        drift = "" if table["drift_ppm"] is None else f"drift {table['drift_ppm']:+5d} ppm"
        text += f"  table {number:<4}{off:>14}  {drift:<15}  {own}  {table['why']}".rstrip() + "\n"
    return note + text


def counting_text(clock: dict[str, Any]) -> str:
    """Return how much time a clock that counts, or is paused, has left; an empty text if it is stopped or over."""
    if clock["stage"] not in ("waiting", "running", "paused") or clock.get("stopped"):
        return ""
    paused = "paused with " if clock["stage"] == "paused" else ""
    return f"{paused}{duration_text(clock['left_ms'])} left"


def duration_text(ms: int) -> str:
    """Return milliseconds as hours, minutes and seconds.

    >>> duration_text(5_399_000)
    '1:29:59'
    """
    seconds = ms // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
