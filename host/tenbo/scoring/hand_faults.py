"""Finds the faults of a declared hand: wrong numbers, too many copies, contradictions, options that its book lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.scoring.hand_field_values import CHANKAN, FIRST_TURN, MAX_COUNTERS, MOST_INDICATORS, MOST_NORTHS, RINSHAN
from tenbo.scoring.melds import WITH_MELDS, WITH_WINNING_TILE, WITHOUT_MELDS, meld_count_phrase, tile_count_hint
from tenbo.scoring.three_player_faults import faults_for_three_players, faults_of_norths
from tenbo.scoring.tiles import KIND, KINDS, NAMES, NORTH
from tenbo_core.errors import Malformed, Refused, TenboError
from tenbo_core.seats import EAST
from tenbo_core.sentences import Sentence, sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenbo.scoring.hand import Hand
    from tenbo_core.rules import Rules

_EAST_FIRST_TURN_RON = sentence("east_first_turn_ron", "East plays first, so East cannot win by ron on the first turn")
_IPPATSU_ENDED_BY_KAN = sentence("ippatsu_ended_by_kan", "a kan ends ippatsu before its replacement tile")
_FIRST_TURN_ENDED_BY_MELD = sentence("first_turn_ended_by_meld", "a meld ends the first turn")
_FIRST_TURN_ENDED_BY_NORTH = sentence("first_turn_ended_by_north", "a north set aside ends the first turn")
_REPLACEMENT_TILE_IS_TSUMO = sentence("replacement_tile_is_tsumo", "a win on a replacement tile is a tsumo")
_REPLACEMENT_TILE_NEEDS_KAN = sentence(
    "replacement_tile_needs_kan", "a replacement tile needs a kan in the hand or, with three players, a north set aside"
)
_ROBBED_KAN_IS_RON = sentence("robbed_kan_is_ron", "a win by robbing a kan is a ron")
_NO_RIICHI_IN_FIRST_TURN = sentence(
    "no_riichi_in_first_turn", "riichi is not possible on the first turn before any discard"
)
_IPPATSU_NEEDS_RIICHI = sentence("ippatsu_needs_riichi", "ippatsu needs riichi")
_SORTED_IN_NEEDS_TSUMO = sentence("sorted_in_needs_tsumo", "only a self-drawn tile can be sorted into the hand")
_URA_NEEDS_RIICHI = sentence("ura_needs_riichi", "only a riichi hand has ura dora")
_BOOK_WITHOUT_OPEN_RIICHI = sentence(
    "book_without_open_riichi",
    "open riichi is not in this rule book: score it as riichi, or use a rule book that has it",
)
_OPEN_RIICHI_NEEDS_RIICHI = sentence("open_riichi_needs_riichi", "open riichi needs riichi")
_RIICHI_NEEDS_CLOSED_HAND = sentence("riichi_needs_closed_hand", "riichi needs a closed hand")
_ROBBED_TILE_HELD = sentence("robbed_tile_held", "the other three copies of a robbed tile are in the robbed kan")
_MORE_URA_THAN_DORA = sentence("more_ura_than_dora", "there cannot be more ura than dora indicators")


def faults_of(hand: Hand, rules: Rules | None = None) -> Iterator[TenboError]:
    """Yield all faults, the plainest ones first."""
    if rules is not None and rules.players == 3:
        yield from faults_for_three_players(hand, _all_tiles(hand))
    yield from _faults_of_numbers(hand)
    if hand.north:
        yield from faults_of_norths(hand, rules)
    yield from _faults_of_copies(hand, red_fives=rules is not None and rules.red_fives > 0)
    yield from _contradictions(hand)
    if rules is not None and (hand.open_riichi or hand.sorted_in):
        yield from _not_in_the_book(hand, rules)


def _faults_of_numbers(hand: Hand) -> Iterator[TenboError]:
    needed = 13 - 3 * len(hand.melds)
    if needed < 0:
        yield Malformed(
            "wrong_tile_count",
            sentence("too_many_melds", "a hand has at most four melds, not {count}", count=len(hand.melds)),
            "melds",
        )
    elif len(hand.tiles) != needed:
        yield Malformed(
            "wrong_tile_count",
            closed_tile_count_fault(needed, len(hand.tiles), len(hand.melds)),
            "hand",
        )
    for name, number in (("dora", len(hand.dora)), ("ura", len(hand.ura))):
        if number > MOST_INDICATORS:
            yield Malformed(
                "bad_field",
                sentence(
                    "too_many_indicators",
                    "{name} has {number} indicators; there are at most 5",
                    name=name,
                    number=number,
                ),
                name,
            )


def faults_of_counts(honba: int, sticks: int, north: int = 0) -> Iterator[Malformed]:
    """Yield the faults of an impossible number of counters, sticks, or norths set aside."""
    for name, number in (("honba", honba), ("sticks", sticks), ("north", north)):
        if number < 0 or (name == "north" and number > MOST_NORTHS):
            yield Malformed(
                "bad_field", sentence("value_impossible", "{name} cannot be {number}", name=name, number=number), name
            )
        elif number > MAX_COUNTERS:
            message = sentence(
                "counter_too_large",
                "there can be at most {max_counters} {name} on the table, not {number}",
                name=name,
                max_counters=MAX_COUNTERS,
                number=number,
            )
            yield Malformed("bad_field", message, name)


def _faults_of_copies(hand: Hand, *, red_fives: bool) -> Iterator[TenboError]:
    every = [*hand.tiles, hand.win, *hand.dora, *hand.ura, *[NORTH] * hand.north]
    for meld in hand.melds:
        every += meld.tiles
    held = [0] * len(NAMES)
    for tile in every:
        held[tile] += 1
    # With a red five among them there may be one more of a kind, or two red ones.
    if max(held) + 2 * max(held[KINDS:]) > 4:
        yield from _misplaced_copies(hand, red_fives=red_fives)


def _misplaced_copies(hand: Hand, *, red_fives: bool) -> Iterator[TenboError]:
    held = [0] * len(NAMES)
    for at, tiles in _all_tiles(hand):
        for tile in tiles:
            held[KIND[tile]] += 1
            if held[KIND[tile]] == 5:
                yield Malformed(
                    "too_many_tiles", sentence("fifth_tile", "{names} appears five times", names=NAMES[KIND[tile]]), at
                )
            if tile != KIND[tile]:
                held[tile] += 1
                if held[tile] == 2 and red_fives:
                    yield Malformed(
                        "too_many_tiles",
                        sentence(
                            "red_five_twice",
                            "{names} appears twice; each suit has only one red five",
                            names=NAMES[tile],
                        ),
                        at,
                    )


def _all_tiles(hand: Hand) -> Iterator[tuple[str, Sequence[int]]]:
    yield "hand", hand.tiles
    for meld in hand.melds:
        yield "melds", meld.tiles
    yield "win", (hand.win,)
    yield "dora", hand.dora
    yield "ura", hand.ura
    yield "north", [NORTH] * hand.north


def _contradictions(hand: Hand) -> Iterator[TenboError]:
    for at, wrong, message in (
        ("riichi", hand.riichi and hand.is_open, _RIICHI_NEEDS_CLOSED_HAND),
        ("open_riichi", hand.open_riichi and not hand.riichi, _OPEN_RIICHI_NEEDS_RIICHI),
        ("ippatsu", hand.ippatsu and not hand.riichi, _IPPATSU_NEEDS_RIICHI),
        ("ippatsu", hand.ippatsu and hand.moment == RINSHAN, _IPPATSU_ENDED_BY_KAN),
        ("ura", hand.ura and not hand.riichi, _URA_NEEDS_RIICHI),
        (
            "ura",
            len(hand.ura) > len(hand.dora),
            _MORE_URA_THAN_DORA,
        ),
        ("sorted_in", hand.sorted_in and not hand.is_tsumo, _SORTED_IN_NEEDS_TSUMO),
    ):
        if wrong:
            yield Malformed("contradiction", message, at)
    if hand.moment:
        yield from _contradictions_of_moment(hand)
    if hand.pao is not None and hand.seat in (hand.pao.liable, hand.pao.discarder, hand.pao.four_kans):
        yield Malformed(
            "contradiction",
            sentence("winner_liable_or_discarder", "winners cannot be liable for their own hand or deal into it"),
            "pao",
        )
    if hand.pao is not None and hand.pao.liable == hand.pao.four_kans:
        yield Malformed(
            "contradiction",
            sentence("liable_named_twice", "a player who is liable for both yakuman must be named only once"),
            "pao",
        )


def _contradictions_of_moment(hand: Hand) -> Iterator[TenboError]:
    at = hand.moment
    for moment, wrong, message in (
        (RINSHAN, not hand.is_tsumo, _REPLACEMENT_TILE_IS_TSUMO),
        (
            RINSHAN,
            not hand.north and not any(meld.is_kan for meld in hand.melds),
            _REPLACEMENT_TILE_NEEDS_KAN,
        ),
        (CHANKAN, hand.is_tsumo, _ROBBED_KAN_IS_RON),
        (CHANKAN, _holds_copy_of_robbed_tile(hand), _ROBBED_TILE_HELD),
        (FIRST_TURN, hand.riichi, _NO_RIICHI_IN_FIRST_TURN),
        (FIRST_TURN, hand.melds, _FIRST_TURN_ENDED_BY_MELD),
        (FIRST_TURN, hand.north, _FIRST_TURN_ENDED_BY_NORTH),
        (FIRST_TURN, not hand.is_tsumo and hand.seat == EAST, _EAST_FIRST_TURN_RON),
    ):
        if at == moment and wrong:
            yield Malformed("contradiction", message, at)


def _holds_copy_of_robbed_tile(hand: Hand) -> bool:
    """Return whether another tile of the winning one's kind is in the hand, a meld or an indicator."""
    robbed = KIND[hand.win]
    return any(KIND[tile] == robbed for at, tiles in _all_tiles(hand) if at != "win" for tile in tiles)


