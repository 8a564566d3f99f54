"""Score many hands on all cores: hands go to other processes, results come back."""

from concurrent.futures import ProcessPoolExecutor
from random import Random

import tenbo


def random_tanyao(rng: Random) -> tenbo.Hand:
    """Return a closed hand of simples that waits for its pair."""
    runs = "".join(f"{low}{low + 1}{low + 2}{suit}" for suit in "mpsm" for low in (rng.randrange(2, 6),))
    return tenbo.Hand(f"{runs}8s", "8s", "ron", riichi=1)


def main() -> None:
    """Score a thousand hands and add them up."""
    rng = Random(1)
    hands = [hand for _ in range(1000) if not tenbo.why_not(hand := random_tanyao(rng))]
    with ProcessPoolExecutor(2) as pool:
        results = list(pool.map(tenbo.score, hands, chunksize=100))
    print(f"{len(results)} hands, {sum(result.value for result in results)} points")
    print("the best:", max(results, key=lambda result: result.value))


if __name__ == "__main__":
    main()
