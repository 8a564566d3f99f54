"""Players by chance at the simulated table, for as long as it may take, and the shortest story of what they break.

    make fuzz                                   one minute from a seed of its own
    make fuzz SEED=7 ARGS="--minutes 60"        an hour, from this seed on
    make fuzz ARGS="--replay story.sim"         do again what a file says

Each seed is one table with an empty flash.  When something that must always hold does not, the actions are left out
one after the other as long as the same thing breaks, and what remains is printed as a script for `tenbo sim`; lines
that only `--replay` understands (`host`, `cut_after`) are left in only where it takes them.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / part) for part in ("host", "firmware/lib", "tests", "tests/device")]

from random_players import Story, play  # noqa: E402

ACTIONS = 600
SHORTEN_S = 240


def shortest(story: Story, seconds: float) -> list[str]:
    """Leave out actions as long as the same promise is broken; return those that it takes."""
    left = list(story.done)
    until = time.monotonic() + seconds
    size = len(left) // 2
    while size and time.monotonic() < until:
        start, shorter = 0, False
        while start < len(left) and time.monotonic() < until:
            fewer = left[:start] + left[start + size :]
            again = play(fewer)
            if again.broken == story.broken:
                left, shorter = again.done, True
            else:
                start += size
        if not shorter or size > len(left):
            size //= 2
    return left


def one(seed: int, number: int) -> tuple[int, Story]:
    """Play one seed."""
    return seed, play(number, seed)


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def tell(seed: int, story: Story, seconds: float) -> None:
    """Print what was broken and how to do it again."""
    say(f"\nseed {seed} broke after {len(story.done)} actions: {story.details}")
    say("leaving out what it does not take ...")
    script = shortest(story, seconds)
    say(f"# seed {seed}: {story.broken}")
    for action in script:
        say(action)


def main() -> int:
    """Play, and tell what broke."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=None, help="the first seed (chance chooses one)")
    parser.add_argument("--minutes", type=float, default=1, help="how long (%(default)s)")
    parser.add_argument("--actions", type=int, default=ACTIONS, help="so many at each table (%(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="tables at the same time (%(default)s)")
    parser.add_argument("--shorten", type=float, default=SHORTEN_S, help="seconds for making a story short")
    parser.add_argument("--keep-on", action="store_true", help="go on after something broke")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="do the actions of a file")
    args = parser.parse_args()
    if args.replay is not None:
        lines = [line.strip() for line in args.replay.read_text("utf-8").splitlines()]
        story = play([line for line in lines if line and not line.startswith("#") and line != "quit"])
        say(story.details or "nothing is broken")
        return 1 if story.broken else 0
    first = random.SystemRandom().randrange(1, 1_000_000) if args.seed is None else args.seed
    say(f"seeds from {first} on")
    until = time.monotonic() + 60 * args.minutes
    tables = done = events = games = broken = 0
    with ProcessPoolExecutor(args.jobs) as pool:
        while time.monotonic() < until and (args.keep_on or not broken):
            seeds = range(first + tables, first + tables + args.jobs)
            tables += args.jobs
            for seed, story in pool.map(one, seeds, [args.actions] * args.jobs):
                done += len(story.done)
                events += story.events
                games += story.games
                if story.broken:
                    broken += 1
                    tell(seed, story, args.shorten)
    say(f"{tables} tables, {done} actions, {games} games, {events} events: {broken} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
