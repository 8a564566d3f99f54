"""A spare device takes a table over in the middle of a game; the old one comes back and must not write."""

from __future__ import annotations

import io
import re
import urllib.error
import urllib.request
from itertools import count

import pytest

from compiled_firmware import compiled_firmware
from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.cli.dispatch import main
from tenbo.client.local_service_client import LocalServiceClient
from tenbo.devices.table_client import TableClient, query_view
from tenbo.hall.ledger_devices import game_ledgers_of_table
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator import VirtualTable
from tenbo_core.errors import Refused
from tenbo_core.event_notation import event_text
from tenbo_core.events import DESK

from .conftest import wait_until

# A table answers a number that it has answered before in the same way again.
NUMBERS = count(1)


def states(service):
    """Return the state of every device by its id."""
    return {
        one.snapshot.hello.id: one.snapshot.state
        for one in service.hall.fleet.stations
        if one.snapshot.hello is not None
    }


def is_refused(service, ledger):
    """Return whether someone without rights is refused the events of a ledger."""
    try:
        with urllib.request.urlopen(f"{service.server.url}/v1/tables/3/events?ledger={ledger}"):
            return False
    except urllib.error.HTTPError as error:
        with error:
            return error.code == 409


@pytest.fixture
def two(tmp_path):
    """Yield a service over two simulated devices: a table and a spare."""
    with (
        VirtualTable(firmware=compiled_firmware(), identity="e66000000000000a") as table,
        VirtualTable(firmware=compiled_firmware(), identity="e66000000000000b") as spare,
    ):
        config = Config(tmp_path / "hall.db", [table.port, spare.port], search=False, listen=("127.0.0.1", 0))
        with Service(config, ServiceLog(out=io.StringIO())) as service:
            wait_until(lambda: states(service) == {"e66000000000000a": "new", "e66000000000000b": "new"})
            service.hall.numbering.set_table_number("e66000000000000a", 3)
            wait_until(lambda: states(service)["e66000000000000a"] == "following")
            yield service, table, spare


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_game_goes_on_at_a_spare_device(two, capsys):
    """Scores, riichi and the running hand are there; the next event has the next number."""
    service, table, spare = two
    hall, store = service.hall, str(service.config.store)
    hall.records.record("seats", "desk", session=1, table=3, players=[1, 2, 3, 4])
    service.hall.sessions.begin(1, "desk")
    table.press("table", "dice")
    table.press(2, "riichi")
    wait_until(lambda: hall.games.state(3).riichi == [2])
    old = hall.fleet.require_station(3).snapshot.hello.ledger
    table.cut_power()
    assert main(["restore", "3", "--to", "e66000000000000b", "--why", "no power", "--store", store]) == 0
    assert "table 3 is now device e66000000000000b" in capsys.readouterr().out
    wait_until(
        lambda: (
            hall.fleet.stations_by_number().get(3) is not None
            and hall.fleet.require_station(3).snapshot.state == "following"
        )
    )
    wait_until(lambda: hall.fleet.require_station(3).snapshot.hello.ledger == f"{old}.1")
    wait_until(lambda: hall.fleet.require_station(3).snapshot.table is not None and hall.games.state(3).riichi == [2])
    assert hall.games.state(3).scores == [30000, 30000, 29000, 30000]
    before = hall.fleet.require_station(3).snapshot.last
    spare.press(0, "riichi")
    wait_until(lambda: hall.games.state(3).riichi == [2, 0])
    assert hall.fleet.require_station(3).snapshot.last == before + 1
    assert hall.repository.tournament.games[1, 3].ledger == f"{old}.1"
    assert hall.repository.results.sheet(1, 3).state == "playing"
    # What was played before is stored under the old ledger, and is hidden there, too.
    hall.records.record("hide", "desk", session=1)
    assert [is_refused(service, ledger) for ledger in (old, f"{old}.1")] == [True, True]
    hall.records.record("release", "desk")
    assert [is_refused(service, ledger) for ledger in (old, f"{old}.1")] == [False, False]

    # The old device is repaired and comes back with its old ledger.
    table.power_on()
    wait_until(lambda: states(service).get("e66000000000000a") == "refused")
    wait_until(lambda: presses_are_refused(table))
    assert hall.fleet.require_station(3).snapshot.hello.id == "e66000000000000b"

    # With a ledger of its own it can serve again, as another table.
    assert main(["restore", "--fresh", "e66000000000000a", "--store", store]) == 0
    wait_until(lambda: states(service).get("e66000000000000a") == "new")
    hall.numbering.set_table_number("e66000000000000a", 4)
    wait_until(lambda: states(service).get("e66000000000000a") == "following")
    hall.fleet.ask(4, "do", "start", DESK, "alarm")
    wait_until(lambda: hall.fleet.require_station(4).snapshot.last == 0)
    assert event_text(hall.fleet.require_station(4).follower.ledger.events[0]) == "start alarm"


