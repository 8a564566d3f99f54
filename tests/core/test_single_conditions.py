"""Conditions of the core, one at a time: each side of an `or` has a case of its own, each bound the value at it."""

from tenbo_core import checkpoint
from tenbo_core.compact_event_list import PAGE, CompactEventList
from tenbo_core.errors import Malformed, Refused, TenboError
from tenbo_core.event_notation import event_of, event_text
from tenbo_core.events import ASKERS, CENTRE, DESK, make
from tenbo_core.ledger import Ledger
from tenbo_core.wire import encode


def ledger_of(*lines):
    """Return a ledger with the events of these lines, numbered from 0."""
    ledger = Ledger()
    for line in lines:
        by = CENTRE if line == "signal" else DESK
        ledger.append(event_of(line, ledger.next, by, ledger.next))
    return ledger


def told(call, *arguments):
    """Return what a call raises, as code, place and sentence, or None."""
    try:
        call(*arguments)
    except TenboError as error:
        return error.code, error.at, error.message
    return None


# ---------------------------------------------------------------- errors


def test_an_error_keeps_what_it_says_briefly_and_its_values():
    """A display puts the values into its own words."""
    error = Refused("code", "a long sentence", "seat", "{} of {}", 2, "x")
    assert (error.code, error.message, error.at) == ("code", "a long sentence", "seat")
    assert (error.template, error.values, error.brief) == ("{} of {}", (2, "x"), "2 of x")
    error = Malformed("code", "a long sentence")
    assert (error.template, error.values, error.brief, error.at) == ("", (), "a long sentence", "")


# ---------------------------------------------------------------- events


def test_number_asker_and_second_are_each_small_and_not_negative():
    """Any one of them alone makes an event malformed."""
    wrong = ("bad_field", "event", "number, asker and second of an event are small integers")
    last = len(ASKERS) - 1
    assert make(0, "hand", last, 0, {}).by == last
    for n, by, at in ((-1, 0, 0), (0, -1, 0), (0, 0, -1), (0, last + 1, 0), ("0", 0, 0), (0, None, 0), (0, 0, 1 << 40)):
        assert told(make, n, "hand", by, at, {}) == wrong


def test_a_draw_without_a_word_about_it_is_one_without_tenpai():
    """As is one that says so."""
    assert event_of("draw").args == event_of("draw tenpai").args
    assert event_of("draw").args[0] == []


def test_a_correction_is_read_as_it_was_written():
    """Each of its events by itself."""
    text = 'correct 4 "a fu, forgotten": win 1<0 3/50 ; hand ; draw tenpai 0 1'
    assert event_text(event_of(text)) == text


def test_an_event_that_is_read_has_the_number_the_asker_and_the_second_that_it_is_given():
    """By itself it is the desk's."""
    event = event_of("riichi 2", 7, 1, 90)
    assert (event.n, event.by, event.at) == (7, 1, 90)
    event = event_of("riichi 2")
    assert (event.n, event.by, event.at) == (0, DESK, 0)


# ---------------------------------------------------------------- pages of events


def paged(count):
    """Return events whose full pages are read again, all their lines, and the pages that were read."""
    written, read = [], []
    plain = CompactEventList()
    for number in range(count):
        plain.append(make(number, "late", DESK, 60, {"seat": 1, "minutes": number}))
        written.append(plain.line(number))

    def page(number):
        read.append(number)
        return written[PAGE * number : PAGE * (number + 1)]

    events = CompactEventList(page)
    for number in range(count):
        events.append(plain[number], written[number])
    return events, written, read


def test_a_page_is_read_once_while_its_events_are_asked_for():
    """And again after another one."""
    events, written, read = paged(3 * PAGE)
    assert [events.line(place) for place in range(3 * PAGE)] == written
    assert read == [0, 1]
    events.line(0)
    events.line(PAGE - 1)
    events.line(PAGE)
    assert read == [0, 1, 0, 1]
    for page in (0, 1):
        events, written, read = paged(3 * PAGE)
        assert events.line(PAGE * page) == written[PAGE * page]
        assert read == [page]


def test_the_first_page_that_is_asked_for_after_a_start_is_read():
    """Whichever it is."""
    _, written, _ = paged(3 * PAGE)
    for page in (0, 1):
        events = CompactEventList(lambda number: written[PAGE * number : PAGE * (number + 1)])
        events.begin(written[2 * PAGE :], 3 * PAGE)
        assert events.line(PAGE * page) == written[PAGE * page]
        assert (len(events), events.line(-1)) == (3 * PAGE, written[-1])


def test_the_last_whole_page_and_what_follows_it_are_kept():
    """What has just happened is asked for most."""
    for count, pages in ((PAGE, []), (2 * PAGE - 1, []), (2 * PAGE, [0]), (3 * PAGE - 1, [0]), (3 * PAGE, [0, 1])):
        events, written, read = paged(count)
        assert len(events) == count
        assert [event.n for event in events] == list(range(count))
        assert read == pages
        assert (events.line(-1), events.line(-count)) == (written[-1], written[0])


def test_a_place_outside_is_an_error():
    """Before the first and behind the last."""
    events, _, _ = paged(20)
    for place in (20, -21):
        try:
            events.line(place)
        except IndexError:
            continue
        raise AssertionError(place)


# ---------------------------------------------------------------- ledgers


def test_events_after_a_number_are_those_above_it():
    """For anyone who has missed them."""
    ledger = ledger_of("start ema-2016", "hand", "riichi 1")
    assert [[event.n for event in ledger.events_after(n)] for n in (-1, 0, 1, 2, 9)] == [[0, 1, 2], [1, 2], [2], [], []]


