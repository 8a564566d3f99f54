"""Players: read from a registration file; names are data and stay beside the chain of records."""

from __future__ import annotations

import csv
import io
from typing import NamedTuple

from tenbo_core.errors import Malformed


class Player(NamedTuple):
    """A player: the number in the seating plan, names, EMA number and country where known, and what tables show."""

    id: int
    first: str
    last: str
    ema: str = ""
    country: str = ""
    shown: str = ""

    @property
    def name(self) -> str:
        """Give the name as people say it.

        >>> Player(1, "Ada", "Lovelace").name
        'Ada Lovelace'
        """
        return f"{self.first} {self.last}".strip()

    @property
    def at_table(self) -> str:
        """Give what the tables show of him; their ledgers keep it for ever.

        >>> Player(1, "Ada", "Lovelace", shown="Ada L").at_table
        'Ada L'
        """
        return self.shown or self.name


# Columns by the names that registration files give them.
COLUMNS = {
    "id": ("id", "number", "no", "player id", "local id"),
    "first": ("first", "first_name", "first name", "firstname", "given name"),
    "last": ("last", "last_name", "last name", "lastname", "surname"),
    "name": ("name", "player", "player name"),
    "ema": ("ema", "ema_number", "ema number", "ema id"),
    "country": ("country",),
    "shown": ("shown", "display name", "display", "nickname"),
}


# A player's number is written on sheets and seating plans.
MOST_DIGITS = 9


def read_players(text: str) -> list[Player]:
    r"""Read players from CSV with a head line; without a number they count from 1.

    >>> read_players("name;EMA number;country;shown\nAda Lovelace;11990001;UK;Ada L\n")
    [Player(id=1, first='Ada', last='Lovelace', ema='11990001', country='UK', shown='Ada L')]
    """
    text = text.lstrip("\ufeff")
    head = text.splitlines()[0] if text.strip() else ""
    delimiter = max(";,\t", key=head.count)
    players: list[Player] = []
    for line, row in enumerate(csv.DictReader(io.StringIO(text), delimiter=delimiter), 2):
        fields = {
            (name or "").strip().lower(): (value or "").strip() for name, value in row.items() if isinstance(value, str)
        }
        found = {key: next((fields[name] for name in names if fields.get(name)), "") for key, names in COLUMNS.items()}
        if not any(fields.values()):
            continue
        players.append(_player(found, len(players) + 1, line))
    if not players:
        raise Malformed("missing_field", "the file names no players: its first line must name the columns", "file")
    ids = [player.id for player in players]
    twice = next((one for one in ids if ids.count(one) > 1), None)
    if twice is not None:
        raise Malformed("contradiction", f"two players have the number {twice}", "file")
    return players


def _player(found: dict[str, str], next_id: int, line: int) -> Player:
    first, last = found["first"], found["last"]
    if not (first or last):
        first, _, last = found["name"].rpartition(" ")
    if not (first or last):
        raise Malformed("missing_field", f"line {line} has no name", "file")
    number = found["id"] or str(next_id)
    if not (number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS):
        message = f"line {line}: a player's number has at most {MOST_DIGITS} digits, not {number[:40]!r}"
        raise Malformed("bad_field", message, "file")
    ema = found["ema"].strip("-")
    if ema and not (ema.isascii() and ema.isdigit() and len(ema) == 8):
        raise Malformed("bad_field", f"line {line}: an EMA number has eight digits, not {ema!r}", "file")
    country = found["country"].partition(":")[0].strip()
    clean = [
        "".join(letter for letter in word if letter.isprintable()) for word in (first, last, country, found["shown"])
    ]
    return Player(int(number), clean[0], clean[1], ema, clean[2], clean[3])
