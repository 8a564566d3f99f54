"""Every page in every language, light and dark, on each size of screen: what is wrong with it, and pictures to look at.

    make pages [ARGS="--only /wall --language ja --theme dark --size phone --to build/pictures"]

The hall is one of paper, in the middle of its second session, with hidden results, a call, a cable that was pulled, a
slip that two people have typed differently, and names of every length. The list of pages is that of the service, the
desk's parts are those that its page links to. It ends with 1 when axe finds something, or when text is cut off.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe

from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator.fake_tables import FakeTables
from tenbo.simulator.rehearsal.host_process import wait_until
from tenbo.validation.languages import LANGUAGES
from tenbo.web.pages import PAGES
from tools.browser_setup import open_browser
from tools.generate.generated_files import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator


THEMES = ("light", "dark")
SIZES = {
    "phone": (360, 740),
    "landscape": (740, 360),
    "tablet": (768, 1024),
    "laptop": (1280, 800),
    "projector": (1920, 1080),
    "large": (3840, 2160),
}
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--hide-scrollbars"]
NAMES = (
    "Anna Bakker", "Ōta Haruki", "José Núñez", "Li Na", "Wolfgang Amadeus von Hohenstein-Schwarzenau", "Bo",
    "Zoë de Vries", "佐藤 花子", "مريم الحسيني", "Ana 🀄 Lima",
)  # fmt: skip
# A page that shows what it shows only after a while says so by this.
READY = "() => document.fonts.ready.then(() => document.querySelector('main') !== null)"


@contextmanager
def serve_inspection_hall() -> Iterator[Service]:
    """Run a service over a hall with something of everything."""
    with tempfile.TemporaryDirectory(prefix="tenbo-") as made, FakeTables(folder := Path(made), 6) as paper:
        config = Config(
            folder / "hall.db", paper.ports, search=False, number_new=True, listen=("127.0.0.1", 0), wifi="Tenbo hall"
        )
        with Service(config, ServiceLog(out=io.StringIO())) as service:
            wait_until(
                lambda: [one["state"] for one in service.hall.tables.tables()] == ["following"] * 6, "six tables"
            )
            people = [NAMES[n % len(NAMES)] + (f" {n}" if n >= len(NAMES) else "") for n in range(24)]
            service.hall.registration.register_players(
                "id,name\n" + "".join(f"{n + 1},{name}\n" for n, name in enumerate(people)), yes=True
            )
            plan = [
                [session, table, [(4 * table - 3 + seat + 5 * (session - 1)) % 24 + 1 for seat in range(4)]]
                for session in (1, 2, 3)
                for table in range(1, 7)
            ]
            act = service.hall.records.record
            act("tournament", "desk", title="Autumn Riichi Open", rules="ema-2016")
            act("plan", "desk", tables=plan, yes=True)
            act("open", "desk", session=1)
            for table in range(1, 6):
                service.hall.slips.enter((1, table), "Ada (referee)", [41_200, 33_800, 25_000, 20_000], 0)
            service.hall.slips.enter((1, 1), "Bob (referee)", [41_200, 33_800, 25_000, 20_000], 0)
            service.hall.slips.enter((1, 2), "Bob (referee)", [41_200, 38_300, 20_500, 20_000], 0)
            act("end", "desk", session=1, yes=True)
            service.hall.sessions.begin(2, "desk", yes=True)
            act("wall", "desk", wall=1, shows=["tables", "seats", "standings"])
            for fake in paper.tables[:5]:
                fake.play("hand")
                fake.play("win", wins=[{"seat": 0, "from": 2, "han": 3, "fu": 30}])
                fake.play("hand")
                fake.play("riichi", by=1, seat=1)
            service.timekeeper.change_clock("start", "desk", minutes=75, lead_ms=0)
            paper.tables[2].call_referee(1)
            paper.tables[4].pull()
            wait_until(lambda: any(one.snapshot.calling for one in service.hall.fleet.stations), "a call")
            wait_until(lambda: "closed" in [one["state"] for one in service.hall.tables.tables()], "a pulled cable")
            yield service


def main() -> None:
    """Look at all pages."""
    args = arguments()
    args.to.mkdir(parents=True, exist_ok=True)
    faults, looked = 0, 0
    with serve_inspection_hall() as service, open_browser(ARGUMENTS) as browser:
        for language in args.language or LANGUAGES:
            for theme in args.theme or THEMES:
                for size in args.size or SIZES:
                    window = open_desk(browser, service, language, theme, size)
                    for path in page_addresses(window, service.server.url):
                        if args.only in path:
                            found = inspect_page(
                                window,
                                service.server.url + path,
                                args.to / screenshot_file_name(path, language, theme, size),
                            )
                            faults, looked = faults + len(found), looked + 1
                            for fault in found:
                                print_line(f"{path} {language} {theme} {size}: {fault}")
                    window.context.close()
    print_line(f"{looked} pictures in {args.to}, {faults} faults")
    sys.exit(1 if faults else 0)


def print_line(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def arguments() -> argparse.Namespace:
    """Return which pages, in which languages, and where the pictures go."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", metavar="TEXT", help="only addresses with this in them")
    parser.add_argument("--language", action="append", choices=LANGUAGES, help="only this language; may be repeated")
    parser.add_argument("--theme", action="append", choices=THEMES, help="only this theme; may be repeated")
    parser.add_argument("--size", action="append", choices=SIZES, help="only this screen; may be repeated")
    parser.add_argument("--to", type=Path, default=ROOT / "build/pages", metavar="DIR", help="where the pictures go")
    return parser.parse_args()


