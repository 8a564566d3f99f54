"""The argument types of the command line: each parses a value, or raises one sentence that names the error."""

from __future__ import annotations

import argparse
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tenbo_core.field_checks import LARGEST, is_int

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

WINDS = "ESWN"
WIND_WORDS = ("east", "south", "west", "north")
WIND_SIGNS = ("東东", "南", "西", "北")
# Longer numbers are refused without being converted.
_LONGEST_NUMBER = 12
# What `--out -` means, as in other programs.
STANDARD_OUTPUT = Path("-")
# Digits between two commas.
_GROUP = 3


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return the end of a sentence about an unknown word; only a mistake loads the module for it."""
    from tenbo.validation import suggestions

    return suggestions.did_you_mean(word, known)


def suggest_or_list(word: object, known: Collection[str]) -> str:
    """Return the end of a sentence about an unknown word, with all known ones if none is near."""
    from tenbo.validation import suggestions

    return suggestions.suggest_or_list(word, known)


def whole_number(text: str) -> int:
    """Read a number of an argument: of at most 32 bits, as everything that tables and stores know.

    Its thousands may stand apart as commands write them.

    >>> whole_number("-8000"), whole_number("32,000")
    (-8000, 32000)
    """
    digits = text.removeprefix("-").removeprefix("+")
    head, *groups = digits.split(",")
    if groups and 1 <= len(head) <= _GROUP and all(len(group) == _GROUP for group in groups):
        digits = "".join([head, *groups])
    if not (digits.isascii() and digits.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number{_suggestion(text)}")
    number = int(digits[: _LONGEST_NUMBER + 1]) * (-1 if text[0] == "-" else 1)
    if len(digits) > _LONGEST_NUMBER or not is_int(number):
        raise argparse.ArgumentTypeError(f"{text!r} is out of range: numbers must be -{LARGEST} to {LARGEST}")
    return number


def _suggestion(text: str) -> str:
    """Return the end of a sentence about a number that was written in groups, or in letters that look like digits.

    >>> _suggestion("30.000"), _suggestion("-8'000"), _suggestion("٣"), _suggestion("x")
    (': write 30000', ': write -8000', ': write 3', '')
    """
    import re

    if text.isdecimal():
        return f": write {int(text)}"
    grouped = re.fullmatch(r"([-+]?)([0-9]{1,3}(?:[.,' _\u2019\u202f\xa0][0-9]{3})+)", text)
    if grouped is None:
        return ""
    return ": write " + grouped[1] + "".join(digit for digit in grouped[2] if digit.isdigit())


def seat_number(word: str) -> int:
    """Return the seat that a number from 0 to 3 or a wind of the first hand means.

    >>> seat_number("W"), seat_number("2"), seat_number("north")
    (2, 2, 3)
    """
    place = _wind_index(word)
    if place is not None:
        return place
    hint = did_you_mean(word, WIND_WORDS) or "; seats are 0 to 3, or E S W N as in the first hand"
    raise argparse.ArgumentTypeError(f"there is no seat {word!r}{hint}")


def file_path(word: str) -> Path:
    """Return the path of a file that is named; an empty name would be the folder that one stands in.

    >>> file_path("players.csv").name
    'players.csv'
    """
    if not word.strip():
        raise argparse.ArgumentTypeError(f"{word!r} is not a file name: give one")
    return Path(word)


def store_file(word: str) -> Path:
    """Return the path of a store; the address of a database, which may have a password, is refused unseen."""
    if "://" in word:
        from tenbo.cluster.desk_database import is_database_url

        if is_database_url(word):
            message = "a store is a file, not the address of a database, which tenbo desk takes with --database"
            raise argparse.ArgumentTypeError(message)
    return file_path(word)


def path_to_create(word: str) -> Path:
    """Return the path of a file or a folder that standard output cannot take.

    >>> path_to_create("public").name
    'public'
    """
    path = file_path(word)
    if path == STANDARD_OUTPUT:
        raise argparse.ArgumentTypeError(f"{word!r} means standard output, where this cannot be written: give a name")
    return path


def output_file(word: str) -> Path:
    """Return the path of a file that will be written; one that cannot be is refused before the work for it is done.

    >>> output_file("-") == STANDARD_OUTPUT
    True
    """
    import errno
    import os

    path = file_path(word)
    if path == STANDARD_OUTPUT:
        return path
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), word)
    if not path.parent.is_dir():
        kind = errno.ENOTDIR if path.parent.exists() else errno.ENOENT
        raise OSError(kind, os.strerror(kind), word)
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), word)
    if path.is_file():
        refuse_overwriting_store(path)
    return path


def refuse_overwriting_store(path: Path) -> None:
    """Refuse to write a file over a store: with it a whole tournament would be gone."""
    from tenbo.store.sqlite_connection import MAGIC
    from tenbo_core.errors import Refused

    with suppress(OSError), path.open("rb") as file:
        if file.read(len(MAGIC)) == MAGIC:
            message = f"{path} is a store with games in it: name another file"
            raise Refused("already_exists", message, "file")


def output_picture(word: str) -> Path:
    """Return the path of a picture that will be written; refuse a name of another file format."""
    path = output_file(word)
    if path.suffix.lower() != ".png":
        raise argparse.ArgumentTypeError(f"the picture is a PNG: its name must end in .png, not {word!r}")
    return path


def wind_letter(word: str) -> str:
    """Return the letter of a wind, also from its name or its number.

    >>> wind_letter("w"), wind_letter("East"), wind_letter("3"), wind_letter("东")
    ('W', 'E', 'N', 'E')
    """
    place = _wind_index(word)
    if place is not None:
        return WINDS[place]
    hint = did_you_mean(word, WIND_WORDS) or "; winds are E S W N"
    raise argparse.ArgumentTypeError(f"there is no wind {word!r}{hint}")


def _wind_index(word: str) -> int | None:
    letters = word.lower()
    for place, name in enumerate(WIND_WORDS):
        if letters in (name, name[0], str(place), *WIND_SIGNS[place]):
            return place
    return None
