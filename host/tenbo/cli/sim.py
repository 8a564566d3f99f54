"""`tenbo sim`: run the firmware on simulated parts and control it by commands."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from io import TextIOWrapper
from pathlib import Path
from string import hexdigits
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tenbo.cli.support.exit_status import WrongUsage, exit_status
from tenbo.cli.support.sim_commands import Console, SimulatorConsoles, error_record, help_lines, print_record
from tenbo_core.errors import Malformed, TenboError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

NEWLINE = "\n"

EPILOG = f"""\
The real firmware runs under MicroPython; only the parts around it are simulated. In a terminal there is a prompt,
and the four seats are drawn after each command. From a pipe or a file every line is a command, answered with one JSON
record on standard output; the first record names the serial port that a host can open.

{NEWLINE.join(help_lines())}

SEAT is 0 to 3, or E S W N as in the first hand, or a player's name. At the prompt `2 riichi`, `W riichi` and `dice`
are enough, and Tab completes. Device time follows real time while no command runs; `press` and `wait` skip ahead. A
command that cannot be carried out is answered with {{"error": {{"code", "message", "at"}}}}, and the next one is read;
the exit status is then 1.

  tenbo sim                                       press the buttons yourself
  tenbo sim examples/first-hand.sim               these commands first, then yours
  tenbo sim --breadboard                          the parts of hardware/guides/BREADBOARD.md
  tenbo sim --tables 3                            several tables: give their ports to tenbo run --port
  printf 'press table dice\\npress 2 riichi\\nview 2\\nlamps\\n' | tenbo sim
"""

# Numbers of commands that no other asker on the same line has used.
FIRST_NUMBER = 1000
SEATS = 4
# A table that computes takes longer to start.
BOOT_ON_CHIP_MS = 4000
MOST_TABLES = 16
# What may read the buttons on a breadboard.
EXPANDERS = ("MCP23008", "MCP23017")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_rules_option

    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="files of commands to run first")
    add_rules_option(parser, "the rule book of the game")
    parser.add_argument("--names", default="", metavar="A,B,C,D", help="the names at the four seats, East first")
    parser.add_argument("--tables", type=int, default=1, metavar="N", help="number of tables (default: 1)")
    parser.add_argument(
        "--id",
        default="e66138528343a02f",
        metavar="HEX",
        help="the device's id; with several tables, that of the first",
    )
    parser.add_argument(
        "--breadboard",
        nargs="?",
        const=EXPANDERS[0],
        default="",
        choices=EXPANDERS,
        help=f"build the seats on breadboards, with SSD1306 displays and this expander (default: {EXPANDERS[0]})",
    )
    parser.add_argument("--flash", type=Path, metavar="DIR", help="keep the devices' flash in this folder between runs")
    parser.add_argument(
        "--chip",
        action="store_true",
        help="simulate the computing time of a Pico by counting instructions (slow, needs valgrind)",
    )


def run(args: argparse.Namespace) -> int:
    """Run tables until `quit` or the end of the input."""
    from tenbo.cli.support import terminal

    if not 1 <= args.tables <= MOST_TABLES:
        raise WrongUsage(f"--tables must be 1 to {MOST_TABLES}, not {args.tables}")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a line that is no text is answered like any unknown command
    scripted = [line for path in args.files for line in read_commands(path)]
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    with ExitStack() as tables:
        try:
            floor = start_tables(args, tables)
        except TenboError as error:
            if at_terminal:
                raise
            print_record(sys.stdout, {"error": error_record(error)})
            return exit_status(error)
        if at_terminal:
            from tenbo.cli.support.sim_prompt import Prompt

            return Prompt(floor, sys.stdout, terminal.is_drawable_terminal(sys.stdout)).run(scripted)
        ports = [console.table.port for console in floor.consoles]
        print_record(sys.stdout, {"port": ports[0], **({"ports": ports} if len(ports) > 1 else {})})
        return execute_command_lines(floor, [scripted, sys.stdin])


def start_tables(args: argparse.Namespace, tables: ExitStack) -> SimulatorConsoles:
    """Return the tables, each with a game ready."""
    from tenbo.cli.support.shared_options import load_book_with_warning
    from tenbo.devices import table_client
    from tenbo.rulebooks import as_start_fields
    from tenbo.simulator import VirtualTable

    book = load_book_with_warning(args.rules)
    names = parse_names(args.names, book.rules.players)
    rules, changes = as_start_fields(book)
    on_a_chip = chip_timing_options(tables) if args.chip else {}
    consoles = []
    for number, identity in enumerate(device_ids(args.id, args.tables), 1):
        flash = args.flash / str(number) if args.flash and args.tables > 1 else args.flash
        if flash is not None and args.tables > 1:
            flash.mkdir(parents=True, exist_ok=True)
        settings = {"flash": flash, "identity": identity, "breadboard": args.breadboard, **on_a_chip}
        table = tables.enter_context(VirtualTable(**settings))
        table_client.ensure_game(table.service, rules, names, changes)
        consoles.append(Console(table, table_client.TableClient(table.service, FIRST_NUMBER), names))
    return SimulatorConsoles(consoles)


def chip_timing_options(tables: ExitStack) -> dict[str, Any]:
    """Return the options of a table whose computing takes a Pico's time; `tables` removes its compiled firmware."""
    from tenbo.flash import compile_files, firmware_files
    from tenbo.flash.build.files import find_firmware_folder
    from tenbo.simulator import instruction_counter

    # Compiling takes seconds, which who has no valgrind must not wait for.
    instruction_counter.find_valgrind()
    folder = Path(tables.enter_context(TemporaryDirectory(prefix="tenbo-")))
    files = firmware_files(find_firmware_folder())
    instruction_counter.write_compiled_firmware(
        folder,
        compile_files(files, instruction_counter.COUNTED_ON),
        compile_files(files, instruction_counter.COUNTED_FOR),
    )
    return {"computing": True, "firmware": folder, "boot_ms": BOOT_ON_CHIP_MS}


