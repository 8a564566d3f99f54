"""`tenbo demo`: a simulated table plays, the host follows, the terminal shows both."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from tenbo.virtual.demo import Stage

EPILOG = """\
The real firmware runs under MicroPython with simulated parts. Scripted players press its buttons; the
host follows the table over a serial line. You see the four displays, as decoded from the bytes on the
bus, and the ledger. The last line says whether device and host agree; only then the exit status is 0.
"""

PAUSE_S = 0.5
# Until the last notes have left the displays.
SETTLE_MS = 5000
WIDE = 132
NARROW_LEDGER = 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.commands.shared import add_rules

    parser.add_argument("--fast", action="store_true", help="as fast as the machine can; ends within 10 seconds")
    add_rules(parser, "the rule book to play by")
    parser.add_argument(
        "--hands", type=int, default=0, help="play so many hands made up by chance instead of the script"
    )
    parser.add_argument(
        "--png", type=Path, metavar="FILE", help="also write the four displays as one picture, after the last riichi"
    )
    parser.add_argument("--seed", type=int, default=1, help="which hands chance makes up (default: 1)")


def run(args: argparse.Namespace) -> int:
    """Play the demonstration."""
    from tenbo.line.picture import tableau
    from tenbo.virtual import demo
    from tenbo.virtual.table import VirtualTable

    live = sys.stdout.isatty()

    def show(stage: Stage) -> None:
        if args.png and stage.table.riichi:
            args.png.write_bytes(tableau([stage.virtual.display(seat) for seat in range(4)]).png())
        if live:
            sys.stdout.write("\x1b[H\x1b[2J" + picture(stage, *shutil.get_terminal_size()))
            sys.stdout.flush()
        if not args.fast:
            time.sleep(PAUSE_S)

    hands = demo.by_chance(args.hands, args.seed) if args.hands else list(demo.SCRIPT)
    try:
        with VirtualTable(frozen=True) as virtual:
            stage = demo.Stage(virtual, show)
            last_line = demo.play_all(stage, args.rules, hands)
            virtual.wait(SETTLE_MS)
            sys.stdout.write("\x1b[H\x1b[2J" if live else "")
            sys.stdout.write(picture(stage, shutil.get_terminal_size((WIDE, 40))[0], 1000))
            sys.stdout.write(result_lines(stage) + "\n" + last_line + "\n")
            stage.close()
    except demo.Disagreement as error:
        sys.stdout.write(f"Device and host DISAGREE: {error}\n")
        return 1
    return 0


def picture(stage: Stage, columns: int, lines: int) -> str:
    """Return the four displays and the end of the ledger, as they fit the terminal."""
    pictures = [stage.virtual.display(seat).braille().splitlines() for seat in range(4)]
    room = lines - 40 if columns >= WIDE else NARROW_LEDGER
    ledger = ledger_lines(stage)[-max(room, NARROW_LEDGER) :]
    if columns >= WIDE:
        # As they sit: across on top, left and right beside, East in the first hand at the bottom.
        rows = [f"{left}  {right}" for left, right in zip(pictures[3], pictures[2], strict=True)] + [""]
        rows += [f"{left}  {right}" for left, right in zip(pictures[0], pictures[1], strict=True)]
    else:
        seat = _speaker(stage)
        rows = pictures[seat] + [""]
        rows += [f"seat {seat}: " + " | ".join(stage.view(seat)["lines"]) for seat in range(4)]
    return "\n".join([*rows, "", *ledger, ""])


def result_lines(stage: Stage) -> str:
    """Return the result as if the game ended now: places, uma and totals."""
    from tenbo.game.replay import result_of

    rows = ["If it ended now:"]
    rows += [
        f"     {name:<34}  " + "  ".join(f"{value:6d}" for value in values)
        for name, values in result_of(stage.table).items()
    ]
    return "\n".join(rows) + "\n"


def _speaker(stage: Stage) -> int:
    """Return the seat whose display tells most: the one that asked for the last event."""
    by = stage.events[-1].by if stage.events else 0
    return by if by < 4 else 0


def ledger_lines(stage: Stage) -> list[str]:
    """Return the ledger as the host has it: number, event, and the points after it."""
    from tenbo_core.event_text import event_text
    from tenbo_core.ledger import Ledger

    ledger = Ledger()
    rows = []
    for event in stage.events:
        table = ledger.append(event)
        scores = "  ".join(f"{score:6d}" for score in table.scores)
        rows.append(f"{event.n:3d}  {event_text(event):<34}  {scores}   {table.sticks} on the table")
    return rows
