"""Maps the yaku names of both log formats to our own names."""

from __future__ import annotations

import re
from unicodedata import normalize

# By the numbers that mjlog gives them; the last three are no yaku but dora.
BY_NUMBER = (
    "menzen_tsumo", "riichi", "ippatsu", "chankan", "rinshan", "haitei", "houtei", "pinfu", "tanyao", "iipeikou",
    "seat_wind", "seat_wind", "seat_wind", "seat_wind", "round_wind", "round_wind", "round_wind", "round_wind",
    "haku", "hatsu", "chun", "double_riichi", "chiitoitsu", "chanta", "ittsu", "sanshoku_doujun", "sanshoku_doukou",
    "sankantsu", "toitoi", "sanankou", "shousangen", "honroutou", "ryanpeikou", "junchan", "honitsu", "chinitsu",
    "renhou", "tenhou", "chiihou", "daisangen", "suuankou", "suuankou_tanki", "tsuuiisou", "ryuuiisou", "chinroutou",
    "chuuren", "chuuren_9", "kokushi", "kokushi_13", "daisuushii", "shousuushii", "suukantsu", "dora", "ura", "red",
)  # fmt: skip

# By the Japanese names of tenhou.net/6, and by those that converters from other sites write.
BY_NAME = {
    "門前清自摸和": "menzen_tsumo", "立直": "riichi", "リーチ": "riichi", "一発": "ippatsu", "槍槓": "chankan",
    "嶺上開花": "rinshan", "海底摸月": "haitei", "河底撈魚": "houtei", "平和": "pinfu", "断幺九": "tanyao",
    "断么九": "tanyao", "一盃口": "iipeikou", "両立直": "double_riichi", "ダブル立直": "double_riichi",
    "ダブルリーチ": "double_riichi", "七対子": "chiitoitsu", "混全帯幺九": "chanta", "混全帯么九": "chanta",
    "一気通貫": "ittsu", "三色同順": "sanshoku_doujun", "三色同刻": "sanshoku_doukou", "三槓子": "sankantsu",
    "対々和": "toitoi", "対対和": "toitoi", "三暗刻": "sanankou", "小三元": "shousangen", "混老頭": "honroutou",
    "二盃口": "ryanpeikou", "純全帯幺九": "junchan", "純全帯么九": "junchan", "混一色": "honitsu",
    "清一色": "chinitsu", "人和": "renhou", "天和": "tenhou", "地和": "chiihou", "大三元": "daisangen",
    "四暗刻": "suuankou", "四暗刻単騎": "suuankou_tanki", "字一色": "tsuuiisou", "緑一色": "ryuuiisou",
    "清老頭": "chinroutou", "九蓮宝燈": "chuuren", "九蓮宝灯": "chuuren", "純正九蓮宝燈": "chuuren_9",
    "純正九蓮宝灯": "chuuren_9", "国士無双": "kokushi", "国士無双１３面": "kokushi_13",
    "国士無双13面": "kokushi_13", "国士無双十三面待ち": "kokushi_13", "大四喜": "daisuushii",
    "小四喜": "shousuushii", "四槓子": "suukantsu", "ドラ": "dora", "裏ドラ": "ura", "赤ドラ": "red",
    "抜きドラ": "north", "北ドラ": "north", "北": "north", "抜北": "north", "抜北宝牌": "north", "ハイテイ": "haitei",
    "ホウテイ": "houtei",
    "白": "haku", "発": "hatsu", "中": "chun",
    "門前自摸": "menzen_tsumo", "海底撈月": "haitei", "断么": "tanyao", "四暗刻単騎待ち": "suuankou_tanki",
    # Of Mahjong Soul's own server, in Chinese; signs are written as in Japanese before a name is looked up.
    "宝牌": "dora", "紅宝牌": "red", "裏宝牌": "ura", "国士無双十三面": "kokushi_13",
    # Korean, as its players write them.
    "리치": "riichi", "더블리치": "double_riichi", "더블 리치": "double_riichi", "일발": "ippatsu",
    "멘젠쯔모": "menzen_tsumo", "멘젠 쯔모": "menzen_tsumo", "창깡": "chankan", "영상개화": "rinshan",
    "해저로월": "haitei", "하저로어": "houtei", "핑후": "pinfu", "탕야오": "tanyao", "이페코": "iipeikou",
    "량페코": "ryanpeikou", "백": "haku", "발": "hatsu", "중": "chun", "치또이쯔": "chiitoitsu",
    "치또이츠": "chiitoitsu", "찬타": "chanta", "준찬타": "junchan", "일기통관": "ittsu",
    "삼색동순": "sanshoku_doujun", "삼색동각": "sanshoku_doukou", "산깡쯔": "sankantsu", "또이또이": "toitoi",
    "산안커": "sanankou", "소삼원": "shousangen", "혼노두": "honroutou", "혼일색": "honitsu", "청일색": "chinitsu",
    "인화": "renhou", "천화": "tenhou", "지화": "chiihou", "대삼원": "daisangen", "스안커": "suuankou",
    "스안커 단기": "suuankou_tanki", "스안커단기": "suuankou_tanki", "자일색": "tsuuiisou", "녹일색": "ryuuiisou",
    "청노두": "chinroutou", "구련보등": "chuuren", "순정구련보등": "chuuren_9", "국사무쌍": "kokushi",
    "국사무쌍 13면 대기": "kokushi_13", "대사희": "daisuushii", "소사희": "shousuushii", "스깡쯔": "suukantsu",
    "도라": "dora", "뒷도라": "ura", "적도라": "red", "북": "north", "북도라": "north",
}  # fmt: skip

