"""The pictures of the pages that the documents show, light and dark: a table in its game, a wall, and the desk.

    python -m tools.pages.pictures [--check]

Each picture has in it what its page said when it was made. `--check` compares that with what the page says now, and
ends with 1 where a picture is of a page as it was.
"""

from __future__ import annotations

import argparse
import io
import random
import re
import sys
import tempfile
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator.fake_tables import FakeTable, FakeTables
from tenbo.simulator.rehearsal.host_process import wait_until
from tenbo.store.ledgers import event_of, stream_of
from tools.browser_setup import open_browser
from tools.generate.generated_files import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCS = ROOT / "docs"
ARGUMENTS = ["--no-sandbox", "--disable-gpu"]
THEMES = {"light": "", "dark": "-dark"}
NAMES = (
    "Anna Bakker", "Ben Carter", "Carla Diaz", "Dai Evans", "Emma Fischer", "Femke Visser", "Gao Ming", "Hana Mori",
    "Inês Costa", "Jonas Weber", "Kaito Sato", "Lotte de Wit", "Marie Dubois", "Noah Lang", "Olga Nowak", "Piet Kok",
    "Quinn Reed", "Rosa Marin", "Sven Holm", "Tomo Ueda", "Uwe Brandt", "Vera Silva", "Wim Smit", "Yuki Abe",
)  # fmt: skip
TABLES, ACTS = 6, 14
SETTLE_MS = 500
# A browser in which the table is installed: it keeps the games, and the screen on.
AS_INSTALLED = """
    navigator.storage.persisted = async () => true;
    navigator.wakeLock.request = async () => ({ released: false });
"""
KEY_MS = 100
# Where each picture is taken, in which window, and what it says that may not change by itself.
PICTURES = {
    "desk-table": ("/table/1", (1180, 684), "header nav, main :is(h1, h2, h3, .felt)"),
    "desk-wall": ("/wall?turn=0&show=tables", (1180, 664), "header strong, main"),
    "desk-session": ("/desk#session", (1180, 800), "header strong, main"),
    "desk-results": ("/desk#results", (1180, 800), "header strong, main"),
}
# As sharp as the screens that people read a README on.
SCALE, COLOURS = 2, 96
MOVING = re.compile(r"\d+:\d\d(:\d\d)?")
# How sure it is, and of which table, depends on how fast the tables have played here.
FORECAST = re.compile(r" Table \d+ is expected to finish last, at [^.]*\.")


@contextmanager
def serve_sample_hall(folder: Path) -> Iterator[Service]:
    """Run a service over a hall whose tables are in their games; the same on every machine."""
    with FakeTables(folder, TABLES) as paper:
        config = Config(folder / "hall.db", paper.ports, search=False, number_new=True, listen=("127.0.0.1", 0))
        with Service(config, ServiceLog(out=io.StringIO())) as service:
            wait_until(
                lambda: (
                    all(table.reader.seal is not None for table in paper.tables)
                    and [one["state"] for one in service.hall.tables.tables()] == ["following"] * TABLES
                ),
                "all tables",
            )
            service.hall.registration.register_players(
                "id,name\n" + "".join(f"{n},{name}\n" for n, name in enumerate(NAMES, 1)), yes=True
            )
            seats = [[1, table, [4 * table - 3 + seat for seat in range(4)]] for table in range(1, TABLES + 1)]
            service.hall.records.record("tournament", "desk", title="Autumn Riichi Open", rules="ema-2016")
            service.hall.records.record("plan", "desk", tables=seats, yes=True)
            service.hall.sessions.begin(1, "desk", yes=True)
            for table in paper.tables:
                number = service.hall.numbers.table_number_of(table.device)
                assert number is not None
                chance = random.Random(number)
                for _ in range(ACTS + number):
                    table.play_random_event(chance)
                wait_until(partial(_has_all_events, service, table), "all events of a table")
            service.timekeeper.change_clock("start", "desk", minutes=75, lead_ms=0)
            yield service


def _has_all_events(service: Service, table: FakeTable) -> bool:
    stored = [event_of(row).plain() for row in service.store.rows(stream_of(table.id))]
    return stored == [event.plain() for event in table.all]


