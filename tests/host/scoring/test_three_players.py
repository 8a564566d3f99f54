"""Declared hands of three players: tiles, norths set aside, dora that wrap, payments, and what is refused."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

from tenbo.rulebooks import load
from tenbo.scoring import Hand, Liability, score, why_not
from tenbo.scoring.bulk.hand_batch import HandBatch
from tenbo.scoring.bulk.scorer import BulkScorer
from tenbo.scoring.explain import explain
from tenbo.scoring.json_records import answer_score
from tenbo_core.errors import TenboError

TENHOU, CLUB = "tenhou-sanma", "sanma-club"
PLAIN = "234567p345s678s9s"


def worth(record: dict[str, Any], book: str = TENHOU) -> tuple[Any, ...]:
    """Return han, fu, bonus and payment of a record."""
    answer = answer_score({"hand": PLAIN, "win": "9s", "by": "tsumo", "riichi": 1, "rules": book} | record)
    return answer["han"], answer["fu"], tuple(answer["bonus"].values()), answer["pay"]


def test_each_north_set_aside_is_a_han_and_more_where_it_is_dora() -> None:
    """mahjong-portal.com, page 10869: north is a bonus tile; west as an indicator makes each one dora besides."""
    assert worth({}) == (2, 30, (0, 0, 0, 0), {"east": 1000, "other": 500})
    assert worth({"north": 1}) == (3, 30, (0, 0, 0, 1), {"east": 2000, "other": 1000})
    assert worth({"north": 2, "dora": ["3z"]}) == (6, 30, (2, 0, 0, 2), {"east": 6000, "other": 3000})
    assert worth({"north": 1, "dora": ["3z"], "ura": ["3z"], "hand": "234067p345s678s9s"})[2] == (1, 1, 1, 1)
    assert worth({"north": 4, "seat": "E"}) == (6, 30, (0, 0, 0, 4), {"each": 6000})


def test_an_indicator_of_1m_makes_9m_dora_and_9m_makes_1m() -> None:
    """Of characters there is no other tile."""
    hand = {"hand": "234567p345s99m11s", "win": "9m"}
    assert worth(hand | {"dora": ["1m"]})[2] == (3, 0, 0, 0)
    assert worth(hand | {"dora": ["8s"]})[2] == (0, 0, 0, 0)
    assert worth({"hand": "234567p345s11m11s", "win": "1m", "dora": ["9m"]})[2] == (3, 0, 0, 0)


def test_a_ron_and_its_counters_fall_to_the_discarder_200_for_each() -> None:
    """Each counter is 100 from each of two by tsumo."""
    assert worth({"by": "ron", "honba": 2})[3] == {"discarder": 1700}
    assert worth({"honba": 2})[3] == {"east": 1200, "other": 700}
    assert worth({"honba": 2}, CLUB)[3] == {"east": 1500, "other": 1000}


def test_a_set_of_norths_is_one_of_guest_winds() -> None:
    """No han, and one fu item less than a wind that counts."""
    answer = answer_score({"hand": "234567p999s11s44z", "win": "4z", "by": "tsumo", "riichi": 1, "rules": TENHOU})
    assert [name for name, _ in answer["yaku"]] == ["menzen_tsumo", "riichi"]


def test_a_replacement_tile_of_a_north_can_be_won_with_rinshan() -> None:
    """mahjong-portal.com, page 10869: a win on the replacement tile is rinshan."""
    assert "rinshan" in dict(score(Hand(PLAIN, "9s", "tsumo", moment="rinshan", north=1), TENHOU).yaku)
    assert [one.code for one in why_not(Hand(PLAIN, "9s", "tsumo", moment="rinshan"), TENHOU)] == ["contradiction"]


@pytest.mark.parametrize(
    ("hand", "book", "faults"),
    [
        (Hand("234m567p345s678s9s", "9s", "ron"), TENHOU, [("bad_tile", "hand")]),
        (Hand(PLAIN, "9s", "ron", riichi=1, dora="2m"), TENHOU, [("bad_tile", "dora")]),
        (Hand(PLAIN, "9s", "ron", riichi=1, dora="0m"), CLUB, [("bad_tile", "dora")]),
        (Hand("567p345s99s55z", "9s", "ron", melds="chi 123p"), TENHOU, [("not_in_this_rule_book", "melds")]),
        (Hand(PLAIN, "9s", "ron", riichi=1, seat="N"), TENHOU, [("bad_seat", "seat")]),
        (Hand("234567p345s44z11s", "1s", "ron", riichi=1, north=3), TENHOU, [("too_many_tiles", "north")]),
        (Hand(PLAIN, "9s", "tsumo", north=1, moment="first_turn"), TENHOU, [("contradiction", "first_turn")]),
        (Hand(PLAIN, "9s", "ron", riichi=1, north=1), "tenhou", [("not_in_this_rule_book", "north")]),
    ],
)  # fmt: skip
def test_what_three_players_do_not_have_is_refused_by_its_field(
    hand: Hand, book: str, faults: list[tuple[str, str]]
) -> None:
    """Also asked of loaded rules, and again after a hand that scored."""
    for asked in (book, load(book).rules):
        assert [(fault.code, fault.at) for fault in why_not(hand, asked)] == faults
        with pytest.raises(TenboError):
            score(hand, asked)


def test_who_fed_a_self_drawn_yakuman_pays_what_both_would_have_paid() -> None:
    """The club makes the feeder liable for the whole hand."""
    hand = Hand("23p55s", "1p", "tsumo", melds=["pon 555z", "pon 666z", "pon 777z"], pao=Liability("W"))
    assert score(hand, TENHOU).pay.liable == 24000
    assert score(hand, CLUB).pay.liable == 32000
    assert score(hand, TENHOU).gain == 24000


def test_nobody_is_named_as_a_payer_beside_east_and_the_only_other_player_who_is_liable() -> None:
    """South wins two yakuman, and West fed one of them: of the other one East pays the own share, and West too."""
    hand = {"hand": "2z", "win": "2z", "by": "tsumo", "rules": TENHOU, "pao": {"seat_wind": "W"}}
    melds = ["pon 777z", "pon 111z", "pon 555z", "kan 6666z"]
    answer = answer_score(hand | {"melds": melds})
    assert answer["pay"] == {"liable": 24000 + 8000, "east": 16000}
    assert answer["value"] == 48000
    assert answer_score(hand | {"melds": melds, "pao": {"seat_wind": "E"}})["pay"] == {"liable": 40000, "other": 8000}


def test_a_tile_sorted_into_the_hand_hides_its_wait_from_three_players_too() -> None:
    """An own book may say so: no pinfu and no fu for the wait, while norths and indicators count as ever."""
    book = load(TENHOU).with_changes({"sorted_in": True})
    sorted_in = Hand("067p345p678s99s33z", "3z", "tsumo", sorted_in=True, north=2, dora="3z1m")
    result = score(sorted_in, book)
    assert (result.han, result.fu, tuple(result.bonus)) == (6, 30, (2, 0, 1, 2))
    assert [name for name, _ in result.fu_items] == ["win", "tsumo", "closed_triplet"]
    pinfu = Hand("34678p345678s22z", "5p", "tsumo", riichi=1, sorted_in=True)
    assert score(pinfu, book).yaku == (("menzen_tsumo", 1), ("riichi", 1))
    assert pickle.loads(pickle.dumps(result)) == result


def test_a_result_is_explained_compared_and_carried_elsewhere() -> None:
    """The bonus has its line, the missing share its own."""
    hand = Hand(PLAIN, "9s", "tsumo", riichi=1, north=2, honba=1)
    result = score(hand, CLUB)
    assert pickle.loads(pickle.dumps(result)) == result
    assert (result.value, result.gain) == (4900 + 3000, 8100)
    text = explain(hand, load(CLUB))
    assert "norths set aside" in text
    assert "half of a fourth player's share, from each" in text


@pytest.mark.thorough("seconds of a processor")
def test_arrays_give_what_single_hands_give_to_three_players() -> None:
    """Norths, indicators that wrap, and payments of two."""
    rng = Random(3)
    kinds = [0, 8, *range(9, 34)]
    for book in (TENHOU, CLUB):
        hands = []
        for _ in range(150):
            runs = [rng.choice((9, 18)) + rng.randrange(7) for _ in range(3)]
            pair = rng.choice(kinds)
            closed = [start + step for start in runs for step in range(3)] + [pair] * 2 + [rng.choice((8, 0, 31))] * 3
            if max(map(closed.count, closed)) > 4:
                continue
            rng.shuffle(closed)
            hands.append((closed[1:], closed[0], rng.random() < 0.5, rng.randrange(3), rng.randrange(3),
                          [rng.choice(kinds)], rng.randrange(3)))  # fmt: skip
        archive = HandBatch(len(hands))
        for at, (closed, win, tsumo, seat, norths, dora, honba) in enumerate(hands):
            archive.set_hand(at, closed=closed, win=win, tsumo=tsumo, seat=seat, dora=dora, honba=honba,
                               norths=norths, situation=1 << 1)  # fmt: skip
        from tenbo.scoring.yaku import BIT

        archive.situation[:] = BIT["riichi"]
        scores = BulkScorer(load(book).rules).score(archive)
        compared = 0
        for at, (closed, win, tsumo, seat, norths, dora, honba) in enumerate(hands):
            hand = Hand(closed, win, "tsumo" if tsumo else "ron", seat="ESW"[seat], riichi=1, dora=dora, north=norths,
                        honba=honba)  # fmt: skip
            if why_not(hand, book):
                continue
            result = score(hand, book)
            pay = result.pay
            assert (result.han, result.fu, result.value) == (scores.han[at], scores.fu[at], scores.value[at]), hand
            assert (pay.discarder or pay.each or pay.east, pay.other) == (scores.first[at], scores.second[at]), hand
            compared += 1
        assert compared > 60
        assert np.all(scores.value >= 0)
