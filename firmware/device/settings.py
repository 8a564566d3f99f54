"""What the table remembers besides its games: languages, sound, the last rule book, hours of light."""

import json
import os

FILE = "settings.json"

# Name and what it is at first.
DEFAULTS = (
    ("languages", ["en", "en", "en", "en"]),
    ("silent", False),
    ("rules", "ema-2016"),
    ("minutes", 0),
    ("contrast", 0x60),
    ("lit_minutes", 0),
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
        for name, first in DEFAULTS:
            value = read.get(name, first)
            if type(value) is not type(first):
                value = first
                self.damaged = True
            setattr(self, name, list(value) if isinstance(value, list) else value)

    def _read(self) -> "dict[str, object]":
        try:
            with open(FILE) as file:
                read = json.load(file)
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
        values = {name: getattr(self, name) for name, _ in DEFAULTS}
        try:
            with open(FILE + ".new", "w") as file:
                json.dump(values, file)
            os.rename(FILE + ".new", FILE)
        except OSError:
            self.damaged = True
