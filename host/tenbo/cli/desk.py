"""`tenbo desk`: run one desk above the hosts of a larger hall, and show conflicts between them."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenbo.cli.support.text_layout import print_text

if TYPE_CHECKING:
    import argparse

EPILOG = """\
Each host is a computer that runs tenbo run and stores the events of its tables. The desk follows the hosts: it copies
what they have stored, from the beginning or from where it stopped, verifies each hash chain, reaches the tables through
their hosts, and keeps all tables on one clock. Browser, commands and results work at the desk as on a single host. A
host that is cut off continues with the data it has, and the desk copies the rest when the host answers again.

  tenbo codes                                           at a host: prints the code for the desk
  tenbo desk --follow K7PQ2MXA@192.168.1.5:8484 --unencrypted
  tenbo desk --database postgresql:///tenbo             hosts write to a database, which a second laptop can copy
  tenbo desk --database postgresql:///tenbo --add-host red   prints the address for host red: tenbo run --desk ADDRESS
  tenbo desk --database postgresql:///tenbo --add-standby    prints the address for tenbo standby --from
  tenbo desk --database postgresql:///tenbo --refill         after both laptops failed: hosts refill an empty database
  tenbo desk --database postgresql:///tenbo --refill --names BACKUP   with the players' names from a tenbo backup
  tenbo desk --config /etc/tenbo.toml                   settings from a file, with follow = ["CODE@ADDRESS:PORT", ...]
  tenbo desk --conflicts                                the hosts, and the conflicts with their remedies
  tenbo desk --cancel red                               cancel the commands waiting for a host that is cut off
  tenbo desk --choose 5f2c9a01=red --why "sheet seen"   use host red's version of this ledger

The exit status of --conflicts is 1 if a conflict needs a decision.
"""

# What is printed for the states of a host that are codes.
HOST_STATES = {"met": "connected", "not met yet": "not connected yet"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_json_option, add_store_option

    parser.add_argument(
        "--follow",
        action="append",
        metavar="CODE@ADDRESS:PORT",
        help="a host to follow, by its desk code and address; may be repeated",
    )
    parser.add_argument(
        "--unencrypted",
        action="store_true",
        default=None,
        help="follow without encryption, over a network that only the hall uses",
    )
    parser.add_argument(
        "--database",
        metavar="ADDRESS",
        help="collect the hosts' records in this PostgreSQL database (default: the store file)",
    )
    parser.add_argument(
        "--add-host",
        metavar="NAME",
        help="let this host write to the database, print the address for the host with a new password, and exit",
    )
    parser.add_argument(
        "--add-standby",
        action="store_true",
        help="let a standby copy the database server, print the address for the standby, and exit",
    )
    parser.add_argument("--refill", action="store_true", help="have the hosts refill a new, empty database")
    parser.add_argument(
        "--names", type=Path, metavar="BACKUP", help="with --refill: take the players' names from this backup"
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="a TOML settings file, as for tenbo run")
    parser.add_argument("--listen", metavar="ADDRESS:PORT", help="the address to listen on (default: 127.0.0.1:8484)")
    parser.add_argument("--name", help="what the hosts call this desk (default: the computer's name)")
    parser.add_argument(
        "--port",
        action="append",
        dest="ports",
        metavar="PORT",
        help="the serial port of a table plugged into this computer; may be repeated",
    )
    parser.add_argument("--log", choices=("text", "json", "journal"), help="the format of the log lines")
    parser.add_argument("--unit", action="store_true", help="print the systemd unit and exit")
    parser.add_argument(
        "--conflicts", action="store_true", help="list the hosts and any conflicts between them, and exit"
    )
    parser.add_argument(
        "--choose", metavar="LEDGER=HOST", help="choose which host's version of a ledger is used, and exit"
    )
    parser.add_argument("--cancel", metavar="HOST", help="cancel the commands waiting for a host that is cut off")
    parser.add_argument("--why", help="the reason, for the log")
    parser.add_argument("--by", default="desk", help="your name, for the log (default: desk)")
    add_json_option(parser, "print hosts and conflicts as one JSON object")
    add_store_option(parser)


def run(args: argparse.Namespace) -> int:
    """Run the desk, or print its conflicts."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.shared_options import count_text, service_client

    if args.unit:
        from tenbo.app.provisioning.systemd_units import unit_text

        sys.stdout.write(unit_text("desk"))
        return 0
    if args.choose is not None:
        ledger, equals, host = args.choose.partition("=")
        if not (equals and ledger and host and args.why):
            raise WrongUsage('--choose needs LEDGER=HOST, and the reason with --why "..."')
        service_client(args).post("/v1/ledger_versions", ledger=ledger, host=host, why=args.why, by=args.by)
        print_text(f"host {host}'s version of ledger {ledger} is now used\n")
        return 0
    if args.cancel is not None:
        taken = service_client(args).post("/v1/orders/cancel", host=args.cancel)["taken_back"]
        print_text(f"cancelled {count_text(taken, 'command')} for host {args.cancel}\n")
        return 0
    if args.conflicts:
        return _print_conflicts(args)
    if args.names is not None and not args.refill:
        raise WrongUsage("--names goes with --refill: give a running desk the players' file (tenbo session players)")
    if args.add_host is not None or args.add_standby or args.refill:
        return _add(args)
    return _serve(args)


