"""Bulk scoring gives what scoring one by one gives, for every book."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from random_hands import RARE, RandomHand, random_hands
from tenbo.books import ids, load
from tenbo.scoring import Hand, why_not
from tenbo.scoring.bulk import scorer
from tenbo.scoring.bulk.hands import Archive
from tenbo.scoring.evaluate import score
from tenbo.scoring.records import hand_of_record
from tenbo_core.errors import TenboError


def archive_of(hands: list[Hand]) -> Any:
    archive = Archive(len(hands))
    for at, hand in enumerate(hands):
        archive.put(
            at,
            closed=hand.tiles,
            win=hand.win,
            melds=[meld.code for meld in hand.melds],
            red_in_melds=sum(tile >= 34 for meld in hand.melds for tile in meld.tiles),
            tsumo=hand.is_tsumo,
            seat=hand.seat,
            round_=hand.round,
            situation=hand.situation,
            dora=hand.dora,
            ura=hand.ura,
            honba=hand.honba,
        )
    return archive


def declared(hands: list[RandomHand]) -> list[Hand]:
    """Return the hands as declared ones; some with red fives, counters, or won in the first turn."""
    found = []
    for number, hand in enumerate(hands):
        record = hand.as_record() | {"honba": number % 7}
        if number % 4 == 0:
            record["hand"] = str(record["hand"]).replace("5s", "0s", 1)
        if number % 9 == 0 and not hand.melds and (hand.tsumo or hand.seat):
            record |= {"riichi": 0, "ippatsu": False, "ura": [], "first_turn": True}
            record |= {"last_tile": False, "chankan": False}
        found.append(hand_of_record(record))
    return found


@pytest.mark.parametrize("book", ids())
def test_arrays_give_what_single_hands_give(book: str) -> None:
    """Han, fu, yaku, limits and payments; hands that do not score are 0."""
    rules = load(book).rules
    hands = declared(random_hands(700, 3) + random_hands(300, 4, RARE))
    scores = scorer.Bulk(rules).score(archive_of(hands))
    for at, hand in enumerate(hands):
        try:
            result = score(hand, rules)
        except TenboError:
            nothing = (scores.unit, scores.value, scores.first, scores.second, scores.yakuman)
            assert [int(column[at]) for column in nothing] == [0] * 5, hand
            assert scores.yaku(at) == ()
            continue
        expected = (result.han, result.fu, result.unit, result.yakuman, result.value, result.yaku)
        row = (scores.han, scores.fu, scores.unit, scores.yakuman, scores.value)
        assert expected == (*(int(column[at]) for column in row), scores.yaku(at)), hand
        pay = result.pay
        assert (pay.discarder or pay.each or pay.east, pay.other) == (scores.first[at], scores.second[at]), hand


def test_hands_that_are_none_do_not_score() -> None:
    """Tiles taken at random; in the first turn too, where renhou needs no other yaku."""
    rng = Random(3)
    rules = load("ema-2016").rules
    hands = []
    for number in range(400):
        tiles = rng.sample([kind for kind in range(34) for _ in range(4)], 14)
        moment = "first_turn" if number % 2 else ""
        hands.append(Hand(tiles[1:], tiles[0], "ron", moment=moment))
    scores = scorer.Bulk(rules).score(archive_of(hands))
    assert not scores.unit.any()
    assert all(reason.code == "not_winning" for hand in hands for reason in why_not(hand, rules))


def test_an_archive_longer_than_a_chunk_is_one_result() -> None:
    """The same hands many times over, beyond the size of a chunk, score the same everywhere."""
    hands = declared(random_hands(50, 8))
    few = scorer.Bulk(load("ema-2016").rules).score(archive_of(hands))
    many = scorer.Bulk(load("ema-2016").rules).score(archive_of(hands * 200))
    assert np.array_equal(np.tile(few.value, 200), many.value)
    assert len(many.value) == 10_000


def test_an_empty_archive_has_an_empty_result() -> None:
    """Nothing in, nothing out."""
    assert scorer.Bulk(load("ema-2016").rules).score(Archive(0)).value.size == 0


def test_tables_that_grow_too_large_are_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory stays bounded over any number of hands, and the results stay right."""
    monkeypatch.setattr(scorer, "MOST_KEYS", 50)
    rules = load("ema-2016").rules
    hands = declared(random_hands(300, 12))
    bulk = scorer.Bulk(rules)
    first = bulk.score(archive_of(hands))
    again = bulk.score(archive_of(hands))
    assert np.array_equal(first.value, again.value)
    assert np.array_equal(first.value, scorer.Bulk(rules).score(archive_of(hands)).value)
