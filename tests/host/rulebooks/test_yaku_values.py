"""The han of every yaku, written down a second time from the books themselves."""

from __future__ import annotations

import pytest

from tenbo.rulebooks import load

# Han closed/open, `-` where not allowed; columns: 2012, hambaiman-ema, alarm, austria, 2016.
HAN = """
riichi           1/- 1/- 1/- 1/- 1/-
ippatsu          1/- 1/- 1/- 1/- 1/-
double_riichi    2/- 2/- 2/- 2/- 2/-
open_riichi      -/- -/- -/- 1/- -/-
menzen_tsumo     1/- 1/- 1/- 1/- 1/-
pinfu            1/- 1/- 1/- 1/- 1/-
iipeikou         1/- 1/- 1/- 1/- 1/-
tanyao           1/1 1/1 1/1 1/1 1/1
sanshoku_doujun  2/1 2/1 1/1 2/1 2/1
ittsu            2/1 2/1 1/1 2/1 2/1
haku             1/1 1/1 1/1 1/1 1/1
seat_wind        1/1 1/1 1/1 1/1 1/1
round_wind       1/1 1/1 1/1 1/1 1/1
chanta           2/1 2/1 1/1 2/1 2/1
rinshan          1/1 1/1 1/1 1/1 1/1
chankan          1/1 1/1 1/1 1/1 1/1
haitei           1/1 1/1 1/1 1/1 1/1
houtei           1/1 1/1 1/1 1/1 1/1
chiitoitsu       2/- 2/- 2/- 2/- 2/-
sanshoku_doukou  2/2 2/2 2/2 2/2 2/2
sanankou         2/2 2/2 2/2 2/2 2/2
sankantsu        2/2 2/2 2/2 2/2 2/2
toitoi           2/2 2/2 2/2 2/2 2/2
honitsu          3/2 3/2 2/2 3/2 3/2
shousangen       2/2 2/2 2/2 2/2 2/2
honroutou        2/2 2/2 2/2 2/2 2/2
junchan          3/2 3/2 2/2 3/2 3/2
ryanpeikou       3/- 3/- 3/- 3/- 3/-
chinitsu         6/5 6/5 5/5 6/5 6/5
nagashi_mangan   5/- -/- -/- 5/- -/-
renhou           1/- 5/- 5/- 1/- 5/-
"""


@pytest.mark.parametrize("line", HAN.strip().splitlines(), ids=lambda line: line.split()[0])
def test_a_yaku_has_the_han_of_the_books(line):
    """The table a player would draw to compare the books; yakuman stand as 1."""
    name, *cells = line.split()
    books = ("ema-2012", "hambaiman-ema", "alarm", "austria", "ema-2016")
    wanted = {
        book: [0 if part == "-" else int(part) for part in cell.split("/")]
        for book, cell in zip(books, cells, strict=True)
    }
    assert wanted == {book: load(book).rules.yaku[name] for book in books}
