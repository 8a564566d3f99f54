"""Tenpai: finds the tiles that complete a hand, suit by suit, without trying each tile."""

from __future__ import annotations

from tenbo.scoring.engine.memo import Memo
from tenbo.scoring.melds import Meld, closed_tiles_text, meld_count_phrase, parse_melds, tile_count_hint
from tenbo.scoring.tile_parser import parse_tiles, tiles_from_input
from tenbo.scoring.tiles import (
    HONOUR_BITS,
    HONOUR_SHIFT,
    KIND,
    KINDS,
    NAMES,
    ONE_EACH,
    ONE_OF_EACH,
    ORPHANS,
    SOU_SHIFT,
    SUIT_BITS,
    SUIT_SHIFT,
    TERMINALS_AND_HONOURS,
    UNIT,
)
from tenbo_core.errors import Malformed
from tenbo_core.sentences import sentence

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# What a suit answers, as one integer of fields, with room for the sum of four of them. Its ranks come
# twice: those that complete an incomplete suit, and those that make a triplet of a complete suit's pair.
RANKS = (1 << 9) - 1
TRIPLING = 11
STATE_SHIFT = 22
COMPLETE = 1 << STATE_SHIFT  # three bits: suits that are complete already
WITH_PAIR = COMPLETE << 3  # three bits: suits that hold a pair beside their sets (3k + 2 tiles)
LACKING = WITH_PAIR << 3  # two bits: incomplete ones among these
# What calls for a closer look: seven pairs, thirteen orphans, four of a kind.
RARE_SHIFT = STATE_SHIFT + 8
PAIRS = 1 << RARE_SHIFT  # four bits: kinds that are there twice
SIMPLES = PAIRS << 4  # three bits: suits with a tile between the terminals
FOURS = SIMPLES << 3  # three bits: suits with four of a kind

# One suit takes the tile. It may make a set of its pair, and then another suit must have the pair;
# otherwise it makes the pair, and no other may have one. Or two suits have a pair, and either triples it.
STATE = (1 << RARE_SHIFT - STATE_SHIFT) - 1
MAKES_PAIR = 3 * COMPLETE >> STATE_SHIFT
MAKES_SET = 3 * COMPLETE + 2 * WITH_PAIR + LACKING >> STATE_SHIFT
TRIPLES_PAIR = 4 * COMPLETE + 2 * WITH_PAIR >> STATE_SHIFT
# By the rare fields: whether six pairs, no simples or four of a kind are there.
IS_RARE = tuple(rare & 15 >= 6 or not rare >> 4 & 7 or rare >> 7 > 0 for rare in range(1 << 10))

FOUR_EACH = 4 * ONE_EACH
KIND_BITS = 7 * ONE_EACH
# Of one suit, of honours too.
FOUR_OF_ANY = 4 * ONE_OF_EACH
SIMPLE_RANKS = 0o077_777_770


def analyse_suit_waits(bits: int) -> int:
    """Return what one suit of numbers answers.

    >>> analyse_suit_waits(0o11) & RANKS == 1 << 2  # 12 waits for 3
    True
    """
    tiles, weight = _count_and_rank_sum(bits)
    ranks = 0
    if tiles % 3:
        # With a set to complete, the ranks must add up to a multiple of three.
        for rank in range(9) if tiles % 3 == 1 else range(-weight % 3, 9, 3):
            # A tile far from all others completes nothing.
            near = bits << 6 >> 3 * rank & 0o77777
            if near and (bits >> 3 * rank & 7) < 4 and _is_complete(bits + (1 << 3 * rank), tiles + 1, weight + rank):
                ranks |= 1 << rank
    complete = _is_complete(bits, tiles, weight)
    rare = SIMPLES if bits & SIMPLE_RANKS else 0
    answer = _pack_answer(bits, ranks, complete=complete, with_pair=tiles % 3 == 2) + rare
    # There are few different answers; equal ones are one object, so that it stays near the processor.
    return _ANSWERS.setdefault(answer, answer)


def _pack_answer(bits: int, ranks: int, *, complete: bool, with_pair: bool) -> int:
    """Put the fields together, but for the simples."""
    fields = COMPLETE + (ranks << TRIPLING if with_pair else 0) if complete else ranks + (LACKING if with_pair else 0)
    twos = bits >> 1 & ~bits & ~(bits >> 2) & ONE_OF_EACH
    fours = bits & FOUR_OF_ANY
    return fields + (WITH_PAIR if with_pair else 0) + twos.bit_count() * PAIRS + (FOURS if fours else 0)


