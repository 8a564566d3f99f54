"""The words of each language in a file of its own, which the device reads a few bytes at a time.

Two bytes for each bucket say where its entries begin, two more where the last one ends. A text is in the bucket of its
CRC-32. An entry is that number, a byte for the length of the text, and the text; one that is the same as in English is
not there. A sign that is no letter of the font stands among them, its columns as the text. All numbers have their low
byte first.
"""

from __future__ import annotations

import ast
import binascii
import runpy
from typing import TYPE_CHECKING, Any

from tools.generate.generated_files import ROOT

if TYPE_CHECKING:
    from pathlib import Path

LANGUAGES = ROOT / "firmware/languages"
# Every file there whose name is like that is made by this module.
OWNS = (ROOT / "firmware/device/text", "words*.bin")
# A line for each language: the list in which a seat chooses one opens no other file.
NAMES = ROOT / "firmware/device/text/words.names.bin"
FONTS = ROOT / "firmware/fonts"
# As many as `language.py` has there.
BUCKETS = 64


def _read_constant(path: Path, name: str) -> Any:
    """Return what a module calls by a name in so many words, without running it."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return ast.literal_eval(node.value)
    raise LookupError(f"{path} has no {name}")


# In the order in which the device counts them, without English.
ORDER: tuple[str, ...] = _read_constant(ROOT / "firmware/device/text/language.py", "LANGUAGES")[1:]
# The languages whose signs are no letters of the font, and are drawn in a file of their own.
WITH_SIGNS: tuple[str, ...] = _read_constant(ROOT / "firmware/device/text/language.py", "_WITH_SIGNS")


def device_translations(language: str) -> dict[str, str]:
    """Return the table of a language, from the English text to its own."""
    return read_translations(LANGUAGES / f"{language}.py")


def read_translations(path: Path) -> dict[str, Any]:
    """Return the table that a file of words holds, without running it."""
    table: dict[str, Any] = _read_constant(path, "WORDS")
    return table


def files() -> dict[Path, bytes]:
    """Return the file of each language, and that of what each calls itself."""
    names = "\n".join(["English", *(device_translations(language)["English"] for language in ORDER)])
    entries = {
        language: {text: said.encode() for text, said in device_translations(language).items()}
        | glyph_columns_of(language)
        for language in ORDER
    }
    return {NAMES: names.encode()} | {
        OWNS[0] / f"words.{language}.bin": _packed(entries[language]) for language in ORDER
    }


def glyph_columns_of(language: str) -> dict[str, bytes]:
    """Return the columns of each sign of a language: all of its own drawing, and what its texts need of others."""
    if language not in WITH_SIGNS:
        return {}
    read_signs = runpy.run_path(str(FONTS / "make.py"))["read_signs"]
    used = {letter for said in device_translations(language).values() for letter in said}
    found: dict[str, bytes] = {}
    for path in sorted(FONTS.glob("signs.*.txt")):
        for sign, columns in read_signs(str(path)).items():
            if sign in used or path.suffixes[0] == f".{language}":
                if sign in found:
                    raise ValueError(f"{path} draws {sign}, as another one does")
                found[sign] = columns
    return dict(sorted(found.items()))


def _packed(words: dict[str, bytes]) -> bytes:
    """Return the file of what a language says and its signs."""
    buckets: list[dict[int, bytes]] = [{} for _ in range(BUCKETS)]
    for text, said in sorted(words.items()):
        check = binascii.crc32(text.encode())
        bucket = buckets[check % BUCKETS]
        if check in bucket:
            raise ValueError(f"two texts have one check number: {text!r} needs other words")
        bucket[check] = check.to_bytes(4, "little") + bytes([len(said)]) + said
    entries = [b"".join(bucket.values()) for bucket in buckets]
    ends = [2 * (BUCKETS + 1)]
    for entry in entries:
        ends.append(ends[-1] + len(entry))
    return b"".join([end.to_bytes(2, "little") for end in ends] + entries)
