"""The command line: one table of commands; help is printed from it."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from tenbo import __version__
from tenbo.commands.ending import sentence_of, status_of
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO


class Command(NamedTuple):
    """One command: its name, the module behind it and what it does, in one sentence."""

    name: str
    does: str

    @property
    def module(self) -> str:
        """Return the module that runs the command; it is imported only when it is asked for."""
        return f"tenbo.commands.{self.name}"


COMMANDS = (
    Command("demo", "Play some hands on a simulated table and follow them from the host."),
    Command("sim", "Start the whole device with simulated parts and drive it by commands."),
    Command("replay", "Read a game's events and answer each with the table after it."),
    Command("sheet", "Print a game's score sheet as text, CSV, JSON or a drawing."),
    Command("score", "Score a declared hand and explain every point of it."),
    Command("waits", "Say which tiles complete a hand."),
    Command("audit", "Score an archive of hands again and print the disagreements."),
    Command("rules", "List, show and compare the rule books."),
    Command("run", "Follow every table: the service that the other commands ask."),
    Command("tables", "List the tables, and say which device is which table."),
    Command("watch", "Watch all tables, or one, live in the terminal."),
    Command("view", "Show what the displays of a table show."),
    Command("log", "Print what has happened at a table or at the desk."),
    Command("settle", "Score a declared hand as a table stands, and propose it to the seats."),
    Command("clock", "Show and set the hall's clock."),
    Command("session", "Register players, seat them, begin sessions, correct results."),
    Command("seating", "Make a seating plan, certify it, or plan again when players leave or come."),
    Command("results", "Print sheets and standings, with the proof that all points add up."),
    Command("export", "Write results as CSV, JSON, the EMA's results file or sheets to sign."),
    Command("verify", "Say whether the store is as it was written."),
    Command("backup", "Copy the store while everything runs."),
    Command("flash", "Put the firmware on a board, or update it."),
    Command("doctor", "Look whether ports, rights and versions are right, and say what to do."),
    Command("panel", "Try the referee's panel, or switch everything on it off."),
    Command("restore", "Hand a table's game to a spare device."),
)

EPILOG = "Every command explains itself: tenbo COMMAND --help"


def usage() -> str:
    """Print the table of commands as the help text."""
    rows = "\n".join(f"  {command.name:<8} {command.does}" for command in COMMANDS)
    return f"usage: tenbo COMMAND [options]\n\nElectronic point sticks for riichi mahjong.\n\n{rows}\n\n{EPILOG}\n"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status, by the one rule of `tenbo.commands.ending`."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return _ended(words)
    finally:
        # What nobody takes from the log must not become Python's own exit status.
        try:
            sys.stderr.flush()
        except (OSError, ValueError):
            _forget(sys.stderr)


def _ended(words: list[str]) -> int:
    try:
        try:
            return _run(words)
        finally:
            # Here, and not when Python ends: there nobody could say what became of it.
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output went away: `tenbo ... | head`. Nothing is wrong.
        _forget(sys.stdout)
        return 0
    except (TenboError, OSError) as error:
        if isinstance(error, OSError):
            _forget(sys.stdout)
        sys.stderr.write(f"tenbo {words[0] if words else ''}: {sentence_of(error)}\n")
        return status_of(error)
    except KeyboardInterrupt:
        return 130


def _run(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        sys.stdout.write(usage())
        return 0 if words else 2
    if words[0] in ("-V", "--version"):
        sys.stdout.write(f"tenbo {__version__}\n")
        return 0
    command = next((command for command in COMMANDS if command.name == words[0]), None)
    if command is None:
        sys.stderr.write(f"tenbo: there is no command {words[0]!r}\n\n{usage()}")
        return 2
    module = import_module(command.module)
    parser = argparse.ArgumentParser(
        prog=f"tenbo {command.name}",
        description=command.does,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=getattr(module, "EPILOG", None),
    )
    module.add_arguments(parser)
    status: int = module.run(parser.parse_args(words[1:]))
    return status


def _forget(stream: IO[str]) -> None:
    """Send what is still to be printed nowhere: there is nobody, or no room, to take it."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
