"""What the table stores besides its games: languages, sound, the last rule book, hours of light, the clock's speed."""

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


# Name, default, and whether a value is valid.
DEFAULTS = (
    ("languages", ["en", "en", "en", "en"], _are_languages),
    ("silent", False, lambda value: isinstance(value, bool)),
    ("rules", DEFAULT_BOOK, lambda value: isinstance(value, str) and value in BOOKS),
    ("minutes", 0, _is_amount),
    ("lit_minutes", 0, _is_amount),
    # Megahertz of the processor, 0 as it starts; faster only for whoever wants it.
    ("mhz", 0, lambda value: type(value) is int and value in (0, 200)),
)


class Settings:
    """The settings as attributes by name; what is unreadable on flash has its default."""

    def __init__(self) -> None:
        self.languages: "list[str]"
        self.silent: bool
        self.rules: str
        self.minutes: int
        self.lit_minutes: int
        self.mhz: int
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
        """Write all settings to a new file, then rename it, so that one file is always whole."""
        values = {name: getattr(self, name) for name, _, _ in DEFAULTS}
        try:
            with open(FILE + ".new", "w") as file:
                json.dump(values, file)
            os.rename(FILE + ".new", FILE)
        except OSError:
            self.damaged = True
