"""One desk follows two hosts: it sees, asks and counts their tables as if they were its own."""

from __future__ import annotations

import json
import re
import urllib.request

import pytest

from host.cluster.fake_table_hosts import places_in, wait_until
from tenbo.cli.dispatch import main
from tenbo.integrations.mqtt.topics import retained_messages
from tenbo.store import verify
from tenbo.store.ledgers import stream_of
from tenbo.web.auth.visibility import EVERYBODY
from tenbo_core.errors import LinkFault, Refused

PLAN = "1-2-3-4\n5-6-7-8\n9-10-11-12\n13-14-15-16\n\n5-6-7-8\n1-2-3-4\n13-14-15-16\n9-10-11-12\n"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Yield two hosts with two tables each and a desk that has met both."""
    with places_in(tmp_path_factory.mktemp("hall")) as places:
        red, blue = places.host("red", 2, first=1), places.host("blue", 2, first=3)
        desk = places.desk(red, blue)
        wait_until(lambda: desk.states() == dict.fromkeys((1, 2, 3, 4), "following"))
        desk.client.post("/v1/plan", text=PLAN, yes=True)
        yield places, red, blue, desk


def table_of(place, number):
    """Return the table of paper that has a number."""
    return next(one for one in place.paper.tables if place.hall.numbers.table_number_of(one.device) == number)


def play(place, number, *, end=True):
    """Have a table play a hand, and end its game."""
    table = table_of(place, number)
    table.play("hand")
    table.play("win", wins=[{"seat": 1, "from": 2, "han": 3, "fu": 30}])
    if end:
        table.play("end")
    return table


def anybody(place, path):
    """Ask a computer of the hall as a screen does that has no token."""
    with urllib.request.urlopen(place.client.url + path) as answer:
        return json.loads(answer.read())


def brought(desk, table):
    """Wait until the desk has everything of a table."""
    wait_until(lambda: desk.hall.repository.store.head(stream_of(table.id)).seq == table.ledger.next - 1)


def run_cli(capsys, *words):
    """Run a command and return its status and what it says."""
    capsys.readouterr()
    status = main([str(word) for word in words])
    out = capsys.readouterr()
    return status, out.out + out.err


@pytest.mark.thorough("several hosts or a server of PostgreSQL for seconds")
def test_a_session_is_begun_played_and_counted_over_two_hosts(hall, capsys):
    """Seats, games, sheets and standings at the desk know nothing of where a table is plugged in."""
    _, red, blue, desk = hall
    answer = desk.client.post("/v1/sessions/1/begin", yes=True)
    assert (answer["begun"], answer["refused"]) == ([1, 2, 3, 4], {})
    wait_until(lambda: len(desk.hall.repository.tournament.games) == 4)
    for place, numbers in ((red, (1, 2)), (blue, (3, 4))):
        for number in numbers:
            brought(desk, play(place, number))
    wait_until(lambda: [sheet.state for sheet in desk.hall.repository.results.sheets([1])] == ["complete"] * 4)
    scores = [sheet.scores for sheet in desk.hall.repository.results.sheets([1])]
    assert [sorted(of_table) for of_table in scores] == [[26100, 30000, 30000, 33900]] * 4
    _, text = run_cli(capsys, "results", "--store", desk.config.store)
    assert "4 of 8 tables finished: totals 0, expected 0: points add up" in text
    # Where a table is plugged in no one has to decide anything.
    assert (red.hall.repository.tournament.games, blue.hall.repository.tournament.games) == ({}, {})


def test_a_host_hides_what_it_is_told_to_hide_though_the_desk_has_begun_it(hall):
    """A host knows of no tournament; its own page and its broker would tell everybody how the last session goes."""
    _, red, blue, desk = hall
    answer = desk.client.post("/v1/sessions/2/begin", yes=True)
    assert answer["refused"] == {}
    for place, number in ((red, 1), (blue, 3)):
        brought(desk, play(place, number, end=False))
    desk.hall.records.record("hide", "desk", session=2)
    red.client.post("/v1/records", kind="hide", fields={"session": 2})
    seen = {place.name: anybody(place, "/v1/tables") for place in (desk, red, blue)}
    assert ["now" in table for table in seen["desk"]] == [False] * 4
    assert [("now" in table, table["hidden"]) for table in seen["red"]] == [(False, True)] * 2
    assert ["now" in table for table in seen["blue"]] == [True] * 2
    messages = retained_messages(
        "red", red.service.visibility.redact_tables(EVERYBODY, red.hall.tables.tables()), red.service.timekeeper
    )
    assert all('"east": null' in messages[f"tenbo/red/tables/{number}"] for number in (1, 2))
    for place in (desk, red):
        place.client.post("/v1/records", kind="release", fields={})
        assert all("now" in table for table in anybody(place, "/v1/tables"))


def test_what_the_desk_has_is_each_host_s_own_row_by_row(hall):
    """A copy proves the chain that its host wrote; the desk's own store verifies with it."""
    _, red, blue, desk = hall
    for place in (red, blue):
        for table in place.paper.tables:
            table.play("start", rules="ema-2016")
            brought(desk, table)
            there = list(place.service.store.base.rows(stream_of(table.id)))
            here = desk.service.store.base.rows(f"from/{place.name}/{stream_of(table.id)}")
            assert [row._replace(stream=stream_of(table.id)) for row in here] == there
    assert verify(desk.config.store).damage == []


