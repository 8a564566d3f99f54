"""How fast the scoring core is, as ratios against PyPI `mahjong` and, where installed, `riichienv`.

Everything runs interleaved in one process with the garbage collector frozen, in an order that turns with
each round; a number is the ratio of medians over the rounds. The hands of a measured run were never
scored before in the process; the tables are warmed by other hands. Times drift with the load of the
machine, ratios much less, so only ratios are worth quoting.

    python benchmarks/scoring.py            all of it, two or three minutes
    python benchmarks/scoring.py --quick    smaller, half a minute
    python benchmarks/scoring.py --gate     exit 1 when a ratio is below its floor
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / part) for part in ("host", "firmware/lib", "tests", "benchmarks")]

from mahjong.agari import Agari  # noqa: E402
from scoring_libraries import (  # noqa: E402
    RULES,
    Mahjong,
    MahjongText,
    Tenbo,
    hand_arguments,
    mahjong_full,
    mahjong_text,
    riichienv_contender,
    score_from_text,
    situation_yaku_bits,
    tenbo_from_tiles,
    tenbo_hand,
    tenbo_library,
    tenbo_packed,
)

from random_hands import RandomHand, random_hands  # noqa: E402
from tenbo.scoring import laid_out_groups, tenpai  # noqa: E402
from tenbo.scoring.engine import seven_pairs, shape_yaku, suit_readings  # noqa: E402
from tenbo.scoring.engine.scorer_cache import scorer_of  # noqa: E402
from tenbo.scoring.tenpai import waits  # noqa: E402
from tenbo_core.errors import TenboError  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# Below these ratios something has gone wrong, even on a machine that is busy with other things.
FLOORS = {
    "one hand, tight loop": 14.0,
    "one hand, mixed run": 11.0,
    "one hand, packed, tight loop": 17.0,
    "one hand, packed, mixed run": 12.0,
    "tenbo.score(hand), mixed run": 9.0,
    "tenbo.score(hand), tight loop": 12.0,
    "text to result, mixed run": 6.0,
    "always new hands, cold tables": 8.0,
    "bulk": 60.0,
    "waits, tight loop": 36.0,
    "waits, mixed run": 30.0,
}

# How a contender makes a hand ready, and how it scores many.
Run = tuple["Callable[[Any], Any]", "Callable[[Sequence[Any]], None]"]


def winning_hands(number: int, seed: int) -> list[RandomHand]:
    """Return hands that have a yaku, found out without this project's tables."""
    winning: list[RandomHand] = []
    while len(winning) < number:
        made = random_hands(4000, seed)
        seed += 1000
        winning += [hand for hand in made if Mahjong(hand).score().error is None]
    return winning[:number]


