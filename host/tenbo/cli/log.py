"""`tenbo log`: print the events of a table or of the desk."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

from tenbo.cli.support.text_layout import print_text

if TYPE_CHECKING:
    import argparse

    from tenbo.store import EventStore, Row

EPILOG = """\
Reads the store, whether the service is running or not.

  tenbo log                    list the ledgers
  tenbo log 3                  all events of table 3
  tenbo log 3 --after 120      those after number 120
  tenbo log --desk             what the desk has decided
  tenbo log --ledger 5f2c01ab  the events of one ledger
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_json_option, add_store_option

    parser.add_argument("table", nargs="?", type=int, metavar="TABLE", help="the table's number")
    parser.add_argument("--ledger", metavar="ID", help="print the events of one ledger, by its ID")
    parser.add_argument("--desk", action="store_true", help="the records of the desk")
    parser.add_argument("--after", type=int, default=-1, metavar="N", help="only events after number N")
    add_json_option(parser, "print one JSON object per line")
    add_store_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the log."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.shared_options import count_text, open_store, store_path
    from tenbo.store.ledgers import DESK_STREAM, ledger_ids, stream_of
    from tenbo_core.errors import Refused

    asked = [("TABLE", args.table is not None), ("--ledger", args.ledger is not None), ("--desk", args.desk)]
    named = [word for word, is_given in asked if is_given]
    if len(named) > 1:
        raise WrongUsage(f"{named[1]} does not go with {named[0]}: give only one of them")
    if args.after >= 0 and not named:
        raise WrongUsage("--after goes with TABLE, --ledger or --desk: give one of them")
    with open_store(store_path(args)) as store:
        if args.desk:
            streams = [DESK_STREAM]
        elif args.ledger:
            if args.ledger not in ledger_ids(store):
                raise Refused("bad_field", f"there is no ledger {args.ledger}: see tenbo log", "ledger")
            streams = [stream_of(args.ledger)]
        elif args.table is not None:
            streams = [stream_of(ledger) for ledger in ledgers_of(store, args.table)]
        else:
            rows = [
                f"{ledger}  {count_text(store.head(stream_of(ledger)).seq + 1, 'event')}\n"
                for ledger in ledger_ids(store)
            ]
            print_text("".join(rows) or "no ledgers yet\n")
            return 0
        for stream in streams:
            for row in store.rows(stream, args.after):
                print_text(_line(row, as_json=args.json) + "\n")
    return 0


def ledgers_of(store: EventStore, table: int) -> list[str]:
    """Return the ledgers that games of a table number stand in, or of the device that has the number."""
    from tenbo.tournament.repository import TournamentRepository
    from tenbo_core.errors import Refused

    tournament = TournamentRepository(store).tournament
    ledgers = {game.ledger for (_, number), game in tournament.games.items() if number == table}
    ledgers |= {ledger for ledger, number in tournament.table_number_by_ledger.items() if number == table}
    if not ledgers:
        raise Refused("bad_field", f"nothing is stored for table {table}: see tenbo log", "table")
    return sorted(ledgers)


def _line(row: Row, *, as_json: bool) -> str:
    from tenbo.store.ledgers import PREFIX, event_of, unreadable_row_error
    from tenbo.tournament.record_schema import parse_record
    from tenbo_core.errors import TenboError
    from tenbo_core.event_notation import event_text
    from tenbo_core.events import ASKERS

    if as_json:
        try:
            body = json.loads(row.body)
        except (RecursionError, ValueError):
            raise unreadable_row_error(row) from None
        record = {"stream": row.stream, "n": row.seq, "ts_ms": row.ts_ms, "kind": row.kind, "body": body}
        return json.dumps(record, ensure_ascii=False)
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(row.ts_ms / 1000))
    try:
        if row.stream.startswith(PREFIX):
            event = event_of(row)
            text = f"{event_text(event)}  ({ASKERS[event.by]}, second {event.at})"
        else:
            decided = parse_record(row.kind, row.body, row.seq)
            text = f"{decided.summary()}  ({decided.by})"
    except (TenboError, ValueError):
        text = f"{row.kind} {row.body}"
    return f"{when}  {row.seq:>5}  {text}"
