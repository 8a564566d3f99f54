"""What does not agree between hosts is said with its remedy, by the desk that runs and by its store alone."""

from __future__ import annotations

import re
import shutil

import pytest

from host.cluster.fake_table_hosts import places_in, wait_until
from tenbo.cli.dispatch import main
from tenbo.store import SqliteStore
from tenbo.store.ledgers import stream_of
from tenbo_core.ledger import Ledger


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Yield two hosts, with two tables and one, and a desk."""
    with places_in(tmp_path_factory.mktemp("doubts")) as places:
        red, blue = places.host("red", 2, first=1), places.host("blue", 1, first=3)
        desk = places.desk(red, blue)
        wait_until(lambda: desk.states() == dict.fromkeys((1, 2, 3), "following"))
        yield red, blue, desk


def told(desk, table):
    """Wait until the desk has everything of a table, and has folded it."""
    wait_until(lambda: desk.hall.repository.store.head(stream_of(table.id)).seq == table.ledger.next - 1)
    number = desk.hall.numbers.table_number_of(table.device)
    wait_until(lambda: any(one.snapshot.last == table.ledger.next - 1 for one in stations_of(desk, number)))


def stations_of(desk, number):
    """Return the station of a table at the desk, which is away for a moment while its device is carried."""
    return [station for at, station in desk.hall.fleet.stations_by_number().items() if at == number]


def run_cli(capsys, *words):
    """Run a command and return its status and what it says."""
    capsys.readouterr()
    status = main([str(word) for word in words])
    out = capsys.readouterr()
    return status, out.out + out.err


def doubts(capsys, desk):
    """Return what the command says of the doubts, and its status, once all hosts are there."""
    wait_until(lambda: desk.service is None or {one["state"] for one in desk.service.hosts.host_statuses()} == {"met"})
    return run_cli(capsys, "desk", "--conflicts", "--store", desk.config.store)


def test_a_hall_that_agrees_has_no_doubts(hall, capsys):
    """The command is for the desk's routine: nothing to read means nothing to do."""
    *_, desk = hall
    status, text = doubts(capsys, desk)
    assert status == 0
    assert text.endswith("no conflicts\n")
    assert [line.split()[:2] for line in text.splitlines()[:2]] == [["host", "red"], ["host", "blue"]]
    assert all(" connected since " in line for line in text.splitlines()[:2])
    _, text = run_cli(capsys, "doctor", "--store", desk.config.store)
    assert "ok  host red is connected, with 2 tables" in text.splitlines()


def test_a_device_that_was_carried_to_another_host_goes_on_there(hall, capsys):
    """Its cable was too short, or its host died: the game is one, and the desk says that it has moved."""
    red, blue, desk = hall
    table = red.paper.tables[1]
    table.play("start", rules="ema-2016")
    table.play("hand")
    told(desk, table)
    table.pull()
    red.paper.tables.remove(table)
    table.path = blue.spare
    blue.paper.tables.append(table)
    table.plug()
    # The host that does not know it yet lists it as new; with its number there it goes on.
    blue.hall.numbering.set_table_number(table.device, 2)
    table.play("riichi", seat=1)
    told(desk, table)
    wait_until(lambda: desk.client.get("/v1/tables/2")["port"].startswith("blue "))
    assert desk.hall.games.state(2).riichi == [1]
    status, text = doubts(capsys, desk)
    assert status == 0
    (moved,) = [one["reasons"] for one in desk.client.get("/v1/hosts")["doubts"] if one["kind"] == "carried"]
    carried = {"ledger": table.id, "device": table.device, "hosts": "blue, red"}
    assert moved["text"] == {"reason": "ledger_carried", "params": carried}
    assert moved["remedy"]["reason"] == "all_versions_agree"
    assert f"ledger {table.id} of device {table.device}" in text


def test_a_host_that_was_restored_from_an_older_copy_is_no_harm(hall, capsys):
    """The tables tell it again what is missing; the desk notes that its chain is another one."""
    red, _, desk = hall
    table = red.paper.tables[0]
    table.play("start", rules="ema-2016")
    told(desk, table)
    with SqliteStore(red.config.store, readonly=True) as store:
        store.backup(red.folder / "backup.db")
    table.play("hand")
    told(desk, table)
    red.end()
    restore(red)
    red.begin()
    table.play("riichi", seat=2)
    told(desk, table)
    assert desk.hall.games.state(1).riichi == [2]
    status, text = doubts(capsys, desk)
    assert status == 0
    assert f"host red was restored from an older copy and has sent ledger {table.id} again" in text


def restore(host):
    """Put a host's backup in the place of its store, as someone does who has lost a disk."""
    for old in host.folder.glob("hall.db*"):
        if not old.name.endswith((".access", ".lock")):
            old.unlink()
    shutil.copy(host.folder / "backup.db", host.config.store)


