"""How long an event at a table takes until it is in a browser's page, and how long a page takes to be there.

    nice -n -10 python benchmarks/page_latency.py [--tables 32] [--browsers 20] [--real 4] [--events 300] [--phones 100]
    nice -n -10 python benchmarks/page_latency.py --database         at a desk that a host tells by a database alone

`--real` of the browsers are real Chromium windows with the hall's page, the others follow the stream as a browser
does. The tables are of paper and stand in a process of their own, as they do in a hall; the service, too. An event is
timed from when the table has it until the frame after its number stands in the page, by clocks of one computer.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import os
import random
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / part) for part in (".", "host", "firmware/lib", "tests")]

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-renderer-backgrounding", "--disable-background-timer-throttling",
]  # fmt: skip
# In the page: for each score that changes, when the next frame was drawn after it.
WATCH = """
window.seen = {};
const look = (card) => {
  const scores = [...card.querySelectorAll(".score")].map((score) => score.textContent).join(" ");
  const key = card.dataset.table + " " + scores;
  if (!(key in window.seen)) {
    window.seen[key] = 0;
    requestAnimationFrame(() => setTimeout(() => (window.seen[key] = Date.now())));
  }
};
new MutationObserver((changes) => {
  const cards = new Set(changes.map((one) => one.target.parentElement?.closest("article")).filter(Boolean));
  cards.forEach(look);
}).observe(document, { subtree: true, characterData: true, childList: true });
"""
PAINT = """() => {
  const paint = performance.getEntriesByType('paint').find((one) => one.name === 'first-contentful-paint');
  const all = [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')];
  return [paint ? paint.startTime : -1, all.reduce((sum, one) => sum + one.transferSize, 0)];
}"""


# A phone asks for its player so often.
PHONE_S = 17.5


def serve(pipe: Any, folder: str, ports: list[str], tables: int, words: dict[str, Any]) -> None:
    """Run the service until told to end, and tell the processor time that it has taken whenever asked."""
    from tenbo.app.config import Config
    from tenbo.app.service import Service
    from tenbo.runtime.service_log import ServiceLog

    Path(folder).mkdir(exist_ok=True)
    config = Config(Path(folder) / "hall.db", ports, search=False, number_new=True, listen=("127.0.0.1", 0), **words)
    with (Path(folder) / "log").open("w") as log, Service(config, ServiceLog(out=log)) as service:
        while True:
            states = [one["state"] for one in service.hall.tables.tables()]
            if states == ["following"] * tables:
                break
            time.sleep(0.1)
        if not config.desk:
            people = range(1, 4 * tables + 1)
            service.hall.registration.register_players(
                "id,name\n" + "".join(f"{one},Player {one}\n" for one in people), yes=True
            )
            seats = [[1, table + 1, [*people[4 * table : 4 * table + 4]]] for table in range(tables)]
            service.hall.records.record("plan", "desk", tables=seats, yes=True)
        pipe.send([service.server.url, dict(service.hall.repository.tournament.numbers)])
        while pipe.recv() != "end":
            pipe.send(time.process_time())


class MeasuredService:
    """The service that is asked: over its own tables, or a desk that another one tells by a database."""

    def __init__(self, folder: Path, ports: list[str], *, database: bool) -> None:
        self._ends: list[tuple[Any, Any]] = []
        self._server = None
        words: dict[str, Any] = {}
        tables = len(ports)
        if database:
            import postgres
            from tenbo.store.postgres.database_setup import create_host_role, create_tables

            self._server = postgres.Postgres()
            url = self._server.url("postgres")
            create_tables(url)
            address = self._server.url_over_network("postgres", "red", create_host_role(url, "red"))
            self._begin(folder / "red", ports, tables, {"name": "red", "desk": (address,)})
            ports, words = [], {"name": "desk", "database": url}
        self._begin(folder / "desk", ports, tables, words)
        self.url, self.numbers = [pipe.recv() for pipe, _ in self._ends][-1]

    def _begin(self, folder: Path, ports: list[str], tables: int, words: dict[str, Any]) -> None:
        spawn = multiprocessing.get_context("spawn")
        pipe, far = spawn.Pipe()
        process = spawn.Process(target=serve, args=(far, str(folder), ports, tables, words))
        process.start()
        self._ends.append((pipe, process))

    def processor_time(self) -> float:
        """Return the processor time of the service that is asked."""
        pipe = self._ends[-1][0]
        pipe.send("cpu")
        return float(pipe.recv())

    def end(self) -> None:
        """End everything, the one that is asked first."""
        for pipe, process in reversed(self._ends):
            pipe.send("end")
            process.join()
        if self._server is not None:
            self._server.stop()


def read_event_stream(address: str, stop: threading.Event) -> None:
    """Read the stream as a browser without a window."""
    host = address.removeprefix("http://")
    connection = http.client.HTTPConnection(host, timeout=30)
    connection.request("GET", "/v1/changes")
    answer = connection.getresponse()
    while not stop.is_set():
        answer.read1(65536)


def poll_as_phones(address: str, phones: int, players: int, stop: threading.Event, waits: list[float]) -> None:
    """Ask for one player after the other, as so many phones in pockets do together."""
    asked = 0
    while not stop.wait(PHONE_S / phones):
        begun = time.monotonic()
        connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=30)
        connection.request("GET", f"/v1/players/{asked % players + 1}")
        if connection.getresponse().read()[:2] != b'{"':
            sys.exit("a phone was told nothing of its player")
        connection.close()
        waits.append(1000 * (time.monotonic() - begun))
        asked += 1


def main() -> None:
    """Measure."""
    from tenbo.simulator.fake_tables import FakeTables
    from tools.browser_setup import open_browser

    args = arguments()
    made = tempfile.TemporaryDirectory(prefix="tenbo-", ignore_cleanup_errors=True)
    folder = Path(made.name)
    with made, FakeTables(folder, args.tables) as paper, open_browser(ARGUMENTS) as browser:
        service = MeasuredService(folder, paper.ports, database=args.database)
        url, numbers = service.url, service.numbers
        for table in paper.tables:
            table.play("start", rules="ema-2016")
        stop = threading.Event()
        for _ in range(args.browsers - args.real):
            threading.Thread(target=read_event_stream, args=(url, stop), daemon=True).start()
        asked: list[float] = []
        if args.phones:
            given = (url, args.phones, 4 * args.tables, stop, asked)
            threading.Thread(target=poll_as_phones, args=given, daemon=True).start()
        pages = [open_hall_page(browser, url, args.tables) for _ in range(args.real)]
        before, begun = service.processor_time(), time.monotonic()
        sent = play_timed_events(paper.tables, numbers, args.events, args.every_ms / 1000)
        took = time.monotonic() - begun
        used = service.processor_time() - before
        pages[0].wait_for_timeout(1000)
        seen = [one for page in pages for one in page.evaluate("window.seen").items()]
        late = sorted(at - sent[key] for key, at in seen if key in sent and at)
        stop.set()
        begun = time.monotonic()
        service.end()
        ended = time.monotonic() - begun
    waits = {"p50_ms": late[len(late) // 2], "p99_ms": late[len(late) * 99 // 100], "max_ms": late[-1]}
    record = {"tables": args.tables, "browsers": args.browsers, "real": args.real, "seen": len(late)}
    record |= {"expected": args.real * len(sent)} | {name: round(ms) for name, ms in waits.items()}
    if asked:
        record |= {"phones": args.phones, "phone_p99_ms": round(sorted(asked)[len(asked) * 99 // 100])}
    percent = round(100 * used / took, 1)
    print(json.dumps(record | {"server_percent": percent, "end_s": round(ended, 2), "load": os.getloadavg()[0]}))


def arguments() -> argparse.Namespace:
    """Return what is to be measured."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name, default in (("tables", 32), ("browsers", 20), ("real", 4), ("events", 300)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--every-ms", type=int, default=100, help="one event in the hall each (default: 100)")
    parser.add_argument("--phones", type=int, default=0, help="phones with the page of their player (default: none)")
    parser.add_argument("--database", action="store_true", help="the tables are at a host that the desk does not reach")
    args = parser.parse_args()
    if not 1 <= args.real <= args.browsers:
        parser.error("--real is 1 at least, and no more than --browsers")
    return args