def _count_and_rank_sum(bits: int) -> tuple[int, int]:
    """Return the number of tiles in a suit, and the sum of their ranks."""
    tiles = weight = 0
    for rank in range(9):
        held = bits >> 3 * rank & 7
        tiles += held
        weight += rank * held
    return tiles, weight


def _is_complete(bits: int, tiles: int, weight: int) -> bool:
    """Return whether a suit is all sets, or sets and a pair.

    The ranks of a set add up to a multiple of three, which leaves three ranks for the pair.
    """
    if tiles % 3 == 0:
        return weight % 3 == 0 and _is_sets(bits)
    if tiles % 3 == 2:
        for rank in range(2 * weight % 3, 9, 3):
            if (bits >> 3 * rank & 7) >= 2 and _is_sets(bits - (2 << 3 * rank)):
                return True
    return False


def _is_sets(bits: int) -> bool:
    """Return whether a suit is all sets: from the lowest tiles on, triplets first, runs for what is left."""
    rank = 0
    while bits >> 3 * rank:
        runs = (bits >> 3 * rank & 7) % 3
        if runs:
            # Behind the ninth rank there is nothing.
            if (bits >> 3 * rank + 3 & 7) < runs or (bits >> 3 * rank + 6 & 7) < runs:
                return False
            bits -= runs * (0o110 << 3 * rank)
        rank += 1
    return True


def analyse_honour_waits(bits: int) -> int:
    """Return what the honours answer: only triplets and one pair."""
    held = [bits >> 3 * place & 7 for place in range(7)]

    def complete(counts: list[int]) -> bool:
        return all(number in (0, 2, 3) for number in counts) and counts.count(2) <= 1

    ranks = 0
    for place in range(7):
        if complete([number + (place == other) for other, number in enumerate(held)]):
            ranks |= 1 << place
    return _pack_answer(bits, ranks, complete=complete(held), with_pair=sum(held) % 3 == 2)


_ANSWERS: dict[int, int] = {}
SUITS: Memo[int] = Memo(analyse_suit_waits, limit=16_000)
HONOURS: Memo[int] = Memo(analyse_honour_waits, limit=4_000)


def waits(tiles: str | Iterable[int], melds: Sequence[Meld] = ()) -> tuple[int, ...]:
    """Return the kinds that complete a hand of 13 tiles less 3 for each meld, in order; empty when it is not tenpai.

    A kind of which the player holds all four is no wait.

    >>> [NAMES[kind] for kind in waits("34555p77z234m678s")]
    ['2p', '5p', '7z']
    >>> waits("1111m234567p999s")  # only a fifth 1m would do
    ()
    """
    packed = 0
    unit = UNIT
    for tile in parse_tiles(tiles) if isinstance(tiles, str) else tiles:
        packed += unit[tile]
    man = SUITS[packed & SUIT_BITS]
    pin = SUITS[packed >> SUIT_SHIFT & SUIT_BITS]
    sou = SUITS[packed >> SOU_SHIFT & SUIT_BITS]
    honours = HONOURS[packed >> HONOUR_SHIFT & HONOUR_BITS]
    answers = man + pin + sou + honours
    state = answers >> STATE_SHIFT & STATE
    if state == MAKES_PAIR or state == MAKES_SET:  # noqa: PLR1714, SIM109  (quicker than looking in a set)
        # The ranks of the others are empty.
        kinds = man & RANKS or (pin & RANKS) << 9 or (sou & RANKS) << 18 or (honours & RANKS) << 27
    elif state == TRIPLES_PAIR:
        kinds = man >> TRIPLING & RANKS | (pin >> TRIPLING & RANKS) << 9
        kinds |= (sou >> TRIPLING & RANKS) << 18 | (honours >> TRIPLING & RANKS) << 27
    else:
        kinds = 0
    rare = answers >> RARE_SHIFT
    return KINDS_IN[_add_special_waits(rare, kinds, packed, melds) if melds or IS_RARE[rare] else kinds]


