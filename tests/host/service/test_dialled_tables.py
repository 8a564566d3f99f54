"""Tables that dial: the service follows them over a WebSocket or a plain connection as it follows those on a cable."""

from __future__ import annotations

import io
import socket
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from dialled_tables import DialledTable, Hangup, dial
from host.cluster.bad_network import BadNetwork
from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.runtime.service_log import ServiceLog
from tenbo.runtime.worker import run_in_background
from tenbo.simulator.fake_tables import FakeTables
from tenbo.store import verify
from tenbo.store.ledgers import event_of, stream_of
from tenbo.web.server.dial_in_server import RECEIVE_BUFFER
from tenbo_core import events
from tenbo_core.ledger import Ledger

from .conftest import wait_until

CARRIERS = ("websocket", "tcp")
# The signals of any two tables are within this time of one another.
APART_MS = 150


class Hall:
    """A service that tables can dial, and the tables of a test."""

    def __init__(self, service, folder, paper):
        self.service = service
        self.hall = service.hall
        self.paper = paper
        self._folder = folder

    def table(self, device, carrier="websocket", *, poster=None, address=None):
        """Return a table that has dialled, with the code of a poster if one is named, and through what if not us."""
        if address is None:
            address = self.service.server.url if carrier == "websocket" else self.service.server.lines.address
        table = DialledTable(self._folder / device, device, address, carrier=carrier)
        if poster is not None:
            give_poster(self.service, table, poster)
        self.paper.tables.append(table)
        table.plug()
        return table

    def state(self, number):
        """Return the state of a table, or None without one."""
        return next((one for one in self.hall.tables.tables() if one["table"] == number), {}).get("state")

    def follows(self, number):
        """Return whether a table is followed."""
        return self.state(number) == "following"

    def why(self, device):
        """Return the code and the values of the sentence that says why a device that has dialled is not followed."""
        known = [one.snapshot for one in self.hall.fleet.own_stations if one.snapshot.hello is not None]
        said = [one.why for one in known if one.hello.id == device and one.why]
        return (said[-1].code, said[-1].values) if said else None

    def has_all(self, table):
        """Return whether every event of a table is stored, once and in order."""
        rows = self.hall.repository.store.rows(stream_of(table.id))
        return [event_of(row).plain() for row in rows] == [event.plain() for event in table.all]


def give_poster(service, table, number):
    """Set the code of a table to the one on the poster of a table."""
    keys = service.access.table_keys()
    table.keys = {keys.hall: next(key for key, one in keys.tables.items() if one == number)}


@contextmanager
def run_hall(folder, **settings):
    config = Config(
        folder / "hall.db", [], search=False, listen=("127.0.0.1", 0), listen_tables=("127.0.0.1", 0), **settings
    )
    with FakeTables(folder, 0) as paper, Service(config, ServiceLog(out=io.StringIO())) as service:
        yield Hall(service, folder, paper)


@pytest.fixture
def hall(tmp_path):
    """Yield a service that tables can dial."""
    with run_hall(tmp_path) as hall:
        yield hall


def play_game(table):
    """Play a hand and end the game."""
    table.play("start", rules="ema-2016")
    table.play("hand")
    table.play("riichi", by=1, seat=1)
    table.play("win", by=1, wins=[{"seat": 1, "from": 2, "han": 3, "fu": 30}])
    table.play("end")


@pytest.mark.parametrize("carrier", CARRIERS)
def test_a_device_with_a_poster_s_code_is_this_table_and_followed(hall, carrier):
    """Without a word at the desk; its events are in the store, its display can be asked for."""
    table = hall.table("tablet3", carrier, poster=3)
    wait_until(lambda: hall.follows(3))
    play_game(table)
    wait_until(lambda: hall.has_all(table))
    view = hall.hall.tables.table(3)
    assert (view["device"], view["carrier"]) == ("tablet3", carrier)
    assert view["port"].startswith(f"{carrier} 127.0.0.1:")
    assert isinstance(view["open_s"], int)
    hall.hall.fleet.ask(3, "blink")
    assert table.proved
    # No key ever goes over a network.
    assert "key" not in [message[0] for message in table.received]


