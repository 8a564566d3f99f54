"""The scorer: one rule book, one seat wind, one round wind; hands in, results out.

It trusts its input. Text or records from outside must first become a `Hand`, which is checked;
a program that already has valid tiles may call this directly.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from tenbo.scoring.engine.honour_readings import HonourFeatureTable, Winds, read_honours
from tenbo.scoring.engine.meld_features import honour_meld_entries, suit_meld_entries
from tenbo.scoring.engine.memo import Memo
from tenbo.scoring.engine.payment_tables import (
    CLOSED_RON,
    CLOSED_TSUMO,
    HONBA_SHIFT,
    OPEN_RON,
    OPEN_TSUMO,
    payment_tables_of,
)
from tenbo.scoring.engine.reading_features import FU_BITS, GROUP_BITS, GROUP_MASK, HALF_FU
from tenbo.scoring.engine.seven_pairs import NOT_PAIRS, features_of_pairs, is_seven_pairs
from tenbo.scoring.engine.shape_yaku import (
    HONOURS,
    PINFU,
    PLACED,
    RUNS,
    SHAPES,
    STRAIGHT,
    SUITS_MIXED,
    TRIPLETS,
    add_ittsu_and_sanshoku,
    yaku_allowed_by_suits,
    yaku_of_orphans,
)
from tenbo.scoring.engine.suit_readings import NO_READING, ONLY, ROWS
from tenbo.scoring.engine.winning_tile import OTHERS_AFTER, WON_BY_RON, WON_BY_TSUMO
from tenbo.scoring.engine.yaku_values import HAN, RENHOU_ALONE
from tenbo.scoring.result import Result
from tenbo.scoring.tiles import DORA_SHIFT, HONOUR_BITS, HONOUR_SHIFT, KIND, KINDS, ORPHANS, RED_SHIFT, SUIT_BITS, UNIT
from tenbo.scoring.yaku import BIT
from tenbo_core.errors import Refused
from tenbo_core.hand_value import required_yaku_han
from tenbo_core.rules import Rules
from tenbo_core.sentences import sentence

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tenbo.scoring.melds import Meld

new_tuple = tuple.__new__
RENHOU = BIT["renhou"]
KINDS_BITS = (1 << 3 * KINDS) - 1
NOT_ORPHANS = KINDS_BITS & ~(3 * ORPHANS)
# Places in the entries of rows, above the features.
PLACES_IN_ROW = (RUNS | TRIPLETS) << GROUP_BITS
STRAIGHT_IN_ROW = STRAIGHT << GROUP_BITS

# Readings of the three suits, by their entries.
NO_MORE: list[tuple[int, int, int]] = []


# The entry of a hand's honours: features about groups, the yaku they leave possible, features about honours.
OfHonours = tuple[int, int, int]


def _of_honours(code: int, words: HonourFeatureTable) -> OfHonours:
    word = read_honours(code, words)
    return word & GROUP_MASK, HONOURS[word >> GROUP_BITS], word >> GROUP_BITS


class WindScoringTables:
    """Tables that depend on the winds alone, shared by all rule books: words of honours, entries of melds."""

    __slots__ = ("honours", "melds", "winds")

    def __init__(self, winds: Winds) -> None:
        self.winds = winds
        words = HonourFeatureTable(winds)
        self.honours: Memo[OfHonours] = Memo(lambda code: _of_honours(code, words), limit=4_000)
        # For each suit the entries with the place in that suit in front.
        of_honours = honour_meld_entries(winds)
        self.melds = [suit_meld_entries(suits) | of_honours for suits in OTHERS_AFTER]


@lru_cache(maxsize=64)
def reading_tables_of(seat: int, round_: int, double_fu: int) -> WindScoringTables:
    """Return the tables for a seat wind and a round wind, made once."""
    return WindScoringTables(Winds(seat, round_, double_fu))


class Scorer:
    """Scores hands under one rule book for one seat.

    >>> from tenbo.rulebooks import load
    >>> from tenbo.scoring.tile_parser import parse_tiles
    >>> south = Scorer(load("ema-2016").rules, seat=1, round_=0)
    >>> result = south.score(parse_tiles("234567m345p678s9s"), *parse_tiles("9s"), situation=BIT["riichi"])
    >>> result.yaku, result.han, result.fu, result.value
    ((('riichi', 1),), 1, 40, 1300)
    """

    __slots__ = (
        "asks_two_han",
        "closed",
        "counts_red_fives",
        "counts_ura",
        "counts_waits",
        "honours",
        "melds",
        "open",
        "round",
        "rules",
        "seat",
        "tables",
        "worth",
    )
    # Set aside as a bonus, where three play.
    norths = 0

    def __init__(self, rules: Rules, seat: int, round_: int) -> None:
        self.rules = rules
        self.seat = seat
        self.round = round_
        self.worth = payment_tables_of(rules)
        of_book = self.worth.ways[seat == 0]
        self.closed, self.open = (of_book[CLOSED_RON], of_book[CLOSED_TSUMO]), (of_book[OPEN_RON], of_book[OPEN_TSUMO])
        self.counts_red_fives = rules.red_fives > 0
        self.counts_ura = rules.ura_dora
        self.counts_waits = True
        # Most books never do, and their hands need not ask how many counters there are.
        self.asks_two_han = rules.two_han_from > 0
        self.tables = reading_tables_of(seat, round_, rules.double_wind_pair_fu)
        self.honours = self.tables.honours
        self.melds = self.tables.melds

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Scorer) or type(other) is not type(self):
            return NotImplemented
        mine, its = self.rules, other.rules
        return (self.seat, self.round, mine.book) == (other.seat, other.round, its.book) and (
            mine is its or mine.values == its.values
        )

    def __hash__(self) -> int:
        return hash((self.seat, self.round, self.rules.book))

    def __reduce__(self) -> tuple[object, ...]:
        # The tables are made again, once, where the scorer arrives.
        import json  # noqa: PLC0415 - only a result that goes elsewhere

        return _unpickled, (type(self), self.rules.book, json.dumps(self.rules.values), self.seat, self.round)

    def score(  # noqa: PLR0913  (a declared hand is what it is)
        self,
        tiles: Sequence[int],
        win: int,
        *,
        tsumo: bool = False,
        melds: Sequence[Meld] = (),
        situation: int = 0,
        dora: Sequence[int] = (),
        ura: Sequence[int] = (),
        honba: int = 0,
        sticks: int = 0,
    ) -> Result:
        """Score a hand: its closed tiles without the winning one, the winning tile, and how it came.

        `situation` is the set of yaku that do not show in the tiles (riichi, ippatsu, rinshan ...), by
        their bits; menzen tsumo is found by itself.
        """
        unit = UNIT
        packed = unit[win]
        for tile in tiles:
            packed += unit[tile]
        return self.score_packed(packed, win, tsumo, melds, situation, dora, ura, honba, sticks)

    def score_packed(  # noqa: C901, PLR0912, PLR0913, PLR0915, PLR0917  (the one hot loop, kept in one piece)
        self,
        packed: int,
        win: int,
        tsumo: bool,
        melds: Sequence[Meld] = (),
        situation: int = 0,
        dora: Sequence[int] = (),
        ura: Sequence[int] = (),
        honba: int = 0,
        sticks: int = 0,
    ) -> Result:
        """Score a hand whose closed tiles are packed, the winning tile among them."""
        around, changes, mark, to_first, to_second, to_third, suit = (WON_BY_TSUMO if tsumo else WON_BY_RON)[win]
        # The entries of the melds.
        total = packed
        features = first_in = second_in = third_in = 0
        is_open = False
        if melds:
            known = self.melds[suit]
            for meld in melds:
                brings, in_first, in_second, in_third = known[meld.code]
                features += brings
                first_in |= in_first
                second_in |= in_second
                third_in |= in_third
                total += meld.packed
                if meld.is_open:
                    is_open = True
        # Bonus: dora, ura, red fives.
        bonus = 0
        for indicator in dora:
            bonus += total >> DORA_SHIFT[indicator] & 7
        if ura and self.counts_ura:
            for indicator in ura:
                bonus += total >> DORA_SHIFT[indicator] & 7
        if self.counts_red_fives:
            bonus += total >> RED_SHIFT
        # The book's tables for this way of winning.
        worths, words, outcomes, listed, own_draw = (self.open if is_open else self.closed)[tsumo]
        situation |= own_draw
        by_situation = worths[situation] if situation else 0
        needed = required_yaku_han(self.rules, honba) if honba and self.asks_two_han else 1
        # The suits, first the one with the winning tile.
        first = packed >> to_first & SUIT_BITS
        second = packed >> to_second & SUIT_BITS
        third = packed >> to_third & SUIT_BITS
        # What honours and suits leave possible; that most hands use two suits is seen here without a call.
        of_honours, possible, honours = self.honours[packed >> HONOUR_SHIFT & HONOUR_BITS | mark]
        features += of_honours
        if melds:
            possible = HONOURS[honours + (features >> GROUP_BITS)]
            features &= GROUP_MASK
        if (first or first_in) and (second or second_in or third or third_in):
            kept = SUITS_MIXED
        else:
            kept = yaku_allowed_by_suits(first | first_in, second | second_in, third | third_in, total)
        possible &= kept
        # Nearly always each suit can be read in one way only.
        of_first, of_second, of_third = ONLY[first], ONLY[second], ONLY[third]
        entries = of_first + of_second + of_third
        more = NO_MORE
        if entries < 0:
            if entries < NO_READING:
                entries = possible = 0
            else:
                more = [*product(ROWS[first], ROWS[second], ROWS[third])]
                of_first, of_second, of_third = more.pop(0)
                entries = of_first + of_second + of_third
        best = best_found = best_shape = 0
        while True:
            for change in changes[of_first & around]:
                shape = features + change + (entries & GROUP_MASK)
                yaku_bits = SHAPES[shape >> FU_BITS] & possible
                if not yaku_bits:
                    continue
                if yaku_bits & PLACED:
                    if melds:
                        of_first |= first_in
                        of_second |= second_in
                        of_third |= third_in
                    # A set in all three suits, or the parts of a straight somewhere: worth a closer look.
                    if (
                        of_first & of_second & of_third & PLACES_IN_ROW
                        or (of_first | of_second | of_third) & STRAIGHT_IN_ROW == STRAIGHT_IN_ROW
                    ):
                        yaku_bits = add_ittsu_and_sanshoku(
                            yaku_bits,
                            of_first >> GROUP_BITS,
                            of_second >> GROUP_BITS,
                            of_third >> GROUP_BITS,
                        )
                half_fu = shape & HALF_FU
                if not half_fu and not is_open:
                    yaku_bits |= PINFU
                by_yaku = worths[yaku_bits]
                han = by_yaku + by_situation
                if han > HAN:
                    word = self.worth.yakuman_hand_word(by_yaku, by_situation)
                elif han < needed:
                    continue
                else:
                    word = words[half_fu][han + bonus]
                if word > best:
                    best = word
                    best_found = yaku_bits
                    best_shape = shape
            if not more:
                break
            of_first, of_second, of_third = more.pop(0)
            entries = of_first + of_second + of_third
        if not melds:
            if not packed & NOT_PAIRS and (packed & KINDS_BITS).bit_count() == 7:
                shape = features_of_pairs(packed)
                yaku_bits = SHAPES[(shape & GROUP_MASK) >> FU_BITS] & HONOURS[shape >> GROUP_BITS] & kept
                by_yaku = worths[yaku_bits]
                han = by_yaku + by_situation
                if han > HAN:
                    word = self.worth.yakuman_hand_word(by_yaku, by_situation)
                else:
                    word = self.worth.seven_pairs[han + bonus] if han >= needed else 0
                if word > best:
                    # The shape of pairs is not needed: they are laid out without it.
                    best, best_found = word, yaku_bits
            elif not best and not packed & NOT_ORPHANS and (packed | packed >> 1) & ORPHANS == ORPHANS:
                best_found = yaku_of_orphans(packed >> 3 * KIND[win] & 7)
                if worths[best_found] > HAN:
                    best = self.worth.yakuman_hand_word(worths[best_found], by_situation)
        if (
            situation & RENHOU
            and self.worth.renhou_alone
            and best < self.worth.renhou_word
            and (best or has_reading(possible, features, first, second, third) or is_seven_pairs(packed))
        ):
            best = self.worth.renhou_word
            best_found |= RENHOU
            situation = RENHOU_ALONE
        if not best:
            raise Refused(
                "not_winning",
                sentence("not_complete_or_no_yaku", "the hand is not complete, or has no yaku under this rule book"),
                "hand",
            )
        han, fu, pay = outcomes[best | honba << HONBA_SHIFT if honba else best]
        # The plain tuple, because the named one's constructor costs a tenth of the whole.
        return new_tuple(
            Result,
            (
                listed[best_found | situation],
                han,
                fu,
                pay,
                self,
                best,
                best_found,
                best_shape,
                packed,
                win,
                tsumo,
                melds,
                situation,
                dora,
                ura,
                honba,
                sticks,
            ),
        )


def has_reading(possible: int, features: int, *suits: int) -> bool:
    """Return whether three suits with the features of melds and honours are a hand; any reading of them is enough."""
    rows = [ROWS[suit] for suit in suits]
    if not possible or not all(rows):
        return False
    shape = features + (sum(row[0] for row in rows) & GROUP_MASK)
    return SHAPES[shape >> FU_BITS] != 0


@lru_cache(maxsize=64)
def _unpickled(kind: type[Scorer], book: str, values: str, seat: int, round_: int) -> Scorer:
    return kind(_rules(book, values), seat, round_)


@lru_cache(maxsize=16)
def _rules(book: str, values: str) -> Rules:
    import json  # noqa: PLC0415

    return Rules(book, json.loads(values))
