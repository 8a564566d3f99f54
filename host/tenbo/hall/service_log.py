"""The service's log: one line for each event, for people and for the journal of the system."""

from __future__ import annotations

import json
import sys
import time
from typing import IO

LEVELS = {"info": "<6>", "warning": "<4>", "error": "<3>"}


class Log:
    """Writes lines. In `text` a line is the time, the level and what happened; in `json` an object.

    Under systemd (`journal`) a line begins with its priority and leaves the time to the journal.
    """

    def __init__(self, form: str = "text", out: IO[str] | None = None) -> None:
        self._form = form
        self._out = out or sys.stderr

    def line(self, what: str, *, level: str = "info", **about: object) -> None:
        """Write one line; whatever stands in it, it stays one line."""
        given = {name: value for name, value in about.items() if value is not None}
        if self._form == "json":
            text = json.dumps({"at": _now(), "level": level, "what": what, **given}, default=str)
        else:
            words = " ".join(f"{name}={value}" for name, value in given.items())
            head = LEVELS[level] if self._form == "journal" else f"{_now()} {level:<7} "
            text = head + " ".join(part for part in (words, what) if part)
        safe = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
        self._out.write(safe + "\n")
        self._out.flush()


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S")
