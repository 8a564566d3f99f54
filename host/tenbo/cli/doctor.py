"""`tenbo doctor`: check everything that can be wrong before the players come."""

from __future__ import annotations

import json
import sys
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from tenbo.cli.support.text_layout import print_text
from tenbo_core.seats import WIND_NAMES

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator
    from typing import TextIO

    # Whether a check passed, and its sentence.
    Finding = tuple[bool, str]

EPILOG = """\
Each line is marked ok, or !! with what to do. The exit status is 1 if there is anything to do. What is checked:

  the versions of Tenbo, Python and the database; which optional packages are installed
  what runs a simulated table: MicroPython's unix port, or Node with the firmware of the browser table
  the disk: room for the store; the store: every row and its hash chains
  what tenbo setup has set up: whether the systemd unit starts, and who may read the settings
  whether a service runs for the store, or another program has its port
  the time of day, and the hall's Wi-Fi if this computer provides it
  the desk's database: its tables, its certificate, its standby, and the Tenbo version of the hosts that write to it
  the other hosts that the service follows, and any conflicts between them
  Linux: the rule that lets you use boards, and programs that mistake new ports for modems
  every port with a board, or the running service's tables: whether a table answers, whether its firmware and
    protocol fit, and its health: supply, boxes, faults, memory, flash, and the cause of its last start

  tenbo doctor
  tenbo doctor --port /dev/ttyACM0     also check a port that is not found automatically
  tenbo doctor --bench                 with the boxes open on the bench: every part in turn, while you watch and press
  tenbo doctor --bench east            the centre box with the only seat box built so far
  tenbo doctor --bench --json          questions go to standard error, findings to standard output
  tenbo doctor --rule | sudo tee /etc/udev/rules.d/70-tenbo.rules     (Linux) lets you use the boards
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_json_option, add_store_option

    parser.add_argument("--port", action="append", default=[], help="also check this port")
    parser.add_argument(
        "--bench",
        nargs="*",
        metavar="SEAT",
        choices=[name.lower() for name in WIND_NAMES],
        help="check every part of a board whose boxes are open; name the seats that are built (default: all four)",
    )
    parser.add_argument("--rule", action="store_true", help="print the udev rule and exit")
    add_json_option(parser, "print the findings as one JSON object")
    add_store_option(parser)


def run(args: argparse.Namespace) -> int:
    """Look at everything."""
    from tenbo.app import config, doctor
    from tenbo.cli.support.shared_options import store_path

    if args.rule:
        sys.stdout.write(Path(config.__file__).with_name("provisioning").joinpath("70-tenbo.rules").read_text("utf-8"))
        return 0
    checks = chain(doctor.run_checks(store_path(args), args.port), _check_interpreter())
    findings = checks if args.bench is None else _bench(args)
    return _print_json(findings) if args.json else _print_findings(findings)


def _check_interpreter() -> Iterator[Finding]:
    """Report what runs a simulated table; a hall needs none."""
    from tenbo.simulator.interpreter_lookup import interpreter_summary
    from tenbo_core.errors import TenboError

    try:
        yield True, interpreter_summary()
    except TenboError as error:
        yield True, f"tenbo sim and tenbo demo cannot run: {error.message}"


def _print_json(findings: Iterable[Finding]) -> int:
    """Print all findings as one object."""
    records = [{"fine": fine, "text": text} for fine, text in findings]
    fine = all(finding["fine"] for finding in records)
    sys.stdout.write(json.dumps({"fine": fine, "findings": records}, ensure_ascii=False) + "\n")
    return 0 if fine else 1


def _print_findings(findings: Iterable[Finding]) -> int:
    """Print findings as they come, and the remaining tasks."""
    wrong = 0
    for fine, text in findings:
        wrong += not fine
        print_text(f"{'ok' if fine else '!!'}  {text}\n")
        sys.stdout.flush()
    print_text(f"{wrong} thing{'' if wrong == 1 else 's'} to do\n" if wrong else "all is well\n")
    return 1 if wrong else 0


def _bench(args: argparse.Namespace) -> Iterator[Finding]:
    """Have the board leave its firmware, look at its parts, and start it again."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.shared_options import selected_ports, table_authenticator, temporarily_release_port
    from tenbo.flash import BenchDialogue, BenchOperator
    from tenbo.flash.prompt_session import PromptSession, exit_to_prompt, refuse_simulated, wait_for_port

    # Several ports may be named to be looked at; on the bench lies one board.
    args.port = args.port[0] if len(args.port) == 1 else ""
    ports = selected_ports(args)
    if len(ports) > 1:
        raise WrongUsage(f"several boards are plugged in: name one with --port: {', '.join(ports)}")
    refuse_simulated(ports[0])
    names = [name.lower() for name in WIND_NAMES]
    seats = sorted({names.index(name) for name in args.bench or names})
    with temporarily_release_port(args, ports[0]):
        if exit_to_prompt(ports[0], table_authenticator(args)) is not None:
            wait_for_port(ports[0])
        with PromptSession(ports[0]) as prompt:
            # The answer as JSON has the output for itself.
            console = sys.stderr if args.json else sys.stdout
            person = BenchOperator(partial(_print_line, console), partial(_ask, console))
            try:
                yield from BenchDialogue(prompt.board, person).run_checks(seats)
            finally:
                prompt.restart()


def _print_line(console: TextIO, text: str) -> None:
    console.write(f"->  {text}\n")
    console.flush()


def _ask(console: TextIO, question: str) -> bool:
    """Ask at the terminal; Enter is yes, and the end of the input is no."""
    console.write(f"??  {question} [Enter: yes, n: no] ")
    console.flush()
    answer = sys.stdin.readline()
    return answer != "" and not answer.strip().lower().startswith("n")
