"""Requests to every route with their answers, sent to a service over two tables without firmware.

`python tests/host/service/api_examples.py` writes them into docs/api-examples.json, from which the page of the API and
its description are made; a test sends them again and compares what has come.
"""

from __future__ import annotations

import http.client
import io
import json
import re
import sys
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.app.config import Config
from tenbo.app.service import Service
from tenbo.runtime.service_log import ServiceLog
from tenbo.simulator.fake_tables import FakeTable, FakeTables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parents[3]
FILE = ROOT / "docs/api-examples.json"

PEOPLE = "name;country;club\nAnn Ash;NL;Utrecht\nBen Box;NL;Utrecht\nCleo Cox;DE;Kiel\nDan Dot;DE;Kiel\n"
PEOPLE += "Eva Elm;GB;\nFlo Fox;GB;\nGus Gum;NL;\nIda Ink;NL;\n"
PLAN = "1-2-3-4\n5-6-7-8\n\n5-2-7-4\n1-6-3-8\n"
SCORES = "session;table;seat;player;score\n" + "".join(
    f"2;1;{seat};{player};{score}\n"
    for seat, player, score in zip("ESWN", (5, 2, 7, 4), (32000, 28000, 35000, 25000), strict=True)
)
HAND = {"hand": "234567m345p678s9s", "win": "9s", "by": "ron", "riichi": 1}
START = {"event": "start", "rules": "ema-2025"}
DECLARED = {"hand": HAND["hand"], "win": HAND["win"], "riichi": 1}
GAME = [START, {"event": "hand"}, {"event": "draw", "tenpai": [0, 2]}, {"event": "end"}]
LOOKS, LOOK_S = 6000, 0.01
# What differs from one run to the next, as the page shows it.
PLACES = (
    (re.compile(r'(?<=")[^"]*/port(\d+)(?=")'), r"/dev/ttyACM\1"),
    (re.compile(r"127\.0\.0\.1:\d+"), "127.0.0.1:8484"),
)
MOMENT, LATE = 1_795_730_400_000, 1_500_000_000_000


class Example(NamedTuple):
    """One request with its answer: text of a file by its first lines, what is no text by its type alone."""

    method: str
    path: str
    body: dict[str, Any] | None
    status: int
    kind: str
    answer: Any


