"""`tenbo demo`: a simulated table plays, the host follows, the terminal shows both."""

from __future__ import annotations

import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from tenbo.validation.points_text import points_text

if TYPE_CHECKING:
    import argparse

    from tenbo.cli.support.display_rendering import TerminalCapabilities
    from tenbo.cli.support.terminal import Screen
    from tenbo.game.hand_history import GameHistory
    from tenbo.simulator.demo import DemoTable

EPILOG = """\
The real firmware runs under MicroPython with simulated parts. Scripted players press its buttons; the host follows the
table over a serial line. You see the four displays, as decoded from the bytes on the bus, and the score sheet. The last
line says whether device and host agree; the exit status is 0 only if they do.

A window of 140 columns and 42 lines has room for all four displays in dots; a smaller one shows in dots only the
displays of the players concerned, and the others in words.

  tenbo demo
  tenbo demo --fast --rules tenhou
  tenbo demo --hands 12 --seed 7        random hands
  tenbo demo --club                     a season of twelve evenings, two tables in play, and the club's pages
  tenbo demo --hall 3                   three tables that play by themselves, the service, and its pages in a browser
"""

# The time that a step is shown, enough to read its sentence.
PAUSE_S = 0.65
# Until the last notes have left the displays.
SETTLE_MS = 5000
# The widths of a sheet's columns: of the hand's label, and of each score.
WHERE, SCORE = 6, 8

NEXT = {
    "press the buttons": "sim",
    "what a hand is worth": "score 123m456p234p78s22z9s tsumo riichi",
    "compare rule books": "rules diff ema-2025 tenhou",
    "everything else": "--help",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.argument_types import output_picture
    from tenbo.cli.support.shared_options import add_rules_option

    parser.add_argument(
        "--fast", action="store_true", help="play as fast as the computer can; the script then ends within 10 seconds"
    )
    add_rules_option(parser, "the rule book to play by")
    parser.add_argument("--hands", type=int, metavar="N", help="play N random hands instead of the script")
    parser.add_argument(
        "--png",
        type=output_picture,
        metavar="FILE",
        help="also write a picture of all four displays, taken after the last riichi",
    )
    parser.add_argument("--hall", type=int, metavar="N", help="run a whole hall with N tables, shown in a browser")
    parser.add_argument(
        "--club", action="store_true", help="show a club's season, with two tables playing this evening, in a browser"
    )
    parser.add_argument("--listen", metavar="ADDRESS:PORT", help="with --hall or --club: the address to listen on")
    parser.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="with --hands, --hall or --club: the seed for the random hands (default: 1)",
    )


def run(args: argparse.Namespace) -> int:
    """Play the demonstration."""
    _refuse_unused_options(args)
    args.seed = 1 if args.seed is None else args.seed
    if args.club:
        from tenbo.cli import demo_club

        return demo_club.run_demo(args)
    if args.hall is not None:
        from tenbo.cli import demo_hall

        return demo_hall.run_demo(args)
    from tenbo.cli.support import terminal
    from tenbo.cli.support.display_rendering import TerminalCapabilities
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.shared_options import load_book_with_warning, write_atomically
    from tenbo.devices.display_image import arrange_by_seat
    from tenbo.rulebooks import as_start_fields
    from tenbo.simulator import demo
    from tenbo.simulator.table import VirtualTable

    if args.hands is not None and args.hands < 1:
        raise WrongUsage(f"--hands must be at least 1, not {args.hands}")
    book = load_book_with_warning(args.rules)
    players = book.rules.players
    rules, changes = as_start_fields(book)
    style = TerminalCapabilities(terminal.has_colours(sys.stdout), terminal.can_encode(sys.stdout, "\u28ff\u2500"))
    live = terminal.is_drawable_terminal(sys.stdout)
    script = demo.SCRIPT if players == 4 else demo.SCRIPT_OF_THREE
    hands = list(script) if args.hands is None else demo.random_hands(args.hands, args.seed, players)
    try:
        with VirtualTable(frozen=True) as virtual:
            with terminal.Screen(sys.stdout) if live else nullcontext() as screen:

                def show(stage: DemoTable) -> None:
                    if args.png and stage.table.riichi:
                        write_atomically(
                            args.png, arrange_by_seat([stage.virtual.display(seat) for seat in range(4)]).png()
                        )
                    show_step(stage, screen, style)
                    if not args.fast and sys.stdout.isatty():
                        time.sleep(PAUSE_S)

                stage = demo.DemoTable(virtual, show)
                last_line = demo.play_demo(stage, rules, hands, changes)
            virtual.wait(SETTLE_MS)
            sys.stdout.write("\n".join([*summary_rows(stage, style, live=live), *_in_window(last_line)]) + "\n")
            stage.close()
    except demo.DeviceHostMismatch as error:
        sys.stdout.write(f"Device and host DISAGREE: {error}\n")
        return 1
    return 0


