"""What is wrong stands at its field, in the reader's words; the cursor is there, and what was typed is still there."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .desk_pages import act_at, open_desk_page, part, planned_hall

pytestmark = pytest.mark.thorough("a browser at forms of the desk and of players in three sizes")

SIZES = ((390, 844), (1024, 768), (1920, 1080))
# The part of the desk, its form, what is typed, and the field at which it is wrong.
FORMS = (
    ("people", "#late form", {"name": "Ida Ink", "ema": "12", "club": "Utrecht"}, "ema"),
    ("people", "#late form", {"name": "Ida Ink", "ema": "", "country": "Nowhere"}, "country"),
    ("people", "#leaves form", {"player": "nobody", "why": "ill"}, "player"),
    ("people", "#struck form", {"player": "nobody", "why": "ill"}, "player"),
    ("people", "#forget form", {"player": "99"}, "player"),
    (
        "seats",
        "#by-hand form",
        {"session": "1", "table": "3", "east": "9", "south": "0", "west": "9", "north": "0"},
        "west",
    ),
    (
        "seats",
        "#by-hand form",
        {"session": "1", "table": "3", "east": "9", "south": "5", "west": "0", "north": "0"},
        "south",
    ),
    ("tournament", "form", {"title": "Open", "country": "Nowhere"}, "country"),
    ("devices", "tenbo-desk-tablets form", {"table": "3", "address": "here/there"}, "address"),
)
SHUT = "document.querySelectorAll('details:not(.menu)').forEach((one) => (one.open = true))"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Return a hall with nine people and two tables."""
    with planned_hall(tmp_path_factory.mktemp("fields")) as place:
        yield place


@pytest.mark.parametrize("size", SIZES)
def test_what_the_desk_types_wrong_is_told_at_its_field(hall, new_browser, size):
    """In German: no line of a file, no word of a program and no English is in it, and other forms keep theirs."""
    page = open_desk_page(hall, new_browser, locale="de", viewport={"width": size[0], "height": size[1]})
    for name, selector, typed, at in FORMS:
        opened = part(page, name)
        page.evaluate(SHUT)
        if name == "devices":
            opened.locator("tenbo-desk-tablets button").first.click()
        form = opened.locator(selector).first
        for field, text in typed.items():
            form.locator(f"[name={field}]").fill(text)
        form.evaluate("(one) => one.requestSubmit()")
        wrong = form.locator(f"[name={at}]")
        expect(wrong).to_have_attribute("aria-invalid", "true")
        expect(wrong).to_be_focused()
        told = form.locator(f"#{wrong.get_attribute('aria-describedby')}")
        expect(told).to_be_visible()
        assert not {"Zeile", "line", "must", "file"} & set(told.inner_text().replace(":", " ").split()), (name, at)
        for field, text in typed.items():
            expect(form.locator(f"[name={field}]")).to_have_value(text)


def test_a_screen_that_shows_nothing_is_no_screen(hall, new_browser):
    """The boxes themselves say so, and nothing is sent."""
    walls = part(open_desk_page(hall, new_browser), "walls")
    walls.locator("#wall-new summary").click()
    records = len(hall.service.hall.repository.desk.records)
    walls.locator("#wall-new form button").click()
    expect(walls.locator("#wall-new .checks [role=alert]")).to_be_visible()
    assert len(hall.service.hall.repository.desk.records) == records


@pytest.mark.parametrize("size", SIZES)
def test_a_player_is_told_at_the_field_too(hall, new_browser, size):
    """A code that is wrong, a number that nobody has, and points that are none."""
    page = new_browser(viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(f"{hall.url}/join")
    page.locator("[name=code]").fill("WRONGONE")
    page.locator("main form button.primary").click()
    expect(page.locator("[name=code]")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#join-wrong")).to_be_visible()
    expect(page.locator("[name=code]")).to_have_value("WRONGONE")
    page.goto(f"{hall.url}/me")
    page.locator("[name=player]").fill("nobody")
    page.locator("main form button").click()
    expect(page.locator("[name=player]")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("[name=player]")).to_have_value("nobody")


def test_scores_of_a_correction_are_wrong_at_the_field_that_is(hall, new_browser):
    """Of four fields one is no multiple of a hundred, and keeps what was typed."""
    results = part(open_desk_page(hall, new_browser), "results")
    act_at(results, 1, "Correct scores")
    fields = results.locator(".panel input[data-points]")
    for at, text in enumerate(("31950", "28000", "35050", "25000")):
        fields.nth(at).fill(text)
    results.locator(".panel [name=why]").fill("the paper")
    results.locator(".panel form .primary").click()
    told = results.locator(".panel [role=alert]")
    expect(told).to_be_visible()
    expect(fields.nth(0)).to_be_focused()
    expect(fields.nth(0)).to_have_attribute("aria-describedby", told.get_attribute("id"))
    wrong = fields.evaluate_all("all => all.map((one) => one.getAttribute('aria-invalid'))")
    assert wrong == ["true", None, "true", None]
    expect(fields.nth(0)).to_have_value("31,950")
