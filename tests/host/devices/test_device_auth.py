"""The key of a table: how it comes by one, proves itself with it, and is let in again after any accident."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from tenbo.devices.device_keys import DeviceKeys
from tenbo.simulator.fake_tables import FakeTable, FakeTables
from tenbo.store import SqliteStore, verify
from tenbo.store.ledgers import stream_of
from tenbo_core.errors import LinkFault, Refused

from .conftest import same, wait_until
from .impostors import REMEDY, empty_flash, played, plugged, without_keys


def losing(*names):
    """Return a line that loses the first three lines of each of these names."""
    left = {name.encode(): 3 for name in names}

    def loses(data):
        for name, times in left.items():
            if b'"' + name + b'"' in data and times:
                left[name] -= 1
                return b""
        return data

    return loses


@pytest.mark.thorough("seconds of a processor")
def test_a_line_that_loses_the_question_and_the_answer_delays_a_table_and_no_more(tmp_path, open_hall):
    """Both are said again; also those with which it gets its key."""
    with FakeTables(tmp_path, 1) as paper:
        (table,) = paper.tables
        for _ in range(2):
            table.noise = losing("key", "prove", "proof")
            with open_hall(paper.ports) as hall:
                played(hall, table, 1)
                wait_until(lambda: hall.keys.confirmed_key(table.device) and table.stored == table.ledger.next - 1)
                assert "refused" not in hall.log_text()


def test_a_table_of_an_older_store_gets_its_key_when_it_has_shown_an_event(tmp_path, open_hall):
    """Once: from then on it shows the key, also when its oldest games had to go."""
    with FakeTables(tmp_path, 1) as paper:
        (table,) = paper.tables
        with open_hall(paper.ports) as hall:
            played(hall, table, 2)
            # A key that is still on its way would be one that the older store does not know.
            wait_until(lambda: hall.keys.confirmed_key(table.device))
        without_keys(tmp_path)
        table.keys = {}
        with open_hall(paper.ports) as hall:
            wait_until(lambda: hall.keys.confirmed_key(table.device) in table.keys.values())
        table.play("end")
        last = table.ledger.next
        table.play("start", rules="alarm")
        table.all = table.all[-1:]
        with open_hall(paper.ports) as hall:
            wait_until(lambda: hall.repository.store.head(stream_of(table.id)).seq == last and table.stored == last)
            wait_until(lambda: hall.tables.tables()[0]["state"] == "following")


def test_older_firmware_without_keys_is_known_by_what_it_tells(tmp_path, open_hall):
    """It must show a stored event whenever it comes, so no one else gets its place by refusing a key."""
    table = FakeTable(tmp_path / "old", "e66000000000000a")
    carry_out = table._execute

    def refuses(message):
        if message[0] in ("key", "prove"):
            return [["refused", message[1], "bad_field", "message", "there is no such message"]]
        return carry_out(message)

    table._execute = refuses
    with FakeTables(tmp_path, 0, [table]) as paper:
        for game in range(2):
            with open_hall(paper.ports) as hall:
                played(hall, table, 1 + game)
                wait_until(lambda: [one[0] for one in table.received].count("key") > 0)
                wait_until(lambda: hall.keys._keys[table.device].state == "offered")
            table.received.clear()
        table.pull()
        bad = empty_flash(tmp_path / "bad", table)
        paper.tables.append(bad)
        bad.plug()
        with open_hall(paper.ports) as hall:
            wait_until(lambda: plugged(hall, bad.path).snapshot.state == "refused")
            table.plug()
            table.play("draw", tenpai=[1])
            wait_until(lambda: same(hall, table))


def test_a_table_that_takes_no_key_in_a_running_hand_gets_it_after_that_hand(tmp_path, open_hall, monkeypatch):
    """It is asked again, and followed meanwhile."""
    monkeypatch.setattr("tenbo.devices.device_auth.RUNNING_HAND_WAIT_MS", 50)
    with FakeTables(tmp_path, 1) as paper:
        (table,) = paper.tables
        carry_out, runs = table._execute, True

        def refuses(message):
            if message[0] == "key" and runs:
                return [["refused", message[1], "not_allowed_now", "message", "a hand is running"]]
            return carry_out(message)

        table._execute = refuses
        with open_hall(paper.ports) as hall:
            played(hall, table, 1)
            wait_until(lambda: [one[0] for one in table.received].count("key") > 2)
            assert table.keys == {}
            runs = False
            wait_until(lambda: hall.keys.confirmed_key(table.device) in table.keys.values())


def test_the_desk_s_word_gives_a_replaced_board_a_new_key_and_the_old_board_none(tmp_path, open_hall):
    """It is recorded; anyone who has the old key is another device from then on."""
    with FakeTables(tmp_path, 1) as paper:
        (table,) = paper.tables
        with open_hall([str(table.path)]) as hall:
            played(hall, table, 2)
        table.pull()
        board = empty_flash(tmp_path / "board", table)
        paper.tables.append(board)
        board.plug()
        with open_hall(paper.ports) as hall:
            wait_until(lambda: plugged(hall, board.path).snapshot.state == "refused")
            hall.numbering.set_table_number(table.device, 1)
            wait_until(lambda: plugged(hall, board.path).snapshot.state == "following")
            assert hall.repository.desk.records[-2].fields == {"device": table.device, "table": 1}
            played(hall, board, 1)
            wait_until(lambda: hall.keys.confirmed_key(table.device) in board.keys.values())
            table.plug()
            wait_until(lambda: "claims to be table 1" in plugged(hall, table.path).snapshot.why)
        board.pull()
        with open_hall(paper.ports) as hall:
            wait_until(lambda: REMEDY.format(table.device) in plugged(hall, table.path).snapshot.why)
            board.plug()
            board.play("draw", tenpai=[1])
            wait_until(lambda: same(hall, board))


def test_a_host_that_dies_while_it_gives_a_key_knows_the_table_again(tmp_path, open_hall, monkeypatch):
    """The table has it already, the store not yet that it has."""
    with FakeTables(tmp_path, 1) as paper:
        (table,) = paper.tables
        with monkeypatch.context() as dying:
            dying.setattr("tenbo.devices.device_keys.DeviceKeys.mark_confirmed", lambda *_: None)
            with open_hall(paper.ports) as hall:
                played(hall, table, 1)
                wait_until(lambda: table.keys)
        given = dict(table.keys)
        with open_hall(paper.ports) as hall:
            played(hall, table, 2)
            wait_until(lambda: hall.keys.confirmed_key(table.device))
        assert table.keys == given


def test_a_key_is_shown_nowhere(tmp_path, open_hall):
    """Not in the log, not by the API, not in what is chained."""
    with FakeTables(tmp_path, 1) as paper:
        (table,) = paper.tables
        with open_hall(paper.ports) as hall:
            played(hall, table, 1)
            wait_until(lambda: hall.keys.confirmed_key(table.device))
            key, word = hall.keys.confirmed_key(table.device), hall.keys.hall_id()
            shown = [
                hall.log_text(),
                json.dumps([hall.tables.tables(), hall.tables.unassigned_devices()]),
                repr(hall.repository.store.device_keys()),
            ]
            shown += [str(record) for record in hall.repository.desk.records]
        assert table.keys == {word: key}
        with closing(sqlite3.connect(tmp_path / "hall.db")) as connection:
            shown += [str(row) for row in connection.execute("SELECT * FROM event")]
        shown.append(str(verify(tmp_path / "hall.db")))
        assert len(key) == 32
        assert not any(key in text for text in shown)
        assert {one.stat().st_mode & 0o777 for one in tmp_path.glob("hall.db*")} == {0o600}


def test_a_table_of_another_hall_is_followed_and_obeys_nothing_until_its_seats_have_freed_it(tmp_path, open_hall):
    """Its state says what helps, and so does each refusal; freed, it says hello and is given the key of this hall."""
    with FakeTables(tmp_path, 1) as paper:
        (table,) = paper.tables
        table.keys["another"] = "its own"
        with open_hall(paper.ports) as hall:
            played(hall, table, 1)
            wait_until(lambda: "belongs to another hall" in plugged(hall, table.path).snapshot.why)
            assert plugged(hall, table.path).snapshot.state == "following"
            with pytest.raises(Refused, match="OK at all four seats") as refused:
                hall.fleet.ask(1, "do", "end", 4)
            assert refused.value.code == "not_proved"
            assert table.keys == {"another": "its own"}
            table.forget_hall_keys()
            wait_until(lambda: hall.keys.confirmed_key(table.device) in table.keys.values())
            hall.fleet.ask(1, "do", "end", 4)
            wait_until(lambda: plugged(hall, table.path).snapshot.why == "")
        with open_hall(paper.ports) as hall:
            wait_until(lambda: hall.tables.tables()[0]["state"] == "following")
            hall.fleet.ask(1, "do", "start", 4, "alarm")


def test_a_device_that_is_numbered_many_times_is_still_known_by_the_key_that_it_has(tmp_path):
    """It was away meanwhile: of the keys that it was to be given none has reached it."""
    with SqliteStore(tmp_path / "hall.db") as store:
        keys = DeviceKeys(store, lambda: "hall", lambda _: "")
        first = keys.pending_key("a")
        keys.mark_confirmed("a", first)
        for _ in range(5):
            keys.allow_rekey("a")
            assert first in keys.possible_keys("a")
            assert keys.pending_key("a") == keys.possible_keys("a")[0] != first
        assert keys.possible_keys("a").index(first) == 2


def test_a_key_that_reached_a_device_is_known_after_any_number_of_later_ones(tmp_path):
    """It was sent between two numbers, and the device had no time to prove it."""
    with SqliteStore(tmp_path / "hall.db") as store:
        keys = DeviceKeys(store, lambda: "hall", lambda _: "")
        keys.mark_confirmed("a", keys.pending_key("a"))
        given = []
        for _ in range(40):
            keys.allow_rekey("a")
            given.append(keys.pending_key("a"))
            assert set(given) <= set(keys.possible_keys("a"))
            assert not any(keys.is_proof("a", one) for one in given[:-1] if one != given[-1])


@pytest.mark.thorough("seconds of a processor")
def test_a_device_that_is_numbered_anew_obeys_the_hall_by_its_old_key_and_is_given_a_new_one(tmp_path, open_hall):
    """Also when the number is taken from it in between, and when it comes back to another start of the host."""
    with FakeTables(tmp_path, 1) as paper:
        (table,) = paper.tables
        with open_hall(paper.ports) as hall:
            played(hall, table, 1)
            wait_until(lambda: hall.keys.confirmed_key(table.device))
            first = hall.keys.confirmed_key(table.device)
            hall.numbering.set_table_number(table.device, None)
            hall.numbering.set_table_number(table.device, 4)
            hall.numbering.set_table_number(table.device, 5)
            wait_until(lambda: hall.keys.confirmed_key(table.device) not in (None, first))
            wait_until(lambda: hall.fleet.station_with_number(5) is not None)
            hall.fleet.ask(5, "do", "end", 4)
            second = hall.keys.confirmed_key(table.device)
            assert list(table.keys.values()) == [second]
        with open_hall([]) as hall:
            hall.numbering.set_table_number(table.device, 6)
        with open_hall(paper.ports) as hall:
            wait_until(lambda: hall.keys.confirmed_key(table.device) not in (None, second))
            hall.fleet.ask(6, "do", "start", 4, "alarm")


@pytest.mark.thorough("seconds of a processor")
def test_a_host_that_was_silent_proves_itself_again_before_its_next_command(tmp_path, open_hall):
    """A table forgets a proof with the silence; nothing is refused for it."""
    with FakeTables(tmp_path, 1) as paper:
        (table,) = paper.tables
        with open_hall(paper.ports) as hall:
            played(hall, table, 1)
            wait_until(lambda: hall.keys.confirmed_key(table.device))
            for _ in range(3):
                table.proved = False
                hall.fleet.ask(1, "do", "penalty", 4, 0, -100)
                assert table.proved


class GreetingAtItsSeal(FakeTable):
    """A table that greets once more between the host's proof and its question for the seal."""

    crossings = 0

    def _execute(self, message):
        if message[0] == "seal" and not self.crossings:
            self.crossings += 1
            self._greet()
        return super()._execute(message)


