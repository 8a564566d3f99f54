"""The subcommands of `tenbo session` and their arguments."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from tenbo.cli.support.argument_types import seat_number, whole_number
from tenbo.cli.support.shared_options import add_rules_option, add_store_option

EPILOG = """\
  tenbo session new "Spring open" --rules ema-2025 --country NED --place Utrecht --date 22.03.2026
  tenbo session edit --date 21-22.03.2026 --short "Open"        what is left out does not change: town, rules ...
  tenbo session players examples/players.csv    columns such as id;name;EMA number;country;club;team
  tenbo session plan examples/seating.txt       a line 1-5-9-13 for each table, an empty line between sessions
  tenbo session seat 2 3 1-5-9-0           session 2, table 3, by hand; 0 is an empty seat
  tenbo session swap 2 5 13                two players swap seats in session 2
  tenbo session withdraw 7 --from 3 --instead 21 --why "ill"     without --instead: an empty seat
  tenbo session add "Ada Lovelace" --from 3 --country GBR        a late player gets the first empty seats
  tenbo session add 7 --from 4             a returning player
  tenbo session unrank 7 --why "ill"       the ill player is not ranked; the tables' results stay
  tenbo session close-table 2 16           table 16 does not play session 2
  tenbo session begin 1                    every seated table that has not begun begins its game, with names
  tenbo session begin 1 --table 7          only this table, even if it has begun
  tenbo session end 1                      ends the session, and names what continues
  tenbo session games                      every stored game, and which table's result it is
  tenbo session attach 2 7 --why "begun by hand"                 table 7's last game is its result in session 2
  tenbo session detach 2 7 --why "a test game"
  tenbo session substitute 3 2 now         a substitute sits in seat 2 of table 3 from now on (or: start)
  tenbo session substitute 3 2 start --session 1                 the same if scores are entered by hand
  tenbo session penalty 1 3 W -8000 --why "telephone" --by "referee Ada"
  tenbo session penalty 1 Lovelace -8000 --why "telephone"       by name or number, wherever the player sits
  tenbo session correct 1 3 32000 28000 35000 25000 --why "sheet" --by "referee Ada"
  tenbo session scores tables.csv          the scores of many tables, all or none; repeating it changes nothing
  tenbo session lock 1 3                   the result can no longer be changed ...
  tenbo session reopen 1 3 --why "protest upheld"
  tenbo session hide 7                     only the desk sees the results of session 7 and later ...
  tenbo session publish --after 10         ... and in ten minutes they are released to everybody
  tenbo session show                       everything the desk has recorded about players, seats and results
  tenbo session revert 41 --why "typing error"                   reverts record 41
  tenbo session erase-name 12              erases who player 12 is; results keep the number

