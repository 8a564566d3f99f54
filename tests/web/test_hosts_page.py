"""The desk of a larger hall in a browser: how its hosts do, and what waits for a decision."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from host.halls.places import places_in, until
from tenbo.halls.copying import bring_over
from tenbo.store import Entry, Store


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Yield a host with a table and the desk that follows it."""
    folder = tmp_path_factory.mktemp("hosts")
    with places_in(folder) as places:
        red = places.host("red", 1, first=1)
        desk = places.desk(red)
        until(lambda: desk.states() == {1: "following"})
        yield folder, red, desk


@pytest.fixture
def page(hall, person):
    """Return the hosts' part of the desk's page, joined as Ada."""
    *_, desk = hall
    window = person().new_page()
    key = next(row["key"] for row in desk.service.access.codes() if "key" in row)
    window.goto(f"{desk.service.server.url}/join#{key}")
    window.locator("input[name=name]").fill("Ada")
    window.locator("main form").get_by_role("button").click()
    window.wait_for_url("**/desk")
    window.locator(".parts a[href='#hosts']").click()
    window.locator("#hosts-head").wait_for()
    return window


def test_a_ledger_that_is_told_in_two_ways_is_decided_on_the_page(hall, page, tmp_path):
    """Whoever has looked at the table says which host is right, with a reason, under a name."""
    _, red, desk = hall
    page.locator("tr[data-state=met]", has_text="red").wait_for()
    page.get_by_text("Nothing is in doubt.").wait_for()
    table = red.paper.tables[0]
    table.play("start", rules="ema-2016")
    until(lambda: desk.hall.store.head(f"table/{table.id}").seq == 0)
    with Store(tmp_path / "blue.db") as blue:
        blue.append([Entry(f"table/{table.id}", 0, "start", '[4,0,"ema-2012"]')])
        bring_over(blue, desk.service.store, "blue")
    doubt = page.locator("li[data-kind=fork]")
    doubt.get_by_text("is told in two ways from event 0 on").wait_for()
    page.get_by_text("In doubt, waiting for somebody: 1").wait_for()
    assert Axe().run(page).response["violations"] == []
    doubt.get_by_label("Who is right").select_option("blue")
    doubt.get_by_label("Why").fill("seen it")
    doubt.get_by_role("button", name="This telling counts").click()
    doubt.get_by_text("the desk has decided").wait_for()
    page.get_by_text("In doubt, waiting for somebody: 1").wait_for(state="detached")
    last = next(record for record in reversed(desk.hall.desk.records) if record.kind == "believe")
    assert (last.by, last.fields) == ("Ada (desk)", {"ledger": table.id, "host": "blue", "why": "seen it"})


def test_a_host_that_is_cut_off_is_said_on_the_page_and_found_again(hall, page):
    """Nobody takes the silence of a corner for a quiet corner."""
    _, red, _ = hall
    red.end()
    page.locator("tr[data-state='cut off']", has_text="red").wait_for()
    page.locator("li[data-kind=away]").get_by_text("it goes on with what it knows").wait_for()
    red.begin()
    page.locator("tr[data-state=met]", has_text="red").wait_for()
