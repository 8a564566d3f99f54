"""A user's own rule book: what it may say, and where each mistake is shown."""

from __future__ import annotations

import json

import pytest

import tenbo
from tenbo.cli.dispatch import main
from tenbo.rulebooks import Citation, as_start_fields, ids, load
from tenbo_core.errors import Malformed


@pytest.fixture
def write(tmp_path):
    """Write an own book and give its path."""

    def write_book(text: str, name: str = "club.toml"):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    return write_book


def refusal(path) -> Malformed:
    """Return the error that loading a book ends with."""
    with pytest.raises(Malformed) as caught:
        load(path)
    return caught.value


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


def ids_path(book_id: str):
    """Return the file of a book that comes along."""
    from pathlib import Path

    import tenbo.rulebooks

    return Path(tenbo.rulebooks.__file__).with_name(f"{book_id}.toml")


MISTAKES = [
    ("unknown_option", 2, "there is no rule switch 'kirage'; did you mean kiriage?", "kirage = true"),
    ("unknown_option", 2, "there is no rule switch 'xyzzy'", "xyzzy = 1"),
    ("bad_field", 2, "kiriage must be true or false, not 1", "kiriage = 1"),
    ("bad_field", 2, "start_points must be an integer, not '30000'", 'start_points = "30000"'),
    ("bad_field", 2, "start_points must be an integer, not 250.5", "start_points = 250.5"),
    ("bad_field", 2, "uma must be a list of four integers, not [1, 2, 3]", "uma = [1, 2, 3]"),
    ("bad_field", 2, "uma is in points, not in thousands: write [20000, 10000", "uma = [20, 10, -10, -20]"),
    (
        "bad_field",
        2,
        "uma must add up to 0, not 10000; a bonus for first place is oka",
        "uma = [20000, 10000, -10000, -10000]",
    ),
    ("bad_field", 2, "noten_pool must be 0 or a positive multiple of 6, not 3500", "noten_pool = 3500"),
    ("bad_field", 2, "start_points must be 0 or a positive multiple of 100, not 30050", "start_points = 30050"),
    ("bad_field", 2, "start_points must be above 0, not 0", "start_points = 0"),
    ("bad_field", 2, "warning_minutes are before the end: none can be below 0", "warning_minutes = [5, -1]"),
    ("bad_field", 2, "agree_seconds cannot be below 0", "agree_seconds = -5"),
    ("bad_field", 2, "red_fives must be one of 0, 2, 3, not 4", "red_fives = 4"),
    ("bad_field", 2, "length must be one of east, hanchan, not 'long'", 'length = "long"'),
    ("bad_field", 2, "pao must be a list of daisangen, daisuushii, suukantsu, not ['dai']", 'pao = ["dai"]'),
    ("bad_field", 3, "bust must be true or false, not 'no'", '# the end\nbust = "no"'),
    ("bad_field", 2, "yaku must be a table of yaku = [han closed, han open]", "yaku = 3"),
    ("unknown_option", 3, "there is no yaku 'tanyo'; did you mean tanyao?", "[yaku]\ntanyo = [1, 1]"),
    ("bad_field", 4, "riichi must be [han closed, han open]", "[yaku]\ntanyao = [1, 1]\nriichi = [1]"),
    ("bad_field", 3, "riichi must be [han closed, han open]", "[yaku]\nriichi = { closed = 1 }"),
    ("bad_field", 3, "riichi must be [han closed, han open]", "[yaku]\nriichi = [1, -1]"),
    ("bad_field", 2, "riichi must be [han closed, han open]", "yaku.riichi = 2"),
    (
        "bad_field",
        3,
        "riichi must be [han closed, han open] or { closed = 1, open = 0 }, 0 where it is not allowed, 13 at most",
        "[yaku]\nriichi = [1]",
    ),
    (
        "bad_field",
        3,
        "daisangen must be [han closed, han open] or { closed = 1, open = 0 }, 0 where it is not allowed, 39 at most",
        "[yaku]\ndaisangen = [13]",
    ),
    ("bad_field", 2, "riichi must be [han closed, han open]", "yaku = { riichi = 2 }"),
    ("unknown_option", 3, "riichi has no 'han'", "[yaku]\nriichi = { han = 1 }"),
    ("missing_field", 2, "bust has no value", 'bust = { section = "1" }'),
    ("unknown_option", 2, "bust has no 'sektion'", 'bust = { value = true, sektion = "1" }'),
    ("bad_field", 2, "section and silent of bust must be texts in quotes", "bust = { value = true, section = 3 }"),
    (
        "bad_field",
        2,
        "bust has both section and silent; leave one of them out",
        'bust = { value = true, section = "1", silent = "no" }',
    ),
    ("bad_field", 2, "the id must be a short name such as \"club-night\", not ''", 'id = ""'),
    ("bad_field", 2, 'the id must be a short name such as "club-night", not', 'id = "a\\nb"'),
    ("bad_field", 3, "riichi must be [han closed, han open]", "[yaku]\nriichi = [1000000000, 0]"),
    ("bad_field", 2, "title must be a text in quotes, not 5", "title = 5"),
    ("bad_field", 3, "this is not TOML", "bust = true\numa = [1,,2]"),
    ("bad_field", 3, "this is not TOML", "bust = true\nbust = false"),
]


