"""The table's end of the line, pass by pass: how much it reads and writes at once, and what it keeps and drops."""

from __future__ import annotations

import asyncio
import types

import pytest
from link_stand_ins import PAUSE_MS, Table

from tenbo_core.wire import encode

# A host is gone after so long a silence.
SILENCE_MS = 3500


@pytest.fixture
def table(conversing, monkeypatch):
    """Yield a table with a game of three events, to which no host has spoken."""

    @types.coroutine
    def sleep(ms):
        yield ms

    base = conversing("ema-2016")
    base.do("hand")
    base.do("riichi", 1, seat=1)
    monkeypatch.setattr(asyncio, "sleep_ms", sleep)
    made = Table(base)
    yield made
    made.close()


# ---------------------------------------------------------------- turns


def test_a_turn_reads_so_many_bytes_and_sleeps_only_when_there_is_nothing_to_do(table):
    """The other tasks get theirs; and each shows the watchdog that the link is alive."""
    table.wire.coming = b"x" * 65
    assert (table.turn(), len(table.wire.coming)) == (0, 1)
    assert (table.turn(), len(table.wire.coming)) == (0, 0)
    # No host is here yet.
    assert table.turn() == 2 * PAUSE_MS
    assert table.beats == 3
    for byte in (b"x", b"\0"):
        table.wire.coming = byte * 64
        assert (table.turn(), table.wire.coming, table.turn()) == (0, b"", 2 * PAUSE_MS)
    table.say(["stored", 2])
    table.wire.coming = encode(["stored", 2])  # there is no answer to it
    assert (table.turn(), table.turn(), table.turn()) == (0, 0, PAUSE_MS)


