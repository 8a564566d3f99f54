"""Reads mjlog: a game as XML, each tile, call and riichi an element of its own."""

from __future__ import annotations

import re
from typing import Any
from xml.parsers import expat

from tenbo.formats.logs.recorded_game import (
    ABORT,
    DRAW,
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
from tenbo.formats.logs.tile_numbers import ALL, COPIES, join_tiles, sort_tiles, tile_from_136
from tenbo.formats.logs.yaku_names import BY_NUMBER
from tenbo_core.errors import Malformed, TenboError
from tenbo_core.seats import SEATS
from tenbo_core.sentences import sentence

ABORTS = {
    "yao9": "nine_terminals", "kaze4": "four_winds", "kan4": "four_kans", "reach4": "four_riichi",
    "ron3": "triple_ron",
}  # fmt: skip
NAGASHI = "nm"

# The bits of the number of a game's kind.
NO_RED_FIVES, CLOSED_TANYAO, HANCHAN, THREE = 0x02, 0x04, 0x08, 0x10

ROOT = "mjloggm"
MOST_DIGITS = 9
_WHOLE = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS}}}")

Attributes = dict[str, str]


def read(text: str) -> RecordedGame:
    """Read a game, or raise why the text is not valid."""
    elements: list[tuple[str, Attributes]] = []
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _refuse_declarations
    parser.StartElementHandler = lambda name, attributes: elements.append((name, attributes))
    try:
        parser.Parse(text, True)  # noqa: FBT003 - this is all of it
    except expat.ExpatError as error:
        raise Malformed(
            "bad_field", sentence("file_is_not_xml", "the file is not XML: {error}", error=error), "file"
        ) from None
    if not elements or elements[0][0] != ROOT:
        raise Malformed(
            "bad_field",
            sentence("xml_is_not_mjlog", "the XML is not an mjlog file, which begins with <{root}>", root=ROOT),
            "file",
        )
    reader = _Reader()
    for name, attributes in elements[1:]:
        try:
            reader.handle_element(name, attributes)
        except TenboError as error:
            where = reader.hands[-1].label if reader.hands else "before the first hand"
            raise Malformed(
                error.code,
                sentence(
                    "log_element", "{where}, <{name}>: {message}", where=where, name=name[:20], message=error.message
                ),
                name[:20],
            ) from None
    return reader.game()


def decode_percent(text: str) -> str:
    """Decode a percent-encoded text, as in URLs and in mjlog's names.

    >>> decode_percent("%E6%9D%B1%41 1%")
    '東A 1%'
    """
    data = re.sub(rb"%([0-9A-Fa-f]{2})", lambda found: bytes([int(found[1], 16)]), text.encode())
    return data.decode("utf-8", "replace")


def _refuse_declarations(*_: object) -> None:
    message = sentence(
        "xml_declares_doctype",
        "the XML declares a document type: mjlog files never do, and such a file may not be safe",
    )
    raise Malformed("bad_field", message, "file")


def _numbers(attributes: Attributes, name: str, wanted: int | None = None) -> list[int]:
    """Return the whole numbers of an attribute, commas between them."""
    words = attributes[name].split(",") if attributes.get(name) else []
    if not all(map(_WHOLE.fullmatch, words)):
        raise Malformed(
            "bad_field",
            sentence(
                "not_whole_numbers",
                "{name} must be whole numbers, not {attributes}",
                name=name,
                attributes=repr(attributes[name][:40]),
            ),
            name,
        )
    if wanted is not None and len(words) != wanted:
        raise Malformed(
            "bad_field",
            sentence(
                "count_of_numbers",
                "{name}: the count of numbers must be {wanted}, not {count}",
                name=name,
                wanted=wanted,
                count=len(words),
            ),
            name,
        )
    return [int(word) for word in words]


def _seat(attributes: Attributes, name: str) -> int:
    seat = _numbers(attributes, name, 1)[0]
    if seat not in SEATS:
        raise Malformed(
            "bad_seat", sentence("unknown_seat", "there is no seat {seat}: the seats are 0 to 3", seat=seat), name
        )
    return seat


