"""How fast the documented way is in a process that has just begun: import, `tenbo.Hand(...)`, `tenbo.score(...)`.

All costs of the start are counted, the interpreter's own among them, as processor time of the whole process; reading
the benchmark's own file of hands is not. The same hands go to PyPI `mahjong` in another process, made ready for it
beforehand; processes take turns, and a number is the ratio of medians.

    python benchmarks/cold_start_scoring.py             5,000 hands, a minute
    python benchmarks/cold_start_scoring.py --profile   what the first hands cost, function by function
    python benchmarks/cold_start_scoring.py --gate      exit 1 when a ratio is below its floor

What bounds them: of a first score half are Python's own modules, `functools`, `contextlib` and what they need; it
imports neither `typing` nor `re`, which cost nearly as much again. Of 5,000 new hands a fifth is the start, the
interpreter's own among it, a quarter the tables that are worked out for the first time, and the rest what text to
result costs again and again. The last row leaves those tables away: were every one of them there and cost nothing,
5,000 new hands would still not be eight times as fast as `mahjong`.
"""

from __future__ import annotations

import argparse
import os
import pickle
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / part) for part in ("host", "firmware/lib", "tests", "benchmarks")]

HANDS, ROUNDS = 5_000, 7
# Below these ratios something has gone wrong, even on a machine that is busy with other things. The first score is
# compared with importing mahjong alone.
FLOORS = {
    "import": 20.0,
    "first score": 1.0,
    "always new hands": 3.8,
    "text to result again": 7.0,
    "the same hands again": 18.0,
}
# What new hands would cost if nothing had to be worked out for the first time.
BOUND = "start, no new tables"
TIMES = "import time; begin = time.process_time()\n"
SCORES = """
import pickle, sys, time
import tenbo
begin = time.process_time()
words = pickle.load(open(sys.argv[1], "rb"))
reading = time.process_time() - begin
for again in range(int(sys.argv[2])):
    begin = time.process_time()
    for given, options in words:
        result = tenbo.score(tenbo.Hand(*given, **options), "ema-2016")
        result.yaku, result.han, result.fu, result.pay
    print(time.process_time() - reading, time.process_time() - begin)
hands = [tenbo.Hand(*given, **options) for given, options in words]
begin = time.process_time()
for hand in hands:
    result = tenbo.score(hand, "ema-2016")
    result.yaku, result.han, result.fu, result.pay
print(time.process_time() - begin)
"""
PEER = """
import pickle, sys, time

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld
from mahjong.tile import TilesConverter
begin = time.process_time()
hands = pickle.load(open(sys.argv[1], "rb"))
reading = time.process_time() - begin
options = OptionalRules(has_open_tanyao=True, kazoe_limit=HandConfig.KAZOE_SANBAIMAN)
for again in range(int(sys.argv[2])):
    begin = time.process_time()
    for text, tiles, win, melds, dora, ura, config in hands:
        TilesConverter.one_line_string_to_136_array(text)
        made = [Meld(kind, of, opened) for kind, of, opened in melds]
        answer = HandCalculator.estimate_hand_value(
            tiles, win, made, dora, HandConfig(options=options, **config), ura_dora_indicators=ura)
        answer.yaku, answer.han, answer.fu, answer.cost
    print(time.process_time() - reading, time.process_time() - begin)
"""


def write_library_inputs(folder: Path) -> None:
    """Write the hands in the form of each library: texts and options."""
    from scoring import winning_hands
    from scoring_libraries import MELD_TYPES, WINDS, MahjongText, hand_arguments

    hands = winning_hands(HANDS, 1_000_000)
    (folder / "tenbo").write_bytes(pickle.dumps([hand_arguments(hand) for hand in hands]))
    rows = []
    for hand in hands:
        made = MahjongText(hand)
        config = {
            "is_tsumo": hand.tsumo, "is_riichi": hand.riichi == 1, "is_daburu_riichi": hand.riichi == 2,
            "is_ippatsu": hand.ippatsu, "is_rinshan": hand.moment == "rinshan", "is_chankan": hand.moment == "chankan",
            "is_haitei": hand.moment == "last_tile" and hand.tsumo,
            "is_houtei": hand.moment == "last_tile" and not hand.tsumo,
            "player_wind": WINDS[hand.seat], "round_wind": WINDS[hand.round],
        }  # fmt: skip
        melds = [(MELD_TYPES[word], tuple(tiles), word != "ankan") for word, tiles in made.melds]
        rows.append((made.text, made.every, made.win, melds, made.dora, made.ura, config))
    (folder / "mahjong").write_bytes(pickle.dumps(rows))


