"""How a table is followed, a condition at a time: what is taken, asked for and refused, and when."""

from __future__ import annotations

import pytest

from host.devices.reporting_tables import Memory, event, game, give, hello, start
from tenbo.devices.admission_errors import NotAdmitted
from tenbo.devices.follower import ANSWERS, Follower

# ---------------------------------------------------------------- who it is


def test_another_device_on_the_same_cable_is_barred_and_the_first_stays():
    """One cable leads to one device."""
    follower = Follower(memory=Memory([]))
    follower.handle_message(hello(-1), 0)
    assert follower.handle_message(hello(-1), 1) == []
    assert follower.rejected_reason == ""
    assert follower.handle_message(hello(-1, device="77aa"), 2) == []
    assert follower.rejected_reason.startswith("reports a different ID from the one it had when it was plugged in")
    assert follower.hello is not None
    assert follower.hello.id == "5f2c"


def test_who_is_not_admitted_is_asked_again_by_decide():
    """It turns out later whether it is; before its first word there is nothing to decide."""
    strangers = {"5f2c"}

    def admit(hello):
        if hello.id in strangers:
            raise NotAdmitted("a stranger")

    follower = Follower(memory=Memory([]), admit=admit)
    assert follower.reprocess_hello(0) == []
    assert follower.handle_message(hello(4), 0) == []
    assert (follower.rejected_reason, follower.can_take_events, follower.due_messages(9000)) == (
        "a stranger",
        False,
        [],
    )
    strangers.clear()
    assert follower.reprocess_hello(10) == [["after", -1]]
    assert (follower.rejected_reason, follower.can_take_events) == ("", True)


def test_a_follower_begins_with_nothing_wrong_and_nothing_shown():
    """Before the first word of the table."""
    for follower in (Follower(), Follower(memory=Memory([]))):
        assert (follower.replay_error, follower.fork, follower.rewound, follower.rejected_reason) == (
            "",
            None,
            None,
            "",
        )
        assert (follower.is_recognised, follower.is_awaiting_proof, follower.proof_demand) == (False, False, None)
        assert (follower.faults, follower.notices, follower.refused, follower.last) == ([], [], 0, -1)
        assert not follower.proof_timed_out(1 << 40)


@pytest.mark.parametrize(("stored", "shown"), [([], True), (game(0), False), (game(1), False)])
def test_what_is_stored_has_to_be_shown_be_it_a_single_event(stored, shown):
    """Of a table of which nothing is stored there is nothing to show."""
    follower = Follower(memory=Memory(stored))
    follower.handle_message(hello(4), 0)
    assert (follower.is_recognised, follower.is_awaiting_proof) == (shown, not shown)
    for one in stored[-1:]:
        give(follower, one)
    assert (follower.is_recognised, follower.is_awaiting_proof) == (True, False)


def test_another_ledger_on_the_same_device_begins_anew_in_everything():
    """What was shown, told and wrong was that of the other one."""
    follower = Follower(memory=Memory(game(2), ledger="bb"))
    follower.handle_message(hello(4), 0)
    assert follower.is_recognised
    give(follower, start(), event(1, "hand", None), event(2, "hand", None))
    follower.handle_message(["oldest", 7], 0)
    assert follower.replay_error
    follower.handle_message(hello(9, ledger="bb"), 1000)
    assert (follower.replay_error, follower.is_recognised, follower.is_awaiting_proof, follower.last) == (
        "",
        False,
        True,
        2,
    )
    give(follower, game(2)[2])
    assert follower.is_recognised
    give(follower, start(7))
    assert (follower.last, follower.fork) == (2, None)


def test_a_ledger_of_which_nothing_is_stored_has_nothing_wrong():
    """Although the one before it had."""
    follower = Follower(memory=Memory([]))
    follower.handle_message(hello(4), 0)
    give(follower, start(), event(1, "hand", None), event(2, "hand", None))
    assert follower.replay_error
    follower.handle_message(hello(-1, ledger="bb"), 1000)
    assert (follower.replay_error, follower.last) == ("", -1)