@pytest.mark.parametrize("keys", [{}, {"wrong": "0" * 32}])
@pytest.mark.parametrize("carrier", CARRIERS)
def test_a_device_without_the_right_code_is_turned_away_by_name(hall, carrier, keys):
    """It has no number, and nothing of it is stored."""
    table = hall.table("stranger", carrier)
    table.keys = keys
    table.play("start", rules="ema-2016")
    wait_until(lambda: table.end is None)
    assert (hall.hall.tables.tables(), hall.hall.repository.store.head(stream_of(table.id)).seq) == ([], -1)
    assert table.farewell == ("not_proved" if carrier == "websocket" else None)


@pytest.mark.parametrize("carrier", CARRIERS)
def test_a_device_without_its_own_key_is_sent_to_no_poster(tmp_path, monkeypatch, carrier):
    """It got its key over a cable: no poster has it, and the desk has to give it a number again."""
    # A connection that is over is not forgotten before it is looked at.
    monkeypatch.setattr("tenbo.devices.station_registry.SCAN_S", 3600)
    with run_hall(tmp_path) as hall:
        hall.hall.numbers.set("box", 3, "desk")
        hall.hall.keys.mark_confirmed("box", hall.hall.keys.pending_key("box"))
        table = hall.table("box", carrier)
        wait_until(lambda: hall.why("box") == ("device_unverified", {"table": 3, "device": "box"}))
        assert hall.hall.tables.table(3)["reason"] == "device_unverified"
        # A device whose number was removed is at no table.
        hall.hall.numbers.set("box", None, "desk")
        table.pull()
        table.plug()
        wait_until(lambda: hall.why("box") == ("unassigned_device_unverified", {"device": "box"}))


@pytest.mark.parametrize(("carrier", "code"), [("websocket", "table_code_missing"), ("tcp", "cable_key_missing")])
def test_only_a_tablet_is_sent_to_a_poster_for_its_key(hall, carrier, code):
    """A box with a radio opens no page: it gets its key over a cable."""
    hall.hall.numbers.set("new", 3, "desk")
    hall.table("new", carrier)
    wait_until(lambda: hall.why("new") == (code, {}))
    wait_until(lambda: hall.state(3) == "closed")
    hall.hall.fleet.scan()
    assert hall.why("new") == (code, {})


def test_the_code_of_another_table_moves_no_device(hall):
    """The desk moves a device, never a poster."""
    table = hall.table("tablet3", poster=3)
    wait_until(lambda: hall.follows(3))
    table.pull()
    give_poster(hall.service, table, 4)
    table.plug()
    wait_until(lambda: table.farewell == "other_table")
    assert [one["table"] for one in hall.hall.tables.tables()] == [3]


def test_new_codes_turn_away_the_tablets_with_old_ones(hall):
    """As they end every session; the new poster brings the tablet back as the same table."""
    table = hall.table("tablet3", poster=3)
    wait_until(lambda: hall.follows(3))
    hall.service.access.renew_codes()
    table.pull()
    table.plug()
    wait_until(lambda: table.farewell == "not_proved")
    give_poster(hall.service, table, 3)
    table.plug()
    wait_until(lambda: hall.follows(3))


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_second_device_with_a_poster_s_code_waits_for_the_desk(hall):
    """A spare beside the table: once the desk has freed the number, the spare has it."""
    first = hall.table("tablet3", poster=3)
    wait_until(lambda: hall.follows(3))
    play_game(first)
    wait_until(lambda: hall.has_all(first))
    spare = hall.table("spare3", poster=3)
    wait_until(lambda: [one["state"] for one in hall.hall.tables.unassigned_devices()] == ["new"])
    (waiting,) = hall.hall.tables.unassigned_devices()
    assert (waiting["device"], waiting["table"]) == ("spare3", None)
    assert "tenbo restore 3 --to spare3" in waiting["why"]
    assert (waiting["reason"], waiting["params"]) == ("new_device_at_taken_table", {"device": "spare3", "table": 3})
    first.pull()
    hall.hall.numbering.set_table_number("tablet3", None)
    wait_until(lambda: [one["device"] for one in hall.hall.tables.tables()] == ["spare3"] and hall.follows(3))
    assert spare.end is not None


