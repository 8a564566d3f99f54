"""Every sentence of a screen has room, in every language: nothing is cut, no label leaves its key."""

import gc
import sys

import display_text
import screen_views

from device.flows import draw, menu, offences, setup, undo, win
from device.flows.win_value_choices import LIMIT_NAMES, possible_values
from device.outputs import screen_renderer, view_dump, views
from device.text import blitter, lettering
from device.text.display_frame import PAGES, WIDTH, DisplayFrame
from device.text.language import LANGUAGES
from tenbo_core import books, hand_value

_loaded = {}


def _words_of(language):
    """Return the words of a language; those of another one are forgotten: all have no room in what a Pico has."""
    if language not in _loaded:
        _loaded.clear()
        gc.collect()
        name = "languages." + language
        _loaded[language] = __import__(name, None, None, ["WORDS"]).WORDS if language != "en" else {}
        for module in (name, "languages"):
            sys.modules.pop(module, None)
    return _loaded[language]


ROOM = 124
# What the line of a list has beside its arrow.
LIST_ROOM = 112
NAME = "WWWWWWWWWWWW"

# The labels that each key can have, in the order of the keys: of lists and names, of how a hand was won, of answers.
LABELS = (
    (("take",), ("^",), ("`",), ("leave", "delete")),
    (("tsumo",), ("^",), (">",), ("leave",)),
    (("7",), ("8",), ("9",), ("leave",)),
    (("", "yes", "tenpai"), ("", "ron", "nagashi"), ("",), ("", "no", "noten", "leave")),
)
WINDS = ("East", "South", "West", "North")
LISTS = {
    "What happened?": (
        "Draw",
        "Who sits here?",
        "Call the referee",
        "Dead hand",
        "Chombo",
        "Riichi not valid",
        "Deal again",
        "Lateness",
        "Obstruction",
        "Substitute",
    )
    + tuple(draw.ABORT_NAMES.values()),
    "Set up": ("New game", "End the game", "My name", "My language", "Sound on or off", "Test this seat"),
    "Dead hand": ("mine", NAME) + WINDS,
    "Chombo": ("mine", "two players", NAME),
    "Riichi not valid": ("mine", NAME),
    "Has anyone won?": ("no, replay the hand", "yes, and it is paid"),
    "The first": ("mine", NAME),
    "The second": ("mine", NAME),
    "Lateness": ("1 minute", "{} minutes", "more: substitute"),
    "Obstruction": tuple([str(-amount) for amount in offences.OBSTRUCTION]),
    "Substitute": ("from the start", "from now on"),
    "Rule book": books.BOOKS,
    "Session": ("no clock", "{} minutes"),
    "End the game?": ("no", "yes, end it"),
    "My language": tuple([_words_of(language).get("English", "English") for language in LANGUAGES]),
    "Who is liable?": ("nobody",) + WINDS[1:],
    "Who sits here?": ("Guest {}", "W" * 16),
    "no host: guests only": ("Guest {}",),
}


# What buttons and the start say to a table that plays no game.
WITHOUT_GAME = (
    "no game yet",
    "hold BACK to set up",
    "begin a game first",
    "no game is running",
    "nothing to take back",
    "read first",
    "a question is open",
    "referee called",
    "call taken back",
    "button stuck: ignored",
    "restarted by itself",
    "settings lost: set up again",
    "journal damaged: tell the desk",
    "not possible now",
    "no host: guests only",
    "plays at another table",
    "sits elsewhere already",
    "no evening is open",
)


class Speaker:
    """What a flow asks of a dialogue to say something, in one language."""

    def __init__(self, language):
        self._words = _words_of(language)

    def localize(self, seat, text, *values):
        words = self._words.get(text, text)
        return words.format(*values) if values else words

    def key_labels(self, seat, *labels):
        return tuple(
            [label if label in views.MOVES else self.localize(seat, label) if label else "" for label in labels]
        )


def _pages(frame):
    return [bytes(frame.buffer[WIDTH * page : WIDTH * (page + 1)]) for page in range(PAGES)]


