"""A declared hand in words, as somebody types it: the closed tiles, the winning tile, and what else there was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.scoring.melds import KIND_OF
from tenbo.scoring.records import indicators_in
from tenbo.scoring.tiles import HONOUR_WORDS, parse_tiles
from tenbo_core.errors import Malformed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# How a hand can have been won; `tenbo score` has each as an option, too.
CIRCUMSTANCES = ("ippatsu", "open_riichi", "sorted_in", "rinshan", "chankan", "last_tile", "first_turn")
# What a table knows by itself and nobody has to say there.
OF_THE_TABLE = ("riichi", "honba", "sticks", "seat", "round", "ron", "tsumo")
VALUED = ("dora", "ura", "seat", "round", "honba", "sticks")
WITH_VALUE = ("double_riichi", "dora=TILES", "ura=TILES", "meld=pon:555z")


def tiles_in(words: Sequence[str]) -> str | None:
    """Return the tiles that words are together, with or without the blanks between them; None where they say more.

    >>> tiles_in(["234", "567m", "89s"]), tiles_in(["M123", "P45"]), tiles_in(["123m", "ron"])
    ('234567m89s', 'M123 P45', None)
    """
    for text in (" ".join(words), "".join(words)):
        try:
            parse_tiles(text, "hand")
        except Malformed:
            continue
        return text
    return None


def declared_in(words: Sequence[str], *, at_table: bool = False) -> dict[str, Any]:
    """Return the record that words stand for; at a table those that it knows by itself are refused.

    >>> declared_in("234567m345p678s9s 9s ippatsu dora=3p1z".split())
    {'hand': '234567m345p678s9s', 'win': '9s', 'ippatsu': True, 'dora': ['3p', '1z']}
    >>> declared_in("123m456p78s22z 9s tsumo riichi meld=pon:555z honba=2".split())["melds"]
    ['pon 555z']
    """
    return {"hand": words[0], "win": words[1], **circumstances_in(words[2:], at_table=at_table)}


def circumstances_in(words: Sequence[str], *, at_table: bool = False) -> dict[str, Any]:
    """Return what words say of a hand beside its tiles; a value may be a word of its own.

    >>> circumstances_in("Riichi tsumo dora 3p pon 555z seat=W".split())
    {'riichi': 1, 'by': 'tsumo', 'dora': ['3p'], 'melds': ['pon 555z'], 'seat': 'W'}
    """
    record: dict[str, Any] = {}
    for word in _with_values(words):
        name, _, value = word.partition("=")
        if name in CIRCUMSTANCES and not value:
            record[name] = True
        elif name == "double_riichi" and not value:
            record["riichi"] = 2
        elif name in ("dora", "ura") and value:
            record[name] = list(indicators_in(value))
        elif name == "meld" and value:
            record.setdefault("melds", []).append(value.replace(":", " "))
        elif at_table or not _takes(record, name, value):
            raise _unknown(word, at_table=at_table)
    return record


def _with_values(words: Sequence[str]) -> Iterator[str]:
    """Yield words as `name=value`, where the value was written as the next word, or a meld in words of its own."""
    left = iter(words)
    for word in left:
        name, equals, value = word.partition("=")
        name = name.lower().replace("-", "_")
        if not equals and name in KIND_OF:
            yield f"meld={name}:{next(left, '')}"
        elif not equals and name in VALUED:
            yield f"{name}={next(left, '')}"
        else:
            yield name + equals + value


def _takes(record: dict[str, Any], name: str, value: str) -> bool:
    """Put a word into the record that only a table knows otherwise; return whether there is such a word."""
    if name in ("ron", "tsumo") and not value:
        record["by"] = name
    elif name == "riichi" and not value:
        record["riichi"] = 1
    elif name in ("seat", "round") and value:
        record[name] = HONOUR_WORDS.get(value.lower(), value)
    elif name in ("honba", "sticks") and value.isascii() and value.isdigit() and len(value) < 6:
        record[name] = int(value)
    else:
        return False
    return True


def _unknown(word: str, *, at_table: bool) -> Malformed:
    known = ", ".join([*CIRCUMSTANCES, *WITH_VALUE, "pao=SEAT" if at_table else ", ".join(OF_THE_TABLE)])
    own = at_table and word.partition("=")[0] in OF_THE_TABLE
    hint = "; riichi, winds, counters and sticks are the table's own" if own else ""
    return Malformed("bad_field", f"{word!r} says nothing here{hint}; there are {known}", "hand")