class _Reader:
    """Takes the elements in their order."""

    def __init__(self) -> None:
        self.kind = HANCHAN
        self.players = 4
        self.has_rules = False
        self.names = ["", "", "", ""]
        self.hands: list[RecordedHand] = []
        self.final: list[tuple[int, float]] | None = None
        self.notes: list[str] = []
        self.ended = True

    def handle_element(self, name: str, attributes: Attributes) -> None:
        """Take an element; those of tiles and of the server's own are passed over."""
        act = {
            "GO": self._kind, "UN": self._people, "INIT": self._begin, "REACH": self._riichi, "AGARI": self._win,
            "RYUUKYOKU": self._draw, "BYE": self._left,
        }.get(name)  # fmt: skip
        if act is not None:
            act(attributes)

    def game(self) -> RecordedGame:
        """Return the game, without a hand that was never ended."""
        if not self.ended:
            self.notes.append(f"the record breaks off in {self.hands[-1].label}, which is left out")
            self.hands.pop()
        if not self.hands:
            raise Malformed(
                "missing_field",
                sentence("no_finished_hand", "no hand in this record is complete: there is nothing to import"),
                "INIT",
            )
        rules: dict[str, Any] = {}
        if self.has_rules:
            rules["red_fives"] = 0 if self.kind & NO_RED_FIVES else self.players - 1
            rules["open_tanyao"] = not self.kind & CLOSED_TANYAO
            rules["length"] = "hanchan" if self.kind & HANCHAN else "east"
        names = self.names[: self.players]
        return RecordedGame("", names, rules, self.hands, self.final, self.notes, self.players)

    def _kind(self, attributes: Attributes) -> None:
        self.kind, self.has_rules = _numbers(attributes, "type", 1)[0], True
        if self.kind & THREE:
            self.players = 3

    def _people(self, attributes: Attributes) -> None:
        given = [attributes.get(f"n{seat}") for seat in SEATS]
        if all(name is not None for name in given):
            if not given[3] and all(given[:3]):
                self.players = 3
            self.names = [printable_name(decode_percent(name or "")) for name in given]
            return
        self.notes += [
            f"{self._player_name(seat)} came back {self._when()}" for seat in SEATS if given[seat] is not None
        ]

    def _left(self, attributes: Attributes) -> None:
        self.notes.append(f"{self._player_name(_seat(attributes, 'who'))} lost the connection {self._when()}")

    def _player_name(self, seat: int) -> str:
        return self.names[seat] or f"seat {seat}"

    def _when(self) -> str:
        return f"in {self.hands[-1].label}" if self.hands else "before the first hand"

    def _begin(self, attributes: Attributes) -> None:
        if not self.ended:
            raise Malformed(
                "contradiction",
                sentence("not_terminated", "the end of hand {label} is missing", label=self.hands[-1].label),
                "INIT",
            )
        kyoku, honba, sticks, *dice = _numbers(attributes, "seed", 6)
        check_hand_number(kyoku, honba, sticks, self.players, "seed")
        check_hand_count(len(self.hands) + 1, "seed")
        scores = [100 * number for number in _numbers(attributes, "ten", 4)][: self.players]
        thrown = [number + 1 for number in dice[:2]]
        self.hands.append(RecordedHand(
            kyoku // 4, kyoku % 4 + 1, honba, sticks, scores, [], DRAW, [], "", None, nagashi=False,
            deltas=[0] * self.players, dice=thrown if all(1 <= die <= 6 for die in thrown) else None,
        ))  # fmt: skip
        self.ended = False

    def _running(self) -> RecordedHand:
        if self.ended:
            raise Malformed(
                "contradiction", sentence("no_hand_running_here", "no hand is in progress at this point"), "INIT"
            )
        return self.hands[-1]

    def _riichi(self, attributes: Attributes) -> None:
        hand, seat = self._running(), _seat(attributes, "who")
        # The second step is the stake, which a ron on the discard spares.
        if attributes.get("step") == "2":
            self.hands[-1] = hand._replace(riichi=[*hand.riichi, seat])

    def _end(self, attributes: Attributes) -> list[int]:
        """Return the points that an ending moved, and keep the result if it is the last."""
        moved = [100 * number for number in _numbers(attributes, "sc", 8)[1::2]][: self.players]
        if "owari" in attributes:
            words = attributes["owari"].split(",")
            try:
                numbers = [float(word) for word in words]
            except ValueError:
                numbers = []
            if len(numbers) in (8, 2 * self.players) and all(abs(number) < 10**MOST_DIGITS for number in numbers):
                self.final = [(100 * int(numbers[2 * seat]), numbers[2 * seat + 1]) for seat in range(self.players)]
        self.ended = True
        return moved

    def _draw(self, attributes: Attributes) -> None:
        hand, kind = self._running(), attributes.get("type", "")
        deltas = self._end(attributes)
        if kind in ABORTS:
            self.hands[-1] = hand._replace(ending=ABORT, abort=ABORTS[kind])
        elif kind in ("", NAGASHI):
            tenpai = [seat for seat in range(self.players) if attributes.get(f"hai{seat}")]
            self.hands[-1] = hand._replace(tenpai=tenpai, nagashi=kind == NAGASHI, deltas=deltas)
        else:
            raise Malformed(
                "bad_field", sentence("unknown_draw", "{kind} is not a kind of draw", kind=repr(kind[:20])), "type"
            )

    def _win(self, attributes: Attributes) -> None:
        # Each of several winners has an element; the first has ended the hand.
        if self.ended and self.hands and self.hands[-1].ending == WIN:
            self.ended = False
        hand = self._running()
        seat, source = _seat(attributes, "who"), _seat(attributes, "fromWho")
        deltas = [sum(both) for both in zip(hand.deltas, self._end(attributes), strict=True)]
        worth = _worth(attributes, is_dealer=seat == hand.number - 1)
        if self.players == 3 and seat == source:
            # What the server writes there is not what two players pay; that is compared with the scores.
            worth = worth._replace(points=None)
        declared, wrong = None, hand.tiles_wrong
        try:
            declared = self._declared(attributes, worth, in_riichi=seat in hand.riichi)
        except TenboError as error:
            wrong = error.message
        pao = _seat(attributes, "paoWho") if "paoWho" in attributes else None
        wins = [*hand.wins, RecordedWin(seat, source, worth, declared, pao)]
        self.hands[-1] = hand._replace(ending=WIN, wins=wins, deltas=deltas, tiles_wrong=wrong)

    def _tiles(self, attributes: Attributes, name: str) -> list[str]:
        return [tile_from_136(number, red=not self.kind & NO_RED_FIVES) for number in _numbers(attributes, name)]

    def _declared(self, attributes: Attributes, worth: RecordedWorth, *, in_riichi: bool) -> dict[str, Any]:
        """Return the winner's hand in the words of `tenbo score`."""
        tiles = self._tiles(attributes, "hai")
        won_with = self._tiles(attributes, "machi")
        if len(won_with) != 1 or won_with[0] not in tiles:
            raise Malformed(
                "contradiction", sentence("winning_tile_not_in_hand", "the winning tile is not in the hand"), "machi"
            )
        tiles.remove(won_with[0])
        declared: dict[str, Any] = {"hand": join_tiles(sort_tiles(tiles)), "win": won_with[0]}
        codes = _numbers(attributes, "m")
        red = not self.kind & NO_RED_FIVES
        if melds := [meld_text(code, red=red) for code in codes if not is_kita(code)]:
            declared["melds"] = melds
        if norths := sum(map(is_kita, codes)):
            declared["north"] = norths
        declared["dora"] = self._tiles(attributes, "doraHai")
        if in_riichi:
            declared["ura"] = self._tiles(attributes, "doraHaiUra")
        return {**declared, **worth.declared_flags(in_riichi=in_riichi)}


