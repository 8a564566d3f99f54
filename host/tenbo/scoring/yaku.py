"""The table of all yaku: one row each, in the order of listing.

A row says what the yaku is called, what it asks for in words, and what it asks for in the rule
text. What it is worth, and the section behind it, stands in the rule books.
"""

from __future__ import annotations

from tenbo.validation.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.scoring.engine.reading_features import HonourFields, ShapeFields


class Yaku(NamedTuple):
    """One yaku.

    `holds` decides from the shape of a reading and `honours` from its honours; where both are there both
    must agree. A yaku with neither is decided by how the hand was won or, marked `place`, by where its
    tiles and groups stand. `instead_of` names the lower yaku it replaces.
    """

    name: str
    kanji: str
    english: str
    asks: str
    holds: Callable[[ShapeFields], bool] | None = None
    honours: Callable[[HonourFields], bool] | None = None
    place: bool = False
    instead_of: tuple[str, ...] = ()
    closed_only: bool = False
    yakuman: bool = False


def _yakuman(  # noqa: PLR0913  (a row is a row)
    name: str,
    kanji: str,
    english: str,
    asks: str,
    holds: Callable[[ShapeFields], bool] | None = None,
    *,
    honours: Callable[[HonourFields], bool] | None = None,
    instead_of: tuple[str, ...] = (),
    place: bool = False,
    closed_only: bool = False,
) -> Yaku:
    return Yaku(name, kanji, english, asks, holds, honours, place, instead_of, closed_only, yakuman=True)