def device_ids(first: str, tables: int) -> list[str]:
    """Return the ids of a number of tables: the first one's, and those that follow it.

    >>> device_ids("e66138528343a02f", 2)
    ['e66138528343a02f', 'e66138528343a030']
    """
    if not first or len(first) % 2 or set(first) - set(hexdigits):
        message = f"an id must be hexadecimal digits, two for each byte, such as e66138528343a02f, not {first!r}"
        raise Malformed("bad_field", message, "id")
    if tables == 1:
        return [first]
    number = int(first, 16)
    return [f"{number + more:0{len(first)}x}" for more in range(tables)]


def execute_command_lines(floor: SimulatorConsoles, sources: Iterable[Iterable[str]]) -> int:
    """Answer every line with one record until `quit` or the end; 1 when one was refused."""
    refused = False
    for line in (line for lines in sources for line in lines):
        words = line.split()
        record = floor.execute(words)
        refused |= "error" in record
        print_record(sys.stdout, record)
        if words == ["quit"]:
            break
    return 1 if refused else 0


def read_commands(path: Path) -> list[str]:
    """Return the commands of a file, without its comments and empty lines."""
    from tenbo.cli.support.shared_options import read_text

    lines = (line.partition("#")[0].strip() for line in read_text(path).splitlines())
    return [line for line in lines if line]


def parse_names(text: str, players: int) -> list[str]:
    """Read the names of the players, an empty one for a seat without a player.

    >>> parse_names("A,B,C,D", 4), parse_names("A,B,C", 3)
    (['A', 'B', 'C', 'D'], ['A', 'B', 'C', ''])
    """
    names = [name.strip() for name in text.split(",")] if text else [""] * players
    if len(names) != players:
        number = "four" if players == 4 else "three"
        raise Malformed("bad_field", f"give {number} names separated by commas, not {len(names)}", "names")
    return [*names, ""][:SEATS]
