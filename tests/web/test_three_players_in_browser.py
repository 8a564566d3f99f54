"""Three at a table in a browser: three panels say something, the fourth stays empty."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

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