def _worth(attributes: Attributes, *, is_dealer: bool) -> RecordedWorth:
    fu, points, _ = _numbers(attributes, "ten", 3)
    pairs = _numbers(attributes, "yaku")
    listed = [*zip(pairs[::2], pairs[1::2], strict=False), *((number, 0) for number in _numbers(attributes, "yakuman"))]
    read = [(BY_NUMBER[number], han) for number, han in listed if 0 <= number < len(BY_NUMBER)]
    unknown = [(f"yaku {number}", han) for number, han in listed if not 0 <= number < len(BY_NUMBER)]
    return recorded_worth(read, fu or None, points, unknown, is_dealer=is_dealer)


_FROM, _CHI, _PON, _KAKAN, _NORTH = 0x3, 0x4, 0x8, 0x10, 0x20


def is_kita(code: int) -> bool:
    """Return whether a number stands for a north that one of three players set aside.

    >>> is_kita(31264), is_kita(43051)
    (True, False)
    """
    return bool(code & _NORTH) and not code & (_CHI | _PON | _KAKAN)


def meld_text(code: int, *, red: bool) -> str:
    """Return a meld in the words of `tenbo score`.

    >>> meld_text(43051, red=True), meld_text(48234, red=True)
    ('pon 2z2z2z', 'pon 5z5z5z')
    """
    kind, tiles = _read(code)
    if not all(0 <= tile < ALL for tile in tiles):
        raise Malformed("bad_meld", sentence("not_a_meld", "{value} is not a meld", value=code), "m")
    return f"{kind} {join_tiles(sort_tiles(tile_from_136(tile, red=red) for tile in tiles))}"


def _read(code: int) -> tuple[str, list[int]]:
    """Return the kind of a meld and its tiles."""
    if code & _CHI:
        # Seven runs begin in each suit; two bits for each tile are its copy.
        suit, first = divmod(code // 1024 // 3, 7)
        if suit == 3:
            raise Malformed(
                "bad_meld",
                sentence("honours_make_no_run", "{value} is not a meld: honours cannot form a run", value=code),
                "m",
            )
        return "chi", [COPIES * (9 * suit + first + place) + (code >> (3 + 2 * place) & 3) for place in range(3)]
    if code & (_PON | _KAKAN):
        left_over = code >> 5 & 3
        four = [COPIES * (code // 512 // 3) + copy for copy in range(COPIES)]
        return ("pon", four[:left_over] + four[left_over + 1 :]) if code & _PON else ("kakan", four)
    if code & _NORTH:
        raise Malformed(
            "bad_meld",
            sentence("north_set_aside", "a north was set aside, which happens only in three-player games"),
            "m",
        )
    four = [COPIES * (code // 256 // COPIES) + copy for copy in range(COPIES)]
    return ("kan" if code & _FROM else "ankan"), four
