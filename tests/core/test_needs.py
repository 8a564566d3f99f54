"""What a seat needs, compared with trying every hand at the table itself."""

from core.random_games import Dice, random_start
from tenbo_core import hand_value, payments
from tenbo_core import required_wins as module
from tenbo_core.books import BOOKS
from tenbo_core.declared_win import Win
from tenbo_core.event_notation import event_of
from tenbo_core.events import make
from tenbo_core.fold import apply
from tenbo_core.ranking import place_of, places
from tenbo_core.required_wins import search_needed_wins, wins_needed_for_places
from tenbo_core.required_wins_text import need_text
from tenbo_core.seats import SEATS, turn_order
from tenbo_core.table import PLAYING


def some_tables(most):
    """Yield tables in the middle of games: between hands and in them, with riichi, counters and uneven scores."""
    dice = Dice(11)
    for book in BOOKS:
        for _ in range(most):
            table = apply(None, make(0, "start", 4, 0, random_start(dice, book)[1]))
            table = apply(table, event_of("hand")) if dice.below(4) else table
            if table.phase == PLAYING and table.scores[1] >= 1000:
                table = apply(table, event_of("riichi 1"))
            for seat in range(table.rules.players - 1):
                points_moved = 100 * dice.below(30)
                table.accounts[seat] -= points_moved
                table.accounts[seat + 1] += points_moved
            if dice.below(6) == 0:
                table.disqualified = [dice.below(table.rules.players)]
            yield table


def every_win(table, seat, source):
    """Return every value that a win can have, one after the other and nothing left out."""
    rules = table.rules
    wins = []
    for han in range(hand_value.required_yaku_han(rules, table.honba), 5):
        fus = hand_value.possible_fu(rules, han, seat == source) if rules.counts_fu else [0]
        wins += [Win(seat, source, han, fu) for fu in fus]
    limits = hand_value.LIMIT_HAN if rules.counts_fu else range(5, max(len(rules.payment), 13) + 1)
    wins += [Win(seat, source, han) for han in limits]
    return wins + [Win(seat, source, yakuman=times) for times in range(1, hand_value.most_yakuman(rules) + 1)]


def places_after(table, win):
    """Return the places after a win, which is paid out on a copy of the table."""
    after = table.copy()
    payments.pay_win(after, win, table.honba * table.rules.honba_value)
    payments.pay_sticks(after, [win.seat], win.seat)
    return places(after)


def plain_needs(table, seat):
    """Return what a seat needs by paying out every win for every place, in the plainest way."""
    found = []
    sources = [seat] + turn_order(seat, table.rules.players)
    tried = {source: [(win, places_after(table, win)) for win in every_win(table, seat, source)] for source in sources}
    for place in range(1, places(table)[seat] + 1):
        for source in sources:
            enough = [(win, after) for win, after in tried[source] if after[seat] <= place]
            if not enough:
                found.append((place, source, [], False))
                continue
            cheapest = min([payments.base_points_of_win(table, win) for win, _ in enough])
            after = next(after for win, after in enough if payments.base_points_of_win(table, win) == cheapest)
            ways = plain_ways(table, [win for win, _ in enough])
            found.append((place, source, ways, after.count(after[seat]) > 1))
    return found


def plain_ways(table, enough):
    """Return the fewest fu for each number of han, up to that with which any hand is enough, the likeliest first."""
    ways = []
    for han in sorted({win.han for win in enough if win.han}):
        fewest = min([win.fu for win in enough if win.han == han])
        ways.append((max(fewest, 40), han, fewest))
        possible = [win.fu for win in every_win(table, enough[0].seat, enough[0].source) if win.han == han]
        if fewest == min(possible):
            break
    seat, source = enough[0].seat, enough[0].source
    if not ways:
        return [Win(seat, source, yakuman=min([win.yakuman for win in enough]))]
    return [Win(seat, source, han, fu) for _, han, fu in sorted(ways)]


def test_the_search_finds_exactly_what_paying_out_every_win_finds():
    """A player who plays for a hand that does not suffice, or for more than is needed, has lost by our fault."""
    for table in some_tables(3):
        for seat in table.rules.seats:
            found = [
                (need.place, need.source, need.values, need.shared) for need in wins_needed_for_places(table, seat)
            ]
            assert found == plain_needs(table, seat), (table, seat)


def test_what_is_said_to_be_enough_is_enough_at_the_table_itself():
    """The event of the win is folded, with all that follows from it: the places are those of the search."""
    for table in some_tables(1):
        if table.phase != PLAYING:
            continue
        for seat in table.rules.seats:
            for need in wins_needed_for_places(table, seat):
                for win in need.values:
                    after = apply(table, make(9, "win", 4, 0, {"wins": [win]}))
                    assert place_of(after, seat) <= need.place, (table, need)


def test_one_place_is_found_by_paying_out_few_wins_and_a_small_step_at_a_time():
    """On a Pico a win takes a millisecond to pay out: all of them together once stopped the table for seconds."""
    paid = []

    class Counted(module.TrialTable):
        def pay(self, seat, source, unit):
            paid.append(unit)
            super().pay(seat, source, unit)

    real, module.TrialTable = module.TrialTable, Counted
    try:
        for table in some_tables(2):
            for seat in table.rules.seats:
                for place in range(1, place_of(table, seat) + 1):
                    paid.clear()
                    steps = found = most = 0
                    before = 0
                    for need in search_needed_wins(table, seat, [place]):
                        steps += 1
                        found += need is not None
                        most = max(most, len(paid) - before)
                        before = len(paid)
                    assert found == table.rules.players
                    assert len(paid) <= 28, (table, seat, place)
                    # Each step lets all others have a turn, which costs as much as a win that is paid out.
                    assert most <= 2
                    assert steps <= 26, (table, seat, place)
    finally:
        module.TrialTable = real