class FreshProcesses:
    """Runs programs in processes of their own, compiled before, as an installed package is."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        path = os.pathsep.join(str(ROOT / part) for part in ("host", "firmware/lib"))
        self.environment = {**os.environ, "PYTHONPATH": path, "PYTHONPYCACHEPREFIX": str(folder / "cache")}
        self.environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def run(self, code: str, *words: str) -> list[float]:
        """Return the numbers that a program prints."""
        command = [sys.executable, "-c", code, *words]
        done = subprocess.run(command, env=self.environment, capture_output=True, check=True, text=True)
        return [float(number) for number in done.stdout.split()]

    def milliseconds(self, code: str) -> float:
        """Return the processor time of some statements."""
        return self.run(f"{TIMES}{code}\nprint(time.process_time() - begin)")[0] * 1000


def measure(processes: FreshProcesses) -> dict[str, tuple[float, float]]:
    """Return our milliseconds and those of the other library, by what was measured."""
    first = "import tenbo; tenbo.score(tenbo.Hand('234567m345p678s9s', '9s', 'ron', riichi=1))"
    names = ("import", "first score", "always new hands", "text to result again", "the same hands again")
    times: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in names}
    for number in range(ROUNDS + 1):
        alone = processes.milliseconds("from mahjong.hand_calculating.hand import HandCalculator")
        ours = processes.run(SCORES, str(processes.folder / "tenbo"), "2")
        theirs = processes.run(PEER, str(processes.folder / "mahjong"), "2")
        got = (
            (processes.milliseconds("import tenbo"), alone),
            (processes.milliseconds(first), alone),
            (ours[0] * 1000, theirs[0] * 1000),
            (ours[3] * 1000, theirs[3] * 1000),
            (ours[4] * 1000, theirs[3] * 1000),
        )
        for name, (mine, other) in zip(names, got, strict=True):
            # The first round compiles.
            if number:
                times[name][0].append(mine)
                times[name][1].append(other)
    result = {name: (median(mine), median(other)) for name, (mine, other) in times.items()}
    result[BOUND] = (result["first score"][0] + result["text to result again"][0], result["always new hands"][1])
    return result


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--profile", action="store_true", help="print the costliest functions of the first hands")
    parser.add_argument("--gate", action="store_true", help="exit 1 when a ratio is below its floor")
    args = parser.parse_args()
    with TemporaryDirectory() as folder:
        write_library_inputs(Path(folder))
        processes = FreshProcesses(Path(folder))
        if args.profile:
            command = [sys.executable, "-m", "cProfile", "-s", "tottime", "-c", SCORES]
            (Path(folder) / "code.py").write_text(SCORES, "utf-8")
            command = [sys.executable, "-m", "cProfile", "-s", "tottime", f"{folder}/code.py", f"{folder}/tenbo", "1"]
            sys.stdout.write(
                "".join(
                    subprocess.run(
                        command, env=processes.environment, capture_output=True, check=True, text=True
                    ).stdout[:4000]
                )
            )
            return 0
        low = []
        for name, (ours, theirs) in measure(processes).items():
            ratio = theirs / ours
            low += [name] if ratio < FLOORS.get(name, 0) else []
            sys.stdout.write(f"{name:<24} {ours:8.1f} ms   mahjong {theirs:8.1f} ms   {ratio:5.1f}x\n")
    for name in low:
        sys.stdout.write(f"below the floor of {FLOORS[name]}x: {name}\n")
    return 1 if low and args.gate else 0


if __name__ == "__main__":
    sys.exit(main())
