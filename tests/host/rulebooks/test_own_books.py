"""A user's own rule book: what it may say, and what is said of it."""

from __future__ import annotations

import json

import pytest

from host.rulebooks.conftest import ids_path, refusal
from tenbo.cli.dispatch import main
from tenbo.rulebooks import Citation, as_start_fields, ids, load
from tenbo_core.errors import Malformed


def test_an_own_book_changes_only_what_it_names(write):
    """The rest is the base's, sections included."""
    book = load(write('extends = "ema-2016"\nred_fives = 3\n\n[yaku]\nopen_riichi = [1, 0]\n'))
    base = load("ema-2016")
    changed = {"red_fives": 3, "yaku": {**base.rules.yaku, "open_riichi": [1, 0]}}
    assert {**base.rules.values, **changed} == book.rules.values
    assert Citation(silent="changed in club.toml") == book.sections["red_fives"] == book.sections["yaku.open_riichi"]
    assert base.sections["uma"] == book.sections["uma"]
    assert (book.id, book.title) == ("club", "EMA Riichi 2016, changed")


def test_the_base_is_not_changed_by_a_book_that_extends_it(write):
    """Books are shared; one table's rules are no one else's."""
    load(write('extends = "austria"\n[yaku]\ntanyao = [1, 0]\n'))
    assert load("austria").rules.yaku["tanyao"] == [1, 1]


def test_an_own_book_may_have_a_name_and_sections_of_its_own(write):
    """A club's rules have paragraphs too."""
    text = """
extends = "alarm"
id = "club-night"
title = "Thursday"
payment = { value = [300, 600], section = "club sheet" }
[yaku]
renhou = { closed = 4, open = 0, silent = "agreed" }
"""
    book = load(write(text))
    assert (book.id, book.title, book.edition) == ("club-night", "Thursday", "2019")
    assert book.rules.payment == [300, 600]
    assert Citation(section="club sheet") == book.sections["payment"]
    assert ([4, 0], Citation(silent="agreed")) == (book.rules.yaku["renhou"], book.sections["yaku.renhou"])


def test_every_book_can_be_extended(write):
    """The empty change is the base."""
    for book_id in ids():
        assert load(write(f'extends = "{book_id}"\n')).rules.values == load(book_id).rules.values


def test_a_complete_book_needs_no_base(write):
    """Our own files are such books."""
    text = (ids_path("ema-2016")).read_text("utf-8").replace('id = "ema-2016"', 'id = "copy"')
    assert load(write(text)).rules.values == load("ema-2016").rules.values


CHANGES = [
    ("unknown_option", "kirage", {"kirage": True}),
    ("bad_field", "kiriage", {"kiriage": 1}),
    ("bad_field", "uma", {"uma": [1]}),
    ("bad_field", "uma", {"uma": [20, 10, -10, -20]}),
    ("bad_field", "uma", {"uma": [20000, 10000, -10000, -10000]}),
    ("unknown_option", "uma", {"uma": {"els": [0, 0, 0, 0]}}),
    ("bad_field", "uma", {"uma": {"3": [12000, -1000, -3000, -8000]}}),
    ("bad_field", "uma", {"uma": {"else": [8000, 4000, -4000]}}),
    ("bad_field", "uma", {"uma": {"1": [8000, 3000, 1000, -1200], "else": [0, 0, 0, 0]}}),
    ("bad_field", "uma", {"uma": {"else": [8, 4, -4, -8]}}),
    ("unknown_option", "yaku.tanyo", {"yaku": {"tanyo": [1, 1]}}),
    ("bad_field", "yaku", {"yaku": {"tanyao": [1]}}),
    ("bad_field", "yaku", {"yaku": [1]}),
]


@pytest.mark.parametrize(("code", "place", "changes"), CHANGES, ids=str)
def test_changes_by_set_are_checked(code, place, changes):
    """The same words as in a file; the place is the switch."""
    with pytest.raises(Malformed) as caught:
        load("ema-2016").with_changes(changes)
    assert (code, place) == (caught.value.code, caught.value.at)


@pytest.mark.parametrize(
    "text",
    [
        "uma = { 1 = [8000, 3000, 1000, -12000], else = [8000, 4000, -4000, -8000] }",
        'uma = { value = { 1 = [8000, 3000, 1000, -12000], else = [8000, 4000, -4000, -8000] }, section = "7" }',
        "[uma]\n1 = [8000, 3000, 1000, -12000]\nelse = [8000, 4000, -4000, -8000]",
    ],
)
def test_uma_by_players_below_the_start_can_be_written_in_every_form(write, text):
    """And travels with the start of a game."""
    table = {"1": [8000, 3000, 1000, -12000], "else": [8000, 4000, -4000, -8000]}
    book = load(write(f'extends = "ema-2016"\n{text}\n'))
    assert book.rules.uma == table
    assert as_start_fields(book) == ("ema-2016", [["uma", table]])


def test_a_wrong_row_of_uma_is_named_with_its_line(write):
    """With the row that was probably meant."""
    error = refusal(write('extends = "ema-2016"\numa = { ones = [0, 0, 0, 0], els = [0, 0, 0, 0] }\n'))
    assert error.code == "unknown_option"
    assert "line 2: uma has no row 'ones'" in error.message
    error = refusal(write('extends = "ema-2016"\n[uma]\nels = [0, 0, 0, 0]\n'))
    assert "did you mean else?" in error.message


