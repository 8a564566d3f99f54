"""Reads secrets from a file or standard input, because every user of a computer can read a command's arguments."""

from __future__ import annotations

import getpass
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tenbo.cli.support.text_layout import print_text

if TYPE_CHECKING:
    from collections.abc import Iterable

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
        return Path(given[1:]).read_text("utf-8").strip()
    if _SECRET.search(given):
        warning = (
            f"every user of this computer can read the value of {option} while this command runs: give "
            f"{option} - or {option} @FILE\n"
        )
        print_text(warning, sys.stderr)
    return given


def read_secrets(option: str, given: Iterable[str] | None) -> list[str] | None:
    """Return the same for an option that may be given several times."""
    return None if given is None else [read_secret_option(option, one) for one in given]
