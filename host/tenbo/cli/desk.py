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
Each host is a computer with tenbo run, which keeps the record of its tables. The desk follows them: it copies what they
have stored, from zero or from where it was, proves each chain, sees and asks their tables through them, and holds all
to one clock. Browser, commands and results at the desk work as on one host. A host that is cut off goes on with what it
knows, and everything is brought over when it answers again.

  tenbo codes                                           at a host: prints the desk's code
  tenbo desk --follow K7PQ2MXA@192.168.1.5:8484 --unencrypted
  tenbo desk --database postgresql:///tenbo             hosts write into a database, which a second laptop can copy
  tenbo desk --database postgresql:///tenbo --add-host red   prints what host red is given: tenbo run --desk ADDRESS
  tenbo desk --database postgresql:///tenbo --add-standby    prints what tenbo standby --from is given
  tenbo desk --database postgresql:///tenbo --refill         both laptops are dead: hosts fill an empty database
  tenbo desk --database postgresql:///tenbo --refill --names BACKUP   with the players' names of a tenbo backup
  tenbo desk --config /etc/tenbo.toml                   settings from a file, with follow = ["CODE@ADDRESS:PORT", ...]
  tenbo desk --conflicts                                the hosts, and what does not agree, each with its remedy
  tenbo desk --cancel red                               cancel what waits for a host that is cut off
  tenbo desk --choose 5f2c9a01=red --why "sheet seen"   which version of a ledger counts

Exit status of --conflicts is 1 when a conflict waits for a decision.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.shared_options import add_json_option, add_store_option

    parser.add_argument(
        "--follow", action="append", metavar="CODE@ADDRESS:PORT", help="a host to follow, with its desk's code"
    )
    parser.add_argument(
        "--unencrypted", action="store_true", default=None, help="follow over a network that is the hall's alone"
    )
    parser.add_argument("--database", metavar="ADDRESS", help="collect in this PostgreSQL (default: the store's file)")
    parser.add_argument(
        "--add-host", metavar="NAME", help="let a host write to the database, or give it a new password"
    )
    parser.add_argument("--add-standby", action="store_true", help="let a standby copy the database's server")
    parser.add_argument("--refill", action="store_true", help="have the hosts fill a database that was made again")
    parser.add_argument("--names", type=Path, metavar="BACKUP", help="with --refill: names of players from a backup")
    parser.add_argument("--config", type=Path, metavar="FILE", help="a TOML file of settings, as of tenbo run")
    parser.add_argument("--listen", metavar="ADDRESS:PORT", help="where to answer (default: 127.0.0.1:8484)")
    parser.add_argument("--name", help="what the hosts call this desk (default: the computer's name)")
    parser.add_argument("--port", action="append", dest="ports", metavar="PORT", help="a table's port at this computer")
    parser.add_argument("--log", choices=("text", "json", "journal"), help="the form of the log's lines")
    parser.add_argument("--unit", action="store_true", help="print the systemd unit and exit")
    parser.add_argument(
        "--conflicts", action="store_true", help="list the hosts and any conflicts between them, and exit"
    )
    parser.add_argument("--choose", metavar="LEDGER=HOST", help="decide whose version of a ledger counts, and exit")
    parser.add_argument("--cancel", metavar="HOST", help="cancel what waits for a host that is cut off")
    parser.add_argument("--why", help="the reason, for the log")
    parser.add_argument("--by", default="desk", help="who decides (default: desk)")
    add_json_option(parser, "print hosts and doubts as one JSON object")
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
            raise WrongUsage('--choose takes LEDGER=HOST, and --why "..." the reason')
        service_client(args).post("/v1/ledger_versions", ledger=ledger, host=host, why=args.why, by=args.by)
        print_text(f"what {host} tells of ledger {ledger} counts\n")
        return 0
    if args.cancel is not None:
        taken = service_client(args).post("/v1/orders/cancel", host=args.cancel)["taken_back"]
        print_text(
            f"{count_text(taken, 'command')} for host {args.cancel} {'is' if taken == 1 else 'are'} taken back\n"
        )
        return 0
    if args.conflicts:
        return _print_conflicts(args)
    if args.names is not None and not args.refill:
        raise WrongUsage("--names goes with --refill: a desk that runs takes players from their file")
    if args.add_host is not None or args.add_standby or args.refill:
        return _add(args)
    return _serve(args)


def _serve(args: argparse.Namespace) -> int:
    from tenbo.app import config
    from tenbo.cli.run import serve
    from tenbo.cli.support.secret_options import read_secrets
    from tenbo.cluster.desk_database import read_database_url
    from tenbo_core.errors import Refused

    words = {
        name: getattr(args, name)
        for name in ("store", "ports", "listen", "follow", "unencrypted", "name", "database", "log")
    }
    words["follow"] = read_secrets("--follow", words["follow"])
    settings = config.load_config(args.config, **words, search=False)
    if not (settings.follow or settings.database or read_database_url(settings.store)):
        message = (
            "no host is named: --follow CODE@ADDRESS:PORT, once for each; tenbo codes prints the desk's code at a "
            "host. A hall of one computer needs tenbo run alone"
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
        raise WrongUsage("say with --database which database it is")
    database_setup.create_tables(url)
    if args.refill:
        database_setup.set_restore_request(url, asked=True)
        if args.names is not None:
            from tenbo.store.postgres.backup import read_players, restore_players
            from tenbo.store.postgres.store import PgStore

            players = read_players(args.names)  # before the change of the user
            with database_setup.become_server_admin(url) as owners, PgStore(owners) as store:
                given = restore_players(store, players)
            have = "has the name" if given == 1 else "have their names"
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
        print_text(f"{f'host {host}' if host else 'the desk itself':<24}{count:>8} events\n")
    print_text("when every host is there and nothing grows any more, start tenbo desk --database\n")


def _print_conflicts(args: argparse.Namespace) -> int:
    """Print the hosts and the doubts: those of the running desk, or those that the store alone shows."""
    from tenbo.cli.support.shared_options import store_path
    from tenbo.client.local_service_client import Client
    from tenbo_core.errors import LinkFault

    try:
        answer = Client(store_path(args)).get("/v1/hosts")
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
            print_text("nothing is in doubt\n")
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

    clock = f", clock known to {host['uncertain_ms']} ms" if "uncertain_ms" in host else ""
    since = time.strftime("%H:%M", time.localtime(host["since"]))
    tables = count_text(host["tables"], "table")
    text = f"host {host['host'] or '?':<12} {host['place']:<22} {host['state']} since {since}, {tables}"
    behind = f", {count_text(host['behind'], 'record')} of the desk not yet there" if host.get("behind") else ""
    return f"{text}{clock}{behind}{': ' + host['why'] if host['why'] else ''}"


def deferred_command_text(left: dict[str, Any]) -> str:
    """Return a deferred command for a table whose host was cut off, and its outcome, as one line."""
    what = {"start": "its game begins", "end": "its game ends", "name": "a name is shown"}.get(
        left["what"], left["what"]
    )
    state = left["state"]
    if state == "waiting":
        state += " until " + time.strftime("%H:%M", time.localtime(left["until"]))
    return f"table {left['table'] or left['device']}: {what}: {state}{': ' + left['why'] if left['why'] else ''}"


def conflict_text(doubt: dict[str, Any]) -> str:
    """Return a doubt and its remedy."""
    return f"{'DOUBT' if doubt['serious'] else 'note '} {doubt['text']}\n      {doubt['remedy']}"