def _values():
    """Return each name that a value can have with its payment, at two seats, in every book, with up to 12 counters."""
    for book in books.BOOKS:
        table = screen_views.Table()
        table.rules = books.load(book)
        for honba in (0, 12):
            table.honba = honba
            for tsumo in (False, True):
                for choice in possible_values(table.rules, tsumo, hand_value.required_yaku_han(table.rules, honba)):
                    for fu in range(max(1, len(choice.fu))):
                        for seat in (0, 1):
                            yield table, seat, choice, fu, tsumo


def test_every_value_of_every_book_stands_on_the_glass_with_its_payment():
    """From 1 han to six yakuman with twelve counters: its name, its payment, and how the counters change it."""
    frame = DisplayFrame()
    number = 0
    for value in _values():
        number += 1
        view = win.chosen_value_view(Speaker("en"), *value)
        screen_renderer.draw(view, frame)
        pages = _pages(frame)
        assert display_text.stands(view.amount.decode(), pages), view_dump.view_fields(view)
        for line in view.above + view.below:
            # Of the largest numbers the word behind them may lose a letter, and they none.
            shown = lettering.fit_text(line, ROOM)
            assert shown[:-2] == line[: len(shown) - 2], line
            assert display_text.stands(shown, pages), view_dump.view_fields(view)
    assert number > 300


def _combinations():
    for oks, ups, downs, backs in LABELS:
        for ok in oks:
            for up in ups:
                for down in downs:
                    for back in backs:
                        yield ok, up, down, back


def test_a_value_on_the_display_has_its_fu_and_the_others_are_not_worked_out():
    """A step through the values asks for one of them, in every book and with more han than one that must be there."""
    for book in books.BOOKS:
        rules = books.load(book)
        for tsumo in (False, True):
            for least in (1, 2):
                whole = possible_values(rules, tsumo, least)
                for at in range(len(whole)):
                    single = possible_values(rules, tsumo, least, at)
                    assert [(value.han, value.name) for value in single] == [(value.han, value.name) for value in whole]
                    assert [value.fu for value in single if value.fu] == [whole[at].fu] * bool(whole[at].fu)
                    assert single[at].fu == whole[at].fu


def test_every_label_stands_above_its_key_and_apart_from_the_others():
    """The keys lie under the quarters of the display."""
    for language in LANGUAGES:
        speaker = Speaker(language)
        for labels in _combinations():
            keys = speaker.key_labels(0, *labels)
            edge = 2
            placed = screen_renderer.key_positions(keys)
            assert [label for _, label in placed] == [label for label in keys if label]
            for (start, label), key in zip(placed, [key for key in range(4) if keys[key]]):
                assert start >= edge, keys
                assert start <= 32 * key + 16 <= start + lettering.width(label), keys
                edge = start + lettering.width(label) + 4
            assert edge - 4 <= WIDTH - 2, keys


def test_every_line_of_every_list_and_its_title_have_room():
    for language in LANGUAGES:
        speaker = Speaker(language)
        for title, lines in LISTS.items():
            counted = lettering.width("%d/%d" % (len(lines), len(lines))) + 4 if len(lines) > 4 else 0
            assert lettering.width(speaker.localize(0, title)) <= ROOM - counted, (language, title)
            for line in lines:
                said = speaker.localize(0, line).replace("{}", "120")
                assert lettering.width(said) <= LIST_ROOM, (language, said)


def test_the_lists_here_are_those_of_the_firmware():
    """A line that is added to a menu is to be measured too."""
    listed = [line for lines in LISTS.values() for line in lines]
    table = screen_views.Table(riichi=[0, 1, 2, 3])
    table.phase = "playing"
    table.rules.abortive = list(draw.ABORT_NAMES)
    table.rules.redeal = table.rules.late_per_minute = table.rules.substitute_result = 1
    assert [name for name, _, _ in menu.menu_entries(table) if name not in listed] == []
    assert "{} minutes" in listed
    assert max(setup.SESSIONS) == 120


def test_what_is_said_while_no_game_is_there_stands_below_it_as_a_whole():
    """In one line or two; then a shorter note leaves nothing of it behind."""
    frame = DisplayFrame()
    for language in LANGUAGES:
        speaker = Speaker(language)
        for note in WITHOUT_GAME:
            said = speaker.localize(0, note)
            assert language == "en" or said != note
            view = views.with_note(views.message_view("Tenbo", [speaker.localize(0, "no game yet")]), said)
            screen_renderer.draw(view, frame)
            for line in view.lines + lettering.wrap_text(said, ROOM):
                assert display_text.stands(line, _pages(frame)), (language, line)
            fresh = DisplayFrame()
            screen_renderer.draw(view, fresh)
            assert frame.buffer == fresh.buffer, (language, said)