def open_page(browser: Any, service: Service, name: str, theme: str) -> Any:
    """Return the window of a page that is ready to be taken; the desk's pages are those of a desk that has joined."""
    path, (width, height), _ = PICTURES[name]
    url = service.server.url
    context = browser.new_context(
        locale="en",
        color_scheme=theme,
        viewport={"width": width, "height": height},
        device_scale_factor=SCALE,
        reduced_motion="reduce",
    )
    window = context.new_page()
    if path.startswith("/desk"):
        code = next(row["key"] for row in service.access.codes() if "key" in row)
        context.request.post(f"{url}/v1/join", data={"code": code, "name": "Ada"}, headers={"Origin": url})
    window.goto(url + path)
    if path.startswith("/desk"):
        window.locator("main tbody tr").nth(TABLES - 1).wait_for()
        # What else a page of the desk asks for is there once it says the same twice.
        window.wait_for_load_state("load")
        before: list[str] = []
        wait_until(lambda: _says_the_same(window, name, before), "the page")
    else:
        window.locator(".score").nth(4 * TABLES - 1 if name == "desk-wall" else 3).wait_for()
    if name == "desk-table":
        window.locator(".hands li").first.wait_for()
    window.locator(".stale").first.wait_for(state="detached")
    return window


def _says_the_same(window: Any, name: str, before: list[str]) -> bool:
    """Return whether a page says what it said some time ago."""
    window.wait_for_timeout(SETTLE_MS)
    before.append(text_without_clocks(window, name))
    return len(before) > 1 and before[-1] == before[-2]


def text_without_clocks(window: Any, name: str) -> str:
    """Return what a page says, but for its clocks and what they foretell."""
    texts = window.locator(PICTURES[name][2]).all_inner_texts()
    return FORECAST.sub("", " ".join(MOVING.sub("0:00", " ".join(texts)).split()))


def picture_path(name: str, theme: str) -> Path:
    """Return where a picture is kept.

    >>> picture_path("desk-wall", "dark").name
    'desk-wall-dark.png'
    """
    return DOCS / f"{name}{THEMES[theme]}.png"


def text_in_picture(picture: Path) -> str:
    """Return what a page said when its picture was made."""
    with Image.open(picture) as image:
        return str(image.info.get("said", ""))


def save_page_picture(window: Any, name: str, picture: Path) -> None:
    """Take a picture of a page, in few colours, with what the page says in it."""
    info = PngInfo()
    info.add_itxt("said", text_without_clocks(window, name))
    with Image.open(io.BytesIO(window.screenshot())) as image:
        image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(picture, optimize=True, pnginfo=info)


def save_tablet_picture(browser: Any, service: Service) -> None:
    """Take the table in a browser after West's riichi; the dice are thrown by chance, so it is not compared."""
    context = browser.new_context(locale="en", viewport={"width": 1280, "height": 800})
    context.add_init_script(AS_INSTALLED)
    window = context.new_page()
    window.goto(f"{service.server.url}/tablet")
    window.locator("canvas").nth(3).wait_for(state="attached")
    wait_until(lambda: bool(window.evaluate("window.tenbo !== undefined")), "the table")
    wait_until(lambda: _events(window) == "start", "a game")
    # Keys of a keyboard: the dice, and RIICHI of West.
    for key, phase in (("Space", "hand"), ("KeyQ", "riichi")):
        window.keyboard.press(key, delay=KEY_MS)
        wait_until(lambda: phase in _events(window), f"a {phase}")  # noqa: B023 - waited for at once
    window.wait_for_timeout(SETTLE_MS)
    with Image.open(io.BytesIO(window.screenshot())) as image:
        image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(DOCS / "tablet.png", optimize=True)
    context.close()


def _events(window: Any) -> str:
    """Return the last event of a table in a browser, or an empty text while there is no game."""
    return str(window.evaluate("tenbo.state().then((state) => state.event).catch(() => '')"))


def main() -> None:
    """Make the pictures, or see whether they are current."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing, and end with 1 where one is old")
    check = parser.parse_args().check
    old = []
    with (
        tempfile.TemporaryDirectory() as folder,
        serve_sample_hall(Path(folder)) as service,
        open_browser(ARGUMENTS) as browser,
    ):
        for name in PICTURES:
            for theme in THEMES:
                window = open_page(browser, service, name, theme)
                picture = picture_path(name, theme)
                if not check:
                    save_page_picture(window, name, picture)
                elif text_in_picture(picture) != text_without_clocks(window, name):
                    old.append(picture.name)
                window.context.close()
        if not check:
            save_tablet_picture(browser, service)
    sys.exit(f"of a page as it was: {', '.join(old)}; python -m tools.pages.pictures" if old else 0)


if __name__ == "__main__":
    main()