@pytest.mark.thorough("a service and simulated tables for seconds")
class HandedTable(DialledTable):
    """A spare that takes a game over and starts with it at once: its answer is lost with its connection."""

    def _execute(self, message):
        if message[0] == "restore":
            self.handed = (message[2], [])
        elif message[0] == "ledger_event":
            self.handed[1].append(events.from_plain(message[2:]))
        elif message[0] == "ledger_commit":
            self.id, taken = self.handed
            self.ledger = Ledger(taken[0].n)
            for event in taken:
                self.ledger.append(event)
            self.all = taken
            self.pull()
        return super()._execute(message)


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_spare_that_starts_again_with_a_game_is_awaited_at_its_next_connection(hall, tmp_path):
    """As a tablet or a Pico without a cable does: the desk learns that the game is there, and the spare is followed."""
    first = hall.table("tablet3", poster=3)
    wait_until(lambda: hall.follows(3))
    first.play("start", rules="ema-2016")
    first.play("hand")
    first.play("riichi", by=1, seat=1)
    wait_until(lambda: hall.has_all(first))
    first.pull()
    spare = HandedTable(tmp_path / "spare3", "spare3", hall.service.server.url)
    give_poster(hall.service, spare, 3)
    hall.paper.tables.append(spare)
    spare.plug()
    wait_until(lambda: [one["state"] for one in hall.hall.tables.unassigned_devices()] == ["new"])
    made = []
    restoring = run_in_background(
        "restore", lambda: made.append(hall.hall.handover.restore_game(3, "spare3", "desk", "broken").answer)
    )
    wait_until(lambda: spare.end is None)
    spare.plug()
    restoring.join()
    assert [one["device"] for one in made] == ["spare3"]
    wait_until(lambda: hall.follows(3) and hall.hall.tables.table(3)["device"] == "spare3")
    spare.play("win", by=1, wins=[{"seat": 1, "from": 2, "han": 3, "fu": 30}])
    wait_until(lambda: hall.has_all(spare))


def test_of_two_connections_of_a_table_the_newer_wins(hall):
    """The older one may be dead without knowing it."""
    table = hall.table("tablet3", poster=3)
    wait_until(lambda: hall.follows(3))
    play_game(table)
    lost = table.lose()
    table.plug()
    wait_until(lambda: hall.has_all(table) and hall.follows(3))
    wait_until(lambda: len(hall.hall.fleet.own_stations) == 1)
    lost.close()
    table.play("start", rules="ema-2016")
    wait_until(lambda: hall.has_all(table))


def test_a_table_that_has_hung_up_is_still_shown(hall):
    """As gone, with its number; a new connection takes its place."""
    table = hall.table("tablet3", poster=3)
    wait_until(lambda: hall.follows(3))
    table.pull()
    wait_until(lambda: hall.state(3) == "closed")
    hall.hall.fleet.scan()
    assert hall.state(3) == "closed"
    table.plug()
    wait_until(lambda: hall.follows(3))
    hall.hall.fleet.scan()
    assert [station.snapshot.state for station in hall.hall.fleet.own_stations] == ["following"]


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_half_open_connection_is_given_up(hall, monkeypatch):
    """Nothing comes and nothing breaks: the network does not say that a tablet has left it."""
    table = hall.table("tablet3", poster=3)
    wait_until(lambda: hall.follows(3))
    with table.lose():
        monkeypatch.setattr("tenbo.devices.follower.SILENCE_MS", 200)
        monkeypatch.setattr("tenbo.devices.inbound_station.DEAD_MS", 400)
        wait_until(lambda: hall.state(3) == "closed")


def test_a_page_of_another_place_opens_no_line(hall):
    """Nor a request under a name that is not ours; both are told by a status, not by a line."""
    url = hall.service.server.url
    place = url.removeprefix("http://")
    for headers in (
        [("Origin", "http://evil.test")],
        [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "websocket")],
    ):
        with pytest.raises(Hangup) as refused:
            dial(url, headers)
        assert refused.value.status == 403
    sock, _ = dial(url, [("Origin", f"http://{place}")])
    sock.close()


def test_a_line_is_no_page(hall):
    """A browser that opens its address is told what it is for; other addresses have no line."""
    status, body = request_page(hall.service.server.url, "/v1/line")
    assert (status, b'"at":"line"' in body) == (426, True)
    with pytest.raises(Hangup):
        dial(f"{hall.service.server.url}/v1/tables")


