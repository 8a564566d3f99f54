"""Touches at a table in a real browser, as many as are asked for: none is lost, and memory does not grow.

    python tests/soak/tablet_touches.py 10000

A list is opened at South, and a finger goes down it: after each fifty touches the list must be where so many lead. With
a number of hours as a second argument it goes on for so long. The machine may be as busy as it likes: where it lifts a
finger so late that the key was held, which moves on through the list, the fifty touches count for nothing.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from playwright.sync_api import sync_playwright  # noqa: E402

from tests.web.conftest import ARGUMENTS  # noqa: E402 - the path first
from tests.web.tablets import SIZE, open_table, tablet_service  # noqa: E402
from tools.browser_setup import chromium  # noqa: E402

SEAT, BATCH = 1, 50
DOWN_MS, UP_MS = 60, 60
# What is still on its way when the last finger has gone.
REST_MS = 2000
# A key that is down for 800 ms is held; the longest touch since it was asked last.
HELD_MS = 750
WATCH = """
    () => {
        let down = 0;
        globalThis.longest = 0;
        addEventListener("pointerdown", () => (down = performance.now()), true);
        addEventListener("pointerup", () => (longest = Math.max(longest, performance.now() - down)), true);
    }
"""
LONGEST = "() => { const was = longest; longest = 0; return was; }"


def place(table) -> tuple[int, int]:
    """Return which line of the list is chosen, and how many there are."""
    view = table.page.evaluate(f"tenbo.view({SEAT})")["view"]
    chosen, _, lines = next(line for line in view["lines"] if "/" in line and line[0].isdigit()).partition("/")
    return int(chosen), int(lines)


def play(table, touches: int, hours: float) -> int:
    """Touch, and return how many touches were lost."""
    end = time.monotonic() + hours * 3600
    done = lost = held = 0
    table.page.evaluate(WATCH)
    memory = table.page.context.new_cdp_session(table.page)
    while done < touches or time.monotonic() < end:
        table.press(SEAT, "back")
        table.page.wait_for_function(f"() => document.querySelector('[data-seat=\"{SEAT}\"] .list .on')")
        table.wait(REST_MS)
        begin, lines = place(table)
        table.page.evaluate(LONGEST)
        for _ in range(BATCH):
            table.touch([(SEAT, "down")])
            table.wait(DOWN_MS)
            table.touch([])
            table.wait(UP_MS)
        table.wait(REST_MS)
        moved = (place(table)[0] - begin) % lines
        if table.page.evaluate(LONGEST) > HELD_MS:
            held += BATCH
        else:
            lost += (BATCH - moved) % lines
            done += BATCH
        table.press(SEAT, "back")
        used = {key: value for _, _, key, value in table.ask("health")}["used"]
        heap = memory.send("Runtime.getHeapUsage")["usedSize"]
        print(
            f"{done} touches, {lost} lost, {held} not counted; "
            f"the firmware uses {used // 1000} KB, the page {heap // 1000} KB",
            flush=True,
        )
    return lost


def main() -> int:
    """Serve a table, open it in Chromium, and touch."""
    touches, hours = int(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 0.0
    with tempfile.TemporaryDirectory() as folder, tablet_service(Path(folder)) as hall, sync_playwright() as play_with:
        browser = play_with.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        table = open_table(browser.new_context(viewport=SIZE, has_touch=True), hall)
        table.throw_dice()
        table.wait(REST_MS)
        lost = play(table, touches, hours)
        browser.close()
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
