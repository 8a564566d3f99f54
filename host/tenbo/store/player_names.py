"""The names of players, outside the chain so that they can be deleted, with hashes in the chain.

The stream `people` has for each stored player a hash of the name and of a salt that is stored beside the name. A
changed name is detected. Once the name and its salt are deleted, guesses cannot be tested against the hash.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tenbo.store.chain import Entry

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence

STREAM = "people"
KEPT, FORGOTTEN = "kept", "forgotten"
SALT_BYTES = 16

# Number, first and last name, EMA number, country, the name that tables show; club, team, newcomer.
PlayerRow = tuple[int, str, str, str, str, str, str, str, str]

COLUMNS = "id, first, last, ema, country, shown, club, team, newcomer"
# The columns of the first version; a later column is part of the hash only if it has a value.
_FIRST_COLUMNS = 6
LATER_COLUMNS = ("club", "team", "newcomer")
GROUPED = tuple(f"ALTER TABLE player ADD COLUMN {name} TEXT NOT NULL DEFAULT ''" for name in LATER_COLUMNS)
SALTED = ("ALTER TABLE player ADD COLUMN salt BLOB NOT NULL DEFAULT x''",)


def player_hash(player: Sequence[object], salt: bytes) -> str:
    """Return the hash of a player: of all stored columns, after the salt."""
    values = list(player)
    while len(values) > _FIRST_COLUMNS and not values[-1]:
        values.pop()
    return hashlib.sha256(salt + json.dumps(values, ensure_ascii=True).encode()).hexdigest()


def add_salts(players: Iterable[PlayerRow]) -> list[tuple[PlayerRow, bytes]]:
    """Return players, each with a new salt."""
    return [(player, secrets.token_bytes(SALT_BYTES)) for player in players]


def player_hash_entries(players: list[tuple[PlayerRow, bytes]], first: int) -> list[Entry]:
    """Return the entries with the hashes of players, numbered from `first`."""
    return [
        Entry(STREAM, first + place, KEPT, json.dumps([player[0], player_hash(player, salt)]))
        for place, (player, salt) in enumerate(players)
    ]


def forgotten_entry(number: int, seq: int) -> Entry:
    """Return the entry that records a player's deletion."""
    return Entry(STREAM, seq, FORGOTTEN, json.dumps([number]))


def find_changed_players(connection: sqlite3.Connection) -> Iterator[tuple[int, str]]:
    """Find players whose rows were changed, each with the fault."""
    vouchers = connection.execute("SELECT kind, body FROM event WHERE stream = ? ORDER BY seq", (STREAM,))
    there = {row[1] for row in connection.execute("PRAGMA table_info(player)")}
    columns = ", ".join(name for name in COLUMNS.split(", ") if name in there)
    rows = connection.execute(f"SELECT {columns}, salt FROM player ORDER BY id")  # noqa: S608 - our own words
    yield from find_player_mismatches(vouchers, ((player, salt) for *player, salt in rows))


def find_player_mismatches(
    vouchers: Iterable[tuple[str, str]], players: Iterable[tuple[Sequence[Any], bytes]]
) -> Iterator[tuple[int, str]]:
    """Compare players and salts with the hashes in the chain, given the kind and the body of each event."""
    vouched: dict[int, str | None] = {}
    for kind, body in vouchers:
        # A changed event is no proof of a name, and is reported as a changed row.
        with suppress(ValueError, TypeError, IndexError, RecursionError):
            number, *rest = json.loads(body)
            vouched[number] = rest[0] if kind == KEPT else None
    for player, salt in players:
        expected = vouched.pop(player[0], None)
        if expected is None:
            yield player[0], "was added by another program"
        elif player_hash(player, salt) != expected:
            yield player[0], "was changed after it was stored"
    for number, expected in vouched.items():
        if expected is not None:
            yield number, "is gone, but was not erased with tenbo session erase-name"
