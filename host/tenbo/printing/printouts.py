"""Builds a paper by its name, of some sessions or all, and writes it as PDF or HTML."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tenbo.printing import season_list, seat_lists, slips, standings_list, tournament_report
from tenbo.printing.paper_translation import PaperLanguage
from tenbo.tournament.existence_checks import check_session_exists, check_table_exists
from tenbo.tournament.series.season_view import SeasonViews
from tenbo_core.errors import Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from pathlib import Path

    from tenbo.printing.document import Document
    from tenbo.tournament.repository import TournamentRepository

PAPER_NAMES = ("seats", "slips", "standings", "report", "season")
# The papers that only a running service can print: the codes are its own.
CODES, TABLETS = "codes", "tablets"
PAPERS = ("A4", "letter")
PDF, HTML = ".pdf", ".html"


def build_paper(
    stored: TournamentRepository,
    paper: str,
    now_ms: int,
    sessions: Sequence[int] = (),
    tables: Sequence[int] = (),
    *,
    hidden: bool = False,
    series: str = "",
    language: str = "en",
) -> Document:
    """Return one of WHAT; `sessions` and `tables` are all when none is named, tables being of the first session.

    Of a club's season it is the one that `series` names. Names and reasons stay as they were typed in any `language`.
    """
    for session in sessions:
        check_session_exists(stored.tournament, session)
    for table in tables:
        check_table_exists(stored.tournament, sessions[0], table)
    people, say = stored.people(), PaperLanguage(language)
    if paper == "season":
        seasons = SeasonViews(stored)
        view = seasons.find(series, now_ms)
        return season_list.season_list(view, seasons.best_performances_of(view), people, say)
    if paper == "seats":
        return seat_lists.seat_list(stored.tournament, people, sessions or stored.tournament.sessions, say)
    if paper == "slips":
        # A slip is for the players of the table; results that are hidden from the hall are not hidden from them.
        sheets = stored.results.sheets(sessions or None)
        return slips.slips(stored, [sheet for sheet in sheets if not tables or sheet.table in tables], say)
    of = standings_list.sessions_title_suffix(sessions, stored.tournament.sessions, say)
    sheets, kept_back = stored.results.public_sheets(now_ms, sessions or None, hidden=hidden)
    if paper == "standings":
        return standings_list.standings_list(stored.tournament, people, sheets, kept_back, of, say)
    return tournament_report.report(stored, sheets, kept_back, now_ms, of, say)


def as_file(document: Document, form: str, when: datetime, paper: str = "A4", font: Path | None = None) -> bytes:
    """Return a paper as a file of the form `.pdf` or `.html`."""
    try:
        if form == PDF:
            from tenbo.printing.pdf_renderer import as_pdf  # noqa: PLC0415 - needs what not everybody has

            return as_pdf(document, when, paper, font)
        from tenbo.printing.html_renderer import as_html  # noqa: PLC0415 - needs what not everybody has

        return as_html(document, when).encode()
    except ModuleNotFoundError as error:
        message = sentence(
            "pdf_not_installed",
            "a PDF needs {name}: run `{executable} -m pip install '.[print]'` in the clone of Tenbo",
            name=error.name,
            executable=sys.executable,
        )
        raise Refused("not_installed", message, "print") from None
