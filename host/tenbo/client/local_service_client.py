"""The client of the running service; its address and token are in a file beside the store."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from tenbo.client.api_client import Client
from tenbo.store.sqlite_connection import sibling_path
from tenbo_core.errors import LinkFault, Refused, StorageFault

if TYPE_CHECKING:
    from pathlib import Path


def endpoint_file(store: Path) -> Path:
    """Return the file with the address and the token of a store's service."""
    return sibling_path(store, ".api")


def write_endpoint(store: Path, url: str, token: str) -> None:
    """Write the service's address and token atomically, readable by the owner only."""
    path = endpoint_file(store)
    new = sibling_path(path, ".new")
    new.unlink(missing_ok=True)
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        json.dump({"url": url, "token": token, "pid": os.getpid()}, file)
    new.replace(path)


class LocalServiceClient(Client):
    """The client of one store's service."""

    def __init__(self, store: Path) -> None:
        try:
            endpoint = json.loads(endpoint_file(store).read_text("utf-8"))
            super().__init__(str(endpoint["url"]), str(endpoint["token"]))
        except PermissionError:
            message = f"{endpoint_file(store)} cannot be read by you: run this command as the user who runs tenbo run"
            raise Refused("no_permission", message, "store") from None
        except (OSError, ValueError, KeyError, TypeError):
            if store.is_dir():
                message = f"{store} is a folder: name the database file of tenbo run"
                raise StorageFault("unknown_format", message, "store") from None
            message = f"no service is running for {store}: start it with tenbo run (or name the store with --store)"
            raise LinkFault("no_service", message, "store") from None