class Scenario:
    """A tournament of two tables, from the first person to the end; each request is kept with its answer."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.tables: list[FakeTable] = []
        self.examples: list[Example] = []
        self.token = f"Bearer {service.access.token}"

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Send a request, keep it, and return what came."""
        connection = http.client.HTTPConnection(*self.service.server.server_address[:2], timeout=60)
        headers = {"Authorization": self.token}
        if method == "POST":
            headers["Content-Type"] = "application/json"
            body = {} if body is None else body
        try:
            connection.request(method, path, None if body is None else json.dumps(body).encode(), headers)
            answer = connection.getresponse()
            data, kind = answer.read(), answer.headers["Content-Type"].partition(";")[0]
            status = answer.status
        finally:
            connection.close()
        told: Any = None
        if kind == "application/json":
            told = json.loads(data)
        elif kind.startswith("text/"):
            told = data.decode().splitlines()[:3]
        self.examples.append(Example(method, path, body, status, kind, told))
        return told

    def wait_until(self, condition: Callable[[], object]) -> None:
        """Wait until something has become true."""
        waiting = threading.Event()
        for _ in range(LOOKS):
            if condition():
                return
            waiting.wait(LOOK_S)
        raise AssertionError("waited in vain")

    def play(self, place: int, kind: str, **values: object) -> None:
        """Let a table play an event, and wait until it is stored."""
        table = self.tables[place]
        table.play(kind, **values)
        self.stored(place)

    def stored(self, place: int) -> None:
        """Wait until the host has everything of a table."""
        table = self.tables[place]
        self.wait_until(lambda: table.stored == table.ledger.next - 1)

    def run(self) -> list[Example]:
        """Play the tournament and return every request."""
        self.prepare()
        self.play_a_session()
        self.look()
        self.act_at_tables()
        self.meet()
        self.end()
        return self.examples

    def prepare(self) -> None:
        """Register people, and plan."""
        ask = self.ask
        for table in self.tables:
            table.display_fields = [["view_field", "screen", "score"], ["view_field", "score", 30000]]
            table.display_fields += [["row", place, 0, "00" * 128] for place in range(8)]
        self.tables[0].health_fields |= {"seats": [True, True, True, False], "starts": [3, 0, 1]}
        ask("GET", "/v1/clock")
        ask("GET", "/v1/tables")
        ask("GET", "/v1/seats")
        ask("GET", "/v1/standings")
        fields = {
            "title": "Spring open",
            "rules": "ema-2025",
            "place": "Utrecht",
            "country": "NED",
            "date": "27.11.2026",
        }
        ask("POST", "/v1/records", {"kind": "tournament", "fields": fields, "by": "Ada"})
        ask("POST", "/v1/players", {"text": PEOPLE})
        ask("POST", "/v1/seating", {"how": "new", "rounds": 2, "seconds": 1})
        self.wait_until(lambda: self.service.hall.planning.status()["state"] != "working")
        ask("GET", "/v1/seating")
        ask("POST", "/v1/plan", {"text": PLAN, "by": "Ada"})
        ask("GET", "/v1/slips?session=1")

    def play_a_session(self) -> None:
        """Begin a session, and play a hand at each table."""
        ask = self.ask
        ask("POST", "/v1/sessions/1/begin", {"by": "Ada"})
        for place in range(2):
            self.stored(place)
            self.play(place, "hand", dice=[3, 4])
            self.play(place, "riichi", by=1, seat=1)
        ask(
            "POST",
            "/v1/tables/1/settle",
            {"wins": [{"seat": 1, "from": 0, "declared": DECLARED}]},
        )
        for place in range(2):
            self.play(place, "win", by=1, wins=[{"seat": 1, "from": 0, "han": 3, "fu": 40}])
        ask("POST", "/v1/clock", {"act": "start", "by": "Ada"})
        self.tables[0].call_referee(2)
        self.wait_until(lambda: self.service.hall.tables.table(1)["calls"])

    def look(self) -> None:
        """Read all that can be read."""
        for path in (
            "/clock", "", "/openapi.json", "/tables", "/tables/1", "/tables/1/events?after=-1&most=2", "/tables/1/game",
            "/tables/1/health",
            "/tables/1/display/0", "/unassigned_devices", "/firmware", "/tournament", "/players", "/plan",
            "/records?most=3", "/paper/slips.html?session=1", "/paper/seats.pdf?session=1", "/backup", "/sessions/1",
            "/sessions/1/pace", "/games?most=1", "/standings", "/export/standings.csv", "/walls", "/seats",
            "/players/1", "/slips?session=1", "/books", "/events", "/events?stream=desk&most=1", "/time", "/hosts",
            "/me", "/codes", "/tables/3/tablet?address=192.168.1.7:8484",
        ):  # fmt: skip
            self.ask("GET", f"/v1{path}")
        # From now on the hall's clock says the same however long the rest takes.
        self.ask("POST", "/v1/clock", {"act": "stop", "by": "Ada"})

    def act_at_tables(self) -> None:
        """Act at tables, and with devices."""
        ask, device = self.ask, self.tables[1].device
        ask("POST", "/v1/score", {**HAND, "dora": ["8s"]})
        ask("POST", "/v1/tables/1/answer", {"seat": 2, "by": "Ada"})
        ask("POST", "/v1/tables/1/blink")
        ask("POST", "/v1/tables/1/wifi", {"name": "hall", "password": "riichi-riichi", "address": "192.168.8.2"})
        penalty = {"event": "penalty", "fields": {"seat": 2, "points": -1000}}
        ask("POST", "/v1/tables/1/events", {**penalty, "preview": True})
        ask("POST", "/v1/tables/1/events", penalty)
        ask("POST", "/v1/device_commands", {"device": device, "name": "ping", "fields": [], "id": "5f2c0001"})
        ask("POST", "/v1/ledger_versions", {"ledger": "5f2c0001", "host": "red", "why": "its cable was in"})
        ask("POST", "/v1/orders/cancel", {"host": "red"})
        for place in range(2):
            self.stored(place)
            self.play(place, "end")
        ask("GET", "/v1/tables/1")
        ask("POST", "/v1/tables/1/restore", {"device": device, "why": "table 1 is broken"})
        ask("POST", "/v1/ledger_resets", {"device": device})
        ask("POST", "/v1/firmware", {"tables": [7]})
        ask("POST", "/v1/release", {"port": "/dev/ttyACM9"})
        ask("POST", "/v1/hall_secret", {"hall": "5f2c0001", "secret": "00112233445566778899aabbccddeeff"})

    def meet(self) -> None:
        """Open an evening of the club, and enter games that were played on paper."""
        ask, day = self.ask, "2026-11-24"
        season = {"kind": "season", "title": "Winter 2026", "date": "2026-10-01", "least": 2, "by": "Ada"}
        ask("POST", "/v1/series", season)
        ask("POST", "/v1/series", {"date": "2026-09-29", "by": "Ada"})
        ask("POST", "/v1/series", {"date": day, "by": "Ada"})
        ask("POST", "/v1/attendance", {"players": ["Eva Elm", "Kit Kane"], "by": "Ada"})
        ask("POST", "/v1/tables/2/seats", {"seat": 0, "player": "Eva Elm"})
        ask("GET", "/v1/tables/2/seats")
        ask("POST", "/v1/attendance", {"players": ["Kit Kane"], "present": False, "by": "Ada"})
        paper = {"players": ["Eva Elm", 6, 7, "Jo Joy"], "scores": [32000, 28000, 35000, 25000]}
        game = ask("POST", "/v1/series_games", {**paper, "register": True, "by": "Ada"})["n"]
        rows = "date,east,south,west,north,east score,south score,west score,north score\n"
        rows += f"{day},Flo Fox,Eva Elm,guest,Gus Gum,30000,30000,30000,30000\n"
        ask("POST", "/v1/series_games/import", {"text": rows, "by": "Ada"})
        right = {"scores": [32000, 28000, 34000, 26000], "why": "sheet read again", "by": "Ada"}
        ask("POST", f"/v1/series_games/{game}", right)
        ask("GET", f"/v1/series_games/{game}")
        ask("GET", "/v1/series")
        ask("GET", "/v1/season")
        ask("GET", "/v1/club")
        ask("GET", "/v1/people/5")
        ask("POST", "/v1/people/merge", {"player": "Jo Joy", "into": "Ida Ink", "by": "Ada"})
        ask("POST", "/v1/people/share", {"player": "Eva Elm", "shows": "everyone", "by": "Ada"})
        ask("GET", "/v1/people/5/link")
        ask("GET", "/v1/people/5/data")
        ask("POST", "/v1/series/change", {"closed": True, "by": "Ada"})
        ask("GET", "/v1/club")
        ask("GET", "/v1/tables/2/seats")

    def end(self) -> None:
        """Record results, and end."""
        ask = self.ask
        ask("POST", "/v1/sessions/1/end", {"by": "Ada"})
        ask("GET", "/v1/sessions/1")
        ask("GET", "/v1/standings")
        ask("GET", "/v1/players/1")
        ask("POST", "/v1/slips", {"session": 2, "table": 1, "scores": [32000, 28000, 35000, 25000], "by": "Ada"})
        made = [record.n for record in self.service.hall.repository.desk.records if record.fields.get("table") == 1]
        ask("POST", "/v1/slips/undo", {"records": made[:-3:-1], "by": "Ada"})
        ask(
            "POST",
            "/v1/sessions/2/import",
            {"table": 2, "events": GAME, "why": "played on paper", "by": "Ada", "yes": True},
        )
        ask("GET", "/v1/games?most=5")
        ask("POST", "/v1/sessions/1/game", {"table": 1, "why": "its game", "by": "Ada"})
        ask("POST", "/v1/scores", {"text": SCORES, "why": "slips"})
        locks = [{"kind": "lock", "fields": {"session": 1, "table": table}} for table in (1, 2)]
        ask("POST", "/v1/records/batch", {"records": locks, "by": "Ada"})
        ask("GET", "/v1/records?most=50")
        ask("POST", "/v1/table_numbers", {"device": self.tables[1].device, "table": 2})
        ask("POST", "/v1/forget", {"player": 8})
        ask("POST", "/v1/people/erase", {"player": "7", "yes": True})
        codes = ask("POST", "/v1/codes")
        ask("POST", "/v1/join", {"code": next(row["code"] for row in codes if row["role"] == "referee"), "name": "Rea"})
        ask("POST", "/v1/leave")


