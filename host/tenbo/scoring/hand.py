"""A declared hand: the tiles, the melds and how it was won, checked before anything is scored."""

from __future__ import annotations

# `Liability` is found here, too: a pickle of an earlier release names this module.
from tenbo.scoring.hand_field_values import (
    FIRST_TURN,
    LAST_TILE,
    MAX_COUNTERS,
    MOMENTS,
    MOST_INDICATORS,
    ORDINARY,
    RIICHI,
    RINSHAN,
    TSUMO,
    WAYS,
    WIND_NUMBER,
    Liability,
    integer_of,
    wind_number,
)
from tenbo.scoring.melds import Meld, parse_melds
from tenbo.scoring.tile_parser import pack_tiles, parse_tile, parse_tiles, tile_from_number, tiles_from_input
from tenbo.scoring.tiles import NAMES, NUMBER_SHIFT, ONE_EACH, PACKED_BITS, RED_SHIFT, TILES, UNIT, pack, tile_text
from tenbo.scoring.yaku import BIT
from tenbo.validation.suggestions import quote_value
from tenbo_core.errors import Malformed, TenboError
from tenbo_core.seats import EAST, WIND_LETTERS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from tenbo.rulebooks import Book
    from tenbo_core.rules import Rules

# Indicators by how they are written: one, or some after a kan. There are few different ones.
INDICATORS: dict[str, tuple[int, ...]] = {name: (tile,) for name, tile in TILES.items()}
MOST_KNOWN_INDICATORS = 20_000
# What says, besides None, that there is nothing: any other value that counts as false, such as 0 for 1m, is read.
NO_TILES: tuple[str | int, ...] = ()
EMPTY = frozenset((tuple, list, str))
TWO_OF_EACH, FOUR_OF_EACH = 2 * ONE_EACH, 4 * ONE_EACH
# The yaku of no riichi, riichi and double riichi, as bits.
RIICHI_BITS = (0, BIT["riichi"], BIT["riichi"] | BIT["double_riichi"])

# What help says of what the engine leaves in a hand.
_INTERNAL = "Internal: it may change with any release."

# What a program may rely on: the arguments, and what follows from them.
PUBLIC = (
    "tiles", "win", "by", "melds", "seat", "round", "riichi", "open_riichi", "ippatsu", "sorted_in", "moment", "dora",
    "ura", "honba", "sticks", "pao", "north", "is_open", "is_tsumo", "check", "faults",
)  # fmt: skip


def _indicators(tiles: str | Sequence[str | int], at: str) -> tuple[int, ...]:
    if not isinstance(tiles, str):
        return tuple(tiles_from_input(tiles, at))
    found = INDICATORS.get(tiles)
    if found is None:
        found = tuple(parse_tiles(tiles, at))
        if len(INDICATORS) < MOST_KNOWN_INDICATORS:
            INDICATORS[tiles] = found
    return found


def _copies_are_possible(total: int, number: int) -> bool:
    """Return whether no kind is there more than four times, and at most one five is red.

    `total` are the tiles of hand, melds and indicators, packed, and `number` is how many they are.
    """
    red_fives = total >> RED_SHIFT
    # A kind holds ones, twos and fours: every bit counts one, a two one more, a four three more. Three bits
    # hold up to seven of a kind; eight would spill over and be missing from the sum.
    counted = total.bit_count() - red_fives + (total & TWO_OF_EACH).bit_count()
    fours = total & FOUR_OF_EACH
    if fours:
        counted += 3 * fours.bit_count()
        if total & (fours >> 1 | fours >> 2):
            return False
    return counted == number and red_fives <= 1


def _rules_of(book: str | Path | Book | Rules | None) -> Rules | None:
    """Return the rules of a book, if one is given."""
    from tenbo.rulebooks import rules_of  # noqa: PLC0415 - a hand that is only made needs no rule books

    return None if book is None else rules_of(book)


