"""The commands' way to the running service: its address and token stand beside the store."""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import TYPE_CHECKING, Any

from tenbo_core.errors import LinkFault, Refused

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TIMEOUT_S = 10
# Seats that are asked take their time.
SEATS_TIMEOUT_S = 150


def door_of(store: Path) -> Path:
    """Give the file that says where the service of a store answers."""
    return store.with_name(store.name + ".api")


def write_door(store: Path, url: str, token: str) -> None:
    """Say where we answer; only the owner may read the token."""
    door = door_of(store)
    door.unlink(missing_ok=True)
    handle = os.open(door, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        json.dump({"url": url, "token": token, "pid": os.getpid()}, file)


class Client:
    """Asks the service of a store."""

    def __init__(self, store: Path) -> None:
        try:
            door = json.loads(door_of(store).read_text())
            self.url, self._token = str(door["url"]), str(door["token"])
        except PermissionError:
            message = f"{door_of(store)} is not yours to read: run this as the user who runs tenbo run"
            raise Refused("not_allowed_now", message, "store") from None
        except (OSError, ValueError, KeyError, TypeError):
            message = f"no service runs for {store}: start it with tenbo run (or name the store with --store)"
            raise LinkFault("not_allowed_now", message, "store") from None

    def get(self, path: str) -> Any:
        """Ask a question."""
        return json.loads(self.read(path))

    def read(self, path: str) -> bytes:
        """Fetch a file."""
        with self._open(urllib.request.Request(self.url + path), TIMEOUT_S) as answer:  # noqa: S310 - our own address
            data: bytes = answer.read()
        return data

    def post(self, path: str, timeout_s: float = TIMEOUT_S, **fields: Any) -> Any:
        """Have something done."""
        body = json.dumps({name: value for name, value in fields.items() if value is not None}).encode()
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._token}"}
        request = urllib.request.Request(self.url + path, body, headers)  # noqa: S310 - our own address
        with self._open(request, timeout_s) as answer:
            return json.loads(answer.read())

    def changes(self, after: int | None = None) -> Iterator[tuple[str, dict[str, Any]]]:
        """Give changes as they happen, for ever."""
        path = "/v1/changes" + (f"?after={after}" if after is not None else "")
        with self._open(urllib.request.Request(self.url + path), 60) as stream:  # noqa: S310 - our own address
            kind = ""
            for raw in stream:
                line = raw.decode().rstrip("\n")
                if line.startswith("event: "):
                    kind = line[7:]
                elif line.startswith("data: "):
                    yield kind, json.loads(line[6:])
                elif line.startswith(":"):
                    yield "beat", {}

    def _open(self, request: urllib.request.Request, timeout_s: float) -> Any:
        try:
            return urllib.request.urlopen(request, timeout=timeout_s)  # noqa: S310 - our own address
        except urllib.error.HTTPError as error:
            with error:
                try:
                    record = json.loads(error.read())["error"]
                except (ValueError, KeyError, TypeError):
                    record = {"code": "bad_field", "message": f"the service answered {error.code}", "at": ""}
            raise Refused(record["code"], record["message"], record["at"]) from None
        except (OSError, HTTPException) as error:
            message = f"the service at {self.url} does not answer ({error}): is tenbo run still running?"
            raise LinkFault("not_allowed_now", message, "service") from None
