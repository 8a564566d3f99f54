"""The score screen holds for every score there can be: nothing overlaps, nothing is cut, nothing burns in."""

import display_text
import screen_views

from device.outputs import score_screen, screen_renderer, views
from device.text import blitter, lettering
from device.text.display_frame import HEIGHT, WIDTH, DisplayFrame
from device.text.language import LANGUAGES
from tenbo_core.seats import WIND_LETTERS, WIND_SIGNS

SCORES = (0, 100, 900, 8000, 25000, 30250, 99900, 100000, 123400, 331200, -100, -8000, -12300, -99900, -288100)
SCORE_ROWS = range(8, 48)


def _drawn(score=25000, others=(25000, 25000, 25000), **changes):
    frame = DisplayFrame()
    screen_renderer.draw(screen_views._score(0, scores=[score] + list(others), **changes), frame)
    return frame


def _lit(frame, columns, rows):
    # In columns: one list of all pixels takes more in one piece than all signs leave.
    return sum([sum([frame.pixel(x, y) for y in rows]) for x in columns])


def test_a_part_that_is_made_dark_is_dark_and_all_around_it_stays():
    """Whole bytes are written; at the last column of the last page nothing may be written behind it."""
    for x, page, width, pages in ((0, 0, 128, 8), (0, 1, 128, 6), (19, 2, 109, 4), (127, 7, 1, 1), (5, 3, 0, 2)):
        frame = DisplayFrame()
        for at in range(1024):
            frame.buffer[at] = 0xFF
        frame.wipe(x, page, width, pages)
        for at in range(1024):
            inside = page <= at // WIDTH < page + pages and x <= at % WIDTH < x + width
            assert frame.buffer[at] == (0 if inside else 0xFF), (x, page, at)
    assert len(frame.buffer) == 1024


def test_every_own_score_stays_clear_of_the_wind_at_its_left():
    """Three blank columns at least stand between the signs and the digits, at every shift."""
    for score in SCORES:
        for shift in range(4):
            frame = _drawn(score, honba=shift, riichi=[0])
            left = (shift + 1) % 4
            assert _lit(frame, range(left + 16, left + 19), SCORE_ROWS) == 0, score
            assert _lit(frame, range(left + 19, WIDTH), SCORE_ROWS) > 0


def test_different_scores_look_different():
    """No two of them share a picture, so no digit was cut off."""
    pictures = []
    for score in SCORES:
        picture = bytes(_drawn(score).buffer)
        assert picture not in pictures
        pictures.append(picture)


def test_the_other_scores_fit_side_by_side_whatever_they_are():
    """At least one blank column on either side of the middle one."""
    for left in SCORES:
        for across in SCORES:
            for right in (25000, 123400, -12300):
                frame = _drawn(25000, (right, across, left))
                rows = range(49, HEIGHT) if len(f"{left}{across}{right}") < 16 else range(56, HEIGHT)
                blank = [_lit(frame, (x,), rows) == 0 for x in range(WIDTH)]
                assert blank[:2] != [False, False]
                assert not all(blank)


def test_the_layout_moves_by_one_column_from_hand_to_hand():
    """Burn-in: the same pixels are not lit all evening."""
    first = _drawn(hand=1)
    for hand in (2, 3):
        assert bytes(_drawn(hand=hand).buffer) != bytes(first.buffer)
    shifts = {screen_views._score(0, hand=hand).shift for hand in (1, 2, 3, 4)}
    assert shifts == {0, 1, 2, 3}


def _longest_run(frame, y):
    longest = run = 0
    for x in range(WIDTH):
        run = run + 1 if frame.pixel(x, y) else 0
        longest = max(longest, run)
    return longest


def test_nothing_is_wider_than_a_riichi_stick():
    """Bars, frames and inverse lines burn in, and make the rows beside them dim."""
    frame = DisplayFrame()
    for name, view in screen_views.SCENES:
        screen_renderer.draw(view, frame)
        assert max([_longest_run(frame, y) for y in range(HEIGHT)]) <= score_screen.STICK_WIDTH, name


def test_at_most_two_fifths_of_a_screen_are_lit():
    """The supply counts on less than half, and so do the displays' hours."""
    frame = DisplayFrame()
    for name, view in screen_views.SCENES:
        screen_renderer.draw(view, frame)
        assert _lit(frame, range(WIDTH), range(HEIGHT)) <= WIDTH * HEIGHT * 2 // 5, name


