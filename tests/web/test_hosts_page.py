"""The desk of a larger hall in a browser: how its hosts do, and what waits for a decision."""

from __future__ import annotations

import pytest

from host.cluster.conftest import database as database_fixture
from host.cluster.conftest import empty as empty_fixture
from host.cluster.conftest import server as server_fixture
from host.cluster.fake_table_hosts import RunningHost, places_in, wait_until
from tenbo.cluster.replication import replicate
from tenbo.store import Entry, SqliteStore
from tenbo.store.postgres.store import PgStore

from .accessibility import badly_marked_up

pytestmark = pytest.mark.thorough("browsers before two hosts and PostgreSQL")

server, empty, database = server_fixture, empty_fixture, database_fixture


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Yield a host with a table and the desk that follows it."""
    folder = tmp_path_factory.mktemp("hosts")
    with places_in(folder) as places:
        red = places.host("red", 1, first=1)
        desk_page = places.desk(red)
        wait_until(lambda: desk_page.states() == {1: "following"})
        yield folder, red, desk_page


def hosts_part(desk_page, new_browser):
    """Return the hosts' part of a desk's page, joined as Ada."""
    window = new_browser().new_page()
    key = next(row["key"] for row in desk_page.service.access.codes() if "key" in row)
    window.goto(f"{desk_page.service.server.url}/join#{key}")
    window.locator("input[name=name]").fill("Ada")
    window.locator("main form").get_by_role("button").click()
    window.wait_for_url("**/desk")
    window.locator(".parts a[href='#hosts']").click()
    window.locator("#hosts-head").wait_for()
    return window


@pytest.fixture
def page(hall, new_browser):
    """Return the hosts' part of the desk's page, joined as Ada."""
    *_, desk_page = hall
    return hosts_part(desk_page, new_browser)


def test_a_ledger_that_is_told_in_two_ways_is_decided_on_the_page(hall, page, tmp_path):
    """Anyone who has looked at the table says which host is right, with a reason, under a name."""
    _, red, desk_page = hall
    page.locator("tr[data-state=met]", has_text="red").wait_for()
    page.get_by_text("No conflicts.").wait_for()
    table = red.paper.tables[0]
    table.play("start", rules="ema-2016")
    wait_until(lambda: desk_page.hall.repository.store.head(f"table/{table.id}").seq == 0)
    with SqliteStore(tmp_path / "blue.db") as blue:
        blue.append([Entry(f"table/{table.id}", 0, "start", '[4,0,"ema-2012"]')])
        replicate(blue, desk_page.service.store, "blue")
    doubt = page.locator("li[data-kind=fork]")
    doubt.get_by_text("has two versions from event 0 on").wait_for()
    page.get_by_text("Conflicts to resolve: 1").wait_for()
    assert badly_marked_up(page) == []
    doubt.get_by_label("Which host has the right version?").select_option("blue")
    doubt.get_by_label("Reason").fill("seen it")
    doubt.get_by_role("button", name="Use this version").click()
    doubt.get_by_text("the desk has chosen").wait_for()
    page.get_by_text("Conflicts to resolve: 1").wait_for(state="detached")
    last = next(record for record in reversed(desk_page.hall.repository.desk.records) if record.kind == "believe")
    assert (last.by, last.fields) == ("Ada (desk)", {"ledger": table.id, "host": "blue", "why": "seen it"})


def test_a_host_that_is_cut_off_is_said_on_the_page_and_found_again(hall, page):
    """No one takes the silence of a corner for a quiet corner."""
    _, red, _ = hall
    red.end()
    page.locator("tr[data-state='cut off']", has_text="red").wait_for()
    page.locator("li[data-kind=away]").get_by_text("continues on its own with the data it has").wait_for()
    red.begin()
    page.locator("tr[data-state=met]", has_text="red").wait_for()


def test_what_waits_for_a_host_that_is_cut_off_is_on_the_page_and_taken_back_there(database, tmp_path, new_browser):
    """Anyone who begins a session sees which corner has not begun yet, and what it will do when it is back."""
    with PgStore(database) as store, places_in(tmp_path) as places, pytest.MonkeyPatch.context() as patient:
        patient.setattr("tenbo.cluster.uploading_hosts.SILENT_S", 900)
        desk_page = RunningHost(tmp_path / "desk", "desk", database=database)
        places.stack.callback(desk_page.end)
        desk_page.begin()
        for statement in (
            """INSERT INTO tenbo.host (name, ahead_ms, round_trip_ms, seen)
            VALUES ('red', 0, 1, now() - interval '1 hour')""",
            """INSERT INTO tenbo.command (key, host, device, name, fields, desk, is_left, until)
            SELECT what, 'red', 'e66', 'do', format('["%s",6]', what), 'desk', true, now() + interval '10 minutes'
            FROM unnest(array['start', 'name']) AS what""",
            """INSERT INTO tenbo.outcome (n, who, done, answer)
            SELECT n, 'red', false, '{"message": "a seat is away"}' FROM tenbo.command WHERE key = 'name'""",
        ):
            store.link.run(lambda connection, statement=statement: connection.execute(statement))
        page = hosts_part(desk_page, new_browser)
        page.locator("tr[data-left=waiting]", has_text="start its game").get_by_text("waiting until").wait_for()
        page.locator("tr[data-left=refused]").get_by_text("a seat is away").wait_for()
        assert badly_marked_up(page) == []
        page.get_by_role("button", name="Cancel everything waiting for red").click()
        page.locator("tr[data-left=refused]").get_by_text("cancelled at the desk").wait_for()
        page.locator("tr[data-left=waiting]").wait_for(state="detached")
