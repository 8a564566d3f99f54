"""The downloads of the desk: papers to print and to sign, and a backup of the store."""

from __future__ import annotations

import tempfile
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tenbo.printing.posters import login_posters, tablet_posters
from tenbo.printing.printouts import CODES, HTML, PAPER_NAMES, PAPERS, PDF, TABLETS, as_file, build_paper
from tenbo.store import verify
from tenbo.store.sqlite_store import wall_clock_ms
from tenbo.validation.fields import check_value
from tenbo.validation.languages import LANGUAGES
from tenbo.validation.suggestions import refuse_unknown_fields
from tenbo.web.routes.tablets import check_table_numbers
from tenbo.web.server.http_messages import HttpRequest, HttpResponse
from tenbo.web.server.public_address import public_address
from tenbo_core.errors import Malformed, Refused, StorageFault
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.printing.document import Document
    from tenbo.store import EventStore
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.web.auth.authentication import ClientAuthenticator
    from tenbo.web.auth.login import WifiNetwork

KINDS = {PDF: "application/pdf", HTML: "text/html; charset=utf-8"}
DATABASE = "application/vnd.sqlite3"

# What each paper can be asked for: a field of another one would make no difference.
DOCUMENT_FIELDS = ("size", "language", "session", "table", "hidden", "series")
POSTER_FIELDS = ("size", "language", "address", "table")
PAPER_FIELDS = {CODES: POSTER_FIELDS, TABLETS: (*POSTER_FIELDS, "tables")}


class DownloadRoutes:
    """Files for the desk."""

    def __init__(
        self,
        repository: TournamentRepository,
        own_store: EventStore,
        access: ClientAuthenticator,
        wifi: WifiNetwork,
        listens_at: str,
    ) -> None:
        self._repository = repository
        self._own_store = own_store
        self._access = access
        self._wifi = wifi
        self._listens_at = listens_at

    def paper(self, request: HttpRequest) -> HttpResponse:
        """Return a paper: seats, slips, standings, report, season, codes or tablets, as .pdf or .html: `slips.pdf`.

        `session` selects one session, and `table` the slips of one table in it. `size=letter` selects that paper size.
        A paper is in the `language`, a code of those of the pages. Standings and report leave out unreleased
        sessions, unless `hidden=1`. `codes.pdf` has the posters with login codes: one for all players and one for
        each table, or for one `table`. They name the `address` at which phones reach this computer, if it is neither
        the host name of this request nor the computer's own in its network. `tablets.pdf` has the posters by which
        tablets become the devices of tables: of those that are known, of tables 1 to `tables`, or of one `table`.
        """
        name, form = Path(request.path["name"]).stem, Path(request.path["name"]).suffix
        if name not in (*PAPER_NAMES, CODES, TABLETS) or form not in KINDS:
            known = ", ".join((*PAPER_NAMES, CODES, TABLETS))
            message = f"there is no paper {request.path['name'][:40]!r}; the papers are {known}, as {PDF} or {HTML}"
            raise Malformed("bad_field", message, "name")
        refuse_unknown_fields(request.query, PAPER_FIELDS.get(name, DOCUMENT_FIELDS))
        size = request.query.get("size", PAPERS[0])
        if size not in PAPERS:
            raise Malformed("bad_field", f"size must be {' or '.join(PAPERS)}, not {size[:20]!r}", "size")
        sessions = [request.int_param("session")] if "session" in request.query else []
        tables = [request.int_param("table")] if "table" in request.query else []
        when = datetime.now().astimezone().replace(tzinfo=None)
        if name in (CODES, TABLETS):
            made = self._posters(request, tables) if name == CODES else self._tablet_posters(request, tables)
            return _download(as_file(made, form, when, size), KINDS[form], request.path["name"])
        if tables and not (sessions and name == "slips"):
            raise Malformed(
                "contradiction",
                sentence(
                    "table_without_session",
                    "only slips can be printed for a single table, and only for one session: choose slips "
                    "and a session",
                ),
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
        wifi, address = (self._wifi.name, self._wifi.qr_text), public_address(request, self._listens_at)
        return login_posters(self._repository.tournament.title, address, wanted, wifi, _language(request))

    def _tablet_posters(self, request: HttpRequest, tables: list[int]) -> Document:
        """Return the posters by which tablets become the devices of tables."""
        tournament = self._repository.tournament
        count = request.int_param("tables", 0)
        known = sorted({*tournament.numbers.values(), *(table for _, table in tournament.all_session_tables)})
        wanted = tables or list(range(1, count + 1)) or known
        if not wanted:
            raise Refused(
                "missing_field",
                sentence("tables_unknown", "no table is known yet: give the number of tables"),
                "tables",
            )
        check_table_numbers(wanted, "tables")
        codes = [(table, self._access.tablet_credential(table)) for table in wanted]
        wifi, address = (self._wifi.name, self._wifi.qr_text), public_address(request, self._listens_at)
        return tablet_posters(tournament.title, address, codes, wifi, _language(request))

    def backup(self, _: HttpRequest) -> HttpResponse:
        """Return a verified copy of this host's store in one file, which `tenbo run --store` can open."""
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "hall.db"
            self._own_store.backup(copy)
            report = verify(copy)
            if report.damage:
                message = sentence(
                    "store_event_damaged",
                    "the store is damaged ({what}): run tenbo verify for details",
                    what=str(report.damage[0]),
                )
                raise StorageFault("damaged", message, "store")
            return _download(copy.read_bytes(), DATABASE, f"tenbo-{datetime.now().astimezone():%Y-%m-%d-%H%M}.db")


def _language(request: HttpRequest) -> str:
    language: str = check_value("language", f"word {' '.join(LANGUAGES)}", request.query.get("language", LANGUAGES[0]))
    return language


def _download(body: bytes, kind: str, name: str) -> HttpResponse:
    """Return a file as a download under a name."""
    return HttpResponse(body, kind=kind, headers=(("content-disposition", f'attachment; filename="{name}"'),))
