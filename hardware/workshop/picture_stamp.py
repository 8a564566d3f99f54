"""Writes into a picture a word of its source and of itself, so that an old or a changed picture is noticed."""

from __future__ import annotations

import hashlib
import re
import struct
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SIGNATURE = b"\x89PNG\r\n\x1a\n"
WORD = b"Source"  # the keyword of the text, of those that the format proposes

COMMENT = re.compile(r"<!-- made from \w+ -->\n")


def stamp(path: Path, source: str) -> None:
    """Put the word of a PNG that has just been made into it, in place of one that is there."""
    path.write_bytes(_stamped(path.read_bytes(), source))


def was_made_from(path: Path, source: str) -> bool:
    """Return whether a PNG was made from this source and has not been changed since."""
    raw = path.read_bytes() if path.exists() else b""
    return raw.startswith(SIGNATURE) and raw == _stamped(raw, source)


def _stamped(raw: bytes, source: str) -> bytes:
    kept = [_chunk(kind, body) for kind, body in _chunks(raw) if not _is_ours(kind, body)]
    word = hashlib.sha256(source.encode() + b"".join(kept)).hexdigest()[:16]
    kept.insert(1, _chunk(b"tEXt", WORD + b"\0" + word.encode("latin-1")))
    return SIGNATURE + b"".join(kept)


def stamp_svg(drawing: str, source: str) -> str:
    """Return a drawing of text, an SVG, with its word in a comment at its end."""
    plain = COMMENT.sub("", drawing)
    word = hashlib.sha256((source + plain).encode()).hexdigest()[:16]
    return f"{plain}<!-- made from {word} -->\n"


def _is_ours(kind: bytes, body: bytes) -> bool:
    return kind == b"tEXt" and body.startswith(WORD + b"\0")


def _chunks(raw: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield kind and content of every part of a picture; what follows a part that is cut off is none."""
    at = len(SIGNATURE)
    while at + 12 <= len(raw):
        (size,) = struct.unpack_from(">I", raw, at)
        yield raw[at + 4 : at + 8], raw[at + 8 : at + 8 + size]
        at += 12 + size


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
