"""Play by a club's own rule book: a file that names only what it changes."""

from pathlib import Path
from tempfile import TemporaryDirectory

import tenbo

CLUB = """
extends = "ema-2016"
id = "club"
title = "Club evening"
start_points = 25000
target_points = 25000
kiriage = true
"""

with TemporaryDirectory() as folder:
    path = Path(folder) / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    book = tenbo.load_book(str(path))

# 4 han 30 fu are rounded up to a mangan by this club, not by the book it starts from.
hand = tenbo.Hand("234567m234p5567s", "8s", "ron", riichi=1, ippatsu=True)
for rules in ("ema-2016", book):
    result = tenbo.score(hand, rules)
    print(f"{result.han} han {result.fu} fu: {result.value} {result.limit or ''}".rstrip())
print(book.title, book.sections["uma"])
