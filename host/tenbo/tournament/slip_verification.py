"""The code of a signed slip: what it says in short, and a hash by which anybody can have it compared with the store."""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING, NamedTuple

from tenbo.store.ledgers import stream_of
from tenbo_core.errors import Malformed

if TYPE_CHECKING:
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.results import Sheet
    from tenbo.tournament.state import GameRef

MARK = "TENBO1"
LENGTH = 32
SHOWN = 16

# What a table records after its result stands, and what changes none.
NO_RESULT = ("name", "session", "pause", "resume", "extra", "signal")
# What the desk does that changes a result; locking one changes nothing that is signed.
CHANGES = ("penalty", "correct", "detach")

_CODE = re.compile(rf"{MARK}:(\d{{1,6}}):(\d{{1,6}}):((?:-?\d{{1,9}}/){{3}}-?\d{{1,9}}):([0-9A-F]{{{LENGTH}}})")


class SlipVerification(NamedTuple):
    """What a code says: whose slip it is, the scores on it, and the hash of everything on it."""

    session: int
    table: int
    scores: list[int]
    digest: str


def slip_code(stored: TournamentRepository, sheet: Sheet) -> str:
    """Return the code of a slip."""
    scores = "/".join(map(str, sheet.scores))
    return f"{MARK}:{sheet.session}:{sheet.table}:{scores}:{_digest(stored, sheet)}"


def format_digest(code: str) -> str:
    """Return the beginning of a code's hash as people compare it.

    >>> format_digest("TENBO1:1:2:0/0/0/0:" + "9F2C41D0AA00BB11" * 2)
    '9F2C 41D0 AA00 BB11'
    """
    digest = code.rpartition(":")[2][:SHOWN]
    return " ".join(digest[at : at + 4] for at in range(0, len(digest), 4))


def parse_code(text: str) -> SlipVerification:
    """Read a code, as a camera or a person gives it.

    >>> parse_code("TENBO1:1:2:32000/28000/35000/25000:" + "9F2C41D0AA00BB11" * 2)[:3]
    (1, 2, [32000, 28000, 35000, 25000])
    """
    found = _CODE.fullmatch("".join(text.split()).upper())
    if found is None:
        message = (
            f"{text[:60]!r} is no code of a slip: it begins with {MARK}, then session, table, four scores and a hash"
        )
        raise Malformed("bad_field", message, "slip")
    return SlipVerification(int(found[1]), int(found[2]), [int(score) for score in found[3].split("/")], found[4])


def slip_differences(stored: TournamentRepository, code: SlipVerification) -> list[str]:
    """Return what a slip and the store do not have in common; nothing when it is as the store has it."""
    place = (code.session, code.table)
    if code.table not in stored.tournament.tables_of(code.session):
        return [f"the store has no table {code.table} in session {code.session}"]
    sheet = stored.sheet(*place)
    if sheet.scores != code.scores:
        return [f"the slip says {_plain(code.scores)}, the store {_plain(sheet.scores)}"]
    if _digest(stored, sheet) == code.digest:
        return []
    return ["its scores are those of the store; players, places, penalties, corrections or the game's events are not"]


def _digest(stored: TournamentRepository, sheet: Sheet) -> str:
    """Return the hash of everything that is signed, the game's events by their chain included."""
    notes = [[note.what, note.by, note.why, note.value] for note in sheet.notes if note.what in CHANGES]
    game = stored.tournament.games.get((sheet.session, sheet.table))
    signed = [
        stored.tournament.title, sheet.session, sheet.table, sheet.players, sheet.rules, sheet.scores, sheet.places,
        sheet.uma, sheet.oka, sheet.penalties, sheet.added, sheet.totals, sheet.disqualified, notes,
        None if game is None else [game.ledger, game.start, _end_of(stored, game, (sheet.session, sheet.table))],
    ]  # fmt: skip
    text = json.dumps(signed, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest().upper()[:LENGTH]


def _end_of(stored: TournamentRepository, game: GameRef, place: tuple[int, int]) -> str:
    """Return the chain's hash at the last event that may have changed a result."""
    last, end = stored.tournament.locked.get(place), ""
    for row in stored.store.rows(stream_of(game.ledger), game.start - 1):
        if (row.kind == "start" and row.seq != game.start) or (last is not None and row.seq > last):
            break
        if row.kind not in NO_RESULT:
            end = row.hash.hex()
    return end


def _plain(scores: list[int]) -> str:
    return " ".join(map(str, scores))
