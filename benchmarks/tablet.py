"""How fast a table in a browser is, and what it takes: the start, a press until its pixels, a table at rest, the size.

    nice -n -10 python benchmarks/tablet.py [--presses 200] [--rest 30]

The browser is a real Chromium in a process of its own. A cold start has neither files nor compiled code, a warm one
both. A press is timed in the page, from the touch until the frame after the seat's own picture has changed.
"""

from __future__ import annotations

import argparse
import gzip
import os
import statistics
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / part) for part in (".", "tests")]

from tests.web.conftest import ARGUMENTS  # noqa: E402 - the path first
from tests.web.tablets import BrowserTable, OwnBrowser, tablet_service  # noqa: E402
from tools.browser_setup import open_browser  # noqa: E402

# From the address to the fourth picture that is not dark, by the page's own clock.
LIT_MS = """
    async () => {
        const dark = (canvas) => {
            const { data } = canvas.getContext("2d").getImageData(0, 0, 128, 64);
            return !data.some((value, at) => at % 4 === 0 && value > 0);
        };
        for (;;) {
            const all = [...document.querySelectorAll("canvas")];
            if (all.length && !all.some(dark)) return performance.now();
            await new Promise(requestAnimationFrame);
        }
    }
"""
# The next press of a finger, until the frame after the seat's picture is another one.
WATCH = """
    () => {
        const seat = document.querySelector('[data-seat="1"]');
        const canvas = seat.querySelector("canvas");
        const pixels = () => canvas.getContext("2d").getImageData(0, 0, 128, 64).data.join();
        globalThis.took = undefined;
        seat.addEventListener("pointerdown", () => {
            const before = pixels(), begun = performance.now();
            const look = () => {
                if (pixels() !== before) globalThis.took = performance.now() - begun;
                else if (performance.now() - begun < 5000) requestAnimationFrame(look);
                else globalThis.took = -1;
            };
            requestAnimationFrame(look);
        }, { once: true, capture: true });
    }
"""
MOST = 0.99


def start_ms(context: Any, address: str) -> tuple[float, BrowserTable, set[str]]:
    """Open the table in a new page; return how long its four displays took, the table, and the addresses it fetched."""
    page, fetched = context.new_page(), set()
    page.on("response", lambda answer: fetched.add(answer.url))
    page.goto(f"{address}/tablet", wait_until="commit")
    took = page.evaluate(LIT_MS)
    return took, BrowserTable(page).wait_lit(), fetched


def press_ms(table: BrowserTable, presses: int) -> list[float]:
    """Go down a list with a finger, and return how long each press took until its pixels."""
    table.press(1, "back")
    table.wait(1000)
    times = []
    for _ in range(presses):
        table.page.evaluate(WATCH)
        table.touch([(1, "down")])
        table.wait(60)
        table.touch([])
        times.append(table.page.wait_for_function("() => globalThis.took").json_value())
        table.wait(60)
    table.press(1, "back")
    return times


def processor_s(group: int) -> float:
    """Return how long the processes of a group have had a processor."""
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(") ")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def idle_cpu_percent(table: BrowserTable, group: int, seconds: float) -> float:
    """Return the share of a core that the whole browser takes while nothing happens."""
    table.wait(3000)
    begun, used = time.monotonic(), processor_s(group)
    table.wait(1000 * seconds)
    return 100 * (processor_s(group) - used) / (time.monotonic() - begun)


def gzipped_bytes(fetched: set[str]) -> int:
    """Return what a page and its worker have fetched, gzipped; the words of other languages come behind it."""
    answers = [urllib.request.urlopen(url) for url in fetched if "/static/" in url]  # noqa: S310 - our own
    return sum(len(gzip.compress(answer.read(), 9)) for answer in answers)


def measure(folder: Path, presses: int, rest_s: float) -> None:
    """Measure all of it, and print a line each."""
    with tablet_service(folder) as address, open_browser(ARGUMENTS) as driver:
        own = OwnBrowser(driver, folder / "own", ARGUMENTS)
        try:
            cold, _, fetched = start_ms(own.start(), address)
            own.kill()
            context = own.start()
            context.new_page()
            warm, table, _ = start_ms(context, address)
            print(
                f"four displays: {cold:.0f} ms from a cold start, {warm:.0f} ms from a warm one (load {load_average()})"
            )
            print(f"fetched: {gzipped_bytes(fetched) / 1024:.0f} KB, gzipped")
            table.throw_dice()
            times = sorted(press_ms(table, presses))
            middle, most = statistics.median(times), times[int(MOST * (len(times) - 1))]
            print(f"press to own pixels: p50 {middle:.0f} ms, p99 {most:.0f} ms of {presses} (load {load_average()})")
            idle = idle_cpu_percent(table, own.group, rest_s)
            print(f"at rest in a hand: {idle:.1f} % of a core (load {load_average()})")
        finally:
            own.kill()


def load_average() -> str:
    """Return how many programs wanted a processor in the last minute."""
    return f"{os.getloadavg()[0]:.0f}"


def main() -> None:
    """Read the options and measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--presses", type=int, default=200, help="so many presses (default: 200)")
    parser.add_argument("--rest", type=float, default=30, metavar="S", help="so many seconds at rest (default: 30)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder), options.presses, options.rest)


if __name__ == "__main__":
    main()