# By names in English, as Mahjong Soul has them, and by other spellings than ours in Latin letters.
BY_LATIN_NAME = {
    "Fully Concealed Hand": "menzen_tsumo", "Tsumo": "menzen_tsumo", "Menzenchin Tsumohou": "menzen_tsumo",
    "Reach": "riichi", "Double Reach": "double_riichi", "Daburu Riichi": "double_riichi", "One Shot": "ippatsu",
    "Robbing a Kan": "chankan", "Robbing a Kong": "chankan", "After a Kan": "rinshan", "After a Kong": "rinshan",
    "Rinshan Kaihou": "rinshan", "Under the Sea": "haitei", "Haitei Raoyue": "haitei", "Haitei Moyue": "haitei",
    "Under the River": "houtei", "Houtei Raoyui": "houtei", "All Simples": "tanyao", "Tanyao Chuu": "tanyao",
    "Pure Double Sequence": "iipeikou", "Iipeiko": "iipeikou", "White Dragon": "haku", "Green Dragon": "hatsu",
    "Red Dragon": "chun", "Jikaze": "seat_wind", "Jikazehai": "seat_wind", "Prevalent Wind": "round_wind",
    "Bakaze": "round_wind", "Bakazehai": "round_wind", "Seven Pairs": "chiitoitsu", "Chiitoi": "chiitoitsu",
    "Half Outside Hand": "chanta", "Honchan Taiyao": "chanta", "Honchantaiyaochuu": "chanta", "Pure Straight": "ittsu",
    "Ikkitsuukan": "ittsu", "Mixed Triple Sequence": "sanshoku_doujun", "Sanshoku": "sanshoku_doujun",
    "Triple Triplets": "sanshoku_doukou", "Sanshoku Dokou": "sanshoku_doukou", "Three Quads": "sankantsu",
    "All Triplets": "toitoi", "Toitoihou": "toitoi", "Three Concealed Triplets": "sanankou",
    "Little Three Dragons": "shousangen", "All Terminals and Honors": "honroutou",
    "Twice Pure Double Sequence": "ryanpeikou", "Ryanpeiko": "ryanpeikou", "Fully Outside Hand": "junchan",
    "Junchan Taiyao": "junchan", "Junchantaiyaochuu": "junchan", "Half Flush": "honitsu", "Honiisou": "honitsu",
    "Full Flush": "chinitsu", "Chiniisou": "chinitsu", "Hand of Man": "renhou", "Blessing of Heaven": "tenhou",
    "Blessing of Earth": "chiihou", "Big Three Dragons": "daisangen", "Four Concealed Triplets": "suuankou",
    "Single-wait Four Concealed Triplets": "suuankou_tanki", "All Honors": "tsuuiisou", "All Green": "ryuuiisou",
    "All Terminals": "chinroutou", "Nine Gates": "chuuren", "Chuuren Poutou": "chuuren",
    "True Nine Gates": "chuuren_9", "Junsei Chuuren Poutou": "chuuren_9", "Thirteen Orphans": "kokushi",
    "Kokushi Musou": "kokushi", "Thirteen-wait Thirteen Orphans": "kokushi_13",
    "Kokushi Musou Juusanmenmachi": "kokushi_13", "Kokushi Juusanmen": "kokushi_13", "Four Big Winds": "daisuushii",
    "Four Little Winds": "shousuushii", "Four Quads": "suukantsu", "Ura Dora": "ura", "Aka Dora": "red",
    "Kita": "north", "North Dora": "north", "Nukidora": "north",
    "Red Five": "red", "Red Fives": "red", "Red Dora": "red",
    # As the rule books of Europe and of the World Championship call them.
    "After a Quad": "rinshan", "Robbing a Quad": "chankan", "Full Outside Hand": "junchan",
    "Half Outside": "chanta", "Triple Triplet": "sanshoku_doukou", "Blessing of Man": "renhou",
    "All Terminals and Honours": "honroutou", "All Honours": "tsuuiisou", "Big Four Winds": "daisuushii",
    "Little Four Winds": "shousuushii", "Pure Nine Gates": "chuuren_9", "Seat Wind Triplet": "seat_wind",
    "Round Wind Triplet": "round_wind", "Self Wind": "seat_wind", "Own Wind": "seat_wind", "Table Wind": "round_wind",
    "Heavenly Hand": "tenhou", "Earthly Hand": "chiihou", "Thirteen-Sided Thirteen Orphans": "kokushi_13",
    "Ikkitsuu": "ittsu",
}  # fmt: skip