def test_a_table_that_greets_before_it_is_asked_for_its_seal_is_proved_and_sealed_again(tmp_path, open_hall):
    """The refused question is over at once: no proof waits for it, and no command of the desk."""
    table = GreetingAtItsSeal(tmp_path / "table", "e66000000000000a")
    with FakeTables(tmp_path, 0, [table]) as paper, open_hall(paper.ports) as hall:
        played(hall, table, 1)
        wait_until(lambda: table.crossings)
        wait_until(lambda: table.reader.seal is not None and plugged(hall, table.path).snapshot.state == "following")
        hall.fleet.ask(1, "do", "penalty", 4, 0, -100)


class ReadingTheSealLate(FakeTable):
    """A table that reads the demand for a seal together with what follows it."""

    held = b""

    def _receive(self, end):
        data, self.held = self.held + super()._receive(end), b""
        if data.startswith(b'["seal"') and data.count(b"\n") == 1:
            data, self.held = b"", data
        return data


def test_a_table_that_reads_the_demand_for_a_seal_and_the_next_line_at_once_is_proved_once(tmp_path, open_hall):
    """Else it greets at each seal, and host and table prove themselves to each other without end."""
    table = ReadingTheSealLate(tmp_path / "table", "e66000000000000a")
    with FakeTables(tmp_path, 0, [table]) as paper, open_hall(paper.ports) as hall:
        played(hall, table, 1)
        station = plugged(hall, table.path)
        wait_until(lambda: hall.keys.confirmed_key(table.device) and station.snapshot.state == "following")
        before = len(table.received)
        table.pull()
        wait_until(lambda: station.snapshot.state == "closed")
        table.plug()
        wait_until(lambda: table.reader.seal is not None and station.snapshot.state == "following")
        hall.fleet.ask(1, "do", "penalty", 4, 0, -100)
        assert [message[0] for message in table.received[before:]].count("prove") == 1


