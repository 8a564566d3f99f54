"""The federation's file and its ranking: what another program reads by position, and what is refused for want of it."""

from __future__ import annotations

import csv
import datetime as dt
import io

import pytest

from tenbo.formats.ema_file import EMA_COLUMNS, check_federation_data, ema_csv
from tenbo.game.overall_standings import SessionResult, rank_players
from tenbo.tournament.mers_formula import Weight, base_rank, base_ranks
from tenbo.tournament.player_directory import Player
from tenbo.tournament.table_result import all_sheets
from tenbo.validation.dates import check_day_count, format_federation_days, parse_day_range
from tenbo_core.errors import Malformed, Refused

from .ema_reader import read_results
from .test_results import PLAYED, SEATED, SHORT, game, tournament

FACTS = {
    "title": "Open 2026", "rules": "ema-2016", "place": "Delft", "country": "NED", "date": "13.04.2026", "days": 2,
    "short": "Delft",
}  # fmt: skip
PEOPLE = {
    11: Player(11, "Ada", "Lovelace", "11990001", "UK"),
    12: Player(12, "Zoë", "O'Brien, Jr.", "", "IE"),
    13: Player(13, "Maximiliane-Theodora", "von Hohenlohe", "05990002", "DE"),
    14: Player(14, "直子", 'Kōda "Ace"', "", "JP"),
}

ROWS = '''\
Open 2026,4,1,Maximiliane-Theodora,VON HOHENLOHE,05990002,1,18700,YES,GER,13.04.2026,NED,Delft,2,Delft,Riichi,{0}
Open 2026,4,2,直子,"KŌDA ""ACE""",0,1,6500,,JPN,13.04.2026,NED,Delft,2,Delft,Riichi,{0}
Open 2026,4,3,Zoë,"O'BRIEN, JR.",0,1,-6500,,IRL,13.04.2026,NED,Delft,2,Delft,Riichi,{0}
Open 2026,4,4,Ada,LOVELACE,11990001,1,-18700,YES,GBR,13.04.2026,NED,Delft,2,Delft,Riichi,{0}
'''.format("12-13 Apr. 2026,2,NO")


def written(people=None, *more, provisional=False, **facts):
    """Return the file of one table, with other facts or people."""
    record = {name: value for name, value in {**FACTS, **facts}.items() if value is not None}
    held = tournament(SEATED, PLAYED, ("tournament", record), *more)
    sheets = all_sheets(held, lambda _: game(*SHORT))
    return ema_csv(held, sheets, PEOPLE if people is None else people, provisional=provisional)


def test_every_column_has_what_the_federations_programs_read():
    """By position: the weight is a number, the period a text, the days a number, countries have three letters."""
    text = written()
    assert text == ",".join(EMA_COLUMNS) + "\n" + ROWS
    rows = list(csv.reader(io.StringIO(text)))
    assert {len(row) for row in rows} == {19}
    assert [(float(row[13]), int(row[17])) for row in rows[1:]] == [(2.0, 2)] * 4
    assert ",22 Mar. 2026,1,NO" in written(date="22.03.2026", days=None)
    assert ",3,Delft,Riichi," in written(qualification=True)
    assert ",2,Open 2026,Riichi," in written(short=None)


@pytest.mark.parametrize(
    ("date", "days", "began"),
    [("13.04.2026", 2, (2026, 4, 12)), ("02.05.2026", 3, (2026, 4, 30)), ("01.01.2027", 2, (2026, 12, 31))],
)
def test_another_program_reads_the_same_from_the_file(date, days, began):
    """By position, with checks of its own: a period that ends on the date, places that follow from the scores."""
    told = read_results(written(date=date, days=days))
    assert (told.began, told.ended) == (dt.date(*began), dt.date(*map(int, reversed(date.split(".")))))
    assert (told.title, told.short, told.country, told.city) == ("Open 2026", "Delft", "NED", "Delft")
    assert [(row.place, row.last, row.score, row.country) for row in told.rows] == [
        (1, "VON HOHENLOHE", 18700, "GER"), (2, 'KŌDA "ACE"', 6500, "JPN"),
        (3, "O'BRIEN, JR.", -6500, "IRL"), (4, "LOVELACE", -18700, "GBR"),
    ]  # fmt: skip
    for wrong in (
        ("13.04.2026", "14.04.2026"),
        (",18700,", ",18,"),
        (",GER,", ",Germany,"),
        ("VON HOHEN", "von Hohen"),
    ):
        with pytest.raises(AssertionError):
            read_results(written().replace(*wrong))


