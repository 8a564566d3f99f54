"""The keys that halls have given this table, and the proof that it has one; in memory only while a hall asks.

A hall recognises a table by the key it gave it: an id can be read off any line, a key is never sent back.
"""

import binascii
import hashlib
import os

from micropython import const

from tenbo_core.errors import Malformed, Refused

FILE = "hall.keys"
# Keys of so many halls are kept; the oldest is dropped.
_MOST = const(8)
_LONGEST = const(64)
# What SHA-256 works on at once.
_BLOCK = const(64)


def keep(hall: str, key: str) -> None:
    """Put the key of a hall on flash, in place of the one before: the new file whole, or the old one."""
    for name, word in (("hall", hall), ("key", key)):
        if not 0 < len(word) <= _LONGEST or not all([33 <= ord(letter) < 127 for letter in word]):
            raise Malformed("bad_field", f"{name} must be a word of letters and digits", name)
    keys = _read()
    if [hall, key] in keys:
        return
    keys = [pair for pair in keys if pair[0] != hall][1 - _MOST :] + [[hall, key]]
    try:
        with open(FILE + ".new", "w") as file:
            for pair in keys:
                file.write(" ".join(pair) + "\n")
        os.rename(FILE + ".new", FILE)
    except OSError:
        raise Refused("no_space", "the flash has no room for the key", "key")


def proof(hall: str, nonce: str) -> str:
    """Return the digest of a text that needs the hall's key; empty without a key (RFC 2104)."""
    for name, key in _read():
        if name == hall:
            block = key.encode() + bytes(_BLOCK - len(key))
            inner = hashlib.sha256(bytes([byte ^ 0x36 for byte in block]) + nonce.encode()).digest()
            outer = hashlib.sha256(bytes([byte ^ 0x5C for byte in block]) + inner).digest()
            return binascii.hexlify(outer).decode()
    return ""


def _read() -> "list[list[str]]":
    """Return the keys as pairs of hall and key; other lines are ignored."""
    try:
        with open(FILE) as file:
            pairs = [line.split() for line in file.read().split("\n")]
    except (OSError, ValueError):
        return []
    return [pair for pair in pairs if len(pair) == 2 and len(pair[1]) <= _LONGEST]