def _refuse_unused_options(args: argparse.Namespace) -> None:
    """Refuse options that would be dropped without a word."""
    from tenbo.cli.support.exit_status import WrongUsage

    in_browser = args.hall is not None or args.club
    if args.hall is not None and args.club:
        raise WrongUsage("--hall and --club: give one of them")
    if not in_browser and args.listen is not None:
        raise WrongUsage("--listen goes with --hall or --club, which show the tables in a browser")
    if not in_browser and args.hands is None and args.seed is not None:
        raise WrongUsage("--seed goes with --hands, --hall or --club: the script has nothing random in it")
    if in_browser and (args.png is not None or args.hands is not None):
        raise WrongUsage("--png and --hands go with the one table in the terminal: leave --hall and --club out")


def show_step(stage: DemoTable, screen: Screen | None, style: TerminalCapabilities) -> None:
    """Show a step: draw it on a screen, or print it as text."""
    from tenbo.cli.support.terminal import coloured, terminal_size
    from tenbo.cli.support.text_layout import wrap_text

    if screen is None:
        sys.stdout.write(stage.step.caption + "\n")
        sys.stdout.flush()
        return
    columns, lines = terminal_size()
    caption_lines = wrap_text(stage.step.caption, columns).splitlines()
    rows = screen_rows(stage, columns, lines - len(caption_lines), style)
    screen.draw([*(coloured(line, "cyan", on=style.colours) for line in caption_lines), *rows])


def screen_rows(stage: DemoTable, columns: int, lines: int, style: TerminalCapabilities) -> list[str]:
    """Return the four seats and the last hands of the sheet, as they fit the terminal."""
    from tenbo.cli.support.display_rendering import query_seat_displays, seat_rows
    from tenbo.simulator.demo import NAMES

    looks = query_seat_displays(stage.virtual, stage.view, NAMES)
    rows = seat_rows(looks, stage.step.seats, columns, lines - 3, style)
    room = lines - len(rows) - 1
    sheet = sheet_rows(demo_game_history(stage), columns, style)
    if room >= 2:
        rows += ["", sheet[0], *sheet[1:][-(room - 1) :]]
    return rows[:lines]


def demo_game_history(stage: DemoTable) -> GameHistory:
    """Return the game so far as the host has followed it."""
    from tenbo.game.hand_history import history_of
    from tenbo.simulator.demo import NAMES

    return history_of(stage.follower.ledger, NAMES)


def sheet_rows(game: GameHistory, columns: int, style: TerminalCapabilities) -> list[str]:
    """Return the score sheet: the names, then a row for each hand, in the words of `tenbo sheet`."""
    from tenbo.cli.support.terminal import coloured

    room = min(columns - 1 - WHERE - len(game.names) * SCORE, 60)
    names = "".join(f"{name[: SCORE - 1]:>{SCORE}}" for name in game.names)
    rows = [coloured(f"{'':<{WHERE + room}}{names}", "bold", on=style.colours)]
    for hand in game.rows():
        scores = []
        for score, delta in zip(hand.scores, hand.deltas, strict=True):
            colour = "green" if delta > 0 else "red"
            scores.append(coloured(f"{points_text(score):>{SCORE}}", colour, on=style.colours and delta != 0))
        rows.append(f"{hand.where:<{WHERE}}{_last_part(hand.words, room - 1):<{room}}{''.join(scores)}")
    return rows


