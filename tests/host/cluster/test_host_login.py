"""A desk meets a host by its address and its code, over any network, and says what is wrong when it cannot."""

from __future__ import annotations

import socket
import threading

import pytest

from host.cluster.bad_network import BadNetwork
from host.cluster.fake_table_hosts import places_in, wait_until
from tenbo.app.config import default_host_name, load_config
from tenbo.cli.dispatch import main
from tenbo.cluster.http_host import check_encryption, parse_address
from tenbo.store.ledgers import stream_of
from tenbo.web.server.desk_host_heartbeats import GONE_S, SILENT_S, DeskHeartbeats
from tenbo.web.server.http_messages import json_response
from tenbo.web.server.idempotency import IdempotencyCache
from tenbo_core.errors import LinkFault, Malformed, Refused


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Yield a host with two tables, and the computers of its hall."""
    with places_in(tmp_path_factory.mktemp("meeting")) as places:
        network = BadNetwork(seed=7)
        places.stack.callback(network.close)
        # The name by which the desk calls the host is that of the network between.
        red = places.host("red", 2, first=1, names=(network.address,))
        network.target = red.config.listen
        places.network = network
        yield places, red


def why_not_met(desk):
    """Wait until a desk has said why it does not meet its host."""
    wait_until(lambda: desk.service.hosts.host_statuses()[0]["why"])
    return desk.service.hosts.host_statuses()[0]


def test_a_wrong_code_and_that_of_another_role_are_told(hall, capsys):
    """Someone reads the wrong line of the list of codes."""
    places, red = hall
    address = "{}:{}".format(*red.config.listen)
    desk = places.desk(f"WRONGCDE@{address}", name="wrong")
    assert why_not_met(desk)["reason"] == "wrong_code"
    desk.end()
    referee = next(row["code"] for row in red.service.access.codes() if row["role"] == "referee")
    desk = places.desk(f"{referee}@{address}", name="referee")
    told = why_not_met(desk)
    assert (told["reason"], told["params"]["role"]) == ("code_of_other_role", "referee")
    assert desk.service.hosts.host_statuses()[0]["state"] == "not met yet"
    main(["desk", "--conflicts", "--store", str(desk.config.store)])
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("host "))
    assert (" not connected yet, 0 tables: " in line, "since" in line) == (True, False)
    desk.end()


def test_a_host_that_has_not_answered_yet_has_no_reason_for_it(hall, monkeypatch):
    """The first question is on its way for a while; what has become of it is said as soon as there is anything."""
    places, _ = hall
    monkeypatch.setattr("tenbo.client.remote_host_client.TIMEOUT_S", 300.0)

    def doubt():
        (found,) = desk.client.get("/v1/hosts")["doubts"]
        return found["reasons"]["text"]["reason"], set(found["reasons"]["text"]["params"])

    with socket.create_server(("127.0.0.1", 0)) as deaf:
        desk = places.desk("WRONGCDE@{}:{}".format(*deaf.getsockname()), name="early")
        assert doubt() == ("host_not_asked_yet", {"host"})
    why_not_met(desk)
    assert doubt() == ("host_not_met", {"host", "why"})
    desk.end()


def test_two_hosts_of_one_name_are_not_taken_for_one(hall):
    """Computers that were copied from one card are called alike, and so would be what they tell."""
    places, red = hall
    desk = places.desk(red, name="red")
    told = why_not_met(desk)
    assert (told["reason"], told["params"]["name"]) == ("hosts_of_one_name", "red")
    assert desk.hall.repository.store.base.streams() == []
    desk.end()


@pytest.mark.parametrize("word", ["192.168.1.5:8484", "CODE@192.168.1.5", "CODE@:80", "CODE@a:b"])
def test_an_address_that_cannot_be_one_is_refused_before_anything_is_opened(tmp_path, capsys, word):
    """The settings are read by people, who leave things out."""
    assert main(["desk", "--follow", word, "--store", str(tmp_path / "desk.db")]) == 1
    assert "CODE@ADDRESS:PORT" in capsys.readouterr().err
    assert not (tmp_path / "desk.db").exists()


def test_a_code_goes_over_a_network_in_the_open_only_when_that_was_said(tmp_path, capsys):
    """Who reads it on the Wi-Fi is the desk; anyone who runs the hall decides whose Wi-Fi that is."""
    store = tmp_path / "desk.db"
    assert main(["desk", "--follow", "K7PQ2MXA@192.0.2.5:8484", "--store", str(store)]) == 1
    assert "192.0.2.5:8484 is another computer" in capsys.readouterr().err
    assert not store.exists()
    follow = [parse_address("K7PQ2MXA@desk.local:8484"), parse_address("K7PQ2MXA@[::1]:8484")]
    with pytest.raises(Refused, match=r"desk\.local:8484 is another computer"):
        check_encryption(follow, unencrypted=False)
    settings = tmp_path / "tenbo.toml"
    settings.write_text("unencrypted = true\n")
    check_encryption(follow, unencrypted=load_config(settings).unencrypted)
    check_encryption(follow[1:], unencrypted=load_config(None).unencrypted)


def test_a_desk_without_hosts_says_what_it_needs(tmp_path, capsys):
    """Anyone who has one computer needs no desk above it."""
    assert main(["desk", "--store", str(tmp_path / "desk.db")]) != 0
    assert "no host is named" in capsys.readouterr().err


def test_a_host_has_a_name_that_others_can_use(tmp_path):
    """The computer's own name is taken where none is given; what could be mistaken for another is refused."""
    assert load_config(None).name == default_host_name()
    assert load_config(None, name="corner-2").name == "corner-2"
    with pytest.raises(Malformed, match="a host's name must be 1 to 32 of the characters"):
        load_config(None, name="Corner 2")


