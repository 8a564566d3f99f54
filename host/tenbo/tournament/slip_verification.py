"""The verification code of a signed slip: its scores, and a hash to compare the slip with the store."""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING, NamedTuple

from tenbo.store.ledgers import stream_of
from tenbo.validation.points_text import points_list_text
from tenbo_core.errors import Malformed
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.tournament.record_values import GameRef
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.table_result import TableResult

MARK = "TENBO1"
LENGTH = 32
DIGEST_LETTERS = 16

# Events after the end of a game that change no result.
NO_RESULT = ("name", "session", "pause", "resume", "extra", "signal")
# Acts of the desk that change a result; a lock changes nothing that was signed.
CHANGES = ("penalty", "correct", "chips", "detach")

_CODE = re.compile(rf"{MARK}:(\d{{1,6}}):(\d{{1,6}}):((?:-?\d{{1,9}}/){{2,3}}-?\d{{1,9}}):([0-9A-F]{{{LENGTH}}})")


class SlipCode(NamedTuple):
    """The content of a code: the session and table of the slip, its scores, and the hash of its content."""

    session: int
    table: int
    scores: list[int]
    digest: str


def slip_code(stored: TournamentRepository, sheet: TableResult) -> str:
    """Return the code of a slip."""
    scores = "/".join(map(str, sheet.scores))
    return f"{MARK}:{sheet.session}:{sheet.table}:{scores}:{_digest(stored, sheet)}"


def format_digest(code: str) -> str:
    """Return the beginning of a code's hash in groups, as people compare it.

    >>> format_digest("TENBO1:1:2:0/0/0/0:" + "9F2C41D0AA00BB11" * 2)
    '9F2C 41D0 AA00 BB11'
    """
    digest = code.rpartition(":")[2][:DIGEST_LETTERS]
    return " ".join(digest[at : at + 4] for at in range(0, len(digest), 4))


def parse_slip_code(text: str) -> SlipCode:
    """Parse a code from a camera or a person.

    >>> parse_slip_code("TENBO1:1:2:32000/28000/35000/25000:" + "9F2C41D0AA00BB11" * 2)[:3]
    (1, 2, [32000, 28000, 35000, 25000])
    """
    found = _CODE.fullmatch("".join(text.split()).upper())
    if found is None:
        message = sentence(
            "not_a_slip_code",
            "{text} is not a slip code: a slip code consists of {mark}, the session, the table, the scores and a hash",
            text=repr(text[:60]),
            mark=MARK,
        )
        raise Malformed("bad_field", message, "slip")
    return SlipCode(int(found[1]), int(found[2]), [int(score) for score in found[3].split("/")], found[4])


def slip_differences(stored: TournamentRepository, code: SlipCode) -> list[str]:
    """Return the differences between a slip and the store; none if they agree."""
    place = (code.session, code.table)
    if code.table not in stored.tournament.tables_in_session(code.session):
        return [f"the store has no table {code.table} in session {code.session}"]
    sheet = stored.results.sheet(*place)
    if sheet.scores != code.scores:
        return [
            f"the slip has the scores {points_list_text(code.scores)}, the store has {points_list_text(sheet.scores)}"
        ]
    if _digest(stored, sheet) == code.digest:
        return []
    return ["its scores match the store, but its players, places, penalties, corrections or game events do not"]


def _digest(stored: TournamentRepository, sheet: TableResult) -> str:
    """Return the hash of all signed data, including the game's events by their chain."""
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
    """Return the chain's hash at the last event that could change the result."""
    last, end = stored.tournament.locked.get(place), ""
    for row in stored.store.rows(stream_of(game.ledger), game.start - 1):
        if (row.kind == "start" and row.seq != game.start) or (last is not None and row.seq > last):
            break
        if row.kind not in NO_RESULT:
            end = row.hash.hex()
    return end