@pytest.fixture
def hand_of_three(two):
    """Return the service and a table 3 in the midst of a hand, with a riichi."""
    service, table, _ = two
    # A flash of before its key could not show it.
    wait_until(lambda: service.hall.keys.has_proved_newest_key("e66000000000000a"))
    service.hall.fleet.ask(3, "do", "start", DESK, "ema-2016")
    table.press("table", "dice")
    earlier = table.flash_image
    table.press(2, "riichi")
    wait_until(lambda: service.hall.fleet.require_station(3).snapshot.last == 2)
    # What the table has told is known a moment before it is stored.
    wait_until(lambda: game_ledgers_of_table(service.hall.repository.tournament, service.hall.repository.store, 3))
    return service, table, earlier


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_game_that_runs_is_not_given_up_by_an_empty_ledger_unasked(hand_of_three, capsys):
    """The wrong id of a list, and a table in the midst of a hand would have no game."""
    service, _, _ = hand_of_three
    words = ["restore", "--fresh", "e66000000000000a", "--store", str(service.config.store)]
    before = service.hall.fleet.require_station(3).snapshot.hello.ledger
    # In a hand the device itself refuses it.
    assert (main([*words, "--yes"]), "a hand is running here" in capsys.readouterr().err) == (1, True)
    service.hall.fleet.ask(3, "do", "draw", DESK, [2])
    wait_until(lambda: service.hall.games.state(3).phase == "between")
    assert main(words) == 1
    assert capsys.readouterr().err == (
        "tenbo restore: this device is table 3, and its game would be abandoned: E2, 29,000 29,000 32,000 "
        "29,000 (--yes to confirm)\n"
    )
    assert service.hall.fleet.require_station(3).snapshot.hello.ledger == before
    assert main([*words, "--yes"]) == 0
    assert before not in capsys.readouterr().out


def warning_of(service):
    """Return what the service says of table 3."""
    return service.hall.tables.tables()[0]["why"]


def restored(service, *words):
    """Restore table 3 to its own device; give the exit status."""
    return main(["restore", "3", "--to", "e66000000000000a", "--store", str(service.config.store), *words])


def goes_on(service, table):
    """See the game go on where it was."""
    wait_until(lambda: states(service).get("e66000000000000a") == "following" and riichi_at(service) == [2])
    wait_until(lambda: service.hall.fleet.require_station(3).snapshot.hello.ledger.endswith(".1"))
    table.press(0, "riichi")
    wait_until(lambda: riichi_at(service) == [2, 0])
    assert service.hall.fleet.require_station(3).snapshot.last == 3
    # An older greeting may be read after the event: the next heartbeat of the table ends the warning.
    wait_until(lambda: warning_of(service) == "")


