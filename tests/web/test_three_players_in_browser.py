"""Three at a table in a browser: three panels, fields and columns, and nothing for a fourth player."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import hall_of, log_in, wait_until
from .desk_pages import act_at, open_desk_page, part, under
from .slip_pages import at_slips, type_in
from .tablets import SIZE, tablet_service

HOLD_MS = 1500


@pytest.mark.thorough("a table in a browser of its own")
def test_three_play_at_a_tablet_and_the_fourth_side_stays_empty(tmp_path, new_browser):
    """A winner is asked for the two others alone, as they sit."""
    with tablet_service(tmp_path) as address:
        page = new_browser(viewport=SIZE, has_touch=True).new_page()
        page.goto(f"{address}/tablet?rules=tenhou-sanma")

        def panel(seat):
            return page.locator(f'.seat[data-seat="{seat}"]')

        def press(seat, key, ms=100):
            page.evaluate("([seat, key]) => tenbo.key(seat, key, true)", [seat, key])
            page.wait_for_timeout(ms)
            page.evaluate("([seat, key]) => tenbo.key(seat, key, false)", [seat, key])

        expect(panel(0).locator(".score")).to_have_text("35,000")
        expect(panel(0).locator(".others")).to_contain_text("West35,000")
        press("0", "OK", HOLD_MS)
        press("2", "OK")
        expect(panel(2).locator(".big")).to_have_text("Tsumo, or ron from whom?")
        labels = panel(2).locator(".keys button > span").all_text_contents()
        assert labels == ["← South", "Tsumo", "↑ East", "", "Cancel"]
        assert panel(3).locator(".score").count() == 0
        assert page.evaluate("tenbo.state().then((state) => state.scores.length)") == 3


@pytest.mark.thorough("browsers at a tournament of three")
def test_the_pages_of_a_tournament_of_three_have_three_seats(tmp_path, new_browser):
    """Slips have three fields, seats and results three columns, and the wall three lines a table."""
    with hall_of(1, tmp_path) as place:
        hall = place.service.hall
        hall.registration.register_players("id,name\n" + "".join(f"{n},Player {n}\n" for n in range(1, 7)), yes=True)
        hall.records.record("tournament", "desk", title="Three", rules="tenhou-sanma")
        hall.records.record("plan", "desk", tables=[[1, 1, [1, 2, 3]], [1, 2, [4, 5, 6]]], yes=True)
        place.client.post("/v1/sessions/1/begin", tables=[1], yes=True)
        slips = at_slips(place, new_browser, "Rea")
        slips.get_by_role("heading", name="Table 2", exact=True).wait_for()
        assert slips.locator("form .of-seat").count() == 3
        type_in(slips, 400, 350, 300)
        slips.locator("li[data-table='2'][data-state='once']").wait_for()
        assert hall.repository.results.sheet(1, 2).scores == [40_000, 35_000, 30_000]
        desk = open_desk_page(place, new_browser)
        seats = part(desk, "seats")
        heads = under(seats, "Seats").locator("thead th")
        expect(heads).to_have_text(["Table", "East", "South", "West"])
        seats.get_by_text("Add a table").click()
        assert seats.locator("[name=west]").count() == 1
        assert seats.locator("[name=north]").count() == 0
        results = part(desk, "results")
        expect(results.locator(".sheets thead th")).to_have_text(["Table", "East", "South", "West", "State"])
        act_at(results, 2, "Correct scores")
        for name, score in (("east", "300"), ("south", "350"), ("west", "400")):
            results.locator(f"[name={name}]").fill(score)
        results.locator("[name=why]").fill("the paper")
        results.get_by_role("button", name="Correct the scores").last.click()
        wait_until(lambda: hall.repository.results.sheet(1, 2).scores == [30_000, 35_000, 40_000])
        wall = new_browser().new_page()
        log_in(place, wall, "reader", "Wall")
        wall.goto(f"{place.url}/wall")
        expect(wall.locator("article[data-table='1'] .line")).to_have_count(3)
        expect(wall.locator("article[data-table='2'] .line")).to_have_count(3)