_WIND = re.compile(r"(?P<seat>自風|門風|자풍)|場風|장풍")
# What some write before a wind or a dragon.
_OF_HONOURS = re.compile("^(?:役牌|역패)[: ]*")
# Each sign of simplified or traditional Chinese, and the Japanese one for it.
_AS_IN_JAPANESE = str.maketrans(
    "门开枪抢搶杠岭捞鱼发發斷么带帶气氣贯顺两兩对對头纯莲灯寶红里裡拔國无双雙绿綠单單骑杯风场",
    "門開槍槍槍槓嶺撈魚発発断幺帯帯気気貫順両両対対頭純蓮灯宝紅裏裏抜国無双双緑緑単単騎盃風場",
)

BONUS = ("dora", "ura", "red", "north")

# What the tiles do not show is taken from the record: the field of a declared hand behind each of these yaku.
MOMENTS = {
    "rinshan": "rinshan", "chankan": "chankan", "haitei": "last_tile", "houtei": "last_tile", "tenhou": "first_turn",
    "chiihou": "first_turn", "renhou": "first_turn",
}  # fmt: skip


def yaku_name(text: str) -> str | None:
    """Return our name of a yaku in Japanese, Chinese, Korean, English or romaji, or None for one that we do not know.

    >>> yaku_name("自風 東"), yaku_name("断幺九"), yaku_name("燕返し")
    ('seat_wind', 'tanyao', None)
    >>> yaku_name("Ura Dora"), yaku_name("Sanshoku Dōjun"), yaku_name("Double Riichi"), yaku_name("Seat Wind: East")
    ('ura', 'sanshoku_doujun', 'double_riichi', 'seat_wind')
    """
    # Marks and digits may be as wide as the signs.
    text = _OF_HONOURS.sub("", normalize("NFKC", text).translate(_AS_IN_JAPANESE))
    if wind := _WIND.match(text):
        return "seat_wind" if wind["seat"] else "round_wind"
    latin = re.sub(r"^yakuhai|(?<=wind|kaze)(?:east|south|west|north|ton|nan|sha|pei)$", "", _plain(text))
    return _BY_SIGNS.get(text) or _BY_PLAIN_NAME.get(latin)


def _plain(text: str) -> str:
    """Return the small letters of a name, a long vowel as a short one: romaji is spelt in many ways."""
    letters = re.sub("[^a-z0-9]", "", normalize("NFKD", text).casefold())
    return re.sub(r"ou|oo", "o", re.sub(r"([aeiu])\1+", r"\1", letters))


_BY_SIGNS = {text.translate(_AS_IN_JAPANESE): name for text, name in BY_NAME.items()}
_OWN = {*BY_NUMBER, *BY_NAME.values()}
_BY_PLAIN_NAME = {_plain(name): name for name in _OWN} | {_plain(name): one for name, one in BY_LATIN_NAME.items()}
