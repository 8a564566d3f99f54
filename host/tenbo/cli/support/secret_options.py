"""Reads secrets from a file or standard input, because every user of a computer can read a command's arguments."""

from __future__ import annotations

import getpass
import os
import re
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from tenbo.cli.support.exit_status import WrongUsage
from tenbo.cli.support.text_layout import print_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.app.config import Config

# Settings that are a secret as they are, and those that may contain one.
_ALWAYS_SECRET, _MAY_CONTAIN = ("password", "wifi_password", "chat"), ("mqtt", "desk", "follow", "database")

# A password in the address of a database, and the code before the address of a host.
_SECRET = re.compile(r"://[^/@]*:[^/@]+@|^[^/:@]+@")


def read_secret_option(option: str, given: str) -> str:
    """Return the value of an option: `-` is standard input, `@FILE` a file, any other word itself.

    What is a secret itself is taken, and a warning says how to give it unseen.
    """
    if given == "-":
        asked = f"{option}: "
        return (getpass.getpass(asked) if sys.stdin.isatty() else sys.stdin.readline()).strip()
    if given.startswith("@"):
        file = Path(given[1:])
        value = file.read_text("utf-8").strip()
        if _SECRET.search(value):
            _warn_if_readable(file, f"the value of {option}")
        return value
    if _SECRET.search(given):
        warning = (
            f"every user of this computer can read the value of {option} while this command runs: give "
            f"{option} - or {option} @FILE\n"
        )
        print_text(warning, sys.stderr)
    return given


def read_address(option: str, given: str) -> str:
    """Return the address that an option gives, which may contain a secret; refuse an empty line or file."""
    address = read_secret_option(option, given)
    if not address:
        raise WrongUsage(f"{option}: the address is empty: enter it again, or name a file that contains it")
    return address


def read_addresses(option: str, given: Iterable[str] | None) -> list[str] | None:
    """Return the same for an option that may be given several times."""
    return None if given is None else [read_address(option, one) for one in given]


def load_settings(path: Path | None, **words: object) -> Config:
    """Return the service's settings; a warning says when every user can read a secret in their file."""
    from tenbo.app.config import load_config

    settings = load_config(path, **words)
    if path is not None:
        values = tomllib.loads(path.read_text("utf-8-sig"))
        secrets = [name for name in _ALWAYS_SECRET if values.get(name)]
        secrets += [name for name in _MAY_CONTAIN if _contains_secret(values.get(name, ""))]
        if secrets:
            _warn_if_readable(path, f"the setting{'s' if len(secrets) > 1 else ''} {', '.join(secrets)}")
    return settings


def _contains_secret(value: str | list[str]) -> bool:
    return any(_SECRET.search(text) for text in ([value] if isinstance(value, str) else value))


def _warn_if_readable(path: Path, what: str) -> None:
    """Warn if other users may read a file, and the folders that it lies in let them reach it."""
    if os.name == "nt":
        return
    path = path.resolve()
    if path.stat().st_mode & 0o004 and all(folder.stat().st_mode & 0o001 for folder in path.parents):
        print_text(f"every user of this computer can read {what} in {path}: chmod 600 {path}\n", sys.stderr)