def test_what_stands_is_walked_back_from_the_last():
    """Without what was undone."""
    ledger = ledger_of("start ema-2016", "hand", "riichi 1", "undo", "riichi 2", "riichi 3", "undo to 1", "riichi 0")
    assert [event.n for event in ledger.walk_back()] == [7, 1, 0]
    assert ledger.last_play_event().n == 7
    assert ledger_of("start ema-2016", 'name 1 "Bo"').last_play_event() is None


def test_the_buttons_are_read_between_the_events_that_are_folded_again():
    """Each of them takes a while on a small machine."""
    ledger = ledger_of("start ema-2016", "hand", "riichi 1", "riichi 2")
    scans = []
    ledger.poll = lambda: scans.append(1)
    assert len(ledger.effective_events()) == 4
    assert len(scans) == 4
    ledger.preview(event_of("correct 2: riichi 0", 4))
    assert len(scans) == 4 + 4 + 4


UNDONE = (
    (["start ema-2016"], []),
    (["start ema-2016", "hand"], ["hand"]),
    (["start ema-2016", "hand", "signal"], ["signal", "hand"]),
    (["start ema-2016", "session 75", "hand", "riichi 1"], ["riichi"]),
    (["start ema-2016", 'name 1 "Bo"'], []),
    (["start ema-2016", "session 75"], []),
    (["start ema-2016", "session 75", "signal"], []),
    (["start ema-2016", "hand", "session 75"], []),
    (["start ema-2016", "hand", "session 75", "riichi 1"], ["riichi"]),
)


def test_an_undo_at_the_table_takes_back_one_event_and_a_signal_after_it():
    """Neither the start nor the session, nor names of the desk before the first hand."""
    for lines, kinds in UNDONE:
        assert [event.kind for event in ledger_of(*lines).events_to_undo()] == kinds, lines


def test_a_name_is_taken_back_by_who_has_given_it_or_after_a_hand_was_played():
    """What a seat has spelt is its own slip; in the middle of the play the desk's is one like others."""
    ledger = ledger_of("start ema-2016")
    ledger.append(make(1, "name", 2, 0, {"seat": 2, "name": "Bo"}))
    assert [event.n for event in ledger.events_to_undo()] == [1]
    ledger = ledger_of("start ema-2016", "hand")
    ledger.append(make(2, "name", CENTRE, 0, {"seat": 2, "name": "Bo"}))
    assert [event.n for event in ledger.events_to_undo()] in ([2], [1])


def test_tables_are_kept_for_the_last_undos_and_at_round_numbers():
    """Those of the game before are forgotten: a small machine has no room for them."""
    ledger = ledger_of("start ema-2016", "hand", "riichi 1", "riichi 2", "start ema-2016")
    assert [length for length, _ in ledger.snapshots] == [1]
    while ledger.next < 204:
        ledger.append(make(ledger.next, "late", DESK, ledger.next, {"seat": 0, "minutes": 1}))
    assert [length for length, _ in ledger.snapshots] == [96, 192, 198, 199, 200]
    assert ledger.standing == [(4, 204)]
    ledger.append(make(ledger.next, "undo", DESK, 204, {}))
    assert [length for length, _ in ledger.snapshots] == [96, 192, 198, 199]
    for to, left in ((150, 147), (99, 96), (50, 47)):
        ledger.append(make(ledger.next, "undo", DESK, 204, {"to": to}))
        assert ledger.standing == [(4, 4 + left)]
        assert ledger.table.later == [-1000 * (left - 1), 0, 0, 0]
    assert [length for length, _ in ledger.snapshots] == [47]


def test_a_line_is_found_by_its_number_where_a_ledger_begins_later():
    """With its events as they are, and as the lines that they are in the journal."""
    for small in (False, True):
        ledger = Ledger(40, small=small)
        for line in ("start ema-2016", "hand", "riichi 1"):
            ledger.append(event_of(line, ledger.next))
        assert [ledger.line(n) for n in (40, 41, 42)] == [encode(["event"] + one.plain()) for one in ledger.events]
        assert [event.kind for event in ledger.events] == ["start", "hand", "riichi"]


# ---------------------------------------------------------------- a table from nested lists


def test_a_table_of_nested_lists_is_the_same_in_each_of_them():
    """In a game that has everything: names, a session, riichi, a dead hand, penalties."""
    ledger = ledger_of(
        "start ema-2016 scores 32000 28000 30000 30000 round S hand 2 honba 1 sticks 0",
        'name 1 "Bo"',
        "session 75",
        "hand",
        "riichi 2",
        "dead_hand 3",
        "penalty 1 -8000",
    )
    plain = checkpoint.table_values(ledger.table)
    again = checkpoint.table_of(plain)
    assert checkpoint.table_values(again) == plain
    assert (again.scores, again.riichi, again.dead, again.names) == (
        ledger.table.scores,
        [2],
        [3],
        ["", "Bo", "", ""],
    )
    assert (again.phase, again.round, again.hand, again.honba) == (ledger.table.phase, 1, 2, 1)


# ---------------------------------------------------------------- the end of a game


def test_nagashi_of_a_leading_east_in_the_last_hand_ends_the_game():
    """As a win would: agari yame."""
    last = "start tenhou round S hand 4 scores 25000 25000 10000 40000"
    ledger = ledger_of(last, "hand", "draw tenpai 3 nagashi 3")
    assert (ledger.table.phase, ledger.table.why) == ("over", "agari_yame")
    ledger = ledger_of("start tenhou round S hand 4 scores 40000 25000 25000 10000", "hand", "draw tenpai 3 nagashi 3")
    assert (ledger.table.phase, ledger.table.why) != ("over", "agari_yame")
