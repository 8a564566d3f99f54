"""Slips that several people type: by keys alone, as people write numbers, beside what tables have told."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tools.pages.inspection import find_layout_faults

from .conftest import hall_of, wait_until
from .desk_pages import PARTED
from .slip_pages import at_slips, confirm, planned

pytestmark = pytest.mark.thorough("browsers that type slips")


def type_slip(page, table, *numbers):
    """Type the four numbers of a table's slip by keys, each with Enter behind it."""
    page.get_by_role("heading", name=f"Table {table}", exact=True).wait_for()
    for name, number in enumerate(numbers):
        field = page.locator(f"[name=s{name}]")
        field.press_sequentially(str(number))
        field.press("Enter")


def test_slips_are_typed_by_keyboard_alone_and_a_second_person_s_are_compared(tmp_path, new_browser):
    """Four numbers, Enter, the next table; what two people typed differently is shown until someone is right."""
    with hall_of(2, tmp_path) as place:
        hall = planned(place)
        ada = at_slips(place, new_browser, "Ada")
        type_slip(ada, 1, 41_200, 33_800, 25_000, 20_000)
        ada.get_by_text("Table 1: entered once").wait_for()
        assert hall.repository.results.sheet(1, 1).scores == [41_200, 33_800, 25_000, 20_000]
        for text, said in (("50", "scores must be multiples of 100"), ("", "points missing")):
            for seat in range(4):
                ada.locator(f"[name=s{seat}]").fill(text)
            ada.get_by_text(said).wait_for()
        type_slip(ada, 2, 40_000, 30_000, 29_000, 20_000)
        ada.get_by_text("Is one riichi stick left on the table?").wait_for()
        confirm(ada)
        ada.get_by_text("All 2 results are in").wait_for()
        bob = at_slips(place, new_browser, "Bob")
        type_slip(bob, 1, 41_200, 38_300, 20_500, 20_000)
        for window in (ada, bob):
            window.locator("li[data-table='1'][data-state='differs']").get_by_text("38,300").wait_for()
        ada.get_by_role("button", name="Table 1", exact=True).click()
        type_slip(ada, 1, 41_200, 38_300, 20_500, 20_000)
        bob.locator("li[data-table='1'][data-state='agreed']").wait_for()
        wait_until(lambda: hall.repository.results.sheet(1, 1).scores == [41_200, 38_300, 20_500, 20_000])
        twin = at_slips(place, new_browser, "Bob")
        twin.get_by_role("button", name="Table 1", exact=True).click()
        type_slip(twin, 1, 41_200, 33_800, 25_000, 20_000)
        other = "41,200 / 38,300 / 20,500 / 20,000"
        asked = f"Another phone or computer entered {other} for this table under your name. Press Enter"
        twin.get_by_text(asked).wait_for()
        assert hall.repository.results.sheet(1, 1).scores == [41_200, 38_300, 20_500, 20_000]
        confirm(twin)
        twin.locator("li[data-table='1'][data-state='differs']").wait_for()


def test_a_slip_is_typed_as_people_write_thousands(tmp_path, new_browser):
    """A page shows 25,000 itself, and called it no whole hundreds."""
    with hall_of(0, tmp_path) as hall:
        planned(hall)
        page = at_slips(hall, new_browser, "Rea")
        fields = page.locator(".slips form input")
        for seat, text in enumerate(("25,0", "", "", "")):
            fields.nth(seat).fill(text)
        expect(page.locator("#slip-sum")).to_have_text("scores must be multiples of 100")
        for seat, text in enumerate(("62,300", "39.200", "31 500", "\u221213'000")):
            fields.nth(seat).fill(text)
        expect(page.locator("#slip-sum")).to_contain_text("scores add up to 120,000")
        page.keyboard.press("Enter")
        page.get_by_text("Table 1: entered once").wait_for()
        assert hall.service.hall.repository.results.sheet(1, 1).scores == [62_300, 39_200, 31_500, -13_000]


def test_slips_are_asked_for_where_no_table_has_told_its_result(tmp_path, new_browser):
    """Most tables tell theirs themselves; and two who have typed the same of a game that goes on were not wrong."""
    with hall_of(2, tmp_path) as place:
        hall = planned(place)
        place.client.post("/v1/sessions/1/begin")
        for table in (place.table(1), place.table(2)):
            wait_until(lambda table=table: table.ledger.table is not None)
            table.play("hand")
        place.table(1).play("end")
        wait_until(
            lambda: (
                hall.repository.results.sheet(1, 1).state == "complete"
                and hall.repository.results.sheet(1, 2).state == "playing"
            )
        )
        ada = at_slips(place, new_browser, "Ada")
        ada.get_by_role("heading", name="Table 2", exact=True).wait_for()
        ada.locator("li[data-table='1']").get_by_text("result received from the table").wait_for()
        for name in range(4):
            ada.locator(f"[name=s{name}]").press_sequentially("30000")
            ada.locator(f"[name=s{name}]").press("Enter")
        row = ada.locator("li[data-table='2']")
        row.get_by_text("entered, but the table's game has not ended").wait_for()
        row.get_by_text("The table's game is still running, so the slips are not used.").wait_for()
        # What was told already is not asked for, and can be typed all the same.
        ada.get_by_text("No slips are left for you to enter in this session.").wait_for()
        ada.get_by_role("button", name="Table 1", exact=True).click()
        ada.get_by_role("heading", name="Table 1", exact=True).wait_for()


def test_on_a_phone_a_comparison_parts_no_name_within_a_word(tmp_path, new_browser):
    """Two authors with their roles left a name one letter a line, and the page was wider than the phone."""
    with hall_of(0, tmp_path) as place:
        hall = planned(place)
        hall.registration.register_players("id,name\n1,Maximiliane Oberwiesenthal\n", yes=True)
        hall.records.record("open", "desk", session=1)
        hall.slips.enter((1, 1), "Ada (referee)", [41_200, 33_800, 25_000, 20_000], 0)
        hall.slips.enter((1, 1), "Bob (referee)", [41_200, 38_300, 20_500, 20_000], 0)
        page = at_slips(place, new_browser, "Cy", locale="de", viewport={"width": 360, "height": 780})
        page.locator("li[data-state='differs'] tbody th").first.wait_for()
        assert page.evaluate(PARTED, ".slips tbody th") == []
        assert find_layout_faults(page) == []