def test_a_message_that_is_complete_ends_the_turn(table):
    """Its answer takes longer than reading, and comes in the next one."""
    table.wire.coming = encode(["ping", 1]) * 2
    whole = len(table.wire.coming)
    for left in (whole // 2, 0):
        assert (table.turn(), len(table.wire.coming), table.wire.heard()) == (0, left, [])
        assert (table.turn(), len(table.wire.coming), table.wire.heard()) == (0, left, [["pong", 1, 11, 22]])


def test_nothing_is_read_or_written_while_a_press_waits_for_the_displays(table):
    """Hosts wait for a few hundredths of a second, players do not."""
    table.commands.pressed = True
    table.wire.coming = encode(["who"])
    assert (table.turn(), table.wire.heard()) == (2 * PAUSE_MS, [])
    table.commands.pressed = False
    assert (table.turn(), table.turn(), table.wire.heard()[0][0]) == (0, 0, "hello")


def test_one_answer_a_turn_is_written_and_four_events(table):
    """An answer has to be put into words first; events are ready."""
    for _ in range(4):
        table.base.do("name", seat=0, name="Ada")
    table.wire.coming = encode(["after", -1])
    table.turn(2)
    assert [message[0] for message in table.wire.heard()] == ["oldest"]
    assert table.turn() == 0
    assert [message[0] for message in table.wire.heard()] == ["upto"]
    assert table.turn() == 0
    assert [message[1] for message in table.wire.heard()] == [0, 1, 2, 3]
    table.turn()
    assert [message[1] for message in table.wire.heard()] == [4, 5, 6]
    assert table.turn() == PAUSE_MS


def test_a_host_that_only_asks_waits_and_nothing_of_its_answers_is_lost(table):
    """With 32 lines waiting nothing more is read."""
    table.wire.room = 0
    table.wire.coming = b"".join(encode(["ping", number]) for number in range(40))
    table.turn(500)
    first = len(table.wire.coming)
    # One line is on its way, and 32 wait.
    assert first == sum(len(encode(["ping", number])) for number in range(33, 40))
    assert table.turn() == PAUSE_MS
    table.wire.room = 1 << 20
    table.turn(500)
    assert [message[1] for message in table.wire.heard()] == list(range(40))


def test_what_the_table_says_itself_is_dropped_when_sixty_four_lines_wait(table):
    """Twice as many as are read for: what was asked still fits."""
    table.say(["stored", 2])
    table.wire.room = 0
    for number in range(70):
        table.link.send("pong", number, 0, 0)
    table.wire.room = 1 << 20
    table.turn(100)
    assert [message[1] for message in table.wire.heard()] == list(range(64))


def test_a_line_that_the_port_takes_in_pieces_arrives_whole(table):
    """However small the pieces are."""
    table.wire.coming = encode(["ping", 5])
    table.turn(2)
    table.wire.heard()
    table.wire.room = 0
    table.wire.coming = encode(["who"])
    table.turn(3)
    while not table.wire.written.endswith(b"\n"):
        table.wire.room = 7
        table.turn()
    assert table.wire.heard() == [["hello", 1, "5f2c", "1.0", 7, "aa", 3, "power"]]


def test_a_line_longer_than_any_host_takes_is_passed_over(table):
    """The next one is said all the same."""
    table.say(["stored", 2])
    table.link.send("fault", "x" * 5000)
    table.link.send("pong", 3, 0, 0)
    table.turn()
    assert table.wire.heard() == [["pong", 3, 0, 0]]


# ---------------------------------------------------------------- who is there


def test_a_host_is_there_for_three_and_a_half_seconds_after_its_last_word(table):
    """Before its first it is not; then nothing is said to no one."""
    assert not table.link.host_here
    table.link.send("pong", 1, 0, 0)
    assert table.say(["ping", 2]) == [["pong", 2, 11, 22]]
    table.base.clock.at += SILENCE_MS - 1
    assert table.link.host_here
    table.link.send("pong", 3, 0, 0)
    table.turn()
    assert table.wire.heard() == [["pong", 3, 0, 0]]
    table.base.clock.at += 1
    assert not table.link.host_here
    table.link.send("pong", 4, 0, 0)
    table.turn(3)
    assert table.say(["ping", 5]) == [["pong", 5, 11, 22]]


def test_what_waits_for_a_host_that_has_gone_is_not_said_to_the_next(table):
    """Half a line would be damage, and an old answer a lie."""
    table.wire.coming = encode(["ping", 1])
    table.wire.room = 5
    table.turn(3)
    table.link.send("pong", 9, 0, 0)
    table.base.clock.at += SILENCE_MS
    assert table.turn() == 2 * PAUSE_MS
    table.wire.room = 1 << 20
    table.wire.written = b""
    table.wire.coming = encode(["ping", 2])
    table.turn(3)
    assert table.wire.written == encode(["pong", 2, 11, 22])


def test_only_who_speaks_for_the_first_time_or_after_a_silence_is_greeted(table):
    """`stored` is said every second; anyone who asks who this is, is told each time."""
    assert table.link.stored == -1
    assert [message[0] for message in table.say(["stored", 2])] == ["hello"]
    assert table.link.stored == 2
    table.base.clock.at += 3000
    assert table.say(["stored", 1]) == []
    assert table.link.stored == 1
    assert [message[0] for message in table.say(["who"], ["who"])] == ["hello", "hello"]
    table.base.clock.at += SILENCE_MS
    assert [message[0] for message in table.say(["stored", 2])] == ["hello"]


# ---------------------------------------------------------------- events


@pytest.mark.parametrize(("after", "told"), [(-1, [0, 1, 2]), (0, [1, 2]), (1, [2]), (2, []), (3, []), (900, [])])
def test_a_host_is_told_the_events_after_the_one_it_has(table, after, told):
    """And the oldest that there is, and the last; one that claims more has nothing to be told yet."""
    messages = table.say(["after", after])
    assert messages[:2] == [["oldest", 0], ["upto", 2]]
    assert [message[1] for message in messages[2:]] == told
    table.base.do("riichi", 2, seat=2)
    table.turn(2)
    assert [message[1] for message in table.wire.heard()] == [3]


def test_a_table_without_a_game_has_nothing_after_whatever_a_host_names(conversing, table):
    """Its last event is the one before the first."""
    table.link.keeper = conversing().keeper
    for after in (-2, -1, 0, 5):
        assert table.say(["after", after])[-1] == ["upto", -1]
        table.link.heartbeat()
        table.turn(2)
        assert table.wire.heard() == [["upto", -1]]


def test_a_host_that_has_said_nothing_of_events_is_told_the_new_ones_alone(table):
    """What was there when the link began it asks for itself."""
    assert [message[0] for message in table.say(["who"])] == ["hello"]
    table.base.do("riichi", 2, seat=2)
    table.turn(2)
    assert [message[1] for message in table.wire.heard()] == [3]


def test_the_heartbeat_is_said_when_nothing_else_waits(table):
    """It names the event that was told last, so that a lost one shows."""
    table.say(["after", -1])
    table.link.heartbeat()
    table.link.heartbeat()
    table.turn(3)
    assert table.wire.heard() == [["upto", 2]]
    table.link.send("pong", 1, 0, 0)
    table.link.heartbeat()
    table.turn(3)
    assert table.wire.heard() == [["pong", 1, 0, 0]]


# ---------------------------------------------------------------- commands


def test_a_command_that_comes_again_is_answered_again_and_done_once(table):
    """Its answer may have been lost; a question is simply asked again."""
    assert table.say(["clock", 7, 1, 0]) == [["done", 7, 1]]
    assert table.say(["clock", 7, 1, 0], ["clock", 8, 1, 0]) == [["done", 7, 1], ["done", 8, 2]]
    assert table.commands.asked == [["clock", 7], ["clock", 8]]
    assert table.say(["state", 9], ["state", 9]) == [["done", 9, 3], ["done", 9, 4]]
    assert table.say(["clock", 7, 1, 0]) == [["done", 7, 1]]


def test_the_answers_of_eight_commands_are_kept(table):
    """The oldest is forgotten with the ninth; one that the seats are still asked about is not."""
    for number in range(1, 9):
        table.say(["clock", number, 1, 0])
    assert table.say(["clock", 1, 1, 0]) == [["done", 1, 1]]
    table.say(["clock", 9, 1, 0])
    for number in range(2, 10):
        assert table.say(["clock", number, 1, 0]) == [["done", number, number]]
    assert table.say(["clock", 1, 1, 0]) == [["done", 1, 10]]

    table.say(["propose", 20, "redeal", 4])
    for number in range(21, 35):
        table.say(["clock", number, 1, 0])
    asked = len(table.commands.asked)
    assert table.say(["propose", 20, "redeal", 4]) == [["heard", 20]]
    assert len(table.commands.asked) == asked


def test_the_outcome_of_a_proposal_is_told_where_it_came_from_and_then_its_answer(table):
    """A number that no one has asked with is another port's."""
    table.say(["propose", 20, "redeal", 4])
    table.link.send_outcome(21, [["done", 21, 9]])
    table.turn(2)
    assert table.wire.heard() == []
    table.link.send_outcome(20, [["done", 20, 9]])
    table.turn(2)
    assert table.wire.heard() == [["done", 20, 9]]
    assert table.say(["propose", 20, "redeal", 4]) == [["done", 20, 9]]


def test_the_outcome_of_another_port_s_proposal_is_no_answer_to_a_command_of_the_same_number(table):
    """What was refused here, or done, is told so again, however often it is asked for."""
    for number, name in ((30, "blink"), (31, "clock")):
        told = table.say([name, number, 1, 0] if name == "clock" else [name, number])
        table.link.send_outcome(number, [["done", number, 99]])
        table.turn(2)
        assert table.wire.heard() == []
        assert table.say([name, number, 1, 0] if name == "clock" else [name, number]) == told


def test_a_refusal_fits_a_line_and_a_fault_in_a_command_is_one(table):
    """A question must never bring the table down."""
    assert table.say(["blink", 5]) == [["refused", 5, "not_allowed_now", "a place that is long"[:12], "x" * 240]]
    (message,) = table.say(["repl", 6])
    assert message[:4] == ["refused", 6, "our_mistake", ""]
    assert (message[4][:11], len(message[4])) == ("KeyError('k", 70)
    assert table.say(["blink", 5], ["repl", 6])[1][1] == 6
    assert table.commands.asked == [["blink", 5], ["repl", 6]]


REFUSED = [
    (["nothing"], -1),
    (["nothing", 4], 4),
    (["nothing", 0], 0),
    (["nothing", -1], -1),
    (["nothing", -2], -1),
    (["nothing", (1 << 31) - 1], (1 << 31) - 1),
    (["nothing", 1 << 31], -1),
    (["nothing", "4"], -1),
    (["ping"], -1),
    (["clock", 12], 12),
]


@pytest.mark.parametrize(("message", "number"), REFUSED)
def test_what_is_no_message_is_refused_under_its_number_if_it_has_one(table, message, number):
    """Or under none; and nothing of it is carried out."""
    (answer,) = table.say(message)
    assert answer[:2] == ["refused", number]
    assert table.commands.asked == []
    assert table.link.host_here
