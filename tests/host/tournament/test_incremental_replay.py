"""The desk goes on from what it has: each decision folds to what all of them together fold to, and costs no more."""

from __future__ import annotations

import random

import pytest

from tenbo.store import SqliteStore
from tenbo.tournament.record_log import TournamentLog, load_records
from tenbo.tournament.record_replay import replay
from tenbo.tournament.record_schema import make
from tenbo.tournament.state import Tournament
from tenbo_core.errors import Refused, TenboError

TABLES = [[session, table, [4 * table + seat for seat in range(4)]] for session in (1, 2, 3) for table in (1, 2, 3)]


@pytest.fixture
def records(tmp_path):
    """Yield a desk with three planned sessions."""
    with SqliteStore(tmp_path / "hall.db") as store:
        records = TournamentLog(store)
        records.record_all("Ada", [("plan", {"tables": TABLES}), ("bind", {"device": "d1", "table": 1})])
        yield records


def as_told(tournament):
    """Return everything that a tournament keeps."""
    return {name: kept for name, kept in vars(tournament).items() if name != "_newest"}


def acts(chance, count):
    """Yield acts of a desk by chance, of which not all are possible."""
    for at in range(count):
        place = {"session": chance.randint(1, 3), "table": chance.randint(1, 3)}
        session, player, why = {"session": place["session"]}, chance.randint(4, 15), "as said"
        yield chance.choice(
            [
                ("game", {**place, "ledger": f"l{place['table']}", "start": 10 * at}),
                ("detach", {**place, "why": why}),
                ("penalty", {**place, "seat": chance.randrange(4), "points": -1000, "why": why}),
                ("correct", {**place, "scores": [30000] * 4, "why": why}),
                ("lock", {**place, "last": at}),
                ("reopen", {**place, "why": why}),
                ("slip", {**place, "scores": [30000] * 4}),
                ("swap", {**session, "players": [player, chance.randint(4, 15)]}),
                ("withdraw", {**session, "player": player, "why": why}),
                ("enter", {**session, "player": player}),
                ("strike", {"player": player, "why": why}),
                ("open", session),
                ("end", session),
                ("hide", session),
                ("release", {"at": at}),
                ("tournament", {"title": f"T{at}", "rules": chance.choice(["ema-2016", "wrc"])}),
                ("bind", {"device": chance.choice("de"), "table": chance.randint(1, 3)}),
                ("ledger", {"ledger": f"l{at}", "device": "d1"}),
                ("clock", {"act": chance.choice(["start", "stop", "resume"]), "at": at}),
                ("wall", {"wall": chance.randint(1, 2)}),
                ("pen", {"ledger": "l1", "epoch": chance.randint(1, 9), "to": "d2", "why": why}),
                ("believe", {"ledger": "l1", "host": "red", "why": why}),
                ("takeback", {"of": chance.randrange(at + 2), "why": why}),
            ]
        )


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("seed", range(4))
def test_each_decision_comes_to_what_all_of_them_fold_to(records, seed):
    """A desk that is begun again folds everything, and must stand where the one before it stood."""
    recorded = refused = 0
    for kind, fields in acts(random.Random(seed), 150):
        before, was = records.tournament, as_told(replay(records.records))
        try:
            records.record_all("Bo" if recorded % 2 else "Ada", [(kind, fields)])
            recorded += 1
        except TenboError:
            refused += 1
            assert records.tournament is before
        assert as_told(before) == was, f"{kind} {fields} has changed what was decided before it"
        assert as_told(records.tournament) == as_told(replay(load_records(records._store)))
    assert recorded > 50, "most of it ought to be possible"
    assert refused > 5, "and not all of it"


def test_records_that_contradict_each_other_are_told_as_such_and_after_a_takeback_with_what_needs_what():
    """A store may have been put together of two."""
    lock = {"session": 1, "table": 1}
    twice = [make("lock", "Ada", lock, 0), make("lock", "Bo", lock, 1)]
    with pytest.raises(Refused, match=r"^the result of table 1 in session 1 is locked: unlock it first"):
        replay(twice)
    between = [make("open", "Ada", {"session": 1}, 2), make("takeback", "Ada", {"of": 2, "why": "x"}, 3)]
    said = r"^record 1 \(lock\) depends on this record: revert record 1 first \(the result of table 1 in"
    with pytest.raises(Refused, match=said):
        replay(twice + between)
    assert replay([*twice[:1], *between]).opened == set()


def test_a_decision_folds_what_is_new_alone(records, monkeypatch):
    """With the games of a long weekend each press at the desk took a quarter of a second."""
    for at in range(50):
        records.record("slip", "Ada", session=1, table=1, scores=[30000 + at, 30000, 30000, 30000 - at])
    folds = []
    apply = Tournament.apply
    monkeypatch.setattr(Tournament, "apply", lambda *both: (folds.append(both[1].n), apply(*both)))
    record = records.record("open", "Ada", session=1)
    assert folds == [record.n]
    records.record("takeback", "Ada", of=record.n, why="a slip")
    assert len(folds) == 1 + len(records.records) - 2, "what is taken back concerns what came after it"
