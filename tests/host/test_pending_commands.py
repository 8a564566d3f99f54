"""Questions to a table over a slow line: what has come is kept, and kept once."""

from __future__ import annotations

from itertools import count

import pytest

from tenbo.devices.table_client import TableClient, query_state
from tenbo_core.errors import LinkFault
from tenbo_core.wire import encode


class SlowLine:
    """A stream that says one piece a read; every read takes a second by the clock that goes with it."""

    def __init__(self, *pieces):
        self.pieces = [b"".join(encode(message) for message in piece) for piece in pieces]
        self.asked = []

    def read(self, timeout_ms):
        return self.pieces.pop(0) if self.pieces else b""

    def write(self, data):
        self.asked.append(data)
        return len(data)


def field(name, value):
    return ["state_field", 1, name, value]


def test_an_answer_whose_question_was_repeated_meanwhile_is_whole():
    """The first answer's end closes the question; what came before the repetition is part of it."""
    line = SlowLine([field("n", 4), field("event", "hand")], [field("honba", 2)], [["done", 1, 4]])
    assert query_state(TableClient(line, clock=count().__next__)) == {"n": 4, "event": "hand", "honba": 2}
    assert len(line.asked) > 1
    assert len(set(line.asked)) == 1


def test_an_answer_that_comes_twice_counts_once():
    """Repeated lines are the same lines; a value that has changed between them is the later one."""
    first, again = [field("n", 4), field("honba", 2)], [field("n", 4), field("honba", 3), ["done", 1, 4]]
    asker = TableClient(SlowLine(first, again), clock=count().__next__)
    assert asker.ask("state") == [field("n", 4), field("honba", 2), field("honba", 3)]


def test_a_table_that_never_ends_its_answer_is_given_up():
    """Half an answer is no answer."""
    with pytest.raises(LinkFault, match=r"did not answer \(command: state\)") as fault:
        query_state(TableClient(SlowLine([field("n", 4)]), clock=count().__next__))
    assert fault.value.code == "no_answer"


def test_who_is_there_is_asked_until_a_right_hello_comes():
    """A board that starts misses the first question, and what is no hello is no one."""
    wrong = ["hello", "1", "e661", "1.0", 7, "5f2c", -1, "power"]
    right = ["hello", 1, "e661", "1.0", 7, "5f2c", -1, "power"]
    line = SlowLine([["pong", 1, 2, 3]], [wrong], [right])
    hello = TableClient(line, clock=count().__next__).identify(60_000)
    assert (hello.id, hello.ledger) == ("e661", "5f2c")
    assert line.asked == [encode(["who"])] * 3
    assert TableClient(SlowLine([wrong]), clock=count().__next__).identify(20_000) is None


def test_an_open_port_is_asked_like_any_other_line():
    """The doctor and the flasher ask over the port itself, and what it cannot send it says."""

    class Port:
        def __init__(self):
            self.sent = []

        def read(self):
            return [["health_field", 7, "free", 71_000], ["done", 7, 4]] if self.sent else []

        def send(self, messages):
            self.sent += messages

    port = Port()
    assert TableClient(port, first=7, clock=lambda: 0).ask("health") == [["health_field", 7, "free", 71_000]]
    assert port.sent == [["health", 7]]
