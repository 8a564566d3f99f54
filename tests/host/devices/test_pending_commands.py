"""Commands that a table has not answered yet: what a hello in their midst means for them."""

from __future__ import annotations

import pytest

from tenbo.devices.pending_commands import DOUBT_MS, PendingCommands, answers_or_raise
from tenbo_core.errors import LinkFault


def test_an_answer_that_comes_behind_an_older_hello_is_taken():
    """The table says hello for each question that a slow line has held back."""
    requests = PendingCommands(7)
    request = requests.add("do", ("end", 4), 0)
    requests.handle_restart(1000)
    assert requests.resend_due(1000 + DOUBT_MS) == []
    assert requests.handle_answer(["done", 7, 3])
    assert answers_or_raise(request) == []


def test_a_command_that_a_restart_may_have_swallowed_is_not_repeated_and_ends_in_doubt():
    requests = PendingCommands(7)
    request = requests.add("do", ("end", 4), 0)
    question = requests.add("state", (), 0)
    requests.handle_restart(1000)
    assert requests.resend_due(1001 + DOUBT_MS) == [question.message]
    assert request.over.is_set()
    with pytest.raises(LinkFault) as fault:
        answers_or_raise(request)
    assert fault.value.code == "no_answer"
