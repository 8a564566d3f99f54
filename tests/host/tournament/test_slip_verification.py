"""The code of a slip: what changes a result changes it, and what changes none does not."""

from __future__ import annotations

import pytest

from tenbo.store import SqliteStore
from tenbo.store.ledgers import entry_of
from tenbo.tournament.record_log import TournamentLog
from tenbo.tournament.repository import TournamentRepository
from tenbo.tournament.slip_verification import format_digest, parse_slip_code, slip_code, slip_differences
from tenbo_core.errors import Malformed
from tenbo_core.event_notation import event_of

LEDGER = "e6600000000000aa"
GAME = ("start ema-2016", "hand", "win 2<0 3/40", "end")
AS_STORED = []
OTHERWISE = ["its scores match the store, but its players, places, penalties, corrections or game events do not"]


@pytest.fixture
def store(tmp_path):
    """Yield a store with a game at table 1, and scores that were typed at table 2."""
    with SqliteStore(tmp_path / "hall.db") as store:
        records = TournamentLog(store)
        records.record("seats", "desk", session=1, table=1, players=[11, 12, 13, 14])
        records.record("seats", "desk", session=1, table=2, players=[21, 22, 23, 24])
        records.record("game", "host", session=1, table=1, ledger=LEDGER, start=0)
        records.record("correct", "desk", session=1, table=2, scores=[30000, 20000, 40000, 30000], why="paper")
        tell(store, 0, *GAME)
        yield store


def tell(store, first, *lines):
    """Store more events of the game's ledger."""
    store.append([entry_of(LEDGER, event_of(line, n)) for n, line in enumerate(lines, first)])


def code(store, table=1):
    """Return the code of a table's slip as the store stands now."""
    stored = TournamentRepository(store)
    return slip_code(stored, stored.results.sheet(1, table))


def compared(store, text):
    """Return what a slip and the store do not have in common."""
    return slip_differences(TournamentRepository(store), parse_slip_code(text))


def test_a_slip_is_as_the_store_has_it_and_every_number_on_it_is_compared(store):
    """Scores are told first; a table that there is not is said to be none."""
    signed = code(store)
    assert signed.startswith("TENBO1:1:1:24800/30000/35200/30000:")
    assert compared(store, signed) == compared(store, f" {signed[:40].lower()}\n{signed[40:].lower()} ") == AS_STORED
    assert compared(store, code(store, 2)) == AS_STORED
    assert compared(store, signed.replace("TENBO1:1:1", "TENBO1:1:9")) == ["the store has no table 9 in session 1"]
    assert compared(store, signed.replace("TENBO1:1:1", "TENBO1:2:1")) == ["the store has no table 1 in session 2"]
    assert compared(store, signed.replace("24800", "24900")) == [
        "the slip has the scores 24,900 30,000 35,200 30,000, the store has 24,800 30,000 35,200 30,000"
    ]
    assert compared(store, signed[:-1] + ("0" if signed[-1] != "0" else "1")) == OTHERWISE
    assert format_digest(signed).replace(" ", "") == signed.rpartition(":")[2][:16]


@pytest.mark.parametrize(("kind", "fields", "same"), [
    ("lock", {"session": 1, "table": 1, "last": 3}, True),
    ("slip", {"session": 1, "table": 1, "scores": [24800, 30000, 35200, 30000]}, True),
    ("end", {"session": 1}, True),
    ("penalty", {"session": 1, "table": 2, "seat": 0, "points": -1000, "why": "telephone"}, True),
    ("penalty", {"session": 1, "table": 1, "seat": 0, "points": -1000, "why": "telephone"}, False),
    ("seats", {"session": 1, "table": 1, "players": [11, 12, 14, 13]}, False),
    ("tournament", {"title": "Open", "rules": "ema-2016"}, False),
    ("correct", {"session": 1, "table": 1, "scores": [24800, 30000, 35200, 30000], "why": "sheet"}, False),
])  # fmt: skip
def test_what_the_desk_changes_of_a_result_changes_its_code(store, kind, fields, same):
    """To lock it, or to change another table, changes nothing that was signed."""
    signed = code(store)
    TournamentLog(store).record(kind, "desk", **fields)
    assert compared(store, signed) == (AS_STORED if same else OTHERWISE)
    assert (code(store) == signed) is same


@pytest.mark.parametrize(
    ("lines", "same"),
    [
        (('name 2 "Ada"',), True),
        (("start ema-2016", "hand", "draw"), True),
        (("penalty 1 -8000",), False),
        (("undo", "end"), False),
    ],
)
def test_events_after_the_end_that_change_no_result_leave_the_code(store, lines, same):
    """A name that is told later, or the table's next game; what the referee takes away is another result.

    An end that was taken back and recorded again is the same result of another game.
    """
    signed = code(store)
    tell(store, len(GAME), *lines)
    assert (code(store) == signed) is same


def test_of_a_locked_result_what_comes_after_the_locked_event_is_not_signed(store):
    """The desk has locked it at that event."""
    TournamentLog(store).record("lock", "desk", session=1, table=1, last=3)
    signed = code(store)
    tell(store, len(GAME), "penalty 1 -8000")
    assert code(store) == signed
    assert compared(store, signed) == AS_STORED


@pytest.mark.parametrize("wrong", ["", "hello", "TENBO2:1:1:1/2/3/4:" + "A" * 32, "TENBO1:1:1:1/2:" + "A" * 32,
    "TENBO1:1:1:1/2/3/4:" + "A" * 31, "TENBO1:1:1:1/2/3/4:" + "G" * 32, "TENBO1:1:1:1/2/3/4:" + "A" * 33,
    "TENBO1:1234567:1:1/2/3/4:" + "A" * 32, "TENBO1:1:1:1234567890/2/3/4:" + "A" * 32])  # fmt: skip
def test_a_code_that_is_none_says_how_one_begins(wrong):
    """And shows at most sixty letters of what was given."""
    with pytest.raises(Malformed) as caught:
        parse_slip_code(wrong)
    assert caught.value.message.startswith(repr(wrong[:60]))
    assert "is not a slip code: a slip code consists of TENBO1, the session, the table, the scores and a hash" in str(
        caught.value
    )