def _not_in_the_book(hand: Hand, rules: Rules) -> Iterator[TenboError]:
    if hand.open_riichi and not rules.yaku["open_riichi"][0]:
        yield Refused("not_in_this_rule_book", _BOOK_WITHOUT_OPEN_RIICHI, "open_riichi")
    if hand.sorted_in and not rules.sorted_in:
        message = sentence(
            "book_without_sorted_tile", "this rule book says nothing about a winning tile that was sorted into the hand"
        )
        yield Refused("not_in_this_rule_book", message, "sorted_in")


def closed_tile_count_fault(needed: int, count: int, melds: int) -> Sentence:
    """Return what is wrong with the number of closed tiles of a hand, with its cause if it can be guessed.

    >>> closed_tile_count_fault(13, 14, 0)
    'the number of closed tiles besides the winning tile must be 13, not 14: leave the winning tile out'
    >>> closed_tile_count_fault(10, 13, 1).code, closed_tile_count_fault(10, 15, 1).code
    ('closed_tile_count_with_melds', 'closed_tile_count')
    """
    beside = meld_count_phrase(melds)
    hint = tile_count_hint(count, melds)
    if hint == WITH_WINNING_TILE:
        return sentence(
            "closed_tile_count_with_winning_tile",
            "the number of closed tiles besides {melds}the winning tile must be {needed}, not {count}: leave "
            "the winning tile out",
            needed=needed,
            melds=beside,
            count=count,
        )
    if hint == WITH_MELDS:
        return sentence(
            "closed_tile_count_with_melds",
            "the number of closed tiles besides {melds}the winning tile must be {needed}, not {count}: leave "
            "the tiles of the melds out",
            needed=needed,
            melds=beside,
            count=count,
        )
    if hint == WITHOUT_MELDS:
        return sentence(
            "closed_tile_count_without_melds",
            "the number of closed tiles besides {melds}the winning tile must be {needed}, not {count}: enter "
            "the melds, too, such as pon 555z",
            needed=needed,
            melds=beside,
            count=count,
        )
    return sentence(
        "closed_tile_count",
        "the number of closed tiles besides {melds}the winning tile must be {needed}, not {count}",
        needed=needed,
        melds=beside,
        count=count,
    )
