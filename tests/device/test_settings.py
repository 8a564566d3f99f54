"""Settings files that are not as they were written: a wrong value has its default, the others stay, and it is known."""

import json
import os

from device.storage.settings import Settings
from tenbo_core.rules import DEFAULT_BOOK

GOOD = {
    "languages": ["de", "ja", "nl", "en"],
    "silent": True,
    "rules": "tenhou",
    "minutes": 90,
    "lit_minutes": 7,
    "mhz": 200,
}
FIRST = {
    "languages": ["en", "en", "en", "en"],
    "silent": False,
    "rules": DEFAULT_BOOK,
    "minutes": 0,
    "lit_minutes": 0,
    "mhz": 0,
}
LONG = "x" * 10_000

# A field and a value that it cannot have, as the file has it: that field alone is as at first.
WRONG_FIELDS = (
    ("languages", '["de"]'),
    ("languages", "[]"),
    ("languages", '["de", "de", "de", "de", "de"]'),
    ("languages", '["de", "de", "de", "klingon"]'),
    ("languages", '["DE", "ja", "nl", "en"]'),
    ("languages", '["de", "ja", "nl", null]'),
    ("languages", "[1, 2, 3, 4]"),
    ("languages", '[["de"], ["ja"], ["nl"], ["en"]]'),
    ("languages", '[{}, [], {"en": 1}, true]'),
    ("languages", '{"0": "de", "1": "ja", "2": "nl", "3": "en"}'),
    ("languages", '"dede"'),
    ("languages", '"en"'),
    ("languages", "null"),
    ("languages", "4"),
    ("silent", "1"),
    ("silent", "0"),
    ("silent", '"true"'),
    ("silent", "null"),
    ("silent", "[true]"),
    ("rules", '"mahjong"'),
    ("rules", '""'),
    ("rules", '"../../boot"'),
    ("rules", "17"),
    ("rules", "null"),
    ("rules", '["tenhou"]'),
    ("rules", '{"tenhou": "tenhou"}'),
    ("minutes", "-1"),
    ("minutes", "90.5"),
    ("minutes", "1e999"),
    ("minutes", "-1e999"),
    ("minutes", "1" + "0" * 400),
    ("minutes", "1099511627776"),
    ("minutes", "true"),
    ("minutes", '"90"'),
    ("minutes", "null"),
    ("minutes", "[[[[[[[[[[[[[[[[90]]]]]]]]]]]]]]]]"),
    ("lit_minutes", "-7"),
    ("lit_minutes", "false"),
    ("lit_minutes", "1e300"),
    ("lit_minutes", "{}"),
    ("mhz", "400"),
    ("mhz", "125.0"),
    ("mhz", "true"),
    ("mhz", '"200"'),
    ("mhz", "[200]"),
)

# What is no object of settings at all, or was cut off: everything is as at first.
NO_SETTINGS = (
    "",
    " ",
    "\x00" * 64,
    "17",
    "true",
    "null",
    '"settings"',
    '["de", "ja", "nl", "en"]',
    "[" * 900,
    '{"languages": ' * 60,
    "{" + ", ".join(['"languages": ["de", "ja", "nl", "en"]'] * 40) + "}",
    '{"silent": true',
    "{silent: true}",
    "{'silent': true}",
    '{"silent": true, "rules": "' + LONG + '"}',
    '{"' + LONG + '": 1}',
    LONG,
)


def read(text):
    """Return the settings of a table on whose flash this file lies."""
    folder = (os.getenv("TMPDIR") or "/tmp") + "/tenbo-settings-" + os.urandom(6).hex()
    before = os.getcwd()
    os.mkdir(folder)
    os.chdir(folder)
    try:
        with open("settings.json", "w") as file:
            file.write(text)
        return Settings(), read_again()
    finally:
        os.remove("settings.json")
        os.chdir(before)
        os.rmdir(folder)


def read_again():
    """Return the settings after they were saved, as someone does who sets the table up again."""
    settings = Settings()
    settings.save()
    return Settings()


def expect(settings, wanted):
    """See that a table has these settings, of the same types."""
    for name in FIRST:
        value = wanted[name]
        assert getattr(settings, name) == value, name
        assert type(getattr(settings, name)) is type(value), name


def test_settings_that_are_right_are_read_as_they_were_written():
    settings, again = read(json.dumps(GOOD))
    expect(settings, GOOD)
    expect(again, GOOD)
    assert not settings.damaged


def test_a_wrong_value_has_its_default_and_the_other_settings_stay():
    """No one sets four languages again because the number of megahertz was wrong."""
    for name, value in WRONG_FIELDS:
        others = ['"%s": %s' % (other, json.dumps(GOOD[other])) for other in GOOD if other != name]
        for fields in (others + ['"%s": %s' % (name, value)], ['"%s": %s' % (name, value)] + others):
            settings, again = read("{" + ", ".join(fields) + "}")
            wanted = dict(GOOD)
            wanted[name] = FIRST[name]
            expect(settings, wanted)
            assert settings.damaged, (name, value)
            expect(again, wanted)
            assert not again.damaged, (name, value)


def test_of_a_value_that_stands_twice_the_last_counts():
    settings, _again = read('{"silent": 3, "minutes": 5, "silent": true, "minutes": 90}')
    assert (settings.silent, settings.minutes, settings.damaged) == (True, 90, False)
    settings, _again = read('{"silent": true, "silent": 3}')
    assert (settings.silent, settings.damaged) == (False, True)


def test_names_that_nobody_knows_change_nothing():
    """A firmware that was taken back meets what a newer one has written."""
    settings, _again = read(json.dumps(GOOD)[:-1] + ', "volume": [11], "": {}}')
    expect(settings, GOOD)
    assert not settings.damaged


def test_a_file_that_holds_no_settings_is_as_none_and_is_known_as_damaged():
    for text in NO_SETTINGS:
        settings, again = read(text)
        expect(settings, FIRST)
        assert settings.damaged, text[:40]
        assert not again.damaged, text[:40]
