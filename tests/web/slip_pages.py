"""The page where slips are typed, as someone who may type them has it."""

from __future__ import annotations

from .conftest import log_in, seat_eight, wait_until
from .desk_pages import later


def planned(place, tables=2):
    """Seat eight people, or four at one table."""
    seat_eight(place.service.hall, tables)
    return place.service.hall


def in_a_hand(place):
    """Begin the first table of paper in the first session, and its first hand."""
    place.client.post("/v1/sessions/1/begin", tables=[1], yes=True)
    table = place.table(1)
    wait_until(lambda: table.ledger.table is not None)
    table.play("hand")
    return table


def at_slips(place, new_browser, name, **wishes):
    """Return the slips as a referee of some name has them."""
    page = new_browser(**wishes).new_page()
    log_in(place, page, "referee", name)
    page.goto(f"{place.url}/slips")
    return page


def type_in(page, *numbers):
    """Type four numbers, each with Enter behind it."""
    for name, number in enumerate(numbers):
        page.locator(f"[name=s{name}]").fill(str(number))
        page.locator(f"[name=s{name}]").press("Enter")


def confirm(page):
    """Press Enter again, after the moment in which a question takes no answer."""
    page.locator("[data-answer=yes]").wait_for()
    later(page)
    page.locator("[name=s3]").press("Enter")