class DeafToPings(FakeTable):
    """A table whose answers to pings are not read: the line was sealed while they were on their way."""

    def _handle(self, message):
        if message[0] != "ping":
            super()._handle(message)


def test_a_ping_on_its_way_while_a_line_is_sealed_holds_up_nobody(tmp_path, open_hall, monkeypatch):
    """Nobody repeats it, and the desk's commands for the table wait behind it; over a network for five seconds."""
    monkeypatch.setattr("tenbo.devices.pending_commands.PING_GIVE_UP_MS", 300_000)
    table = DeafToPings(tmp_path / "table", "e66000000000000a")
    with FakeTables(tmp_path, 0, [table]) as paper, open_hall(paper.ports) as hall:
        played(hall, table, 1)
        station = plugged(hall, table.path)
        wait_until(lambda: table.reader.seal is not None and station.snapshot.state == "following")
        ping = station.begin_command("ping")
        station.repeat_admission()
        wait_until(ping.over.is_set)
        with pytest.raises(LinkFault, match=r"did not answer \(command: ping\)"):
            station.await_answers(ping)


class AnsweringAcrossItsSeal(FakeTable):
    """A table that answers its first question before its next seal but for the end, which comes behind it."""

    question = None

    def _handle(self, message):
        if message[0] == "state" and self.question is None:
            self.question = message
            return
        super()._handle(message)
        if message[0] == "seal" and self.question is not None:
            self._send("done", self.question[1], self.ledger.next - 1)


def test_a_question_on_its_way_while_a_line_is_sealed_is_answered_whole(tmp_path, open_hall, monkeypatch):
    """What the table wrote before the seal is not read; the end of that answer is, and says nothing of what is lost."""
    monkeypatch.setattr("tenbo.devices.pending_commands.ASK_AGAIN_MS", 300_000)
    table = AnsweringAcrossItsSeal(tmp_path / "table", "e66000000000000a")
    with FakeTables(tmp_path, 0, [table]) as paper, open_hall(paper.ports) as hall:
        played(hall, table, 1)
        station = plugged(hall, table.path)
        wait_until(lambda: table.reader.seal is not None and station.snapshot.state == "following")
        question = station.begin_command("state")
        wait_until(lambda: table.question is not None)
        station.repeat_admission()
        fields = {key: value for _, _, key, value in station.await_answers(question)}
        assert fields["scores"] == table.ledger.table.scores
