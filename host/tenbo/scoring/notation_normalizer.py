"""Converts other notations of tiles into the one that the parser reads."""

from __future__ import annotations

import re
from unicodedata import normalize

HONOUR_WORDS = {"haku": "P", "hatsu": "F", "chun": "C", "east": "E", "south": "S", "west": "W", "north": "N"}
# What else players call winds and dragons, also in other languages and kana, longer words first; a colour before
# a five is that of the five.
NAMED = {
    **HONOUR_WORDS,
    "white|wei(?:ss|ß)(?:er)?|wit(?:te)?|blanc(?:he|o)?|bianc[oa]|bia[łl]y|белый|ハク|백": "P",
    "green|grün(?:er?)?|gruen(?:er?)?|groene?|(?<![a-z])verte?|verde|zielony|зел[её]ный|ハツ|발": "F",
    r"(?:red|rot(?:er?)?|rood|rode|rouge|ross[oa]|roj[oa]|czerwony|красный)(?![\s-]*[05])|チュン|중": "C",
    "ton(?!g)|oo?st(?:en)?|(?<![a-z])este?|wsch[óo]d|восток|トン|동": "E",
    "nan|(?:süd|sued)(?:en)?|zuid|(?<![a-z])su[dr]|po[łl]udnie|юг|ナン|남": "S",
    "shaa?|ouest|ovest|oeste|zach[óo]d|запад|シャー?|서": "W",
    "pei|(?:noord|nord)(?:en)?|norte|p[óo][łl]noc|север|ペー|북": "N",
    "w[dh]": "P",
    "g[dr]": "F",
    "rd": "C",
}
SUITS_NAMED = {
    "m": r"(?:man(?:zu)?|wan|chara[k]ter(?:en?)?|characters?|chars?|crac?ks?|zahlen|zeichen|"
    r"kara[ck]ters?|tekens?|caract[eè]res?|caratter[ei]|znak(?:i|ów)?|ман|マンズ?|만수?)",
    "p": r"(?:pin(?:zu)?|tong|bing|dots?|circles?|coins?|kreise?|punkte?|cirkels?|stippen|rondjes|ballen|cercles?|"
    r"cerchi?o?|c[ií]rculos?|krop(?:ka|ki|ek)|пин|ピンズ?|통수?)",
    "s": r"(?:sou(?:zu)?|tiao|suo|bamboos?|bambus(?:y|ów)?|bamboes?|bambous?|bamb[uùú](?:es)?|stokjes|bams?|"
    r"соу|ソーズ?|삭수?)",
}
# Behind numbers, where no letter follows.
SUITS_BY_LETTER = {"c": "m", "d": "p", "b": "s", "h": "z", "j": "z"}
CIRCLED = {chr(0x2460 + rank): f"{rank + 1}" for rank in range(9)}
KANJI = "一二三四五六七八九"
# A word of two signs in which one says it all.
KANJI_PAIRS = {"[萬万]子?": "萬", "[筒餅饼]子?": "筒", "[索条條]子?": "索", "白板?": "白", "[發発发][財财]?": "發",
               "[紅红]中": "中", "([東东南西北])[風风]": r"\1"}  # fmt: skip
BETWEEN = r"[\s,;.+|/_:\u00b7\u3001-]"
# The numbers of tenhou's records: 11 to 19 characters, 21 to 29 circles, 31 to 39 bamboo, 41 to 47, 51 to 53 red.
NUMBERED = rf"(?:{BETWEEN}*(?:[1-3][1-9]|4[1-7]|5[1-3]))+{BETWEEN}*"


# Hiragana are read as the katakana that they sound like.
HIRAGANA = {ord("ぁ") + place: ord("ァ") + place for place in range(ord("ゖ") - ord("ぁ") + 1)}


def clean_pasted(text: str) -> str:
    """Return a pasted hand without its surroundings: quotes, an address, names of fields.

    >>> clean_pasted("https://tenhou.net/2/?q=123m456p11z"), clean_pasted('["1m", "2m"]'), clean_pasted("'1m' 5'55z")
    ('123m456p11z', '[1m, 2m]', "1m 5'55z")
    >>> clean_pasted("man='123', pin='456', honors='11'")
    '123m , 456p , 11z '
    """
    text = re.sub(r"^\s*\S+[?&][qp]=([0-9mpsz]+)\S*", r"\1", text)
    text = re.sub('["`\u201c\u201d\u201e]', "", text)
    text = re.sub(r"(?<![^\s=,(\[])'([^\s'\[\]]+)'(?![^\s,)\]])", r"\1", text)
    for name, suit in (("man", "m"), ("pin", "p"), ("sou", "s"), ("honou?rs", "z")):
        text = re.sub(rf"\b{name}\s*=\s*([0-9]+)", rf"\1{suit} ", text)
    return text


