"""Set-up behind a held BACK, press by press: games, sessions, names, languages, sound, and the test of a seat."""

from __future__ import annotations

import json
from pathlib import Path

import display_text
import pytest

from device.flows import setup
from device.input.buttons import DOWN, LONG, UP
from device.storage.settings import Settings
from device.text.language import LANGUAGES
from tenbo_core import books

ALWAYS = ["My name", "My language", "Sound on or off", "Test this seat"]


def choose(table, seat, *lines):
    """Open the set-up and choose one line after the other."""
    table.begin(setup.run, table.settings, seat)
    for line in lines:
        view = table.view(seat)
        there, wanted = view.chosen, view.lines.index(line)
        for _ in range((wanted - there) % len(view.lines)):
            table.press(f"{seat} down")
        table.press(f"{seat} ok")
    return table


def kept(name):
    """Return a setting as the next start reads it."""
    return getattr(Settings(), name)


OFFERED = [
    ("none", ["New game", *ALWAYS]),
    ("between", ["New game", "End the game", *ALWAYS]),
    ("hand", ["End the game", *ALWAYS]),
    ("over", ["New game", *ALWAYS]),
]


@pytest.mark.parametrize(("phase", "entries"), OFFERED)
def test_the_set_up_offers_what_is_possible(conversing, phase, entries):
    """No new game in the middle of a hand, and no end without a game."""
    table = conversing("" if phase == "none" else "ema-2016")
    if phase in ("hand", "over"):
        table.do({"hand": "hand", "over": "end"}[phase])
    table.begin(setup.run, table.settings, 1)
    assert (table.view(1).title, table.view(1).lines) == ("Set up", entries)
    table.press("1 back")
    assert (table.over, table.view(1).screen) == (True, "question")


# ---------------------------------------------------------------- games


def test_a_game_is_begun_with_its_book_and_its_session_and_both_are_kept_for_the_next(conversing):
    """The lists begin where the last game was."""
    table = conversing()
    choose(table, 2, "New game")
    assert (table.view(2).title, table.view(2).lines, table.view(2).chosen) == (
        "Rule book", list(books.BOOKS), books.BOOKS.index(table.settings.rules))  # fmt: skip
    table.press("2 back")
    assert (table.over, table.table) == (True, None)
    choose(table, 2, "New game", "wrc")
    session = ["no clock", "45 minutes", "60 minutes", "75 minutes", "90 minutes", "105 minutes", "120 minutes"]
    assert (table.view(2).title, table.view(2).lines, table.view(2).chosen) == ("Session", session, 0)
    table.press("2 back")
    assert (table.over, table.table) == (True, None)
    choose(table, 2, "New game", "wrc", "75 minutes")
    assert (table.over, table.last, table.keeper.ledger.events[-1].args[0]) == (True, "session", 75)
    assert table.keeper.ledger.events[0].args[0] == "wrc"
    assert [event.by for event in table.keeper.ledger.events] == [2, 2]
    assert [table.note(seat) for seat in range(4)] == ["hold OK: dice"] * 4
    assert (kept("rules"), kept("minutes")) == ("wrc", 75)
    choose(table, 1, "New game")
    assert table.view(1).lines[table.view(1).chosen] == "wrc"
    table.press("1 ok")
    assert table.view(1).lines[table.view(1).chosen] == "75 minutes"
    table.press("1 up, 1 up, 1 up, 1 ok")
    assert (table.last, table.table.session, kept("minutes")) == ("start", None, 0)


def test_what_the_settings_name_and_no_list_has_begins_at_the_top(conversing):
    """A book that this firmware has no more, and a session that someone wrote by hand."""
    table = conversing()
    table.settings.rules, table.settings.minutes = "old-book", 50
    choose(table, 0, "New game")
    assert table.view(0).chosen == 0
    table.press("0 ok")
    assert table.view(0).chosen == 0


def test_the_names_at_the_seats_go_on_into_the_next_game(conversing):
    """Those that there are; the centre has put them there, and no one has to take them back."""
    table = conversing("ema-2016")
    table.do("name", seat=1, name="Bo")
    table.do("name", seat=3, name="Dai")
    table.do("end")
    choose(table, 0, "New game", "ema-2016", "no clock")
    assert table.table.names == ["", "Bo", "", "Dai"]
    assert [(event.kind, event.by) for event in table.keeper.ledger.events] == [("start", 0), ("name", 6), ("name", 6)]


def test_a_game_that_is_on_is_ended_first_if_its_seat_confirms_it(conversing):
    """A new one must not take the scores of the running one with it."""
    for line, last in (("no", "draw"), ("yes, end it", "end")):
        table = conversing("ema-2016")
        table.do("hand")
        table.do("draw", tenpai=[])
        choose(table, 0, "New game")
        assert (table.view(0).title, table.view(0).lines) == ("End the game?", ["no", "yes, end it"])
        table.press("0 down, 0 ok" if last == "end" else "0 ok")
        assert (table.over, table.last) == (True, last), line


