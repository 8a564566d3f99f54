"""Bulk scoring gives what scoring one by one gives, for every book."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from host.scoring.test_vectors import cases, record_of
from random_hands import RARE, RandomHand, random_hands
from rings import mostly_thorough
from tenbo.rulebooks import ids, load
from tenbo.scoring import Hand, why_not
from tenbo.scoring.bulk import scorer
from tenbo.scoring.bulk.hand_batch import HandBatch
from tenbo.scoring.evaluate import score
from tenbo.scoring.json_records import hand_of_record, rules_of_record
from tenbo.scoring.yaku import BIT
from tenbo_core.errors import TenboError
from tenbo_core.switches import SWITCHES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo_core.rules import Rules

# Every yaku that the book counts.
COUNTED = [name for name, (closed, _) in load("ema-2016").rules.yaku.items() if closed > 0]

OWN_DRAW = BIT["menzen_tsumo"]


def archive_of(hands: list[Hand]) -> Any:
    archive = HandBatch(len(hands))
    for at, hand in enumerate(hands):
        archive.set_hand(
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


def compare(rules: Rules, hands: list[Hand]) -> None:
    """Hold han, fu, yaku, limits and payments of every hand against those of the scorer for single hands."""
    scores = scorer.BulkScorer(rules).score(archive_of(hands))
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
        assert (scores.yaku_bits[at] & OWN_DRAW != 0) == (hand.is_tsumo and not hand.is_open), hand
        assert scores.is_open[at] == hand.is_open


# The arrays trust their input: hands with all kinds of tiles are those of four players.
BOOKS = [book for book in ids() if load(book).rules.players == 4]


@pytest.mark.parametrize("book", mostly_thorough(BOOKS, "hands by chance in every book", inner=["tenhou"]))
def test_arrays_give_what_single_hands_give(book: str) -> None:
    """Hands that do not score are 0."""
    compare(load(book).rules, declared(random_hands(700, 3) + random_hands(300, 4, RARE)))


# Every value that a switch takes; of numbers, lists and tables those that make a difference to a hand.
VALUES: dict[str, list[object]] = {
    # Three players have other tiles, and other books: see test_three_players.py.
    "players": [],
    "north_bonus": [],
    "tsumo_loss": [],
    "red_fives": [0, 3],
    "honba_value": [0, 600],
    "two_han_from": [0, 2, 5],
    "double_yakuman": [[], ["kokushi_13", "chuuren_9", "suuankou_tanki", "daisuushii"]],
    "payment": ["fu", [500] * 14],
    "yaku": [{name: rng.choice(([0, 0], [1, 1], [3, 2])) for name in COUNTED} for rng in map(Random, range(6))],
}


def changes() -> Iterator[dict[str, object]]:
    """Yield every switch with every value, each alone."""
    for name, kind in SWITCHES:
        values = VALUES.get(name)
        if values is None:
            words = kind.split("|")
            values = [True, False] if kind == "bool" else words if len(words) > 1 else []
            values = [int(word) if isinstance(word, str) and word.lstrip("-").isdigit() else word for word in values]
        for value in values:
            yield {name: value}


@pytest.mark.thorough("every value of every switch")
def test_no_switch_counts_otherwise_in_arrays() -> None:
    """Where an array goes another way than the single hand, some value of some switch would show it."""
    hands = declared(random_hands(30, 21) + random_hands(50, 22, RARE))
    base = load("ema-2016")
    tried = 0
    for change in changes():
        tried += 1
        compare(base.with_changes(change).rules, hands)
    assert tried > 70


def test_a_hand_that_is_worth_as_much_as_renhou_keeps_its_yaku() -> None:
    """Where no fu are counted both are a mangan of five han; what is worth less is renhou."""
    rules = load("alarm").with_changes({"renhou": "mangan"}).rules
    hands = [Hand("2345678m345p678s", "2m", "ron", moment="first_turn", dora=dora) for dora in ("1m2p3p", "1m2p")]
    assert [score(hand, rules).yaku for hand in hands] == [(("tanyao", 1),), (("renhou", 5),)]
    compare(rules, hands)


def test_more_han_than_any_book_counts_are_all_counted() -> None:
    """A club may give every yaku 13 han: eleven of them and 32 dora are 175."""
    rows = {name: [13, 13] for name in COUNTED}
    rules = load("ema-2016").with_changes({"yaku": rows}).rules
    record = {
        "hand": "11m44z", "win": "1m", "by": "ron", "seat": "E", "round": "E", "riichi": 2, "ippatsu": True,
        "last_tile": True, "melds": ["ankan 1111z", "ankan 7777z", "ankan 9999m"],
        "dora": ["6z"] * 4, "ura": ["8m"] * 4,
    }  # fmt: skip
    hand = hand_of_record(record)
    assert score(hand, rules).han == 175
    compare(rules, [hand])


def test_hands_that_are_none_do_not_score() -> None:
    """Tiles taken at random; in the first turn too, where renhou needs no other yaku."""
    rng = Random(3)
    rules = load("ema-2016").rules
    hands = []
    for number in range(400):
        tiles = rng.sample([kind for kind in range(34) for _ in range(4)], 14)
        moment = "first_turn" if number % 2 else ""
        hands.append(Hand(tiles[1:], tiles[0], "ron", moment=moment))
    scores = scorer.BulkScorer(rules).score(archive_of(hands))
    assert not scores.unit.any()
    assert all(reason.code == "not_winning" for hand in hands for reason in why_not(hand, rules))


def test_an_archive_longer_than_a_chunk_is_one_result() -> None:
    """The same hands many times over, beyond the size of a chunk, score the same everywhere."""
    hands = declared(random_hands(50, 8))
    few = scorer.BulkScorer(load("ema-2016").rules).score(archive_of(hands))
    many = scorer.BulkScorer(load("ema-2016").rules).score(archive_of(hands * 200))
    assert np.array_equal(np.tile(few.value, 200), many.value)
    assert len(many.value) == 10_000


def test_an_empty_archive_has_an_empty_result() -> None:
    """Nothing in, nothing out."""
    assert scorer.BulkScorer(load("ema-2016").rules).score(HandBatch(0)).value.size == 0


def test_tables_that_grow_too_large_are_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory stays bounded over any number of hands, and the results stay right."""
    monkeypatch.setattr(scorer, "MOST_KEYS", 50)
    rules = load("ema-2016").rules
    hands = declared(random_hands(300, 12))
    bulk = scorer.BulkScorer(rules)
    first = bulk.score(archive_of(hands))
    tables = bulk.suits, bulk.honours, bulk.melds
    again = bulk.score(archive_of(hands))
    assert np.array_equal(first.value, again.value)
    assert not any(new is old for new, old in zip((bulk.suits, bulk.honours, bulk.melds), tables, strict=True))
    monkeypatch.setattr(scorer, "MOST_KEYS", 5_000)
    tables = bulk.suits, bulk.honours, bulk.melds
    bulk.score(archive_of(hands))
    assert all(new is old for new, old in zip((bulk.suits, bulk.honours, bulk.melds), tables, strict=True))
    assert np.array_equal(first.value, scorer.BulkScorer(rules).score(archive_of(hands)).value)


