"""The words on the displays, by seat: English stands in the code, each other language in a file beside it.

`words.de.bin` and the others are made from `firmware/languages` and read a few bytes at a time: as modules, four
languages would take an eighth of the memory. Only what was said lately is kept. Signs that are no letters of the font
stand in the file of their language, each by itself.
"""

import binascii

from micropython import const

from device.text import blitter

if False:  # for the type checker alone, and gone when compiled
    from io import BufferedIOBase

# A new one comes last. Every other list of languages is made from this.
LANGUAGES = ("en", "de", "nl", "ja", "fr", "it", "es", "pl", "ru", "zh", "ko")

# Languages whose signs are no letters of the font.
_WITH_SIGNS = ("ja", "zh", "ko")

# The number of texts of four score screens and a question; when it is exceeded, all are dropped and read again.
_MOST_KNOWN = const(32)
# Bytes of the check number before an entry, and the number of buckets in a file.
_CHECK = const(4)
_BUCKETS = const(64)


class SeatLanguages:
    """Which language each seat reads."""

    def __init__(self) -> None:
        self.languages = ["en"] * 4
        self._known: "dict[tuple[str, str], str]" = {}
        # The files of the languages that are read, open for the whole run; nothing where one is missing.
        self._files: "dict[str, BufferedIOBase | None]" = {}

    def set_language(self, seat: int, language: str) -> None:
        """Set the language of a seat."""
        self.languages[seat] = language
        for other in list(self._files):
            file = self._files[other]
            if file is None or other not in self.languages:
                del self._files[other]
                if file is not None:
                    file.close()
        for other in _WITH_SIGNS:
            if other in self.languages:
                blitter.set_glyph_reader(self.read_sign)
                return
        blitter.set_glyph_reader(None)

    def localize(self, seat: int, text: str, *values: object) -> str:
        """Return a text in the language of a seat, with values in its places."""
        language = self.languages[seat]
        words = text if language == "en" else self._known.get((language, text)) or self._load_text(language, text)
        return words.format(*values) if values else words

    def _load_text(self, language: str, text: str) -> str:
        """Read a text in a language from its file, and keep it for a while."""
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        words = self._known[language, text] = self.read(language, text)
        return words

    def read(self, language: str, text: str) -> str:
        """Return a text in a language; what is not in its file, or has none, is as in English."""
        file = self._file_of(language)
        return text if file is None else str(_find_entry(file, text.encode()), "utf-8") or text

    def read_sign(self, sign: bytes) -> bytes:
        """Return the columns of a sign, given in UTF-8, nothing for one that no language has that is read."""
        columns = b""
        for language in _WITH_SIGNS:
            file = self._file_of(language) if language in self.languages and not columns else None
            if file is not None:
                columns = _find_entry(file, sign)
        return columns

    def _file_of(self, language: str) -> "BufferedIOBase | None":
        if language not in self._files:
            self._files[language] = self.open_words(language)
        return self._files[language]

    def open_words(self, language: str) -> "BufferedIOBase | None":
        """Open the file of a language; a board whose firmware came without it speaks English there."""
        try:
            return open(__file__.rpartition("/")[0] + "/words." + language + ".bin", "rb")
        except OSError:
            return None


def _find_entry(file: "BufferedIOBase", key: bytes) -> bytes:
    """Return what the file of a language has for an English text or for a sign, nothing if it is not there."""
    check = binascii.crc32(key)
    # Where each bucket begins, and where the last one ends.
    file.seek(2 * (check % _BUCKETS))
    ends = file.read(4)
    begin = int.from_bytes(ends[:2], "little")
    file.seek(begin)
    entries = file.read(max(0, int.from_bytes(ends[2:], "little") - begin))
    mark = check.to_bytes(_CHECK, "little")
    at = 0
    while at + _CHECK < len(entries):
        end = at + _CHECK + 1 + entries[at + _CHECK]
        if entries[at : at + _CHECK] == mark:
            return entries[at + _CHECK + 1 : end]
        at = end
    return b""
