"""Sets up a computer as a host, a desk or a standby: its settings, its udev rule, its systemd unit.

Everything is checked before anything is changed. What is correct stays, so a second run changes nothing.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import subprocess
import tomllib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.app import config
from tenbo.app.provisioning.systemd_units import UNITS, unit_text
from tenbo.cluster.desk_database import check_driver_installed
from tenbo.cluster.http_host import check_encryption, parse_address
from tenbo_core.errors import Malformed, Refused, StorageFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tenbo.app.provisioning.debian_clusters import DebianCluster

SETTINGS = "etc/tenbo.toml"
RULE = "etc/udev/rules.d/70-tenbo.rules"
SYSTEMD = "etc/systemd/system"
# The group of the units' users: it alone may read the password in the settings.
GROUP = "dialout"
PASSWORD_BYTES = 9
# Other computers must reach this machine; they need the password.
LISTEN = "0.0.0.0:8484"
# Settings whose value may hold a password or a code.
HAVE_SECRETS = ("desk", "follow", "database")
# Where the unit of a standby finds its server.
STANDBY = Path("/var/lib/tenbo-standby")
# The name of a computer in an address, with its port if that is not the default.
OF_COMPUTER = re.compile(r"[A-Za-z0-9.:\[\]-]*")


class SetupStep(NamedTuple):
    """A step of a setup: its description, whether it is done already, and the action that does it.

    That is a file with its text, a command, or a function that returns a message; `words` describe it.
    """

    what: str
    done: bool
    path: Path | None = None
    text: str = ""
    words: tuple[str, ...] = ()
    act: Callable[[], str] | None = None


def setup_steps(kind: str, root: Path, given: dict[str, Any]) -> list[SetupStep]:
    """Return the steps for a kind of machine, in order; refuse settings that contradict the existing ones."""
    if shutil.which("systemctl") is None:
        message = (
            "this computer has no systemd: start tenbo with the computer's own service manager, or by hand as "
            "described in docs/computers.md"
        )
        raise Refused("not_installed", message, "kind")
    unit = root / SYSTEMD / UNITS[kind]
    _check_alone(kind, root)
    given = dict(given)
    of_server = [*_of_server(kind, root, given)]
    wanted = [] if kind == "standby" else [_settings(root / SETTINGS, given), _file(root / RULE, _udev_rule())]
    wanted = [*of_server, *wanted]
    wanted.append(_file(unit, unit_text(kind)))
    changed = not wanted[-1].done
    link = root / SYSTEMD / "multi-user.target.wants" / unit.name
    if root != Path("/"):
        words = ("systemctl", f"--root={root}", "enable", unit.name)
        return [*wanted, SetupStep(f"{unit.name} starts with the computer", link.is_symlink(), words=words)]
    wanted.append(SetupStep("systemd knows the unit", not changed, words=("systemctl", "daemon-reload")))
    enable = ("systemctl", "enable", unit.name)
    wanted.append(SetupStep(f"{unit.name} starts with the computer", link.is_symlink(), words=enable))
    runs = all(step.done for step in wanted) and _succeeds("systemctl", "is-active", "--quiet", unit.name)
    return [*wanted, SetupStep(f"{unit.name} runs", runs, words=("systemctl", "restart", unit.name))]


def _of_server(kind: str, root: Path, given: dict[str, Any]) -> Iterator[SetupStep]:
    """Yield the steps of a desk's database or its copy; remove the options from `given` that are no settings."""
    hosts, standby = given.pop("add_host", []), "add_standby" in given
    beside = given.pop("add_standby", "")
    if not OF_COMPUTER.fullmatch(beside):
        message = "--add-standby must be a computer's network name or IP address, such as standby or 192.168.1.7"
        raise Malformed("bad_field", message, "add_standby")
    source, database = given.pop("from", ""), given.get("database", "")
    if not (source or database):
        if hosts or standby:
            raise Refused(
                "missing_field", "give the database's address with --database: postgresql:///tenbo", "database"
            )
        return
    check_driver_installed()
    if root != Path("/"):
        message = "PostgreSQL can only be set up on the running computer itself: run this command there, without --root"
        raise Refused("contradiction", message, "root")
    if kind == "standby":
        yield from _of_standby(source)
        return
    from tenbo.app.provisioning import postgres_server  # noqa: PLC0415 - only a desk with a database has the package
    from tenbo.store.postgres import database_setup  # noqa: PLC0415 - only a desk with a database has the package

    if database_setup.is_local_server(database):
        for need in postgres_server.server_requirements(database, hosts, standby=standby, beside=beside):
            yield SetupStep(need.what, need.done, words=(need.will,), act=need.act)
        yield _of_user(postgres_server.SERVICE)