def open_desk(browser: Any, service: Service, language: str, theme: str, size: str) -> Any:
    """Return the window of the desk, joined, in a language."""
    width, height = SIZES[size]
    context = browser.new_context(
        locale=language, color_scheme=theme, viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    window = context.new_page()
    key = next(row["key"] for row in service.access.codes() if "key" in row)
    window.goto(f"{service.server.url}/join")
    window.evaluate(
        "code => fetch('/v1/join', {method: 'POST', headers: {'Content-Type': 'application/json'},"
        " body: JSON.stringify({code, name: 'Ada'})})",
        key,
    )
    return window


def page_addresses(window: Any, url: str) -> list[str]:
    """Return the address of each page, and of each part of the desk."""
    paths = [re.sub(r"{\w+:int}", "1", page.path) for page in PAGES]
    window.goto(f"{url}/desk")
    window.locator("nav.parts a").first.wait_for()
    # Links beside those of parts lead to other pages.
    links = window.locator("nav.parts a[href^='#']")
    parts = links.evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    paths += [f"/desk{part}" for part in parts]
    return [*paths, "/me?player=5", "/wall?show=clock", "/wall?show=tables", "/wall?show=seats", "/wall?show=standings"]


def screenshot_file_name(path: str, language: str, theme: str, size: str) -> str:
    """Return the name of a picture.

    >>> screenshot_file_name("/table/1/hand", "de", "dark", "phone")
    'table-1-hand.de.dark.phone.png'
    """
    name = re.sub(r"\W+", "-", path).strip("-") or "hall"
    return f"{name}.{language}.{theme}.{size}.png"


def inspect_page(window: Any, address: str, picture: Path) -> list[str]:
    """Open a page, keep its picture, and return what is wrong with it."""
    window.goto("about:blank")
    window.goto(address)
    window.locator("main").first.wait_for()
    window.wait_for_function(READY)
    # What the page asks for when it is open has come; a stream never ends, so the network is never idle.
    window.wait_for_timeout(400)
    window.screenshot(path=str(picture), full_page=True)
    found = Axe().run(window).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found] + find_layout_faults(window)


FAULTS = Path(__file__).with_name("layout_faults.js").read_text("utf-8")


def find_layout_faults(page: Any) -> list[str]:
    """Return a sentence for each text of a page that is not read whole, and for each button that is too small."""
    faults: list[str] = page.evaluate(FAULTS)
    return faults


if __name__ == "__main__":
    main()