def test_events_that_cannot_be_folded_are_held_against_later_ones_all_the_same():
    """The first of a game, those that were refused, and those before the game, of which only the store knows."""
    follower = Follower()
    give(follower, start(), event(1, "hand", None), event(2, "hand", None), event(3, "name", 1, "x"))
    assert [one.n for one in follower.ledger.events] == [0, 1, 2, 3]
    give(follower, event(2, "hand", None), start())
    assert follower.fork is None
    give(follower, event(2, "riichi", 1))
    assert follower.fork == 2
    follower = Follower()
    give(follower, start(4), event(5, "hand", None))
    assert follower.last == -1
    follower = Follower()
    give(follower, *game(2))
    give(follower, event(0, "start", "wrc"))
    assert follower.fork == 0


def test_an_event_before_the_game_is_none_where_there_is_no_store():
    """No one knows it, and nothing can be held against it."""
    follower = Follower()
    follower.handle_message(["oldest", 7], 0)
    give(follower, start(7), event(8, "hand", None))
    assert (follower.last, give(follower, event(3, "name", 1, "x")), follower.fork) == (8, [], None)
    follower.handle_message(hello(8), 0)
    give(follower, event(3, "name", 1, "x"))
    assert follower.fork is None


# ---------------------------------------------------------------- what is said when


def test_what_was_asked_with_the_first_word_is_not_asked_again_at_once():
    """The answer is on its way."""
    follower = Follower()
    follower.opening_messages(0)
    assert give(follower, event(2), now_ms=100) == []
    assert give(follower, event(3), now_ms=300) == [["after", -1]]


def test_what_a_table_tells_of_its_boxes_and_itself_is_answered_with_nothing():
    """Neither is what is malformed, or in vain."""
    follower = Follower(memory=Memory([]))
    for message in (["seat", 1, False], ["call", 1, True, 0], ["stuck", 4, "ok"], ["fault", 0, "x"], ["oldest", 0],
                    ["nothing"], ["upto", 4], ["event", *start().plain()]):  # fmt: skip
        assert follower.handle_message(message, 0) == [], message
    follower.handle_message(hello(-1), 0)
    assert follower.handle_message(hello(-1), 10) == []
    assert follower.handle_message(hello(-1, device="77aa"), 10) == []


def test_without_a_memory_events_are_asked_for_with_the_first_word():
    """With one, the ledger must be known before."""
    assert Follower().opening_messages(0) == [["who"], ["after", -1]]
    follower = Follower()
    give(follower, *game(2))
    assert follower.opening_messages(0) == [["who"], ["after", 2]]
    assert Follower(memory=Memory([])).opening_messages(0) == [["who"]]
    assert Follower(memory=Memory([])).due_messages(0) == [["who"]]


@pytest.mark.parametrize(("ms", "said"), [(0, []), (999, []), (1000, [["stored", 2]])])
def test_what_is_stored_is_said_once_a_second(ms, said):
    """That shows the table that we are here; until it has said who it is, it is asked."""
    follower = Follower()
    give(follower, *game(2))
    assert follower.due_messages(5000) == [["who"], ["after", 2]]
    assert follower.due_messages(5999) == []
    follower.handle_message(hello(2), 6000)
    assert follower.due_messages(6000) == [["stored", 2]]
    assert follower.due_messages(6000 + ms) == said


def test_nothing_is_said_to_be_stored_after_a_fork():
    """It would tell the table to forget."""
    follower = Follower()
    follower.handle_message(hello(2), 0)
    give(follower, *game(2))
    give(follower, event(1, "name", 1, "other"))
    assert (follower.fork, follower.due_messages(5000)) == (1, [])
    assert give(follower, event(3, "name", 1, "Q")) == []
    assert follower.last == 2


@pytest.mark.parametrize(("heard", "now", "away"), [(0, 3500, False), (0, 3501, True), (1000, 4500, False)])
def test_a_table_is_away_after_three_and_a_half_seconds_without_a_word(heard, now, away):
    """It says something every second."""
    follower = Follower()
    follower.handle_message(["upto", -1], heard)
    assert follower.is_away(now) == away


