"""The seal of a line: a counter and a code by a key of this session, in place of the checksum.

Host and table make it from the hall's key, the two texts of their proofs, and device and ledger of the table's hello,
which cannot be changed on its way then. Each side has a key of its own for what it says: nothing can be said back to
it, and what was said once is old. It keeps nothing secret.
"""

import binascii
import hashlib

from tenbo_core.wire import SEALED_LONGEST

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


def hmac_key_blocks(key: bytes) -> "tuple[Any, Any]":
    """Return the two blocks that HMAC-SHA-256 (RFC 2104) begins with; a key has at most 64 bytes."""
    block = key + bytes(_BLOCK - len(key))
    return bytes([byte ^ 0x36 for byte in block]), bytes([byte ^ 0x5C for byte in block])


def hmac(blocks: "tuple[Any, Any]", text: "bytes | bytearray", more: bytes = b"") -> bytes:
    """Return the HMAC-SHA-256 of a text, in one piece or two: to put them together would take memory.

    >>> binascii.hexlify(hmac(hmac_key_blocks(b"key"), b"table nonce own"))[:16]
    b'3e5b0969966ca4b4'
    """
    inner = hashlib.sha256(blocks[0])
    inner.update(text)
    inner.update(more)
    outer = hashlib.sha256(blocks[1])
    outer.update(inner.digest())
    return outer.digest()


class LineSeal:
    """One side's seals of a session: closes what it says, opens what it hears.

    >>> table, host = LineSeal(TABLE, "key", "nonce", "own"), LineSeal(HOST, "key", "nonce", "own")
    >>> line = table.close(b'["upto",4]*9e2b3b0e\\n')
    >>> host.open(line[:-1]), host.open(line[:-1])
    (b'["upto",4]', None)
    """

    def __init__(self, side: str, key: str, nonce: str, own: str) -> None:
        blocks = hmac_key_blocks(key.encode())
        other = HOST if side == TABLE else TABLE
        self._ours = hmac_key_blocks(hmac(blocks, f"seal {side} {nonce} {own}".encode()))
        self._theirs = hmac_key_blocks(hmac(blocks, f"seal {other} {nonce} {own}".encode()))
        # The counter of the last line that was closed, and room for one: on a full heap a Pico searches long for each
        # piece of memory, so that few are taken.
        self._said = bytearray(b"00000000")
        self._room = bytearray(SEALED_LONGEST)
        self.heard = 0

    def close(self, lines: bytes) -> bytes:
        """Return some whole lines with a seal each in place of their checksums."""
        if lines.find(b"\n") + 1 < len(lines):
            return b"".join([self.close(line + b"\n") for line in lines.split(b"\n")[:-1]])
        return self._close_line(memoryview(lines)[: -_CHECK - 1])

    # None of these has more than eleven words of variables: on a Pico it would take memory for them at each call.

    def _close_line(self, body: "Any") -> bytes:
        """Return the line of some JSON, with the next counter and its code."""
        said, room = self._said, memoryview(self._room)
        _increment(said)
        star = len(body)
        room[:star] = body
        room[star] = _STAR
        room[star + 1 : star + 1 + _COUNTER] = said
        room[star + 1 + _COUNTER : star + LENGTH] = _code(self._ours, said, body)
        room[star + LENGTH] = 10
        return bytes(room[: star + LENGTH + 1])

    def open(self, line: bytes) -> "bytes | None":
        """Return the JSON of a line without its newline, if its seal is right and newer than all before, else None."""
        star = len(line) - LENGTH
        start = line.find(b"[")
        if start < 0 or star < start or line[star] != _STAR:
            return None
        body = line[start:star]
        counter = line[star + 1 : star + 1 + _COUNTER]
        return body if self._is_right(line, counter, body) and self._is_newer(counter) else None

    def _is_right(self, line: bytes, counter: bytes, body: bytes) -> bool:
        """Return whether a line ends with the code of its counter and its JSON."""
        return line.endswith(_code(self._theirs, counter, body))

    def _is_newer(self, counter: bytes) -> bool:
        """Return whether no later line was heard, and take this one for the last."""
        number = int(counter, 16)
        newer = number > self.heard
        self.heard = number if newer else self.heard
        return newer


def _code(blocks: "tuple[Any, Any]", counter: "bytes | bytearray", body: bytes) -> bytes:
    """Return the code of a line in hex."""
    code = hmac(blocks, counter, body)
    return binascii.hexlify(code[:_CODE])


def _increment(counter: bytearray) -> None:
    """Count on in hex digits.

    >>> counter = bytearray(b"00000999")
    >>> _increment(counter)
    >>> bytes(counter)
    b'0000099a'
    """
    place = _COUNTER - 1
    while counter[place] == 102:
        counter[place] = 48
        place -= 1
    counter[place] = 97 if counter[place] == 57 else counter[place] + 1
