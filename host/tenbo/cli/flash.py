"""`tenbo flash`: install or update the firmware on a board."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tenbo.cli.support.text_layout import print_text

if TYPE_CHECKING:
    import argparse

    from tenbo.flash.update import Progress

EPILOG = """\
Compiles the firmware's modules, writes them beside the old ones, verifies every file by its SHA-256,
switches to them, restarts the board and waits until it answers; if it does not, the old firmware is put back. Games,
settings and the ledger are kept, and no files are left behind on this computer. A board that starts up empty, at the
MicroPython prompt, is updated in the same way. A new Pico needs MicroPython first: hold BOOTSEL while you plug it in,
and copy the .uf2 file for your board to the drive that appears. If MicroPython has a large enough ROM file system, the
modules go there and run from flash, which leaves nearly all memory to the game.

  tenbo flash                 the one board that is plugged in
  tenbo flash --port COM7
  tenbo flash --check         only show which boards need an update
  tenbo flash --back          put back the previous firmware
  tenbo flash --source        writes modules as source if they cannot be compiled: the board then starts in 6 s instead
                              of 2, with less memory than a game needs
  tenbo flash --clock 200     a third faster, with 1.15 V for the processor, at your own risk: nothing needs it; a Pico
                              2 is fast enough and ignores it
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_store_option

    parser.add_argument("--port", help="the board's serial port")
    parser.add_argument(
        "--check", action="store_true", help="only show which firmware is on the board, and whether it is up to date"
    )
    parser.add_argument(
        "--clock",
        type=int,
        choices=(0, 200),
        help="run a Pico at this many MHz from its next start: 200, or 0 for the standard rate",
    )
    parser.add_argument("--back", action="store_true", help="put back the previous firmware")
    parser.add_argument(
        "--source", action="store_true", help="write modules as source where they cannot be compiled for this board"
    )
    add_store_option(parser)


def run(args: argparse.Namespace) -> int:
    """Flash a board."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.shared_options import selected_ports, temporarily_release_port

    ports = selected_ports(args)
    if len(ports) > 1 and not args.check:
        raise WrongUsage(f"several boards are plugged in: name one with --port: {', '.join(ports)}")
    status = 0
    for port in ports:
        with temporarily_release_port(args, port):
            status |= _check(port) if args.check else _flash(args, port)
    return status


def _check(port: str) -> int:
    from tenbo.devices.admission_errors import Incompatible
    from tenbo.flash.prompt_session import read_hello

    hello = read_hello(port)
    if hello is None:
        print_text(f"{port}: no table answers: tenbo flash --port {port} installs the firmware\n")
        return 1
    what = "up to date"
    try:
        hello.check_up_to_date()
    except Incompatible as error:
        what = error.message
    print_text(f"{port}: {hello.id}, firmware {hello.firmware}: {what}\n")
    return 0


def _flash(args: argparse.Namespace, port: str) -> int:
    from tenbo.cli.support.shared_options import table_authenticator
    from tenbo.devices.admission_errors import Incompatible
    from tenbo.flash.build.files import find_firmware_folder
    from tenbo.flash.update import UpdateOptions, update

    wish = UpdateOptions(args.back, args.source, args.clock, table_authenticator(args))
    outcome = update(port, find_firmware_folder(), lambda step: _print_step(port, step), wish)
    if outcome.good and outcome.hello is not None:
        _print_line(f"{port}: {outcome.hello.id} runs firmware {outcome.hello.firmware}")
        return 0
    if outcome.is_back and outcome.hello is not None:
        _print_line(f"{port}: the old firmware is running again")
        return 1
    if outcome.hello is None:
        _print_line(f"{port}: no table answers: see tenbo doctor")
        return 1
    try:
        outcome.hello.check_up_to_date()
    except Incompatible as error:
        _print_line(f"{port}: {error.message}")
    return 1


def _print_step(port: str, step: Progress) -> None:
    """Print the progress as a line; the count of files overwrites its own line."""
    from tenbo.flash import update

    if step.what == update.WRITING:
        _show_progress(step.done, step.of)
        return
    from tenbo.cli.support.shared_options import count_text

    written = f"{count_text(step.of, 'file')} written and verified; restarting ..." if step.of else "nothing to write"
    source = f"{step.why}: the modules are written as source, which takes more of the board's memory"
    words = {
        update.TO_PROMPT: "going to the MicroPython prompt ...",
        update.AS_SOURCE: source,
        update.RESTARTING: written,
        update.PUTTING_BACK: "the new firmware does not answer; putting the old one back ...",
    }
    _print_line(f"{port}: {words[step.what]}")


def _print_line(text: str) -> None:
    print_text(text + "\n")
    sys.stdout.flush()


def _show_progress(done: int, all_of: int) -> None:
    from tenbo.cli.support.shared_options import count_text

    if sys.stderr.isatty():
        sys.stderr.write(f"\r{done} of {count_text(all_of, 'file')}" + ("\n" if done == all_of else ""))
        sys.stderr.flush()
