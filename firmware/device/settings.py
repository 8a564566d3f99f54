"""What the table remembers besides its games: languages, sound, the last rule book, hours of light."""

import json
import os

from micropython import const

from device.language import LANGUAGES
from tenbo_core.books import BOOKS
from tenbo_core.rules import DEFAULT_BOOK

FILE = "settings.json"

# A file that is longer was not written here.
_LONGEST = const(1000)


def _is_amount(value: object) -> bool:
    return type(value) is int and 0 <= value < 1 << 30


def _are_languages(value: object) -> bool:
    return isinstance(value, list) and len(value) == 4 and all([language in LANGUAGES for language in value])


# Name, what it is at first, and whether a value can be one.
DEFAULTS = (
    ("languages", ["en", "en", "en", "en"], _are_languages),
    ("silent", False, lambda value: isinstance(value, bool)),
    ("rules", DEFAULT_BOOK, lambda value: isinstance(value, str) and value in BOOKS),
    ("minutes", 0, _is_amount),
    ("contrast", 0x60, lambda value: _is_amount(value) and value < 256),
    ("lit_minutes", 0, _is_amount),
)


class Settings:
    """The settings as attributes by name; what is unreadable on flash is as it was at first."""

    def __init__(self) -> None:
        self.languages: "list[str]"
        self.silent: bool
        self.rules: str
        self.minutes: int
        self.contrast: int
        self.lit_minutes: int
        self.damaged = False
        read = self._read()
        for name, first, fits in DEFAULTS:
            value = read.get(name, first)
            if not fits(value):
                value = first
                self.damaged = True
            setattr(self, name, list(value) if isinstance(value, list) else value)

    def _read(self) -> "dict[str, object]":
        try:
            with open(FILE) as file:
                read = json.loads(file.read(_LONGEST))
        except OSError:
            return {}
        except ValueError:
            self.damaged = True
            return {}
        if isinstance(read, dict):
            return read
        self.damaged = True
        return {}

    def save(self) -> None:
        """Write all settings: a new file first, then in the old one's place, so that one always is whole."""
        values = {name: getattr(self, name) for name, _, _ in DEFAULTS}
        try:
            with open(FILE + ".new", "w") as file:
                json.dump(values, file)
            os.rename(FILE + ".new", FILE)
        except OSError:
            self.damaged = True