@pytest.mark.thorough("several hosts or a server of PostgreSQL for seconds")
def test_a_ledger_that_is_told_in_two_ways_waits_for_the_desk(hall, capsys):
    """A board was replaced by one with an older copy of its flash: two stories, and only people know which is true."""
    red, _, desk = hall
    table = red.paper.tables[0]
    table.play("start", rules="ema-2016")
    table.play("hand")
    told(desk, table)
    with SqliteStore(red.config.store, readonly=True) as store:
        (red.folder / "backup.db").unlink(missing_ok=True)
        store.backup(red.folder / "backup.db")
    table.play("draw", tenpai=[2])
    told(desk, table)
    parts = table.ledger.next - 1
    wait_until(lambda: desk.hall.games.state(1).scores == table.ledger.table.scores)
    first, row = desk.hall.games.state(1).scores, desk.hall.repository.store.row(stream_of(table.id), parts)
    red.end()
    restore(red)
    with table.lock:
        table.all.pop()
        table.ledger = Ledger(table.ledger.first)
        for event in table.all[table.ledger.first :]:
            table.ledger.append(event)
        table.play("draw", tenpai=[2, 3])
        table.play("hand")
    red.begin()
    wait_until(lambda: any(doubt["kind"] == "fork" for doubt in desk.client.get("/v1/hosts")["doubts"]))
    assert desk.hall.repository.store.row(stream_of(table.id), parts) == row, "what was told first counts"
    # A page says both sentences in the reader's language: by their codes, and the values in them.
    (doubt,) = [one for one in desk.client.get("/v1/hosts")["doubts"] if one["kind"] == "fork"]
    said, remedy = doubt["reasons"]["text"], doubt["reasons"]["remedy"]
    assert (said["reason"], remedy["reason"]) == ("ledger_has_versions", "choose_a_version")
    assert (said["params"]["ledger"], said["params"]["event"]) == (table.id, parts)
    versions = said["params"]["versions"]["params"]["sentences"]
    assert [one["reason"] for one in versions] == ["host_says", "host_says"]
    assert {one["params"]["host"] for one in versions} == {*doubt["choices"]}
    status, text = doubts(capsys, desk)
    assert status == 1
    fork = f"ledger {table.id} (table 1, device {table.device}) has two versions from event {parts} on"
    assert f"CONFLICT {fork}" in text
    assert f"!!  {fork}" in run_cli(capsys, "doctor", "--store", desk.config.store)[1]
    older, teller = re.search(r"is right: (red\S*) / (red~.) \(tenbo desk", text).groups()
    assert older < teller
    store = ("--store", desk.config.store)
    for word, fault in (
        (f"{table.id}=green", f"green has sent no version of ledger {table.id}"),
        ("no=red", "does not have two versions"),
    ):
        status, text = run_cli(capsys, "desk", "--choose", word, "--why", "seen", *store)
        assert status == 1
        assert fault in text
    assert run_cli(capsys, "desk", "--choose", f"{table.id}={teller}", *store)[0] == 2, "a decision has a reason"
    assert (
        run_cli(capsys, "desk", "--choose", f"{table.id}={teller}", "--why", "the display", "--by", "Ada", *store)[0]
        == 0
    )
    told(desk, table)
    wait_until(lambda: desk.hall.games.state(1).scores != first)
    assert desk.hall.games.state(1).scores == table.ledger.table.scores
    assert doubts(capsys, desk)[0] == 0
    assert desk.hall.repository.desk.records[-1].by == "Ada"
    # Weeks later someone asks what was decided, with nothing but the file.
    desk.end()
    status, text = doubts(capsys, desk)
    desk.begin()
    assert status == 0
    assert "has two versions" in text
    assert f"Version in use: {teller}" in text
    assert "the desk has chosen a version" in text
    assert not text.startswith("host")


def test_a_number_that_two_hosts_give_is_given_once_here(hall, capsys):
    """Two corners that number their tables alone both begin with one."""
    _, blue, desk = hall
    table = blue.paper.tables[0]
    blue.hall.numbering.set_table_number(table.device, 1)
    wait_until(lambda: any(doubt["kind"] == "number" for doubt in desk.client.get("/v1/hosts")["doubts"]))
    status, text = doubts(capsys, desk)
    assert status == 1
    assert f"device {table.device} is table 3 at this desk, but table 1 at host blue" in text
    assert desk.hall.numbers.table_number_of(table.device) == 3
    desk.client.post("/v1/table_numbers", device=table.device, table=7)
    wait_until(lambda: blue.hall.numbers.table_number_of(table.device) == 7)
    wait_until(lambda: doubts(capsys, desk)[0] == 0)
