"""What a table says of itself: whether a host can follow it, and whether it has the same rule books."""

from __future__ import annotations

import pytest

from host.devices.reporting_tables import FINGERPRINT, Memory, hello
from tenbo.devices.follower import Follower
from tenbo.devices.hello import Hello

WHY_NOT = [
    (hello(0), ""),
    (hello(0, device="A-z_9.:0"), ""),
    (hello(0, device="a" * 64), ""),
    (hello(0, device="a" * 65), "device_id_impossible"),
    (hello(0, ledger="a" * 65), "device_id_impossible"),
    (hello(0, device="a b"), "device_id_impossible"),
    (hello(0, ledger="ä"), "device_id_impossible"),
    (hello(0, ledger="a/b"), "device_id_impossible"),
    ([*hello(0)[:3], "v" * 64, *hello(0)[4:]], ""),
    ([*hello(0)[:3], "v" * 65, *hello(0)[4:]], "device_id_impossible"),
    (hello(0, protocol=4), "program_older_than_table"),
    (hello(0, protocol=1), "table_older_than_program"),
]  # fmt: skip


@pytest.mark.parametrize(("message", "why"), WHY_NOT)
def test_a_table_that_no_host_can_follow_says_why(message, why):
    """Ids go into names of files and streams, and the older side is the one to be updated."""
    follower = Follower(memory=Memory([]))
    answer = follower.handle_message(message, 0)
    assert getattr(follower.rejected_reason, "code", "") == why
    assert (bool(follower.rejected_reason), answer, follower.can_take_events) == (
        (True, [], False) if why else (False, [["after", -1]], True)
    )


def test_what_a_table_says_of_itself_is_kept():
    """Each in its place."""
    said = Hello(hello(7, "aa")[1:])
    assert (said.protocol, said.id, said.firmware, said.fingerprint) == (3, "5f2c", "1.0", FINGERPRINT)
    assert (said.ledger, said.last, said.boot) == ("aa", 7, "power")


def test_a_table_with_other_rule_books_is_followed_and_warned_of():
    """Its results may be counted otherwise."""
    assert Hello(hello(0)[1:]).warning() is None
    other = hello(0)
    other[4] = FINGERPRINT + 1
    assert "its firmware 1.0 has different rule books" in Hello(other[1:]).warning()