@pytest.mark.thorough("several hosts or a server of PostgreSQL for seconds")
def test_over_a_slow_network_that_breaks_everything_arrives_once_and_clocks_are_known(hall):
    """Wi-Fi in a full hall: pieces wait, connections break in the middle of a word."""
    places, red = hall
    network = places.network
    network.delay_s, network.breaks = (0.0, 0.05), 20
    desk = places.desk(f"{red.code}@{network.address}", name="slow")
    wait_until(lambda: set(desk.states().values()) == {"following"})
    for table in red.paper.tables:
        table.play("start", rules="ema-2016")
        table.play("hand")
    station = desk.hall.fleet.require_station(1)
    for seat in range(4):
        # Asked until an answer comes through; a question that was lost on its way back is not done twice.
        wait_until(lambda seat=seat: declares(station, seat))
    for table in red.paper.tables:
        wait_until(
            lambda table=table: len(list(desk.hall.repository.store.rows(stream_of(table.id)))) == len(table.all)
        )
    assert red.paper.tables[0].ledger.table.riichi == [0, 1, 2, 3]
    assert [row.seq for row in desk.hall.repository.store.rows(stream_of(red.paper.tables[0].id))] == [
        one.n for one in red.paper.tables[0].all
    ]
    followed = desk.service.hosts.http_hosts[0]
    wait_until(lambda: followed.time.is_known)
    # Both count the milliseconds of one computer, so that their difference is nothing but the error.
    assert abs(followed.time.offset_ms) <= followed.time.uncertainty_ms
    network.cut()
    wait_until(lambda: set(desk.states().values()) == {"away"})
    red.paper.tables[1].play("riichi", seat=3)
    network.breaks = 0
    network.mend()
    wait_until(
        lambda: (
            desk.hall.repository.store.head(stream_of(red.paper.tables[1].id)).seq
            == red.paper.tables[1].ledger.next - 1
        )
    )
    desk.end()


def declares(station, seat):
    """Have a seat declare riichi; return whether it has."""
    try:
        station.ask("do", "riichi", 4, seat)
    except (LinkFault, Refused):
        return seat in station.snapshot.table.riichi
    return True


