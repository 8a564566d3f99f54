"""`tenbo run`: the service that follows every table."""

from __future__ import annotations

import contextlib
import signal
import sys
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from tenbo.cli.support.exit_status import StoreUnusable
from tenbo.cli.support.text_layout import print_text
from tenbo_core.errors import Refused, StorageFault

if TYPE_CHECKING:
    import argparse

    from tenbo.app.service import Service

EPILOG = """\
Follows every connected table, stores every event, keeps the tables on the hall's clock, and answers the other
commands and the browser at a local address. It prints one line for each event. Ctrl-C stops it; even if it is killed,
it loses nothing that it has acknowledged.

  tenbo run                                      all tables on USB, the store that was used last
  tenbo run --store club.db                      another store, such as a club's; it is then the last one used
  tenbo run --number-new --port /dev/ttyACM1     also this port; new devices get the next free number
  tenbo run --config /etc/tenbo.toml             settings from a file, see --example
  tenbo run --desk -                             as a host of a hall with a desk: asks for the address
  tenbo run --unit                               print a systemd unit for a computer that does nothing else
"""

# The words that are settings, too.
WORDS = (
    "store", "ports", "search", "number_new", "listen", "listen_tables", "desk", "follow", "unencrypted", "name", "log",
)  # fmt: skip

EXAMPLE = """\
# Settings of tenbo run. Every key may be left out.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    from tenbo.cli.support.argument_types import store_file

    parser.add_argument("--config", type=Path, metavar="FILE", help="a TOML settings file")
    parser.add_argument(
        "--store",
        type=store_file,
        metavar="FILE",
        help="the database file (default: TENBO_STORE, or the one used last)",
    )
    parser.add_argument(
        "--port", action="append", dest="ports", metavar="PORT", help="a serial port to open besides those on USB"
    )
    parser.add_argument(
        "--no-search", action="store_false", dest="search", default=None, help="do not search USB for tables"
    )
    parser.add_argument("--number-new", action="store_true", default=None, help="give new devices the next free number")
    parser.add_argument("--listen", metavar="ADDRESS:PORT", help="the address to listen on (default: 127.0.0.1:8484)")
    parser.add_argument(
        "--listen-tables",
        metavar="ADDRESS:PORT",
        help="the address to which tables connect directly, without HTTP (default: none)",
    )
    parser.add_argument(
        "--desk",
        action="append",
        metavar="ADDRESS",
        help="a desk's database, to which everything is sent; may be repeated",
    )
    parser.add_argument(
        "--follow",
        action="append",
        metavar="CODE@ADDRESS:PORT",
        help="another host to follow, by its desk code and address; may be repeated",
    )
    parser.add_argument(
        "--unencrypted",
        action="store_true",
        default=None,
        help="follow without encryption, over a network that only the hall uses",
    )
    parser.add_argument("--name", help="what other hosts and the desk call this host (default: the computer's name)")
    parser.add_argument("--log", choices=("text", "json", "journal"), help="the format of the log lines")
    parser.add_argument("--example", action="store_true", help="print example settings and exit")
    parser.add_argument("--unit", action="store_true", help="print the systemd unit and exit")


def run(args: argparse.Namespace) -> int:
    """Run the service until a signal ends it."""
    from tenbo.app import config

    if args.example:
        sys.stdout.write(EXAMPLE + "".join(f"# {name}: {does}\n" for name, _, does in config.KEYS))
        return 0
    if args.unit:
        from tenbo.app.provisioning.systemd_units import unit_text

        sys.stdout.write(unit_text("host"))
        return 0
    from tenbo.cli.support.secret_options import load_settings, read_addresses

    words = {name: getattr(args, name) for name in WORDS}
    words |= {name: read_addresses(f"--{name}", words[name]) for name in ("desk", "follow")}
    serve(load_settings(args.config, **words))
    return 0


def serve(settings: object) -> None:
    """Run the service with some settings until a signal ends it."""
    from tenbo.app.config import Config, record_last_store
    from tenbo.cli.support.startup_banner import addresses_text
    from tenbo.runtime.service_log import ServiceLog

    service = service_class()

    assert isinstance(settings, Config)
    # A signal that comes while this thread enters a wait finds an event's lock taken, by this very thread.
    ended: SimpleQueue[int] = SimpleQueue()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, _: ended.put(number))
    try:
        with service(settings, ServiceLog(settings.log)) as running:
            record_last_store(settings.store)
            if sys.stdout.isatty():
                print_text(addresses_text(running))
                sys.stdout.flush()
            # A wait without limit would keep Windows from seeing Ctrl-C.
            while ended.empty():
                with contextlib.suppress(Empty):
                    ended.get(timeout=0.5)
                    break
    except StorageFault as error:
        if error.code in StoreUnusable.CODES:
            raise StoreUnusable(error.code, error.message, error.at) from error
        raise


def service_class() -> type[Service]:
    """Return the service, or say which package it lacks here."""
    try:
        from tenbo.app.service import Service
    except ModuleNotFoundError as error:
        message = f"the service needs {error.name}: in the clone, run `{sys.executable} -m pip install '.[hall]'`"
        raise Refused("not_installed", message, "hall") from None
    return Service
