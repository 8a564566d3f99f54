"""Until a table that has dialled is followed: few round trips, each of which may take a second, and nothing forged."""

from __future__ import annotations

import socket

import pytest

from dialled_tables import DialledTable
from tenbo.devices.device_keys import HallSecret
from tenbo.store.ledgers import stream_of

from .conftest import wait_until
from .test_dialled_tables import CARRIERS, give_poster, run_hall

# Keys that are derived from the hall's secret until one table is followed: some dozens with each look at it.
MOST_KEYS = 5000
CONNECT = socket.create_connection


class TableInTrouble(DialledTable):
    """A table whose words are held back, or changed by somebody on the path."""

    holds_back: tuple[str, ...] = ()
    changed_ledger = ""

    def _send(self, *message):
        if message[0] == "hello" and self.changed_ledger:
            message = (*message[:5], self.changed_ledger, *message[6:])
        super()._send(*message)

    def _handle(self, message):
        before = len(self._out)
        super()._handle(message)
        if message[0] in self.holds_back:
            del self._out[before:]


class LateTable(TableInTrouble):
    """A table whose hello is on its way until the host has asked for its proof."""

    def _greet(self):
        if any(one[0] == "prove" for one in self.received):
            super()._greet()

    def _command(self, message):
        if message[0] == "prove" and not any(one[0] == "host_proof" for one in self.received):
            self._greet()
        super()._command(message)


@pytest.fixture
def hall(tmp_path):
    """Yield a service that tables can dial."""
    with run_hall(tmp_path) as hall:
        yield hall


def dialled(hall, folder, table_class, carrier, **what):
    """Return a table of a class that has dialled, at table 3 by its poster."""
    address = hall.service.server.url if carrier == "websocket" else hall.service.server.lines.address
    table = table_class(folder / "t", "e6600000000000a3", address, carrier=carrier)
    vars(table).update(what)
    give_poster(hall.service, table, 3)
    hall.paper.tables.append(table)
    table.plug()
    return table


@pytest.mark.parametrize("carrier", CARRIERS)
def test_proof_and_seal_are_one_round_trip(hall, tmp_path, carrier):
    """The answer to the proof alone may take a second, and tells nothing that the seal does not tell."""
    table = dialled(hall, tmp_path, TableInTrouble, carrier, holds_back=("host_proof",))
    wait_until(lambda: hall.follows(3))
    assert [one[0] for one in table.received if one[0] in ("host_proof", "seal")] == ["host_proof", "seal"]
    # What was said before the seal is no damage.
    assert hall.hall.tables.table(3)["damaged_lines"] == 0


def test_the_proof_is_asked_for_before_the_hello_has_come(hall, tmp_path, monkeypatch):
    """Of the key of a poster, by which a tablet comes."""
    # On a busy machine it may be long on its way; asked once more, this table would greet once more.
    monkeypatch.setattr("tenbo.devices.pending_commands.GIVE_UP_MS", 300_000)
    table = dialled(hall, tmp_path, LateTable, "websocket")
    wait_until(lambda: hall.follows(3))
    assert sum(one[0] == "prove" for one in table.received) == 1


class WithTheFirstWords:
    """A connection that gives the answer to the dialling when the host's first words have come behind it."""

    def __init__(self, address, **how):
        self._socket = CONNECT(address, **how)

    def __getattr__(self, name):
        return getattr(self._socket, name)

    def recv(self, most):
        """Wait for both, and return them."""
        while not self._socket.recv(most, socket.MSG_PEEK).partition(b"\r\n\r\n")[2]:
            pass
        return self._socket.recv(most)


def test_first_words_that_come_with_the_answer_to_the_dialling_are_read(hall, tmp_path, monkeypatch):
    """On a busy machine they did, and table and host waited for each other."""
    monkeypatch.setattr(socket, "create_connection", WithTheFirstWords)
    table = dialled(hall, tmp_path, LateTable, "websocket")
    wait_until(lambda: hall.follows(3))
    assert sum(one[0] == "prove" for one in table.received) == 1


def test_a_question_that_went_too_early_is_not_said_again(hall, tmp_path, monkeypatch):
    """Said within the session it would end it: the table with a poster's key at a plain connection was lost by that."""
    monkeypatch.setattr("tenbo.devices.inbound_station.ASK_AGAIN_MS", 0)
    monkeypatch.setattr("tenbo.devices.local_station.POLL_S", 0.01)
    hall.hall.keys.get_or_create_secret()
    table = dialled(hall, tmp_path, TableInTrouble, "tcp")
    wait_until(lambda: hall.follows(3))
    asked = len(table.received)
    for _ in range(3):
        hall.hall.fleet.ask(3, "health")
    assert not [one for one in table.received[asked:] if one[0] == "prove"]
    assert table.reader.seal is not None


def test_a_hello_that_was_changed_on_its_way_has_no_events(hall, tmp_path, monkeypatch):
    """The game would be in a second ledger, and its results there twice; when the attacker is gone, all is well."""
    monkeypatch.setattr("tenbo.devices.pending_commands.GIVE_UP_MS", 200)
    monkeypatch.setattr("tenbo.devices.device_auth.HELLO_WAIT_MS", 50)
    table = dialled(hall, tmp_path, TableInTrouble, "tcp", changed_ledger="ffffffff")
    table.play("start", rules="ema-2016")
    wait_until(lambda: sum(one[0] == "seal" for one in table.received) > 1)
    assert not hall.follows(3)
    table.changed_ledger = ""
    wait_until(lambda: hall.follows(3))
    wait_until(lambda: hall.has_all(table))
    assert hall.hall.repository.store.head(stream_of("ffffffff")).seq == -1


def test_signal_and_battery_of_a_table_without_a_cable_are_fields_of_it(hall, tmp_path, monkeypatch):
    """Nobody asks: the desk's list shows a flat battery before the table is dark."""
    monkeypatch.setattr("tenbo.devices.inbound_station.FIRST_HEALTH_MS", 0)
    figures = {"signal": -61, "battery": 17, "seats": [True] * 4}
    dialled(hall, tmp_path, TableInTrouble, "tcp", health_fields=figures)
    wait_until(lambda: hall.follows(3) and hall.hall.tables.table(3)["battery"] == 17)
    view = hall.hall.tables.table(3)
    assert (view["carrier"], view["signal"]) == ("tcp", -61)
    assert isinstance(view["open_s"], int)


def test_a_table_with_a_key_of_its_own_costs_no_more_in_a_large_hall(hall, tmp_path, monkeypatch):
    """Of a hundred that came back at once none was followed: each was held against all keys, again and again."""
    keys = hall.hall.keys
    for number in range(100):
        device = f"e66000000000{number:04x}"
        keys.mark_confirmed(device, keys.pending_key(device))
    hall.hall.numbering.set_table_number("e6600000000000a3", 3)
    own = keys.pending_key("e6600000000000a3")
    keys.mark_confirmed("e6600000000000a3", own)
    made, inner = [], HallSecret.key_of
    monkeypatch.setattr(HallSecret, "key_of", lambda *given: made.append(given) or inner(*given))
    table = TableInTrouble(tmp_path / "t", "e6600000000000a3", hall.service.server.lines.address, carrier="tcp")
    table.keys = dict([own])
    hall.paper.tables.append(table)
    table.plug()
    wait_until(lambda: hall.follows(3))
    assert len(made) < MOST_KEYS