@pytest.mark.thorough("several hosts or a server of PostgreSQL for seconds")
def test_the_tables_of_two_hosts_are_held_to_one_clock(hall):
    """A signal sounds at all of them together, wherever they are plugged in."""
    places, red = hall
    blue = places.host("blue", 1, first=3)
    desk = places.desk(red, blue, name="clock")
    wait_until(lambda: list(desk.states().values()) == ["following"] * 3)
    tables = [*red.paper.tables, *blue.paper.tables]
    for shift, table in enumerate(tables):
        table.play("start", rules="ema-2016")
        # Each has been on for another time.
        table.clock_offset_ms += 7_777 * shift
    wait_until(
        lambda: all(
            desk.hall.fleet.require_station(n).snapshot.last == tables[n - 1].ledger.next - 1 for n in (1, 2, 3)
        )
    )
    desk.client.post("/v1/clock", act="start", minutes=60)
    clocks = desk.service.timekeeper.table_clocks
    wait_until(lambda: [one.off_ms is not None for one in clocks.copy().values()] == [True] * 3)
    wait_until(lambda: in_step(tables))
    desk.client.post("/v1/clock", act="extra", minutes=5)
    wait_until(lambda: all(65 * 60_000 >= table.session_left_ms() - 12_000 > 60 * 60_000 for table in tables))
    wait_until(lambda: in_step(tables))
    # The host has no clock of its own, and does not fight for one.
    assert blue.service.timekeeper.clock is None
    desk.end()


def in_step(tables):
    """Return whether all tables have the same time left, to 100 ms, as far as reading them one by one can tell."""
    first = tables[0].session_left_ms()
    others = [table.session_left_ms() for table in tables[1:]]
    last = tables[0].session_left_ms()
    return all(last - 100 <= left <= first + 100 for left in others)


def test_a_host_says_that_its_desk_is_silent_and_that_it_goes_on():
    """Anyone who stands at the host learns that what is decided at the desk does not arrive."""
    said = []

    class Log:
        def write_line(self, what, **_):
            said.append(what)

    now = [0.0]
    desks = DeskHeartbeats(Log(), lambda: now[0])
    desks.record_heartbeat("desk")
    desks.check()
    assert desks.silence_warning is None
    now[0] = SILENT_S + 1
    desks.check()
    desks.check()
    assert said == ["the desk desk follows this host", f"the desk desk no longer sends anything: {GOES_ON}"]
    assert getattr(desks.silence_warning, "code", "") == "desk_not_heard"
    desks.record_heartbeat("desk")
    assert desks.silence_warning is None
    now[0] += GONE_S + SILENT_S + 1
    desks.check()
    assert desks.silence_warning is None, "one that went home yesterday is no trouble"
    desks.close()


GOES_ON = "this host continues with the data that it has"


def test_what_a_host_says_of_a_silent_desk_stands_beside_its_clock(hall, monkeypatch):
    """Its pages show it there, in the hall and at the table."""
    places, red = hall
    monkeypatch.setattr("tenbo.web.server.desk_host_heartbeats.SILENT_S", 0.1)
    desk = places.desk(red, name="leaving")
    wait_until(lambda: set(desk.states().values()) == {"following"})
    desk.end()
    wait_until(lambda: " has not been heard " in red.client.get("/v1/clock")["note"])
    wait_until(lambda: "the desk leaving no longer sends anything" in red.log.getvalue())


def test_what_is_asked_twice_under_one_name_is_done_once():
    """The answer was lost, or is still awaited: the second question gets the first one's answer."""
    once, done, begun, go_on = IdempotencyCache(), [], threading.Event(), threading.Event()

    def work():
        begun.set()
        go_on.wait()
        done.append(1)
        return json_response(len(done))

    answers = []
    threads = [threading.Thread(target=lambda: answers.append(once.run_once("a", work))) for _ in range(2)]
    for thread in threads:
        thread.start()
    begun.wait()
    go_on.set()
    for thread in threads:
        thread.join()
    assert [answer.body for answer in answers] == [b"1\n", b"1\n"]
    assert once.run_once("b", work).body == b"2\n"

    def refuse():
        done.append(1)
        raise Refused("not_allowed_now", "no", "x")

    for _ in range(2):
        with pytest.raises(Refused, match="no"):
            once.run_once("c", refuse)
    assert len(done) == 3
