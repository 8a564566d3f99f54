"""The page of a board to solder by, on the telephone beside the iron."""

from __future__ import annotations

from pathlib import Path

import pytest

ORDER = Path(__file__).parents[2] / "hardware" / "order"


@pytest.mark.parametrize("board", ["centre", "seat", "keys"])
def test_the_whole_list_is_seen_on_a_telephone(browser, board):
    """Parts, places and numbers stand one below the other; a search leaves what it finds."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    try:
        page.goto((ORDER / f"{board}.html").as_uri())
        wide, seen = page.evaluate("(list => [list.scrollWidth, list.clientWidth])(document.querySelector('#list'))")
        assert wide <= seen <= 390
        rows = page.locator("tbody tr:visible")
        before = rows.count()
        page.fill("#find", rows.first.locator("button.ref").first.inner_text())
        assert 1 <= rows.count() < max(before, 2)
        box = rows.first.locator("td").nth(3).bounding_box()
        assert box["x"] + box["width"] <= 390
    finally:
        page.close()
