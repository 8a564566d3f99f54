"""A second reader of the federation's results file: by the position of its columns, and with nothing of the program."""

from __future__ import annotations

import csv
import datetime as dt
import io
import re
from typing import NamedTuple

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


# Under this number the list has someone already: the first guest of any tournament.
KNOWN = {-1}


class Row(NamedTuple):
    """A player's line."""

    place: int
    first: str
    last: str
    ema: str
    score: int
    country: str


class ResultsFile(NamedTuple):
    """What the federation's list keeps of a tournament."""

    title: str
    short: str
    country: str
    city: str
    began: dt.date
    ended: dt.date
    weight: float
    rows: list[Row]


def read_results(text: str) -> ResultsFile:
    """Return what a file says; anything that a list could not take is an error."""
    head, *lines = csv.reader(io.StringIO(text), strict=True)
    assert len(head) == 19, f"{len(head)} columns"
    assert lines, "nobody has played"
    assert all(len(line) == 19 for line in lines)
    # What is said of the tournament is the same in every line.
    for column in (0, 1, 6, 10, 11, 12, 13, 14, 15, 16, 17, 18):
        assert len({line[column] for line in lines}) == 1, head[column]
    first = lines[0]
    assert int(first[1]) == len(lines)
    assert (first[6], first[15], first[18]) == ("1", "Riichi", "NO")
    ended = dt.datetime.strptime(first[10], "%d.%m.%Y").replace(tzinfo=dt.UTC).date()
    days = int(first[17])
    began, period_ended = _period(first[16])
    assert period_ended == ended, f"the period {first[16]} does not end on {first[10]}"
    assert (ended - began).days + 1 == days, f"the period {first[16]} is not {days} days"
    rows = [_row(line) for line in lines]
    scores = [row.score for row in rows]
    assert scores == sorted(scores, reverse=True)
    assert [row.place for row in rows] == [1 + sum(other > score for other in scores) for score in scores]
    # The list knows its people by this number; those whom it does not know it takes for new ones, one a line.
    members = [row.ema for row in rows if row.ema]
    assert len(members) == len(set(members))
    assert not KNOWN.intersection(int(line[5]) for line in lines if not line[8])
    weight = float(first[13])
    assert 1 <= weight <= 6, f"no tournament has the weight {weight}"
    assert weight * 2 == int(weight * 2), f"no tournament has the weight {weight}"
    return ResultsFile(first[0], first[14], _country(first[11]), first[12], began, ended, weight, rows)


def _row(line: list[str]) -> Row:
    first, last, ema, member = line[3], line[4], line[5], line[8]
    assert last, line
    assert last == last.upper(), line
    assert "," not in first, line
    # The federation's own reader makes a number of every cell here.
    number = int(ema)
    assert re.fullmatch(r"\d{8}", ema) or number == 0, line
    assert member == ("YES" if number else ""), line
    return Row(int(line[2]), first, last, ema if number else "", int(line[7]), _country(line[9]))


def _country(letters: str) -> str:
    assert re.fullmatch("[A-Z]{3}", letters), f"{letters!r} is no country"
    return letters


def _period(text: str) -> tuple[dt.date, dt.date]:
    """Return the first and the last day of `12-13 Apr. 2026`, `30 Apr. - 2 May 2026` or `22 Mar. 2026`."""
    month_name = r"([A-Z][a-z]{2})[a-z]*\.?"
    parts = re.fullmatch(rf"(?:(\d+)(?: {month_name})?(?: (\d{{4}}))? ?- ?)?(\d+) {month_name} (\d{{4}})", text)
    assert parts, f"{text!r} is no period"
    day, month, year = int(parts[4]), 1 + MONTHS.index(parts[5]), int(parts[6])
    end = dt.date(year, month, day)
    if parts[1] is None:
        return end, end
    of_month = 1 + MONTHS.index(parts[2]) if parts[2] else month
    return dt.date(int(parts[3] or year), of_month, int(parts[1])), end
