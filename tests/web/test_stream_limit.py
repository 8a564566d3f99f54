"""A page for which there is no room on the stream of changes: it asks instead, says so, and goes live when there is."""

from __future__ import annotations

import socket
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from .conftest import hall_of, wait_until

ASKED = b"GET /v1/changes HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture
def hall(tmp_path, monkeypatch):
    """One table that plays, before readers who are all at one other address, with room for one stream."""
    monkeypatch.setattr("tenbo.web.server.connection_limits.is_own_address", lambda _: False)
    monkeypatch.setattr("tenbo.web.sse.MOST_OF_ADDRESS", 1)
    with hall_of(1, tmp_path) as place:
        place.table(1).play("start", rules="ema-2016")
        place.table(1).play("hand")
        yield place


@pytest.mark.thorough("a browser, a service and their tables for seconds")
@pytest.mark.parametrize("path", ["/", "/wall?turn=0"])
def test_a_page_without_room_asks_and_says_so_and_goes_live_when_there_is_room(hall, new_browser, path):
    """The hundredth phone of the evening: it shows the hall a few seconds late, and does not say that all is dead."""
    watchers = hall.service.server.streams
    with ExitStack() as stack:
        other = stack.enter_context(socket.create_connection(hall.service.server.server_address))
        other.sendall(ASKED)
        wait_until(lambda: watchers.client_count == 1)
        page = new_browser().new_page()
        page.goto(hall.url + path)
        expect(page.get_by_role("alert")).to_have_text("too many viewers: this page updates every few seconds")
        page.locator("article .score").first.wait_for()
        hall.table(1).play("riichi", seat=2)
        page.locator("article", has_text="29,000").wait_for()
        expect(page.get_by_role("alert")).to_have_text("too many viewers: this page updates every few seconds")
    wait_until(lambda: watchers.client_count == 1)
    page.get_by_role("alert").wait_for(state="detached")
    hall.table(1).play("riichi", seat=1)
    expect(page.locator("article .score", has_text="29,000")).to_have_count(2)


def test_what_happens_at_one_port_is_asked_of_one_table(tmp_path, new_browser):
    """A cable is pulled: a hundred pages that ask for the whole hall each time are work for the host."""
    with hall_of(2, tmp_path) as place:
        page, asked = new_browser().new_page(), []
        page.add_init_script("delete window.SharedWorker")
        page.on("request", lambda one: asked.append(one.url) if "/v1/tables" in one.url else None)
        page.goto(place.url)
        page.locator("article").nth(1).wait_for()
        page.get_by_role("alert").wait_for(state="detached")
        del asked[:]
        place.table(1).pull()
        page.locator("article[data-table='1'] .old").get_by_text("cable pulled").wait_for()
        assert {url.removeprefix(place.url) for url in asked} == {"/v1/tables/1"}