def test_a_table_is_asked_and_told_through_its_host(hall):
    """Health, displays, an act of the referee and a declared hand go the same way as on one host."""
    _, _, blue, desk = hall
    table = table_of(blue, 4)
    table.play("start", rules="ema-2016")
    table.play("hand")
    brought(desk, table)
    wait_until(lambda: desk.client.get("/v1/tables/4")["last"] == table.ledger.next - 1)
    assert desk.client.get("/v1/tables/4/health")["supply_mv"] == 5020
    desk.client.post("/v1/tables/4/blink")
    assert ["blink"] in [message[:1] for message in table.received]
    desk.client.post("/v1/tables/4/events", event="riichi", fields={"seat": 0})
    brought(desk, table)
    assert table.ledger.table.riichi == [0]
    wait_until(lambda: desk.hall.games.state(4).riichi == [0])
    with pytest.raises(Refused, match="host blue: "):
        desk.client.post("/v1/tables/4/events", event="riichi", fields={"seat": 0})
    for fields in ([], ["abcd"], ["", []], ["abcd", [["x"]]], ["abcd", "x"], ["abcd", [[0, "start"]]]):
        with pytest.raises(Refused, match="the id of a ledger and a list of its events"):
            blue.client.post(
                "/v1/device_commands", device=table.device, name="take_over", fields=fields, id=f"k{fields}"
            )
    settled = desk.client.post("/v1/tables/4/settle", wins=["E 123m456p234p78s22z 9s"])
    assert settled["deltas"][0] > 0


def test_the_tables_of_all_hosts_are_listed_with_their_host(hall, capsys):
    """Someone has to know to which computer to walk."""
    *_, desk = hall
    status, text = run_cli(capsys, "tables", "--store", desk.config.store)
    assert status == 0
    lines = [line for line in text.splitlines() if line.startswith("table ")]
    assert [line.split()[1] for line in lines] == ["1", "2", "3", "4"]
    assert re.findall(r"(?:red|blue) /\S*/port\d", text) == re.findall(r"(?:red|blue) /\S*", text)
    assert re.findall(r"(red|blue) /", text) == ["red", "red", "blue", "blue"]


def test_what_happens_at_a_host_is_told_to_whoever_watches_the_desk(hall):
    """Pages follow the desk's changes alone."""
    _, red, _, desk = hall
    heard = desk.client.changes()
    next(heard)
    table = table_of(red, 1)
    table.play("start", rules="ema-2012")
    kind, data = next(
        (kind, data) for kind, data in heard if kind == "event" and data["event"]["n"] == table.ledger.first
    )
    assert (kind, data["table"], data["event"]["kind"]) == ("event", 1, "start")
    heard.close()


@pytest.mark.thorough("several hosts or a server of PostgreSQL for seconds")
def test_a_host_that_ends_is_said_to_be_cut_off_and_nothing_is_missing_when_it_is_back(hall, capsys):
    """Wi-Fi goes and comes; the tables play on, and everything they have told arrives."""
    _, red, _, desk = hall
    red.end()
    wait_until(lambda: desk.states() == {1: "away", 2: "away", 3: "following", 4: "following"})
    table = table_of_first(red)
    assert "host red has been cut off since" in desk.client.get("/v1/tables/1")["why"]
    with pytest.raises((LinkFault, Refused), match="cut off"):
        desk.client.post("/v1/tables/1/blink")
    status, text = run_cli(capsys, "desk", "--conflicts", "--store", desk.config.store)
    assert status == 1
    assert "CONFLICT host red is cut off and continues on its own with the data it has. The reason: " in text
    table.play("start", rules="ema-2025")
    table.play("hand")
    red.begin()
    brought(desk, table)
    wait_until(lambda: set(desk.states().values()) == {"following"})
    assert run_cli(capsys, "desk", "--conflicts", "--store", desk.config.store)[0] == 0


def table_of_first(place):
    """Return the first table of a host that does not run."""
    return place.paper.tables[0]


def test_a_desk_that_begins_again_goes_on_where_it_was(hall):
    """The desk's laptop may die as well: its records and copies are on its disk, and a session goes on."""
    _, red, _, desk = hall
    before = dict(desk.hall.repository.tournament.games)
    desk.end()
    table = red.paper.tables[1]
    table.play("start", rules="ema-2016")
    desk.begin()
    brought(desk, table)
    wait_until(lambda: set(desk.states().values()) == {"following"})
    assert desk.hall.repository.tournament.games == before
