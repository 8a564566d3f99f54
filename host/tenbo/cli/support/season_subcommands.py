"""The subcommands of `tenbo season` and their arguments."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenbo.cli.support.shared_options import add_json_option, add_store_option

if TYPE_CHECKING:
    import argparse

EPILOG = """\
  tenbo season                           the open season, or all games of the club if there is no season
  tenbo season --series "Spring open"    another season, an evening such as 2026-12-08, or a tournament
  tenbo season --json                    games and standings as one JSON object, for programs
  tenbo season --csv                     the standings for a spreadsheet; the games: tenbo season games --csv
  tenbo season new "Winter 2026" --date 2026-10-01 --least 10
  tenbo season open                      opens an evening, to which every game begun at a table then belongs
  tenbo season arrive Ann Bob "Eve Elm"  the players who have arrived; new names are registered
  tenbo season leave Ann                 Ann goes home
  tenbo season next                      who plays next at which table, and who rests
  tenbo season add Ann=32000 Bob=28000 Cat=35000 Dan=25000       a game played on paper, East first
  tenbo season name 41 W "Eve Elm"       the guest at West in game 41 is Eve
  tenbo season correct 41 32000 28000 34000 26000 --why "sheet read again"
  tenbo season remove 41 --why "a test"  removes game 41; tenbo session revert NUMBER brings it back
  tenbo season close                     closes the evening
  tenbo season merge 12 7                the games of player 12 become player 7's
  tenbo season import old-results.csv    columns date, east, east score, south ... or game, player, score

