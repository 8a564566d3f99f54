"""The whole explanation of a hand, line by line: `tests/vectors/explained`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tenbo.books import load
from tenbo.scoring.evaluate import score
from tenbo.scoring.explain import Line, explain
from tenbo.scoring.records import book_of_record, hand_of_record
from tenbo_core.errors import TenboError

FILE = Path(__file__).parents[2] / "vectors" / "explained" / "hands.txt"


def cases() -> list[tuple[str, str]]:
    """Return each record with the explanation below it."""
    head, *blocks = FILE.read_text(encoding="utf-8").split("\n{")
    assert head.startswith("#")
    found = []
    for block in blocks:
        record, _, text = block.partition("\n")
        found.append(("{" + record, text.rstrip("\n")))
    return found


@pytest.mark.parametrize(("line", "text"), cases())
def test_a_hand_is_explained_line_by_line(line: str, text: str) -> None:
    """What counts, by which section, the formula, who pays what, and what the winner gets."""
    record = json.loads(line)
    book = book_of_record(record)
    hand = hand_of_record({name: value for name, value in record.items() if name not in ("rules", "set")})
    assert explain(hand, book).rstrip("\n") == text


PLAIN: dict[str, Any] = {"hand": "234567m345p678s9s", "win": "9s", "by": "ron"}


@pytest.mark.parametrize(
    "record",
    [PLAIN, PLAIN | {"win": "1s"}, PLAIN | {"hand": "147m258p369s1234z"}, PLAIN | {"riichi": 1, "honba": 5},
     PLAIN | {"ippatsu": True}, PLAIN | {"hand": "23456m345p678s9s"}],
)  # fmt: skip
def test_what_does_not_score_is_explained_in_the_words_of_its_refusal(record: dict[str, Any]) -> None:
    """No section belongs to it."""
    book = load("austria")
    refusals = []
    for ask in (lambda hand: score(hand, book), lambda hand: explain(hand, book)):
        with pytest.raises(TenboError) as refused:
            ask(hand_of_record(record))
        refusals.append((refused.value.code, refused.value.message, refused.value.at))
    assert refusals[0] == refusals[1]


@pytest.mark.parametrize(
    ("more", "book", "section"),
    [
        ({"riichi": 1, "open_riichi": True}, "ema-2016", " [silent: 4.2 "),
        ({"by": "tsumo", "sorted_in": True}, "ema-2016", " [3.3.12: "),
    ],
)
def test_what_a_book_refuses_to_score_is_told_with_its_section(more: dict[str, Any], book: str, section: str) -> None:
    with pytest.raises(TenboError) as refused:
        explain(hand_of_record(PLAIN | more), load(book))
    assert refused.value.code == "not_in_this_rule_book"
    assert section in refused.value.message
    assert refused.value.message.endswith("]")


def test_a_kanji_and_a_kana_take_two_columns() -> None:
    """From the first radical on; what stands before is as wide as a letter."""
    signs = ("a", "ü", "\u2e7f", "\u2e80", "カ", "一", "發")
    assert [Line(sign, 0).width for sign in signs] == [1, 1, 1, 2, 2, 2, 2]
    assert [Line(f"{sign} x", 7, "4.1").text(6) for sign in ("a", "一")] == [
        "  a x            7   4.1",
        "  一 x           7   4.1",
    ]