def warm_up(number: int) -> None:
    """Fill the tables with hands that are not measured."""
    for seed in range(700_000, 700_000 + number // 1000):
        for hand in random_hands(1000, seed):
            prepared = Tenbo(hand)
            with suppress(TenboError):
                prepared.scorer.score_packed(
                    prepared.packed,
                    prepared.win,
                    prepared.tsumo,
                    prepared.melds,
                    prepared.situation,
                    prepared.dora,
                    prepared.ura,
                )


def per_hand(run: Callable[[Sequence[Any]], None], hands: Sequence[Any]) -> float:
    """Return microseconds of processor time per hand."""
    begin = time.process_time()
    run(hands)
    return (time.process_time() - begin) / len(hands) * 1e6


def time_repeated_hands(run: Callable[[Sequence[Any]], None], hands: Sequence[Any], rounds: int) -> float:
    """Return microseconds per hand for the same hands again and again, after a first time."""
    run(hands)
    return median(per_hand(run, hands) for _ in range(2 * rounds))


def interleaved(runs: dict[str, Run], hands: list[Any], rounds: int) -> dict[str, float]:
    """Let the libraries take turns, each over its own new hands, made ready just before; give the medians."""
    gc.collect()
    gc.disable()
    times: dict[str, list[float]] = {name: [] for name in runs}
    names = list(runs)
    size = len(hands) // rounds
    for number in range(rounds):
        part = hands[number * size : (number + 1) * size]
        for name in names[number % len(names) :] + names[: number % len(names)]:
            make, run = runs[name]
            ready = [make(hand) for hand in part]
            gc.freeze()
            times[name].append(per_hand(run, ready))
    gc.enable()
    return {name: median(of_name) for name, of_name in times.items()}


def clear_tables() -> None:
    """Forget all rows and shapes, as in a process that has just begun."""
    for table in (suit_readings.ONLY, suit_readings.ROWS, suit_readings.SETS, shape_yaku.SHAPES, shape_yaku.HONOURS):
        table.clear()


def measure_single(hands: list[RandomHand], rounds: int, warming: int) -> dict[str, float]:
    """One declared hand, new to the process; the tables are warmed by other hands."""
    warm_up(warming)
    runs: dict[str, Run] = {"tenbo": (Tenbo, tenbo_from_tiles), "mahjong": (Mahjong, mahjong_full)}
    contender = riichienv_contender()
    if contender:
        runs["riichienv"] = contender
    # Each comparison has hands of its own, so that all of them are new to it.
    parts = [hands[at::4] for at in range(4)]
    theirs = (Mahjong, mahjong_full)
    got = interleaved(runs, parts[0], rounds)
    packed = interleaved({"tenbo": (Tenbo, tenbo_packed), "mahjong": theirs}, parts[1], rounds)
    library = interleaved({"tenbo": (tenbo_hand, tenbo_library), "mahjong": theirs}, parts[2], rounds)
    text = interleaved(
        {"tenbo": (hand_arguments, score_from_text), "mahjong": (MahjongText, mahjong_text)}, parts[3], rounds
    )
    again, of_peer = [Tenbo(hand) for hand in hands[:2000]], [Mahjong(hand) for hand in hands[:2000]]
    return got | {
        "packed": packed["tenbo"],
        "mahjong for packed": packed["mahjong"],
        "library": library["tenbo"],
        "mahjong for library": library["mahjong"],
        "library tight": time_repeated_hands(tenbo_library, [tenbo_hand(hand) for hand in hands[:2000]], rounds),
        "text": text["tenbo"],
        "mahjong for text": text["mahjong"],
        "tight": time_repeated_hands(tenbo_from_tiles, again, rounds),
        "packed tight": time_repeated_hands(tenbo_packed, again, rounds),
        "mahjong tight": median(per_hand(mahjong_full, of_peer) for _ in range(3)),
    }


def measure_cold(hands: list[RandomHand]) -> tuple[float, float]:
    """Measure always new hands from empty tables; `mahjong` on a sample spread over them."""
    clear_tables()
    ours = [Tenbo(hand) for hand in hands]
    theirs = [Mahjong(hand) for hand in hands[:: max(1, len(hands) // 5000)]]
    freeze_garbage_collector()
    begin = per_hand(mahjong_full, theirs[: len(theirs) // 2])
    cold = per_hand(tenbo_from_tiles, ours)
    end = per_hand(mahjong_full, theirs[len(theirs) // 2 :])
    return cold, (begin + end) / 2


def measure_bulk(hands: list[RandomHand], rounds: int) -> tuple[float, float, float]:
    """Arrays in, arrays out; the first call fills the tables."""
    from tenbo.scoring.bulk.scorer import BulkScorer, HandBatch

    half = len(hands) // 2
    archives = [HandBatch(half), HandBatch(half)]
    for archive, part in zip(archives, (hands[:half], hands[half : 2 * half]), strict=True):
        for at, hand in enumerate(part):
            archive.set_hand(
                at,
                closed=hand.closed,
                win=hand.win,
                melds=[meld.code for meld in Tenbo(hand).melds],
                tsumo=hand.tsumo,
                seat=hand.seat,
                round_=hand.round,
                situation=situation_yaku_bits(hand),
                dora=hand.dora,
                ura=hand.ura,
            )
    bulk = BulkScorer(RULES)
    sample = [Mahjong(hand) for hand in hands[:1000]]
    freeze_garbage_collector()
    begin = time.perf_counter()
    bulk.score(archives[0])
    first = (time.perf_counter() - begin) / half * 1e6
    bulk.score(archives[1])
    times, theirs = [], []
    for _ in range(rounds):
        begin = time.process_time()
        bulk.score(archives[1])
        times.append((time.process_time() - begin) / half * 1e6)
        theirs.append(per_hand(mahjong_full, sample))
    return median(times), median(theirs), first


def measure_waits(hands: list[RandomHand], rounds: int, warming: int) -> tuple[float, float, float, float]:
    """Measure the waits of closed hands, new and once more, against trying all 34 tiles with `Agari.is_agari`."""
    for seed in range(800_000, 800_000 + warming // 1000):
        for hand in random_hands(1000, seed):
            waits(hand.closed, Tenbo(hand).melds)
    new = [hand.closed for hand in hands if not hand.melds]

    def ours(hands: Sequence[list[int]]) -> None:
        for tiles in hands:
            waits(tiles)

    def theirs(hands: Sequence[list[int]]) -> None:
        for tiles in hands:
            counts = [0] * 34
            for tile in tiles:
                counts[tile] += 1
            for tile in range(34):
                if counts[tile] < 4:
                    counts[tile] += 1
                    Agari.is_agari(counts)
                    counts[tile] -= 1

    runs: dict[str, Run] = {"new": (list, ours), "seen": (list, ours), "theirs": (list, theirs)}
    got = interleaved(runs, new[: len(new) // 2], 1)
    again = interleaved({name: runs[name] for name in ("seen", "theirs")}, new[: len(new) // 2] * rounds, rounds)
    return got["new"], again["seen"], time_repeated_hands(ours, new[:2000], rounds), again["theirs"]


def measure_import() -> dict[str, float]:
    """Return the milliseconds to import, in processes of their own, compiled before as an installed package is."""
    path = os.pathsep.join(str(ROOT / part) for part in ("host", "firmware/lib"))
    result = {}
    with TemporaryDirectory() as cache:
        environment = {**os.environ, "PYTHONPATH": path, "PYTHONPYCACHEPREFIX": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for name in ("tenbo", "tenbo.scoring", "mahjong.hand_calculating.hand"):
            code = f"import time; t = time.perf_counter(); import {name}; print(time.perf_counter() - t)"
            command = [sys.executable, "-c", code]
            times = [
                float(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
                for _ in range(10)
            ]
            result[name] = median(times[1:]) * 1000
    return result


def measure_jsonl(hands: list[RandomHand]) -> float:
    """Seconds for `tenbo score --jsonl` over these hands, one process, start included."""
    lines = "".join(json.dumps(hand.as_record()) + "\n" for hand in hands).encode()
    path = os.pathsep.join(str(ROOT / part) for part in ("host", "firmware/lib"))
    begin = time.perf_counter()
    command = [sys.executable, "-m", "tenbo", "score", "--jsonl"]
    subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, input=lines, capture_output=True, check=True)
    return time.perf_counter() - begin


def measure_table_memory(number: int) -> tuple[float, float]:
    """Return the megabytes that the tables hold after so many hands, and after three times as many."""
    clear_tables()
    sizes = []
    seed = 900_000
    for part in (number, 2 * number):
        for _ in range(part // 10_000):
            seed += 1
            for hand in random_hands(10_000, seed):
                prepared = Tenbo(hand)
                with suppress(TenboError):
                    result = prepared.scorer.score_packed(
                        prepared.packed,
                        prepared.win,
                        prepared.tsumo,
                        prepared.melds,
                        prepared.situation,
                        prepared.dora,
                        prepared.ura,
                    )
                    _ = result.groups
                waits(prepared.tiles, prepared.melds)
        sizes.append(size_of_tables() / 1e6)
    return sizes[0], sizes[1]


def size_of_tables() -> int:
    """Return the bytes of all tables of one book, everything they alone refer to counted once."""
    seen: set[int] = set()
    worth = scorer_of(RULES, 0, 0).worth
    tables: list[Any] = [
        suit_readings.ONLY,
        suit_readings.ROWS,
        suit_readings.SETS,
        seven_pairs.SUIT_PAIRS,
        laid_out_groups.WAYS,
    ]
    tables += [shape_yaku.SHAPES, shape_yaku.HONOURS, tenpai.SUITS, tenpai.HONOURS, tenpai.KINDS_IN]
    tables += [table for values in (worth.closed, worth.open) for table in (values.worth, values.listed, values.lists)]
    for seat in range(4):
        for round_ in range(2):
            scorer = scorer_of(RULES, seat, round_)
            tables += [scorer.tables.honours, *scorer.tables.melds]
            tables += [outcomes for _, _, outcomes, _, _ in (*scorer.closed, *scorer.open)]

    def size(thing: object) -> int:
        if id(thing) in seen:
            return 0
        seen.add(id(thing))
        inside = 0
        if isinstance(thing, dict):
            inside = sum(size(key) + size(value) for key, value in thing.items())
        elif isinstance(thing, tuple):
            inside = sum(size(part) for part in thing)
        return sys.getsizeof(thing) + inside

    return sum(size(table) for table in tables) + sum(sys.getsizeof(word) for row in worth.words for word in row)


def freeze_garbage_collector() -> None:
    """Keep the garbage collector from walking the prepared hands."""
    gc.collect()
    gc.freeze()


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer hands")
    parser.add_argument("--gate", action="store_true", help="exit 1 when a ratio is below its floor")
    args = parser.parse_args()
    rounds, warming = (3, 100_000) if args.quick else (7, 200_000)
    ratios: dict[str, float] = {}
    hands = winning_hands(4 * rounds * 4000, 1)
    got = measure_single(hands, rounds, warming)
    ratios["one hand, mixed run"] = got["mahjong"] / got["tenbo"]
    ratios["one hand, tight loop"] = got["mahjong tight"] / got["tight"]
    show("one hand, tight loop", got["tight"], got["mahjong tight"])
    ratios["one hand, packed, mixed run"] = got["mahjong for packed"] / got["packed"]
    ratios["one hand, packed, tight loop"] = got["mahjong tight"] / got["packed tight"]
    show("one hand, packed, tight loop", got["packed tight"], got["mahjong tight"])
    show("one hand, mixed run", got["tenbo"], got["mahjong"])
    show("one hand, packed, mixed run", got["packed"], got["mahjong for packed"])
    for name, ours, theirs in (
        ("tenbo.score(hand), mixed run", "library", "mahjong for library"),
        ("tenbo.score(hand), tight loop", "library tight", "mahjong tight"),
        ("text to result, mixed run", "text", "mahjong for text"),
    ):
        ratios[name] = got[theirs] / got[ours]
        show(name, got[ours], got[theirs])
    if "riichienv" in got:
        show("riichienv through its Python API", got["riichienv"], got["mahjong"])
    cold, theirs = measure_cold(winning_hands(20_000 if args.quick else 200_000, 500_000))
    ratios["always new hands, cold tables"] = theirs / cold
    show("always new hands, cold tables", cold, theirs)
    ours, theirs, first = measure_bulk(hands[:16_384], rounds=7)
    ratios["bulk"] = theirs / ours
    show("bulk", ours, theirs, f"the first call, its tables empty, took {first:.1f} us")
    new, seen, again, theirs = measure_waits(hands[:12_000], 5, warming)
    ratios["waits, tight loop"] = theirs / again
    show("waits, tight loop", again, theirs)
    ratios["waits, mixed run"] = theirs / seen
    show("waits, mixed run", seen, theirs, f"hands asked for the first time {new:.2f} us")
    for name, milliseconds in measure_import().items():
        sys.stdout.write(f"import {name:<40} {milliseconds:6.1f} ms\n")
    number = 30_000
    seconds = measure_jsonl(winning_hands(number, 300_000))
    sys.stdout.write(f"tenbo score --jsonl, {number} hands {'':<22} {seconds:6.2f} s\n")
    before, after = measure_table_memory(20_000 if args.quick else 600_000)
    sys.stdout.write(f"tables after a run, and three times it {'':<19} {before:6.1f} MB {after:.1f} MB\n")
    low = [name for name, least in FLOORS.items() if ratios[name] < least]
    for name in low:
        sys.stdout.write(f"below the floor of {FLOORS[name]:.0f}x: {name} ({ratios[name]:.1f}x)\n")
    return 1 if low and args.gate else 0


def show(name: str, ours: float, theirs: float, note: str = "") -> None:
    """Print one comparison."""
    sys.stdout.write(f"{name:<34} {ours:8.2f} us   mahjong {theirs:8.2f} us   {theirs / ours:6.1f}x   {note}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
