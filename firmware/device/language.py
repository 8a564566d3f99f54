"""The words on the displays, by seat: English stands in the code, other languages in a file beside it.

`words.bin` is made from `firmware/languages` and read a few bytes at a time: as modules, four languages would
take an eighth of the memory. Only what was said lately is kept.
"""

import binascii

from micropython import const

if False:  # for the type checker alone, and gone when compiled
    from io import BufferedReader

# A new one comes last: its place is that of its words in the file. Every other list of languages is made from this.
LANGUAGES = ("en", "de", "nl", "ja", "fr", "it", "es", "pl")

FILE = "words.bin"

# The number of texts of four score screens and a question; when it is exceeded, all are dropped and read again.
_MOST_KNOWN = const(24)
# Bytes of the check number before an entry.
_CHECK = const(4)


class SeatLanguages:
    """Which language each seat reads."""

    def __init__(self) -> None:
        self.languages = ["en"] * 4
        self._known: "dict[tuple[str, str], str]" = {}
        self._file: "BufferedReader | None" = None
        self._buckets = 0

    def set_language(self, seat: int, language: str) -> None:
        """Set the language of a seat."""
        self.languages[seat] = language

    def localize(self, seat: int, text: str, *values: object) -> str:
        """Return a text in the language of a seat, with values in its places."""
        language = self.languages[seat]
        words = text if language == "en" else self._known.get((language, text)) or self._load_text(language, text)
        return words.format(*values) if values else words

    def _load_text(self, language: str, text: str) -> str:
        """Read a text in a language from the file, and keep it for a while."""
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        words = self._known[language, text] = self.read(LANGUAGES.index(language) - 1, text)
        return words

    def read(self, place: int, text: str) -> str:
        """Return a text in the language of a place in the file; what is not in the file is the same in all."""
        if self._file is None:
            self._file = open(__file__.rpartition("/")[0] + "/" + FILE, "rb")  # noqa: SIM115 - open for the whole run
            self._buckets = int.from_bytes(self._file.read(2), "little")
        check = binascii.crc32(text.encode())
        # Where each bucket begins, and where the last one ends.
        ends = self._bytes(2 + 2 * (check % self._buckets), 4)
        begin = ends[0] | ends[1] << 8
        entries = self._bytes(begin, (ends[2] | ends[3] << 8) - begin)
        mark = check.to_bytes(_CHECK, "little")
        at = 0
        while at < len(entries):
            lengths = entries[at + _CHECK : at + _CHECK + len(LANGUAGES) - 1]
            here = entries[at : at + _CHECK] == mark
            at += _CHECK + len(lengths)
            if here:
                at += sum(lengths[:place])
                return str(entries[at : at + lengths[place]], "utf-8") or text
            at += sum(lengths)
        return text

    def _bytes(self, at: int, count: int) -> bytes:
        assert self._file is not None
        self._file.seek(at)
        return self._file.read(count)
