"""`tenbo standby`: a second laptop that copies the desk's database and can take its place."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tenbo.cli.support.text_layout import print_text

if TYPE_CHECKING:
    import argparse

EPILOG = """\
A hot standby copies the desk's whole database over TLS, starts a server of its own and follows the desk from then on.
Run as root, tenbo setup standby --from ADDRESS does this, and makes the server start at boot. The desk keeps what the
standby has not fetched yet, so the standby may be switched off in between.

  tenbo standby --from -      asks for the address from tenbo desk --add-standby
  tenbo standby                                                       its state
  tenbo standby --start                                               start it after the computer was switched on
  tenbo standby --unit                                                print a systemd unit that does this
  tenbo standby --promote                                             the desk's laptop is dead: this one takes over

Give the hosts both addresses from the beginning, as in postgresql://red:PASSWORD@desk,standby/tenbo; they write to the
one that accepts writes. After --promote make this computer the desk: tenbo setup desk --database
postgresql:///tenbo. The hosts send again what the standby had not received yet. Never run the old server again
alongside the new one: make the repaired laptop the new standby, in an empty folder.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    act = parser.add_mutually_exclusive_group()
    act.add_argument(
        "--from",
        dest="source",
        metavar="ADDRESS",
        help="copy the desk's database server at this address, and follow it from then on",
    )
    act.add_argument("--promote", action="store_true", help="take over from the server that this standby follows")
    act.add_argument("--start", action="store_true", help="start the standby's server")
    act.add_argument("--stop", action="store_true", help="stop the standby's server")
    act.add_argument("--unit", action="store_true", help="print a systemd unit that starts the server, and exit")
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="the folder of the server's data (default for root: /var/lib/tenbo-standby)",
    )
    parser.add_argument("--port", type=int, default=0, help="the port that the server listens on (default: the desk's)")


def run(args: argparse.Namespace) -> int:
    """Create a standby, or control it."""
    if args.unit:
        from tenbo.app.provisioning.systemd_units import unit_text

        sys.stdout.write(unit_text("standby"))
        return 0
    from tenbo.cluster.desk_database import check_driver_installed

    check_driver_installed()
    from tenbo.app.provisioning import standby

    data = (args.data or _default_data()).absolute()
    if args.source:
        from tenbo.cli.support.secret_options import read_address

        standby.create_standby(read_address("--from", args.source), data, args.port)
        print_text(f"{data} has everything that the desk's server has, and follows it\n")
    elif args.promote:
        standby.promote_standby(data)
        print_text(
            "this server is now the desk's, and the hosts find it. Next: sudo tenbo setup desk --database postgresql:///tenbo\n"
        )
    elif args.start:
        standby.start_server(data, args.port)
        print_text(f"the server in {data} is running\n")
    elif args.stop:
        standby.stop_server(data)
        print_text(f"the server in {data} has stopped\n")
    else:
        return _print_status(data)
    return 0


def _default_data() -> Path:
    """Return where a standby lies: root's own folder cannot be reached by the user as whom the server runs."""
    from tenbo.app.config import state_folder
    from tenbo.store.postgres.programs import is_root

    return Path("/var/lib/tenbo-standby") if is_root() else state_folder() / "standby"


def _print_status(data: Path) -> int:
    from tenbo.app.provisioning import standby

    how = standby.server_status(data)
    if not how.is_standby:
        print_text(f"the server in {data} is not a standby: it is the server that hosts write to\n")
    elif how.connected:
        print_text(f"the server in {data} follows the desk's server\n")
    else:
        print_text(
            f"the server in {data} cannot reach the desk's server: its copy ends where the connection was lost\n"
        )
    return 1 if how.is_standby and not how.connected else 0
