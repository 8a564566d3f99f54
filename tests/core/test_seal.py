"""The seal of a line: its vectors, and everything that an attacker between host and table may try."""

import binascii
import hashlib

from tenbo_core.seal import HOST, LENGTH, TABLE, Seal, hmac, keyed
from tenbo_core.wire import SEALED_LONGEST, MessageReader, encode

SESSION = ("0123456789abcdef0123456789abcdef", "7d1c0f", "55aa e66 5f2c")
# What each side says with this key and these texts, its first three lines.
VECTORS = (
    (TABLE, b'["upto",41]*000000017e7dc26cf14bfff3\n'),
    (HOST, b'["upto",41]*000000011d5df955af4871d4\n'),
)


def pair():
    """Return a table's seal, and a host's reader of the same session."""
    reader = MessageReader()
    reader.unsealed = ("hello",)
    reader.seal = Seal(HOST, *SESSION)
    return Seal(TABLE, *SESSION), reader


def test_the_code_is_hmac_sha_256():
    """By its definition, for keys of several lengths."""
    for key in (b"", b"key", b"k" * 32, b"k" * 64):
        padded = key + bytes(64 - len(key))
        inner = hashlib.sha256(bytes([byte ^ 0x36 for byte in padded]) + b"text").digest()
        outer = hashlib.sha256(bytes([byte ^ 0x5C for byte in padded]) + inner).digest()
        assert hmac(keyed(key), b"text") == outer
    code = binascii.hexlify(hmac(keyed(b"Jefe"), b"what do ya want for nothing?"))
    assert code == b"5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"


def test_each_side_says_what_another_program_computes():
    """The key of a side is the HMAC of `seal`, the side, both texts, device, ledger; the code covers counter, array."""
    for side, line in VECTORS:
        assert Seal(side, *SESSION).close(encode(["upto", 41])) == line
        key, nonce, own = SESSION
        of_side = hmac(keyed(key.encode()), ("seal %s %s %s" % (side, nonce, own)).encode())
        code = binascii.hexlify(hmac(keyed(of_side), b'00000001["upto",41]')[:8])
        assert line == b'["upto",41]*00000001' + code + b"\n"


def test_long_messages_and_noise_go_through():
    """Parts have a seal each; what is before a line does not keep it from being read."""
    table, reader = pair()
    long = ["name", 3 * "a long text "]
    assert reader.read(table.close(encode(long))) == [long]
    wide = ["name", 20 * "wide "]
    lines = table.close(encode(wide))
    assert max(map(len, lines.split(b"\n"))) < SEALED_LONGEST
    assert reader.read(b"noise" + lines) == [wide]
    assert reader.damaged == 0


def test_a_replayed_line_is_dropped():
    """Each counter counts once, and an older one never again."""
    table, reader = pair()
    first, second = table.close(encode(["upto", 1])), table.close(encode(["upto", 2]))
    assert reader.read(first + first) == [["upto", 1]]
    assert reader.read(second + first + second) == [["upto", 2]]
    assert reader.damaged == 3


def test_a_lost_line_does_not_stop_the_next():
    """A cable loses lines; the counter only grows."""
    table, reader = pair()
    table.close(encode(["upto", 1]))
    assert reader.read(table.close(encode(["upto", 2]))) == [["upto", 2]]


def test_a_reflected_line_is_dropped():
    """What a host has said is nothing that a table says."""
    _, reader = pair()
    assert reader.read(Seal(HOST, *SESSION).close(encode(["upto", 1]))) == []


def test_a_changed_or_truncated_line_is_dropped():
    """Whatever letter is another one, missing or too many."""
    table, _ = pair()
    line = table.close(encode(["upto", 123]))
    for place in range(len(line) - 1):
        for changed in (
            line[:place] + bytes([line[place] ^ 1]) + line[place + 1 :],
            line[:place] + line[place + 1 :],
            line[: place + 1] + b"0" + line[place + 1 :],
        ):
            _, reader = pair()
            assert reader.read(changed) == [], changed
    for end in range(len(line) - 1):
        _, reader = pair()
        assert reader.read(line[:end] + b"\n") == []


def test_parts_of_two_messages_are_not_spliced():
    """An attacker who drops lines could put the beginning of one message before the end of another."""
    table, reader = pair()
    one, other = ["name", 8 * "seven77"], ["name", 8 * "eight88"]
    first = table.close(encode(one + [120 * "x"])).split(b"\n")
    second = table.close(encode(other + [120 * "y"])).split(b"\n")
    assert len(first) == len(second) > 3
    assert reader.read(b"\n".join(first[:2] + second[2:])) == []
    table, reader = pair()
    lines = table.close(encode(one + [120 * "x"]))
    assert reader.read(lines) == [one + [120 * "x"]]


def test_a_line_with_a_checksum_is_no_way_round_the_seal():
    """But for a hello, with which a table that has started again begins."""
    _, reader = pair()
    assert reader.read(encode(["upto", 1]) + encode(["event", 0, "start", 4, 0])) == []
    assert reader.damaged == 2
    hello = ["hello", 3, "e66", "1", 7, "5f2c", -1, "reset"]
    assert reader.read(encode(hello)) == [hello]


def test_another_hall_and_another_session_have_other_seals():
    """A nonce that was seen on the line is of no use without the key, a key of none without both texts."""
    key, nonce, own = SESSION
    for other in ((key[1:] + "0", nonce, own), (key, nonce + "0", own), (key, nonce, own + "0"), (key, own, nonce)):
        _, reader = pair()
        assert reader.read(Seal(TABLE, *other).close(encode(["upto", 1]))) == []


def test_a_line_of_a_session_that_is_over_is_told():
    """A table that has started again says hello to a host that goes on with its seal."""
    table, _ = pair()
    reader = MessageReader()
    assert reader.read(table.close(encode(["upto", 1]))) == []
    assert reader.stale
    fresh = MessageReader()
    assert fresh.read(encode(["upto", 1])) == [["upto", 1]]
    assert not fresh.stale
    assert LENGTH == 25
