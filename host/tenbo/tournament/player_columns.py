"""The columns of a registration file: their known names, and the columns that are ignored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.tournament.csv_rows import read_csv

if TYPE_CHECKING:
    from collections.abc import Iterable

# Columns by their names in registration files, in all languages of the displays.
COLUMNS = {
    "id": ("id", "number", "no", "player id", "local id", "nr", "nummer", "番号"),
    "first": ("first", "first_name", "first name", "firstname", "given name", "player's first name", "vorname",
              "voornaam", "名"),
    "last": ("last", "last_name", "last name", "lastname", "surname", "player's last name", "nachname", "achternaam",
             "姓"),
    "name": ("name", "player", "player name", "naam", "名前", "氏名"),
    "ema": ("ema", "ema_number", "ema number", "ema id", "ema no", "ema nr", "ema-number", "ema-nummer", "ema-nr",
            "ema nummer"),
    "country": ("country", "land", "国"),
    "shown": ("shown", "display name", "display", "nickname"),
    "club": ("club", "affiliation", "verein", "vereniging"),
    "team": ("team", "team name"),
    "newcomer": ("newcomer", "first tournament", "beginner"),
}  # fmt: skip
# Columns that only the seating plan uses.
ELSEWHERE = ("apart",)
KNOWN = [name for names in (*COLUMNS.values(), ELSEWHERE) for name in names]


def ignored_columns(head: Iterable[str]) -> list[str]:
    """Return the columns of a header that are ignored here.

    >>> ignored_columns(["name", "land", "e-mail", ""])
    ['e-mail']
    """
    return [name for name in head if name and name not in KNOWN]


def ignored_columns_in(text: str) -> list[str]:
    """Return the columns of a file's text that are ignored here."""
    return [name[:40] for _, fields in read_csv(text)[:1] for name in ignored_columns(fields)]