def test_a_search_may_be_left_in_the_middle_and_another_go_on_beside_it():
    """Four players may look at the same time, and each lets the button go when it pleases."""
    table = apply(None, event_of("start ema-2016 scores 32000 30000 30000 28000 round S hand 4"))
    alone = [[need for need in search_needed_wins(table, seat, [1]) if need] for seat in SEATS]
    searches = [search_needed_wins(table, seat, [1]) for seat in SEATS]
    beside = [[], [], [], []]
    left = [1, 2, 3]
    next(searches[0])
    while left:
        for seat in left[:]:
            try:
                need = next(searches[seat])
            except StopIteration:
                left.remove(seat)
                continue
            if need is not None:
                beside[seat].append(need)
    assert beside[1:] == alone[1:]


def test_whoever_can_win_keeps_the_place_with_any_hand():
    """The last entries say what keeps the place: the cheapest hand of all."""
    table = apply(None, event_of("start ema-2016 scores 40000 30000 20000 30000"))
    kept = [need for need in wins_needed_for_places(table, 0) if need.place == 1]
    assert [need.values[0].han for need in kept] == [1, 1, 1, 1]
    assert [need.source for need in kept] == [0, 1, 2, 3]


def test_ties_follow_the_book():
    """In a book of seats the one nearer to the starting East is ahead; elsewhere equals share the place."""
    even = apply(None, event_of("start ema-2016 scores 32000 30000 30000 28000 round S hand 4"))
    ron = wins_needed_for_places(even, 1)[1]
    assert need_text(ron) == "place 1 (shared) by ron from seat 2: 2 han 30 fu or 3 han 25 fu or 1 han 60 fu"
    seats = apply(None, event_of("start ema-2016 uma_ties=seat scores 32000 30000 30000 28000 round S hand 4"))
    ron = wins_needed_for_places(seats, 1)[1]
    assert need_text(ron) == "place 1 by ron from seat 2: 2 han 40 fu or 3 han 25 fu or 1 han 70 fu"


def test_counters_sticks_and_the_two_han_minimum_count():
    """Five counters and a stick are 2500 points, and one han is not enough."""
    table = apply(None, event_of("start ema-2012 scores 32600 30000 30000 26400 sticks 1 honba 5 round S hand 4"))
    ron = wins_needed_for_places(table, 1)[1]
    assert (ron.source, ron.values[0].han, ron.values[0].fu) == (2, 2, 25)


def test_a_dead_hand_needs_nothing_because_it_cannot_win():
    """The same holds when the game is over."""
    table = apply(apply(None, event_of("start ema-2016")), event_of("hand"))
    assert wins_needed_for_places(apply(table, event_of("dead_hand 2")), 2) == []
    assert wins_needed_for_places(apply(table, event_of("end")), 2) == []


def test_a_place_out_of_reach_is_said_to_be_so():
    """No hand moves more than the book pays."""
    table = apply(None, event_of("start ema-2016 scores 200000 -20000 -30000 -30000"))
    assert [need.values for need in wins_needed_for_places(table, 2) if need.place == 1] == [[], [], [], []]
    assert len([seat for seat in SEATS if wins_needed_for_places(table, seat)]) == 4


def test_a_place_that_only_several_yakuman_reach_is_said_with_their_number():
    """Where yakuman add up, a leader far ahead is caught by two or more of them, which have neither han nor fu."""
    table = apply(None, event_of("start tenhou scores 110000 -10000 0 0 round S hand 4"))
    tsumo, ron = [need for need in wins_needed_for_places(table, 2) if need.place == 1 and need.source in (2, 0)]
    assert need_text(tsumo) == "place 1 by tsumo: 3 yakuman"
    assert need_text(ron) == "place 1 by ron from seat 0: 2 yakuman"


def test_the_values_of_a_win_are_in_order_whatever_the_units_of_the_book_are():
    """A club may pay three han less than two."""
    table = apply(None, event_of("start alarm payment=[500,1000,250,2000,4000]"))
    values = module.PossibleWinValues(table.rules, False)
    for _ in values.compute_values(1):
        pass
    assert values.units == sorted(values.units)
    assert values.units[:5] == [250, 500, 1000, 2000, 4000]


def test_the_values_of_a_win_are_those_of_every_hand_that_there_is():
    """A value that is left out is a need that no one is told, and one too many a promise that no hand keeps."""
    for book in list(BOOKS) + ["alarm counted_limit=yakuman", "ema-2016 yaku={kokushi_13:[3,0]}"]:
        table = apply(apply(None, event_of("start " + book)), event_of("hand"))
        for source in (0, 1):
            values = module.PossibleWinValues(table.rules, source == 0)
            assert sum(1 for _ in values.compute_values(1)) == len([han for han, _, _ in values.rows if han < 5])
            wins = every_win(table, 0, source)
            units = {hand_value.base_points_of(table.rules, win.han, win.fu) for win in wins if not win.yakuman}
            units |= {hand_value.YAKUMAN * win.yakuman for win in wins}
            assert values.units == sorted(units - {0}), book
            told = [(han, each) for han, fu, _ in values.rows for each in fu]
            assert told == [(win.han, win.fu) for win in wins if not win.yakuman], book