def test_what_is_left_out_of_a_hand_is_what_it_is_when_a_hand_is_declared() -> None:
    """A column that nothing but tiles was written into is South by ron in an East round, without anything else."""
    winds = [{"hand": f"123m456p99s345s{kind}{kind}z", "win": f"{kind}z"} for kind in range(1, 6)]
    hands = [hand_of_record({**wind, "by": "ron", "seat": "S", "round": "E"}) for wind in winds]
    archive = HandBatch(len(hands))
    for at, hand in enumerate(hands):
        archive.set_hand(at, closed=hand.tiles, win=hand.win)
    one_by_one = archive_of(hands)
    for name, column in vars(one_by_one).items():
        assert np.array_equal(np.asarray(getattr(archive, name)), np.asarray(column)), name
    begun = HandBatch(len(hands))
    for name in ("melds", "red_in_melds", "tsumo", "winds", "situation", "dora", "ura", "honba"):
        assert np.array_equal(getattr(begun, name), getattr(archive, name)), name


def test_a_hand_is_all_green_with_every_meld_and_pair_green() -> None:
    """Anything else beside green tiles, open or closed, is no yakuman in arrays either."""
    in_hand = ("2s", "3s", "4s", "6s", "8s")
    names = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
    melded = [
        {"hand": "234s234s66s88s", "win": "8s", "melds": [f"pon {3 * name}"]} for name in names if name not in in_hand
    ]
    paired = [{"hand": f"234234666888s{name}", "win": name} for name in names if name not in in_hand]
    melded += [{"hand": "234s234s66s88s", "win": "8s", "melds": [f"chi {rank}{rank + 1}{rank + 2}{suit}"]}
               for suit in "mps" for rank in range(1, 8)]  # fmt: skip
    hands = [hand_of_record({**record, "by": "ron", "seat": "S"}) for record in melded + paired]
    rules = load("ema-2016").rules
    compare(rules, hands)
    scores = scorer.BulkScorer(rules).score(archive_of(hands))
    green = [at for at in range(len(hands)) if scores.yaku(at) == (("ryuuiisou", 1),)]
    assert [(melded + paired)[at].get("melds") for at in green] == [["pon 6z6z6z"], ["chi 234s"], None]


