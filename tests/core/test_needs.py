"""What a seat needs, compared with trying every hand at the table itself."""

from core.random_games import Dice, random_start
from tenbo_core.books import BOOKS
from tenbo_core.event_text import event_of
from tenbo_core.events import make
from tenbo_core.fold import apply
from tenbo_core.needs import in_words, needs, payable
from tenbo_core.places import places
from tenbo_core.seats import SEATS
from tenbo_core.settlement import unit_of_win


def some_tables(most):
    """Yield tables in the middle of games: between hands and in them, with riichi and counters."""
    dice = Dice(11)
    for book in BOOKS:
        for _ in range(most):
            table = apply(None, make(0, "start", 4, 0, random_start(dice, book)[1]))
            table = apply(table, event_of("hand"))
            if table.scores[1] >= 1000:
                table = apply(table, event_of("riichi 1"))
            yield table


def places_after(table, win):
    """Return the places that the table itself gives after a win."""
    return places(apply(table, make(9, "win", 4, 0, {"wins": [win]})))


def place_after(table, seat, win):
    """Return the place that a seat has after a win."""
    return places_after(table, win)[seat]


def test_what_is_needed_is_enough_and_nothing_cheaper_is():
    """A player who plays for a hand that does not suffice has lost the game by our fault."""
    for table in some_tables(2):
        for seat in (0, 2):
            for need in needs(table, seat):
                enough = [
                    win for win in payable(table, seat, need.source) if place_after(table, seat, win) <= need.place
                ]
                wanted = min([unit_of_win(table, win) for win in enough]) if enough else None
                named = min([unit_of_win(table, win) for win in need.values]) if need.values else None
                assert wanted == named, need
                if need.values:
                    cheapest = next(win for win in need.values if unit_of_win(table, win) == named)
                    after = places_after(table, cheapest)
                    assert need.shared == (after.count(after[seat]) > 1), need


def test_every_way_that_is_named_is_enough():
    """2 han 60 fu and 3 han 30 fu are both said only when both do."""
    for table in some_tables(1):
        for need in needs(table, 3):
            for win in need.values:
                assert place_after(table, 3, win) <= need.place


def test_whoever_can_win_keeps_his_place_with_any_hand():
    """The last entries say what keeps the place: the cheapest hand of all."""
    table = apply(None, event_of("start ema-2016 scores 40000 30000 20000 30000"))
    kept = [need for need in needs(table, 0) if need.place == 1]
    assert [need.values[0].han for need in kept] == [1, 1, 1, 1]
    assert [need.source for need in kept] == [0, 1, 2, 3]


def test_ties_follow_the_book():
    """In a book of seats the one nearer to the starting East is ahead; elsewhere equals share the place."""
    even = apply(None, event_of("start ema-2016 scores 32000 30000 30000 28000 round S hand 4"))
    ron = needs(even, 1)[1]
    assert in_words(ron) == "place 1 (shared) by ron from seat 2: 2 han 30 fu or 3 han 25 fu or 1 han 60 fu"
    seats = apply(None, event_of("start ema-2016 uma_ties=seat scores 32000 30000 30000 28000 round S hand 4"))
    ron = needs(seats, 1)[1]
    assert in_words(ron) == "place 1 by ron from seat 2: 2 han 40 fu or 3 han 25 fu or 1 han 70 fu"


def test_counters_sticks_and_the_two_han_minimum_count():
    """Five counters and a stick are 2500 points, and one han is not enough."""
    table = apply(None, event_of("start ema-2012 scores 32600 30000 30000 26400 sticks 1 honba 5 round S hand 4"))
    ron = needs(table, 1)[1]
    assert (ron.source, ron.values[0].han, ron.values[0].fu) == (2, 2, 25)


def test_a_dead_hand_needs_nothing_because_it_cannot_win():
    """The same holds when the game is over."""
    table = apply(apply(None, event_of("start ema-2016")), event_of("hand"))
    assert needs(apply(table, event_of("dead_hand 2")), 2) == []
    assert needs(apply(table, event_of("end")), 2) == []


def test_a_place_out_of_reach_is_said_to_be_so():
    """No hand moves more than the book pays."""
    table = apply(None, event_of("start ema-2016 scores 200000 -20000 -30000 -30000"))
    assert [need.values for need in needs(table, 2) if need.place == 1] == [[], [], [], []]
    assert len([seat for seat in SEATS if needs(table, seat)]) == 4


def test_a_place_that_only_several_yakuman_reach_is_said_with_their_number():
    """Where yakuman add up, a leader far ahead is caught by two or more of them, which have neither han nor fu."""
    table = apply(None, event_of("start tenhou scores 110000 -10000 0 0 round S hand 4"))
    tsumo, ron = [need for need in needs(table, 2) if need.place == 1 and need.source in (2, 0)]
    assert in_words(tsumo) == "place 1 by tsumo: 3 yakuman"
    assert in_words(ron) == "place 1 by ron from seat 0: 2 yakuman"
