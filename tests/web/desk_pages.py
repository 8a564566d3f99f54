"""What the tests of the desk's page share: a hall with a plan, someone who has joined, and ways about the page."""

from __future__ import annotations

from contextlib import contextmanager

from .conftest import hall_of, log_in, wait_until

# Words of what is chosen that stand on two lines.
PARTED = """(chosen) => [...document.querySelectorAll(chosen)].flatMap((one) => {
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    const parted = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const word of text.data.matchAll(/[^ \\n]+/g)) {
            const range = document.createRange();
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            if (new Set([...range.getClientRects()].map((box) => box.top)).size > 1) parted.push(word[0]);
        }
    }
    return parted;
})"""
LONG = "Wolfgang Amadeus von Hohenstein-Schwarzenau"


@contextmanager
def hall_of_long_names(folder):
    """Run two tables of paper in their only session, whose people differ by the end of a long name."""
    with hall_of(2, folder) as place:
        hall = place.service.hall
        hall.registration.register_players("id,name\n" + "".join(f"{n},{LONG} {n}\n" for n in range(1, 9)), yes=True)
        hall.records.record(
            "plan", "desk", tables=[[1, table, [4 * table - 3 + n for n in range(4)]] for table in (1, 2)], yes=True
        )
        place.client.post("/v1/sessions/1/begin", yes=True)
        wait_until(lambda: all(one.get("now") for one in place.client.get("/v1/tables")))
        yield place


@contextmanager
def planned_hall(folder, **settings):
    """Run two tables with a plan for eight sessions, of which each test takes its own."""
    with hall_of(2, folder, **settings) as place:
        people = "id,name\n" + "".join(f"{n},Player {n}\n" for n in range(1, 10))
        place.service.hall.registration.register_players(people, yes=True)
        seats = [[session, table, [4 * table - 3 + n for n in range(4)]] for session in range(1, 9) for table in (1, 2)]
        place.service.hall.records.record("plan", "host", tables=seats, yes=True)
        yield place


def open_desk_page(hall, new_browser, name="Ada", **wishes):
    """Return the desk's page of someone who has joined by the operator's link."""
    page = new_browser(**wishes).new_page()
    log_in(hall, page, "desk", name)
    page.goto(f"{hall.url}/desk")
    page.locator(".band, .steps").first.wait_for()
    return page


def part(page, name):
    """Open a part of the desk, and return it."""
    link = page.locator(f".parts a[href='#{name}']")
    if not link.is_visible():
        page.locator(".parts button").click()
    link.click()
    opened = page.locator(f"tenbo-desk-{'joining' if name == 'join' else name}")
    opened.locator("h2, .band, .record, .tabs").first.wait_for()
    return opened


def under(place, heading):
    """Return the section with a heading."""
    return place.locator("section", has=place.page.get_by_role("heading", name=heading, exact=True))


def view(place, name):
    """Open a view of a part, such as the penalties of the results."""
    place.get_by_role("tab", name=name).click()


def act_at(place, table, name):
    """Choose what is behind the three dots of a table's row."""
    row = place.locator(f"tr[data-table='{table}']")
    row.locator(".menu summary").click()
    row.locator(".menu").get_by_text(name).click()


def open_more(place):
    """Unfold what is seldom done on a page."""
    place.locator("#more summary").first.click()


def said(page, text=""):
    """Wait until the page says what was done."""
    page.locator(".done", has_text=text).wait_for()


def later(page):
    """Let a second pass for the page, after which a click is no second click of a double click."""
    page.evaluate("() => { const now = performance.now.bind(performance); performance.now = () => now() + 1000; }")


def last(hall, kind):
    """Return the last record of a kind, or None."""
    return next((one for one in reversed(hall.service.hall.repository.desk.records) if one.kind == kind), None)


def of_session(place, session):
    """Choose a session in a part."""
    place.locator("select[name=session]").first.select_option(str(session))
    place.locator(f"tr[data-session='{session}']").first.wait_for()
