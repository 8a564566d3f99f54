"""Writes into a PNG what it was made from, so that an old picture of a model is noticed without drawing it again."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SIGNATURE = b"\x89PNG\r\n\x1a\n"
WORD = b"Source"  # the keyword of the text, of those that the format proposes


def stamp(path: Path, word: str) -> None:
    """Put a word into a picture, in place of one that is there."""
    kept = [(kind, body) for kind, body in _chunks(path.read_bytes()) if not _is_ours(kind, body)]
    kept.insert(1, (b"tEXt", WORD + b"\0" + word.encode("latin-1")))
    path.write_bytes(SIGNATURE + b"".join(_chunk(kind, body) for kind, body in kept))


def stamped(path: Path) -> str:
    """Return the word in a picture, empty when there is none."""
    found = [body for kind, body in _chunks(path.read_bytes()) if _is_ours(kind, body)]
    return found[0].partition(b"\0")[2].decode("latin-1") if found else ""


def _is_ours(kind: bytes, body: bytes) -> bool:
    return kind == b"tEXt" and body.startswith(WORD + b"\0")


def _chunks(raw: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(raw):
        (size,) = struct.unpack_from(">I", raw, at)
        yield raw[at + 4 : at + 8], raw[at + 8 : at + 8 + size]
        at += 12 + size


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