def _serve(args: argparse.Namespace) -> int:
    from tenbo.cli.run import serve
    from tenbo.cli.support.secret_options import load_settings, read_addresses
    from tenbo.cluster.desk_database import read_database_url
    from tenbo_core.errors import Refused

    words = {
        name: getattr(args, name)
        for name in ("store", "ports", "listen", "follow", "unencrypted", "name", "database", "log")
    }
    words["follow"] = read_addresses("--follow", words["follow"])
    settings = load_settings(args.config, **words, search=False)
    if not (settings.follow or settings.database or read_database_url(settings.store)):
        message = (
            "no host is named: add --follow CODE@ADDRESS:PORT for each host (tenbo codes at a host prints its "
            "desk code). "
            "A hall with one computer needs only tenbo run"
        )
        raise Refused("missing_field", message, "follow")
    serve(settings)
    return 0


def _add(args: argparse.Namespace) -> int:
    """Make a role for a host or for the standby, and print the address that it is given, once; or have it refilled."""
    from tenbo.cli.support.exit_status import WrongUsage
    from tenbo.cli.support.shared_options import count_text, store_path
    from tenbo.cluster.desk_database import check_driver_installed, read_database_url

    check_driver_installed()
    from tenbo.store.postgres import database_setup

    url = args.database or read_database_url(store_path(args))
    if not url:
        raise WrongUsage("give the database's address with --database")
    database_setup.create_tables(url)
    if args.refill:
        database_setup.set_restore_request(url, asked=True)
        if args.names is not None:
            from tenbo.store.postgres.backup import read_players, restore_players
            from tenbo.store.postgres.store import PgStore

            players = read_players(args.names)  # before the change of the user
            with database_setup.become_server_admin(url) as owners, PgStore(owners) as store:
                given = restore_players(store, players)
            have = "has a name" if given == 1 else "have names"
            print_text(f"{count_text(given, 'player')} {have} from {args.names}\n")
        _print_refill_state(url)
    if args.add_standby:
        print_text(
            database_setup.host_connection_url(url, database_setup.STANDBY, database_setup.create_standby_role(url))
            + "\n"
        )
    if args.add_host is not None:
        password, beside = database_setup.create_host_role(url, args.add_host), database_setup.standby_address(url)
        print_text(database_setup.host_connection_url(url, args.add_host, password, beside) + "\n")
    if (args.add_standby or args.add_host is not None) and (advice := database_setup.unknown_host_name_hint(url)):
        print_text(f"{advice}\n", sys.stderr)
    return 0


