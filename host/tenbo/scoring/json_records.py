"""Declared hands and results as the records of `tenbo score --jsonl` and `tenbo waits --jsonl`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tenbo.rulebooks import DEFAULT_BOOK, load
from tenbo.scoring.evaluate import score, score_nagashi
from tenbo.scoring.hand import Hand
from tenbo.scoring.hand_field_values import (
    CHANKAN,
    FIRST_TURN,
    LAST_TILE,
    ORDINARY,
    RINSHAN,
    TSUMO,
    Liability,
    wind_number,
)
from tenbo.scoring.ignored_declarations import ignored_declarations
from tenbo.scoring.laid_out_groups import fu_items_of, reading_text
from tenbo.scoring.liable_payments import FOUR_KANS
from tenbo.scoring.melds import Meld, parse_meld
from tenbo.scoring.tenpai import check_tiles, waits
from tenbo.scoring.three_player_faults import check_three_player_tiles
from tenbo.scoring.tile_parser import parse_tiles, tiles_of_item
from tenbo.scoring.tiles import NAMES, TILES, tile_text
from tenbo.validation.fields import check_value, read_field
from tenbo.validation.suggestions import quote_value, refuse_unknown_fields
from tenbo_core.errors import Malformed
from tenbo_core.field_checks import is_int
from tenbo_core.seats import WIND_LETTERS
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.rulebooks import Book
    from tenbo.scoring.result import Result
    from tenbo_core.hand_value import Payment
    from tenbo_core.rules import Rules

Record = dict[str, Any]

FLAGS = ("open_riichi", "ippatsu", "sorted_in")
PAYERS = ("liable", "liable_other", "discarder", "each", "east", "other")
FLAGS_OF_MOMENT = (RINSHAN, CHANKAN, LAST_TILE, FIRST_TURN)
# Every field that a declared hand may have, and a hand that may be tenpai.
FIELDS = frozenset((
    "id", "rules", "set", "hand", "win", "by", "melds", "seat", "round", "riichi", *FLAGS, *FLAGS_OF_MOMENT,
    "dora", "ura", "honba", "sticks", "pao", "nagashi", "north",
))  # fmt: skip
FIELDS_OF_WAITS = frozenset(("id", "rules", "hand", "melds"))
# What a nagashi mangan may leave out.
NO_HAND: Record = {"hand": "", "win": "1m", "by": TSUMO}
BESIDE_FOUR_KANS = ("daisangen", "daisuushii")
FIELDS_OF_PAO = frozenset(("seat_wind", "from"))


def answer_score(record: Record, default: str = DEFAULT_BOOK) -> Record:
    """Answer one record of a declared hand.

    >>> answer_score({"hand": "234567m345p678s9s", "win": "9s", "by": "ron", "riichi": 1})["value"]
    1300
    """
    refuse_unknown_fields(record, FIELDS)
    rules = rules_of_record(record, default)
    if _flag(record, "nagashi"):
        return result_record(_nagashi(record, rules))
    hand = hand_of_record(record)
    answer = result_record(score(hand, rules))
    if not_counted := ignored_declarations(hand, rules):
        answer["ignored"] = not_counted
    return answer


def score_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """Score a declared hand that is a dict, and return its value as a dict.

    Both are as JSON has them, and as `tenbo score --jsonl` reads and writes
    them; docs/records.md has all fields. The book is the record's field
    `rules`, without it `ema-2025`. A record that is wrong or does not win
    raises the codes of `tenbo.score`, with `at` as the record names it.

    >>> import json, tenbo
    >>> line = '{"hand": "234567m345p678s9s", "win": "9s", "by": "tsumo"}'
    >>> value = tenbo.score_record(json.loads(line))
    >>> value["yaku"], value["han"], value["fu"], value["pay"]
    ([['menzen_tsumo', 1]], 1, 30, {'east': 500, 'other': 300})
    """
    if not isinstance(record, Mapping):
        raise Malformed("bad_field", f"record must be a dict with the hand, not {quote_value(record)}", "record")
    answer = answer_score(dict(record))
    return {"id": record["id"], **answer} if "id" in record else answer


def _nagashi(record: Record, rules: Rules) -> Result:
    """Score a nagashi mangan: it needs no hand. What is given of one is read all the same, and refused if wrong."""
    hand = hand_of_record(NO_HAND | record)
    return score_nagashi(WIND_LETTERS[hand.seat], rules, hand.honba, hand.sticks)


def rules_of_record(record: Record, default: str = DEFAULT_BOOK) -> Rules:
    """Return the rules a record asks for: a book by its id, switches changed by `set`."""
    return book_of_record(record, default).rules


def book_of_record(record: Record, default: str = DEFAULT_BOOK) -> Book:
    """Return the book a record asks for, with the sections behind it.

    >>> book_of_record({"rules": "alarm", "set": {"nagashi": "win"}}).rules.nagashi
    'win'
    """
    book = record.get("rules", default)
    check_value("rules", "text", book)
    changes = record.get("set")
    if changes is None or changes == {}:
        # Only the command line's own book may be a file: records may come from an untrusted source.
        return _book(book, is_own=book == default)
    check_value("set", "object", changes)
    return _changed(book, json.dumps(changes, sort_keys=True), is_own=book == default)


@lru_cache(maxsize=32)
def _book(name: str, *, is_own: bool) -> Book:
    return load(name, files=is_own)


@lru_cache(maxsize=64)
def _changed(name: str, changes: str, *, is_own: bool) -> Book:
    book = _book(name, is_own=is_own)
    try:
        return book.with_changes(json.loads(changes))
    except Malformed as error:
        raise Malformed(error.code, error.message, f"set.{error.at}") from None


# --- reading fields ----------------------------------------------------------------------------


def _text(record: Record, name: str) -> str:
    text: str = read_field("the record", record, name, "text")
    return text


def _flag(record: Record, name: str) -> bool:
    flag: bool = read_field("the record", record, name, "bool", False)  # noqa: FBT003 - the default
    return flag


def _number(record: Record, name: str) -> int:
    number: int = read_field("the record", record, name, "int", 0)
    return number


def _riichi(record: Record) -> int:
    """Return how a riichi was declared: `true` would leave open whether it was a double one."""
    riichi = record.get("riichi", 0)
    if not is_int(riichi):
        message = f"riichi must be 0, 1, or 2 for double riichi, not {quote_value(riichi)}"
        raise Malformed("bad_field", message, "riichi")
    number: int = riichi
    return number


def _list(record: Record, name: str) -> list[Any]:
    items: list[Any] = read_field("the record", record, name, "list", [])
    return items


def _indicators(record: Record, name: str) -> tuple[int, ...]:
    tiles: list[int] = []
    for item in _list(record, name):
        if not isinstance(item, str):
            raise Malformed("bad_tile", f"each item of {name} must be a tile such as 3p, not {quote_value(item)}", name)
        tile = TILES.get(item)
        tiles += tiles_of_item(item, name) if tile is None else [tile]
    return tuple(tiles)


def _melds(record: Record) -> list[Meld]:
    return [parse_meld(item) for item in _list(record, "melds")]


def _moment(record: Record) -> str:
    """Return the one special moment; two at once contradict each other."""
    raised = [name for name in FLAGS_OF_MOMENT if _flag(record, name)]
    if len(raised) > 1:
        raise Malformed(
            "contradiction",
            sentence(
                "moments_contradict",
                "a hand cannot have both {raised} and {other_raised}",
                raised=raised[0],
                other_raised=raised[1],
            ),
            raised[0],
        )
    return raised[0] if raised else ORDINARY


def _liability(record: Record) -> Liability | None:
    pao = record.get("pao")
    if pao is None:
        return None
    if isinstance(pao, list):
        first, four_kans = parse_two_liable(pao, "seat_wind", "pao")
        discarder = first.get("from", four_kans.get("from"))
        if four_kans.get("from", discarder) != discarder:
            raise Malformed("contradiction", sentence("several_discarders", "a win has only one discarder"), "pao")
        return Liability(first["seat_wind"], discarder, four_kans["seat_wind"])
    check_value("pao", "object", pao)
    refuse_unknown_fields(pao, FIELDS_OF_PAO, "pao.")
    if "seat_wind" not in pao:
        raise Malformed("missing_field", "pao needs seat_wind, the wind of the liable player", "pao.seat_wind")
    return Liability(pao["seat_wind"], pao.get("from"))


def parse_two_liable(
    pao: list[Any], where: str, at: str, check: Callable[[object, str], object] = wind_number
) -> tuple[Record, Record]:
    """Parse two liable players, each an object with `where` and the `yaku` that was fed; the four kans come last.

    `check` is given who is liable, and the place of it.

    >>> fed = [{"seat_wind": "S", "yaku": "suukantsu"}, {"seat_wind": "W", "yaku": "daisangen"}]
    >>> parse_two_liable(fed, "seat_wind", "pao")
    ({'seat_wind': 'W', 'yaku': 'daisangen'}, {'seat_wind': 'S', 'yaku': 'suukantsu'})
    """
    for place, one in enumerate(pao):
        refuse_unknown_fields(check_value(f"{at}[{place}]", "object", one), (where, "from", "yaku"), f"{at}[{place}].")
        for name in (where, "yaku"):
            if one.get(name) is None:
                raise Malformed(
                    "missing_field",
                    sentence(
                        "two_liable_fields",
                        "each of the two liable players needs the fields {where} and yaku",
                        where=where,
                    ),
                    f"{at}[{place}]",
                )
        check(one[where], f"{at}[{place}].{where}")
        if check is wind_number and one.get("from") is not None:
            wind_number(one["from"], f"{at}[{place}].from")
    kans = [one for one in pao if one["yaku"] == FOUR_KANS]
    others = [one for one in pao if one["yaku"] in BESIDE_FOUR_KANS]
    if len(pao) != 2 or len(kans) != 1 or len(others) != 1:
        message = sentence(
            "two_liable_sets",
            "if two players are liable, one must be liable for {four_kans} and the other for one of "
            "these: {beside_four_kans}",
            four_kans=FOUR_KANS,
            beside_four_kans=", ".join(BESIDE_FOUR_KANS),
        )
        raise Malformed("contradiction", message, at)
    return others[0], kans[0]


def hand_of_record(record: Record) -> Hand:
    """Read a declared hand, or say which field is wrong."""
    refuse_unknown_fields(record, FIELDS)
    tiles = parse_tiles(_text(record, "hand"), "hand")
    win = _text(record, "win")
    by = _text(record, "by")
    return Hand(
        tiles,
        win,
        by,
        melds=_melds(record),
        seat=record.get("seat", "S"),
        round=record.get("round", "E"),
        riichi=_riichi(record),
        open_riichi=_flag(record, "open_riichi"),
        ippatsu=_flag(record, "ippatsu"),
        sorted_in=_flag(record, "sorted_in"),
        moment=_moment(record),
        dora=_indicators(record, "dora"),
        ura=_indicators(record, "ura"),
        honba=_number(record, "honba"),
        sticks=_number(record, "sticks"),
        pao=_liability(record),
        north=_number(record, "north"),
    )


# --- writing hands and results -----------------------------------------------------------------


def declaration_record(hand: Hand) -> Record:
    """Return a player's declaration: the hand without seat, round, counters and sticks, which a table knows.

    >>> declaration_record(Hand("234567m345p678s9s", "9s", "ron", riichi=1, dora="1p"))
    {'hand': '234567m345p6789s', 'win': '9s', 'riichi': 1, 'dora': ['1p']}
    """
    record: Record = {"hand": tile_text(hand.tiles), "win": NAMES[hand.win]}
    if hand.melds:
        record["melds"] = [str(meld) for meld in hand.melds]
    for name in ("riichi", "open_riichi", "ippatsu", "sorted_in"):
        if getattr(hand, name):
            record[name] = getattr(hand, name)
    if hand.moment:
        record[hand.moment] = True
    for name in ("dora", "ura"):
        if getattr(hand, name):
            record[name] = [NAMES[tile] for tile in getattr(hand, name)]
    if hand.north:
        record["north"] = hand.north
    return record


def payment_record(pay: Payment, *, east_wins: bool) -> dict[str, int]:
    """Return the payments as an object with the fields that apply."""
    if pay.liable:
        return {name: points for name in PAYERS if (points := getattr(pay, name, 0))}
    if pay.discarder:
        return {"discarder": pay.discarder}
    return {"each": pay.each} if east_wins else {"east": pay.east, "other": pay.other}


def result_record(result: Result) -> Record:
    """Return a result as a record."""
    pay = result.pay
    record: Record = {
        "rules": result.scorer.rules.book,
        "yaku": [list(item) for item in result.yaku],
        "bonus": result.bonus._asdict(),
        "han": result.han,
        "fu": result.fu,
        "limit": result.limit,
        "yakuman": result.yakuman,
    }
    if result.is_counted:
        record["counted"] = True
    record["value"] = result.value
    record["pay"] = payment_record(pay, east_wins=result.scorer.seat == 0)
    record["gain"] = result.gain
    groups = result.groups
    record["fu_items"] = [list(item) for item, _ in fu_items_of(result, groups)]
    record["reading"] = list(reading_text(result, groups))
    return record


# --- the command line --------------------------------------------------------------------------


def parse_indicators(text: str, at: str = "dora") -> list[str]:
    """Return the indicators written as one text, one by one.

    >>> parse_indicators("3p1z")
    ['3p', '1z']
    """
    return [NAMES[tile] for tile in parse_tiles(text, at)]


def parse_rule_switches(words: list[str]) -> dict[str, Any]:
    """Read switches written as `name=value`, the value as JSON, a plain word, or words with commas between them.

    >>> parse_rule_switches(["kiriage=true", "renhou=five_han"])
    {'kiriage': True, 'renhou': 'five_han'}
    >>> parse_rule_switches(["uma=20000,10000,-10000,-20000", "pao=daisangen,suukantsu"])
    {'uma': [20000, 10000, -10000, -20000], 'pao': ['daisangen', 'suukantsu']}
    """
    changes: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise Malformed("unknown_option", f"write a switch as name=value, not {word!r}", "set")
        if name in changes:
            raise Malformed("unknown_option", f"the switch {name} is listed twice: write it once", "set")
        is_list = "," in value and value[0] not in '[{"'
        changes[name] = [_value(item.strip()) for item in value.split(",")] if is_list else _value(value)
    return changes


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def answer_waits(record: Record, default: str = DEFAULT_BOOK) -> Record:
    """Answer one record of a hand that may be tenpai; where three play some tiles are not there.

    >>> answer_waits({"hand": "56m234p678p345s99s"})
    {'tenpai': True, 'waits': ['4m', '7m']}
    """
    refuse_unknown_fields(record, FIELDS_OF_WAITS)
    tiles = parse_tiles(_text(record, "hand"), "hand")
    melds = _melds(record)
    check_tiles(tiles, melds)
    if ("rules" in record or default != DEFAULT_BOOK) and book_of_record(record, default).rules.players == 3:
        check_three_player_tiles(tiles, melds)
    names = [NAMES[kind] for kind in waits(tiles, melds)]
    return {"tenpai": bool(names), "waits": names}