def test_changes_by_set_say_so_in_the_sections():
    """An explanation must not cite the book for what the user changed."""
    book = load("ema-2016").with_changes({"kiriage": True, "yaku": {"tanyao": [1, 0]}})
    assert book.sections["kiriage"].silent == book.sections["yaku.tanyao"].silent == "changed by `set`"
    assert load("ema-2016").sections["yaku.pinfu"] == book.sections["yaku.pinfu"]
    assert load("ema-2016").sections["kiriage"].section


def test_every_book_travels_in_the_start_of_a_game(write):
    """As one that every table has, and the changes; a complete book of someone's own finds the nearest."""
    for book_id in ids():
        assert as_start_fields(load(book_id)) == (book_id, [])
        text = ids_path(book_id).read_text("utf-8").replace(f'id = "{book_id}"', 'id = "copy"')
        own = load(write(text)).with_changes({"late_limit": 17, "yaku": {"tanyao": [3, 2]}})
        base, changes = as_start_fields(own)
        assert (base, changes) == (book_id, [["yaku", {"tanyao": [3, 2]}], ["late_limit", 17]])
        assert load(base).with_changes(dict(changes)).rules.values == own.rules.values


def test_a_book_that_is_too_different_to_travel_is_told_so(write):
    """A table has room for a start of some hundred letters."""
    rows = "\n".join(f"{name} = [7, 6]" for name in load("alarm").rules.yaku if name != "nagashi_mangan")
    with pytest.raises(Malformed, match=r"changes so much of alarm .* extend the most similar book"):
        as_start_fields(load(write(f'extends = "alarm"\n[yaku]\n{rows}\n')))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("honba_value = 30000", "sets honba_value to 30000, where ema-2016 has 300: check its digits"),
        ("noten_pool = 30000", "sets noten_pool to 30000, where ema-2016 has 3000"),
        ("substitute_result = 30000", "sets substitute_result to 30000, where ema-2016 has -30000"),
        ("oka = -20000", "sets oka to -20000, where ema-2016 has 0"),
        ("riichi_needs = 1000000", "sets riichi_needs to 1000000"),
        ("session_minutes = 900", "sets session_minutes to 900"),
        ("uma = [-15000, -5000, 5000, 15000]", "gives a lower place a higher uma, [-15000, -5000, 5000, 15000]"),
        ("honba_value = 1500\nriichi_needs = 1000\numa = [30000, 10000, -10000, -30000]", ""),
        ("uma = [20000, 0, 0, -20000]\nsession_minutes = 120\nchombo_points = 30000", ""),
    ],
)
def test_an_amount_with_a_digit_too_many_or_a_wrong_sign_is_said_aloud(write, capsys, text, said):
    """It is taken, for no one can know what a club plays; and someone will see it before the first hand."""
    assert main(["rules", "show", str(write(f'extends = "ema-2016"\n{text}\n'))]) == 0
    told = capsys.readouterr().err
    assert said in told
    assert bool(told) == bool(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('title = ""', "line 2: title must be one non-empty line of at most 200 characters, not ''"),
        ('title = "a\\u001b[31mb"', "line 2: title must be one non-empty line of at most 200 characters"),
        (f'title = "{"x" * 201}"', "line 2: title must be one non-empty line of at most 200 characters"),
        ("title = true", "line 2: title must be a text in quotes, not true"),
        (
            'bust = { value = true, section = "a\\u001bb" }',
            "line 2: section and silent of bust contain characters that cannot be printed",
        ),
    ],
)
def test_the_words_of_a_book_are_lines_that_can_be_shown(write, text, said):
    """They stand beside every rule that is explained, in a terminal and on paper."""
    assert said in refusal(write(f'extends = "ema-2016"\n{text}\n')).message


def test_a_yaku_that_would_be_worth_more_open_is_said_aloud(write, capsys):
    """Its two numbers are the wrong way round, and no rules are like that."""
    for row, doubted in (("[1, 2]", 1), ("[2, 1]", 0)):
        assert main(["rules", "show", str(write(f'extends = "ema-2016"\n[yaku]\nsanshoku_doujun = {row}\n'))]) == 0
        told = capsys.readouterr().err
        assert told.count("gives sanshoku_doujun 2 han open and 1 closed; a row is [han closed, han open]") == doubted


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("honba_value = 900000000", "honba_value must be at most 1000000 points, not 900000000"),
        ("start_points = 3000000", "start_points must be at most 1000000 points, not 3000000"),
        ("uma = [15000000, 5000000, -5000000, -15000000]", "uma must be at most 1000000 points, not 15000000"),
        ("substitute_result = -30000000", "substitute_result must be at least -1000000 points, not -30000000"),
        ("payment = [300, 600, 9000000]", "payment must be at most 1000000 points, not 9000000"),
        ("session_minutes = 9000", "session_minutes must be at most 1440 minutes, not 9000"),
        ("warning_minutes = [15, 1500]", "warning_minutes must be at most 1440 minutes, not 1500"),
        ("agree_seconds = 3601", "agree_seconds must be at most 3600 seconds, not 3601"),
    ],
)
def test_a_number_with_a_digit_too_many_is_refused(write, line, said):
    """In a file as in a change of a single game."""
    assert said in refusal(write(f'extends = "ema-2025"\n{line}\n')).message
    name, value = line.split(" = ")
    with pytest.raises(Malformed, match=said):
        load("ema-2025").with_changes({name: json.loads(value)})


def test_the_largest_numbers_are_taken(write):
    """The bound itself is no digit too many."""
    text = "start_points = 1000000\ntarget_points = 1000000\nagree_seconds = 3600\nsession_minutes = 1440\n"
    assert load(write(f'extends = "ema-2025"\n{text}')).rules.start_points == 1_000_000