@contextmanager
def scenario(folder: Path) -> Iterator[Scenario]:
    """Run a service over two tables."""
    with FakeTables(folder, 2) as paper:
        config = Config(folder / "hall.db", paper.ports, search=False, number_new=True, listen=("127.0.0.1", 0))
        with Service(config._replace(name="host"), ServiceLog(out=io.StringIO())) as service:
            run = Scenario(service)
            run.wait_until(lambda: [one["state"] for one in service.hall.tables.tables()] == ["following"] * 2)
            # Tables get their numbers in the order in which they are heard.
            run.tables = sorted(paper.tables, key=lambda table: service.hall.numbers.table_number_of(table.device) or 0)
            yield run


def readable(example: Example) -> dict[str, Any]:
    """Return an example as the file has it: without what belongs to this run alone."""
    if example.path == "/v1/openapi.json":
        example = example._replace(answer={"openapi": example.answer["openapi"], "info": example.answer["info"]})
    text = json.dumps(example._asdict(), ensure_ascii=False)
    for pattern, instead in PLACES:
        text = pattern.sub(instead, text)
    told: dict[str, Any] = _shortened(json.loads(text))
    return told


def _shortened(value: Any) -> Any:
    """Return a value with one moment for all, and pictures cut."""
    if isinstance(value, dict):
        return {name: _shortened(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_shortened(item) for item in value]
    if isinstance(value, str) and len(value) > 400 and "," in value[:60]:
        return value[: value.index(",") + 1] + "..."
    return MOMENT if isinstance(value, int) and value > LATE else value


def main() -> None:
    """Write the file."""
    with tempfile.TemporaryDirectory() as folder, scenario(Path(folder)) as run:
        lines = [json.dumps(readable(example), ensure_ascii=False) for example in run.run()]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
