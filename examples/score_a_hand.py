"""Score a declared hand under several rule books, and say why another one does not win."""

import tenbo

hand = tenbo.Hand("223344m556677p8s", "8s", "tsumo", riichi=1, dora="1m")

for book in ("ema-2025", "wrc", "alarm"):
    result = tenbo.score(hand, book)
    names = ", ".join(name for name, _ in result.yaku)
    print(f"{book:10} {result.han} han {result.fu} fu = {result.value}: {names}")

for reason in tenbo.why_not(tenbo.Hand("123m456p789s11z23p", "4p", "ron")):
    print(f"refused: {reason.message}")
