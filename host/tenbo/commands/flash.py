"""`tenbo flash`: put the firmware on a board, or update it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from tenbo.flash import FlashBoard

EPILOG = """\
Compiles the firmware's modules, writes them beside the old ones, verifies every file by its SHA-256, switches,
restarts the board and waits until it says hello; when it does not, the old firmware is put back. Games, settings
and the ledger stay. A board that came up empty, at the prompt of MicroPython, is helped in the same way. A new
Pico needs MicroPython first: hold BOOTSEL while you plug it in and copy the .uf2 file of your board on the drive
that appears. Where it has a ROM file system that is large enough, the modules go there and run from flash,
which leaves nearly all memory to the game.

  tenbo flash                 the one board that is plugged in
  tenbo flash --port COM7
  tenbo flash --check         only say which boards need it
  tenbo flash --back          the firmware that was there before
  tenbo flash --source        modules that cannot be compiled for the board: it then starts in 6 s instead of 2,
                              and has less memory than the game is promised
  tenbo flash --clock 200     a third faster, with 1.15 V for the processor: at your own risk, nothing here needs it;
                              a Pico 2 is fast enough as it comes and takes no notice
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.commands.shared import add_store

    parser.add_argument("--port", help="the board's serial port")
    parser.add_argument(
        "--check", action="store_true", help="only say which firmware is there and whether it is up to date"
    )
    parser.add_argument(
        "--clock",
        type=int,
        choices=(0, 200),
        help="MHz of a Pico from its next start on: 200, or 0 as it comes (usual)",
    )
    parser.add_argument("--back", action="store_true", help="put the firmware back that was there before")
    parser.add_argument(
        "--source", action="store_true", help="write modules as source where they cannot be compiled for this board"
    )
    add_store(parser)


def run(args: argparse.Namespace) -> int:
    """Flash a board."""
    from tenbo.commands.ending import WrongUsage
    from tenbo.commands.shared import ports_meant, released

    ports = ports_meant(args)
    if len(ports) > 1 and not args.check:
        raise WrongUsage(f"several boards are plugged in: name one with --port: {', '.join(ports)}")
    status = 0
    for port in ports:
        with released(args, port):
            status |= _check(port) if args.check else _flash(port, args.clock, back=args.back, source=args.source)
    return status


def _check(port: str) -> int:
    from tenbo.flash.prompt import hello_of

    hello = hello_of(port)
    if hello is None:
        sys.stdout.write(f"{port}: no table answers: tenbo flash --port {port} installs the firmware\n")
        return 1
    why = hello.why_not() or hello.warning() or "up to date"
    sys.stdout.write(f"{port}: {hello.id}, firmware {hello.firmware}: {why}\n")
    return 0


def _flash(port: str, mhz: int | None, *, back: bool, source: bool) -> int:
    from tenbo.flash import set_speed
    from tenbo.flash.prompt import HELLO_MS, AtPrompt, hello_of, leave_firmware, wait_for_port
    from tenbo_core.errors import Refused, StorageFault

    _say(f"{port}: to the prompt ...")
    if leave_firmware(port) is not None:
        wait_for_port(port)
    with AtPrompt(port) as prompt:
        try:
            written = _put_back(prompt.board) if back else _install(prompt.board, port, source=source)
            if mhz is not None:
                set_speed(prompt.board, mhz)
        except (Refused, StorageFault):
            # The board left its firmware for this: what it has goes on.
            prompt.restart()
            raise
        prompt.restart()
    _say(f"{port}: {written} files written and verified; restarting ..." if written else f"{port}: nothing to write")
    wait_for_port(port)
    hello = hello_of(port, HELLO_MS)
    if hello is None or (not back and (hello.why_not() or hello.warning())):
        return _roll_back(port) if written and not back else 1
    _say(f"{port}: {hello.id} says hello with firmware {hello.firmware}")
    return 0


def _install(board: FlashBoard, port: str, *, source: bool) -> int:
    """Install the firmware, compiled; as source only when that is asked for, never in silence."""
    from tenbo.flash import firmware_files, for_board, install
    from tenbo.virtual.interpreter import firmware
    from tenbo_core.errors import Refused

    files, why_source = for_board(board, firmware_files(firmware()))
    if why_source and not source:
        message = (
            f"{why_source}: nothing is written, because as source the firmware starts in 6 s instead of 2 and leaves "
            "less memory than a game needs; tenbo flash --source writes it all the same"
        )
        raise Refused("not_installed", message, "board")
    if why_source:
        _say(f"{port}: {why_source}: the modules go as source, which takes more of the board's memory")
    return install(board, files, _show_progress)


def _put_back(board: FlashBoard) -> int:
    """Put the earlier firmware back, and return that something was written."""
    from tenbo.flash import put_back

    put_back(board)
    return 1


def _roll_back(port: str) -> int:
    from tenbo.flash import put_back
    from tenbo.flash.prompt import HELLO_MS, AtPrompt, hello_of, leave_firmware, wait_for_port

    _say(f"{port}: the new firmware does not say hello; putting the old one back ...")
    if leave_firmware(port) is not None:
        wait_for_port(port)
    with AtPrompt(port) as prompt:
        put_back(prompt.board)
        prompt.restart()
    wait_for_port(port)
    hello = hello_of(port, HELLO_MS)
    _say(f"{port}: {'the old firmware runs again' if hello else 'no table answers: see tenbo doctor'}")
    return 1


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _show_progress(done: int, all_of: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{done} of {all_of} files" + ("\n" if done == all_of else ""))
        sys.stderr.flush()
