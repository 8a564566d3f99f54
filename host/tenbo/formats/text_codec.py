"""Letters of a file as its program wrote them: UTF-8, UTF-16, or an older encoding that can be told for certain."""

from __future__ import annotations

import base64
import re
import unicodedata
from typing import TYPE_CHECKING

from tenbo_core.errors import Malformed
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

MARKS_OF_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
# A word, with the apostrophes inside it.
_WORD = re.compile(r"[^\W\d_]+(?:\u2019[^\W\d_]+)*")
# What Windows writes beside letters; a quote or a dash between two letters is a byte of something else.
_BESIDE = set("\xa0\u2019\u2018\u201c\u201d\u201e\u2013\u2014\xab\xbb\u2026")
_BETWEEN_LETTERS = re.compile(r"[^\W\d_][^\x00-\x7f\w\u2019\xa0][^\W\d_]")
# The letters of Russian, Ukrainian and Belarusian.
_CYRILLIC = re.compile(
    r"[\u0410-\u044f\u0401\u0451\u0404\u0454\u0406\u0456\u0407\u0457\u0490\u0491\u040e\u045e\u2019]+"
)
# What names of Poland and its neighbours look like when they are read as Western ones: Kamiñski, Petroviæ, Jiøí, Ziêba.
_OF_CENTRAL_EUROPE = re.compile(r"ñ(?![aeiouáéíóú])|iæ|ø[áí]|iê", re.IGNORECASE)
# With so many different syllables a list is Korean for certain: each sign of Chinese is one of these by half.
_SYLLABLES = 12

# Each older encoding by the name that spreadsheets give it.
NAMES = {
    "cp1251": "Windows-1251",
    "koi8_r": "KOI8-R",
    "cp1252": "Windows-1252",
    "cp1250": "Windows-1250",
    "cp932": "Shift-JIS",
    "gbk": "GBK",
    "cp949": "EUC-KR",
}


def decode_file(data: bytes) -> tuple[str, str]:
    """Return the text of a file, and the name of its encoding where it is an older one that was recognized.

    >>> decode_file("Иванов;Пётр".encode("cp1251")), decode_file("Jörg".encode())
    (('Иванов;Пётр', 'Windows-1251'), ('Jörg', ''))
    """
    if data.startswith(MARKS_OF_UTF_16):
        try:
            return data.decode("utf-16"), ""
        except UnicodeDecodeError:
            raise _unreadable() from None
    try:
        return data.decode("utf-8-sig"), ""
    except UnicodeDecodeError:
        return _decode_older(data)


def bytes_of_base64(packed: str) -> bytes:
    """Return the bytes of a file that came in Base64."""
    try:
        return base64.b64decode(packed, validate=True)
    except ValueError:
        raise Malformed(
            "bad_field", sentence("file_not_base64", "file must be the file's bytes, encoded in Base64"), "file"
        ) from None


def refuse_replacement_characters(text: str) -> None:
    """Refuse a text in which a program has put the sign for letters that it could not read."""
    if "\ufffd" in text:
        raise _unreadable()


def _unreadable() -> Malformed:
    message = sentence(
        "file_letters_unreadable", "the characters in the file cannot be read: save it again as CSV UTF-8"
    )
    return Malformed("bad_field", message, "file")


def _decode_older(data: bytes) -> tuple[str, str]:
    """Return a text that is not UTF-8 with the name of its encoding, or refuse it."""
    read: dict[str, str] = {}
    for encoding, fits in _SIGNS.items():
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if fits(text):
            read[encoding] = text
    for cyrillic in ("cp1251", "koi8_r"):
        if cyrillic in read and _is_certainly_cyrillic(read[cyrillic]):
            return read[cyrillic], NAMES[cyrillic]
    for latin in ("cp1252", "cp1250"):
        if latin in read:
            return read[latin], NAMES[latin]
    if "cp949" in read and len({sign for sign in read["cp949"] if _is_hangul(sign)}) >= _SYLLABLES:
        read = {"cp949": read["cp949"]}
    if len(read) == 1:
        ((encoding, text),) = read.items()
        return text, NAMES[encoding]
    if not read:
        raise _unreadable()
    message = sentence(
        "file_encoding_unclear",
        "the file's encoding may be {encodings}, and nothing in the file shows which: save it again as CSV UTF-8",
        encodings=" / ".join(NAMES[encoding] for encoding in read),
    )
    raise Malformed("bad_field", message, "file")