def test_a_game_in_which_nothing_was_played_is_replaced_without_a_question(conversing):
    """It was begun by mistake."""
    table = conversing("ema-2016")
    choose(table, 0, "New game")
    assert table.view(0).title == "Rule book"


@pytest.mark.parametrize(("script", "last"), [("3 ok", "hand"), ("3 back", "hand"), ("3 down, 3 ok, 2 ok", "end")])
def test_the_game_is_ended_by_hand_only_by_a_yes(conversing, script, last):
    """The first line is no; in the middle of a hand another seat has to agree."""
    table = conversing("ema-2016")
    table.do("hand")
    choose(table, 3, "End the game").press(script)
    assert (table.over, table.last, table.keeper.ledger.events[-1].by) == (True, last, 3 if last == "end" else 4)


# ---------------------------------------------------------------- names


# Presses after the line "My name", and the name that is recorded (none: it was left).
NAMES = [
    ("ok, riichi", "A"),
    ("ok, ok, riichi", "Aa"),
    ("down, ok, up, ok, riichi", "Ba"),
    ("up, ok, riichi", "."),
    ("up, up, up, ok, down, down, down, ok, riichi", "A"),  # a blank before it
    ("ok, up, up, up, ok, down, down, down, ok, riichi", "A A"),
    ("ok, up, up, ok, down, down, ok, riichi", "A-A"),
    ("ok, up, ok, down, ok, riichi", "A.A"),
    ("ok, ok, back, riichi", "A"),
    ("ok, back, down, ok, riichi", "B"),
    ("back", None),
    ("ok, back, back", None),
    ("riichi", None),
    ("ok, dice, riichi", "A"),
]


@pytest.mark.parametrize(("script", "name"), NAMES)
def test_a_name_is_spelled_letter_by_letter(conversing, script, name):
    """The first letter of each word is large; BACK deletes, and leaves where there is nothing to delete."""
    table = choose(conversing("ema-2016"), 2, "My name")
    for button in script.split(", "):
        assert not table.over, button
        table.press(button if button == "dice" else f"2 {button}")
    assert table.over
    assert (table.last, table.table.names[2]) == ("start" if name is None else "name", name or "")


def test_a_name_has_twelve_letters_and_none_more(conversing):
    """What is shown must be what is kept."""
    table = choose(conversing("ema-2016"), 0, "My name")
    assert (table.view(0).lines, table.view(0).keys[3], table.view(0).corner) == (["[A]"], "leave", "")
    table.press(", ".join(["0 ok"] * 12))
    assert (table.view(0).lines, table.note(0)) == (["Aaaaaaaaaaaa[A]"], "")
    assert (table.view(0).keys[3], table.view(0).corner) == ("delete", "RIICHI done")
    table.press("0 ok")
    assert (table.view(0).lines, table.note(0)) == (["Aaaaaaaaaaaa[A]"], "no room for more")
    table.press("0 riichi")
    assert (table.table.names[0], table.keeper.ledger.events[-1].by) == ("Aaaaaaaaaaaa", 0)


def test_the_letters_go_round_in_both_directions_and_run_while_a_button_is_held(conversing):
    """From A upwards is the point; a held DOWN needs no press a letter."""
    table = choose(conversing("ema-2016"), 0, "My name")
    seen = []
    letters = setup.LETTERS + "ÄÖÜ -."
    for _ in range(len(letters) + 1):
        seen.append(table.view(0).lines[0][1])
        table.press("0 down")
    assert "".join(seen) == letters + "A"
    table.press("0 up")
    assert table.view(0).lines == ["[A]"]
    table.press("0 up")
    assert table.view(0).lines == ["[.]"]
    table.fingers.held[0] = 1 << DOWN
    table.event(0, DOWN, LONG)
    table.wait(150 * 3)
    assert table.view(0).lines == ["[D]"]


def test_a_seat_spells_with_the_letters_of_its_language_large_and_small(conversing):
    """Élodie is no Elodie; MicroPython by itself knows the small letters of ASCII alone."""
    table = conversing("ema-2016")
    table.displays.words.set_language(1, "fr")
    choose(table, 1, "Mon nom").press("1 up, 1 up, 1 up" + ", 1 up" * 9 + ", 1 ok, 1 ok, 1 riichi")
    assert table.table.names[1] == "Éé"
    table.displays.words.set_language(1, "ru")
    choose(table, 1, "Моё имя").press("1 down, 1 ok, 1 up, 1 ok, 1 riichi")
    assert table.table.names[1] == "Ба", "a Russian alphabet does not begin behind Z"
    table.displays.words.set_language(1, "en")
    for language in LANGUAGES:
        table.displays.words.set_language(0, language)
        own = table.displays.words.localize(0, "ÄÖÜ")
        assert [setup._small(letter) for letter in own] == list(own.lower())
        assert set(own + own.lower()) <= set(display_text.LETTERS)


def test_a_name_that_nobody_finishes_is_not_recorded(conversing):
    """After a minute the display is the score's again."""
    table = choose(conversing("ema-2016"), 0, "My name").press("0 ok")
    table.wait(60_000)
    assert (table.over, table.last) == (True, "start")


