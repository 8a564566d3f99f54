"""Files of scores, cell by cell: which numbers are points, which letters a seat, and which rows are one table."""

from __future__ import annotations

import pytest

from tenbo.formats.score_files import read_scores, riichinomi_players_csv
from tenbo.tournament.player_directory import Player
from tenbo_core.errors import Malformed
from tools.generate.words import ORDER, device_translations

OURS = "session,table,seat,player,score,penalties,desk penalties,total"
THEIRS = "Round ID,Table ID,Player ID,Seat Wind,Points,Penalties"
SCORES = (30000, 20000, 40000, 30000)


def ours(head=OURS, **first):
    """Return a table in our columns; the cells of its first row may be others."""
    rows = []
    for seat, score in enumerate(SCORES):
        cells = {"session": 1, "table": 2, "seat": "ESWN"[seat], "player": 11 + seat, "score": score}
        rows.append({**cells, **(first if seat == 0 else {})})
    return "\n".join([head, *(",".join(str(row.get(name, "")) for name in head.split(",")) for row in rows)]) + "\n"


def theirs(penalty, points=SCORES[0]):
    """Return a table in the columns of the other program, whose first seat has a penalty."""
    rows = [f"1,2,{11 + seat},{seat},{points if seat == 0 else SCORES[seat]},{penalty if seat == 0 else 0}"
            for seat in range(4)]  # fmt: skip
    return "\n".join([THEIRS, *rows]) + "\n"


def refused(text):
    """Return with what a file is refused, or nothing."""
    try:
        read_scores(text)
    except Malformed as error:
        return error.message
    return ""


@pytest.mark.parametrize(("text", "points"), [
    ("30000", 30000), ("-500", -500), ("+500", 500), ("0", 0), ("-0", 0), ("000000300", 300), ("999999999", 999999999),
    ("30.5", None), ("30000.0", None), ("30,5", None), ("", None), ("-", None), ("--5", None), ("+-5", None),
    ("1234567890", None), ("٣", None), ("3 000", None), ("x", None), (".", None),
])  # fmt: skip
def test_points_are_whole_numbers_of_a_size_that_can_be(text, points):
    """Decimals may be meant for thousands."""
    table = ours(score=f'"{text}"')
    if text == "":
        assert refused(table) == "table 2 in session 1 has the scores of only 3 players"
    elif points is None:
        what = "must be a number of points, not " if text != "3 000" else "has points with a thousands separator, "
        assert refused(table).startswith(f"line 2: score {what}{text!r}")
    else:
        assert read_scores(table)[0].scores == [points, *SCORES[1:]]


@pytest.mark.parametrize(("text", "points"), [
    ("0", 0), ("8", -8000), ("0.5", -500), ("1.25", -1250), ("-8", 8000), ("12.000", -12000), (".5", -500),
    ("8.", -8000),
    ("0.0005", None), ("x", None), ("1.2.3", None), ("3000000", None),
])  # fmt: skip
def test_the_penalties_of_the_other_program_are_thousands_and_take_away(text, points):
    """With as many decimals as make whole points."""
    if points is None:
        assert refused(theirs(text)).startswith(f"line 2: penalties must be a number of points, not {text!r}")
    else:
        assert read_scores(theirs(text))[0].penalties == [points, 0, 0, 0]


def test_our_penalties_are_points_of_the_table_and_of_the_desk():
    """Together they are what is taken away."""
    table = read_scores(ours(**{"penalties": -1000, "desk penalties": -2000}))[0]
    assert table.penalties == [-3000, 0, 0, 0]
    assert read_scores(ours(penalties=-1000))[0].penalties == [-1000, 0, 0, 0]


@pytest.mark.parametrize(
    ("text", "meant"),
    [("32.000", "32000"), ("-1'000", "-1000"), ("1,200,000", "1200000"), ("32.50", None), ("3,2", None)],
)
def test_points_that_are_parted_by_thousands_are_told_as_they_should_be_written(text, meant):
    """A spreadsheet of another country writes them so."""
    assert refused(ours(score=f'"{text}"')).endswith(f": write {meant}" if meant else repr(text))


