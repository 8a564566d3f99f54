"""The settings file: reading replaces invalid values by defaults, writing leaves one complete file at every moment."""

import json
import os

from micropython import const

from device.text.language import LANGUAGES
from tenbo_core.books import BOOKS
from tenbo_core.rules import DEFAULT_BOOK

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Settings

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
    # The processor's clock in megahertz; 0 leaves it as it starts, and a faster one has to be asked for.
    ("mhz", 0, lambda value: type(value) is int and value in (0, 200)),
)


def read(settings: "Settings") -> None:
    """Set every setting from the file, or to its default if the file's value is missing or invalid."""
    stored = _stored(settings)
    for name, first, fits in DEFAULTS:
        value = stored.get(name, first)
        if not fits(value):
            value = first
            settings.damaged = True
        setattr(settings, name, list(value) if isinstance(value, list) else value)


def _stored(settings: "Settings") -> "dict[str, object]":
    try:
        with open(FILE) as file:
            stored = json.loads(file.read(_LONGEST))
    except OSError:
        return {}
    except ValueError:
        settings.damaged = True
        return {}
    if isinstance(stored, dict):
        return stored
    settings.damaged = True
    return {}


def write(settings: "Settings") -> None:
    """Write all settings to a new file, then rename it."""
    values = {name: getattr(settings, name) for name, _, _ in DEFAULTS}
    try:
        with open(FILE + ".new", "w") as file:
            json.dump(values, file)
        os.rename(FILE + ".new", FILE)
    except OSError:
        settings.damaged = True
