"""A program that uses everything of the door, for the type checker, and for Python as well."""

from __future__ import annotations

from typing import Any, assert_type

import tenbo

hand: tenbo.Hand = tenbo.Hand("234567m345p678s9s", "9s", "ron", riichi=1, melds=[], dora="1p")
meld: tenbo.Meld = tenbo.Meld.parse("pon 555z")
result = tenbo.score(hand, "ema-2016")
assert_type(result, tenbo.Result)
assert_type(result.han, int)
assert_type(result.value, int)
assert_type(result.limit, "str | None")
assert_type(result.yaku, "tuple[tuple[str, int], ...]")
assert_type(result.pay.discarder, int)
assert_type(tenbo.score_record({"hand": "234567m345p678s9s", "win": "9s", "by": "tsumo"}), dict[str, Any])
assert_type(tenbo.waits("2345678999m", [meld]), "list[str]")
assert_type(tenbo.why_not(hand, tenbo.load_book("alarm")), "list[tenbo.TenboError]")
game = tenbo.Game("ema-2016", names=["Anna", "Ben", "Carla", "Dai"], changes={"kiriage": True})
game.hand([1, 2])
game.draw(tenpai=(0, 2))
game.hand()
game.win(2, source=0, han=None, fu=None, yakuman=1, hand=None, pao=None)
assert_type(game.scores, "list[int]")
assert_type(game.round, str)
assert_type(game.standing(), tenbo.GameResult)
assert_type(game.standing().totals, "list[int]")
assert_type(tenbo.Game.replay(game.events), tenbo.Game)
book: tenbo.Book = tenbo.load_book("ema-2016")
assert_type(book.rules.uma, "list[int] | dict[str, list[int]]")
liability: tenbo.Liability = tenbo.Liability("W", "N")
error: tenbo.TenboError
version: str = tenbo.__version__
assert_type(tenbo.books(), "tuple[str, ...]")
assert_type(tenbo.shanten("1112345678999m", melds="pon 555z"), int)
client = tenbo.Client("127.0.0.1:8484", token="secret")