def _last_part(words: str, room: int) -> str:
    """Return as much of a hand's story as there is room for: its end, which moved the points.

    >>> _last_part("riichi Dai; Dai tsumo 3 han 40 fu", 24)
    'Dai tsumo 3 han 40 fu'
    """
    while len(words) > room and "; " in words:
        words = words.partition("; ")[2]
    return words if len(words) <= room else words[: room - 3] + "..."


def summary_rows(stage: DemoTable, style: TerminalCapabilities, *, live: bool) -> list[str]:
    """Return the text at the end of the demonstration: displays, sheet, result, and commands to try next."""
    from tenbo.cli.support.display_rendering import query_seat_displays, seat_rows
    from tenbo.cli.support.terminal import terminal_size
    from tenbo.simulator.demo import NAMES

    columns, _ = terminal_size((132, 40))
    game = demo_game_history(stage)
    rows: list[str] = []
    if not live:
        # Into a file or a pipe: the displays as they are in the end.
        rows = ["", *seat_rows(query_seat_displays(stage.virtual, stage.view, NAMES), (), columns, 1000, style), ""]
    rows += sheet_rows(game, columns, style)
    rows += ["", *result_rows(game, columns, style)]
    return [*rows, "", "What you can try next:", *next_step_rows(_command_name(), columns), ""]


def _in_window(sentence: str) -> list[str]:
    """Return a sentence in as many lines as a window needs; whole in a file or a pipe, where it is compared."""
    from textwrap import wrap

    from tenbo.cli.support.text_layout import window_width

    columns = window_width(sys.stdout)
    return [sentence] if columns is None else wrap(sentence, columns)


def next_step_rows(tenbo: str, columns: int) -> list[str]:
    r"""Return what can be tried next: beside what it does, or below it where that is too wide to be copied whole.

    >>> print("\n".join(next_step_rows(".venv/bin/tenbo", 80)[:2]))
      press the buttons     .venv/bin/tenbo sim
      what a hand is worth  .venv/bin/tenbo score 123m456p234p78s22z9s tsumo riichi
    >>> print("\n".join(next_step_rows(".venv/bin/tenbo", 60)[:2]))
      press the buttons
        .venv/bin/tenbo sim
    """
    width = max(map(len, NEXT))
    beside = [f"  {does:<{width}}  {tenbo} {words}" for does, words in NEXT.items()]
    if max(map(len, beside)) <= columns:
        return beside
    return [row for does, words in NEXT.items() for row in (f"  {does}", f"    {tenbo} {words}")]


def result_rows(game: GameHistory, columns: int, style: TerminalCapabilities) -> list[str]:
    """Return the result, or what it would be now: places, uma and totals, and nothing that is zero for everybody."""
    from tenbo.cli.support.terminal import coloured
    from tenbo_core.results import GameResult

    room = min(columns - 1 - WHERE - len(game.names) * SCORE, 60) + WHERE
    rows = [coloured("The result" if game.is_over else "If the game ended now", "bold", on=style.colours)]
    for name in GameResult.FIELDS:
        values = getattr(game.result, name)
        if any(values):
            rows.append(f"  {name:<{room - 2}}" + "".join(f"{points_text(value):>{SCORE}}" for value in values))
    return rows


def _command_name() -> str:
    """Return how this program is called: by its name where that is found, else by its path or as a module."""
    from shutil import which

    if which("tenbo"):
        return "tenbo"
    return f"{Path(sys.executable).stem} -m tenbo" if Path(sys.argv[0]).name == "__main__.py" else sys.argv[0]