You are asked to confirm what may be a mistake, would give up a running game, or would replace what another person has
recorded; --yes confirms it in a script. With --seen 41 (the last record, as tenbo session show prints it), the command
is refused if others have changed the same thing since.
"""

# The columns of a players' file that `add` can set for a late player.
LATE_COLUMNS = ("ema", "country", "club", "team")

# The parts as the help lists them.
GROUPS = {
    "Before the day": ("new", "edit", "players", "plan"),
    "Seats and players": ("seat", "swap", "add", "withdraw", "unrank", "close-table", "erase-name"),
    "Sessions and games": ("begin", "end", "games", "attach", "detach"),
    "Results": ("correct", "scores", "penalty", "chips", "substitute"),
    "Locking and publishing": ("lock", "reopen", "hide", "publish"),
    "The record": ("show", "revert"),
}

# These change nothing that has a number, or nothing at all.
UNNUMBERED = ("players", "erase-name", "games", "show")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parts: Any = parser.add_subparsers(dest="part", required=True, metavar="PART")
    _add_people(parts)
    _add_sessions(parts)
    _add_results(parts)
    revert = parts.add_parser("revert", help="revert a record of the desk")
    revert.add_argument("of", type=int, metavar="NUMBER", help="the record's number, as tenbo session show lists it")
    revert.add_argument("--why", required=True, help="the reason, for the log")
    parts.set_help_groups(GROUPS)
    for part, parser_of_part in parts.choices.items():
        parser_of_part.add_argument("--by", default="desk", help="your name, for the log (default: desk)")
        parser_of_part.add_argument("--yes", action="store_true", help="answer yes to all questions")
        if part not in UNNUMBERED:
            parser_of_part.add_argument(
                "--seen",
                type=int,
                metavar="NUMBER",
                help="refuse the command if others have changed the same thing since the desk's record NUMBER",
            )
        add_store_option(parser_of_part)


def _add_people(parts: Any) -> None:
    _add_tournament(parts)
    parts.add_parser("players", help="register players, or change their details, from a CSV file").add_argument(
        "file", type=Path, metavar="FILE", help="the file to read"
    )
    plan = parts.add_parser("plan", help="import a seating plan from a file")
    plan.add_argument("file", type=Path, metavar="FILE", help="the file to read")
    plan.add_argument(
        "--session", type=int, default=1, help="the first session of a plan without session numbers (default: 1)"
    )
    by_hand = _add_session_table(parts.add_parser("seat", help="seat one table by hand"))
    by_hand.add_argument(
        "players", metavar="E-S-W-N", help="the players' numbers, such as 1-5-9-13; 0 is an empty seat"
    )
    swap = parts.add_parser("swap", help="swap the seats of two players")
    _session(swap)
    swap.add_argument("players", type=parse_player, nargs=2, metavar="PLAYER", help="a player's number or name")
    swap.add_argument("--why", help="the reason, for the log")
    _add_session_table(parts.add_parser("close-table", help="take a table out of a session")).add_argument(
        "--why", help="the reason"
    )
    withdraw = parts.add_parser("withdraw", help="withdraw a player")
    _player(withdraw)
    withdraw.add_argument(
        "--from",
        dest="session",
        type=int,
        required=True,
        metavar="SESSION",
        help="the first session without the player",
    )
    withdraw.add_argument(
        "--instead",
        type=parse_player,
        metavar="PLAYER",
        help="the player who takes over the seats (default: they stay empty)",
    )
    add = parts.add_parser("add", help="add a late or returning player")
    add.add_argument("player", metavar="WHO", help="the name of a new player, or the number or name of a returning one")
    add.add_argument(
        "--from",
        dest="session",
        type=int,
        metavar="SESSION",
        help="the first session to play (default for a new player: register without seats)",
    )
    for column in LATE_COLUMNS:
        add.add_argument(f"--{column}", help=f"the {'EMA number' if column == 'ema' else column} of a new player")
    add.add_argument("--why", help="the reason, for the log")
    unrank = parts.add_parser("unrank", help="exclude from the ranking a player who has fallen ill")
    _player(unrank)
    for leaving in (withdraw, unrank):
        leaving.add_argument("--why", required=True, help="the reason, for the score sheet")
    erase = parts.add_parser("erase-name", help="erase a player's name and details, and keep the number")
    erase.add_argument("player", type=int, metavar="PLAYER", help="the player's number")


def _add_tournament(parts: Any) -> None:
    new = parts.add_parser("new", help="begin a tournament, with its title and rule book")
    new.add_argument("title", metavar="TITLE", help="the tournament's title")
    add_rules_option(new)
    edit = parts.add_parser("edit", help="change the tournament's details; options left out change nothing")
    edit.add_argument("--title", help="the tournament's title")
    edit.add_argument("--rules", metavar="BOOK", help="the rule book: an id of tenbo rules, or your own FILE.toml")
    for part in (new, edit):
        for word, meaning in (
            ("place", "the town"),
            ("country", "the country in three letters, such as NED"),
            ("date", "the day or days, such as 22.03.2026 or 21-22.03.2026"),
            ("short", "a short name for lists (default: the title)"),
        ):
            part.add_argument(f"--{word}", help=meaning)
        part.add_argument(
            "--days",
            type=int,
            help="the number of days, the last of which is --date (default: the days given in --date)",
        )
        part.add_argument(
            "--qualification",
            action=argparse.BooleanOptionalAction,
            help="players must qualify, which adds 1 to the EMA weight",
        )


def _add_sessions(parts: Any) -> None:
    begin = parts.add_parser("begin", help="start a session at every seated table")
    _session(begin)
    begin.add_argument(
        "--table", type=int, action="append", help="only this table, even if its game has begun; may be repeated"
    )
    _session(parts.add_parser("end", help="end a session; games and the clock continue"))
    parts.add_parser("games", help="list the stored games")
    parts.add_parser("show", help="show players, seats, penalties, corrections and locks")
    attach = _add_session_table(parts.add_parser("attach", help="make a stored game the result of a table"))
    attach.add_argument("--ledger", help="the game's ledger (default: that of the table's last game)")
    attach.add_argument("--start", type=int, help="the number of the game's first event (default: the last game's)")
    detach = _add_session_table(parts.add_parser("detach", help="detach a game from a table's result"))
    for of_a_game in (attach, detach):
        of_a_game.add_argument("--why", required=True, help="the reason, for the score sheet")
    substitute = parts.add_parser("substitute", help="record a substitute")
    substitute.add_argument("table", type=int, metavar="TABLE", help="the table's number")
    _seat(substitute)
    substitute.add_argument("since", choices=("start", "now"), help="from the start of the game, or from now on")
    substitute.add_argument(
        "--session",
        type=int,
        metavar="SESSION",
        help="the session, if its scores are entered by hand (default: the one in play)",
    )
    substitute.add_argument("--why", help="the reason, for the score sheet")


def _add_results(parts: Any) -> None:
    usage = "tenbo session penalty SESSION (TABLE SEAT | PLAYER) POINTS --why WHY [options]"
    penalty = parts.add_parser("penalty", help="take points from a result", usage=usage)
    _session(penalty)
    penalty.add_argument("whom", metavar="WHO", help="the table's number; or the player's number or name")
    meaning = "after a table the seat (0-3 or E S W N) or the player's name; then the points, such as -8000"
    penalty.add_argument("rest", nargs="+", metavar="SEAT", help=meaning)
    correct = _add_session_table(parts.add_parser("correct", help="replace the scores of a result"))
    correct.add_argument("scores", type=int, nargs="+", metavar="SCORE", help="the scores, East (seat 0) first")
    correct.add_argument("--sticks", type=int, default=0, help="riichi sticks left on the table")
    chips = _add_session_table(
        parts.add_parser("chips", help="enter the chips of a result, if the rule book has chips")
    )
    chips.add_argument(
        "chips", type=int, nargs="+", metavar="CHIPS", help="chips won or lost, East (seat 0) first: 3 -1 -2 0"
    )
    chips.add_argument("--why", help="the reason, for the score sheet")
    scores = parts.add_parser("scores", help="enter the scores of many tables from a CSV file")
    scores.add_argument("file", type=Path, metavar="FILE", help="the file: tables.csv, or one from RiichiNomi")
    scores.add_argument("--why", help="the reason, for the score sheets (default: the file's name)")
    _add_session_table(parts.add_parser("lock", help="lock a result"))
    _session(parts.add_parser("hide", help="hide the results of a session and all later ones"))
    publish = parts.add_parser("publish", help="release the hidden results")
    publish.add_argument(
        "--after", dest="minutes", type=int, default=0, metavar="MINUTES", help="release them so many minutes from now"
    )
    reopen = _add_session_table(parts.add_parser("reopen", help="unlock a result"))
    for of_a_result in (penalty, correct, reopen):
        of_a_result.add_argument("--why", required=True, help="the reason, for the score sheet")


def _add_session_table(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    _session(parser)
    parser.add_argument("table", type=int, metavar="TABLE", help="the table's number")
    return parser


def _session(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", type=int, metavar="SESSION", help="the session's number")


def _player(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("player", type=parse_player, metavar="PLAYER", help="the player's number or name")


def parse_player(word: str) -> int | str:
    """Return the player that a word means: a number, or a name, which the service knows.

    >>> parse_player("7"), parse_player("Ada Lovelace")
    (7, 'Ada Lovelace')
    """
    return whole_number(word) if word.isdigit() else word


def _seat(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("seat", type=seat_number, metavar="SEAT", help="0-3, or E S W N as in the first hand")