def riichi_at(service):
    """Return who has declared riichi at table 3, or nothing while it starts."""
    station = service.hall.fleet.stations_by_number().get(3)
    table = station.snapshot.table if station is not None else None
    return table.riichi if table is not None else None


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_device_whose_flash_was_formatted_is_noticed_and_gets_its_game_back(hand_of_three, capsys):
    service, table, _ = hand_of_three
    assert restored(service) == 1
    assert "still has this game of table 3: nothing was lost" in capsys.readouterr().err
    table.cut_power()
    table.load_flash(b"")
    table.power_on()
    wait_until(
        lambda: warning_of(service).startswith("says that it is table 3, device e66000000000000a, but cannot prove it")
    )
    assert states(service)["e66000000000000a"] == "refused"
    assert "tenbo restore 3 --to e66000000000000a" in warning_of(service)
    assert restored(service, "--why", "its flash was formatted") == 0
    goes_on(service, table)


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_device_that_has_not_played_and_comes_back_empty_is_let_in_by_the_words_of_its_refusal(two, capsys):
    """No game of it is stored, so nothing is said of bringing one back, which would be refused."""
    service, table, _ = two
    wait_until(lambda: service.hall.keys.confirmed_key("e66000000000000a"))
    table.cut_power()
    table.load_flash(b"")
    table.power_on()
    wait_until(lambda: "cannot prove it" in warning_of(service))
    (words,) = re.findall(r"\(tenbo ([^()]+)\)", warning_of(service))
    assert words == "tables --assign e66000000000000a=3"
    assert main([*words.split(), "--store", str(service.config.store)]) == 0
    assert "table 3   following  e66000000000000a" in capsys.readouterr().out
    service.hall.fleet.ask(3, "do", "start", DESK, "ema-2016")
    wait_until(lambda: service.hall.fleet.require_station(3).snapshot.last == 0)


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_device_that_never_showed_its_key_and_comes_back_empty_gets_its_game_back(hand_of_three, monkeypatch):
    """It was given a key and the cable went before it could show it: then it has only its events to be known by."""
    service, table, _ = hand_of_three
    with monkeypatch.context() as lost:
        lost.setattr("tenbo.devices.device_keys.DeviceKeys.mark_confirmed", lambda *_: None)
        service.hall.keys.allow_rekey("e66000000000000a")
        service.hall.fleet.require_station(3).repeat_admission()
        table.press(1, "riichi")
        wait_until(lambda: riichi_at(service) == [2, 1])
        assert not service.hall.keys.confirmed_key("e66000000000000a")
        table.cut_power()
        table.load_flash(b"")
        table.power_on()
        wait_until(lambda: "to it under Spares (tenbo restore 3 --to e66000000000000a)" in warning_of(service))
    assert restored(service) == 0
    wait_until(lambda: states(service).get("e66000000000000a") == "following" and riichi_at(service) == [2, 1])


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_device_whose_flash_lost_its_last_events_gets_them_back(hand_of_three):
    """In the middle of a hand: it is the same game."""
    service, table, earlier = hand_of_three
    table.cut_power()
    table.load_flash(earlier)
    table.power_on()
    wait_until(lambda: service.hall.tables.tables()[0]["reason"] == "events_lost_at_table")
    assert service.hall.tables.tables()[0]["params"] == {"last": 1, "told": 2}
    assert restored(service) == 0
    goes_on(service, table)


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_game_can_be_brought_back_after_another_was_begun(hand_of_three, capsys):
    """Someone pressed on before the referee came."""
    service, table, _ = hand_of_three
    lost = service.hall.fleet.require_station(3).snapshot.hello.ledger
    table.cut_power()
    table.load_flash(b"")
    table.power_on()
    wait_until(lambda: "assign table 3 to it again (tenbo tables --assign e66000000000000a=3)" in warning_of(service))
    assert main(["tables", "--assign", "e66000000000000a=3", "--store", str(service.config.store)]) == 0
    assert "following" in capsys.readouterr().out
    wait_until(
        lambda: "started with an empty ledger, but its game up to event 2 is in the store" in warning_of(service)
    )
    service.hall.fleet.ask(3, "do", "start", DESK, "alarm")
    wait_until(lambda: service.hall.fleet.require_station(3).snapshot.last == 0 and warning_of(service) == "")
    assert restored(service, "--ledger", "nothing") == 1
    assert (
        f"its ledgers are: {service.hall.fleet.require_station(3).snapshot.hello.ledger}, {lost}"
        in capsys.readouterr().err
    )
    assert restored(service, "--ledger", lost) == 0
    goes_on(service, table)


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_host_that_dies_before_it_has_noted_a_handover_only_notes_it_the_second_time(two, monkeypatch):
    """The spare has the game already, a hand is running there, and its players may have gone on."""
    # The spare, which starts again with the game, is greeted again when it has been silent.
    monkeypatch.setattr("tenbo.devices.follower.SILENCE_MS", 3500)
    service, table, spare = two
    service.hall.fleet.ask(3, "do", "start", DESK, "ema-2016")
    table.press("table", "dice")
    wait_until(lambda: service.hall.fleet.require_station(3).snapshot.last == 1)
    ledger = service.hall.fleet.require_station(3).snapshot.hello.ledger
    table.cut_power()

    def dies(*_):
        raise Refused("not_allowed_now", "the host died", "host")

    words = ["restore", "3", "--to", "e66000000000000b", "--store", str(service.config.store)]
    with monkeypatch.context() as then:
        then.setattr(service.hall.records, "record_all", dies)
        assert main(words) == 1
    wait_until(
        lambda: any(
            one.snapshot.hello and one.snapshot.hello.ledger == f"{ledger}.1" for one in service.hall.fleet.stations
        )
    )
    spare.press(1, "riichi")
    assert main(words) == 0
    wait_until(lambda: riichi_at(service) == [1])
    assert service.hall.fleet.require_station(3).snapshot.hello.ledger == f"{ledger}.1"


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_ledger_is_handed_over_once_in_an_epoch(two):
    """Two devices that both write the same epoch would be two ledgers with one name."""
    hall = two[0].hall
    hall.records.record("pen", "desk", ledger="5f2c9a01", epoch=1, to="e66000000000000b", why="no power")
    for epoch in (0, 1):
        with pytest.raises(Refused, match="has already been handed over in this epoch"):
            hall.records.record("pen", "desk", ledger="5f2c9a01", epoch=epoch, to="e66000000000000c", why="again")
    hall.records.record("pen", "desk", ledger="5f2c9a01", epoch=2, to="e66000000000000c", why="again")
    assert hall.repository.tournament.ledger_leases["5f2c9a01"] == (2, "e66000000000000c")


