"""Integers in MicroPython's files: groups of seven bits, the highest first, all but the last with the eighth bit."""

from __future__ import annotations


def encode_varint(value: int) -> bytes:
    r"""Return a number as its groups.

    >>> encode_varint(5), encode_varint(200)
    (b'\x05', b'\x81H')
    """
    groups = bytes([value & 127])
    while value := value >> 7:
        groups = bytes([128 | value & 127]) + groups
    return groups


def decode_varint(data: bytes, at: int) -> tuple[int, int]:
    r"""Return the number at a place, and the place after it.

    >>> decode_varint(b"\x05\x81H", 1)
    (200, 3)
    """
    value = 0
    while True:
        value = value << 7 | data[at] & 127
        at += 1
        if not data[at - 1] & 128:
            return value, at