def test_a_column_of_penalties_may_be_called_by_one():
    """It would be lost without a word."""
    text = ours(penalties=-1000).replace("penalties", "penalty", 1)
    assert read_scores(text)[0].penalties == [-1000, 0, 0, 0]
    said = refused(text.replace("penalty", "penaltis", 1))
    assert said == "column 'penaltis' is not recognised; did you mean penalties? Rename the column or remove it"


@pytest.mark.parametrize(("text", "right"), [
    ("E", True), ("e", True), ("0", True), ("1", False), ("4", False), ("X", False), ("EE", False), ("é", False),
    ("-1", False), ("00", True), ("East", True), ("Ost", True), ("oost", True), ("東", True), ("Süd", False),
    ("²", False), ("Easter", False),
])  # fmt: skip
def test_a_seat_is_a_wind_or_a_number_from_nought(text, right):
    """Every seat once."""
    said = refused(ours(seat=text))
    assert (said == "") == right
    if text in ("4", "X", "EE", "²", "Easter"):
        assert said == f"line 2: a seat must be E, S, W, N or 0 to 3, not {text!r}"
    if text in ("1", "Süd"):
        assert said == (
            "table 2 in session 1 needs each of the seats E, S, W, N once; its line numbers in the file: 2, 3, 4, 5"
        )


def test_without_winds_the_rows_are_east_to_north_and_with_some_of_them_nothing():
    """A half-filled column is a slip."""
    head = "session,table,player,score"
    table = read_scores(ours(head))[0]
    assert (table.players, table.scores) == ([11, 12, 13, 14], [*SCORES])
    assert "needs each of the seats" in refused(ours(seat=""))


@pytest.mark.parametrize("name", ["session", "table", "player"])
def test_what_every_row_needs_is_named_with_its_line(name):
    """As a cell, and as a column; the number has as many digits as a number of people."""
    assert refused(ours(**{name: ""})) == f"line 2 has no {name}"
    assert refused(ours(OURS.replace(name, "else"))).startswith(f"the file has no column {name}")
    for wrong in ("x", "-1", "1.0", "٣", "1" * 10):
        assert refused(ours(**{name: wrong})).startswith(f"line 2: {name} must be a number, not {wrong!r}")
    assert refused("").startswith("the file has no scores")
    assert refused(OURS + "\n").startswith("the file has no scores")


@pytest.mark.parametrize(
    ("state", "counts"), [("complete", True), ("locked", True), ("playing", False), ("missing", False)]
)
def test_scores_and_totals_of_a_table_that_plays_are_none(state, counts):
    """They are not its result."""
    rows = ours().splitlines()
    text = "\n".join([rows[0] + ",state", *(f"{row}{10 * n},{state}" for n, row in enumerate(rows[1:]))])
    table = read_scores(text + "\n")[0]
    assert (table.scores, table.totals) == (([*SCORES], [0, 10, 20, 30]) if counts else (None, None))
    assert table.session_table == (1, 2)


def test_totals_that_are_not_there_for_all_four_are_none():
    """And a table without scores has none."""
    assert read_scores(ours(total=20))[0].totals is None
    head = "session,table,seat,player"
    table = read_scores(ours(head))[0]
    assert (table.scores, table.totals, table.penalties) == (None, None, [0] * 4)


def test_players_belong_to_a_club_or_else_to_a_country():
    """In the other program's list."""
    people = {
        1: Player(1, "Ada", "L", country="GBR", club="Riichi A"),
        2: Player(2, "Bo", "M", country="NED"),
        3: Player(3, "Cy", "N", club="Riichi B"),
        4: Player(4, "Di", "O"),
    }
    rows = [row.split(",")[-1] for row in riichinomi_players_csv(people).splitlines()]
    assert rows == ["Affiliation", "Riichi A", "NED", "Riichi B", ""]


@pytest.mark.parametrize("language", ORDER)
def test_a_seat_is_read_by_the_words_of_every_language_of_the_displays(language):
    """A club types the winds as its members read them at the table."""
    words = device_translations(language)
    winds = [words.get(english, english) for english in ("East", "South", "West", "North")]
    for change in (str.lower, str.upper):
        text = ours().replace("1,2,E,", f"1,2,{change(winds[0])},").replace("1,2,S,", f"1,2,{change(winds[1])},")
        text = text.replace("1,2,W,", f"1,2,{change(winds[2])},").replace("1,2,N,", f"1,2,{change(winds[3])},")
        assert read_scores(text)[0].scores == list(SCORES)