def _is_cyrillic(text: str) -> bool:
    """Return whether each word beyond ASCII is Cyrillic alone, and written as Иванов, иванов or ИВАНОВ."""
    return _has_signs_of_words(text.replace("№", " ")) and all(
        _CYRILLIC.fullmatch(word) and _is_in_one_case(word) for word in _words_beyond_ascii(text.replace("№", " "))
    )


def _is_certainly_cyrillic(text: str) -> bool:
    """Return whether most words are of some letters of which only the first is capital: signs in pairs are not so."""
    words = _words_beyond_ascii(text)
    usual = [word for word in words if len(word) > 2 and (word.istitle() or word.islower())]
    return 2 * len(usual) >= len(words) and any(word.istitle() for word in usual)


def _is_latin(text: str) -> bool:
    """Return whether each word beyond ASCII is Latin; none of several letters is without a letter of ASCII."""
    return _has_signs_of_words(text) and all(
        all(unicodedata.name(sign, "").startswith("LATIN") for sign in word.replace("\u2019", ""))
        and (len(word) == 1 or re.search("[A-Za-z]", word))
        and (_is_in_one_case(word) or re.search("[A-Z]", word))
        for word in _words_beyond_ascii(text)
    )


def _words_beyond_ascii(text: str) -> list[str]:
    return [word for word in _WORD.findall(text) if not word.isascii()]


def _is_in_one_case(word: str) -> bool:
    """Return whether all parts of a word are small, capital, or small behind their first letter."""
    return all(part.istitle() or part.islower() or part.isupper() for part in word.split("\u2019"))


def _has_signs_of_words(text: str) -> bool:
    """Return whether what is no letter is what stands beside words, and each opened quote is closed."""
    return (
        {sign for sign in text if not sign.isascii() and not sign.isalpha()} <= _BESIDE
        and text.count("\xab") == text.count("\xbb")
        and _BETWEEN_LETTERS.search(text) is None
    )


def _is_all(text: str, fits: Callable[[str], bool]) -> bool:
    return all(fits(sign) for sign in text if not sign.isascii())


def _is_japanese(sign: str) -> bool:
    """Return whether a sign is one of JIS X 0208; halfwidth katakana are what other encodings look like."""
    return not "\uff61" <= sign <= "\uff9f" and _is_in(sign, "shift_jis")


def _is_chinese(sign: str) -> bool:
    return _is_in(sign, "gb2312")


def _is_hangul(sign: str) -> bool:
    # Syllables that EUC-KR lacks are put together of others, in eight bytes.
    return "\uac00" <= sign <= "\ud7a3" and len(sign.encode("euc_kr")) == 2


def _is_korean(sign: str) -> bool:
    return _is_hangul(sign) or sign == "\u3000"


def _is_in(sign: str, encoding: str) -> bool:
    try:
        sign.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


_SIGNS: dict[str, Callable[[str], bool]] = {
    "cp1251": _is_cyrillic,
    "koi8_r": _is_cyrillic,
    "cp1252": lambda text: _is_latin(text) and not _OF_CENTRAL_EUROPE.search(text),
    "cp1250": _is_latin,
    "cp932": lambda text: _is_all(text, _is_japanese),
    "gbk": lambda text: _is_all(text, _is_chinese),
    "cp949": lambda text: _is_all(text, _is_korean),
}
