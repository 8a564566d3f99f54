"""The whole explanation of a hand, line by line: `tests/vectors/explained`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tenbo.scoring.explain import explain
from tenbo.scoring.records import book_of_record, hand_of_record

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