def request_page(url, path):
    """Return status and body of a page."""
    place = urlsplit(url)
    with closing(HTTPConnection(place.hostname, place.port)) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()


def test_a_flood_of_connections_leaves_the_followed_tables_alone(hall, monkeypatch):
    """Each has a thread, so they are bounded: one that was not let in has to go for a new one."""
    monkeypatch.setattr("tenbo.devices.station_registry.MOST_DIALLED", 5)
    table = hall.table("tablet3", poster=3)
    wait_until(lambda: hall.follows(3))
    strangers = [dial(hall.service.server.url)[0] for _ in range(20)]
    wait_until(lambda: sum(not one.is_over for one in hall.hall.fleet._dialled) <= 5)
    other = hall.table("tablet4", poster=4)
    wait_until(lambda: hall.follows(4) and hall.follows(3))
    play_game(table)
    play_game(other)
    wait_until(lambda: hall.has_all(table) and hall.has_all(other))
    for sock in strangers:
        sock.close()


def test_a_websocket_that_floods_holds_the_event_loop_for_a_few_frames_only(hall):
    """All that the system keeps of it is taken apart at once."""
    hall.table("tablet3", poster=3)
    wait_until(lambda: hall.follows(3))
    (line,) = [one.transport.get_extra_info("socket") for one in hall.service.server._server.server_state.connections]
    # Linux gives twice what was asked for, for its own use.
    assert line.getsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF) <= 2 * RECEIVE_BUFFER


@pytest.mark.thorough("a service and simulated tables for seconds")
@pytest.mark.limit(300)
def test_a_hundred_tables_dial_at_once_and_again_after_the_network_was_gone(hall):
    """Half over WebSockets, half over plain connections; no event is lost and none is there twice."""
    tables = [hall.table(f"tablet{number:03d}", CARRIERS[number % 2], poster=number) for number in range(1, 101)]
    wait_until(lambda: [one["state"] for one in hall.hall.tables.tables()] == ["following"] * 100)
    for table in tables:
        play_game(table)
    for table in tables:
        table.pull()
    wait_until(lambda: {one["state"] for one in hall.hall.tables.tables()} == {"closed"})
    for table in tables:
        table.play("start", rules="ema-2016")
        table.plug()
    wait_until(lambda: all(hall.has_all(table) for table in tables))
    wait_until(lambda: [one["state"] for one in hall.hall.tables.tables()] == ["following"] * 100)


def test_a_table_gets_its_time_although_every_answer_takes_longer_than_on_a_cable(hall, monkeypatch):
    """As in a full hall's network, or where the desk's computer has too much to do."""
    monkeypatch.setattr("tenbo.devices.pending_commands.PING_GIVE_UP_MS", 100)
    network = BadNetwork()
    network.target, network.delay_s = hall.service.server.lines.address, (0.4, 0.4)
    host, port = network.address.split(":")
    with closing(network):
        table = hall.table("tablet3", "tcp", poster=3, address=(host, int(port)))
        wait_until(lambda: hall.follows(3))
        table.play("start", rules="ema-2016")
        hall.service.timekeeper.change_clock("start", "desk", lead_ms=0)
        wait_until(lambda: table.ledger.table.session is not None)
        wait_until(lambda: abs(table.session_left_ms() - hall.service.timekeeper.remaining_ms(3)) < APART_MS)
        assert hall.service.timekeeper.clock_and_offsets()["tables"].get("3", {}).get("why", "") == ""


def test_killed_and_started_again_the_service_has_every_event_once(tmp_path):
    """The tables dial again; what they recorded meanwhile comes too."""
    with run_hall(tmp_path) as first:
        table = first.table("tablet3", poster=3)
        wait_until(lambda: first.follows(3))
        play_game(table)
        wait_until(lambda: first.has_all(table))
    play_game(table)
    with run_hall(tmp_path) as second:
        table.address = second.service.server.url
        table.pull()
        second.paper.tables.append(table)
        table.plug()
        wait_until(lambda: second.has_all(table))
        wait_until(lambda: second.follows(3))
    assert verify(tmp_path / "hall.db").damage == []
