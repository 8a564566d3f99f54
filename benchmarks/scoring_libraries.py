"""The same hands for every library: what each needs per hand, made ready before or made each time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mahjong.constants import EAST, NORTH, SOUTH, WEST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld as MahjongMeld
from mahjong.tile import TilesConverter

import tenbo
from tenbo.rulebooks import load
from tenbo.scoring.engine.scorer_cache import scorer_of
from tenbo.scoring.melds import parse_meld
from tenbo.scoring.tiles import NAMES, pack, tile_text
from tenbo.scoring.yaku import BIT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from random_hands import RandomHand

RULES = load("ema-2016").rules
WINDS = (EAST, SOUTH, WEST, NORTH)
MELD_TYPES = {
    "chi": MahjongMeld.CHI,
    "pon": MahjongMeld.PON,
    "kan": MahjongMeld.KAN,
    "kakan": MahjongMeld.SHOUMINKAN,
    "ankan": MahjongMeld.ANKAN if hasattr(MahjongMeld, "ANKAN") else MahjongMeld.KAN,
}
OPTIONS = OptionalRules(
    has_open_tanyao=True,
    has_aka_dora=False,
    has_double_yakuman=False,
    kazoe_limit=HandConfig.KAZOE_SANBAIMAN,
)


class Tenbo:
    """One hand as this project takes it: through its public API, or packed before."""

    __slots__ = ("dora", "melds", "packed", "scorer", "situation", "tiles", "tsumo", "ura", "win")
    name = "tenbo"

    def __init__(self, hand: RandomHand) -> None:
        self.scorer = scorer_of(RULES, hand.seat, hand.round)
        self.tiles = list(hand.closed)
        self.win = hand.win
        self.tsumo = hand.tsumo
        self.melds = tuple([parse_meld(text) for text in hand.as_record()["melds"]])  # type: ignore[attr-defined]
        self.dora = tuple(hand.dora)
        self.ura = tuple(hand.ura)
        self.situation = situation_yaku_bits(hand)
        self.packed = pack([*hand.closed, hand.win])


def situation_yaku_bits(hand: RandomHand) -> int:
    """Return the yaku of how the hand was won, as bits."""
    names = [("", "riichi", "double_riichi")[hand.riichi], "ippatsu" if hand.ippatsu else ""]
    names.append(("haitei" if hand.tsumo else "houtei") if hand.moment == "last_tile" else hand.moment)
    return sum(BIT[name] for name in names if name)


def tenbo_from_tiles(hands: Sequence[Tenbo]) -> None:
    """Score from a list of tiles and read the whole result: yaku, han, fu, who pays what."""
    for hand in hands:
        result = hand.scorer.score(
            hand.tiles,
            hand.win,
            tsumo=hand.tsumo,
            melds=hand.melds,
            situation=hand.situation,
            dora=hand.dora,
            ura=hand.ura,
        )
        _ = result.yaku, result.han, result.fu, result.pay


def tenbo_packed(hands: Sequence[Tenbo]) -> None:
    """Score hands whose tiles were packed before."""
    for hand in hands:
        result = hand.scorer.score_packed(
            hand.packed, hand.win, hand.tsumo, hand.melds, hand.situation, hand.dora, hand.ura
        )
        _ = result.yaku, result.han, result.fu, result.pay


def hand_arguments(hand: RandomHand) -> tuple[tuple[str, str, str], dict[str, Any]]:
    """Return what a program would give to `tenbo.Hand`: texts, and what is special about the hand."""
    record = hand.as_record()
    options: dict[str, Any] = {name: record[name] for name in ("melds", "seat", "round", "riichi", "ippatsu")}
    options |= {name: tile_text(tiles) for name, tiles in (("dora", hand.dora), ("ura", hand.ura)) if tiles}
    if hand.moment:
        options["moment"] = hand.moment
    return (tile_text(hand.closed), NAMES[hand.win], "tsumo" if hand.tsumo else "ron"), options


def tenbo_hand(hand: RandomHand) -> tenbo.Hand:
    """Return a hand of the library, made before it is scored."""
    words, options = hand_arguments(hand)
    return tenbo.Hand(*words, **options)


def tenbo_library(hands: Sequence[tenbo.Hand]) -> None:
    """Score hands through the public door."""
    score = tenbo.score
    for hand in hands:
        result = score(hand, "ema-2016")
        _ = result.yaku, result.han, result.fu, result.pay


def score_from_text(hands: Sequence[tuple[tuple[str, str, str], dict[str, Any]]]) -> None:
    """Make hands from text and score them."""
    score, make = tenbo.score, tenbo.Hand
    for words, options in hands:
        result = score(make(*words, **options), "ema-2016")
        _ = result.yaku, result.han, result.fu, result.pay


class Tiles136:
    """One hand with its tiles numbered 0-135, as the other libraries take them."""

    def __init__(self, hand: RandomHand) -> None:
        self.hand = hand
        self.used = [0] * 34
        self.closed = [self.take(kind) for kind in hand.closed]
        self.win = self.take(hand.win)
        self.melds = [(word, [self.take(kind) for kind in kinds]) for word, kinds in hand.melds]
        self.dora = [4 * kind + 3 for kind in hand.dora]
        self.ura = [4 * kind + 3 for kind in hand.ura]

    def take(self, kind: int) -> int:
        """Return the next copy of a tile, the red five last."""
        self.used[kind] += 1
        copy = self.used[kind] if kind in (4, 13, 22) else self.used[kind] - 1
        return 4 * kind + copy % 4


class Mahjong(Tiles136):
    """One hand as PyPI `mahjong` takes it."""

    name = "mahjong"

    def __init__(self, hand: RandomHand) -> None:
        super().__init__(hand)
        self.every = [*self.closed, self.win, *(tile for _, tiles in self.melds for tile in tiles)]
        self.prepared: tuple[list[MahjongMeld], HandConfig] | None = None

    def prepare(self) -> tuple[list[MahjongMeld], HandConfig]:
        """Make melds and configuration, as its callers do for each hand."""
        hand = self.hand
        melds = [MahjongMeld(MELD_TYPES[word], tuple(tiles), word != "ankan") for word, tiles in self.melds]
        config = HandConfig(
            is_tsumo=hand.tsumo,
            is_riichi=hand.riichi == 1,
            is_daburu_riichi=hand.riichi == 2,
            is_ippatsu=hand.ippatsu,
            is_rinshan=hand.moment == "rinshan",
            is_chankan=hand.moment == "chankan",
            is_haitei=hand.moment == "last_tile" and hand.tsumo,
            is_houtei=hand.moment == "last_tile" and not hand.tsumo,
            player_wind=WINDS[hand.seat],
            round_wind=WINDS[hand.round],
            options=OPTIONS,
        )
        return melds, config

    def score(self) -> Any:
        """Score it, melds and configuration made each time."""
        melds, config = self.prepare()
        return HandCalculator.estimate_hand_value(
            self.every, self.win, melds, self.dora, config, ura_dora_indicators=self.ura
        )


class MahjongText(Mahjong):
    """One hand as PyPI `mahjong` takes it from text."""

    def __init__(self, hand: RandomHand) -> None:
        super().__init__(hand)
        self.text = tile_text([*hand.closed, hand.win])


def mahjong_text(hands: Sequence[MahjongText]) -> None:
    """Convert the closed tiles from text, then score; melds and configuration are made each time, as always."""
    convert = TilesConverter.one_line_string_to_136_array
    for hand in hands:
        _ = convert(hand.text)
        response = hand.score()
        _ = response.yaku, response.han, response.fu, response.cost


def mahjong_full(hands: Sequence[Mahjong]) -> None:
    """Score and read the result."""
    for hand in hands:
        response = hand.score()
        _ = response.yaku, response.han, response.fu, response.cost


def riichienv_contender() -> tuple[type[Tiles136], Callable[[Sequence[Any]], None]] | None:
    """Return the same for PyPI `riichienv`, where it is installed."""
    try:
        from riichienv import Conditions, HandEvaluator, Meld, MeldType
    except ImportError:
        return None
    types = {
        "chi": MeldType.Chi,
        "pon": MeldType.Pon,
        "kan": MeldType.Daiminkan,
        "kakan": MeldType.Kakan,
        "ankan": MeldType.Ankan,
    }

    class Riichienv(Tiles136):
        """One hand as `riichienv` takes it."""

        name = "riichienv"

    def riichienv_full(hands: Sequence[Riichienv]) -> None:
        for prepared in hands:
            hand = prepared.hand
            melds = [Meld(types[word], tiles, word != "ankan") for word, tiles in prepared.melds]
            conditions = Conditions(
                tsumo=hand.tsumo,
                riichi=hand.riichi == 1,
                double_riichi=hand.riichi == 2,
                ippatsu=hand.ippatsu,
                haitei=hand.moment == "last_tile" and hand.tsumo,
                houtei=hand.moment == "last_tile" and not hand.tsumo,
                rinshan=hand.moment == "rinshan",
                chankan=hand.moment == "chankan",
                player_wind=hand.seat,
                round_wind=hand.round,
            )
            result = HandEvaluator(prepared.closed, melds).calc(prepared.win, prepared.dora, conditions, prepared.ura)
            _ = result.yaku, result.han, result.fu, result.ron_agari

    return Riichienv, riichienv_full
