"""The names in rule books: the ids of the included books, and the yaku that a book has rows for."""

from __future__ import annotations

# The order in which they are listed and in which the device offers them.
IDS = (
    "ema-2025",
    "ema-2012",
    "hambaiman-ema",
    "hambaiman-casual",
    "alarm",
    "austria",
    "ema-2016",
    "tenhou",
    "wrc",
    "wrc-2025",
    "m-league",
    "jpml-a",
    "rrc",
    "tenhou-sanma",
    "sanma-club",
)

# Ordinary yaku; a row gives their han.
HAN_YAKU = (
    "menzen_tsumo",
    "riichi",
    "double_riichi",
    "open_riichi",
    "ippatsu",
    "chankan",
    "rinshan",
    "haitei",
    "houtei",
    "pinfu",
    "tanyao",
    "iipeikou",
    "seat_wind",
    "round_wind",
    "haku",
    "hatsu",
    "chun",
    "chiitoitsu",
    "chanta",
    "ittsu",
    "sanshoku_doujun",
    "sanshoku_doukou",
    "sankantsu",
    "toitoi",
    "sanankou",
    "shousangen",
    "honroutou",
    "ryanpeikou",
    "junchan",
    "honitsu",
    "chinitsu",
    "renhou",
    "nagashi_mangan",
)

# Limit hands; a row gives 1 where they are possible.
YAKUMAN = (
    "tenhou",
    "chiihou",
    "kokushi",
    "kokushi_13",
    "chuuren",
    "chuuren_9",
    "suuankou",
    "suuankou_tanki",
    "suukantsu",
    "ryuuiisou",
    "chinroutou",
    "tsuuiisou",
    "daisangen",
    "shousuushii",
    "daisuushii",
)

YAKU = HAN_YAKU + YAKUMAN
