"""`tenbo print`: write seat lists, slips to sign, standings, a report and posters with codes, as PDF or HTML."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tenbo.cli.support.text_layout import print_text
from tenbo.validation.languages import LANGUAGES

if TYPE_CHECKING:
    import argparse
    from datetime import datetime

    from tenbo.printing.document import Document

PAPER_NAMES = ("seats", "slips", "standings", "report", "season", "codes", "tablets")
# Of these the service has the codes.
POSTERS = ("codes", "tablets")
# The posters of a large hall take a small computer a while.
PRINTED_S = 120
PAPERS = ("A4", "letter")

EPILOG = """\
Reads the store, whether the service is running or not; only codes and tablets need the running service. The file name
decides the form: .pdf is for paper (it needs the extra print: pip install ".[print]"), .html is one page for a browser,
which can also be printed or put on a club's site.

  tenbo print seats --out seats.pdf                    by name and by table, every session
  tenbo print seats --session 2 --out seats-2.pdf      session 2 alone, for the wall
  tenbo print slips --session 2 --out slips.pdf        two slips on a page: with results, to sign, or empty, to fill in
  tenbo print slips --session 2 --table 3 --out slip.pdf
  tenbo print standings --out standings.pdf            places, totals, each session; --paper letter for US paper
  tenbo print standings --out standings.html           the same as a page
  tenbo print standings --language fr --out classement.pdf
                                                       in French; --language works for every printout
  tenbo print report --out report.pdf                  who won, awards from the ledgers, pace, standings
  tenbo print season --out season.pdf                  a club's season: top three, standings, records;
                                                       --series 2026-12-08 for an evening
  tenbo print codes --address 192.168.1.7:8484 --out codes.pdf
                                                       posters for phones to log in: all players, each table;
                                                       --table 3 for that table only
  tenbo print tablets --address 192.168.1.7:8484 --tables 20 --out tablets.pdf
                                                       posters that make tablets the devices of tables 1 to 20

Each slip with a result has a code. A signed slip can be compared with the store:

  tenbo verify --slip TENBO1:2:3:32000/28000/35000/25000:9F2C41D0AA00BB119F2C41D0AA00BB11

Unfinished results are marked PROVISIONAL on every page, and the exit status is 1. A character that no installed font
has is printed as a box and named: install a font that has it, or give one with --font. With --date the same file can be
made again. Posters contain codes, so only you can read their file.
"""


OTHER_FONT = (
    "install a suitable font (on Debian and Ubuntu: apt-get install fonts-ipafont-gothic for Japanese, "
    "fonts-wqy-microhei for Chinese, fonts-nanum for Korean, fonts-liberation for Latin), name one with "
    "--font FILE.ttf, or print a page instead (--out FILE.html)"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.argument_types import output_file
    from tenbo.cli.support.shared_options import add_store_option

    parser.add_argument("what", choices=PAPER_NAMES, help="what to print: %(choices)s", metavar="WHAT")
    parser.add_argument(
        "--out", type=output_file, required=True, metavar="FILE", help="the file to write: FILE.pdf or FILE.html"
    )
    parser.add_argument("--session", type=int, action="append", help="only this session; may be repeated")
    parser.add_argument(
        "--table", type=int, action="append", help="with slips (may be repeated), codes or tablets: only this table"
    )
    parser.add_argument(
        "--address",
        metavar="ADDRESS:PORT",
        help="with codes and tablets: the address at which phones reach this computer",
    )
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default="en",
        help="the language of the printed text: %(choices)s (default: en)",
    )
    parser.add_argument("--series", metavar="NAME", help="with season: which season, evening or tournament")
    parser.add_argument("--tables", type=int, metavar="COUNT", help="with tablets: print posters for tables 1 to COUNT")
    parser.add_argument("--paper", choices=PAPERS, default="A4", help="the paper size: %(choices)s (default: A4)")
    parser.add_argument(
        "--date", help="the date and time shown on the printout, such as 22.03.2026 or 22.03.2026-18:30 (default: now)"
    )
    parser.add_argument("--font", type=Path, metavar="FILE", help="a .ttf font for characters of other scripts")
    parser.add_argument("--hidden", action="store_true", help="also include sessions that are not released yet")
    add_store_option(parser)


def run(args: argparse.Namespace) -> int:
    """Write a paper: 1 when its results are not final."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.shared_options import write_atomically
    from tenbo.printing.fonts import Fonts, missing_letters_warning
    from tenbo.printing.printouts import as_file

    form = args.out.suffix.lower()
    if form not in (".pdf", ".html"):
        raise WrongUsage(f"{args.out} must end in .pdf or .html: the name decides the format")
    if args.font is not None and form == ".html":
        raise WrongUsage("--font is for a PDF: an HTML page uses the reader's own fonts")
    if args.what in POSTERS:
        return _posters(args, form)
    if args.address or args.tables:
        raise WrongUsage("--address and --tables are for posters: tenbo print tablets --tables 20 --out FILE")
    if args.table and args.what != "slips":
        raise WrongUsage("--table is for slips: tenbo print slips --session 2 --table 3 --out slip.pdf")
    if args.table and len(args.session or []) != 1:
        raise WrongUsage("--table needs exactly one --session")
    if args.series and args.what != "season":
        raise WrongUsage("--series is for season: tenbo print season --series 2026-12-08 --out evening.pdf")
    when = _moment(args.date)
    document = _document(args)
    write_atomically(args.out, as_file(document, form, when, args.paper, args.font))
    print_text(f"wrote {args.out}\n", sys.stderr)
    if form == ".pdf" and (lost := Fonts(document.all_texts, args.font, document.language).lost):
        print_text(f"tenbo print: {missing_letters_warning(lost)} ({''.join(lost)[:20]}): {OTHER_FONT}\n", sys.stderr)
    print_text("".join(f"tenbo print: provisional: {line}\n" for line in document.state), sys.stderr)
    return 1 if document.state else 0


