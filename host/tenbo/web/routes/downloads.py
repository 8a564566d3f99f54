"""The downloads of the desk: papers to print and to sign, and a backup of the store."""

from __future__ import annotations

import re
import tempfile
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tenbo.client.own_addresses import is_reachable_from_network
from tenbo.printing.posters import posters, tablet_posters
from tenbo.printing.printouts import CODES, HTML, PAPER_NAMES, PAPERS, PDF, TABLETS, as_file, build_paper
from tenbo.store import verify
from tenbo.store.sqlite_store import wall_clock_ms
from tenbo.validation.fields import check_value
from tenbo.validation.languages import LANGUAGES
from tenbo.validation.text_sanitizer import to_ascii_width
from tenbo.web.auth.access import MOST_TABLES
from tenbo.web.server.http_messages import HttpRequest, HttpResponse
from tenbo_core.errors import Malformed, Refused, StorageFault
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.printing.document import Document
    from tenbo.store import EventStore
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.web.auth.access import ClientAuthenticator
    from tenbo.web.auth.login import WifiNetwork

KINDS = {PDF: "application/pdf", HTML: "text/html; charset=utf-8"}
DATABASE = "application/vnd.sqlite3"
# A host name or an address, in brackets if it is IPv6, and a port.
ADDRESS = re.compile(r"(?:[A-Za-z0-9.-]{1,100}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")


class DownloadRoutes:
    """Files for the desk."""

    def __init__(
        self, repository: TournamentRepository, own_store: EventStore, access: ClientAuthenticator, wifi: WifiNetwork
    ) -> None:
        self._repository = repository
        self._own_store = own_store
        self._access = access
        self._wifi = wifi

    def paper(self, request: HttpRequest) -> HttpResponse:
        """Return a paper: seats, slips, standings, report, season, codes or tablets, as .pdf or .html: `slips.pdf`.

        `session` selects one session, and `table` the slips of one table in it. `size=letter` selects that paper size.
        A paper is in the `language`, a code of those of the pages. Standings and report leave out unreleased
        sessions, unless `hidden=1`. `codes.pdf` has the posters with login codes: one for all players and one for
        each table, or for one `table`. They name the `address` at which phones reach this computer, if it is not the
        host name of this request. `tablets.pdf` has the posters by which tablets become the devices of tables: of
        those that are known, of tables 1 to `tables`, or of one `table`.
        """
        name, form = Path(request.path["name"]).stem, Path(request.path["name"]).suffix
        if name not in (*PAPER_NAMES, CODES, TABLETS) or form not in KINDS:
            known = ", ".join((*PAPER_NAMES, CODES, TABLETS))
            message = f"there is no paper {request.path['name'][:40]!r}; there are {known}, as {PDF} or {HTML}"
            raise Malformed("bad_field", message, "name")
        size = request.query.get("size", PAPERS[0])
        if size not in PAPERS:
            raise Malformed("bad_field", f"the size is {' or '.join(PAPERS)}, not {size[:20]!r}", "size")
        sessions = [request.int_param("session")] if "session" in request.query else []
        tables = [request.int_param("table")] if "table" in request.query else []
        when = datetime.now().astimezone().replace(tzinfo=None)
        if name in (CODES, TABLETS):
            made = self._posters(request, tables) if name == CODES else self._tablet_posters(request, tables)
            return _download(as_file(made, form, when, size), KINDS[form], request.path["name"])
        if tables and not (sessions and name == "slips"):
            raise Malformed(
                "contradiction",
                sentence("table_without_session", "a table is for slips, and of one session: say which"),
                "session",
            )
        hidden = request.int_param("hidden", 0) > 0
        document = build_paper(
            self._repository, name, wall_clock_ms(), sessions, tables, hidden=hidden,
            series=request.query.get("series", ""), language=_language(request),
        )  # fmt: skip
        return _download(as_file(document, form, when, size), KINDS[form], request.path["name"])

    def _posters(self, request: HttpRequest, tables: list[int]) -> Document:
        """Return the posters with the login codes of all players and of each table, or of one table alone."""
        codes = [
            (table if isinstance(table := row["table"], int) else None, str(row["code"]))
            for row in self._access.codes()
            if row["role"] in ("reader", "table")
        ]
        wanted = [(table, code) for table, code in codes if not tables or table in tables]
        if not wanted:
            raise Refused(
                "bad_field", sentence("unknown_table", "there is no table {number}", number=tables[0]), "table"
            )
        wifi = (self._wifi.name, self._wifi.qr_text)
        return posters(self._repository.tournament.title, _public_address(request), wanted, wifi, _language(request))

    def _tablet_posters(self, request: HttpRequest, tables: list[int]) -> Document:
        """Return the posters by which tablets become the devices of tables."""
        tournament = self._repository.tournament
        count = request.int_param("tables", 0)
        known = sorted({*tournament.numbers.values(), *(table for _, table in tournament.all_session_tables)})
        wanted = tables or list(range(1, count + 1)) or known
        if not wanted:
            raise Refused(
                "missing_field", sentence("tables_unknown", "no table is known yet: say how many there are"), "tables"
            )
        if min(wanted) < 1 or max(wanted) > MOST_TABLES:
            raise Malformed(
                "bad_field",
                sentence("table_count_range", "tables have the numbers 1 to {most_tables}", most_tables=MOST_TABLES),
                "tables",
            )
        codes = [(table, self._access.tablet_identity(table)) for table in wanted]
        wifi = (self._wifi.name, self._wifi.qr_text)
        return tablet_posters(tournament.title, _public_address(request), codes, wifi, _language(request))

    def backup(self, _: HttpRequest) -> HttpResponse:
        """Return a verified copy of this host's store in one file, which `tenbo run --store` can open."""
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "hall.db"
            self._own_store.backup(copy)
            report = verify(copy)
            if report.damage:
                first = report.damage[0]
                message = sentence(
                    "store_event_damaged",
                    "{stream} event {seq} {what}: see tenbo verify",
                    stream=first.stream,
                    seq=first.seq,
                    what=first.what,
                )
                raise StorageFault("damaged", message, "store")
            return _download(copy.read_bytes(), DATABASE, f"tenbo-{datetime.now().astimezone():%Y-%m-%d-%H%M}.db")


def _language(request: HttpRequest) -> str:
    language: str = check_value("language", f"word {' '.join(LANGUAGES)}", request.query.get("language", LANGUAGES[0]))
    return language


def _public_address(request: HttpRequest) -> str:
    """Return the address at which phones reach this computer; a loopback address is refused."""
    place = to_ascii_width(request.query.get("address", request.called_host))
    if not ADDRESS.fullmatch(place):
        message = sentence(
            "not_an_address", "an address is such as 192.168.1.7:8484, not {place}", place=repr(place[:60])
        )
        raise Malformed("bad_field", message, "address")
    name = urlsplit(f"//{place}").hostname or ""
    if not is_reachable_from_network(name):
        message = sentence(
            "phones_cannot_reach",
            "phones cannot reach {place}: give this computer's address in the network, such as 192.168.1.7:8484",
            place=place,
        )
        raise Refused("not_allowed_now", message, "address")
    return place


def _download(body: bytes, kind: str, name: str) -> HttpResponse:
    """Return a file as a download under a name."""
    return HttpResponse(body, kind=kind, headers=(("content-disposition", f'attachment; filename="{name}"'),))