def _of_user(name: str) -> SetupStep:
    """Return the step that creates the service's system user, which the server knows by name on its socket.

    The one that systemd makes for the service alone has a name only where another package tells it (libnss-systemd).
    """
    import pwd  # noqa: PLC0415 - not on every system, and a server of PostgreSQL only where it is

    try:
        done = pwd.getpwnam(name) is not None
    except KeyError:
        done = False
    words = ("useradd", "--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", name)
    return SetupStep(f"the service's user {name} exists", done, words=words)


def _of_standby(address: str) -> Iterator[SetupStep]:
    from tenbo.app.provisioning import debian_clusters  # noqa: PLC0415 - only a standby has the package
    from tenbo.app.provisioning import standby as standby_server  # noqa: PLC0415 - same

    if (STANDBY / "PG_VERSION").exists():
        yield SetupStep(f"{STANDBY} has a copy of the desk's server", done=True)
        return
    standby_server.check_desk_address(address)

    def put_aside(cluster: DebianCluster) -> str:
        debian_clusters.stop_and_disable(cluster)
        return ""

    def copy() -> str:
        standby_server.copy_server(address, STANDBY)
        return ""

    for cluster in debian_clusters.conflicting_clusters(address):
        what = f"the empty server {cluster.version}/{cluster.name} that came with PostgreSQL is disabled"
        will = (f"stop the empty server {cluster.version}/{cluster.name}, and disable its automatic start",)
        yield SetupStep(what, done=False, words=will, act=partial(put_aside, cluster))
    will = (f"copy the desk's server to {STANDBY}",)
    yield SetupStep(f"{STANDBY} has a copy of the desk's server", done=False, words=will, act=copy)


def check_setup(root: Path) -> Iterator[tuple[bool, str]]:
    """Yield the checks of this computer's setup, each with its remedy; nothing if it was not set up."""
    for kind, name in UNITS.items():
        unit = root / SYSTEMD / name
        if not unit.exists():
            continue
        again = f"run tenbo setup {kind} as root"
        program = next((line for line in unit.read_text("utf-8").splitlines() if line.startswith("ExecStart=")), "")
        there = Path(program.partition("=")[2].partition(" ")[0])
        if not (there.is_file() and os.access(there, os.X_OK)):
            yield False, f"{name} starts {there}, which does not exist or cannot be run: {again}"
        elif not (root / SYSTEMD / "multi-user.target.wants" / name).is_symlink():
            yield False, f"{name} does not start with the computer: {again}"
        elif not _succeeds("systemctl", "is-active", "--quiet", name):
            yield False, f"{name} is not running: journalctl --unit {name} shows why"
        else:
            yield True, f"{name} starts with the computer and is running"
        if kind != "standby":
            yield _check_settings_access(root / SETTINGS)


def is_table_host(root: Path) -> bool:
    """Return whether boards are plugged in at this computer: false for a desk or a standby that is no host."""
    kinds = {kind for kind, name in UNITS.items() if (root / SYSTEMD / name).exists()}
    return not kinds or "host" in kinds


def _check_settings_access(path: Path) -> tuple[bool, str]:
    """Return whether the units' user can read the settings and no user outside the group can."""
    try:
        mode = path.stat().st_mode
    except OSError as error:
        return False, f"{path} cannot be read ({error.strerror}): run tenbo setup as root, which writes this file"
    if not mode & 0o044:
        return False, f"the service may not read {path}: chgrp {GROUP} {path} && chmod 640 {path}"
    if mode & 0o004:
        return False, f"every user can read the password in {path}: chgrp {GROUP} {path} && chmod 640 {path}"
    return True, f"only the service and root can read {path}"


def apply_step(step: SetupStep) -> str:
    """Carry out a step, and return its message for the user."""
    if step.act is not None:
        return step.act()
    if step.path is None:
        done = subprocess.run([*step.words], capture_output=True, text=True, check=False)
        if done.returncode:
            message = f"{' '.join(step.words)} failed: {' '.join((done.stderr or done.stdout).split())[-300:]}"
            raise StorageFault("cannot_write", message, "systemd")
        return ""
    try:
        step.path.parent.mkdir(parents=True, exist_ok=True)
        new = step.path.with_name(step.path.name + ".new")
        new.unlink(missing_ok=True)
        secret = step.path.name == Path(SETTINGS).name
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o640 if secret else 0o644), "w") as file:
            file.write(step.text)
        if secret:
            _set_group(new, step.path.parent / "group")
        new.replace(step.path)
    except OSError as error:
        message = f"{step.path} cannot be written ({error.strerror}): run tenbo setup as root"
        raise StorageFault("cannot_write", message, "setup") from None
    return ""