def normalize_notation(text: str) -> str:
    """Return tiles with suits and honours in words, wide letters, or large ones in front, with small letters.

    A large P or S may be an honour; where numbers are behind it to the end, it is the suit before them.

    >>> (normalize_notation("234man 5pin"), normalize_notation("M123 P45EE S6"),
    ... normalize_notation("P345s"), normalize_notation("９ｓ"), normalize_notation("9 sou haku"))
    ('234m 5p', 'm123 p45EE s6', 'P345s', '9s', '9s P')
    >>> (normalize_notation("Bambus 78 Kreise 456 234 Süd Süd"), normalize_notation("ピンズ456 マンズ123 トン"),
    ... normalize_notation("P: 45 S: 6"))
    ('s78 p456234 S S', 'p456 m123 E', 'p45 s6')
    >>> (normalize_notation("123c 45d 6b"), normalize_notation("123m/45p"), normalize_notation("red 5p white"),
    ... normalize_notation("一二三①②12東"))
    ('123m 45p 6s', '123m 45p', 'r5p P', '一二三m12p12s東')
    """
    text = text.translate(HIRAGANA)
    text = _three_scripts(text) or text
    for sign, rank in CIRCLED.items():
        text = text.replace(sign, f"{rank}p")
    text = normalize("NFKC", text)
    for words, sign in KANJI_PAIRS.items():
        text = re.sub(words, sign, text)
    if re.search(r"\d\d\D+\d\d", text) and re.fullmatch(NUMBERED, text):
        return " ".join(f"0{'mps'[int(rank) - 1]}" if suit == "5" else rank + "mpsz"[int(suit) - 1]
                        for suit, rank in re.findall(r"(\d)(\d)", text))  # fmt: skip
    text = re.sub(r"(?:red|aka|rote?|rood|rode|적)[\s-]*(?=[05])", "r", text, flags=re.IGNORECASE)
    for word, sign in NAMED.items():
        text = re.sub(
            rf"(?<!\d)(?:{word})(?:en(?=wind))?(?:\s*(?:drachen?|dra[ak]k(?:en)?|dragons?|дракон|winds?))?",
            sign,
            text,
            flags=re.IGNORECASE,
        )
    text = re.sub(r"(?<![^\s,;.+|-])([MPSZmpsz])\s*:\s*(?=[0-9])", lambda suit: suit[1].lower(), text)
    text = _suits(re.sub(r"[/_:\u00b7\u3001]", " ", text))
    # Small letters that are suits elsewhere: two of them alone are winds.
    text = re.sub(r"(?<![^\s,;.+|-])(?:s{2,4}|p{2,4})(?![^\s,;.+|-])", lambda winds: winds[0].upper(), text)
    if re.fullmatch(r"(?:[\s,;.+|-]*(?:[MPSZmpsz][0-9rR]*[0-9]|[ESWNPFC]+(?![0-9])))*\s*", text):
        text = re.sub(r"[MPSZ](?=[0-9rR])", lambda suit: suit[0].lower(), text)
    return text


def join_tile_groups(text: str) -> str:
    """Return tiles without the signs between groups that share the suit behind them; a single number may be a range.

    >>> join_tile_groups("234-567m 345p, 12,33s"), join_tile_groups("234 - 567m"), join_tile_groups("2-7m")
    ('234567m 345p, 1233s', '234567m', '2-7m')
    """
    return re.sub(r"(?<=[0-9]{2})\s*[,;.+|\u2010-\u2014\u2212-]\s*(?=[0-9]{2})", "", text)


def _suits(text: str) -> str:
    """Return tiles with each suit as its one small letter, and beside its numbers."""
    if re.match(r"\s*[萬万筒索条]", text):
        text = re.sub("[萬万筒索条]", lambda sign: "mmpss"["萬万筒索条".index(sign[0])], text)
    in_front = re.match(r"\s*[^\W\d_]", text) is not None
    for suit, known in SUITS_NAMED.items():
        # No notation has longer words.
        word = known + "(?-i:(?![a-z]))"
        text = re.sub(rf"{word}\s*" if in_front else rf"\s*{word}", suit, text, flags=re.IGNORECASE)
    if re.match(r"\s*[mpsz]\s*[0-9]", text):
        # A suit in front is that of all numbers behind it: m 123 p 456 234.
        text = re.sub(r"(?<![0-9])([mpsz])\s+(?=[0-9])", r"\1", text)
        text = re.sub(r"(?<=[0-9])\s+(?=[0-9]+(?:[\s,;.+|-]|$))", "", text)
    if re.fullmatch(r"(?:[\s,;.+|-]*(?:[CDBcdb][0-9]+|[ESWNPFesnw]+))*\s*", text) and re.search("[dDbB]", text):
        # Characters, dots and bamboo in front.
        return re.sub(r"[CDBcdb](?=[0-9])", lambda letter: SUITS_BY_LETTER[letter[0].lower()], text)
    text = re.sub(r"(?<=\d)\s*honou?rs?", "z", text, flags=re.IGNORECASE)
    for letter, suit in SUITS_BY_LETTER.items():
        text = re.sub(rf"(?<=\d)\s*{letter}(?![a-z])", suit, text, flags=re.IGNORECASE)
    return text if in_front else re.sub(r"(?<=\d)\s+(?=[mpsz](?!\d))", "", text)


def _three_scripts(text: str) -> str | None:
    """Return tiles as Japanese books write them, each suit in numbers of its own; None where suits are named."""
    if re.search(r"[a-zA-Zａ-ｚァ-ヶ萬万筒餅饼索条條]", text) or not re.search(rf"[{''.join(CIRCLED)}{KANJI}]", text):
        return None
    text = re.sub(rf"[{KANJI}]+", lambda run: run[0] + "m", text)
    text = re.sub(r"[0-9０-９]+", lambda run: run[0] + "s", text)
    return re.sub(rf"[{''.join(CIRCLED)}]+", lambda run: "".join(CIRCLED[sign] for sign in run[0]) + "p", text)
