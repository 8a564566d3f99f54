"""`tenbo demo` in terminals of all kinds: everything is on the screen, and the last line is the truth."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from tenbo.cli.dispatch import main
from tenbo.simulator.demo import NAMES
from terminals import in_terminal, plain
from tools.generate import demo_animation
from tools.generate.generated_files import _stale as stale

LAST = (
    "Device and host agree on all 23 events and on every point: "
    "22,800 + 22,800 + 37,000 + 37,400 + 0 on the table = 120,000."
)
# Beside each row of a display in dots.
EDGE = "\u2502"


@pytest.fixture(scope="module")
def small():
    """Return what a terminal of 80 by 24 shows."""
    return in_terminal("demo", "--fast")


@pytest.mark.thorough("simulated tables play for seconds")
def test_every_step_fits_a_small_terminal_with_a_display_and_all_seats(small):
    """Nothing scrolls off: that was the show-piece."""
    screens = small.screens()
    assert len(screens) > 30
    for rows in screens[:-1]:
        assert len(rows) <= 24
        assert max(map(len, rows)) <= 80
        assert sum(row.count(EDGE) for row in rows) == 2 * 16
        assert all(any(name in row for row in rows[1:20]) for name in NAMES)


def test_no_word_beside_the_display_is_cut(small):
    """A riichi stands there whole, with its player's points."""
    beside = [row.rpartition(EDGE)[2] for rows in small.screens()[:-1] for row in rows if EDGE in row]
    assert any(words.split()[1:] == ["riichi"] for words in beside)
    assert not [words for words in beside if "riic" in words and "riichi" not in words]


def test_every_step_is_told_in_the_words_of_people(small):
    captions = [rows[0] for rows in small.screens()]
    assert captions[1] == "Carla presses RIICHI: 1,000 points lie on the table."
    assert captions[2] == "Carla presses OK and UP: ron from across, on Anna's tile."
    assert captions[4] == "Anna agrees: OK."
    assert "Carla ron from Anna 3 han 40 fu" in small.text
    assert "win 2<0" not in small.text


def test_the_demonstration_leaves_the_terminal_as_it_was_and_ends_with_the_truth(small):
    """On the alternate screen; afterwards sheet, result, what to try next, and the last line."""
    before, _, left = small.raw.rpartition("\x1b[?1049l")
    assert before.count("\x1b[?1049h") == 1
    assert "\x1b[2J" not in left
    rows = [row for row in plain(left).split("\n") if row]
    assert " ".join(rows[-2:]) == LAST
    assert max(map(len, rows)) <= 80
    assert any("tenbo" in row and "sim" in row for row in rows)
    assert len(rows) + 5 <= 24
    assert small.status == 0


@pytest.mark.parametrize(("columns", "lines", "displays"), [(120, 40, 32), (140, 50, 64), (60, 20, 0)])
@pytest.mark.thorough("the demonstration again, for every size")
def test_a_larger_terminal_shows_more_displays_and_a_smaller_one_words(columns, lines, displays):
    shown = in_terminal("demo", "--fast", "--hands", "1", columns=columns, lines=lines)
    for rows in shown.screens()[:-1]:
        assert len(rows) <= lines
        assert max(map(len, rows)) <= columns
        assert "\n".join(rows).count(EDGE) // 2 == displays
        assert all(any(name in row for row in rows) for name in NAMES)
        assert "." in " ".join(rows[:2])


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_dumb_terminal_is_told_line_by_line_without_control_sequences():
    shown = in_terminal("demo", "--fast", "--hands", "1", TERM="dumb")
    assert "\x1b" not in shown.raw
    assert "The dice are thrown: a hand begins." in shown.text
    assert shown.status == 0


@pytest.mark.thorough("simulated tables play for seconds")
def test_colours_are_for_who_wants_them(small):
    coloured = "\x1b[32m"
    assert coloured in small.raw
    assert coloured not in in_terminal("demo", "--fast", "--hands", "1", NO_COLOR="1").raw


@pytest.mark.thorough("simulated tables play for seconds")
def test_a_pipe_of_ascii_gets_the_seats_in_words(monkeypatch, capsys):
    """A redirected demonstration on Windows ended in a traceback."""
    shown = in_terminal("demo", "--fast", "--hands", "1", TERM="dumb", PYTHONIOENCODING="ascii")
    assert shown.raw.isascii()
    assert shown.status == 0
    assert "?" not in shown.text
    assert main(["demo", "--hands", "-3"]) == 2
    assert capsys.readouterr().err == "tenbo demo: --hands must be at least 1, not -3\n"


def test_the_recording_in_the_readme_is_what_the_table_shows_now():
    """`python -m tools.generate demo_animation` makes it again."""
    made = demo_animation.files()
    assert stale(demo_animation, made) == []
    (text,) = made.values()
    assert b"Carla presses RIICHI" in text
    assert len(ET.fromstring(text).findall("{http://www.w3.org/2000/svg}rect")) == 4
    assert "docs/demo.svg" in (demo_animation.ROOT / "README.md").read_text("utf-8")
    assert stale(demo_animation, dict.fromkeys(made, text + b" ")) == list(made)


def test_a_clubs_own_book_can_be_watched(tmp_path, capsys):
    """By its file; device and host agree on every point of it."""
    book = tmp_path / "club.toml"
    book.write_text(
        'extends = "ema-2016"\nstart_points = 25000\ntarget_points = 25000\numa = [20000, 10000, -10000, -20000]\n',
        "utf-8",
    )
    assert main(["demo", "--fast", "--hands", "1", "--rules", str(book)]) == 0
    assert capsys.readouterr().out.rstrip().endswith("= 100,000.")