Without PART, tenbo season prints the standings of the season from the store, whether the service is running or not.
"""

# The parts as the help lists them.
GROUPS = {
    "Seasons and evenings": ("new", "edit", "open", "close", "reopen", "list"),
    "Games": ("games", "add", "correct", "name", "remove", "import"),
    "People": ("arrive", "leave", "next", "merge", "share"),
}
# These read the store alone.
READING = ("list", "games", "next")
CHIPS: Any = {
    "type": int,
    "nargs": "+",
    "metavar": "CHIPS",
    "help": "chips won or lost, East first, if the rule book has chips: 3 -1 -2 0",
}
BOM = "with --csv: begin with the byte order mark by which Excel recognises UTF-8"
ORDERS = ("total", "mean", "place", "firsts", "rating")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parts: Any = parser.add_subparsers(dest="part", required=False, metavar="PART")
    _add_series(parts)
    _add_games(parts)
    arrive = parts.add_parser("arrive", help="record who is here this evening")
    leave = parts.add_parser("leave", help="record who has gone home")
    for part in (arrive, leave):
        part.add_argument("players", nargs="+", metavar="WHO", help="a player's number or name")
    parts.add_parser("next", help="propose who plays next and who rests")
    merge = parts.add_parser("merge", help="merge two numbers of one person")
    merge.add_argument("player", metavar="WHO", help="the number or name of the player whose games are moved to INTO")
    merge.add_argument("into", metavar="INTO", help="the number or name to keep")
    merge.add_argument("--why", help="the reason, for the log")
    share = parts.add_parser("share", help="choose who may see a person's page")
    share.add_argument("player", metavar="WHO", help="the person, by number or name")
    share.add_argument("shows", choices=("self", "members", "everyone"), help="who may see the page")
    parts.set_help_groups(GROUPS)
    for part, own in parts.choices.items():
        if part not in READING:
            own.add_argument("--by", default="desk", help="your name, for the log (default: desk)")
            own.add_argument("--yes", action="store_true", help="answer yes to all questions")
        add_store_option(own)
    parser.add_argument("--series", metavar="NAME", help="a season, an evening or a tournament by its title")
    parser.add_argument("--csv", action="store_true", help="print the standings as CSV")
    parser.add_argument("--bom", action="store_true", help=BOM)
    add_json_option(parser, "print games and standings as one JSON object")
    add_store_option(parser)


def _add_series(parts: Any) -> None:
    new = parts.add_parser("new", help="begin a season")
    new.add_argument("title", metavar="TITLE", help="the season's title")
    opened = parts.add_parser("open", help="open an evening")
    opened.add_argument("title", nargs="?", default="", metavar="TITLE", help="the evening's title (default: its date)")
    edit = parts.add_parser("edit", help="change a season or an evening; options left out change nothing")
    edit.add_argument("series", metavar="NAME", help="the season's or evening's title")
    edit.add_argument("--title", help="the new title")
    for part in (new, opened, edit):
        part.add_argument(
            "--date",
            metavar="DAY",
            help="the day of an evening or the first day of a season, "
            "such as 2026-12-08 (default for new and open: today)",
        )
        part.add_argument("--rules", metavar="BOOK", help="the rule book: an id of tenbo rules, or your own FILE.toml")
    for part in (new, edit):
        part.add_argument("--until", metavar="DAY", help="the last day")
        part.add_argument("--order", choices=ORDERS, help="what players are ranked by (default for new: total)")
        part.add_argument(
            "--least",
            type=int,
            metavar="GAMES",
            help="the number of games that a player needs to be ranked (default for new: 0)",
        )
        part.add_argument(
            "--best",
            type=int,
            metavar="GAMES",
            help="how many of each player's best games count (default for new: all)",
        )
    close = parts.add_parser("close", help="close an evening or a season")
    close.add_argument(
        "series",
        nargs="?",
        default="",
        metavar="NAME",
        help="the title of the evening or season (default: the open evening)",
    )
    reopen = parts.add_parser("reopen", help="open a closed evening or season again")
    reopen.add_argument("series", metavar="NAME", help="the title of the evening or season")
    parts.add_parser("list", help="list seasons, evenings and tournaments")


def _add_games(parts: Any) -> None:
    games = parts.add_parser("games", help="list the games of a season, with their numbers")
    games.add_argument(
        "--series", metavar="NAME", help="a season, an evening or a tournament (default: the open season)"
    )
    games.add_argument("--csv", action="store_true", help="print the games as CSV")
    games.add_argument("--bom", action="store_true", help=BOM)
    enter = parts.add_parser("add", help="enter a game that was played on paper")
    enter.add_argument("seats", nargs="+", metavar="WHO=SCORE", help="each player and score, East first; 0 is a guest")
    enter.add_argument("--date", metavar="DAY", help="the day (default: the open evening's)")
    enter.add_argument("--series", metavar="NAME", help="the evening or season (default: that of the day)")
    enter.add_argument("--rules", metavar="BOOK", help="the rule book (default: the season's)")
    enter.add_argument("--sticks", type=int, help="riichi sticks left on the table")
    enter.add_argument("--chips", **CHIPS)
    enter.add_argument("--new", action="store_true", help="register the players whose names are not known yet")
    correct = parts.add_parser("correct", help="replace the scores of a game")
    _game(correct)
    correct.add_argument("scores", type=int, nargs="*", metavar="SCORE", help="the scores, East first")
    correct.add_argument("--chips", **CHIPS)
    correct.add_argument("--sticks", type=int, help="riichi sticks left on the table")
    name = parts.add_parser("name", help="record who sat in a seat of a game")
    _game(name)
    name.add_argument("seat", metavar="SEAT", help="E, S, W or N")
    name.add_argument("player", metavar="WHO", help="a number or a name; a new name is registered, 0 is a guest")
    name.add_argument("--why", help="the reason, for the log")
    remove = parts.add_parser("remove", help="remove a game from the standings")
    _game(remove)
    for part in (correct, remove):
        part.add_argument("--why", required=True, help="the reason, for the log")
    read = parts.add_parser("import", help="enter the games from a CSV file, all of them or none")
    read.add_argument("file", type=Path, metavar="FILE", help="the file to read")
    read.add_argument("--preview", action="store_true", help="show what would be entered, and write nothing")
    read.add_argument("--series", metavar="NAME", help="the evening or season (default: that of each game's day)")


def _game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=int, metavar="GAME", help="the game's number, as tenbo season games lists it")