def _check_alone(kind: str, root: Path) -> None:
    """Refuse a computer that is set up as another kind: a host that follows others is a host and a desk."""
    for other, name in UNITS.items():
        if {kind, other} == {"host", "desk"} and (root / SYSTEMD / name).exists():
            message = (
                f"this computer is set up as a {other} already. A host can follow others itself: follow = [...] in "
                f"/{SETTINGS}. To make it a {kind}, run systemctl disable --now {name} and remove /{SYSTEMD}/{name}"
            )
            raise Refused("contradiction", message, "kind")


def _udev_rule() -> str:
    return Path(__file__).with_name("70-tenbo.rules").read_text("utf-8")


def _file(path: Path, text: str) -> SetupStep:
    try:
        done = path.read_text("utf-8") == text
    except OSError:
        done = False
    return SetupStep(str(path), done, path, text)


def _settings(path: Path, given: dict[str, Any]) -> SetupStep:
    """Return the step that writes the settings. Existing settings are the user's: they are checked, never changed."""
    config.load_config(None, **given)
    for address in given.get("desk", ()):
        _check_desk(address)
    follow = [parse_address(one) for one in given.get("follow", ())]
    check_encryption(follow, unencrypted=given.get("unencrypted", False))
    if not path.exists():
        values = {"listen": LISTEN, "password": secrets.token_urlsafe(PASSWORD_BYTES), "log": "journal", **given}
        lines = "".join(f"{name} = {_toml(value)}\n" for name, value in values.items())
        text = "# Settings of this computer; tenbo run --example shows all that are possible\n" + lines
        return SetupStep(str(path), done=False, path=path, text=text)
    try:
        config.load_config(path)
        there = tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        message = f"{path} cannot be read ({error.strerror}): run tenbo setup as root"
        raise StorageFault("no_file", message, "setup") from None
    for name, value in given.items():
        if there.get(name) != value:
            if name not in there:
                found = f"no {name}"
            elif name in HAVE_SECRETS:
                found = f"another address for {name}"
            else:
                found = f"{name} = {_toml(there[name])}, not {_toml(value)}"
            option = name.replace("_", "-")
            message = f"{path} exists and has {found}: edit the file, or leave --{option} out"
            raise Refused("already_exists", message, name)
    return SetupStep(str(path), done=True)


def _check_desk(address: str) -> None:
    """Refuse the address of a desk with which no host comes in: the service would say so in its log alone."""
    check_driver_installed()
    from tenbo.store.postgres.connection import connection_parameters  # noqa: PLC0415 - only a host of a database has the package

    parameters = connection_parameters(address)
    if not all(parameters.get(name) for name in ("host", "user", "password")) or parameters["password"] == "PASSWORD":  # noqa: S105
        message = (
            "give the host's name and password as tenbo setup desk --add-host prints them at the desk: "
            "postgresql://red:PASSWORD@desk/tenbo"
        )
        raise Malformed("bad_field", message, "desk")


def _toml(value: str | bool | list[str]) -> str:
    """Return a value as TOML: texts and lists of texts are written as in JSON."""
    return json.dumps(value, ensure_ascii=False)


def _set_group(path: Path, groups: Path) -> None:
    """Let the units' group read a file; an image has its own numbers of groups."""
    for line in groups.read_text("utf-8").splitlines() if groups.exists() else []:
        name, _, number, *_ = line.split(":")
        if name == GROUP:
            os.chown(path, -1, int(number))
            return
    message = f"there is no group {GROUP}, whose members open the tables' ports: make it with groupadd --system {GROUP}"
    raise Refused("missing_field", message, "group")


def active_network_connections() -> list[str] | None:
    """Return the active connections of NetworkManager, or None without NetworkManager."""
    if shutil.which("nmcli") is None:
        return None
    words = ["nmcli", "-t", "-f", "NAME", "connection", "show", "--active"]
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout.splitlines()


def _succeeds(*words: str) -> bool:
    return subprocess.run([*words], capture_output=True, check=False).returncode == 0
