"""What the commands of the host read alike: the store that is meant, its service, files and numbers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tenbo_core.fields import is_int

if TYPE_CHECKING:
    import argparse

    from tenbo.api.client import Client


def add_store(parser: argparse.ArgumentParser) -> None:
    """Add the word that names the store."""
    parser.add_argument("--store", type=Path, help="the database file of tenbo run (default: in your state folder)")


def store_of(args: argparse.Namespace) -> Path:
    """Return the store that is meant."""
    from tenbo.service.config import default_store

    store: Path = args.store or default_store()
    return store


def client_of(args: argparse.Namespace) -> Client:
    """Return the service that keeps the store."""
    from tenbo.api.client import Client

    return Client(store_of(args))


def text_of(path: Path) -> str:
    """Return a text file as spreadsheets and editors write it: UTF-8, UTF-16 with its mark, or Windows' own letters."""
    from tenbo_core.errors import Malformed

    data = path.read_bytes()
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        name = "utf-16"
    elif b"\0" in data:
        raise Malformed("bad_field", f"{path} is not a text: save it as CSV UTF-8, or as plain text", "file")
    else:
        name = "utf-8-sig"
    try:
        return data.decode(name)
    except UnicodeDecodeError:
        if name == "utf-16":
            raise Malformed("bad_field", f"{path} ends within a letter: save it anew as CSV UTF-8", "file") from None
    sys.stderr.write(f"{path} is not UTF-8: read as Windows-1252. See that the names are right.\n")
    return data.decode("cp1252", errors="replace")


def number(text: str) -> int:
    """Read a number of an argument: of at most 32 bits, as everything that tables and stores know."""
    value = int(text)
    if not is_int(value):
        raise ValueError(text)
    return value
