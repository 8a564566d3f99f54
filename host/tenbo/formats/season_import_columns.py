"""The columns of a club's old results by their names in all languages, and points as those countries write them."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from tenbo.formats.player_files import COLUMNS as PLAYER_FILE_COLUMNS
from tenbo.formats.score_files import WINDS
from tenbo.validation.text_sanitizer import to_ascii_width

if TYPE_CHECKING:
    from collections.abc import Iterator

SEAT_NAMES = ("east", "south", "west", "north")

PLAYER = (*PLAYER_FILE_COLUMNS["name"], "spieler", "spielername", "speler", "プレイヤー", "玩家", "플레이어")
SCORE = (
    "score", "points", "punkte", "punktzahl", "punktestand", "punten", "punti", "punteggio", "puntos", "puntuación",
    "puntuacion", "punkty", "очки", "счёт", "счет", "баллы", "点数", "得点", "持ち点", "素点", "スコア", "分数",
    "得分", "점수", "득점",
)  # fmt: skip
CHIPS = ("chips", "shuugi", "chip", "jetons", "fichas", "żetony", "фишки", "チップ", "祝儀", "筹码", "칩")

# The columns of a file with a row for each seat, East first; rows of the same game have the same `game`.
SEAT_COLUMNS = {
    "game": ("game", "id", "spiel", "partie", "partij", "spel", "partita", "partida", "gra", "partia", "игра", "партия",
             "対局", "半荘", "試合", "对局", "场次", "경기", "대국"),
    "player": PLAYER,
    "score": SCORE,
}  # fmt: skip
GAME_COLUMNS = {
    "date": ("date", "day", "datum", "tag", "dag", "jour", "data", "giorno", "fecha", "día", "dia", "dzień", "дата",
             "день", "日付", "対局日", "日期", "날짜", "일자"),
    "series": ("series", "season", "evening", "saison", "serie", "abend", "spielabend", "seizoen", "avond", "série",
               "soirée", "stagione", "serata", "temporada", "velada", "sezon", "seria", "wieczór", "сезон", "серия",
               "вечер", "シーズン", "例会", "赛季", "시즌"),
    "rules": ("rules", "rule book", "regeln", "regelwerk", "regels", "reglement", "règles", "règlement", "regole",
              "regolamento", "reglas", "reglamento", "zasady", "правила", "ルール", "规则", "룰", "규칙"),
    "table": ("table", "tisch", "tafel", "tavolo", "mesa", "stół", "stolik", "стол", "卓", "桌", "桌号", "테이블",
              "탁"),
    "sticks": ("sticks", "riichi sticks", "stäbchen", "riichi-stäbchen", "stokjes", "riichistokjes", "bâtonnets",
               "stecchetti", "palitos", "patyczki", "палочки", "供託", "リーチ棒", "供托", "立直棒", "공탁", "리치봉"),
}  # fmt: skip
# What files have besides; it follows from the scores.
FOLLOWING = ("total", "place", "seat")


def _seat_columns(words: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the columns of each seat: a wind and a word, a word and a wind, a word and the number of the seat."""
    return {
        seat: tuple(dict.fromkeys(chain.from_iterable(_of_seat(word, number) for word in words)))
        for number, seat in enumerate(SEAT_NAMES)
    }


def _of_seat(word: str, number: int) -> Iterator[str]:
    yield from (f"{word} {number + 1}", f"{word}{number + 1}")
    for wind in WINDS[number]:
        yield from (f"{wind} {word}", f"{word} {wind}")
        if not wind.isascii():
            yield wind + word


# The columns of a file with a row for each game: the player of each seat, the score, and the chips.
PLAYER_COLUMNS = {
    seat: (*WINDS[number], *columns) for number, (seat, columns) in enumerate(_seat_columns(PLAYER).items())
}
SCORE_COLUMNS = _seat_columns(SCORE)
CHIP_COLUMNS = _seat_columns(CHIPS)
KNOWN = [
    *chain.from_iterable(
        names
        for columns in (PLAYER_COLUMNS, SCORE_COLUMNS, SEAT_COLUMNS, GAME_COLUMNS, CHIP_COLUMNS)
        for names in columns.values()
    ),
    *CHIPS,
    *FOLLOWING,
    *(f"{name} {value}" for name in SEAT_NAMES for value in FOLLOWING[:2]),
]

_MINUS = re.compile(r"^[\u2212\u2013\u30fc\u25b2\u25b3]")
_THOUSANDS = re.compile(r"[,.'\u2019\s](?=\d{3}(?:\D|$))")
_NUMBER = re.compile(r"([+-]?)(\d{1,9})(?:[.,](\d{1,2}))?", re.ASCII)
THOUSAND = 1000


def parse_points(text: str) -> int | None:
    """Return a number of points as people write it, or None; one with a decimal is in thousands.

    >>> [parse_points(text) for text in ("25.000", "25 000", "25'000", "25,000.00", "−1.200", "32,5", "-5.0", "▲1,200")]
    [25000, 25000, 25000, 25000, -1200, 32500, -5000, -1200]
    >>> [parse_points(text) for text in ("２５０００", "25000,0", "2.50", "25 00", "many", "", "²")]
    [25000, 25000, None, None, None, None, None]
    """
    match = _NUMBER.fullmatch(_THOUSANDS.sub("", _MINUS.sub("-", to_ascii_width(text).strip())))
    if match is None:
        return None
    sign, whole, decimals = -1 if match[1] == "-" else 1, int(match[2]), match[3] or ""
    if not decimals or (not int(decimals) and (whole >= THOUSAND or not whole)):
        return sign * whole
    if len(decimals) == 1 and whole < THOUSAND:
        return sign * (THOUSAND * whole + THOUSAND // 10 * int(decimals))
    return None
