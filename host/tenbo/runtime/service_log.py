"""The service's log: one line for each event, for people and for the system journal."""

from __future__ import annotations

import contextlib
import json
import select
import sys
import threading
import time
import traceback
from pathlib import Path
from typing import IO

from tenbo.validation.text_sanitizer import escape_unprintable

LEVELS = {"info": "<6>", "warning": "<4>", "error": "<3>"}
# A pipe that select reports as writable has room for 4096 bytes.
LONGEST = 1000


class ServiceLog:
    """Writes log lines: the time, the level and the message in `text`, an object in `json`.

    Under systemd (`journal`) a line begins with its priority and leaves the time to the journal. A reader that is gone
    or a full disk stops nothing: those lines are lost, and their number is logged when writing works again.
    """

    def __init__(self, form: str = "text", out: IO[str] | None = None) -> None:
        self._form = form
        self._out = out or sys.stderr
        self._lost = 0
        self._lock = threading.Lock()

    def log_exception(self, error: BaseException, **about: object) -> None:
        """Log an internal error with its place in the program."""
        places = traceback.extract_tb(error.__traceback__)[-1:]
        where = "".join(f" at {Path(place.filename).name}:{place.lineno}" for place in places)
        self.write_line(f"internal error, please report it: {error!r}{where}", level="error", **about)

    def write_line(self, what: str, *, level: str = "info", **about: object) -> None:
        """Write one line; line breaks in the message are replaced."""
        text = self._formatted(what, level, {name: value for name, value in about.items() if value is not None})
        with self._lock:
            # ValueError: the file was closed.
            with contextlib.suppress(OSError, ValueError):
                if self._is_writable():
                    if self._lost:
                        lost = f"lost lines of this log: {self._lost}; no reader took them, or the disk was full"
                        self._out.write(self._formatted(lost, "warning", {}))
                    self._out.write(text)
                    self._out.flush()
                    self._lost = 0
                    return
            self._lost += 1

    def _formatted(self, what: str, level: str, about: dict[str, object]) -> str:
        if self._form == "json":
            text = json.dumps({"at": _now(), "level": level, "what": what[:LONGEST], **about}, default=str)
        else:
            words = " ".join(f"{name}={value}" for name, value in about.items())
            head = LEVELS[level] if self._form == "journal" else f"{_now()} {level:<7} "
            text = head + " ".join(part for part in (words, what) if part)[:LONGEST]
        return escape_unprintable(text) + "\n"

    def _is_writable(self) -> bool:
        """Return whether a line can be written without blocking on a reader that has stopped."""
        if not hasattr(select, "poll"):
            return True
        try:
            number = self._out.fileno()
        except (OSError, ValueError):
            return True
        poll = select.poll()
        poll.register(number, select.POLLOUT)
        return bool(poll.poll(0))


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S")
