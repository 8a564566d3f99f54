"""Another device that says a table's id is refused by name, and what it tells is not kept."""

from __future__ import annotations

import pytest

from tenbo.simulator.fake_tables import FakeTable, FakeTables
from tenbo.store.ledgers import stream_of
from tenbo_core.errors import LinkFault

from .conftest import same, wait_until
from .impostors import IMPOSTORS, REMEDY, played, plugged, without_keys


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("games", [1, 3])
@pytest.mark.parametrize("with_key", [True, False])
def test_nobody_takes_an_absent_table_s_place(tmp_path, open_hall, monkeypatch, games, with_key):
    """Refused with the table and the remedy named, nothing of it kept; the table comes back and is followed."""
    monkeypatch.setattr("tenbo.devices.follower.SHOW_MS", 500)
    with FakeTables(tmp_path, 1) as paper:
        (table,) = paper.tables
        with open_hall([str(table.path)]) as hall:
            played(hall, table, games)
        table.pull()
        if not with_key:
            without_keys(tmp_path)
        bad = [make(tmp_path / make.__name__, table) for make in IMPOSTORS]
        for one in bad:
            paper.tables.append(one)
            one.plug()
        with open_hall([str(one.path) for one in paper.tables]) as hall:
            for one in bad:
                wait_until(lambda one=one: plugged(hall, one.path).snapshot.state == "refused")
                assert "says that it is table 1, device e660000000000000" in plugged(hall, one.path).snapshot.why
                assert REMEDY.format(table.device) in plugged(hall, one.path).snapshot.why
                with pytest.raises(LinkFault, match="not connected now"):
                    hall.fleet.ask(1, "do", "hand", 4)
            assert hall.repository.tournament.devices == {table.id: table.device}
            # Enough of impatience: the right table has all the time of a busy machine.
            monkeypatch.setattr("tenbo.devices.follower.SHOW_MS", 60_000)
            table.plug()
            table.play("draw", tenpai=[1])
            wait_until(lambda: same(hall, table) and table.stored == table.ledger.next - 1)
            wait_until(lambda: hall.fleet.require_station(1).port.name == str(table.path))
            wait_until(lambda: [plugged(hall, one.path).snapshot.state for one in bad] == ["refused"] * 4)
            assert hall.repository.store.head(stream_of("badbad00")).seq == -1


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("make", IMPOSTORS)
def test_nobody_takes_the_place_of_a_table_that_is_there(tmp_path, open_hall, make):
    """Not when it is pulled afterwards either."""
    with FakeTables(tmp_path, 1) as paper:
        (table,) = paper.tables
        bad = make(tmp_path / "bad", table)
        paper.tables.append(bad)
        with open_hall(paper.ports) as hall:
            played(hall, table, 2)
            bad.plug()
            wait_until(lambda: plugged(hall, bad.path).snapshot.state == "refused")
            table.play("draw", tenpai=[1])
            wait_until(lambda: same(hall, table))
            table.pull()
            wait_until(lambda: hall.tables.tables()[0]["state"] != "following")
            bad.pull()
            bad.plug()
            wait_until(lambda: REMEDY.format(table.device) in plugged(hall, bad.path).snapshot.why)
            table.plug()
            table.play("hand")
            wait_until(lambda: same(hall, table))


class Replaying(FakeTable):
    """A device that repeats a proof that it has overheard."""

    overheard: tuple[tuple[str, str], ...] = ()

    def _execute(self, message):
        answers = super()._execute(message)
        if message[0] == "prove":
            return [*[["proof", message[1], own, digest] for own, digest in self.overheard], answers[-1]]
        return answers


class Overheard(FakeTable):
    """A table whose proofs are written down by someone at the line."""

    def __init__(self, path, device):
        super().__init__(path, device)
        self.proofs = []

    def _execute(self, message):
        answers = super()._execute(message)
        self.proofs += [(str(answer[2]), str(answer[3])) for answer in answers if answer[0] == "proof"]
        return answers


def test_a_proof_that_was_overheard_is_worth_nothing(tmp_path, open_hall):
    """Each time another text has to be answered."""
    table = Overheard(tmp_path / "table", "e66000000000000a")
    with FakeTables(tmp_path, 0, [table]) as paper:
        for game in range(3):
            with open_hall(paper.ports) as hall:
                played(hall, table, 1 + game)
                wait_until(lambda: hall.keys.confirmed_key(table.device))
        assert len(set(table.proofs)) == len(table.proofs) >= 3
        table.pull()
        bad = Replaying(tmp_path / "bad", table.device, table.id)
        bad.ledger, bad.all = table.ledger, table.all
        bad.overheard = (*table.proofs, ("", ""), ("\udcff", "\udcff" * 64))
        paper.tables.append(bad)
        bad.plug()
        with open_hall([str(bad.path)]) as hall:
            wait_until(lambda: plugged(hall, bad.path).snapshot.state == "refused")
            assert REMEDY.format(table.device) in plugged(hall, bad.path).snapshot.why
