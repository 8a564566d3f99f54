"""Reads tenhou.net/6 logs: a game is one JSON object, a hand a list of dealt, drawn and discarded tiles and its end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tenbo.formats.logs.recorded_game import (
    ABORT,
    DRAW,
    NO_HAN,
    WIN,
    RecordedGame,
    RecordedHand,
    RecordedWin,
    RecordedWorth,
    check_hand_count,
    check_hand_number,
    printable_name,
    recorded_worth,
)
from tenbo.formats.logs.seat_tile_tracker import SeatTiles
from tenbo.formats.logs.tile_numbers import tile_from_two_digits
from tenbo.formats.logs.yaku_names import yaku_name
from tenbo.game.jsonl_answers import DECODER
from tenbo.scoring.json_records import answer_waits
from tenbo.validation.strict_json import json_error_text
from tenbo_core.errors import Malformed, TenboError
from tenbo_core.field_checks import is_int
from tenbo_core.seats import SEATS
from tenbo_core.sentences import sentence
from tenbo_core.table import STAKE

if TYPE_CHECKING:
    from collections.abc import Sequence

ABORTS = {
    "九種九牌": "nine_terminals", "四風連打": "four_winds", "四槓散了": "four_kans", "四開槓": "four_kans",
    "四家立直": "four_riichi", "三家和了": "triple_ron", "三家和": "triple_ron",
    "Kyuushu Kyuuhai": "nine_terminals", "Nine Terminal Abortion": "nine_terminals", "Suufon Renda": "four_winds",
    "Four Wind Abortion": "four_winds", "Suukaikan": "four_kans", "Four Kan Abortion": "four_kans",
    "Suucha Riichi": "four_riichi", "Four Riichi Abortion": "four_riichi", "Sanchahou": "triple_ron",
    "Three Ron Abortion": "triple_ron",
}  # fmt: skip
WON, NAGASHI = "和了", "流し満貫"
EVERYONE = "全員聴牌"
EXHAUSTED = ("流局", NAGASHI, EVERYONE, "全員不聴")
# The same in Latin letters.
ENDINGS = {
    "Agari": WON, "Ryuukyoku": "流局", "Exhaustive Draw": "流局", "Nagashi Mangan": NAGASHI, "Mangan at Draw": NAGASHI,
}  # fmt: skip

# What each pays for a counter by tsumo.
HONBA_SHARE = 100

# An unknown word is quoted by its first letters.
QUOTED_LETTERS = 30

# A hand is this many lists: where, scores, dora, ura, three for each seat, the end.
PARTS = 17
# The lists of a seat, which some records of three players leave out for the fourth.
OF_A_SEAT = 3

_WORTH = re.compile(
    r"(?:(?P<fu>\d{2,3})(?:符|\s?Fu\s?)(?P<han>\d{1,2})(?:[飜翻番]|\s?Han))?(?:\D*?)"
    r"(?P<one>\d{1,6})(?:-(?P<other>\d{1,6}))?(?:点|\s?Points)(?P<each>∀)?"
)
_YAKU = re.compile(r"(?P<name>.+?) ?\((?:(?P<han>\d{1,2})(?:[飜翻番]| ?[Hh]an)|(?P<yakuman>\D*(?:役満|[Yy]akuman)))\)")


def read(text: str) -> RecordedGame:
    """Read a game, or raise why the text is not valid."""
    try:
        record = DECODER(text)
    except (ValueError, RecursionError) as error:
        raise Malformed(
            "bad_json", sentence("file_is_bad", "the file is {error}", error=json_error_text(error)), "file"
        ) from None
    if not isinstance(record, dict) or not isinstance(record.get("log"), list) or not record["log"]:
        raise Malformed(
            "missing_field",
            sentence("json_without_hands", "the JSON has no list of hands, so it is not a tenhou.net/6 log"),
            "log",
        )
    rule: Any = record.get("rule")
    rule = rule if isinstance(rule, dict) else {}
    names = _names(record.get("name"))
    shown = str(rule.get("disp", ""))
    players = 3 if _are_three(shown, names, record["log"]) else 4
    log = [_padded(hand) for hand in record["log"]] if players == 3 else record["log"]
    check_hand_count(len(record["log"]), "log")
    title = record.get("title")
    words = [word for word in title if isinstance(word, str) and word] if isinstance(title, list) else []
    title = " ".join([*words, str(record.get("ref", ""))]).strip()[:100]
    hands = [_hand(hand, place, players) for place, hand in enumerate(log, 1)]
    after = [*(hand.scores for hand in hands[1:]), None]
    hands = [_with_stakes(hand, scores) if not any(parts[4:16]) else hand
             for hand, scores, parts in zip(hands, after, log, strict=True)]  # fmt: skip
    final = _final(record.get("sc"), players)
    return RecordedGame(title, names[:players], _rules(shown, rule, players), hands, final, [], players)


def _names(given: object) -> list[str]:
    if given is None:
        return ["", "", "", ""]
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        raise Malformed("bad_field", sentence("names_not_a_list", "name must be a list of the players' names"), "name")
    return [printable_name(name) for name in [*given, "", "", "", ""][:4]]


def _padded(hand: object) -> object:
    """Return a hand of three players with the empty lists of a fourth seat, if the record leaves them out."""
    if isinstance(hand, list) and len(hand) == PARTS - OF_A_SEAT:
        return [*hand[:-1], *[[] for _ in range(OF_A_SEAT)], hand[-1]]
    return hand


def _are_three(shown: str, names: list[str], log: list[Any]) -> bool:
    """Return whether this is a game of three players: the fourth has no tiles, and often no name."""
    first = log[0]
    dealt = first[4:14:3] if isinstance(first, list) and len(first) == PARTS else []
    is_alone = dealt[3:] == [[]] and all(dealt[:3])
    return "三" in shown or is_alone or (names[3] == "" and all(names[:3]))


def _rules(shown: str, rule: dict[str, Any], players: int) -> dict[str, Any]:
    """Return the recorded rules as switches of our books."""
    changes: dict[str, Any] = {}
    red = [rule[name] for name in ("aka", "aka51", "aka52", "aka53") if is_int(rule.get(name))]
    if red:
        changes["red_fives"] = players - 1 if max(red) > 0 else 0
    elif shown:
        changes["red_fives"] = players - 1 if "赤" in shown else 0
    if "東" in shown or "East" in shown:
        changes["length"] = "east"
    # Only tenhou's own rule text shows open tanyao, by leaving it out.
    if re.fullmatch(r"三?[般上特鳳][東南]赤?速?", shown):
        changes["open_tanyao"] = False
    return changes


def _final(given: object, players: int) -> list[tuple[int, float]] | None:
    """Return points and totals at the end, where all of them are there."""
    if not isinstance(given, list) or len(given) not in (8, 2 * players):
        return None
    if not all(isinstance(number, (int, float)) and not isinstance(number, bool) for number in given):
        return None
    return [(int(given[2 * seat]), float(given[2 * seat + 1])) for seat in range(players)]


# ---------------------------------------------------------------- one hand


def _hand(parts: object, place: int, players: int) -> RecordedHand:
    try:
        return _read_hand(parts, players)
    except TenboError as error:
        raise Malformed(
            error.code,
            sentence("hand_of_record", "hand {place} of the record: {message}", place=place, message=error.message),
            f"log[{place - 1}]",
        ) from None


def _read_hand(parts: object, players: int) -> RecordedHand:
    if not isinstance(parts, list) or len(parts) != PARTS or not all(isinstance(part, list) for part in parts):
        raise Malformed(
            "bad_field", sentence("hand_has_other_lists", "a hand must consist of {parts} lists", parts=PARTS), "log"
        )
    kyoku, honba, sticks = _whole(parts[0], 3, sentence("log_place_of_hand", "round, honba and riichi sticks"))
    scores = _by_seats(parts[1], players, "scores")
    check_hand_number(kyoku, honba, sticks, players, "log")
    tiles, seats, wrong = _seats(parts, players)
    end = parts[16]
    if not end or not isinstance(end[0], str):
        raise Malformed("missing_field", sentence("hand_end_missing", "the end of the hand is missing"), "log")
    kind = ENDINGS.get(end[0], end[0])
    # A riichi on the very tile that ended the hand was never paid for.
    unpaid = {info[1] for info in end[2::2] if _is_info(info, players) and info[0] != info[1]} if kind == WON else set()
    if ABORTS.get(kind) == "triple_ron":
        unpaid = set(SEATS)
    turns = [(own.riichi_at, (seat - kyoku % 4) % players, seat) for seat, own in enumerate(seats)]
    riichi = [seat for turn, _, seat in sorted((turn, order, seat) for turn, order, seat in turns if turn is not None)
              if not (seat in unpaid and seats[seat].declared_last)]  # fmt: skip
    hand = RecordedHand(
        kyoku // 4, kyoku % 4 + 1, honba, sticks, scores, riichi, DRAW, [], "", None, nagashi=False,
        deltas=[0] * players, tiles_wrong=wrong,
    )  # fmt: skip
    if kind == WON:
        return _won(hand, end, seats, [parts[2], parts[3]], tiles)
    if kind in ABORTS:
        return hand._replace(ending=ABORT, abort=ABORTS[kind])
    if kind in EXHAUSTED:
        return _drawn(hand, kind, end, seats, tiles)
    raise Malformed(
        "bad_field",
        sentence("unknown_end_of_hand", "{kind} is not a known way to end a hand", kind=repr(kind[:20])),
        "log",
    )


def _with_stakes(hand: RecordedHand, after: list[int] | None) -> RecordedHand:
    """Return a hand with only its result recorded, and the riichi that its points or yaku show."""
    if after is None:
        riichi = [win.seat for win in hand.wins if {"riichi", "double_riichi"}.intersection(dict(win.worth.yaku))]
    else:
        moved = zip(hand.scores, hand.deltas, after, strict=True)
        riichi = [seat for seat, (score, delta, then) in enumerate(moved) if score + delta - then == STAKE]
    return hand._replace(riichi=riichi)


def _whole(given: object, number: int, what: str) -> list[int]:
    if not isinstance(given, list) or len(given) != number or not all(is_int(item) for item in given):
        raise Malformed(
            "bad_field",
            sentence("count_of_integers", "{what} must be {number} whole numbers", what=what, number=number),
            "log",
        )
    return given


def _by_seats(given: object, players: int, what: str) -> list[int]:
    """Return the numbers of the seats; records of three players often have a fourth one, which is 0."""
    if players == 3 and isinstance(given, list) and len(given) == 4:
        return _whole(given, 4, what)[:3]
    return _whole(given, players, what)


def _points_moved(given: object, players: int) -> list[int]:
    return _by_seats(given, players, sentence("log_points_moved", "points moved"))


def _seats(parts: list[Any], players: int) -> tuple[bool, list[SeatTiles], str]:
    """Return whether the record has the tiles, the four seats with theirs, and what is wrong with them."""
    if not any(parts[4:16]):
        return False, [], ""
    try:
        return True, [SeatTiles(*parts[4 + 3 * seat : 7 + 3 * seat]) for seat in range(players)], ""
    except TenboError as error:
        return False, [], error.message


def _drawn(hand: RecordedHand, kind: str, end: list[Any], seats: list[SeatTiles], tiles: bool) -> RecordedHand:
    """Return a hand without a winner, and its tenpai seats from the points, the words or the tiles."""
    players = len(hand.scores)
    deltas = _points_moved(end[1], players) if len(end) > 1 else [0] * players
    nagashi = kind == NAGASHI
    tenpai: list[int] | None = None
    if kind not in ("流局", NAGASHI):
        tenpai = list(range(players)) if kind == EVERYONE else []
    if any(deltas) and not nagashi:
        tenpai = [seat for seat, delta in enumerate(deltas) if delta > 0]
    elif tenpai is None and tiles:
        tenpai = [seat for seat, own in enumerate(seats) if _is_tenpai(own)]
    return hand._replace(tenpai=tenpai, nagashi=nagashi, deltas=deltas)


def _is_tenpai(seat: SeatTiles) -> bool:
    try:
        return bool(answer_waits({"hand": seat.hand, "melds": seat.melds})["tenpai"])
    except TenboError:
        return False


# ---------------------------------------------------------------- a win


def _is_info(info: object, players: int) -> bool:
    return (
        isinstance(info, list) and len(info) > 3 and all(is_int(seat) and seat in SEATS[:players] for seat in info[:3])
    )


def _won(
    hand: RecordedHand,
    end: list[Any],
    seats: list[SeatTiles],
    indicators: list[list[object]],
    tiles: bool,
) -> RecordedHand:
    wins, players = [], len(hand.scores)
    deltas = [0] * players
    if len(end) < 3 or len(end) % 2 == 0:
        raise Malformed(
            "bad_field", sentence("win_parts_of_log", "a win must give the points moved and the winner"), "log"
        )
    for moved, info in zip(end[1::2], end[2::2], strict=True):
        if not _is_info(info, players) or not all(isinstance(word, str) for word in info[3:]):
            raise Malformed(
                "bad_field",
                sentence(
                    "win_fields_of_log",
                    "a win must give its winner, the discarder, the liable player, its value and its yaku",
                ),
                "log",
            )
        deltas = [sum(both) for both in zip(deltas, _points_moved(moved, players), strict=True)]
        seat, source, third = info[:3]
        is_tsumo_of_three = players == 3 and seat == source
        worth = _worth(info[3], info[4:], players, is_dealer=seat == hand.number - 1, shares_lost=is_tsumo_of_three)
        if is_tsumo_of_three and third == seat and worth.points is not None:
            # Some converters write the shares without the halves of the fourth player's share that are paid, too.
            paid = -sum(min(0, points) for points in moved) - 2 * HONBA_SHARE * hand.honba
            worth = worth._replace(points=max(worth.points, paid))
        declared, wrong = None, ""
        if tiles:
            try:
                declared = _declared(seats, seat, source, indicators, worth)
            except TenboError as error:
                wrong = error.message
        hand = hand._replace(tiles_wrong=hand.tiles_wrong or wrong)
        wins.append(RecordedWin(seat, source, worth, declared, None if third == seat else third))
    return hand._replace(ending=WIN, wins=wins, deltas=deltas)


def _declared(
    seats: list[SeatTiles], seat: int, source: int, indicators: list[list[object]], worth: RecordedWorth
) -> dict[str, Any]:
    """Return the winner's hand in the words of `tenbo score`."""
    own = seats[seat]
    dora, ura = ([tile_from_two_digits(number) for number in numbers] for numbers in indicators)
    win = own.last_drawn if source == seat else seats[source].last_discard
    if not win:
        raise Malformed("contradiction", sentence("winning_tile_missing", "the winning tile is missing"), "log")
    declared: dict[str, Any] = {"hand": own.closed_without(win) if source == seat else own.hand, "win": win}
    if own.melds:
        declared["melds"] = list(own.melds)
    if own.norths:
        declared["north"] = own.norths
    declared["dora"] = dora
    if own.riichi_at is not None:
        declared["ura"] = ura
    return {**declared, **worth.declared_flags(in_riichi=own.riichi_at is not None)}


def _worth(
    text: str, words: Sequence[str], players: int, *, is_dealer: bool, shares_lost: bool = False
) -> RecordedWorth:
    found = _WORTH.fullmatch(text)
    points = None
    if found is not None:
        one, other = int(found["one"]), int(found["other"] or 0)
        payers = players - 1
        points = payers * one if found["each"] else (payers - 1) * one + other if found["other"] else one
    read = []
    unknown: list[tuple[str, int]] = []
    for word in words:
        yaku = _YAKU.fullmatch(word)
        name = None if yaku is None else yaku_name(yaku["name"])
        if yaku is None:
            unknown.append((word[:QUOTED_LETTERS], NO_HAN))
        elif name is None:
            unknown.append((word[:QUOTED_LETTERS], int(yaku["han"] or 0)))
        else:
            read.append((name, int(yaku["han"] or 0)))
    fu = int(found["fu"]) if found is not None and found["fu"] else None
    in_all = int(found["han"]) if found is not None and found["han"] else None
    return recorded_worth(read, fu, points, unknown, is_dealer=is_dealer, in_all=in_all, shares_lost=shares_lost)
