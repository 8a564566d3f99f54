"""The rule books on the device: the same values on both interpreters."""

import binascii
import json

from tenbo_core.books import BOOKS, FINGERPRINT, load
from tenbo_core.errors import Malformed
from tenbo_core.event_notation import event_of
from tenbo_core.events import make
from tenbo_core.field_checks import json_text
from tenbo_core.fold import apply
from tenbo_core.switches import SWITCHES


def _in_order(value):
    """Return a value with its names sorted, because MicroPython keeps no order of its own."""
    return sorted(value.items()) if isinstance(value, dict) else value


def test_the_fingerprint_is_that_of_the_values_loaded_here():
    """Host and device compare this number; it must stand for what each really plays by."""
    names = [name for name, _ in SWITCHES if name not in ("yaku", "chip_points")]
    number = 0
    for book in BOOKS:
        rules = load(book)
        values = [[name, _in_order(getattr(rules, name))] for name in names]
        number = binascii.crc32(json.dumps([book, values], separators=(",", ":")).encode(), number)
    assert number == FINGERPRINT


def test_every_book_has_every_switch_but_those_of_the_host():
    """Declared hands are scored and chips entered on the host, so the device carries no table of yaku."""
    wanted = sorted([name for name, _ in SWITCHES if name not in ("yaku", "chip_points")])
    for book in BOOKS:
        assert sorted(load(book).values) == wanted


def refusal(book):
    """Return the error with which a book is refused."""
    try:
        load(book)
    except Malformed as error:
        return error
    return None


def test_an_unknown_book_is_refused_with_the_ids():
    """A device with older books must say which it has."""
    error = refusal("ema-2099")
    assert error.code == "unknown_rules"
    for book in BOOKS:
        assert book in error.message


def test_a_change_leaves_the_book_as_it_was():
    """The books are shared by every game of a session."""
    changed = load("ema-2016").changed({"uma": [30000, 10000, -10000, -30000]})
    assert changed.uma[0] == 30000
    assert load("ema-2016").uma[0] == 15000


def _said_of(change, *arguments):
    try:
        change(*arguments)
    except Malformed as refusal:
        return refusal.message
    return ""


def test_a_switch_with_a_wrong_value_says_what_it_takes():
    """Anyone who writes a book of their own reads this sentence, and a word that looks like a number is none."""
    for name, value, wanted in (
        ("honba_value", "x", "an integer"),
        ("signal_minutes", True, "an integer"),
        ("kiriage", 1, "true or false"),
        ("uma", [1], "a list of three or four integers"),
        ("uma", [1, 2, 3, True], "a list of three or four integers"),
        ("payment", [], '"fu" or a list of units by han'),
        ("payment", "x", '"fu" or a list of units by han'),
        ("yaku", {"riichi": [1]}, "a table of yaku = [han closed, han open]"),
        ("abortive", ["x"], "a list of nine_terminals, four_winds, four_kans, four_riichi, triple_ron"),
        ("uma_ties", "x", "one of share, better_place, seat"),
        ("uma_ties", True, "one of share, better_place, seat"),
        ("red_fives", "3", "one of 0, 2, 3"),
    ):
        assert _said_of(load("ema-2016").changed, {name: value}) == f"{name} must be {wanted}, not {json_text(value)}"


def test_a_wrong_value_of_an_event_is_repeated_as_json_writes_it():
    """A page and a program send JSON, and read in the refusal what they have sent."""
    for kind, fields, wanted in (
        ("riichi", {"seat": True}, "seat: a seat must be 0 to 3, not true"),
        ("draw", {"type": "exhaustive", "tenpai": {"0": None}}, "tenpai must be a list of seats, not {'0': null}"),
        (
            "penalty",
            {"seat": 0, "points": [None], "when": "now"},
            "points must be an integer from -2147483647 to 2147483647, not [null]",
        ),
        ("win", {"wins": [None]}, "wins[0] must describe a winner, not be null"),
        (
            "win",
            {"wins": [{"seat": 1, "from": 2, "han": True}]},
            "han must be a non-negative integer, not true",
        ),
        (None, {}, "there is no event null"),
    ):
        assert _said_of(make, 0, kind, 4, 0, fields).startswith(wanted), wanted


def test_a_book_has_a_signal_when_any_of_its_switches_brings_one():
    """One minute is a signal as well."""
    none = {"hands_after_signal": -1, "session_minutes": 0, "signal_minutes": 0}
    silent = load("ema-2016").changed(none)
    assert not silent.has_signal
    for name, value in (("hands_after_signal", 0), ("session_minutes", 1), ("signal_minutes", 1)):
        assert silent.changed({name: value}).has_signal


def test_fu_that_no_hand_has_are_refused_with_the_reason():
    """20 fu and 25 fu are hands of their own kind; nothing else is no multiple of ten."""
    start = apply(apply(None, event_of("start ema-2016")), event_of("hand"))
    for value, refusal in (
        ("1<0 1/25", "25 fu (seven pairs) needs at least 2 han by ron, 3 by tsumo"),
        ("1<0 2/20", "20 fu needs a tsumo win of at least 2 han"),
        ("1<0 2/26", "26 fu is impossible: use 25, or a multiple of 10 from 20 to 140"),
    ):
        assert _said_of(apply, start, event_of("win " + value)) == refusal
