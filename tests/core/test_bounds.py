"""Numbers and words of the core at their bounds: what a hand is worth, who has which place, what is written."""

from tenbo_core import books, hand_value, messages, wire
from tenbo_core.declared_win import Win
from tenbo_core.errors import TenboError
from tenbo_core.event_notation import event_of, event_text
from tenbo_core.events import EVENTS, fields_of, from_plain, make
from tenbo_core.fold import apply
from tenbo_core.ledger import Ledger, record
from tenbo_core.required_wins import PlaceNeed, PossibleWinValues
from tenbo_core.required_wins_text import need_text
from tenbo_core.results import GameResult
from tenbo_core.rules import Rules
from tenbo_core.switches import check_switch
from tenbo_core.table import Table
from tenbo_core.table_notation import table_text
from tenbo_core.wire import MessageReader, encode

RULES = books.load("ema-2016")


def told(call, *arguments):
    """Return what a call raises, as code, place and sentence, or None."""
    try:
        call(*arguments)
    except TenboError as error:
        return error.code, error.at, error.message
    return None


def table_after(*lines):
    """Return the table after events told in words."""
    table = None
    for line in lines:
        table = apply(table, event_of(line))
    return table


def test_a_message_that_there_is_not_is_refused_by_its_name():
    """Also what stands in the table of messages and is no name."""
    for name in ("nothing", "", "after after", "after\n", 5, None):
        code, at, message = told(messages.check, [name, 1])
        assert (code, at) == ("bad_field", "message")
        assert message == f"there is no message {name!r}"
    assert messages.fields_of("nothing") is None
    assert messages.fields_of("who") == []


def test_the_fields_of_each_message_are_read_from_its_own_row():
    """The last row as well."""
    assert messages.fields_of("after") == [("n", "int")]
    assert messages.check(["who"]) == ["who"]
    assert told(messages.check, ["after"])[0] == "missing_field"
    assert told(messages.check, ["after", 1, 2])[0] == "missing_field"
    assert told(messages.check, ["after", "1"])[0] == "bad_field"


def test_a_need_names_each_kind_of_value():
    """One yakuman and several, a limit, a place that is shared, and none."""
    for need, words in (
        (PlaceNeed(1, 4, [Win(1, 1, 0, 0, 1)], shared=False), "place 1 by tsumo: a yakuman"),
        (PlaceNeed(1, 4, [Win(1, 1, 0, 0, 2)], shared=True), "place 1 (shared) by tsumo: 2 yakuman"),
        (PlaceNeed(2, 3, [Win(1, 3, 5, 0)], shared=False), "place 2 by ron from seat 3: 5 han"),
        (PlaceNeed(2, 3, [], shared=False), "place 2 by no win of this kind"),
    ):
        assert need_text(need) == words, need_text(need)


def test_each_limit_is_reached_with_just_its_han():
    """And what is above all of them with a yakuman."""
    values = PossibleWinValues(books.load("ema-2012"), False)
    for _ in values.compute_values(1):
        pass
    for unit, han in ((2000, 5), (3000, 6), (4000, 8), (6000, 11), (8000, 13)):
        for least in (unit, unit - 1):
            ways = values.cheapest_wins(1, 0, least)
            assert Win(1, 0, han) in ways, least
            assert max([way.han for way in ways]) == han
    assert values.cheapest_wins(1, 0, 8001) == [Win(1, 0, yakuman=2)]
    for least, fu in ((1920, [120, 60, 30, 0]), (1921, [130, 70, 40, 0])):
        assert sorted([(way.han, way.fu) for way in values.cheapest_wins(1, 0, least)]) == list(zip((2, 3, 4, 5), fu))