def test_riichi_and_dead_hands_of_the_others_are_marked_under_their_scores():
    plain = _drawn()
    stick = _drawn(riichi=[1])
    cross = _drawn(dead=[1])
    last = range(61, HEIGHT)
    right, rest = range(WIDTH * 2 // 3, WIDTH), range(WIDTH * 2 // 3)
    assert _lit(plain, range(WIDTH), last) == 0
    assert _lit(stick, right, last) == 25 + 6
    assert _lit(cross, right, last) == 5 * 5
    assert _lit(stick, rest, last) + _lit(cross, rest, last) == 0


def test_riichi_and_dead_hands_of_the_others_are_marked_beside_three_very_long_scores():
    """They stand in letters, which leave no room under them."""
    others = (-100100, -110100, -100000)
    plain = _drawn(430300, others)
    last = range(48, HEIGHT)
    for seat in (1, 2, 3):
        for change in ({"riichi": [seat]}, {"dead": [seat]}):
            more = _lit(_drawn(430300, others, **change), range(WIDTH), last) - _lit(plain, range(WIDTH), last)
            assert more >= 15, (seat, change)


def test_the_own_riichi_stands_under_the_wind():
    column, rows = range(20), range(24, 48)
    assert _lit(_drawn(), column, rows) == 0
    assert _lit(_drawn(riichi=[0]), column, rows) > 60


def _glyph(letter):
    frame = DisplayFrame()
    return bytes(frame.buffer[: lettering.write(frame, 0, 0, letter)])


def test_umlauts_are_their_letters_with_two_dots():
    """Two separate dots above, a row between, and the letter itself unchanged below."""
    for umlaut, letter in (("ä", "a"), ("ö", "o"), ("ü", "u")):
        marked = _glyph(umlaut)
        plain = _glyph(letter)
        assert [column & 0xFC for column in marked] == list(plain)
        assert [column & 0x03 for column in marked] == [0, 1, 0, 1, 0]
    for letter in "ÄÖÜß":
        assert _glyph(letter) != _glyph("?")


def test_what_the_font_has_not_is_a_question_mark():
    # The last four begin with the same two bytes as the winds.
    for sign in "鷲村卍襾匀":
        assert _glyph(sign).strip(b"\0") == _glyph("?").strip(b"\0"), sign


def test_a_long_note_takes_two_lines():
    assert lettering.wrap_text("not enough points for riichi", 125) == ["not enough points for", "riichi"]
    assert lettering.wrap_text("", 125) == [""]


def test_the_clock_gives_up_what_matters_least_when_there_is_no_room():
    """Wind and place first; in the last hour the hour, before it the seconds, and with no room at all these too."""
    for full in ("0:12:34", "1:12:34"):
        line = _first_line(screen_views._score(0, full, honba=12, sticks=11))
        assert display_text.stands(full, [line])
    for full, short, sticks in (
        ("0:12:34", "12:34", 1111111),
        ("1:12:34", "1:12", 1111111),
        ("0:12:34", "0:12", 11111111),
    ):
        assert _at(full, honba=11, sticks=sticks) == _at(short, honba=11, sticks=sticks), (full, sticks)


# What is said beside the score moves with the layout from hand to hand.
LAYOUT = 125


def _first_line(view):
    frame = DisplayFrame()
    screen_renderer.draw(view, frame)
    return bytes(frame.buffer[:WIDTH])


def test_the_first_line_keeps_every_digit_and_the_whole_word_of_the_hands_that_are_left():
    """In every language, with up to 99 counters and sticks, at every shift."""
    hands = [("1st", "1 hand"), ("4th", "2 hands")]
    for language in LANGUAGES[1:]:
        words = __import__("languages." + language, None, None, ["WORDS"]).WORDS
        hands += [(words["4th"], words["{} hand"].format(1)), (words["2nd"], words["{} hands"].format(2))]
    for rank, clock in hands + [("4th", "1:29:58"), ("2nd", "0:00:09"), ("4th", "12:30:00"), ("1st", "0:59:00")]:
        for counters in (0, 8, 10, 99):
            for sticks in (1, 9, 10, 88):
                view = screen_views._score(3, clock, hand=1 + sticks % 4, honba=counters, sticks=sticks)
                view.rank = rank
                line = _first_line(view)
                shown = [clock]
                if len(clock) > 7:
                    shown += [clock[: clock.rfind(":")]] + ([clock[2:]] if clock.startswith("0:") else [])
                assert [form for form in shown if display_text.stands(form, [line])], (clock, counters, sticks)
                for number in (counters, sticks, WIND_SIGNS[WIND_LETTERS.index(view.round[0])] + view.round[1:]):
                    assert display_text.stands(str(number), [line]), (clock, counters, sticks)


def test_what_has_no_room_for_a_word_says_the_number_alone():
    """A word that was cut would be another one."""
    line = _first_line(screen_views._score(0, "1 hand", honba=12345, sticks=10000))
    assert not display_text.stands("1 h", [line])
    assert display_text.stands("12345", [line])


def test_a_line_gives_up_letters_of_names_and_never_a_digit():
    for name in ("WWWWWWWWWWWW", "12345678901234", "Anna Wwwwwwwwwwww", "M. 2 Wwwwwwwwwwwwww"):
        for total in (-333300, 99900, 100):
            line = lettering.fit_text("4th %s %+d" % (name, total), WIDTH)
            assert lettering.width(line) <= WIDTH
            assert line.startswith("4th ")
            assert line.endswith(" %+d" % total)


def test_every_text_has_room_in_every_language():
    """What the buttons do stands on one line, what is said on two, of which no word is cut."""
    for language in LANGUAGES[1:]:
        for english, text in __import__("languages." + language, None, None, ["WORDS"]).WORDS.items():
            # The letters of names, of which one is shown at a time.
            if english == "ÄÖÜ":
                continue
            said = text.replace("{}", "-20000")
            if "OK " in said or "BACK " in said or "UP" in said:
                assert lettering.width(said) <= WIDTH, said
            lines = lettering.wrap_text(said, LAYOUT)
            assert len(lines) <= 2, said
            assert max([lettering.width(line) for line in lines]) <= LAYOUT, said


def _at(clock, **changes):
    """Return the first line from where its clock begins, at the latest."""
    frame = DisplayFrame()
    screen_renderer.draw(screen_views._score(0, clock, **changes), frame)
    return bytes(frame.buffer[96:WIDTH])


def test_equal_points_share_a_place_unless_the_book_goes_by_seats():
    table = screen_views.Table(scores=[25000, 30000, 25000, 20000])
    assert [_place(table, seat) for seat in range(4)] == [2, 1, 2, 4]
    table.rules.uma_ties = "seat"
    assert [_place(table, seat) for seat in range(4)] == [2, 1, 3, 4]


def _place(table, seat):
    return views.score_view(table, seat, "", "").place


def test_the_others_are_seen_as_they_sit():
    """The next in turn sits at the right, and winds follow the dealer."""
    view = screen_views._score(2, hand=2, scores=[1000, 2000, 3000, 4000])
    assert (view.wind, view.right.wind, view.across.wind, view.left.wind) == ("S", "W", "N", "E")
    assert (view.right.score, view.across.score, view.left.score) == (4000, 1000, 2000)


def test_a_list_shows_the_four_lines_around_the_chosen_one():
    names = [str(number) for number in range(7)]
    for chosen, first in ((0, 0), (1, 0), (2, 1), (4, 3), (6, 3)):
        shown = views.shown_lines(views.choice_view("", names, chosen, ""))
        assert shown == [(names[place], place == chosen) for place in range(first, first + 4)]


class Counted:
    """How often the letters are drawn while some views replace each other."""

    def __init__(self, first):
        self.frame = DisplayFrame()
        self.texts = self.numbers = 0
        self._show(first)

    def _show(self, view):
        screen_renderer.draw(view, self.frame)

    def show(self, view):
        """Draw a view and return how many texts and how many numbers were written."""
        small, digits = blitter.write_small, blitter.write_digits
        self.texts = self.numbers = 0
        blitter.write_small = self._text(small)
        score_screen.write_digits = self._number(digits)
        try:
            self._show(view)
        finally:
            blitter.write_small, score_screen.write_digits = small, digits
        return self.texts, self.numbers

    def _text(self, write):
        def counted(*arguments):
            self.texts += 1
            return write(*arguments)

        return counted

    def _number(self, write):
        def counted(frame, *arguments):
            self.numbers += frame is not blitter.NO_FRAME
            return write(frame, *arguments)

        return counted


def test_only_what_has_changed_is_drawn_again():
    """Of a second the clock, of a riichi elsewhere the sticks and the three scores, of nothing nothing."""
    before = {"hand": 2, "scores": [30000, 30000, 25100, 34900]}
    after = {"hand": 2, "sticks": 1, "riichi": [1], "scores": [30000, 29000, 25100, 34900]}
    counted = Counted(screen_views._score(0, "0:59:59", **before))
    assert counted.show(screen_views._score(0, "0:59:59", **before)) == (0, 0)
    assert counted.show(screen_views._score(0, "0:59:58", **before)) == (1, 0)
    assert counted.show(screen_views._score(0, "0:59:58", **after)) == (1, 5)
    counted = Counted(screen_views._score(1, "0:59:59", **before))
    assert counted.show(screen_views._score(1, "0:59:58", **after)) == (5, 1)


def test_a_countdown_draws_its_line_and_a_step_of_a_list_its_lines():
    names = ["one", "two", "three", "four", "five", "six"]
    keys = ("take", "^", "`", "leave")
    counted = Counted(views.choice_view("What?", names, 1, keys))
    # The title and the place in the list, then the three lines that are not chosen.
    assert counted.show(views.choice_view("What?", names, 2, keys)) == (5, 0)
    view = views.with_amount(
        views.message_view("South ron", [], keys, "preview", "8 s"), b"-3900", [], ["30000 > 26100"]
    )
    counted = Counted(view)
    other = views.with_amount(
        views.message_view("South ron", [], keys, "preview", "7 s"), b"-3900", [], ["30000 > 26100"]
    )
    assert counted.show(other) == (2, 0)
