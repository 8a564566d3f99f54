"""The days of a tournament: parsed from text, and formatted for storage and for the federation's files."""

from __future__ import annotations

import re
from datetime import date, timedelta

from tenbo.validation.text_sanitizer import to_ascii_width
from tenbo_core.errors import Malformed
from tenbo_core.sentences import sentence

MONTHS = ("Jan.", "Feb.", "Mar.", "Apr.", "May", "June", "July", "Aug.", "Sep.", "Oct.", "Nov.", "Dec.")
# More days than this are probably mistyped.
MOST_DAYS = 31

_DAY = re.compile(r"(\d\d)\.(\d\d)\.(\d{4})", re.ASCII)
# A season's days are written so, and one store holds both.
_ISO_DAY = re.compile(r"^(\d{4})-(\d\d)-(\d\d)$", re.ASCII)
_DAYS = re.compile(r"(\d\d)(?:\.(\d\d)(?:\.(\d{4}))?)?\.? ?- ?(\d\d\.(\d\d)\.(\d{4}))", re.ASCII)

# A day or a month of one digit, as it is written by hand.
_ONE_DIGIT = re.compile(r"(?<!\d)(\d)(?=[. -])", re.ASCII)

_DAY_FIRST = re.compile(r"(?P<day>\d\d?)\. ?(?P<month>\d\d?)\. ?(?P<year>\d{4})", re.ASCII)
_YEAR_FIRST = re.compile(
    r"(?P<year>\d{4})(?:[-/.]|年|년) ?(?P<month>\d\d?)(?:[-/.]|月|월) ?(?P<day>\d\d?)[.日일]?", re.ASCII
)


def parse_day(text: str) -> date:
    """Parse a day.

    >>> parse_day("1.13.26")
    Traceback (most recent call last):
    ...
    tenbo_core.errors.Malformed: the date must be a day such as 22.03.2026 or days such as 21-22.03.2026, not '1.13.26'
    """
    match = _DAY.fullmatch(text)
    try:
        if match is None:
            raise ValueError(text)
        if not match[3].startswith("20"):
            raise ValueError(text)
        return date(int(match[3]), int(match[2]), int(match[1]))
    except ValueError:
        message = sentence(
            "not_a_date",
            "the date must be a day such as 22.03.2026 or days such as 21-22.03.2026, not {text}",
            text=repr(text[:40]),
        )
        raise Malformed("bad_field", message, "date") from None


def parse_day_range(text: str) -> tuple[str, int | None]:
    """Return the last of some days and their number; the number of a single day, which may be ISO's, is None.

    >>> texts = "２２．０３．２０２６", "2026-03-22", "21-22.03.2026", "31.12.-01.01.2027"
    >>> tuple(parse_day_range(text) for text in texts)
    (('22.03.2026', None), ('22.03.2026', None), ('22.03.2026', 2), ('01.01.2027', 2))
    >>> [parse_day_range(text) for text in ("5-6.12.2026", "5.-6.12.2026", "5.3.2026")]
    [('06.12.2026', 2), ('06.12.2026', 2), ('05.03.2026', None)]
    """
    text = _ISO_DAY.sub(r"\3.\2.\1", to_ascii_width(text))
    padded = _ONE_DIGIT.sub(r"0\1", text)
    match = _DAYS.fullmatch(padded)
    if match is None:
        try:
            parse_day(padded)
        except Malformed:
            parse_day(text)
        return padded, None
    last = parse_day(match[4])
    begins = f"{match[1]}.{match[2] or match[5]}"
    first = parse_day(f"{begins}.{match[3] or match[6]}")
    if first > last and not match[3] and last.month < first.month:
        # Across New Year the given year is that of the last day.
        before = parse_day(f"{begins}.{last.year - 1}")
        first = before if (last - before).days < MOST_DAYS else first
    number = (last - first).days + 1
    if number < 1:
        raise Malformed(
            "contradiction", sentence("ends_before_begin", "{text} ends before it begins", text=repr(text)), "date"
        )
    return match[4], number


def check_day_count(number: int) -> None:
    """Refuse a number of days that no tournament has."""
    if not 1 <= number <= MOST_DAYS:
        raise Malformed(
            "bad_field",
            sentence(
                "too_many_days",
                "a tournament has 1 to {most_days} days, not {number}",
                most_days=MOST_DAYS,
                number=number,
            ),
            "days",
        )


def format_federation_days(last: str, number: int) -> str:
    """Return the days in the format of the federation's list.

    >>> (format_federation_days("22.03.2026", 1), format_federation_days("13.04.2026", 2),
    ... format_federation_days("01.02.2026", 2), format_federation_days("01.01.2027", 2))
    ('22 Mar. 2026', '12-13 Apr. 2026', '31 Jan. - 1 Feb. 2026', '31 Dec. 2026 - 1 Jan. 2027')
    """
    end = parse_day(last)
    begin = end - timedelta(days=number - 1)
    ending = f"{end.day} {MONTHS[end.month - 1]} {end.year}"
    if begin == end:
        return ending
    if (begin.month, begin.year) == (end.month, end.year):
        return f"{begin.day}-{ending}"
    beginning = f"{begin.day} {MONTHS[begin.month - 1]}"
    return f"{beginning} - {ending}" if begin.year == end.year else f"{beginning} {begin.year} - {ending}"


def format_days(last: str, number: int) -> str:
    """Return a tournament's days for a list: a single day as it was entered, several in the federation's format.

    >>> format_days("22.03.2026", 1), format_days("22.03.2026", 2), format_days("", 2)
    ('22.03.2026', '21-22 Mar. 2026', '')
    """
    return format_federation_days(last, number) if last and number > 1 else last


def parse_any_date(text: str) -> str:
    """Return a day as it stands in records; it may be written as in Europe or with the year first.

    >>> [parse_any_date(text) for text in ("2025-12-08", "8.12.2025", "8. 12. 2025", "2025/12/8", "2025. 12. 8.")]
    ['2025-12-08', '2025-12-08', '2025-12-08', '2025-12-08', '2025-12-08']
    >>> parse_any_date("2025年12月8日"), parse_any_date("2025년 12월 8일")
    ('2025-12-08', '2025-12-08')
    """
    bare = to_ascii_width(text).strip()
    if match := _DAY_FIRST.fullmatch(bare) or _YEAR_FIRST.fullmatch(bare):
        parts = match.groupdict()
        bare = f"{parts['year']}-{parts['month']:0>2}-{parts['day']:0>2}"
    try:
        return date.fromisoformat(bare).isoformat()
    except ValueError:
        message = sentence(
            "no_such_date", "the date must be a day such as 2026-12-08 or 08.12.2026, not {text}", text=repr(text[:40])
        )
        raise Malformed("bad_field", message, "date") from None