class Hand:
    """A declared hand, in the words of the table.

    - `tiles`: the closed tiles without the winning one;
    - `win`, `by`: the winning tile, and "ron" or "tsumo";
    - `seat`, `round`: winds, "E", "S", "W" or "N";
    - `riichi`: 0, 1 or 2 for double riichi;
    - `moment`: what was special about the moment of winning: "rinshan",
      "chankan", "last_tile" or "first_turn";
    - `sorted_in`: a drawn winning tile was sorted into the hand;
    - `dora`, `ura`: indicators;
    - `north`: how many norths were set aside where three play; a book for
      four refuses them when it scores the hand.

    Tiles and melds are given as one text or as a list of texts. A tile may
    be its number, too, as `tiles` of a made hand has it: 0 to 33 for 1m to
    7z, then 34 to 36 for the red fives of m, p and s.

    Making a hand reads it, and a field that is none is refused by its name:
    `bad_tile`, `bad_meld`, `bad_seat` for the winds, `bad_field` for the
    rest. `check` and `tenbo.score` refuse what cannot be. A made hand is
    read and not changed.

    >>> import tenbo
    >>> tenbo.Hand("234567m345p678s9s", "9s", "ron", riichi=1)
    Hand('234567m345p6789s', '9s', 'ron', seat='S', round='E', riichi=1)
    """

    __slots__ = {
        "_tiles": _INTERNAL,
        "by": 'How the hand was won: "ron" or "tsumo".',
        "dora": "The dora indicators, as tile numbers.",
        "honba": "The counters on the table.",
        "ippatsu": "Whether the hand won within a turn of its riichi.",
        "is_open": "Whether a called meld opened the hand.",
        "is_sound": _INTERNAL,
        "melds": "The melds, each a `tenbo.Meld`.",
        "moment": 'What was special about the moment of winning; "" if nothing.',
        "north": "How many norths were set aside.",
        "open_riichi": "Whether the riichi was open.",
        "packed": _INTERNAL,
        "pao": "The liable player, a `tenbo.Liability`, or None.",
        "riichi": "0, 1, or 2 for double riichi.",
        "round": "The wind of the round as a number: 0 is East.",
        "seat": "The wind of the winner as a number: 0 is East.",
        "situation": _INTERNAL,
        "sorted_in": "Whether a drawn winning tile was sorted into the hand.",
        "sticks": "The riichi sticks on the table.",
        "ura": "The ura-dora indicators, as tile numbers.",
        "win": "The winning tile as a number.",
    }

    def __init__(  # noqa: PLR0913, PLR0915  (a declared hand is what it is)
        self,
        tiles: str | Sequence[str | int],
        win: str | int,
        by: str,
        *,
        melds: str | Iterable[str | Meld] = (),
        seat: str = "S",
        round: str = "E",
        riichi: int = 0,
        open_riichi: bool = False,
        ippatsu: bool = False,
        sorted_in: bool = False,
        moment: str = ORDINARY,
        dora: str | Sequence[str | int] = (),
        ura: str | Sequence[str | int] = (),
        honba: int = 0,
        sticks: int = 0,
        pao: Liability | None = None,
        north: int = 0,
    ) -> None:
        # Most hands are scored and never asked for their tiles one by one: a text is kept as it is until then.
        if isinstance(tiles, str):
            read = pack_tiles(tiles, "hand")
            packed, number = read & PACKED_BITS, read >> NUMBER_SHIFT
        else:
            tiles = tuple(tiles_from_input(tiles, "hand"))
            packed, number = pack(tiles), len(tiles)
        self._tiles: str | tuple[int, ...] = tiles
        self.win = win = parse_tile(win, "win") if isinstance(win, str) else tile_from_number(win, "win")
        self.by = by
        self.melds = laid = () if melds is None or (not melds and type(melds) in EMPTY) else parse_melds(melds)
        try:
            self.seat, self.round = WIND_NUMBER[seat], WIND_NUMBER[round]
        except (KeyError, TypeError):
            self.seat, self.round = wind_number(seat, "seat"), wind_number(round, "round")
        # A value of another type would count as a number that may not be meant: True as 1, 1.5 as 1.
        if not (riichi.__class__ is honba.__class__ is sticks.__class__ is int):
            riichi, honba, sticks = (
                integer_of(riichi, "riichi"),
                integer_of(honba, "honba"),
                integer_of(sticks, "sticks"),
            )
        self.riichi = riichi
        self.open_riichi = open_riichi
        self.ippatsu = ippatsu
        self.sorted_in = sorted_in
        self.moment = moment
        self.dora = dora = () if dora is NO_TILES or dora is None else _indicators(dora, "dora")
        self.ura = ura = () if ura is NO_TILES or ura is None else _indicators(ura, "ura")
        self.honba = honba
        self.sticks = sticks
        self.pao = pao
        self.north = north if north.__class__ is int else integer_of(north, "north")
        if by not in WAYS:
            raise Malformed("bad_field", f"by must be 'ron' or 'tsumo', not {quote_value(by)}", "by")
        if riichi not in RIICHI:
            raise Malformed(
                "bad_field", f"riichi must be 0, 1, or 2 for double riichi, not {quote_value(riichi)}", "riichi"
            )
        if moment not in MOMENTS:
            message = f"moment must be one of {', '.join(MOMENTS[1:])}, not {quote_value(moment)}"
            raise Malformed("bad_field", message, "moment")
        # Values that scoring needs of every hand are computed once; a hand is never changed.
        self.packed = total = packed + UNIT[win]
        is_open = False
        complete = number + 3 * len(laid) == 13
        number += 1 + len(dora) + len(ura)
        for meld in laid:
            total += meld.packed
            number += len(meld.tiles)
            if meld.is_open:
                is_open = True
        for tile in dora:
            total += UNIT[tile]
        for tile in ura:
            total += UNIT[tile]
        self.is_open = is_open
        special = open_riichi or ippatsu or moment
        if not (open_riichi is ippatsu is sorted_in is False and pao is None):
            self._check_types()
        self.situation = self._situation() if special else RIICHI_BITS[riichi]
        # Whether nothing contradicts itself under any rule book; `faults` decides what is not as plain as that.
        self.is_sound = sound = (
            complete
            and 0 <= honba <= MAX_COUNTERS
            and 0 <= sticks <= MAX_COUNTERS
            and len(ura) <= len(dora) <= MOST_INDICATORS
            and not (is_open if riichi else ura)
            and not (sorted_in or pao or north)
            and not (special and self._is_doubtful())
            and _copies_are_possible(total, number)
        )
        if not sound:
            self._check_counts()

    def _check_counts(self) -> None:
        """Refuse a number of counters, sticks or norths that no table has."""
        from tenbo.scoring.hand_faults import faults_of_counts  # noqa: PLC0415 - asked only of a hand that is no plain one

        for fault in faults_of_counts(self.honba, self.sticks, self.north):
            raise fault

    def _check_types(self) -> None:
        """Refuse a flag that is neither true nor false, and a liable player who is named in another way."""
        for name in ("open_riichi", "ippatsu", "sorted_in"):
            flag = getattr(self, name)
            if flag not in (False, True) or flag.__class__ is float:
                raise Malformed("bad_field", f"{name} must be true or false, not {quote_value(flag)}", name)
            # 1 as for a riichi, or another library's truth value: equal hands are printed alike.
            setattr(self, name, bool(flag))
        if self.pao is not None and not isinstance(self.pao, Liability):
            message = f"pao must be a Liability, such as Liability('W', 'N'), not {quote_value(self.pao)}"
            raise Malformed("bad_field", message, "pao")

    @property
    def tiles(self) -> tuple[int, ...]:
        """Return the closed tiles without the winning one, as numbers.

        >>> import tenbo
        >>> tenbo.Hand("123m456p789s1155z", "5z", "ron").tiles[:4]
        (0, 1, 2, 12)
        """
        if isinstance(self._tiles, str):
            self._tiles = tuple(parse_tiles(self._tiles, "hand"))
        return self._tiles

    @property
    def is_tsumo(self) -> bool:
        """Return whether the hand was won by self-draw.

        >>> import tenbo
        >>> tenbo.Hand("123m456p789s1155z", "5z", "tsumo").is_tsumo
        True
        """
        return self.by == TSUMO

    def _situation(self) -> int:
        """Return the yaku that come from how the hand was won, as a set of bits."""
        situation = RIICHI_BITS[self.riichi]
        if self.open_riichi:
            situation |= BIT["open_riichi"]
        if self.ippatsu:
            situation |= BIT["ippatsu"]
        if self.moment:
            situation |= BIT[self.yaku_of_moment()]
        return situation

    def _is_doubtful(self) -> bool:
        """Return whether what was special about the win may contradict the rest."""
        if self.open_riichi or (self.ippatsu and not self.riichi):
            return True
        if self.moment == RINSHAN:
            return self.ippatsu or self.by != TSUMO or not any(meld.is_kan for meld in self.melds)
        return self.moment not in (ORDINARY, LAST_TILE)

    def yaku_of_moment(self) -> str:
        """Return the yaku that the special moment of the win is."""
        if self.moment == LAST_TILE:
            return "haitei" if self.is_tsumo else "houtei"
        if self.moment == FIRST_TURN:
            if not self.is_tsumo:
                return "renhou"
            return "tenhou" if self.seat == EAST else "chiihou"
        return self.moment

    def check(self, rules: str | Path | Book | Rules | None = None) -> None:
        """Refuse a hand that cannot be, with the first fault found.

        `rules` is a rule book, for what it allows.

        >>> import tenbo
        >>> tenbo.Hand("234567m345p678s9s", "9s", "ron", ippatsu=True).check()
        Traceback (most recent call last):
            ...
        tenbo_core.errors.Malformed: ippatsu needs riichi
        """
        switches = _rules_of(rules)
        if not self.is_sound or (switches is not None and switches.players == 3):
            for fault in self.faults(switches):
                raise fault

    def faults(self, rules: str | Path | Book | Rules | None = None) -> Iterator[TenboError]:
        """Return all faults of a hand that cannot be.

        `rules` is a rule book, for what it allows.

        >>> import tenbo
        >>> hand = tenbo.Hand("234567m345p678s9s", "9s", "ron", north=1)
        >>> [fault.code for fault in hand.faults("ema-2025")]
        ['not_in_this_rule_book']
        """
        from tenbo.scoring.hand_faults import faults_of  # noqa: PLC0415 - asked only of a hand that is no plain one

        return faults_of(self, _rules_of(rules))

    def _key(self) -> tuple[object, ...]:
        """Return the key by which two hands are equal, regardless of the order of tiles and melds."""
        return (
            self.packed, self.win, self.by, tuple(sorted([(meld.kind, meld.packed) for meld in self.melds])),
            self.seat, self.round,
            self.riichi, self.open_riichi, self.ippatsu, self.sorted_in, self.moment, tuple(sorted(self.dora)),
            tuple(sorted(self.ura)), self.honba, self.sticks, self.pao, self.north,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __dir__(self) -> list[str]:
        """List what is stable: what the engine has left in a hand is not."""
        return [*PUBLIC]

    def __repr__(self) -> str:
        parts = [repr(tile_text(self.tiles)), repr(NAMES[self.win]), repr(self.by)]
        if self.melds:
            parts.append(f"melds={[str(meld) for meld in self.melds]!r}")
        parts += [f"seat={WIND_LETTERS[self.seat]!r}", f"round={WIND_LETTERS[self.round]!r}"]
        for name in ("riichi", "open_riichi", "ippatsu", "sorted_in", "moment", "honba", "sticks", "pao", "north"):
            if getattr(self, name):
                parts.append(f"{name}={getattr(self, name)!r}")
        for name in ("dora", "ura"):
            if getattr(self, name):
                # Indicators keep no order that matters.
                parts.append(f"{name}={tile_text(getattr(self, name))!r}")
        return f"Hand({', '.join(parts)})"