def _posters(args: argparse.Namespace, form: str) -> int:
    """Have the service make the posters: it alone knows its codes and the Wi-Fi, and no other user may read them."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.shared_options import service_client, write_atomically
    from tenbo.client.http_client import with_query

    if args.session or args.date or args.font or args.hidden or len(args.table or []) > 1:
        raise WrongUsage(
            f"{args.what} take only --address, --language, --paper, one --table and, for tablets, --tables"
        )
    if args.tables and (args.what != "tablets" or args.table):
        raise WrongUsage("--tables is for tablets, without --table: tenbo print tablets --tables 20 --out FILE")
    table = args.table[0] if args.table else None
    wishes = {"size": args.paper, "language": args.language, "address": args.address, "table": table}
    wishes["tables"] = args.tables
    path = with_query(f"/v1/paper/{args.what}{form}", **wishes)
    write_atomically(args.out, service_client(args).download(path, PRINTED_S), private=True)
    print_text(f"wrote {args.out}\n", sys.stderr)
    return 0


def _document(args: argparse.Namespace) -> Document:
    from tenbo.cli.support.shared_options import open_store, store_path
    from tenbo.printing.printouts import build_paper
    from tenbo.store.sqlite_store import wall_clock_ms
    from tenbo.tournament.repository import TournamentRepository

    with open_store(store_path(args)) as store:
        stored, sessions, tables = TournamentRepository(store), args.session or [], args.table or []
        return build_paper(
            stored,
            args.what,
            wall_clock_ms(),
            sessions,
            tables,
            hidden=args.hidden,
            series=args.series or "",
            language=args.language,
        )


def _moment(text: str | None) -> datetime:
    """Return the time of printing that the paper names."""
    from datetime import datetime

    from tenbo.validation.dates import parse_day
    from tenbo_core.errors import Malformed

    if text is None:
        return datetime.now().astimezone().replace(tzinfo=None)
    day, _, time = text.partition("-")
    try:
        at = datetime.strptime(time, "%H:%M") if time else datetime.min  # noqa: DTZ007, DTZ901 - a wall's clock
    except ValueError:
        raise Malformed("bad_field", f"the time must be in the form 18:30, not {time[:20]!r}", "date") from None
    return datetime.combine(parse_day(day), at.time())