def test_counters_are_paid_by_whoever_is_liable_or_by_the_discarder_beside_them():
    """Never by both."""
    for east, whole in ((True, 48000), (False, 32000)):
        alone = hand_value.liability_payment(RULES, 8000, east, False, False, 300)
        assert (alone.liable, alone.discarder, alone.total) == (whole + 300, 0, whole + 300)
        both = hand_value.liability_payment(RULES, 8000, east, False, True, 300)
        assert (both.liable, both.discarder) == (whole // 2, whole // 2 + 300)


def test_every_row_of_the_messages_has_all_its_fields():
    """Anyone who prints the table reads what the check reads."""
    for name, _, _, fields in messages.message_rows():
        assert [tuple(field.split(":")) for field in fields.split(" ") if field] == messages.fields_of(name), name


# ---------------------------------------------------------------- what a hand can be


def test_the_most_fu_are_a_hundred_and_forty():
    """Three closed kans of honours and what may stand beside them."""
    rules = books.load("ema-2016")
    assert [hand_value.least_han_with(rules, fu, False) for fu in (20, 30, 35, 130, 140, 150)] == [0, 1, 0, 1, 1, 0]
    assert hand_value.possible_fu(rules, 1, False)[-2:] == [130, 140]
    assert hand_value.possible_fu(rules, 4, False) == [25, 30, 40]


def test_two_han_are_needed_from_the_counters_on_that_the_book_says():
    """None says 0."""
    for least, needed in ((0, [1, 1, 1]), (1, [1, 2, 2]), (2, [1, 1, 2])):
        rules = books.load("ema-2016").changed({"two_han_from": least})
        assert [hand_value.required_yaku_han(rules, honba) for honba in (0, 1, 2)] == needed


def test_a_riichi_needs_the_points_that_the_book_says():
    """One point is a point; where it says none, no one is asked."""
    scores = "scores 120000 0 1000 -1000"
    for needs, allowed in ((0, [0, 1, 2, 3]), (1, [0, 2]), (1000, [0, 2]), (1001, [0])):
        table = table_after(f"start ema-2016 riichi_needs={needs} {scores}", "hand")
        found = [seat for seat in range(4) if told(apply, table, event_of(f"riichi {seat}")) is None]
        assert found == allowed, needs


def test_a_payment_is_spoken_with_whoever_is_liable_before_all_others():
    """What does not apply is not said."""
    for payment, words in (
        (hand_value.liability_payment(RULES, 8000, False, False, True, 300), "16000 liable + 16300"),
        (hand_value.liability_payment(RULES, 8000, False, False, False, 300), "32300 liable"),
        (hand_value.Payment(liable=32000, other=8000, east=16000), "32000 liable + 8000 + 16000"),
        (hand_value.Payment(liable=48000, each=16000), "48000 liable + 16000"),
        (hand_value.ron_payment(960, False), "3900"),
        (hand_value.tsumo_payment(RULES, 960, True), "2000 all"),
        (hand_value.tsumo_payment(RULES, 960, False), "1000/2000"),
    ):
        assert hand_value.payment_text(payment) == words


def test_a_yakuman_is_won_in_every_book_also_where_nobody_is_liable():
    """Then no one can be named."""
    table = table_after("start ema-2016 pao=[]", "hand")
    assert apply(table, event_of("win 1<0 yakuman:1")).scores == [-2000, 62000, 30000, 30000]
    wrong = told(apply, table, event_of("win 1<0 yakuman:1 pao 2"))
    assert wrong[:2] == ("not_in_this_rule_book", "wins[0].pao")


def test_what_is_recorded_by_its_fields_gives_the_table_after_it():
    """And stands in the ledger."""
    ledger = Ledger()
    assert record(ledger, "start", 4, 0, {"rules": "ema-2016"}) is ledger.table
    assert record(ledger, "hand", 4, 9, {}) is ledger.table
    assert [(event.kind, event.at) for event in ledger.events] == [("start", 0), ("hand", 9)]


def test_sticks_and_counters_of_a_nagashi_go_to_the_winner_nearest_to_east():
    """East itself is the nearest of all, no matter who deals."""
    for dealer in range(4):
        start = f"start tenhou nagashi=win hand {dealer + 1} honba 1 sticks 1 scores 25000 25000 25000 24000"
        for back in (1, 2, 3):
            other = (dealer + back) % 4
            table = table_after(start, "hand", f"draw tenpai nagashi {min(dealer, other)} {max(dealer, other)}")
            taken = [(move.target, move.points) for move in table.moves if move.why == "sticks"]
            assert taken == [(dealer, 1000)]
            assert {move.target for move in table.moves if move.why == "honba"} == {dealer}


def test_a_leading_east_may_stop_after_a_nagashi_that_is_a_win():
    """As after any other win of the last hand."""
    start = "start tenhou nagashi=win round S hand 4 scores 25000 25000 10000 40000"
    table = table_after(start, "hand", "draw tenpai nagashi 3")
    assert (table.phase, table.why) == ("over", "agari_yame")


# ---------------------------------------------------------------- results and refusals


def test_a_substitute_of_this_session_leaves_the_uma_of_the_others_to_them():
    """Also where someone disqualified has fewer points still (EMA 2016, 5.8)."""
    scores = "scores 50000 25000 20000 25000"
    table = table_after("start ema-2016 " + scores, "substitute 1 now", "disqualify 2", "end")
    result = GameResult(table)
    assert (result.places, result.uma) == ([1, 3, 4, 2], [15000, -15000, -5000, 5000])


def test_what_is_missing_at_a_start_is_said_in_points():
    """Of the scores or of the sticks, whichever was given."""
    for line, at, given in (("scores 30000 30000 30000 29000", "scores", 119000), ("sticks 1", "sticks", 121000)):
        wrong = told(table_after, "start ema-2016 " + line)
        assert wrong == ("contradiction", at, f"scores and sticks must add up to 120000, not {given}")


def test_what_is_not_possible_now_is_said_with_what_to_do_first():
    """No hand runs, one runs, or the game is over."""
    begun = table_after("start ema-2016")
    _, _, sentence = told(apply, begun, event_of("draw"))
    assert sentence == "draw is not possible now: no hand is running; begin one first"
    _, _, sentence = told(apply, table_after("start ema-2016", "hand"), event_of("hand"))
    assert sentence == "hand is not possible now: a hand is running; finish it first"
    _, _, sentence = told(apply, table_after("start ema-2016", "end"), event_of("hand"))
    assert sentence == "the game is over, so hand is not possible: undo the end, or start another game"


def test_an_event_has_no_more_fields_than_its_row():
    """Also where none of them is given."""
    for kind in EVENTS:
        count = len(fields_of(kind))
        wrong = ("bad_field", "event", f"{kind} has at most {count} fields")
        assert told(from_plain, [0, kind, 4, 0] + [None] * count + [0]) == wrong


def test_what_concerns_the_past_is_no_move_at_a_table():
    """A ledger alone can take it."""
    table = table_after("start ema-2016", "hand")
    for line in ("undo", "correct 1:", "swap 0 1"):
        code, at, sentence = told(apply, table, event_of(line))
        assert (code, at) == ("bad_field", "event")
        assert sentence == line.split(" ")[0] + " concerns the past: only a ledger can take it"


def test_points_from_nowhere_are_a_fault_that_is_reported():
    """No matter which event comes next."""
    table = table_after("start ema-2016")
    table.accounts[0] += 100
    wrong = ("contradiction", "event", "the points do not add up: please report this game")
    assert told(apply, table, event_of("hand")) == wrong
    assert told(apply, table, event_of("penalty 1 -100")) == wrong


def test_a_unit_of_payment_is_a_point_or_more():
    """In a book without fu."""
    assert table_after("start alarm payment=[1,2]").rules.payment == [1, 2]
    for units in ("[0,2]", "[2,0]", "[-1]"):
        wrong = told(table_after, "start alarm payment=" + units)
        assert wrong == ("bad_field", "payment", "every unit of payment must be above 0")


def test_an_event_that_ends_before_its_second_is_none():
    """Number, kind, asker and second are always there."""
    for plain in ([], [0], [0, "hand"], [0, "hand", 0]):
        assert told(from_plain, plain)[:2] == ("missing_field", "event")
    assert from_plain([0, "hand", 0, 0]) == make(0, "hand", 0, 0, {})


def test_the_name_of_a_book_may_have_anything_in_it():
    """An equals sign, too, which elsewhere makes a switch."""
    for book in ("a b=c", "=", 'a "b" c'):
        event = make(0, "start", 4, 0, {"rules": book + " "})
        assert event_of(event_text(event)) == event


def test_a_table_of_a_book_that_is_not_here_is_written_with_its_name():
    """Its switches cannot be compared."""
    rules = Rules("club", books.load("ema-2016").changed({"kiriage": True}).values)
    assert table_text(Table(rules)) == "club E1 honba 0 sticks 0 between scores 30000 30000 30000 30000"


def test_lists_of_a_switch_may_be_given_as_tuples():
    """And are lists."""
    assert check_switch("uma", (1, 2, 3, 4)) == [1, 2, 3, 4]
    assert check_switch("abortive", ("four_winds",)) == ["four_winds"]
    assert check_switch("payment", (250, 500)) == [250, 500]


# ---------------------------------------------------------------- letters and noise


def test_a_letter_alone_is_written_as_it_is_or_by_its_number():
    """At both ends of what can be printed."""
    for letter, written in (("\x1f", "\\u001f"), (" ", " "), ("~", "~"), ("\x7f", "\\u007f")):
        assert wire.to_json([letter]) == '["' + written + '"]'


def test_a_line_of_noise_is_counted_once():
    """With a bracket in it or without; an empty one is nothing."""
    for noise, damaged in ((b"abc", 1), (b"a[bc", 1), (b"", 0), (b"[", 1)):
        reader = MessageReader()
        assert list(reader.read(noise + b"\n" + encode(["who"]))) == [["who"]]
        assert reader.damaged == damaged, noise
