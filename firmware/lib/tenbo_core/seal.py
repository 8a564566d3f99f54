"""The seal of a line: a counter and a code by a key of this session, in place of the checksum.

Host and table make it from the hall's key, the two texts of their proofs, and device and ledger of the table's hello,
which cannot be changed on its way then.  Each side has a key of its own for what it says: nothing can be said back to
it, and what was said once is old.  It keeps nothing secret.
"""

import binascii
import hashlib

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Any

TABLE, HOST = "table", "host"
# The star, the counter and the code, in hex.
LENGTH = 25
_COUNTER = 8
# The bytes of a code, and the block size of SHA-256.
_CODE = 8
_BLOCK = 64
_CHECK = 9
_STAR = 42


def keyed(key: bytes) -> "tuple[Any, Any]":
    """Return the two blocks that HMAC-SHA-256 (RFC 2104) begins with; a key has at most 64 bytes."""
    block = key + bytes(_BLOCK - len(key))
    return bytes([byte ^ 0x36 for byte in block]), bytes([byte ^ 0x5C for byte in block])


def hmac(blocks: "tuple[Any, Any]", text: bytes, more: bytes = b"") -> bytes:
    """Return the HMAC-SHA-256 of a text, in one piece or two: to put them together would take memory.

    >>> binascii.hexlify(hmac(keyed(b"key"), b"table nonce own"))[:16]
    b'3e5b0969966ca4b4'
    """
    inner = hashlib.sha256(blocks[0])
    inner.update(text)
    inner.update(more)
    outer = hashlib.sha256(blocks[1])
    outer.update(inner.digest())
    return outer.digest()


class Seal:
    """One side's seals of a session: closes what it says, opens what it hears.

    >>> table, host = Seal(TABLE, "key", "nonce", "own"), Seal(HOST, "key", "nonce", "own")
    >>> line = table.close(b'["upto",4]*9e2b3b0e\\n')
    >>> host.open(line[:-1]), host.open(line[:-1])
    (b'["upto",4]', None)
    """

    def __init__(self, side: str, key: str, nonce: str, own: str) -> None:
        blocks = keyed(key.encode())
        other = HOST if side == TABLE else TABLE
        self._ours = keyed(hmac(blocks, f"seal {side} {nonce} {own}".encode()))
        self._theirs = keyed(hmac(blocks, f"seal {other} {nonce} {own}".encode()))
        self._said = 0
        self.heard = 0

    def close(self, lines: bytes) -> bytes:
        """Return some whole lines with a seal each in place of their checksums."""
        closed = b""
        start = 0
        while start < len(lines):
            end = lines.find(b"\n", start) + 1
            body = lines[start : end - _CHECK - 1]
            self._said += 1
            counter = b"%08x" % self._said
            code = binascii.hexlify(hmac(self._ours, counter, body)[:_CODE])
            closed += b"".join((body, b"*", counter, code, b"\n"))
            start = end
        return closed

    def open(self, line: bytes) -> "bytes | None":
        """Return the JSON of a line without its newline, if its seal is right and newer than all before, else None."""
        star = len(line) - LENGTH
        start = line.find(b"[")
        if start < 0 or star < start or line[star] != _STAR:
            return None
        body, counter = line[start:star], line[star + 1 : star + 1 + _COUNTER]
        if not line.endswith(binascii.hexlify(hmac(self._theirs, counter, body)[:_CODE])):
            return None
        number = int(counter, 16)
        if number <= self.heard:
            return None
        self.heard = number
        return body
