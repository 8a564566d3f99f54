"""What the commands of the host share: the store they mean, the service behind it, and how errors are said."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from tenbo.api.client import Client


def add_store(parser: argparse.ArgumentParser) -> None:
    """Add the word that names the store."""
    parser.add_argument("--store", type=Path, help="the database file of tenbo run (default: in your state folder)")


def store_of(args: argparse.Namespace) -> Path:
    """Give the store that is meant."""
    from tenbo.service.config import default_store

    store: Path = args.store or default_store()
    return store


def client_of(args: argparse.Namespace) -> Client:
    """Give the service that keeps the store."""
    from tenbo.api.client import Client

    return Client(store_of(args))


def said(command: str, work: Callable[[], int]) -> int:
    """Do the work of a command; what is wrong becomes one sentence and exit status 1."""
    try:
        return work()
    except TenboError as error:
        sys.stderr.write(f"tenbo {command}: {error.message}\n")
        return 1
    except OSError as error:
        sys.stderr.write(f"tenbo {command}: {error.filename or ''} {error.strerror or error}\n")
        return 1