@pytest.mark.parametrize(
    ("code", "line", "words", "text"), MISTAKES, ids=[case[3].replace("\n", " ") for case in MISTAKES]
)
def test_a_mistake_is_shown_with_its_line(write, code, line, words, text):
    """The message names the file and the line, and says what would be right."""
    error = refusal(write(f'extends = "ema-2016"\n{text}\n'))
    assert (code, f"club.toml:{line}") == (error.code, error.at)
    assert error.message.startswith(f"club.toml, line {line}: {words}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "start_points = 25000",
            "add up to -20000: write oka = 20000 (the bonus for first place) or target_points = 25000",
        ),
        ("start_points = 25000\ntarget_points = 30000", "add up to -20000: write oka = 20000"),
        ("target_points = 35000", "add up to -20000: write oka = 20000"),
        ("start_points = 35000", "add up to 20000: write target_points = 35000"),
    ],
)
def test_an_own_book_without_oka_is_refused_where_points_would_vanish(write, text, said):
    """The totals of every table would add up to less than nothing, and nobody would see why."""
    error = refusal(write(f'extends = "ema-2016"\n{text}\n'))
    assert (error.code, error.at) == ("missing_field", "club.toml:2")
    assert said in error.message


@pytest.mark.parametrize(
    ("text", "sum_of_totals", "remedy"),
    [
        ("start_points = 25000\noka = 20000", 0, ""),
        ("start_points = 25000\ntarget_points = 25000", 0, ""),
        ("start_points = 25000\ntarget_points = 30000\noka = 20000", 0, ""),
        ("start_points = 25000\noka = 0", -20000, ""),
        ("start_points = 25000\noka = 10000", -10000, "usually oka is 20000"),
        (
            "start_points = 30000\ntarget_points = 25000\noka = 20000",
            40000,
            "usually target_points is 30000 and oka is 0",
        ),
        ("bust = true", 0, ""),
    ],
)
def test_an_own_book_that_names_oka_is_taken_and_one_that_does_not_balance_is_said_aloud(
    write, capsys, text, sum_of_totals, remedy
):
    """A club may keep a part of the points, as long as it says so."""
    path = write(f'extends = "ema-2016"\n{text}\n')
    game = tenbo.Game(path)
    game.end()
    assert sum(game.standing().totals) == sum_of_totals
    assert main(["rules", "show", str(path)]) == 0
    complaint = capsys.readouterr().err
    assert (remedy in complaint) if remedy else not complaint


def test_an_unknown_base_is_shown_with_the_books_there_are(write):
    """Own books extend the books that come along, not each other."""
    error = refusal(write('title = "x"\nextends = "ema-2015"\n'))
    assert (error.code, error.at) == ("unknown_rules", "club.toml:2")
    assert "use one of: ema-2025, ema-2012" in error.message


def test_a_book_without_a_base_must_say_everything(write):
    """A forgotten switch would otherwise be decided by no one."""
    whole = ids_path("ema-2016").read_text("utf-8")
    without = "\n".join(line for line in whole.splitlines() if not line.startswith("kiriage"))
    error = refusal(write(without))
    assert (error.code, error.at) == ("missing_field", "club.toml")
    assert "the switch kiriage is missing" in error.message
    error = refusal(write(whole.replace("pinfu =", "tanyao2 =")))
    assert error.code == "unknown_option"
    error = refusal(write("\n".join(line for line in whole.splitlines() if not line.startswith("pinfu"))))
    assert (error.code, "the yaku pinfu is missing" in error.message) == ("missing_field", True)


def test_a_book_without_a_base_must_say_where_its_values_come_from(write):
    """A plain value is enough for a change, not for a book."""
    whole = ids_path("ema-2016").read_text("utf-8")
    lines = ["bust = false" if line.startswith("bust") else line for line in whole.splitlines()]
    error = refusal(write("\n".join(lines)))
    assert ("missing_field", f"club.toml:{lines.index('bust = false') + 1}") == (error.code, error.at)


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    """Missing, a folder, or not text at all."""
    error = refusal(tmp_path / "no.toml")
    assert (error.code, error.message) == ("unknown_rules", "there is no rule book file no.toml")
    (tmp_path / "folder.toml").mkdir()
    assert refusal(tmp_path / "folder.toml").code == "unknown_rules"
    (tmp_path / "bytes.toml").write_bytes(b'extends = "alarm"\ntitle = "\xff"\n')
    error = refusal(tmp_path / "bytes.toml")
    assert (error.code, error.at) == ("bad_field", "bytes.toml:2")
    (tmp_path / "wide.toml").write_text('extends = "alarm"\n', "utf-16")
    for name in ("bytes.toml", "wide.toml"):
        assert refusal(tmp_path / name).message.endswith("this is not UTF-8; save the file as UTF-8")


def test_an_own_book_has_an_id_of_its_own(write):
    """A changed book under the old name would be taken for the printed one."""
    error = refusal(write('extends = "alarm"\noka = 1000\n', "alarm.toml"))
    assert (error.code, error.at) == ("bad_field", "alarm.toml")
    assert load(write('extends = "alarm"\nid = "alarm-plus"\n', "alarm.toml")).id == "alarm-plus"


def test_an_unknown_id_is_answered_with_the_ids():
    """Anyone who mistypes an id sees the right one at once."""
    error = refusal("ema-2013")
    assert error.code == "unknown_rules"
    for book_id in ids():
        assert book_id in error.message


def test_a_path_without_toml_is_told_what_to_do(tmp_path):
    """An own file is known by its ending."""
    path = tmp_path / "club.txt"
    path.write_text('extends = "alarm"\n', "utf-8")
    assert "or give the FILE.toml of your own book" in refusal(path).message


def test_names_from_records_reach_no_files(write):
    """A record from elsewhere must not make us open files."""
    path = write('extends = "alarm"\n')
    with pytest.raises(Malformed) as caught:
        load(path, files=False)
    assert caught.value.code == "unknown_rules"


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