def test_every_line_of_a_list_is_as_large_when_it_is_chosen():
    """Its letters would jump from step to step: wide beside a short line, narrow beside a long one."""
    frame = DisplayFrame()
    for options, wide in ((["yes", "no, replay the hand"], False), (["yes", "no"], True)):
        for chosen in range(2):
            screen_renderer.draw(views.choice_view("Title", options, chosen, ("take", "^", "`", "leave")), frame)
            assert _is_chosen(options[chosen], wide, _pages(frame)), options[chosen]
            assert not _is_chosen(options[chosen], not wide, _pages(frame)), options[chosen]


def _is_chosen(text, wide, pages):
    """Return whether the chosen line of a list is this text, two pages high and as wide as that."""
    line = bytearray(WIDTH * PAGES)
    blitter.write_high(line, 14, 0, text, 1 if wide else 0)
    columns = lettering.width(text) * (2 if wide else 1)
    upper, lower = bytes(line[14 : 14 + columns]), bytes(line[WIDTH + 14 : WIDTH + 14 + columns])
    return any([pages[at][14:].find(upper) == 0 and pages[at + 1][14:].find(lower) == 0 for at in range(PAGES - 1)])


def test_the_names_of_the_values_have_room_in_every_language():
    for language in LANGUAGES:
        speaker = Speaker(language)
        value = views.value_text(speaker, 0, 4, 110)
        names = [value, views.value_text(speaker, 0, 12, 0), views.value_text(speaker, 0, 0, 0, 6)]
        for name in LIMIT_NAMES + ("13+ han",):
            names.append(speaker.localize(0, name))
        names.append("16000/32000 +" + speaker.localize(0, "{} honba", 12))
        names.append(f"{speaker.localize(0, 'South')} {value}")
        for name in names:
            assert lettering.width(name) <= ROOM, (language, name)
        for title, corner in (("Value each", "RIICHI fu"), ("My name", "RIICHI done")):
            assert (
                lettering.width(speaker.localize(0, title)) + 4 + lettering.width(speaker.localize(0, corner)) <= ROOM
            )
        assert lettering.width(speaker.localize(0, "2 han must be yaku")) <= ROOM


def test_what_a_seat_pays_or_gets_stands_large_with_all_that_belongs_to_it():
    """The largest amounts there are, at once, after the game and with a dead hand, in every language."""
    frame = DisplayFrame()
    for language in LANGUAGES:
        speaker = Speaker(language)
        for amount in (-100, 300, -12345, 96000, -288300):
            below = ["%d > %d" % (-99900, -99900 + amount)]
            more = [speaker.localize(0, "after the game {}", "-20000"), speaker.localize(0, "dead hand until the end")]
            for lines in (below, below + more[:1], below + more):
                view = views.message_view(
                    "Chombo: " + NAME, lines, speaker.key_labels(0, "yes", "ron", "", "no"), "preview", "60 s"
                )
                screen_renderer.draw(views.with_amount(view, b"%+d" % amount, [], lines), frame)
                pages = _pages(frame)
                assert display_text.stands("%+d" % amount, pages), (language, amount, lines)
                for line in lines:
                    assert display_text.stands(line, pages), (language, line)


def test_an_amount_is_the_largest_thing_on_its_screen():
    """At least three pages of digits beside letters of one; alone with its line, five."""
    frame = DisplayFrame()
    for amount in (-1000, 12000, -288300):
        view = views.message_view("South ron", [], ("yes", "", "", "no"), "preview", "8 s")
        screen_renderer.draw(views.with_amount(view, b"%+d" % amount, [], ["25000 > 1000"]), frame)
        pages = _pages(frame)
        digits = [y for y in range(8, 48) if any([column >> y % 8 & 1 for column in pages[y // 8]])]
        assert max(digits) - min(digits) >= 36, amount


def test_every_event_has_room_in_the_question_of_undo():
    for language in LANGUAGES:
        speaker = Speaker(language)
        for name in undo.NAMES.values():
            assert lettering.width(speaker.localize(0, name)) <= ROOM, (language, name)