def test_a_word_that_is_no_message_is_counted_and_is_no_sign_of_life():
    """Noise on a line is not a table."""
    follower = Follower()
    for message in (["upto"], ["upto", "1"], ["nothing", 1], ["event", 0, "start"], ["event", 0, "win", 1, 0, 7]):
        assert follower.handle_message(message, 5) == []
    assert follower.refused == 5
    follower = Follower()
    follower.handle_message(["upto"], 5)
    assert (follower.refused, follower.heard_at, follower.is_away(5)) == (1, None, True)


def test_how_long_it_may_sleep_is_the_nearer_of_two_moments():
    """When we must speak, a little after the table's own word; and when its silence counts."""
    follower = Follower()
    assert follower.until_due_ms(700) == 0
    follower.opening_messages(1000)
    assert follower.until_due_ms(1000) == 0
    follower.handle_message(["upto", -1], 1000)
    assert [follower.until_due_ms(now) for now in (1000, 1500, 2249, 2250, 9000)] == [1250, 750, 1, 0, 0]
    follower.handle_message(hello(-1), 1000)
    follower.due_messages(4000)
    assert [follower.until_due_ms(now) for now in (4000, 4500, 4501, 5000)] == [501, 1, 0, 0]


# ---------------------------------------------------------------- events


def test_what_is_missing_is_asked_for_again_after_a_third_of_a_second():
    """Not while the answer may be on its way."""
    follower = Follower()
    give(follower, start())
    assert give(follower, event(2), now_ms=100) == [["after", 0]]
    assert give(follower, event(3), now_ms=399) == []
    assert give(follower, event(4), now_ms=400) == [["after", 0]]
    assert follower.handle_message(["upto", 4], 500) == []
    assert follower.handle_message(["upto", 4], 700) == [["after", 0]]
    give(follower, event(1, "hand", None), now_ms=710)
    assert follower.last == 4
    assert follower.handle_message(["upto", 4], 5000) == []
    assert follower.handle_message(["upto", 5], 5000) == [["after", 4]]
    give(follower, event(5), now_ms=5010)
    assert follower.handle_message(["upto", 6], 5020) == [["after", 5]]


@pytest.mark.thorough("seconds of a processor")
def test_events_that_came_too_early_are_kept_up_to_a_number_and_the_next_one_always():
    """A table that floods us must not fill the memory."""
    follower = Follower()
    give(follower, *[event(n, "name", n % 4, "x") for n in range(2, 2002)])
    give(follower, event(2002, "name", 0, "x"))
    give(follower, event(1, "name", 1, "x"))
    assert follower.last == -1
    give(follower, start())
    # All that were kept have followed; the two that came when there were too many have to come again.
    assert follower.last == 0
    give(follower, event(1, "name", 1, "x"))
    assert follower.last == 2001


def test_the_gap_that_a_table_has_made_itself_is_passed_over_by_a_start_alone():
    """It drops its oldest games; an event in the middle of a game would stand on nothing."""
    for oldest, first, last in (
        (7, start(7), 7),
        (7, event(7, "name", 0, "x"), -1),
        (8, start(7), -1),
        (0, start(7), -1),
    ):
        follower = Follower()
        follower.handle_message(["oldest", oldest], 0)
        give(follower, first)
        assert follower.last == last, (oldest, first)
    follower = Follower()
    give(follower, *game(2))
    follower.handle_message(["oldest", 3], 0)
    give(follower, event(3, "name", 0, "x"))
    assert follower.last == 3


def test_only_the_running_game_is_kept_in_memory():
    """The others are in the store; events of both are compared."""
    memory = Memory([*game(2), *game(4, 3)], first=3)
    follower = Follower(memory=memory)
    follower.handle_message(hello(4), 0)
    give(follower, memory.stored[4])
    give(follower, start(5), event(6, "name", 1, "x"))
    assert ([one.n for one in follower.ledger.events], follower.ledger.first) == ([5, 6], 5)
    for known in (memory.stored[1], start(5), event(6, "name", 1, "x")):
        give(follower, known)
        assert follower.fork is None
    give(follower, event(6, "name", 1, "y"))
    assert follower.fork == 6


