"""The seal of a line: its vectors, and everything that an attacker between host and table may try."""

import binascii
import hashlib

from tenbo_core.line_seal import HOST, LENGTH, TABLE, LineSeal, hmac, hmac_key_blocks
from tenbo_core.wire import SEALED_LONGEST, MessageReader, encode

SESSION = ("0123456789abcdef0123456789abcdef", "7d1c0f", "55aa e66 5f2c")
# What each side says with this key and these texts: the lines of a session in order, of which a long one has parts.
VECTORS = (
    (TABLE, ["upto", 41], (b'["upto",41]*000000017e7dc26cf14bfff3\n',)),
    (HOST, ["upto", 41], (b'["upto",41]*000000011d5df955af4871d4\n',)),
    (
        HOST,
        ["wifi", 7, "hall", "riichi-riichi", "192.168.8.2:8485"],
        (b'["wifi",7,"hall","riichi-riichi","192.168.8.2:8485"]*00000002366db68436ed9665\n',),
    ),
    (
        HOST,
        [
            "wifi",
            8,
            "Verein Köln",
            "a password of 63 letters is as long as one may be and no longer",
            "192.168.8.2:8485",
        ],
        (
            b'["part",0,3,"[\\"wifi\\",8,\\"Verein K\\\\u00f6ln\\",\\"a password of "]*00000003e1b8087b62832338\n',
            b'["part",1,3,"63 letters is as long as one may be and no l"]*00000004b4f48d8699250ca7\n',
            b'["part",2,3,"onger\\",\\"192.168.8.2:8485\\"]"]*00000005dbf0d88d304fea4a\n',
        ),
    ),
    (HOST, ["wifi", 9, "", "", ""], (b'["wifi",9,"","",""]*000000063712942c0789a8fe\n',)),
)
# The proofs of both sides before: of the hall's key and both texts.
PROOFS = (
    (TABLE, b"b9228c7567c9e93de9cbf646498815759e0daa504034221cbf5d84bdef774c06"),
    (HOST, b"02cb65c93007206afae49c14a128a5efe92aca0b179717218853ad02b25d9fc5"),
)


def pair():
    """Return a table's seal, and a host's reader of the same session."""
    reader = MessageReader()
    reader.unsealed = ("hello",)
    reader.seal = LineSeal(HOST, *SESSION)
    return LineSeal(TABLE, *SESSION), reader


def test_the_code_is_hmac_sha_256():
    """By its definition, for keys of several lengths."""
    for key in (b"", b"key", b"k" * 32, b"k" * 64):
        padded = key + bytes(64 - len(key))
        inner = hashlib.sha256(bytes([byte ^ 0x36 for byte in padded]) + b"text").digest()
        outer = hashlib.sha256(bytes([byte ^ 0x5C for byte in padded]) + inner).digest()
        assert hmac(hmac_key_blocks(key), b"text") == outer
    code = binascii.hexlify(hmac(hmac_key_blocks(b"Jefe"), b"what do ya want for nothing?"))
    assert code == b"5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"


def test_each_side_says_what_another_program_computes():
    """The key of a side is the HMAC of `seal`, the side, both texts, device, ledger; the code covers counter, array."""
    key, nonce, own = SESSION
    seals = {side: LineSeal(side, *SESSION) for side in (TABLE, HOST)}
    counters = {TABLE: 0, HOST: 0}
    for side, message, lines in VECTORS:
        assert seals[side].close(encode(message)) == b"".join(lines)
        of_side = hmac(hmac_key_blocks(key.encode()), ("seal %s %s %s" % (side, nonce, own)).encode())
        for line in lines:
            counters[side] += 1
            body, counter = line[: -LENGTH - 1], b"%08x" % counters[side]
            code = binascii.hexlify(hmac(hmac_key_blocks(of_side), counter + body)[:8])
            assert line == body + b"*" + counter + code + b"\n"


def test_the_other_side_reads_what_was_said():
    """Also the Wi-Fi of a hall, whose name and password may be longer than a line."""
    for side, other in ((TABLE, HOST), (HOST, TABLE)):
        reader = MessageReader()
        reader.seal = LineSeal(other, *SESSION)
        said = [(message, lines) for by, message, lines in VECTORS if by == side]
        assert reader.read(b"".join([line for _, lines in said for line in lines])) == [one[0] for one in said]
        assert reader.damaged == 0


def test_a_proof_is_of_the_key_and_both_texts():
    """The digest begins with its side, so that neither can be said as the other's."""
    key, nonce, own = SESSION
    for side, shown in PROOFS:
        text = "%s %s %s" % (side, nonce, own.split(" ")[0])
        assert binascii.hexlify(hmac(hmac_key_blocks(key.encode()), text.encode())) == shown


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
    assert reader.read(LineSeal(HOST, *SESSION).close(encode(["upto", 1]))) == []


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
        assert reader.read(LineSeal(TABLE, *other).close(encode(["upto", 1]))) == []


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