def _print_refill_state(url: str) -> None:
    """Print the progress of a database that is being refilled."""
    from tenbo.store.postgres.database_setup import become_server_admin
    from tenbo.store.postgres.store import PgStore
    from tenbo.store.stream_replicas import parse_stream

    rows: dict[str, int] = {}
    with become_server_admin(url) as owners, PgStore(owners, readonly=True) as store:
        for stream, head in store.heads().items():
            host = parse_stream(stream).host
            rows[host] = rows.get(host, 0) + head.seq + 1
    for host, count in sorted(rows.items()):
        print_text(_event_count_line(host, count))
    print_text(
        "run this command again until every host is listed and the counts no longer grow; then start tenbo desk "
        "--database\n"
    )


def _event_count_line(host: str, count: int) -> str:
    r"""Return how many events of a host the database has.

    >>> _event_count_line("red", 1), _event_count_line("", 20)
    ('host red                       1 event\n', 'the desk itself               20 events\n')
    """
    from tenbo.cli.support.shared_options import count_text

    number, things = count_text(count, "event").split()
    return f"{f'host {host}' if host else 'the desk itself':<24}{number:>8} {things}\n"


def _print_conflicts(args: argparse.Namespace) -> int:
    """Print the hosts and the doubts: those of the running desk, or those that the store alone shows."""
    from tenbo.cli.support.shared_options import store_path
    from tenbo.client.local_service_client import LocalServiceClient
    from tenbo_core.errors import LinkFault

    try:
        answer = LocalServiceClient(store_path(args)).get("/v1/hosts")
    except LinkFault as fault:
        if fault.code != "no_service":
            raise
        answer = {"hosts": [], "doubts": conflicts_in_store(store_path(args))}
    if args.json:
        sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
    else:
        for host in answer["hosts"]:
            print_text(f"{host_text(host)}\n")
            print_text("".join(f"      {deferred_command_text(left)}\n" for left in host.get("left", ())))
        print_text("".join(f"{conflict_text(doubt)}\n" for doubt in answer["doubts"]))
        if not answer["doubts"]:
            print_text("no conflicts\n")
    return 1 if any(doubt["serious"] for doubt in answer["doubts"]) else 0


def conflicts_in_store(path: Path) -> list[dict[str, Any]]:
    """Return the conflicts that a store alone shows."""
    from tenbo.cluster.desk_database import open_readonly
    from tenbo.cluster.store_discrepancies import store_discrepancies
    from tenbo.store.merged_store import MergedStore
    from tenbo.tournament.repository import TournamentRepository

    with MergedStore(open_readonly(path)) as store:
        return [doubt.as_record() for doubt in store_discrepancies(store, TournamentRepository(store).tournament)]


def host_text(host: dict[str, Any]) -> str:
    """Return a host as one line."""
    from tenbo.cli.support.shared_options import count_text

    clock = f", clock known to within {host['uncertain_ms']} ms" if "uncertain_ms" in host else ""
    state = HOST_STATES.get(host["state"], host["state"])
    if host["state"] != "not met yet":
        state += time.strftime(" since %H:%M", time.localtime(host["since"]))
    text = f"host {host['host'] or '?':<12} {host['place']:<22} {state}, {count_text(host['tables'], 'table')}"
    behind = f", {count_text(host['behind'], 'record')} of the desk not received yet" if host.get("behind") else ""
    return f"{text}{clock}{behind}{': ' + host['why'] if host['why'] else ''}"


def deferred_command_text(left: dict[str, Any]) -> str:
    """Return a deferred command for a table whose host was cut off, and its outcome, as one line.

    >>> deferred_command_text({"table": 0, "device": "e660000000000003", "what": "end", "state": "done", "why": ""})
    'device e660000000000003: end its game: done'
    """
    what = {"start": "begin its game", "end": "end its game", "name": "show a name"}.get(left["what"], left["what"])
    state = left["state"]
    if state == "waiting":
        state += " until " + time.strftime("%H:%M", time.localtime(left["until"]))
    target = f"table {left['table']}" if left["table"] else f"device {left['device']}"
    return f"{target}: {what}: {state}{': ' + left['why'] if left['why'] else ''}"


def conflict_text(doubt: dict[str, Any]) -> str:
    """Return a doubt and its remedy."""
    return f"{'CONFLICT' if doubt['serious'] else 'note    '} {doubt['text']}\n      {doubt['remedy']}"
