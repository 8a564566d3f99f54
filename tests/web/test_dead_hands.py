"""A hand that is dead is called so wherever its seat is drawn, until the hand is over."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .accessibility import badly_marked_up
from .conftest import hall_of, wait_until

# Where a seat is drawn, and what holds one; the East seat first.
SEATS = {
    "/table/1": ".seat",
    "/": "article[data-table='1'] li",
    "/wall?show=tables&turn=0": "article[data-table='1'] .line",
    "/overlay/1": ".overlay p",
}
NARROW = {"width": 360, "height": 740}
SAID = {"en-GB": "dead hand", "de-DE": "tote Hand", "ja-JP": "アガリ放棄"}

# Names of which letters are missing.
CUT = """() => [...document.querySelectorAll(":is(.seats, .wall) .name")]
    .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_a_dead_hand_is_named_at_its_seat_on_every_page(tmp_path, new_browser):
    """Who comes to the table, or looks at the wall, must not wait for that player's win."""
    with hall_of(1, tmp_path) as hall:
        table = hall.table(1)
        table.play("start", rules="ema-2016")
        for seat in range(4):
            table.play("name", seat=seat, name="Annabel Bo")
        table.play("hand")
        table.play("riichi", seat=0)
        wait_until(lambda: hall.client.get("/v1/tables/1").get("now", {}).get("riichi") == [0])
        pages = {}
        for (path, seat), language in zip(SEATS.items(), [*SAID, "en-GB"], strict=True):
            page = pages[path, language] = new_browser(locale=language, viewport=NARROW).new_page()
            page.goto(hall.url + path)
            expect(page.locator(f"{seat} .stick")).to_have_count(1)
            expect(page.locator(".dead")).to_have_count(0)
        table.play("dead_hand", by=5, seat=2)
        for (path, language), page in pages.items():
            dead = page.locator(f"{SEATS[path]}:has(.dead)")
            expect(dead).to_have_count(1)
            expect(dead.locator(".dead")).to_have_text(SAID[language])
            expect(dead.locator(".wind")).to_have_text("西")
            assert badly_marked_up(page) == []
            # Whose it is reads as before: no name gives way to it.
            assert page.evaluate(CUT) == []
        assert hall.client.get("/v1/tables/1")["now"]["dead"] == [2]
        # The next hand begins with four that live.
        table.play("draw", tenpai=[0])
        for page in pages.values():
            expect(page.locator(".dead")).to_have_count(0)