YAKU = (
    # How the hand was won.
    Yaku("menzen_tsumo", "門前清自摸和", "fully concealed hand",
         "closed hand, won by self-draw", closed_only=True),
    Yaku("riichi", "立直", "riichi",
         "riichi was declared", closed_only=True),
    Yaku("double_riichi", "両立直", "double riichi",
         "riichi in the first uninterrupted turn", instead_of=("riichi",), closed_only=True),
    Yaku("open_riichi", "開立直", "open riichi",
         "riichi with the hand shown", closed_only=True),
    Yaku("ippatsu", "一発", "ippatsu",
         "won within the uninterrupted turn after riichi", closed_only=True),
    Yaku("chankan", "槍槓", "robbing the kan",
         "won on a tile another player added to a pon"),
    Yaku("rinshan", "嶺上開花", "after a kan",
         "won on the replacement tile after one's own kan"),
    Yaku("haitei", "海底摸月", "last tile draw",
         "self-draw of the last tile of the wall"),
    Yaku("houtei", "河底撈魚", "last tile claim",
         "won on the last discard"),
    # What the reading looks like.
    Yaku("pinfu", "平和", "pinfu",
         "closed, four runs, a pair without fu, a two-sided wait", closed_only=True),
    Yaku("tanyao", "断幺九", "all simples",
         "no terminals and no honours",
         lambda shape: shape.simples == shape.groups),
    Yaku("iipeikou", "一盃口", "twin runs",
         "closed, the same run twice",
         lambda shape: shape.twins >= 1, closed_only=True),
    Yaku("seat_wind", "自風牌", "seat wind",
         "a triplet of one's own wind",
         honours=lambda honours: honours.seat_wind == 1),
    Yaku("round_wind", "場風牌", "round wind",
         "a triplet of the round's wind",
         honours=lambda honours: honours.round_wind == 1),
    Yaku("haku", "白", "white dragon",
         "a triplet of white dragons",
         honours=lambda honours: honours.haku == 1),
    Yaku("hatsu", "發", "green dragon",
         "a triplet of green dragons",
         honours=lambda honours: honours.hatsu == 1),
    Yaku("chun", "中", "red dragon",
         "a triplet of red dragons",
         honours=lambda honours: honours.chun == 1),
    Yaku("chiitoitsu", "七対子", "seven pairs",
         "seven different pairs",
         lambda shape: shape.pairs == 7, closed_only=True),
    Yaku("chanta", "混全帯幺九", "outside hand",
         "a terminal or honour in every group, and a run",
         lambda shape: shape.simples == 0 and shape.runs > 0),
    Yaku("ittsu", "一気通貫", "pure straight",
         "123, 456 and 789 of one suit", place=True),
    Yaku("sanshoku_doujun", "三色同順", "three-colour run",
         "the same run in all three suits", place=True),
    Yaku("sanshoku_doukou", "三色同刻", "three-colour triplet",
         "the same triplet in all three suits", place=True),
    Yaku("sankantsu", "三槓子", "three kans",
         "three kans",
         lambda shape: shape.kans == 3),
    Yaku("toitoi", "対々和", "all triplets",
         "four triplets or kans",
         lambda shape: shape.triplets == 4),
    Yaku("sanankou", "三暗刻", "three concealed triplets",
         "three triplets that no other player's tile completed",
         lambda shape: shape.concealed >= 3),
    Yaku("shousangen", "小三元", "small three dragons",
         "two triplets of dragons and a pair of the third",
         honours=lambda honours: honours.dragons == 2 and honours.dragon_pair == 1),
    Yaku("honroutou", "混老頭", "all terminals and honours",
         "nothing but terminals and honours",
         lambda shape: shape.simples == 0 and shape.runs == 0),
    Yaku("ryanpeikou", "二盃口", "two twin runs",
         "closed, two pairs of identical runs",
         lambda shape: shape.twins == 2, instead_of=("iipeikou",), closed_only=True),
    Yaku("junchan", "純全帯幺九", "pure outside hand",
         "a terminal in every group, and a run",
         lambda shape: shape.simples == 0 and shape.runs > 0,
         honours=lambda honours: honours.honours == 0, instead_of=("chanta",)),
    Yaku("honitsu", "混一色", "half flush",
         "one suit and honours", place=True),
    Yaku("chinitsu", "清一色", "full flush",
         "one suit only", place=True, instead_of=("honitsu",)),
    Yaku("renhou", "人和", "blessing of man",
         "ron before one's own first turn, uninterrupted", closed_only=True),
    Yaku("nagashi_mangan", "流し満貫", "nagashi mangan",
         "only terminals and honours discarded, none of them called"),
    # Yakuman.
    _yakuman("tenhou", "天和", "blessing of heaven",
             "East wins with the first fourteen tiles", closed_only=True),
    _yakuman("chiihou", "地和", "blessing of earth",
             "self-draw in the first turn, uninterrupted", closed_only=True),
    _yakuman("kokushi", "国士無双", "thirteen orphans",
             "each terminal and honour, one of them twice", closed_only=True),
    _yakuman("kokushi_13", "国士無双十三面", "thirteen-sided thirteen orphans",
             "thirteen orphans waiting for all thirteen",
             instead_of=("kokushi",), closed_only=True),
    _yakuman("chuuren", "九蓮宝燈", "nine gates",
             "closed, 1112345678999 of one suit and one more tile of that suit",
             lambda shape: shape.nine_gates == 1, closed_only=True),
    _yakuman("chuuren_9", "純正九蓮宝燈", "nine-sided nine gates",
             "nine gates waiting for all nine",
             lambda shape: shape.pure_gates == 1, instead_of=("chuuren",), closed_only=True),
    _yakuman("suuankou", "四暗刻", "four concealed triplets",
             "four triplets that no other player's tile completed",
             lambda shape: shape.concealed == 4, closed_only=True),
    _yakuman("suuankou_tanki", "四暗刻単騎", "four concealed triplets on the pair",
             "four concealed triplets waiting for the pair",
             lambda shape: shape.concealed == 4 and shape.pair_wait == 1, instead_of=("suuankou",), closed_only=True),
    _yakuman("suukantsu", "四槓子", "four kans",
             "four kans",
             lambda shape: shape.kans == 4),
    _yakuman("ryuuiisou", "緑一色", "all green",
             "nothing but 2, 3, 4, 6, 8 of bamboo and green dragons",
             place=True),
    _yakuman("chinroutou", "清老頭", "all terminals",
             "nothing but terminals",
             lambda shape: shape.simples == 0 and shape.runs == 0,
             honours=lambda honours: honours.honours == 0),
    _yakuman("tsuuiisou", "字一色", "all honours",
             "nothing but honours",
             place=True),
    _yakuman("daisangen", "大三元", "big three dragons",
             "triplets of all three dragons",
             honours=lambda honours: honours.dragons == 3),
    _yakuman("shousuushii", "小四喜", "small four winds",
             "three triplets of winds and a pair of the fourth",
             honours=lambda honours: honours.winds == 3 and honours.wind_pair == 1),
    _yakuman("daisuushii", "大四喜", "big four winds",
             "triplets of all four winds",
             honours=lambda honours: honours.winds == 4),
)  # fmt: skip

# The place of a yaku in the list, and the bit that stands for it in a set of yaku.
BIT = {yaku.name: 1 << index for index, yaku in enumerate(YAKU)}
BY_NAME = {yaku.name: yaku for yaku in YAKU}


def yaku_names(yaku: int) -> tuple[str, ...]:
    """Return the names of a set of yaku, in their order.

    >>> yaku_names(BIT["tanyao"] | BIT["riichi"])
    ('riichi', 'tanyao')
    """
    return tuple(row.name for index, row in enumerate(YAKU) if yaku >> index & 1)