@pytest.mark.parametrize(
    ("facts", "people", "sentence"),
    [
        ({"place": None}, {}, r"needs the town \(tenbo session edit --place \.\.\.\)$"),
        (
            {"country": None, "date": None},
            {},
            r"needs the date \(tenbo session edit --date ...\); the country \(tenbo session edit --country ...\)$",
        ),
        ({"country": "Holland"}, {}, "a three-letter country code instead of 'Holland'"),
        (
            {},
            {12: PEOPLE[12]._replace(country="")},
            r"needs a country for each player \(missing: 12 Zoë O'Brien, Jr\.\): give a file with the columns id, name "
            r"and country \(",
        ),
        (
            {},
            {12: PEOPLE[12]._replace(country="Eire")},
            r"needs a country for each player \(missing: 12 Zoë O'Brien, Jr\.\): ",
        ),
        (
            {},
            {12: PEOPLE[12]._replace(last="")},
            r"needs a last name for each player \(missing: 12 Zoë\): give a file with",
        ),
        (
            {"place": None},
            {13: None},
            r"the town .*; the registration of each player \(missing: 13\): give a file",
        ),
    ],
)
def test_what_the_federation_needs_and_is_missing_is_named_and_nothing_is_written(facts, people, sentence):
    """A file with holes is found out after weeks; marked as provisional it has none either."""
    known = {number: player for number, player in {**PEOPLE, **people}.items() if player is not None}
    for provisional in (False, True):
        with pytest.raises(Malformed, match=sentence):
            written(known, provisional=provisional, **facts)


def test_results_that_are_not_finished_are_refused_or_marked():
    """The federation takes the file for the last word."""
    second = ("seats", {"session": 2, "table": 3, "players": [12, 13, 14, 11]})
    with pytest.raises(Refused, match=r"the results are not final: .* \(--provisional exports them"):
        written(None, second)
    assert written(None, second, provisional=True).count("\nOpen 2026 (provisional),4,") == 4
    unfinished = tournament(SEATED, ("tournament", FACTS))
    with pytest.raises(Refused, match=r"the results are not final: .*session 1: table 3 has no result"):
        ema_csv(unfinished, all_sheets(unfinished, lambda _: []), PEOPLE)
    empty = tournament(("tournament", FACTS))
    with pytest.raises(Malformed, match=r"the EMA file was not written: it needs a result$"):
        ema_csv(empty, [], {}, provisional=True)
    strangers = [SessionResult(number, 1, 0, 1) for number in range(1, 8)]
    with pytest.raises(
        Malformed, match=r"registration of each player \(missing: 1, 2, 3, 4, 5 and 2 more\): give a file"
    ):
        check_federation_data(tournament(("tournament", FACTS)), rank_players(strangers), {})
    many = {number: PEOPLE[11]._replace(id=number, country="") for number in PEOPLE}
    with pytest.raises(
        Malformed, match=r"\(missing: 11 Ada Lovelace, 12 Ada Lovelace, 13 Ada Lovelace, 14 Ada Lovelace\): give"
    ):
        written(many)


# ---------------------------------------------------------------- the ranking


