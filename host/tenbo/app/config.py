"""The service's settings: a TOML file with known keys only, which the command line's options override."""

from __future__ import annotations

import contextlib
import os
import socket
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from tenbo.store.stream_replicas import LETTERS, LONGEST_NAME, check_host_name
from tenbo.validation.fields import check_value
from tenbo.validation.suggestions import quote_value, suggest_or_list
from tenbo_core.errors import Malformed

# Key, kind and meaning; the help and the example file are printed from this table.
KEYS = (
    ("store", "text", "the database file (default: TENBO_STORE, the last one used, or hall.db in the state folder)"),
    ("ports", "texts", "serial ports to open besides those that are found"),
    ("search", "bool", "look for tables on USB (default: true)"),
    ("number_new", "bool", "give a new device the next free table number (default: false; see tenbo tables --assign)"),
    ("listen", "text", "address and port of the API (default: 127.0.0.1:8484)"),
    ("listen_tables", "text", "address and port where tables connect without HTTP (default: none; docs/network.md)"),
    ("name", "text", "what other hosts and the desk call this host (default: the computer's name)"),
    ("follow", "texts", "other hosts to follow, each as CODE@ADDRESS:PORT with that host's desk code (tenbo codes)"),
    ("unencrypted", "bool", "follow other computers unencrypted, over a network only the hall uses (default: false)"),
    ("names", "texts", "names by which browsers may address this computer, if other computers can reach it"),
    ("password", "text", "password for reading names and results, needed if other computers can reach this one"),
    ("wifi", "text", "the name of the Wi-Fi that phones join first, shown beside the codes"),
    ("wifi_password", "text", "password of that Wi-Fi: the desk's page then has a code that connects phones to it"),
    ("database", "text", "database for the data of a desk's hosts: postgresql:///tenbo (default: the store's file)"),
    ("desk", "texts", "databases of desks to which this host sends all data: postgresql://red:PASSWORD@desk/tenbo"),
    ("mqtt", "text", "MQTT broker that gets the public data: mqtt://USER:PASSWORD@ADDRESS (docs/home-assistant.md)"),
    ("chat", "texts", "webhooks of chats to which the club's finished games are sent (docs/club-evening.md)"),
    ("chat_names", "bool", "give players' names in those chats (default: false: only their seats)"),
    ("log", "word text json journal", "text, json or journal (default: text)"),
    ("panel", "table", "pins of the referee panel (see tenbo panel --help)"),
)  # fmt: skip

KINDS = {name: kind for name, kind, _ in KEYS}
DEFAULT_LISTEN = "127.0.0.1:8484"


# The file of a computer's settings from `tenbo setup`, and the folder of its service's persistent files.
MACHINE_SETTINGS, MACHINE_STATE = Path("/etc/tenbo.toml"), Path("/var/lib/tenbo")


class Config(NamedTuple):
    """The settings of the service."""

    store: Path
    ports: list[str]
    search: bool = True
    number_new: bool = False
    listen: tuple[str, int] = ("127.0.0.1", 8484)
    log: str = "text"
    names: tuple[str, ...] = ()
    password: str = ""
    wifi: str = ""
    wifi_password: str = ""
    panel: dict[str, Any] | None = None
    desk: tuple[str, ...] = ()
    name: str = ""
    follow: tuple[str, ...] = ()
    database: str = ""
    mqtt: str = ""
    chat: tuple[str, ...] = ()
    chat_names: bool = False
    unencrypted: bool = False
    listen_tables: tuple[str, int] | None = None
    store_why: str = ""


def is_provisioned_root() -> bool:
    """Return whether this is root on a computer that was set up as a host or a desk: its commands ask its service."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and MACHINE_SETTINGS.is_file() and MACHINE_STATE.is_dir()


def state_folder() -> Path:
    """Return the folder for persistent files: systemd's, that of the computer's own service, or the user's own."""
    given = os.environ.get("TENBO_STATE") or os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    if given:
        return Path(given)
    if is_provisioned_root():
        return MACHINE_STATE
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "tenbo"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tenbo"


# The store that the last `tenbo run` or `tenbo desk` kept, in the state folder.
LAST_STORE = "last-store"