def test_an_older_event_that_is_told_otherwise_is_a_fork_too():
    """Also where only the store has it; one that no one has is none."""
    memory = Memory([*game(2)[1:], *game(4, 3)], first=3)
    follower = Follower(memory=memory)
    follower.handle_message(hello(4), 0)
    give(follower, start(0))
    assert follower.fork is None
    give(follower, event(2, "name", 2, "other"))
    assert follower.fork == 2


# ---------------------------------------------------------------- what else a table says


def test_the_answers_to_commands_are_those_that_carry_a_number():
    """What a table says by itself is none."""
    fields = {"view_field", "row", "state_field", "health_field", "proof"}
    assert {"done", "refused", "heard", "pong"} | fields == ANSWERS


def test_a_seat_that_calls_is_kept_with_the_moment_of_its_first_call():
    """It is said again every second; a call after it was taken back has a moment of its own."""
    follower = Follower()
    follower.handle_message(["call", 2, True, 0], 100)
    follower.handle_message(["call", 2, True, 5], 900)
    follower.handle_message(["call", 1, False, 0], 900)
    assert (follower.calling, follower.called_ms) == ({2}, {2: 100})
    follower.handle_message(["call", 2, False, 0], 1000)
    assert follower.calling == set()
    follower.handle_message(["call", 2, True, 0], 2000)
    assert follower.called_ms == {2: 2000}


def test_a_call_that_a_host_hears_of_late_has_the_moment_that_the_table_says():
    """Told again behind a hello it is the same call; a younger one began while the host was away."""
    follower = Follower()
    follower.handle_message(["call", 2, True, 40], 100_000)
    assert follower.called_ms == {2: 60_000}
    follower.handle_message(["call", 2, True, 50], 112_000)
    assert follower.called_ms == {2: 60_000}
    follower.handle_message(["call", 2, True, 3], 120_000)
    assert (follower.calling, follower.called_ms) == ({2}, {2: 117_000})


def test_boxes_come_and_go_and_stuck_buttons_are_noted():
    """The latest of them, in order."""
    follower = Follower()
    for seat, here in ((1, False), (3, False), (1, True), (0, True)):
        follower.handle_message(["seat", seat, here], 0)
    assert follower.seats_away == {3}
    for number in range(22):
        follower.handle_message(["stuck", number % 4, "ok"], 0)
    assert len(follower.notices) == 20
    assert follower.notices[0] == "button ok at seat W is stuck"
    assert follower.notices[-1] == "button ok at seat S is stuck"
    follower.handle_message(["stuck", 4, "dice"], 0)
    assert follower.notices[-1] == "button dice at the centre is stuck"


def test_a_report_in_parts_is_one_report_of_bounded_length():
    """A part whose beginning was lost is a report of its own."""
    follower = Follower()
    follower.handle_message(["fault", 1, "lost its begin"], 0)
    follower.handle_message(["fault", 0, "one "], 0)
    follower.handle_message(["fault", 1, "two"], 0)
    assert follower.faults == ["lost its begin", "one two"]
    for _ in range(21):
        follower.handle_message(["fault", 2, "x" * 100], 0)
    assert len(follower.faults[-1]) == 2000
    for number in range(21):
        follower.handle_message(["fault", 0, f"report {number}"], 0)
    assert (len(follower.faults), follower.faults[0]) == (20, "report 1")


def test_who_wants_to_know_is_told_each_event_with_the_table_after_it():
    """Once, in order, also of those that waited; one that cannot be folded has no table."""
    told = []
    follower = Follower(lambda one, table: told.append((one.n, table is not None)))
    give(follower, event(1, "hand", None), start(), event(3), event(2, "riichi", 1), start())
    assert told == [(0, True), (1, True), (2, True), (3, True)]
    give(follower, event(4, "hand", None), event(5, "riichi", 2))
    assert (told[4:], follower.replay_error[:14]) == ([(4, False), (5, False)], "event 4 (hand)")
    give(follower, start(6))
    assert (told[6:], follower.replay_error) == ([(6, True)], "")