def test_the_weight_is_the_published_sum():
    """Days one each up to three; more than 40 and 80 players, 6 and 10 countries a half each; qualification one."""
    sums = {
        (1, 40, 5, False): 1, (1, 41, 5, False): 1.5, (1, 80, 6, False): 2, (1, 81, 9, False): 2.5,
        (2, 81, 10, False): 4, (3, 140, 22, True): 6, (4, 16, 1, False): 3, (2, 64, 7, True): 4,
    }  # fmt: skip
    for facts, expected in sums.items():
        assert Weight(*facts).value == expected, facts
    assert [Weight(*facts).as_text for facts in list(sums)[:2]] == ["1", "1.5"]
    words = Weight(1, 1, 1, qualification=True, unknown=3).explanation()
    assert words == "MERS 2: 1 day, 1 player, 1 country, qualification, players of unknown country: 3"


def test_the_base_rank_is_the_share_of_players_left_behind():
    """The federation's own examples: first 1000, 75th of 100 has 252, last 0; it is cut, not rounded."""
    assert [base_rank(100, place) for place in (1, 75, 100)] == [1000, 252, 0]
    assert (base_rank(16, 3), base_rank(3, 2), base_rank(1, 1)) == (866, 500, 1000)
    assert (base_rank(2, 1), base_rank(2, 2), base_rank(3, 3)) == (1000, 0, 0)


def test_whoever_shares_a_place_has_its_base_rank():
    """Two seconds of four have that of the second, and the fourth that of the last; only members are ranked."""
    people = {number: Player(number, "", f"P{number}", f"1199000{number}") for number in (1, 2, 3)}
    rows = rank_players(
        SessionResult(player, 1, total, 1) for player, total in ((1, 5000), (2, 100), (3, 100), (4, -5200))
    )
    assert base_ranks(rows, people) == {1: 1000, 2: 666, 3: 666}
    assert base_ranks(rows, {4: Player(4, "", "P4", "11990004")}) == {4: 0}


# ---------------------------------------------------------------- the days


def test_days_are_typed_as_people_write_them():
    """The last day counts, no matter what month or year the first one is in."""
    assert (
        parse_day_range("12-13.04.2026")
        == parse_day_range("12.-13.04.2026")
        == parse_day_range("12.04.2026 - 13.04.2026")
    )
    assert parse_day_range("12-13.04.2026") == ("13.04.2026", 2)
    # As the days of a season are typed.
    assert parse_day_range("2026-04-13") == ("13.04.2026", None)
    # With one digit, as it is written by hand.
    assert parse_day_range("1-2.4.2026") == parse_day_range("1.-2.4.2026") == ("02.04.2026", 2)
    assert parse_day_range("1.4.2026") == ("01.04.2026", None)
    assert parse_day_range("13-13.04.2026") == ("13.04.2026", 1)
    assert parse_day_range("31.12.2026-02.01.2027") == ("02.01.2027", 3)
    assert format_federation_days(*parse_day_range("31.12.2026-02.01.2027")) == "31 Dec. 2026 - 2 Jan. 2027"
    for text in ("12-13 April", "1-2.4.26", "32.01.2026", "13.04.26", "2026-4-13", "2026-02-31", "", "13.04.2026-"):
        with pytest.raises(Malformed, match="the date must be a day such as"):
            parse_day_range(text)
    assert parse_day_range("31.12.-01.01.2027") == ("01.01.2027", 2)
    assert parse_day_range("02.12.-01.01.2027") == ("01.01.2027", 31)
    assert parse_day_range("31.01.-01.02.2026") == ("01.02.2026", 2)
    for text in ("13-12.04.2026", "01.12.-01.01.2027", "31.12.2027-01.01.2027", "02.03.-01.02.2026"):
        with pytest.raises(Malformed, match="ends before it begins"):
            parse_day_range(text)
    with pytest.raises(Malformed, match="the date must be a day such as"):
        parse_day_range("31.12.-01.01.2000")
    check_day_count(1)
    check_day_count(31)
    for number in (0, 32):
        with pytest.raises(Malformed, match="a tournament has 1 to 31 days"):
            check_day_count(number)
