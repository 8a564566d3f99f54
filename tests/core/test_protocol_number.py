"""The protocol's number changes with its messages: a table and a host of one number understand each other."""

import binascii
import hashlib

from tenbo_core import messages

# By number, what the messages of the last release with it were. A message that is added, renamed or has other fields
# changes the digest: give PROTOCOL the next number, that message the same number in the table, and add a line here.
# The line of a number that no release has had yet may change.
RELEASED = {
    1: "05d8c35bce719627",
    2: "8d27b55b3b456aca",
    3: "18e23b381a4c3007",
}


def table_digest() -> str:
    """Return a digest of all messages with their senders and fields, in order."""
    rows = (" ".join(f"{name} {sender} {fields}".split()) for name, sender, _, fields in messages.message_rows())
    return binascii.hexlify(hashlib.sha256("\n".join(rows).encode()).digest()).decode()[:16]


def test_the_number_belongs_to_these_messages() -> None:
    """Eight messages once had other names under the same number, and neither side said so."""
    assert table_digest() == RELEASED[messages.PROTOCOL]
    assert messages.PROTOCOL == max(RELEASED)


def test_no_number_is_given_twice() -> None:
    """And each is one more than the one before."""
    assert sorted(RELEASED) == list(range(1, messages.PROTOCOL + 1))
    assert len(set(RELEASED.values())) == len(RELEASED)
