"""Commands that a table has not answered yet: what a hello in their midst means for them."""

from __future__ import annotations

import pytest

from tenbo.devices.pending_commands import (
    ASK_AGAIN_MS,
    DOUBT_MS,
    NOT_PROVED,
    LedgerPosition,
    PendingCommands,
    answers_or_raise,
)
from tenbo_core.errors import LinkFault


def at(last, ledger="5f2c"):
    """Return how far a table is known to be."""
    return None if last is None else LedgerPosition(ledger, last)


def test_an_answer_that_comes_behind_an_older_hello_is_taken():
    """The table says hello for each question that a slow line has held back."""
    requests = PendingCommands(7)
    request = requests.add("do", ("end", 4), 0, at(2))
    requests.suppress_unsafe_resends(at(3), 1000)
    assert requests.collect_due_resends(1000 + DOUBT_MS) == []
    assert requests.handle_answer(["done", 7, 3])
    assert answers_or_raise(request) == []


@pytest.mark.parametrize(("known", "told"), [(2, 3), (None, 3), (2, None)])
def test_a_command_that_a_restart_may_have_swallowed_is_not_repeated_and_ends_in_doubt(known, told):
    requests = PendingCommands(7)
    request = requests.add("do", ("end", 4), 0, at(known))
    question = requests.add("state", (), 0, at(known))
    requests.suppress_unsafe_resends(at(told), 1000)
    assert requests.collect_due_resends(1001 + DOUBT_MS) == [question.message]
    assert request.over.is_set()
    with pytest.raises(LinkFault) as fault:
        answers_or_raise(request)
    assert fault.value.code == "no_answer"


@pytest.mark.parametrize("told", [2, 1])
def test_a_command_that_the_table_has_not_recorded_by_its_own_word_is_repeated(told):
    """The last event that a table tells was the last one before the command, too."""
    requests = PendingCommands(7)
    request = requests.add("do", ("end", 4), 0, at(2))
    requests.suppress_unsafe_resends(at(told), 1000)
    assert requests.collect_due_resends(1001 + DOUBT_MS) == [request.message]
    assert not request.over.is_set()


@pytest.mark.parametrize(("sendings", "is_sent_again"), [(1, True), (2, False)])
def test_a_command_that_was_sent_once_and_refused_for_want_of_a_proof_is_sent_again_behind_it(sendings, is_sent_again):
    """Of two sendings, one may have been carried out before the restart and the other refused behind it."""
    requests = PendingCommands(7)
    requests.may_prove = True
    request = requests.add("do", ("end", 4), 0, at(2))
    now = ASK_AGAIN_MS + 1
    if sendings == 2:
        assert requests.collect_due_resends(now) == [request.message]
    requests.suppress_unsafe_resends(at(3), now)
    assert requests.handle_answer(["refused", 7, NOT_PROVED, "", "show the proof first"])
    assert (requests.collect_due_resends(now + ASK_AGAIN_MS + 1) == [request.message]) is is_sent_again


def test_an_event_that_is_done_counts_as_known_before_it_has_arrived():
    """Names follow the start of a game at once; a second hello between them tells the start, and not a name."""
    requests = PendingCommands(7)
    requests.update_progress(at(-1))
    started = requests.add("do", ("start", 4, "ema-2025"), 0, at(-1))
    assert requests.handle_answer(["done", 7, 0])
    assert answers_or_raise(started) == []
    named = requests.add("do", ("name", 4, 0, "Ada"), 10, at(-1))
    requests.suppress_unsafe_resends(at(0), 20)
    assert requests.collect_due_resends(20 + ASK_AGAIN_MS) == [named.message]


def test_a_number_of_another_ledger_says_nothing():
    """A new game begins to count anew: what was known of the last one must not pass for more."""
    requests = PendingCommands(7)
    requests.update_progress(at(200, "0a0a"))
    request = requests.add("do", ("end", 4), 0, at(200, "0a0a"))
    requests.suppress_unsafe_resends(at(1), 20)
    requests.update_progress(at(1))
    assert requests.collect_due_resends(20 + ASK_AGAIN_MS) == []
    assert request.doubted is not None
    assert requests.add("do", ("end", 4), 30, at(0)).position == at(1)


def test_a_question_across_a_seal_is_asked_anew_and_nothing_of_its_older_answers_counts():
    """They may have lost their first lines; a command that records keeps its number, by which it is done once."""
    requests = PendingCommands(7)
    question, command = requests.add("view", (0,), 0), requests.add("do", ("end", 4), 0)
    assert requests.handle_answer(["view_field", 7, "screen", "score"])
    assert requests.renew_questions(100) == [["view", 9, 0]]
    assert not requests.handle_answer(["done", 7, 3])
    assert requests.handle_answer(["done", 8, 4])
    requests.remove(command)
    assert requests.handle_answer(["view_field", 9, "score", 30000])
    assert not question.over.is_set()
    assert requests.collect_due_resends(100 + ASK_AGAIN_MS) == []
    assert requests.handle_answer(["done", 9, 4])
    assert answers_or_raise(question) == [["view_field", 9, "score", 30000]]
    assert answers_or_raise(command) == []
