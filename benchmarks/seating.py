"""How good the seating plans are that `tenbo seating` makes in so many seconds, and how long planning again takes.

python benchmarks/seating.py                     the sizes for which others have published plans
python benchmarks/seating.py 24x8 100x8 --seconds 5
python benchmarks/seating.py --again 24x8        after half of the rounds two players have left
"""

from __future__ import annotations

import argparse
import time
from random import Random

from tenbo.tournament.seating.plan_generator import plan_seats, players_after_changes, replan_remaining_rounds
from tenbo.tournament.seating.plan_quality import PlanQuality, compute_certificate
from tenbo.tournament.seating.search_budget import SearchBudget

SIZES = [
    "16x5", "20x5", "20x6", "20x7", "20x8", "24x7", "24x8", "24x10", "28x9", "32x8", "32x9", "32x10", "32x12",
    "36x11", "36x12", "40x13", "44x14", "48x15", "52x15", "56x15", "60x15", "64x10", "100x8", "128x10", "172x15",
]  # fmt: skip


def measure(size: str, seconds: float, seed: int, *, again: bool) -> tuple[PlanQuality, float]:
    """Return the certificate that was reached for a size, and the seconds that the last planning took."""
    players, rounds = map(int, size.split("x"))
    began = time.monotonic()
    schedule = plan_seats(players, rounds, Random(seed), SearchBudget(time.monotonic, 2 if again else seconds))
    if again:
        began, after = time.monotonic(), rounds // 2
        left = players_after_changes(schedule, after, [7, 12], [])
        budget = SearchBudget(time.monotonic, seconds)
        schedule = replan_remaining_rounds(schedule[:after], rounds - after, left, Random(seed), budget)
    return compute_certificate(schedule), time.monotonic() - began


def main() -> None:
    """Print a row for each size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", default=SIZES, metavar="PLAYERSxROUNDS")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="two players leave after half of the rounds")
    args = parser.parse_args()
    print(f"{'size':>8}" + "".join(f"{name:>16}" for name in PlanQuality._fields) + "   seconds")
    for size in args.sizes:
        certificate, took = measure(size, args.seconds, args.seed, again=args.again)
        print(f"{size:>8}" + "".join(f"{value!s:>16}" for value in certificate) + f"{took:10.1f}", flush=True)


if __name__ == "__main__":
    main()