class FoundStore(NamedTuple):
    """The store that is used when none is named, and why it is this one."""

    path: Path
    why: str


def find_store() -> FoundStore:
    """Return the store that TENBO_STORE names, else the last one that a service kept, else that of the state folder.

    Of the last there is nothing to say: it is the usual one, and no service has kept another one since.
    """
    if given := os.environ.get("TENBO_STORE"):
        return FoundStore(Path(given), "TENBO_STORE")
    try:
        last = Path((state_folder() / LAST_STORE).read_text("utf-8").strip())
    except (OSError, ValueError):
        last = Path()
    usual = state_folder() / "hall.db"
    if last.name and last != usual.absolute() and (last.is_file() or _has_database(last)):
        return FoundStore(last, "the last one used")
    return FoundStore(usual, "")


def _has_database(store: Path) -> bool:
    """Return whether a store is a desk's database: it has no file of its own, only one with the database's address."""
    return store.with_name(f"{store.name}.database").is_file()


def record_last_store(store: Path) -> None:
    """Remember the store of a service, so that commands find it; it runs as well where that cannot be written."""
    folder = state_folder()
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        new = folder / f"{LAST_STORE}.{os.getpid()}"
        new.write_text(f"{store.absolute()}\n", "utf-8")
        new.replace(folder / LAST_STORE)


def load_config(path: Path | None, **words: Any) -> Config:
    """Read a file of settings; words of the command line that are not None stand over it."""
    values: dict[str, Any] = {}
    if path is not None:
        try:
            values = tomllib.loads(path.read_text("utf-8-sig"))
        except UnicodeDecodeError:
            raise Malformed("bad_field", f"{path} is not UTF-8: save the file as UTF-8", "config") from None
        except tomllib.TOMLDecodeError as error:
            raise Malformed("bad_field", f"{path} is not TOML: {error}", "config") from None
    for key, value in values.items():
        _check(key, value, path)
    values.update({name: value for name, value in words.items() if value is not None})
    found = FoundStore(Path(values["store"]), "") if values.get("store") else find_store()
    values["store"], values["store_why"] = found
    values["listen"] = parse_address(values.get("listen", DEFAULT_LISTEN))
    if "listen_tables" in values:
        values["listen_tables"] = parse_address(values["listen_tables"], "listen_tables")
    values.setdefault("ports", [])
    values["name"] = check_host_name(values["name"]) if values.get("name") else default_host_name()
    values["follow"] = tuple(values.get("follow", ()))
    values["names"] = tuple(values.get("names", ()))
    values["chat"] = tuple(values.get("chat", ()))
    values["desk"] = tuple(values.get("desk", ()))
    values.setdefault("password", os.environ.get("TENBO_PASSWORD", ""))
    values["log"] = check_value("log", KINDS["log"], values.get("log", "text"))
    return Config(**values)


def default_host_name() -> str:
    """Return the computer's name as that of a host."""
    letters = [letter if letter in LETTERS else "-" for letter in socket.gethostname().partition(".")[0].lower()]
    return "".join(letters)[:LONGEST_NAME].strip("-") or "host"


def _check(key: str, value: object, path: Path | None) -> None:
    if key not in KINDS:
        raise Malformed(
            "unknown_option", f"{path} has the unknown key {quote_value(key)}{suggest_or_list(key, KINDS)}", key
        )
    try:
        check_value(key, KINDS[key], value)
    except Malformed as error:
        raise Malformed(error.code, f"{path}: {error.message}", key) from None


def parse_address(text: str, name: str = "listen") -> tuple[str, int]:
    """Parse an address, for example 127.0.0.1:8484.

    >>> parse_address("127.0.0.1:0")
    ('127.0.0.1', 0)
    """
    host, _, port = text.rpartition(":")
    if not host.strip("[]") or not (port.isascii() and port.isdigit() and len(port) < 6 and int(port) < 65536):
        raise Malformed("bad_field", f"{name} must be an address such as {DEFAULT_LISTEN}, not {text!r}", name)
    if ":" in host.strip("[]") and not (host.startswith("[") and host.endswith("]")):
        message = f"an IPv6 address must be in brackets, such as [::1]:8484, not {text!r}"
        raise Malformed("bad_field", message, name)
    return host.strip("[]"), int(port)
