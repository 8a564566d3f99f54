"""The words of all languages in one file, which the device reads a few bytes at a time.

Two bytes say how many buckets there are; two for each bucket say where its entries begin, two more where the last one
ends. A text is in the bucket of its CRC-32. An entry is that number, a byte for the length of the text in each
language, and the texts; an empty one is the same as in English. All numbers have their low byte first.
"""

from __future__ import annotations

import ast
import binascii
from typing import TYPE_CHECKING, Any

from tools.generate.files import ROOT

if TYPE_CHECKING:
    from pathlib import Path

LANGUAGES = ROOT / "firmware/languages"
MADE = ROOT / "firmware/device/words.bin"
BUCKETS = 256


def _read_constant(path: Path, name: str) -> Any:
    """Return what a module calls by a name in so many words, without running it."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return ast.literal_eval(node.value)
    raise LookupError(f"{path} has no {name}")


# In the order in which the device counts them, without English.
ORDER: tuple[str, ...] = _read_constant(ROOT / "firmware/device/language.py", "LANGUAGES")[1:]


def words_of(language: str) -> dict[str, str]:
    """Return the table of a language, from the English text to its own."""
    return read_words(LANGUAGES / f"{language}.py")


def read_words(path: Path) -> dict[str, Any]:
    """Return the table that a file of words holds, without running it."""
    table: dict[str, Any] = _read_constant(path, "WORDS")
    return table


def files() -> dict[Path, bytes]:
    """Return the file of all words."""
    tables = [words_of(language) for language in ORDER]
    buckets: list[dict[int, bytes]] = [{} for _ in range(BUCKETS)]
    for text in sorted({text for table in tables for text in table}):
        check = binascii.crc32(text.encode())
        bucket = buckets[check % BUCKETS]
        if check in bucket:
            raise ValueError(f"two texts have one check number: {text!r} needs other words")
        said = [table.get(text, "").encode() for table in tables]
        bucket[check] = check.to_bytes(4, "little") + bytes(map(len, said)) + b"".join(said)
    entries = [b"".join(bucket.values()) for bucket in buckets]
    at = 2 + 2 * (BUCKETS + 1)
    head = BUCKETS.to_bytes(2, "little")
    for entry in entries:
        head += at.to_bytes(2, "little")
        at += len(entry)
    return {MADE: head + at.to_bytes(2, "little") + b"".join(entries)}
