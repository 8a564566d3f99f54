"""The key by which a hall knows a table again: kept on flash, shown by a digest, never told."""

from __future__ import annotations

import hashlib
import hmac
import time
from itertools import count

import pytest

from compiled_firmware import compiled_firmware
from tenbo.devices.table_client import TableClient
from tenbo.simulator import VirtualTable
from tenbo_core.errors import LinkFault, Refused

KEYS = ("0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210")
# A table answers a number that it has answered before in the same way again.
NUMBERS = count(1, 1000)


def ask(table, *message):
    """Ask on the service line, with a new number and ten times the patience: a busy machine is no broken line."""
    return TableClient(table.service, first=next(NUMBERS), clock=lambda: time.monotonic() / 10).ask(*message)


def proves(table, hall, nonce):
    """Return by which key a table shows that it has one, or an empty text for none."""
    *_, (_, _, own, digest) = ask(table, "prove", hall, nonce)
    return next((key for key in (*KEYS, "x" * 64) if digest == right(key, nonce, own)), digest)


def right(key, nonce, own):
    """Return the digest that CPython makes of the same."""
    return hmac.new(key.encode(), f"table {nonce} {own}".encode(), hashlib.sha256).hexdigest()


@pytest.mark.thorough("many proofs of a key")
def test_a_key_is_proved_with_every_nonce_and_after_a_power_cut():
    """One key for each hall; a new one takes the place of the old one and leaves those of other halls alone."""
    with VirtualTable(firmware=compiled_firmware(), frozen=True) as table:
        assert proves(table, "spring", "a nonce") == ""
        ask(table, "key", "spring", KEYS[0])
        ask(table, "key", "club", "x" * 64)
        table.cut_power()
        table.power_on()
        assert proves(table, "spring", "a nonce") == KEYS[0]
        assert proves(table, "spring", "") == KEYS[0]
        # A line that fits the service port's buffer twice: at rest it is read 20 ms apart, and holds 22 ms of bytes.
        assert proves(table, "club", "another " * 10) == "x" * 64
        ask(table, "key", "spring", KEYS[1])
        assert proves(table, "spring", "a nonce") == KEYS[1]
        assert proves(table, "club", "a nonce") == "x" * 64
        for other in range(7):
            ask(table, "key", f"hall{other}", KEYS[0])
        assert [proves(table, hall, "n") == "" for hall in ("club", "spring", "hall0")] == [True, False, False]


@pytest.mark.parametrize(("hall", "key"), [("", "k"), ("spring", ""), ("a b", "k"), ("spring", "k\n"), ("h", "k" * 65)])
def test_what_is_no_word_is_no_key(hall, key):
    """It would be read as another one after the next start."""
    with VirtualTable(firmware=compiled_firmware(), frozen=True) as table:
        with pytest.raises(Refused, match="must be a word"):
            ask(table, "key", hall, key)
        assert proves(table, "spring", "n") == ""


@pytest.mark.thorough("simulated tables play for seconds")
@pytest.mark.parametrize("operations", range(1, 7))
def test_a_power_cut_while_a_key_is_kept_leaves_the_old_one_or_the_new(operations):
    """A table without any would not be known again."""
    with VirtualTable(firmware=compiled_firmware(), frozen=True) as table:
        ask(table, "key", "spring", KEYS[0])
        table.cut_power_after(operations, torn=True)
        # An impatient asker: its clock goes half a second with every look.
        asker = TableClient(table.service, first=next(NUMBERS), clock=count(0, 0.5).__next__)
        try:
            asker.ask("key", "spring", KEYS[1])
        except (LinkFault, Refused):
            pass
        table.cut_power()
        table.power_on()
        assert proves(table, "spring", "n") in KEYS
