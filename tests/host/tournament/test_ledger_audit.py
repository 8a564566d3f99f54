"""A store whose desk tells of games that its ledgers do not have is not as it was written."""

from __future__ import annotations

import pytest

from tenbo.cli.dispatch import main
from tenbo.game.event_parser import parse_event_record
from tenbo.store import SqliteStore
from tenbo.store.ledgers import entry_of
from tenbo.tournament.record_log import TournamentLog

GAME = [{"event": "start", "rules": "ema-2016"}, {"event": "hand"}, {"event": "draw", "tenpai": []}, {"event": "end"}]
PLACE = {"session": 1, "table": 3}
RESULT = [("seats", {**PLACE, "players": [1, 2, 3, 4]}), ("game", {**PLACE, "ledger": "5f2c", "start": 4})]
LOCKED = [*RESULT, ("lock", {**PLACE, "last": 7})]


@pytest.fixture
def verified(tmp_path, capsys):
    """Return a function that writes a store of its own with the desk's records and games, and verifies it."""
    path = tmp_path / "hall.db"

    def verify(acts, games):
        with SqliteStore(path) as store:
            for ledger, first in games:
                events = [parse_event_record(first + n, line) for n, line in enumerate(GAME)]
                store.append([entry_of(ledger, event) for event in events])
            TournamentLog(store).record_all("desk", acts)
        status = main(["verify", str(path)])
        return status, [line for line in capsys.readouterr().out.splitlines() if line.startswith("DAMAGED")]

    return verify


@pytest.mark.parametrize(
    "acts",
    [
        LOCKED,
        [*LOCKED, ("reopen", {**PLACE, "why": "protest"}), ("lock", {**PLACE, "last": 5})],
        # Taken back, or of a game that is no result any more.
        [*RESULT, ("lock", {**PLACE, "last": 99}), ("takeback", {"of": 2, "why": "a slip"})],
        [*RESULT, ("lock", PLACE)],
    ],
)
def test_a_desk_that_tells_of_stored_games_is_as_it_was_written(verified, acts):
    """The earlier game of the same ledger, and the one after it, are none of this result's business."""
    assert verified(acts, [("5f2c", 0), ("5f2c", 4), ("5f2c", 8), ("77aa", 0)]) == (0, [])


@pytest.mark.parametrize(
    ("acts", "games", "what"),
    [
        (RESULT, [("77aa", 4)], "names event 4 of ledger 5f2c as the start of table 3 in session 1, but that "
         "event is not stored"),
        (RESULT, [("5f2c", 2)], "as the start of table 3 in session 1, but that event is of the kind draw"),
        (LOCKED, [("5f2c", 4), ("5f2c", 8)], None),
        ([*RESULT, ("lock", {**PLACE, "last": 8})], [("5f2c", 4)],
         ("desk record 2: locks table 3 in session 1 at event 8, but the game that starts at event 4 of "
          "ledger 5f2c has no such event")),
        ([*RESULT, ("lock", {**PLACE, "last": 9})], [("5f2c", 4), ("5f2c", 8)],
         "desk record 2: locks table 3 in session 1 at event 9"),
        ([*RESULT, ("lock", {**PLACE, "last": 3})], [("5f2c", 0), ("5f2c", 4)], "at event 3, but"),
    ],
)  # fmt: skip
def test_a_result_whose_game_is_not_stored_is_named(verified, acts, games, what):
    """Anyone who wrote the store again, chains and all, has forgotten that the desk knows which games there were."""
    status, damage = verified(acts, games)
    assert status == (1 if what else 0)
    assert len(damage) == (1 if what else 0)
    assert all(what in line for line in damage)