def _add_special_waits(rare: int, kinds: int, packed: int, melds: Sequence[Meld]) -> int:
    """Add the waits of seven pairs and thirteen orphans, and take back the kinds that are all there."""
    if not melds:
        if rare & 15 == 6:
            # Six pairs wait for the like of the tile that is left.
            kinds |= 1 << (packed & ONE_EACH).bit_length() // 3
        else:
            kinds |= _last_orphan(packed & KIND_BITS)
    full = packed + sum([meld.packed for meld in melds]) & FOUR_EACH
    while full:
        last = full.bit_length() - 1
        kinds &= ~(1 << last // 3)
        full -= 1 << last
    return kinds


def _last_orphan(packed: int) -> int:
    """Return the waits of thirteen orphans: the missing one, or all of them."""
    there = (packed | packed >> 1) & ORPHANS
    missing = there ^ ORPHANS
    if not missing:
        return sum(1 << kind for kind in TERMINALS_AND_HONOURS)
    if missing & missing - 1:
        return 0
    return 1 << missing.bit_length() // 3


KINDS_IN: Memo[tuple[int, ...]] = Memo(
    lambda kinds: tuple(kind for kind in range(KINDS) if kinds >> kind & 1), limit=4_000
)


def waits_in_text(tiles: str | Iterable[str | int], melds: str | Iterable[str | Meld] = ()) -> list[str]:
    """Return the tiles that complete a hand, as text.

    `tiles` are 13 less 3 for each meld; a tile of which the player holds
    all four is no wait. Another number of tiles raises `wrong_tile_count`,
    a fifth copy `too_many_tiles`, and what is no tile or meld `bad_tile` or
    `bad_meld`.

    >>> import tenbo
    >>> tenbo.waits("34555p77z234m678s")
    ['2p', '5p', '7z']
    >>> tenbo.waits("1234p", ["pon 555z", "chi 234m", "ankan 9999s"])
    ['1p', '4p']
    """
    hand = tiles_from_input(tiles)
    shown = parse_melds(melds)
    check_tiles(hand, shown)
    return [NAMES[kind] for kind in waits(hand, shown)]


def exhausted_waits(tiles: Sequence[int], melds: Sequence[Meld] = ()) -> list[int]:
    """Return the kinds that would complete the hand if there were five of them: the player holds all four.

    >>> [NAMES[kind] for kind in exhausted_waits(parse_tiles("1111m234567p999s"))]
    ['1m']
    """
    packed = sum([UNIT[tile] for tile in tiles])
    full = packed + sum([meld.packed for meld in melds])
    return [
        kind for kind in range(KINDS) if full >> 3 * kind & 7 == 4 and _is_four_sets_and_a_pair(packed + UNIT[kind])
    ]


def _is_four_sets_and_a_pair(packed: int) -> bool:
    """Return whether closed tiles are all sets and one pair; unlike a hand at a table they may have five of a kind."""
    suits = [packed >> shift & SUIT_BITS for shift in (0, SUIT_SHIFT, SOU_SHIFT)]
    weighed = [(bits, *_count_and_rank_sum(bits)) for bits in suits]
    honours = [packed >> HONOUR_SHIFT + 3 * place & 7 for place in range(7)]
    if not all(_is_complete(*suit) for suit in weighed) or any(number in (1, 4) for number in honours):
        return False
    return sum(tiles % 3 == 2 for _, tiles, _ in weighed) + sum(number % 3 == 2 for number in honours) == 1


def check_tiles(tiles: Sequence[int], melds: Sequence[Meld]) -> None:
    """Refuse a hand that has the wrong number of tiles, five of a kind, or two red fives of a suit."""
    needed = 13 - 3 * len(melds)
    if len(tiles) != needed:
        raise Malformed(
            "wrong_tile_count",
            f"a waiting hand must have {meld_count_phrase(len(melds))}{closed_tiles_text(needed)}, not {len(tiles)}"
            f"{tile_count_hint(len(tiles), len(melds))}",
            "hand",
        )
    check_copies(tiles, melds)


def check_copies(tiles: Sequence[int], melds: Sequence[Meld]) -> None:
    """Refuse five of a kind, or two red fives of a suit."""
    held = [0] * len(NAMES)
    for at, part in (("hand", tiles), *(("melds", meld.tiles) for meld in melds)):
        for tile in part:
            held[KIND[tile]] += 1
            if held[KIND[tile]] == 5:
                raise Malformed(
                    "too_many_tiles", sentence("fifth_tile", "{names} appears five times", names=NAMES[KIND[tile]]), at
                )
            if tile != KIND[tile]:
                held[tile] += 1
                if held[tile] == 2:
                    raise Malformed(
                        "too_many_tiles",
                        sentence(
                            "red_five_twice",
                            "{names} appears twice; each suit has only one red five",
                            names=NAMES[tile],
                        ),
                        at,
                    )
