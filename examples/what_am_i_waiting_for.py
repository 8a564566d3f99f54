"""Say what a hand waits for, and what each tile would be worth by ron after a riichi."""

import tenbo

HAND = "234567m234p6799s"

for tile in tenbo.waits(HAND):
    result = tenbo.score(tenbo.Hand(HAND, tile, "ron", riichi=1))
    print(f"{tile}: {result.value} ({', '.join(name for name, _ in result.yaku)})")
