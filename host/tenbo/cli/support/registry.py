"""The table of commands: help, shell completion and the man page are printed from it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from types import ModuleType

    from tenbo.cli.support.parser import Parser


class Command(NamedTuple):
    """One command: its name, its purpose in one sentence, and its module if that has another name."""

    name: str
    does: str
    module: str = ""

    def load(self) -> ModuleType:
        """Return the module that runs the command; it is imported only when it is asked for."""
        return import_module(f"tenbo.cli.{self.module or self.name}")

    def parser(self) -> Parser:
        """Return the parser of the command's words."""
        from tenbo.cli.support.parser import Parser

        module = self.load()
        parser = Parser(prog=f"tenbo {self.name}", description=self.does, epilog=getattr(module, "EPILOG", None))
        module.add_arguments(parser)
        return parser


GROUPS = {
    "Play and score": (
        Command("demo", "Watch a simulated table play some hands, and the host follow."),
        Command("rehearse", "Play a whole tournament on simulated tables, with faults."),
        Command("sim", "Press the buttons of a whole table with simulated parts."),
        Command("tablet", "Play at a table in a browser, or write its page to a folder."),
        Command("score", "Score a declared hand and explain every point of it."),
        Command("waits", "List the tiles that complete a hand."),
        Command("rules", "List, show and compare the rule books."),
        Command("replay", "Replay a game's events and show the table after each one."),
        Command("sheet", "Print a game's score sheet as text, CSV, JSON or a drawing."),
        Command("audit", "Score an archive of hands again and print the disagreements."),
        Command("import", "Import games that a server recorded, and rescore every win.", "import_games"),
    ),
    "In the hall": (
        Command("run", "Run the service that follows the tables and answers the commands."),
        Command("desk", "Run the one desk of a larger hall with several hosts."),
        Command("standby", "Keep a second laptop ready with a copy of the desk's database."),
        Command("setup", "Set up a computer as a host, desk or standby that starts at boot."),
        Command("codes", "Print the codes with which browsers log in, by role."),
        Command("tables", "List the tables, and assign table numbers to devices."),
        Command("watch", "Watch all tables, or one, live in the terminal."),
        Command("view", "Print what the displays of a table show."),
        Command("log", "Print what has happened at a table or at the desk."),
        Command("clock", "Show and set the hall's clock."),
        Command("hand", "Score a declared hand at a table, and propose it to the players.", "propose_win"),
        Command("seating", "Make a seating plan, certify it, or plan again when players leave."),
        Command("draw", "Draw lots for the seats of a plan, so that anyone can check it.", "draw_lots"),
        Command("session", "Register players, seat them, begin sessions, correct results."),
        Command("season", "Print a club's season; open evenings, enter and correct games."),
        Command("results", "Print sheets and standings, with the proof that all points add up."),
        Command("pace", "Print tables' pace, time lost and owed, and how players play."),
        Command("export", "Write results as CSV, JSON, the EMA's file or sheets to sign."),
        Command("pantheon", "Exchange seats and games with a Pantheon server."),
        Command("print", "Print seat lists, slips, standings, a report, or login posters.", "print_paper"),
        Command("verify", "Check that the store has not been changed since it was written."),
        Command("backup", "Copy the store while the service is running."),
    ),
    "The devices": (
        Command("flash", "Put the firmware on a board, or update it."),
        Command("doctor", "Check ports, permissions and versions, and show what to do."),
        Command("restore", "Move a table's game to a spare device.", "replace_device"),
        Command("panel", "Test the referee's panel, or switch it off."),
    ),
    "This program": (
        Command("completion", "Print the completion script for bash, zsh or fish."),
        Command("man", "Print the manual page with all commands."),
    ),
}

COMMANDS = tuple(command for commands in GROUPS.values() for command in commands)

NAMES = frozenset(command.name for command in COMMANDS)

WIDTH = max(len(command.name) for command in COMMANDS)

# Other words for commands, from other programs and from people.
SYNONYMS = {
    "calc": "score", "calculate": "score", "points": "score", "yaku": "score --yaku",
    "book": "rules", "books": "rules", "game": "replay", "play": "sim", "simulate": "sim", "press": "sim",
    "browser": "tablet",
    "start": "run", "serve": "run", "server": "run", "service": "run", "web": "run", "hall": "run", "wall": "run",
    "standings": "results", "ranking": "results", "plan": "seating", "seats": "seating", "timer": "clock",
    "club": "season", "evening": "season open", "rating": "season", "series": "season",
    "players": "session players", "penalty": "session penalty", "begin": "session begin", "tournament": "session new",
    "csv": "export", "slips": "print", "poster": "print", "check": "verify",
    "update": "flash", "upload": "flash", "spare": "restore", "join": "codes", "qr": "codes",
}  # fmt: skip

FIRST_STEPS = "Begin with tenbo demo. Every command explains itself: tenbo COMMAND --help"


def usage() -> str:
    """Return the table of commands as the help text."""
    chapters = "\n\n".join(
        "\n".join([title, *(f"  {command.name:<{WIDTH}}  {command.does}" for command in commands)])
        for title, commands in GROUPS.items()
    )
    head = "usage: tenbo COMMAND [options]\n\nElectronic point sticks for riichi mahjong."
    return f"{head}\n\n{chapters}\n\n{FIRST_STEPS}\n"


def find_command(name: str) -> Command:
    """Return the command of a name, or refuse it with the nearest one."""
    from tenbo.cli.support.deprecated_aliases import replace_alias

    (current,) = replace_alias("tenbo", name)
    for command in COMMANDS:
        if command.name == current:
            return command
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.validation.suggestions import did_you_mean

    if name.startswith("-"):
        nearest = did_you_mean(name, ("--help", "--version"))
        raise WrongUsage(
            f"there is no option {name}{nearest or ': a command comes first; tenbo --help lists the commands'}"
        )
    meant = SYNONYMS.get(name.lower())
    nearest = f"; use tenbo {meant}" if meant else did_you_mean(name, [command.name for command in COMMANDS])
    raise WrongUsage(f"there is no command {name!r}{nearest or '; tenbo --help lists the commands'}")
