"""Mistakes in a user's own rule book: each is shown with its line, and a file that is none is named."""

from __future__ import annotations

import pytest

import tenbo
from host.rulebooks.conftest import ids_path, refusal
from tenbo.cli.dispatch import main
from tenbo.rulebooks import ids, load
from tenbo_core.errors import Malformed

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
    ("bad_field", 2, "start_points must be a positive multiple of 100, not 30050", "start_points = 30050"),
    ("bad_field", 2, "start_points must be a positive multiple of 100, not 0", "start_points = 0"),
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


@pytest.mark.parametrize(
    ("base", "text", "remedy"),
    [
        ("alarm", 'payment = "fu"', "usually point_step is 100"),
        ("alarm", 'payment = "fu"\npoint_step = 100', ""),
        ("alarm", "payment = [500, 1000]", ""),
        ("alarm", "payment = [250, 100]", "units are multiples of 100, or of 250"),
        ("ema-2016", "payment = [250, 500]", "usually point_step is 250"),
        ("ema-2016", "payment = [300, 500]", ""),
        ("ema-2016", "point_step = 250", "usually point_step is 100"),
    ],
)
def test_payments_that_no_stick_of_the_book_can_pay_are_said_aloud(write, capsys, base, text, remedy):
    """Scores of such a game could not be typed: they are no multiples of the smallest stick."""
    assert main(["rules", "show", str(write(f'extends = "{base}"\n{text}\n'))]) == 0
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
