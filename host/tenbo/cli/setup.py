"""`tenbo setup`: set up a computer as a host, a desk or a standby that starts at boot."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenbo.cli.support.text_layout import print_text

if TYPE_CHECKING:
    import argparse

    from tenbo.app.provisioning.computer_setup import SetupStep

EPILOG = """\
Writes the systemd unit, enables it and starts it. A host or a desk also gets settings with a new password, and the
udev rule that lets the service use the tables' boards. For a desk, PostgreSQL is started, opened to the network over
TLS, and given a user and a database; a standby copies it. Existing settings are kept, and running the command again
changes nothing. --dry-run only shows what would be done; at a terminal this is shown first, and you are asked to
confirm it.

  sudo tenbo setup host --name red
  sudo tenbo setup host --name red --desk -      asks for the desk's address
  sudo tenbo setup desk --name desk --follow K7PQ2MXA@192.168.1.5:8484 --unencrypted
  sudo tenbo setup desk --name desk --database postgresql:///tenbo --add-host red --add-host blue --add-standby standby
                                         prints for each of them the command that sets it up
  sudo tenbo setup standby --from -
  tenbo setup host --name red --dry-run
  tenbo setup host --name red --root /mnt/image    the card of another computer with tenbo at the same path

For an address with a password, give - to be asked for it, or @FILE to read it from a file: every user of the computer
can read the command line. Such an address looks like postgresql://red:PASSWORD@desk,standby/tenbo.

For all settings: tenbo run --example. The password for browsers and wall displays is in /etc/tenbo.toml.
"""


# The options of each kind of machine.
TAKES = {
    "host": ("name", "listen", "desk", "follow", "unencrypted"),
    "desk": ("name", "listen", "follow", "unencrypted", "database", "add_host", "add_standby"),
    "standby": ("from",),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("kind", choices=("host", "desk", "standby"), help="what to set this computer up as")
    parser.add_argument("--name", help="what the other computers call this one (default: the computer's name)")
    parser.add_argument(
        "--listen", metavar="ADDRESS:PORT", help="the address to listen on (default: all addresses, port 8484)"
    )
    parser.add_argument(
        "--desk", action="append", metavar="ADDRESS", help="for a host: a desk's database; may be repeated"
    )
    parser.add_argument(
        "--follow", action="append", metavar="CODE@ADDRESS:PORT", help="another host to follow; may be repeated"
    )
    parser.add_argument(
        "--unencrypted",
        action="store_true",
        default=None,
        help="follow without encryption, over a network that only the hall uses",
    )
    parser.add_argument(
        "--database", metavar="ADDRESS", help="for a desk: collect the hosts' records in this PostgreSQL database"
    )
    parser.add_argument(
        "--add-host",
        action="append",
        metavar="NAME",
        help="for a desk: let this host write to the desk's database; may be repeated",
    )
    parser.add_argument(
        "--add-standby",
        nargs="?",
        const="",
        metavar="COMPUTER",
        help="for a desk: let a standby copy the desk's database; if the standby's COMPUTER is named, the "
        "hosts are given its address as well",
    )
    parser.add_argument("--from", metavar="ADDRESS", help="for a standby: the desk's database to copy")
    parser.add_argument(
        "--root",
        type=Path,
        default=Path("/"),
        metavar="DIR",
        help="set up the system whose root folder is DIR (default: this computer's)",
    )
    parser.add_argument("--yes", action="store_true", help="do not ask for confirmation")
    parser.add_argument("--dry-run", action="store_true", help="show what would be done, and change nothing")


def run(args: argparse.Namespace) -> int:
    """Set this computer up, or list the steps."""
    from tenbo.app.provisioning import computer_setup
    from tenbo.cli.support.exit_status import WrongUsage

    given: dict[str, Any] = {}
    for name in sorted({name for names in TAKES.values() for name in names}):
        value = getattr(args, name)
        if value is not None:
            if name not in TAKES[args.kind]:
                raise WrongUsage(f"a {args.kind} takes no --{name.replace('_', '-')}")
            given[name] = _unseen(name, value)
    if not args.root.is_dir():
        raise WrongUsage(f"--root: there is no folder {args.root}: name the root folder of a whole system")
    steps = computer_setup.setup_steps(args.kind, args.root.resolve(), given)
    if not (args.dry_run or args.yes) and sys.stdin.isatty() and not _confirm(args, steps):
        print_text("nothing was changed\n")
        return 1
    is_told = False
    for step in steps:
        if step.done:
            print_text(f"ok      {step.what}\n")
        elif args.dry_run:
            print_text(f"would   {_step_text(step)}\n")
        else:
            report = computer_setup.apply_step(step)
            print_text(f"done    {step.what}\n" + (f"        {report}\n" if report else ""))
            sys.stdout.flush()
            is_told = is_told or bool(report)
    if is_told and args.database:
        from tenbo.store.postgres.database_setup import unknown_host_name_hint

        advice = unknown_host_name_hint(args.database)
        print_text(f"{advice}\n" if advice else "", sys.stderr)
    return 0


def _unseen(name: str, value: Any) -> Any:
    """Return the value of an option; secrets may come from standard input or from a file."""
    from tenbo.cli.support.secret_options import read_address, read_addresses

    if name in ("desk", "follow"):
        return read_addresses(f"--{name}", value)
    return read_address("--from", value) if name == "from" else value


def _step_text(step: SetupStep) -> str:
    return f"write {step.what}" if step.path else " ".join(step.words)


def _confirm(args: argparse.Namespace, steps: list[SetupStep]) -> bool:
    """Ask at the terminal whether this computer is meant, if any step would change something."""
    from tenbo.cli.support.shared_options import confirm

    will = [f"  {_step_text(step)}\n" for step in steps if not step.done]
    where = "this computer" if args.root == Path("/") else f"the system in {args.root}"
    return not will or confirm(f"This makes {where} a {args.kind}:\n{''.join(will)}".rstrip("\n"))
