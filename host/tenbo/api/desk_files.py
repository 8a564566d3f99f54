"""What the desk carries away: papers to print and to sign, and a copy of everything that is stored."""

from __future__ import annotations

import tempfile
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tenbo.api.messages import HttpRequest, HttpResponse
from tenbo.paper.papers import HTML, PAPERS, PDF, WHAT, as_file, paper_of
from tenbo.store import verify
from tenbo.store.log import wall_clock_ms
from tenbo_core.errors import Malformed, StorageFault

if TYPE_CHECKING:
    from tenbo.api.host import Host

KINDS = {PDF: "application/pdf", HTML: "text/html; charset=utf-8"}
DATABASE = "application/vnd.sqlite3"


def paper(host: Host, request: HttpRequest) -> HttpResponse:
    """Return a paper: seats, slips, standings or report, as .pdf or .html, such as `slips.pdf`.

    Of one `session`, and slips of one `table` in it; else of all. `size=letter` is that size. Sessions that are not
    released are left out of standings and report, unless `hidden=1`.
    """
    name, form = Path(request.path["name"]).stem, Path(request.path["name"]).suffix
    if name not in WHAT or form not in KINDS:
        message = f"there is no paper {request.path['name'][:40]!r}; there are {', '.join(WHAT)}, as {PDF} or {HTML}"
        raise Malformed("bad_field", message, "name")
    size = request.query.get("size", PAPERS[0])
    if size not in PAPERS:
        raise Malformed("bad_field", f"the size is {' or '.join(PAPERS)}, not {size[:20]!r}", "size")
    sessions = [request.number("session")] if "session" in request.query else []
    tables = [request.number("table")] if "table" in request.query else []
    if tables and not (sessions and name == "slips"):
        raise Malformed("contradiction", "a table is for slips, and of one session: say which", "session")
    hidden = request.number("hidden", 0) > 0
    document = paper_of(host.hall, name, wall_clock_ms(), sessions, tables, hidden=hidden)
    when = datetime.now().astimezone().replace(tzinfo=None)
    return _download(as_file(document, form, when, size), KINDS[form], request.path["name"])


def backup(host: Host, _: HttpRequest) -> HttpResponse:
    """Return a copy of this host's store as it is at this moment, one file, verified; `tenbo run --store` takes it."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "hall.db"
        host.own.backup(copy)
        report = verify(copy)
        if report.damage:
            first = report.damage[0]
            message = f"{first.stream} event {first.seq} {first.what}: see tenbo verify"
            raise StorageFault("damaged", message, "store")
        return _download(copy.read_bytes(), DATABASE, f"tenbo-{datetime.now().astimezone():%Y-%m-%d-%H%M}.db")


def _download(body: bytes, kind: str, name: str) -> HttpResponse:
    """Return a file that a browser keeps under a name."""
    return HttpResponse(body, kind=kind, headers=(("content-disposition", f'attachment; filename="{name}"'),))
