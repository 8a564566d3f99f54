"""Walls with tables and lists that stand in place of the service's, and what turns their pages."""

from __future__ import annotations

import json
from contextlib import contextmanager

from .conftest import hall_of, seat_eight

TURNED = """(page) => {
    const wall = document.querySelector("tenbo-wall");
    wall.turned = page;
    wall.draw();
    return wall.querySelector(".turn").textContent;
}"""

LONG = ("Wolfgang Amadeus von Hohenstein-Schwarzenau", "Bo", "佐藤 花子", "مريم الحسيني", "Zoë de Vries")

# So many seconds of a wall, and which tables and names stood there in them.
SECONDS = """(seconds) => {
    const wall = document.querySelector("tenbo-wall");
    const seen = new Set();
    for (let second = 0; second < seconds; second += 1) {
        wall.tick();
        for (const one of wall.querySelectorAll("article .number, .ranks .name")) seen.add(one.textContent);
    }
    return [...seen];
}"""


@contextmanager
def hall_with_walls(path):
    """Serve two tables of paper with eight people, in the first of two sessions."""
    with hall_of(2, path) as place:
        hall = place.service.hall
        seat_eight(hall, sessions=2)
        hall.records.record("open", "desk", session=1)
        yield place


def answered(answer):
    """Return what answers a question of the page in place of the service."""
    return lambda route: route.fulfill(body=json.dumps(answer), content_type="application/json")
