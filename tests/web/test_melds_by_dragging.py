"""Tiles of the hand are dragged together to become a meld, by finger and by mouse, and back into the hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import hall_of
from .test_twenty_hands import Fingers

pytestmark = pytest.mark.thorough("a browser through every way to enter a hand")


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Return a service without tables."""
    with hall_of(0, tmp_path_factory.mktemp("hall")) as place:
        yield place


@pytest.fixture
def phone(hall, new_browser):
    """Return a phone that shows the page, and the fingers on it."""
    page = new_browser(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True).new_page()
    page.goto(f"{hall.url}/score")
    page.locator("[data-tile='1m']").wait_for()
    # The books come last and move what is below them.
    page.locator("select option[value=tenhou]").wait_for(state="attached")
    return page, Fingers(page)


def held(page, tile, place=0):
    """Return a tile of the hand."""
    return page.locator(f"[data-held='{tile}']").nth(place)


def carry(page, fingers, *tiles):
    """Drag a finger over tiles of the hand, down to the place of the melds, which opens as soon as it moves."""
    for tile in tiles:
        # No one takes hold of what is still moving.
        tile.scroll_into_view_if_needed()
    boxes = [tile.bounding_box() for tile in tiles]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    fingers.send("touchStart", middles[0])
    for x, y in [(middles[0][0] + 8, middles[0][1]), *middles[1:]]:
        fingers.send("touchMove", (x, y))
    zone = page.locator(".melds")
    expect(zone).to_have_attribute("data-open", "")
    box = zone.bounding_box()
    spot = (box["x"] + box["width"] / 2, box["y"] + box["height"] - 4)
    fingers.send("touchMove", spot)
    fingers.send("touchMove", spot)
    return zone


def test_three_tiles_that_are_drawn_together_become_a_run_or_a_triplet_and_a_fourth_makes_a_kan(phone):
    page, fingers = phone
    page.fill(".line", "234m5557z99s")
    zone = carry(page, fingers, held(page, "2m"), held(page, "3m"), held(page, "4m"))
    expect(zone).to_have_attribute("data-takes", "")
    fingers.send("touchEnd")
    expect(page.locator(".line")).to_have_value("5557z99s chi 234m ")
    carry(page, fingers, held(page, "5z"), held(page, "5z", 1), held(page, "5z", 2))
    fingers.send("touchEnd")
    expect(page.locator(".line")).to_have_value("7z99s chi 234m pon 555z ")
    page.locator(".line").press("End")
    page.keyboard.type("5z")
    carry(page, fingers, held(page, "5z"))
    fingers.send("touchEnd")
    expect(page.locator(".line")).to_have_value("7z99s chi 234m kakan 5555z ")


def test_one_tile_is_enough_where_the_hand_has_only_one_meld_with_it(phone):
    """Of 3m 4m 5m 6m two runs could be meant with 4m, and one with 6m."""
    page, fingers = phone
    page.fill(".line", "3456m111p")
    zone = carry(page, fingers, held(page, "4m"))
    assert zone.get_attribute("data-takes") is None
    fingers.send("touchEnd")
    expect(page.locator(".line")).to_have_value("3456m111p")
    carry(page, fingers, held(page, "6m"))
    fingers.send("touchEnd")
    expect(page.locator(".line")).to_have_value("3m111p chi 456m ")


def test_what_cannot_be_a_meld_stays_in_the_hand_and_a_finger_that_is_taken_off_does_nothing(phone):
    page, fingers = phone
    page.fill(".line", "19m19p111z")
    carry(page, fingers, held(page, "1m"), held(page, "9m"))
    fingers.send("touchEnd")
    expect(page.locator(".melds")).not_to_have_attribute("data-open", "")
    expect(page.locator(".line")).to_have_value("19m19p111z")
    carry(page, fingers, held(page, "1z"))
    fingers.send("touchCancel")
    expect(page.locator(".line")).to_have_value("19m19p111z")
    assert page.locator(".lifted").count() == 0


def test_a_meld_is_dragged_back_into_the_hand(phone):
    page, fingers = phone
    page.fill(".line", "99s pon 555z chi 234m")
    fingers.draw(page.locator(".meld").first, held(page, "9s"))
    expect(page.locator(".line")).to_have_value("555z99s chi 234m ")
    # A press alone takes it away, as before.
    page.locator(".meld").click()
    expect(page.locator(".line")).to_have_value("555z99s")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_mouse_drags_alike_and_nothing_moves_for_whom_motion_is_unwanted(hall, new_browser, motion):
    page = new_browser(reduced_motion=motion).new_page()
    page.goto(f"{hall.url}/score")
    page.fill(".line", "234m345p678p234s55s")
    page.locator(".worth").wait_for()
    before = held(page, "6p").bounding_box()
    page.mouse.move(before["x"] + 5, before["y"] + 5)
    page.mouse.down()
    page.mouse.move(before["x"] + 5, before["y"] + 40, steps=5)
    lifted = page.locator(".in-hand.lifted")
    assert lifted.count() == 1
    moved = lifted.bounding_box()["y"] - before["y"]
    assert moved == (0 if motion == "reduce" else pytest.approx(35, abs=2))
    # Its neighbours come along, and what lies on the way below them does not.
    page.mouse.move(before["x"] + 5, before["y"] + 5)
    for tile in ("7p", "8p"):
        box = held(page, tile).bounding_box()
        page.mouse.move(box["x"] + 5, before["y"] + 5)
    zone = page.locator(".melds").bounding_box()
    page.mouse.move(box["x"] + 5, zone["y"] + 10)
    page.mouse.move(zone["x"] + 10, zone["y"] + 10, steps=5)
    page.mouse.up()
    expect(page.locator(".line")).to_have_value("234m345p23455s chi 678p ")
    # The tile was not pressed: the winning one is still the last.
    expect(page.locator(".winner svg")).to_have_attribute("aria-label", "winning tile: 5 of bamboo")
    held(page, "2m").click()
    expect(page.locator(".winner svg")).to_have_attribute("aria-label", "winning tile: 2 of characters")