def presses_are_refused(table):
    """Return whether the device tells anyone who presses that it no longer writes."""
    table.press(1, "riichi")
    return any("desk" in line for line in query_view(TableClient(table.service, first=next(NUMBERS)), 1)["lines"])


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_device_that_plays_is_no_spare(two, capsys):
    """Its own players would lose their game."""
    service, _, spare = two
    service.hall.fleet.ask(3, "do", "start", DESK, "ema-2016")
    service.hall.numbering.set_table_number("e66000000000000b", 4)
    # A table takes no key while a hand is running there.
    wait_until(lambda: service.hall.keys.confirmed_key("e66000000000000b"))
    wait_until(lambda: states(service)["e66000000000000b"] == "following")
    service.hall.fleet.ask(4, "do", "start", DESK, "ema-2016")
    spare.press("table", "dice")
    store = str(service.config.store)
    assert main(["restore", "3", "--to", "e66000000000000b", "--store", store]) == 1
    assert "is table 4: unassign it first" in capsys.readouterr().err
    service.hall.numbering.set_table_number("e66000000000000b", None)
    wait_until(lambda: states(service)["e66000000000000b"] == "new")
    assert main(["restore", "3", "--to", "e66000000000000b", "--store", store]) == 1
    assert "a hand is running here" in capsys.readouterr().err
    assert main(["restore", "3", "--to", "e66000000000000c", "--store", store]) == 1
    assert main(["restore", "9", "--to", "e66000000000000b", "--store", store]) == 1
    assert LocalServiceClient(service.config.store).get("/v1/tables")[0]["table"] == 3


def test_a_locked_result_does_not_follow_what_is_pressed_later(running):
    """The pen has passed to the desk: an undo at the table changes the table, not the result."""
    with running(1) as run:
        run.hall.records.record("seats", "desk", session=1, table=1, players=[1, 2, 3, 4])
        run.hall.sessions.begin(1, "desk")
        (table,) = run.paper.tables
        table.play("hand")
        table.play("win", wins=[{"seat": 1, "from": 2, "han": 3, "fu": 30}])
        table.play("end")
        wait_until(lambda: run.hall.repository.results.sheet(1, 1).state == "complete")
        result = run.hall.repository.results.sheet(1, 1).totals
        run.hall.records.record("lock", "desk", session=1, table=1)
        table.play("undo", to=table.all[-3].n)
        wait_until(lambda: table.stored == table.ledger.next - 1)
        assert run.hall.repository.results.sheet(1, 1).totals == result
        run.hall.records.record("reopen", "desk", session=1, table=1, why="protest")
        assert run.hall.repository.results.sheet(1, 1).totals != result


@pytest.mark.thorough("a service and simulated tables for seconds")
def test_a_copied_flash_is_refused_by_name_and_both_ways_out_work(hand_of_three, two):
    """Its board was exchanged, or someone copied one table to make another: the desk says which it was."""
    service, table, _ = hand_of_three
    spare, store = two[2], str(service.config.store)
    spare.cut_power()
    spare.load_flash(table.flash_image)
    spare.power_on()
    wait_until(lambda: states(service)["e66000000000000b"] == "refused")
    (refused,) = [one for one in service.hall.tables.unassigned_devices() if one["device"] == "e66000000000000b"]
    assert "which belongs to table 3, device e66000000000000a: its flash may have been copied" in refused["why"]
    table.press(0, "riichi")
    wait_until(lambda: riichi_at(service) == [2, 0])
    spare.press(1, "riichi")

    # The board of table 3 was exchanged: its game goes on at the other one.
    assert main(["restore", "3", "--to", "e66000000000000b", "--store", store]) == 0
    wait_until(lambda: states(service) == {"e66000000000000a": "refused", "e66000000000000b": "following"})
    wait_until(lambda: riichi_at(service) == [2, 0])

    # The old one becomes a table of its own.
    assert main(["restore", "--fresh", "e66000000000000a", "--store", store]) == 0
    wait_until(lambda: states(service)["e66000000000000a"] == "new")
