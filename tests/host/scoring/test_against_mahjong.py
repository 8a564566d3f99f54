"""The core against PyPI `mahjong`: an oracle that others wrote.

TENBO_HANDS sets how many hands are compared in all; the full run is 100,000.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
from mahjong.constants import EAST, NORTH, SOUTH, WEST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld

from random_hands import MIX, RARE, RandomHand, random_hands
from rings import mostly_thorough
from tenbo.rulebooks import load
from tenbo.scoring.json_records import answer_score, book_of_record
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from mahjong.hand_calculating.hand_response import HandResponse

HANDS = int(os.environ.get("TENBO_HANDS", "6000"))
WINDS = (EAST, SOUTH, WEST, NORTH)
MELDS = {"chi": Meld.CHI, "pon": Meld.PON, "kan": Meld.KAN, "kakan": Meld.SHOUMINKAN, "ankan": Meld.KAN}

# The names of the yaku there, in the words of this project.
NAMES = {
    "Menzen Tsumo": "menzen_tsumo",
    "Riichi": "riichi",
    "Double Riichi": "double_riichi",
    "Open Riichi": "open_riichi",
    "Ippatsu": "ippatsu",
    "Chankan": "chankan",
    "Rinshan Kaihou": "rinshan",
    "Haitei Raoyue": "haitei",
    "Houtei Raoyui": "houtei",
    "Pinfu": "pinfu",
    "Tanyao": "tanyao",
    "Iipeiko": "iipeikou",
    "Yakuhai (haku)": "haku",
    "Yakuhai (hatsu)": "hatsu",
    "Yakuhai (chun)": "chun",
    "Chiitoitsu": "chiitoitsu",
    "Chantai": "chanta",
    "Ittsu": "ittsu",
    "Sanshoku Doujun": "sanshoku_doujun",
    "Sanshoku Doukou": "sanshoku_doukou",
    "San Kantsu": "sankantsu",
    "Toitoi": "toitoi",
    "San Ankou": "sanankou",
    "Shou Sangen": "shousangen",
    "Honroutou": "honroutou",
    "Ryanpeikou": "ryanpeikou",
    "Junchan": "junchan",
    "Honitsu": "honitsu",
    "Chinitsu": "chinitsu",
    "Renhou": "renhou",
    "Renhou (yakuman)": "renhou",
    "Tenhou": "tenhou",
    "Chiihou": "chiihou",
    "Kokushi Musou": "kokushi",
    "Kokushi Musou Juusanmen Matchi": "kokushi_13",
    "Chuuren Poutou": "chuuren",
    "Daburu Chuuren Poutou": "chuuren_9",
    "Suu Ankou": "suuankou",
    "Suu Ankou Tanki": "suuankou_tanki",
    "Suu Kantsu": "suukantsu",
    "Ryuuiisou": "ryuuiisou",
    "Chinroutou": "chinroutou",
    "Tsuu Iisou": "tsuuiisou",
    "Daisangen": "daisangen",
    "Shousuushii": "shousuushii",
    "Dai Suushii": "daisuushii",
}


def oracle(hand: RandomHand, options: OptionalRules, moment: str) -> HandResponse:
    """Ask `mahjong` about the hand."""
    used = [0] * 34

    def take(kinds: list[int]) -> list[int]:
        tiles = []
        for kind in kinds:
            # The first copy of a five is the red one there.
            red_aside = kind in (4, 13, 22)
            tiles.append(4 * kind + ((used[kind] + 1) % 4 if red_aside else used[kind]))
            used[kind] += 1
        return tiles

    closed = take(hand.closed)
    (win,) = take([hand.win])
    melds = [Meld(MELDS[word], tuple(take(tiles)), opened=word != "ankan") for word, tiles in hand.melds]
    every = closed + [win] + [tile for meld in melds for tile in meld.tiles]
    config = HandConfig(
        is_tsumo=hand.tsumo,
        is_riichi=hand.riichi == 1,
        is_daburu_riichi=hand.riichi == 2,
        is_ippatsu=hand.ippatsu,
        is_rinshan=moment == "rinshan",
        is_chankan=moment == "chankan",
        is_haitei=moment == "last_tile" and hand.tsumo,
        is_houtei=moment == "last_tile" and not hand.tsumo,
        is_tenhou=moment == "first_turn" and hand.tsumo and hand.seat == 0,
        is_chiihou=moment == "first_turn" and hand.tsumo and hand.seat != 0,
        is_renhou=moment == "first_turn" and not hand.tsumo,
        player_wind=WINDS[hand.seat],
        round_wind=WINDS[hand.round],
        options=options,
    )
    return HandCalculator.estimate_hand_value(
        every,
        win,
        melds,
        dora_indicators=[4 * kind for kind in hand.dora],
        config=config,
        ura_dora_indicators=[4 * kind for kind in hand.ura],
    )


# Every option both know, and how it is said on either side.
OPTIONS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "ema": ({"kazoe_limit": HandConfig.KAZOE_SANBAIMAN}, {}),
    "closed tanyao": (
        {"has_open_tanyao": False, "kazoe_limit": HandConfig.KAZOE_SANBAIMAN},
        {"open_tanyao": False},
    ),
    "kiriage": ({"kiriage": True, "kazoe_limit": HandConfig.KAZOE_SANBAIMAN}, {"kiriage": True}),
    "counted yakuman": ({"kazoe_limit": HandConfig.KAZOE_LIMITED}, {"counted_limit": "yakuman"}),
    "double yakuman": (
        {"has_double_yakuman": True, "kazoe_limit": HandConfig.KAZOE_SANBAIMAN},
        {"double_yakuman": ["kokushi_13", "chuuren_9", "suuankou_tanki", "daisuushii"]},
    ),
    "renhou yakuman": (
        {"renhou_as_yakuman": True, "kazoe_limit": HandConfig.KAZOE_SANBAIMAN},
        {"renhou": "yakuman"},
    ),
}


def names_of(response: HandResponse) -> set[str]:
    """Return the names of the yaku; winds are named there by their wind."""
    return {NAMES.get(str(yaku), str(yaku).split(" (")[0]) for yaku in response.yaku or [] if "Dora" not in str(yaku)}


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("name", mostly_thorough(OPTIONS, "hands by chance with every option"))
@pytest.mark.parametrize("mix", ["mix", "rare"])
def test_han_fu_yaku_and_payments_agree(name: str, mix: str) -> None:
    """Yaku add up there and the yakuman stack always, so both are set alike here.

    No other disagreement is known: anything else that differs fails.
    """
    theirs, ours = OPTIONS[name]
    options = OptionalRules(**{"has_open_tanyao": True, "has_double_yakuman": False, "has_aka_dora": False} | theirs)
    changes = {"yakuman_stack": True, "honba_value": 300, **ours}
    share = 20 if name != "ema" else 10 if mix == "rare" else 2.5
    number = int(HANDS / share)
    for count, hand in enumerate(
        random_hands(number, seed=len(name) + 50 * len(mix), mix=MIX if mix == "mix" else RARE)
    ):
        moment = hand.moment
        if count % 10 == 0 and not hand.melds and (hand.tsumo or hand.seat):
            hand = hand._replace(riichi=0, ippatsu=False, ura=[], moment="first_turn")  # noqa: PLW2901
            moment = "first_turn"
        record = {**hand.as_record(), "set": changes}
        response = oracle(hand, options, moment)
        compare(record, response, renhou=moment == "first_turn" and not hand.tsumo)


def compare(record: dict[str, Any], response: HandResponse, *, renhou: bool) -> None:
    try:
        answer = answer_score(record)
    except TenboError as refused:
        assert refused.code == "no_yaku"
        assert response.error == HandCalculator.ERR_NO_YAKU, record
        return
    assert response.error is None, record
    if renhou and book_of_record(record).rules.renhou == "mangan" and not answer["yakuman"]:
        # There renhou is five han that add to the rest; here it stands alone or not at all.
        assert "renhou" in names_of(response)
        return
    cost = response.cost
    assert cost is not None
    assert cost["total"] == answer["value"], record
    assert yaku_here(answer) == names_of(response), record
    if not answer["yakuman"]:
        assert (response.han, response.fu) == (answer["han"], answer["fu"]), record


def yaku_here(answer: dict[str, Any]) -> set[str]:
    winds = {"seat_wind": "Yakuhai", "round_wind": "Yakuhai"}
    return {winds.get(name, name) for name, _ in answer["yaku"]}


def test_the_books_differ_from_the_oracle_where_they_say_so() -> None:
    """The comparison above would be empty if the switches did nothing: stacking changes big four winds."""
    record = {"hand": "444z5z", "win": "5z", "by": "ron", "melds": ["pon 111z", "pon 222z", "pon 333z"]}
    assert answer_score(record)["value"] == 32000
    assert answer_score({**record, "set": {"yakuman_stack": True}})["value"] == 64000
    assert load("ema-2016").rules.yakuman_stack is False
