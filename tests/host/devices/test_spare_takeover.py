"""A spare that has a game of its own on its flash takes a table over: it starts again, and that takes its time."""

from __future__ import annotations

import threading

import pytest

from tenbo.simulator.fake_tables import FakeTable, FakeTables
from tenbo_core import events
from tenbo_core.errors import LinkFault
from tenbo_core.ledger import Ledger

from .conftest import wait_until


class Spare(FakeTable):
    """A device that keeps what it is handed, and has it from its next start on, as the real one does."""

    handed = ()

    def _execute(self, message):
        if message[0] == "restore":
            self.coming, self.handed = message[2], ()
        elif message[0] == "ledger_event":
            self.handed = (*self.handed, events.from_plain(message[2:]))
        return super()._execute(message)

    def start_again(self):
        """Start with what it was handed; its cable goes and comes meanwhile."""
        self.pull()
        with self.lock:
            self.id, self.all, self.ledger, self._answers = self.coming, list(self.handed), Ledger(), {}
            for event in self.handed:
                self.ledger.append(event)
        self.plug()


def test_a_spare_with_a_game_of_its_own_goes_on_with_the_one_that_it_is_handed(tmp_path, open_hall):
    """Between the last word of the handing over and its start it says the old ledger, which is no one's table."""
    spare = Spare(tmp_path / "spare", "e660000000009999")
    with FakeTables(tmp_path, 1, [spare]) as paper, open_hall(paper.ports, number_new=False) as hall:
        table = paper.tables[0]
        wait_until(lambda: sorted(one.snapshot.state for one in hall.fleet.stations) == ["new", "new"])
        hall.numbering.set_table_number(table.device, 1)
        table.play("start", rules="ema-2016")
        table.play("hand")
        table.play("riichi", seat=2)
        spare.play("start", rules="wrc")
        wait_until(lambda: hall.repository.store.head(f"table/{table.id}").seq == 2)
        table.pull()
        assert hall.handover.restore_game(1, spare.device, "desk", "no power").answer["events"] == 3
        station = next(one for one in hall.fleet.stations if one.snapshot.hello.id == spare.device)
        asked = spare.received.count(["who"])
        station.repeat_admission()
        wait_until(lambda: spare.received.count(["who"]) > asked)
        why = f"was given ledger {table.id}.1 and has yet to start with it"
        wait_until(lambda: (station.snapshot.state, station.snapshot.why) == ("greeting", why))
        assert not hall.claims.has_events(spare.id)
        spare.start_again()
        wait_until(lambda: hall.fleet.stations_by_number()[1] is station and station.snapshot.state == "following")
        assert station.snapshot.hello.ledger == f"{table.id}.1"
        wait_until(lambda: station.snapshot.last == 2)
        assert hall.games.state(1).riichi == [2]
        wait_until(lambda: hall.keys.confirmed_key(spare.device))


class Silent(Spare):
    """Its answer does not come out: `then` something else happens to it."""

    def _execute(self, message):
        answers = super()._execute(message)
        if message[0] != "ledger_commit":
            return answers
        threading.Thread(target=self.then).start()
        return []


class Hasty(Silent):
    """It starts again before its answer is out."""

    then = Spare.start_again


class Deaf(Silent):
    """It goes away in the middle of the handing over and comes back with what it had."""

    then = Spare.pull


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("made", [Hasty, Deaf])
def test_an_answer_that_goes_with_the_restart_is_read_from_what_the_device_starts_with(
    made, tmp_path, open_hall, monkeypatch
):
    """One that has the ledger has it; one that does not start with it has not, and that is said."""
    monkeypatch.setattr("tenbo.devices.ledger_restore.START_MS", 60_000 if made is Hasty else 300)
    spare = made(tmp_path / "spare", "e660000000009999")
    with FakeTables(tmp_path, 1, [spare]) as paper, open_hall(paper.ports, number_new=False) as hall:
        table = paper.tables[0]
        wait_until(lambda: sorted(one.snapshot.state for one in hall.fleet.stations) == ["new", "new"])
        hall.numbering.set_table_number(table.device, 1)
        table.play("start", rules="ema-2016")
        table.play("hand")
        wait_until(lambda: hall.repository.store.head(f"table/{table.id}").seq == 1)
        table.pull()
        if made is Deaf:
            with pytest.raises(LinkFault, match=r"did not answer \(command: ledger_commit\)"):
                hall.handover.restore_game(1, spare.device, "desk", "no power")
            return
        assert hall.handover.restore_game(1, spare.device, "desk", "no power").answer["events"] == 2
        wait_until(
            lambda: (
                hall.fleet.require_station(1).snapshot.hello.id == spare.device
                and hall.fleet.require_station(1).snapshot.state == "following"
            )
        )
        assert hall.fleet.require_station(1).snapshot.hello.ledger == f"{table.id}.1"


def test_a_table_that_comes_up_empty_after_a_game_that_this_host_cannot_fold_is_followed(tmp_path, open_hall):
    """Its firmware may know another rule: that game is in the store and named, and the table plays on."""
    with FakeTables(tmp_path, 1) as paper, open_hall(paper.ports) as hall:
        table = paper.tables[0]
        wait_until(
            lambda: (
                [one.snapshot.state for one in hall.fleet.stations] == ["following"]
                and hall.keys.confirmed_key(table.device)
            )
        )
        for kind, fields in (("start", {"rules": "ema-2016"}), ("hand", {}), ("riichi", {"seat": 1})):
            table.play(kind, **fields)
        with table.lock:
            strange = events.make(3, "draw", 6, 99, {"tenpai": [0]})
            table.all.append(strange)
            table.ledger.events.append(strange)
            table.ledger.next = 4
        wait_until(lambda: hall.repository.store.head(f"table/{table.id}").seq == 3)
        table.pull()
        with table.lock:
            table.id, table.all, table.ledger, table.stored = "aabbccdd", [], Ledger(), -1
        table.plug()
        station = hall.fleet.stations[0]
        wait_until(
            lambda: (
                station.snapshot.hello is not None
                and station.snapshot.hello.ledger == "aabbccdd"
                and station.snapshot.state == "following"
            )
        )
        assert "started with an empty ledger, but its game up to event 3 is in the store" in station.snapshot.why