@pytest.mark.parametrize("game", ["none", "over"])
def test_a_name_needs_a_game(conversing, game):
    """There is no place for it yet, and its seat reads so."""
    table = conversing("" if game == "none" else "ema-2016")
    if game == "over":
        table.do("end")
    choose(table, 1, "My name")
    assert (table.over, table.note(1)) == (True, "begin a game first")


# ---------------------------------------------------------------- languages, sound


def test_a_seat_chooses_its_own_language_and_keeps_it(conversing):
    """The others read theirs; the list begins at the one that is spoken."""
    table = choose(conversing(), 2, "My language")
    names = table.view(2).lines
    assert names[:5] == ["English", "Deutsch", "Nederlands", "日本語", "Français"]
    assert len(names) == len(set(names)) == len(LANGUAGES)
    assert table.view(2).chosen == 0
    table.press("2 down, 2 down, 2 ok")
    assert table.displays.words.languages == ["en", "en", "nl", "en"]
    assert kept("languages") == ["en", "en", "nl", "en"]
    table.begin(setup.choose_language, table.settings, 2)
    assert table.view(2).chosen == 2
    table.press("2 down, 2 back")
    assert (table.over, kept("languages")) == (True, ["en", "en", "nl", "en"])


def test_sound_is_switched_off_and_on_again_and_stays_so(conversing):
    """The seat that did it reads which."""
    table = conversing()
    for silent, note in ((True, "sound off"), (False, "sound on")):
        choose(table, 3, "Sound on or off")
        assert (table.settings.silent, kept("silent"), table.note(3)) == (silent, silent, note)
    assert json.loads(Path("settings.json").read_text("utf-8"))["silent"] is False


# ---------------------------------------------------------------- the test of a seat


def test_a_seat_is_tested_by_light_and_by_each_of_its_buttons(conversing):
    """All well only when every button has come, in any order."""
    table = choose(conversing(), 1, "Test this seat")
    box = table.boxes[1]
    assert (table.view(1).screen, box.lamps, box.lights) == ("pixels", [True], [True])
    table.wait(1490)
    assert table.view(1).screen == "pixels"
    table.wait(20)
    assert (table.view(1).screen, table.view(1).lines) == ("buttons", ["RIICHI OK UP DOWN BACK"])
    for button, left in (("ok", "RIICHI UP DOWN BACK"), ("ok", "RIICHI UP DOWN BACK"), ("riichi", "UP DOWN BACK"),
                         ("down", "UP BACK"), ("back", "UP")):  # fmt: skip
        assert table.view(1).keys == ("", "", "", "")
        table.press(f"1 {button}")
        assert table.view(1).lines == [left]
    assert table.view(1).keys == ("", "", "", "leave")
    table.press("0 up")
    assert (table.over, table.note(0)) == (False, "wait: South asks")
    table.press("1 up")
    assert (table.over, table.note(1), box.lamps, box.lights) == (True, "all well", [True, False], [True, False])
    assert not any(other.lamps for at, other in enumerate(table.boxes) if at != 1)


@pytest.mark.parametrize("how", ["back", "silence", "display"])
def test_what_is_missing_is_for_the_desk(conversing, how):
    """A button that never came, or a display that does not answer."""
    table = choose(conversing(), 0, "Test this seat").wait(1500)
    if how == "display":
        table.boxes[0].display_here = False
        table.press("0 riichi, 0 ok, 0 up, 0 down, 0 back")
    elif how == "back":
        table.press("0 back, 0 ok, 0 back")
    else:
        table.press("0 back")
        table.wait(19_900)
        assert not table.over
        table.wait(200)
    assert (table.over, table.note(0)) == (True, "faulty: tell the desk")


@pytest.mark.parametrize("riichi", [True, False])
def test_after_the_test_the_lamp_is_what_it_was(conversing, riichi):
    """It says who is in riichi."""
    table = conversing("ema-2016")
    table.do("hand")
    table.do("riichi", 0 if riichi else 1, seat=0 if riichi else 1)
    choose(table, 0, "Test this seat").wait(1500)
    table.press("0 riichi, 0 ok, 0 up, 0 down, 0 back")
    assert (table.boxes[0].lamps, table.note(0)) == ([True, riichi], "all well")


def test_presses_during_the_light_are_not_the_buttons_that_are_asked_for(conversing):
    """Anyone who is impatient has not tested anything."""
    table = choose(conversing(), 0, "Test this seat")
    table.press("0 ok, 0 riichi").wait(1500)
    assert table.view(0).lines == ["RIICHI OK UP DOWN BACK"]


def test_a_button_that_is_held_is_asked_for_until_it_is_pressed(conversing):
    """It was held before: its press was not for the test; and the time of the test is not prolonged by it."""
    table = choose(conversing(), 0, "Test this seat").wait(1500)
    for code in (DOWN, UP):
        table.event(0, code, LONG)
        assert table.view(0).lines == ["RIICHI OK UP DOWN BACK"]
    table.wait(20_100)
    assert (table.over, table.note(0)) == (True, "faulty: tell the desk")