def open_hall_page(browser: Any, url: str, tables: int) -> Any:
    """Open the hall's page in a browser of its own, with its own worker, stream and store of files."""
    page = browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()
    page.add_init_script(WATCH)
    page.goto(url)
    page.locator("article").nth(tables - 1).wait_for()
    page.wait_for_timeout(300)
    paint, wire = page.evaluate(PAINT)
    print(f"first paint {paint:.0f} ms, {wire / 1000:.0f} kB over the wire")
    return page


def play_timed_events(tables: list[Any], numbers: dict[str, int], events: int, every_s: float) -> dict[str, float]:
    """Play so many events, and return when each table had the scores that a page then shows."""
    chance = random.Random(3)
    sent: dict[str, float] = {}
    begun = time.monotonic()
    for turn in range(events):
        table = tables[turn % len(tables)]
        play_score_change(table, chance)
        now = table.ledger.table
        if now is not None:
            key = f"{numbers[table.device]} " + " ".join(f"{score:,}" for score in now.scores)
            sent.setdefault(key, time.time() * 1000)
        time.sleep(max(0.0, begun + (turn + 1) * every_s - time.monotonic()))
    return sent


def play_score_change(table: Any, chance: random.Random) -> None:
    """Play one event that changes the scores: a hand that is won, or the hand before it."""
    now = table.ledger.table
    if now is not None and now.phase == "over":
        table.play("start", rules="ema-2016")
        return
    if now is None or now.phase != "playing":
        table.play("hand")
    winner = chance.randrange(4)
    source = (winner + chance.randrange(1, 4)) % 4
    table.play("win", wins=[{"seat": winner, "from": source, "han": chance.choice((1, 2, 3)), "fu": 30}])


if __name__ == "__main__":
    main()