@pytest.mark.thorough("seconds of a processor")
def test_every_hand_of_a_rule_book_scores_in_arrays_as_by_itself() -> None:
    """All examples of the vectors that can be, by East and by another, with counters and without."""
    of_rules: dict[Rules, list[Hand]] = {}
    for case in cases():
        book, lines = case.values
        for east in (True, False):
            record = record_of(book, lines, east=east)
            if "pao" in record or "sorted_in" in record:
                continue
            rules = rules_of_record(record)
            hands = [hand_of_record(record | {"honba": honba}) for honba in (0, 1, 5)]
            of_rules.setdefault(rules, []).extend(hand for hand in hands if not [*hand.faults(rules)])
    for rules, hands in of_rules.items():
        compare(rules, hands)
    assert sum(map(len, of_rules.values())) > 700


def test_what_is_nearly_thirteen_orphans_or_seven_pairs_is_the_same_in_arrays() -> None:
    """With every other tile in the place of one; closed, in the first turn, and beside a meld."""
    orphans = [0, 8, 9, 17, 18, 26, *range(27, 34)]
    closed = [(orphans, kind) for kind in range(34)]
    closed += [([*orphans[:at], orphans[at - 1], *orphans[at + 1 :]], kind) for at in range(13) for kind in (0, 33, 4)]
    for suit in (0, 9, 18):
        pairs = [kind + suit for kind in (0, 1, 3, 5, 7, 8)] + [30]
        for at in range(7):
            others = [kind for kind in pairs if kind != pairs[at]] * 2
            # The seventh pair, a third tile and a fourth, and the pair that is there twice.
            for rest in ([pairs[at]] * 2, [pairs[at], pairs[at - 1]], [pairs[at], 33], [pairs[at - 1]] * 2):
                closed.append(([*others, rest[0]], rest[1]))
    hands = []
    for tiles, win in closed:
        for more in ({"riichi": 1}, {"moment": "first_turn"}, {}):
            hands.append(Hand(tiles, win, "ron", **more))  # type: ignore[arg-type]
    melded = [(orphans[:6] + orphans[9:], win) for win in (27, 29, 0)] + [([1, 1, 3, 3, 5, 5, 7, 7, 13, 13], 13)]
    hands += [Hand(tiles, win, "ron", melds=[meld]) for tiles, win in melded for meld in ("pon 222z", "ankan 9999p")]
    hands = [hand for hand in hands if not [*hand.faults()]]
    assert len(hands) > 250
    for book in ("ema-2016", "austria"):
        compare(load(book).rules, hands)


@pytest.mark.parametrize("worth", [2, 4, 8, 12])
def test_a_book_whose_yakuman_count_many_times_and_add_up_is_the_same_in_bulk(worth):
    """Seventeen yakuman and more lay beyond the table of payments, and took those of other hands."""
    names = ("daisangen", "tsuuiisou", "suuankou", "daisuushii", "kokushi")
    changes = {"yakuman_stack": True, "yaku": {name: [worth, worth] for name in names}}
    rules = load("ema-2016").with_changes(changes).rules
    tiles = (("555z666z777z11z22z", "2z"), ("555z666z777z22m11p", "1p"), ("19m19p19s1234567z", "1m"))
    hands = [Hand(closed, win, by) for closed, win in tiles for by in ("tsumo", "ron")]
    found, alone = scorer.BulkScorer(rules).score(archive_of(hands)), [score(hand, rules) for hand in hands]
    assert max(result.yakuman for result in alone) >= worth
    assert found.yakuman.tolist() == [result.yakuman for result in alone]
    assert found.value.tolist() == [result.value for result in alone]
