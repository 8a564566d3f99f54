"""How fast games are folded, and what a game takes of a Pico's memory.

    python benchmarks/fold_speed.py

On CPython: events folded per second over random games of every book, made beforehand. On the real
MicroPython with a heap of 192 KB (64-bit words; a Pico's are half as long): the memory that a
game of 120 events holds, the longest time for one event, and the time of "what do I need?".
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / part) for part in ("host", "firmware/lib", "tests")]

from core.random_games import Dice, play  # noqa: E402
from tenbo.simulator.interpreter_lookup import find_micropython  # noqa: E402
from tenbo_core import fold  # noqa: E402
from tenbo_core.books import BOOKS  # noqa: E402
from tenbo_core.wire import encode  # noqa: E402

if TYPE_CHECKING:
    from tenbo_core.ledger import Ledger

GAMES = 40
SECONDS = 3


def folded_per_second() -> tuple[int, int]:
    """Fold the effective events of random games again and again; give the rate and how many games."""
    games = []
    for book in BOOKS:
        for seed in range(GAMES):
            kept: list[Ledger] = []
            play(Dice(seed), book, lambda ledger, _event, _before, kept=kept: kept.append(ledger))
            if kept:
                games.append(kept[-1].effective_events())
    events = 0
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        for game in games:
            table = None
            for event in game:
                table = fold.apply(table, event)
            events += len(game)
    return round(events / (time.perf_counter() - start)), len(games)


def bytes_per_event() -> float:
    """Return the average line of the journal, checksum and newline included."""
    sizes = []
    for book in BOOKS:
        for seed in range(GAMES):
            play(Dice(seed), book, lambda _ledger, event, _before: sizes.append(len(encode(event.plain()))))
    return sum(sizes) / len(sizes)


def main() -> None:
    """Print all figures."""
    rate, games = folded_per_second()
    print(f"CPython {sys.version.split()[0]}: {rate:,} events folded per second ({games} random games, {SECONDS} s)")
    print(f"journal: {bytes_per_event():.1f} bytes per event on average")
    command = [find_micropython(), "-X", "heapsize=192K", "tests/micropython/long_game.py"]
    environment = {**os.environ, "MICROPYPATH": "firmware:firmware/lib:.frozen"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    print("MicroPython, heap of 192 KB:")
    print("  " + (done.stdout + done.stderr).strip().replace("\n", "\n  "))


if __name__ == "__main__":
    main()
