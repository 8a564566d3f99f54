"""The tables of bulk scoring fill themselves: each question is asked once, no matter what it is asked beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tenbo.scoring.bulk.lookup_arrays import (
    WAYS_TO_WIN,
    Base5Index,
    HashedMemo,
    HonourArrays,
    SuitArrays,
    base5_to_bits,
)
from tenbo.scoring.engine.honour_readings import HonourFeatureTable, Winds, read_honours, winning_honour_code
from tenbo.scoring.engine.reading_features import GROUP_BITS, GROUP_MASK
from tenbo.scoring.engine.suit_readings import GATES, ROWS, single_readings

if TYPE_CHECKING:
    from collections.abc import Callable


def asking(function: Callable[[int], int], asked: list[int]) -> Callable[[int], int]:
    """Return a function that notes what it is asked."""

    def ask(key: int) -> int:
        asked.append(key)
        return function(key)

    return ask


def test_a_memo_answers_every_key_and_asks_for_each_once() -> None:
    """From 0 on, with the same key many times in one question, and again later."""
    asked: list[int] = []
    memo = HashedMemo(asking(lambda key: key + 7, asked))
    keys = np.arange(0, 400, dtype=np.int64) ** 3
    several = np.concatenate([keys, keys[::-1], keys])
    for _ in range(3):
        assert np.array_equal(memo(several), several + 7)
    # Of 400 keys in 65,536 slots hardly any two share one.
    assert set(asked) == set(keys.tolist())
    assert len(asked) < 420
    assert [int(memo(np.array([key], dtype=np.int64))[0]) for key in (0, 1, 2)] == [7, 8, 9]


def test_keys_that_share_a_slot_keep_what_belongs_to_them() -> None:
    """The newest stays, with its own value, and the others are asked for again."""
    memo = HashedMemo(lambda key: 10 * key)
    memo._slots = lambda keys: keys % 3  # type: ignore[method-assign]
    for keys in ([1, 4, 7, 2, 5], [7, 4, 1], [5, 2, 0, 3], [1, 2, 3]):
        assert memo(np.array(keys, dtype=np.int64)).tolist() == [10 * key for key in keys]


def test_numbers_are_given_in_the_order_of_their_coming_and_made_known_once() -> None:
    """The smallest of new ones first, no matter what is known already."""
    known: list[int] = []
    numbers = Base5Index(5**4, known.append)
    assert numbers(np.array([26, 0, 26], dtype=np.int64)).tolist() == [1, 0, 1]
    assert numbers(np.array([0, 7, 26], dtype=np.int64)).tolist() == [0, 2, 1]
    assert numbers(np.array([7, 0, 26, 0], dtype=np.int64)).tolist() == [2, 0, 1, 0]
    assert (numbers.known, known) == (3, [base5_to_bits(0), base5_to_bits(26), base5_to_bits(7)])
    assert numbers(np.zeros(0, dtype=np.int64)).size == 0


def test_bits_are_the_digits_in_base_five() -> None:
    for number in (*range(130), 5**8 * 4 + 3, 5**9 - 1):
        digits = [number // 5**place % 5 for place in range(9)]
        assert base5_to_bits(number) == sum(digit << 3 * place for place, digit in enumerate(digits))


def test_a_row_is_read_once_however_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a suit has no reading at all, and beyond the room that there is at first."""
    suits = SuitArrays()
    read: list[int] = []
    monkeypatch.setattr(suits, "_read", asking(suits._read, read))  # type: ignore[arg-type]
    numbers = np.arange(0, 5**9, 5003, dtype=np.int64)
    rows = suits.numbers(numbers) * WAYS_TO_WIN
    for _ in range(2):
        counts = suits.reading_counts(rows)
    expected = [len(ROWS[base5_to_bits(number)]) for number in numbers.tolist()]
    assert counts.tolist() == expected
    assert sorted(read) == sorted(rows.tolist())
    assert len(rows) > 300
    # One that is new beside one without a reading.
    none = rows[expected.index(0)]
    assert suits.reading_counts(np.array([none, none + 1], dtype=np.int32)).tolist() == [0, 0]
    assert sorted(read) == sorted([*rows.tolist(), none + 1])


def test_honours_are_read_under_all_winds_and_ways_to_win() -> None:
    """As the scorer for single hands reads them; -1 where they are no groups, and 0 where there are none."""
    honours = HonourArrays(2)
    numbers = np.array([0, 3, 2 * 5**4, 3 + 3 * 5 + 2 * 5**6, 1, 4 * 5**2, *range(300, 420)], dtype=np.int64)
    given = honours.numbers(numbers)
    groups = [HonourFeatureTable(Winds(seat, round_, 2)) for seat in range(4) for round_ in range(4)]
    stray = read_honours(0o1, groups[0])
    for at, number in enumerate(numbers.tolist()):
        bits = base5_to_bits(number)
        for won in range(15):
            places = (int(given[at]) * 15 + won) * 16 + np.arange(16, dtype=np.int32)
            if won and not bits >> 3 * ((won - 1) // 2) & 7:
                continue
            mark = winning_honour_code((won - 1) // 2, ron=not won % 2) if won else 0
            words = [read_honours(bits | mark, group) for group in groups]
            expected = [-1 if word == stray else word for word in words]
            assert honours(places).tolist() == expected == honours(places).tolist()


def test_readings_keep_what_they_bring_however_many_there_are() -> None:
    """One after the other, beyond the room that there is at first, each with its features and its place."""
    suits = SuitArrays()
    bits = sorted(single_readings(4))[::14]
    numbers = [sum((held >> 3 * rank & 7) * 5**rank for rank in range(9)) for held in bits]
    rows = suits.numbers(np.array(numbers, dtype=np.int64)) * WAYS_TO_WIN
    counts = suits.reading_counts(rows)
    assert counts.min() >= 1
    assert suits.used > 1500
    for held, row, count in zip(bits, rows.tolist(), counts.tolist(), strict=True):
        entries = ROWS[held]
        begin = int(suits.start[row])
        assert count == len(entries)
        assert suits.words[begin : begin + count].tolist() == [entry & GROUP_MASK for entry in entries]
        places = [entry >> GROUP_BITS & (1 << GATES) - 1 for entry in entries]
        assert suits.places[begin : begin + count].tolist() == places
