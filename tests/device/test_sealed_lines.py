"""The real firmware behind a sealed line: what an attacker on the line says is dropped, and no session is stolen."""

from __future__ import annotations

from itertools import count

import pytest

from compiled_firmware import compiled_firmware
from tenbo.devices.hall_key_proof import proof_digest
from tenbo.devices.table_client import READ_MS, TableClient
from tenbo.simulator import VirtualTable
from tenbo_core.errors import Refused
from tenbo_core.line_seal import HOST, TABLE, LineSeal
from tenbo_core.wire import MessageReader, encode

HALL, KEY = "spring", "0123456789abcdef0123456789abcdef"
NUMBERS = count(1, 1000)
MOST_READS = 400


class SealedHost:
    """A host that has proved itself at a table, and has its line sealed."""

    def __init__(self, table, nonce="a nonce"):
        self.stream, self.came = table.service, b""
        self.reader = MessageReader()
        client = TableClient(table.service, first=next(NUMBERS))
        hello = client.identify(1000)
        ((_, _, own, _),) = client.ask("prove", HALL, nonce)
        client.ask("host_proof", proof_digest(HOST, KEY, nonce, own))
        self.proof, self.own = own, f"{own} {hello.id} {hello.ledger}"
        self.seal = LineSeal(HOST, KEY, nonce, self.own)
        number = next(NUMBERS)
        self.write(encode(["seal", number]))
        self.reader.seal = self.seal
        self.wait_for("done", number)

    def write(self, data):
        """Write bytes as they are, line by line: the port has room for two."""
        for line in data.splitlines(keepends=True):
            self.stream.write(line)
            self.came += self.stream.read(READ_MS)

    def wait_for(self, name, number):
        """Return the messages up to the one with a name and a number."""
        found = []
        for _ in range(MOST_READS):
            came, self.came = self.came or self.stream.read(READ_MS), b""
            for message in self.reader.read(came):
                found.append(message)
                if message[:2] == [name, number]:
                    return found
        raise AssertionError(f"no {name} {number}: {found}")

    def answers_after(self, attack):
        """Let an attacker say something; return what the table has said until it has answered the host's next ping."""
        number = next(NUMBERS)
        self.write(attack)
        self.write(self.seal.close(encode(["ping", number])))
        return self.wait_for("pong", number)


@pytest.fixture(scope="module")
def table():
    """Yield a table of a hall."""
    with VirtualTable(firmware=compiled_firmware(), frozen=True) as table:
        TableClient(table.service, first=next(NUMBERS)).ask("key", HALL, KEY)
        yield table


def said(found, number):
    """Return whether the table has answered a number."""
    return any(len(message) > 1 and message[1] == number for message in found)


def test_every_line_of_a_sealed_table_has_a_seal(table):
    """Its answers, its heartbeat, and messages in parts."""
    host = SealedHost(table)
    number = next(NUMBERS)
    host.write(host.seal.close(encode(["health", number])))
    found = host.wait_for("done", number)
    assert {message[0] for message in found} >= {"health_field", "done"}
    assert host.reader.damaged == 0


def test_a_replayed_command_is_not_carried_out_again(table):
    """Neither at once nor later: its counter is old."""
    host = SealedHost(table)
    number = next(NUMBERS)
    line = host.seal.close(encode(["ping", number]))
    host.write(line)
    host.wait_for("pong", number)
    assert not said(host.answers_after(line), number)


def test_a_reflected_a_spliced_and_a_truncated_line_are_dropped(table):
    """What the table has said itself, parts of two commands, and a code that is cut off."""
    host = SealedHost(table)
    number = next(NUMBERS)
    reflected = LineSeal(TABLE, KEY, "a nonce", host.own).close(encode(["ping", number]))
    assert not said(host.answers_after(reflected), number)
    long = encode(["do", number, "name", 4, 0, 120 * "x"]), encode(["do", number, "name", 4, 1, 120 * "y"])
    first, second = (host.seal.close(lines).splitlines(keepends=True) for lines in long)
    assert len(first) == len(second) > 1
    assert not said(host.answers_after(first[0] + b"".join(second[1:])), number)
    cut = host.seal.close(encode(["ping", number]))
    assert not said(host.answers_after(cut[:-3] + b"\n"), number)


def test_a_checksum_is_no_way_round_the_seal(table):
    """A command without a seal is dropped, also of one who knows all numbers."""
    host = SealedHost(table)
    number = next(NUMBERS)
    for command in (["ping", number], ["do", number, "hand", 4], ["key", number, "evil", "k" * 32], ["repl", number]):
        assert not said(host.answers_after(encode(command)), number), command


def test_a_hall_s_own_key_is_needed_and_both_texts_are_of_no_use_alone(table):
    """Another hall's key gives another seal; who has read both texts on the line has no key."""
    host = SealedHost(table)
    number = next(NUMBERS)
    for key in (KEY[::-1], "", "a nonce"):
        stolen = LineSeal(HOST, key, "a nonce", host.own)
        stolen.close(100 * encode(["who"]))
        assert not said(host.answers_after(stolen.close(encode(["ping", number]))), number)


def test_a_hello_that_was_changed_on_its_way_gives_another_seal(table):
    """Its events would be those of another device or ledger."""
    host = SealedHost(table)
    number = next(NUMBERS)
    proof, device, ledger = host.own.split(" ")
    for own in (f"{proof} {device} ffffffff", f"{proof} e66000000000000e {ledger}", proof):
        other = LineSeal(HOST, KEY, "a nonce", own)
        other.close(100 * encode(["who"]))
        assert not said(host.answers_after(other.close(encode(["ping", number]))), number)


def test_a_recorded_session_cannot_be_opened_again(table):
    """The table's text is another one each time, so the digest of the last time is none."""
    host = SealedHost(table, "the same nonce")
    shown = proof_digest(HOST, KEY, "the same nonce", host.proof)
    client = TableClient(table.service, first=next(NUMBERS))
    client.ask("prove", HALL, "the same nonce")
    with pytest.raises(Refused) as refused:
        client.ask("host_proof", shown)
    assert refused.value.code == "not_proved"
    with pytest.raises(Refused) as refused:
        client.ask("seal")
    assert refused.value.code == "not_proved"


def test_a_table_that_starts_again_says_hello_to_a_host_with_a_seal(table):
    """The session is over, and the host begins anew."""
    host = SealedHost(table)
    table.cut_power()
    table.power_on()
    host.reader = MessageReader()
    for _ in range(MOST_READS):
        host.write(host.seal.close(encode(["stored", -1])))
        found, host.came = host.reader.read(host.came), b""
        if any(message[0] == "hello" for message in found):
            break
    else:
        raise AssertionError("no hello")
    SealedHost(table)
