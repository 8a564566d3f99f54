"""A player's phone that shows the own table, its people and its time."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import hall_of, seat_eight, wait_until

pytestmark = pytest.mark.thorough("browsers on phones")


def test_a_phone_shows_my_table_without_a_stream(tmp_path, new_browser):
    """A hundred phones each ask now and then; none of them holds a connection."""
    with hall_of(2, tmp_path) as hall:
        seat_eight(hall.service.hall, sessions=2)
        hall.service.hall.records.record("open", "desk", session=1)
        before = hall.service.server.streams.client_count
        phone = new_browser(viewport={"width": 390, "height": 844}).new_page()
        phone.goto(f"{hall.url}/me")
        phone.get_by_label("Your player number or your name").fill("nobody")
        phone.get_by_role("button", name="Show my table").click()
        phone.get_by_role("alert").get_by_text("No player has this number or name").wait_for()
        phone.get_by_label("Your player number or your name").fill("6")
        phone.get_by_role("button", name="Show my table").click()
        phone.get_by_role("heading", name="Player 6").wait_for()
        phone.locator(".mine", has_text="Now").get_by_text("Table 2").wait_for()
        left, across, right = (
            phone.locator(f".others [data-side={side}] .name") for side in ("left", "across", "right")
        )
        expect(left).to_have_text("Player 5")
        expect(across).to_have_text("Player 8")
        expect(right).to_have_text("Player 7")
        boxes = [one.bounding_box() for one in (left, across, right)]
        assert boxes[1]["y"] < boxes[0]["y"] == boxes[2]["y"]
        assert boxes[0]["x"] < boxes[1]["x"] < boxes[2]["x"]
        phone.locator(".mine", has_text="Next: session 2").get_by_text("Table 2").wait_for()
        phone.reload()
        phone.get_by_role("heading", name="Player 6").wait_for()
        assert hall.service.server.streams.client_count <= before


def test_a_phone_counts_the_time_of_its_own_table(tmp_path, new_browser):
    """Who has five minutes more does not go by the hall's clock, nor by the hall's signal."""
    with hall_of(2, tmp_path) as hall:
        seat_eight(hall.service.hall)
        assert hall.client.post("/v1/sessions/1/begin")["begun"] == [1, 2]
        sees_own_time(hall, new_browser)


def sees_own_time(hall, new_browser):
    """Add five minutes to the second table alone, and look at a phone of each table."""
    client = hall.client
    client.post("/v1/clock", act="start", minutes=60)
    wait_until(lambda: {"1", "2"} <= set(client.get("/v1/clock")["tables"]))
    client.post("/v1/clock", act="extra", minutes=5, table=2)
    client.post("/v1/clock", act="pause")
    hall_s, own_s = (client.get("/v1/clock")["left_ms"] // 1000 + more for more in (0, 300))
    for player, seconds, extra in ((6, own_s, "including 5 min extra time"), (2, hall_s, "")):
        phone = new_browser(viewport={"width": 360, "height": 740}).new_page()
        phone.goto(f"{hall.url}/me?player={player}")
        clock = phone.locator(".clock")
        expect(clock).to_contain_text(re.compile(rf"stopped, .*{seconds // 60 % 60:02}:\d\d left"))
        expect(clock.locator(".extra")).to_have_text(extra)
    tables = [client.get(f"/v1/players/{player}")["clock"]["tables"] for player in (6, 2)]
    assert [list(one) for one in tables] == [["2"], ["1"]]
