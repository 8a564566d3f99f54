"""Parses a declared hand as a user types it: the closed tiles, the winning tile, and the other circumstances."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tenbo.scoring.json_records import parse_indicators
from tenbo.scoring.melds import KIND_OF_WORD, is_meld_text, meld_texts
from tenbo.scoring.notation_normalizer import HIRAGANA, HONOUR_WORDS, clean_pasted
from tenbo.scoring.tile_parser import parse_tiles
from tenbo_core.errors import Malformed
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# How a hand can have been won; `tenbo score` has each as an option, too.
CIRCUMSTANCES = ("ippatsu", "open_riichi", "sorted_in", "rinshan", "chankan", "last_tile", "first_turn")
# Facts that a table knows by itself, so that they need not be typed there.
TABLE_WORDS = ("riichi", "honba", "sticks", "seat", "round", "ron", "tsumo")
WORDS_WITH_VALUE = ("dora", "ura", "north", "seat", "round", "honba", "sticks")
# The words before the winning tile.
WINNING_TILE_WORDS = (
    "win",
    "wins",
    "won",
    "winning",
    "tile",
    "agari",
    "on",
    "with",
    "draw",
    "draws",
    "drew",
    "drawn",
    "ron",
    "tsumo",
)
ARROWS = ("->", "-->", "=>", "\u2192")
IN_BRACKETS = re.compile(r"[\[({<]([^\[\](){}<>]*)[\])}>]")
BEHIND_PLUS = re.compile(rf"\+\s*((?:(?:{'|'.join(KIND_OF_WORD)})\s+)?[^\s+]+)", re.IGNORECASE)
KNOWN = (*CIRCUMSTANCES, *TABLE_WORDS, *WINNING_TILE_WORDS, *WORDS_WITH_VALUE, "double_riichi", "meld", "pao")
WITH_VALUE = ("double_riichi", "dora=TILES", "ura=TILES", "north=N", "meld=pon:555z")


def bare_tiles_text(words: Sequence[str]) -> str | None:
    """Return the tiles that words are together, with or without the blanks between them; None where they say more.

    >>> bare_tiles_text(["234", "567m", "89s"]), bare_tiles_text(["M123", "P45"]), bare_tiles_text(["123m", "ron"])
    ('234567m89s', 'M123 P45', None)
    """
    for text in (" ".join(words), "".join(words)):
        try:
            parse_tiles(text, "hand")
        except Malformed:
            continue
        return text
    return None


def extract_melds(text: str) -> tuple[str, list[str]]:
    """Return a hand without its melds in brackets or behind a plus, and these; one tile there is the winning one.

    >>> extract_melds("123m456p78s22z [555z] ron"), extract_melds("12378s22z+555z+123p")
    (('123m456p78s22z   ron', ['555z']), ('12378s22z  ', ['555z', '123p']))
    >>> extract_melds("123m456p78s22z(9s) [x55xz]"), extract_melds("123m+456p+78s+55566z")
    (('123m456p78s22z    win=9s', ['x55xz']), ('123m+456p+78s+55566z', []))
    """
    text = clean_pasted(text)
    melds: list[str] = []
    last: list[str] = []

    def extract(found: re.Match[str]) -> str:
        if _is_tile(found[1]):
            last.append(f" win={found[1].strip()}")
            return " "
        laid = meld_texts(found[1])
        if not all(map(is_meld_text, laid)):
            return f" {found[1]} "
        melds.extend(laid)
        return " "

    if IN_BRACKETS.sub("", text).strip():
        # Where all is in brackets they only part the sets.
        text = IN_BRACKETS.sub(extract, text)
    else:
        text = IN_BRACKETS.sub(r" \1 ", text)
    if _are_melds(text, len(melds)):
        text = BEHIND_PLUS.sub(extract, text)
    return text + "".join(last), melds


def _are_melds(text: str, others: int) -> bool:
    """Return whether what stands behind each plus is laid open: there are then as many closed tiles as there must."""
    behind = [words for words in BEHIND_PLUS.findall(text) if not _is_tile(words)]
    closed = bare_tiles_text(text.partition("+")[0].split())
    needed = 13 - 3 * (len(behind) + others)
    return bool(behind) and all(map(is_meld_text, behind)) and len(parse_tiles(closed or "")) in (needed, needed + 1)


def _is_tile(text: str) -> bool:
    try:
        return len(parse_tiles(text)) == 1
    except Malformed:
        return False


def parse_declared_hand(words: Sequence[str], *, at_table: bool = False) -> dict[str, Any]:
    """Return the record that words stand for; at a table those that it knows by itself are refused.

    >>> parse_declared_hand("234567m345p678s9s 9s ippatsu dora=3p1z".split())
    {'hand': '234567m345p678s9s', 'win': '9s', 'ippatsu': True, 'dora': ['3p', '1z']}
    >>> parse_declared_hand("123m456p78s22z 9s tsumo riichi meld=pon:555z honba=2".split())["melds"]
    ['pon 555z']
    """
    return {"hand": words[0], "win": words[1], **parse_circumstances(words[2:], at_table=at_table)}


def parse_circumstances(words: Sequence[str], *, at_table: bool = False) -> dict[str, Any]:
    """Return what words say of a hand beside its tiles; a value may be a word of its own.

    >>> parse_circumstances("Riichi tsumo dora 3p pon 555z seat=W".split())
    {'riichi': 1, 'by': 'tsumo', 'dora': ['3p'], 'melds': ['pon 555z'], 'seat': 'W'}
    """
    record: dict[str, Any] = {}
    for word in _joined_values(words):
        name, _, value = word.partition("=")
        before = dict(record)
        if name in CIRCUMSTANCES and not value:
            record[name] = True
        elif name == "double_riichi" and not value:
            record["riichi"] = 2
        elif name in WINNING_TILE_WORDS and not at_table and _is_tile(value):
            record |= {"win": value} if name not in ("ron", "tsumo") else {"win": value, "by": name}
        elif name in ("dora", "ura") and value:
            record[name] = [*record.get(name, ()), *parse_indicators(value)]
        elif name == "north" and value.isascii() and value.isdigit() and len(value) < 6:
            record[name] = int(value)
        elif name == "meld" and value:
            record.setdefault("melds", []).append(value.replace(":", " "))
        elif not (at_table or value or "win" in record) and _is_tile(word):
            # Behind the melds, as it lies on the table.
            record["win"] = word
        elif at_table or not _store_word(record, name, value):
            raise _unknown(word, at_table=at_table)
        _refuse_contradiction(before, record)
    return record


def _refuse_contradiction(before: dict[str, Any], record: dict[str, Any]) -> None:
    """Refuse a word that contradicts another one, because one of the two would be dropped."""
    for name, value in before.items():
        if name not in ("melds", "dora", "ura", "riichi") and record[name] != value:
            message = sentence(
                "hand_word_twice",
                "the hand gives both {name} {value} and {name} {record}: give only one",
                name=name,
                value=value,
                record=record[name],
            )
            raise Malformed("contradiction", message, name)


def _joined_values(words: Sequence[str]) -> Iterator[str]:
    """Yield words as `name=value`, where the value was written as the next word, or a meld in words of its own."""
    # The signs between the words of a sentence say nothing; a colon does where nothing is behind it.
    left = [word.rstrip(",;.!:") or word for word in words[:-1]] + [word.rstrip(",;.!") or word for word in words[-1:]]
    while left:
        typed = left[0]
        word = _canonical_word(left.pop(0), left)
        name, equals, value = word.partition("=")
        name = name.lower().replace("-", "_")
        beside = re.fullmatch(r"(ron|tsumo)(.+)", name)
        if not equals and name in KIND_OF_WORD:
            yield f"meld={name}:{left.pop(0) if left else ''}"
        elif not equals and (name in WORDS_WITH_VALUE or (name in WINNING_TILE_WORDS and left and _is_tile(left[0]))):
            yield f"{name}={left.pop(0) if left else ''}"
        elif beside and _is_tile(beside[2]):
            yield f"{beside[1]}={beside[2]}"
        elif (
            not equals
            and name in WINNING_TILE_WORDS
            and name not in TABLE_WORDS
            and left
            and left[0].lower() in WINNING_TILE_WORDS
        ):
            # Won on, with the tile: one of these words is enough.
            continue
        else:
            yield name + equals + value if name in KNOWN or word != typed else typed


# The words of the game as they are written in Japanese and Korean.
IN_JAPANESE = {
    "リーチ": "riichi", "立直": "riichi", "ダブルリーチ": "double_riichi", "ダブリー": "double_riichi",
    "ロン": "ron", "栄和": "ron", "ツモ": "tsumo", "自摸": "tsumo", "一発": "ippatsu", "嶺上開花": "rinshan",
    "嶺上": "rinshan", "槍槓": "chankan", "海底": "last_tile", "河底": "last_tile", "オープンリーチ": "open_riichi",
    "ドラ": "dora", "裏ドラ": "ura", "裏": "ura", "親": "dealer", "本場": "honba", "供託": "sticks",
    "리치": "riichi", "더블리치": "double_riichi", "오픈리치": "open_riichi", "론": "ron", "쯔모": "tsumo",
    "일발": "ippatsu", "영상개화": "rinshan", "창깡": "chankan", "해저": "last_tile", "하저": "last_tile",
    "도라": "dora", "뒷도라": "ura", "오야": "dealer", "본장": "honba", "공탁": "sticks",
}  # fmt: skip
_JAPANESE_IN_FRONT = re.compile("|".join(sorted(IN_JAPANESE, key=len, reverse=True)))
# A win by self-draw in the words of the displays' languages.
SELF_DRAWN = (
    "self-draw",
    "self-drawn",
    "selfdraw",
    "selfdrawn",
    "selbstzug",
    "selbstgezogen",
    "zelfgetrokken",
    "zelftrek",
)
# What players count, and its name here; the number may stand before it.
COUNTED = {"honba": "honba", "counter": "honba", "counters": "honba", "stick": "sticks", "sticks": "sticks"}


def _canonical_word(word: str, left: list[str]) -> str:
    """Return a word that players write otherwise as the one that is known here, with those behind it that belong to it.

    >>> (_canonical_word("dora:3p", []), _canonical_word("dealer", []),
    ... _canonical_word("2", ["honba"]), _canonical_word("double", ["riichi"]))
    ('dora=3p', 'seat=E', 'honba=2', 'double_riichi')
    >>> (_canonical_word("ツモ", []), _canonical_word("ドラ3p", []),
    ... _canonical_word("2本場", []), _canonical_word("親", []))
    ('tsumo', 'dora=3p', 'honba=2', 'seat=E')
    """
    word = _from_japanese(word)
    behind = IN_JAPANESE.get(left[0], left[0].lower()) if left else ""
    if word in ARROWS:
        return "win"
    if word.lower() in SELF_DRAWN:
        return "tsumo"
    if word.lower() in ("self", "selbst", "zelf") and behind in ("draw", "drawn", "gezogen", "getrokken"):
        left.pop(0)
        return "tsumo"
    name, colon, value = word.partition(":")
    if colon and value and name.lower() in (*WORDS_WITH_VALUE, *WINNING_TILE_WORDS):
        return f"{name}={value}"
    if word.lower() in ("dealer", "oya"):
        return "seat=E"
    if word.isdigit() and behind in COUNTED:
        left.pop(0)
        return f"{COUNTED[behind]}={word}"
    if word.lower() == "double" and behind == "riichi":
        left.pop(0)
        return "double_riichi"
    if word.lower() == "by" and behind in ("ron", "tsumo"):
        left.pop(0)
        return behind
    return word


def _from_japanese(word: str) -> str:
    """Return a word of the game in Japanese as the one that is known here, with its tile or number."""
    word = word.translate(HIRAGANA)
    counted = re.fullmatch(r"(\d{1,5})(本場|供託|본장|공탁)", word)
    if counted:
        return f"{IN_JAPANESE[counted[2]]}={int(counted[1])}"
    name = _JAPANESE_IN_FRONT.match(word)
    if name is None:
        return word
    known, value = IN_JAPANESE[name[0]], word[name.end() :].lstrip("=:：")
    return f"{known}={value}" if value and known in WORDS_WITH_VALUE else known + value


def _store_word(record: dict[str, Any], name: str, value: str) -> bool:
    """Put a word into the record that only a table knows otherwise; return whether there is such a word."""
    if name in ("ron", "tsumo") and not value:
        record["by"] = name
    elif name == "riichi" and not value:
        # Twice is double riichi, as with the option.
        record["riichi"] = record.get("riichi", 0) + 1
    elif name in ("seat", "round") and value:
        record[name] = HONOUR_WORDS.get(value.lower(), value)
    elif name in ("honba", "sticks") and value.isascii() and value.isdigit() and len(value) < 6:
        record[name] = int(value)
    else:
        return False
    return True


def _unknown(word: str, *, at_table: bool) -> Malformed:
    known = ", ".join([*CIRCUMSTANCES, *WITH_VALUE, "pao=SEAT" if at_table else ", ".join(TABLE_WORDS)])
    own = at_table and word.partition("=")[0] in TABLE_WORDS
    message = (
        sentence(
            "unknown_hand_word_at_table",
            "{word} is not recognised at a table, which supplies riichi, winds, honba and sticks itself; use "
            "one of: {known}",
            word=repr(word),
            known=known,
        )
        if own
        else sentence(
            "unknown_hand_word", "{word} is not recognised; use one of: {known}", word=repr(word), known=known
        )
    )
    return Malformed(
        "bad_field",
        message,
        "hand",
    )
