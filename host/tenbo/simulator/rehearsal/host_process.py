"""The host of a rehearsal: a real `tenbo run` in a process of its own, which is killed and started again."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Any, Self

from tenbo.client.local_service_client import LocalServiceClient, endpoint_file
from tenbo_core.errors import LinkFault, TenboError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

# A busy computer may need long; what has not come after this never will.
PATIENCE_S = 120.0
POLL_S = 0.02
# `tenbo run` that ends with its parent process: when that has ended in any way, the other end of its input is closed.
HOST = """
import os, sys
from tenbo.cli.dispatch import main
from tenbo.runtime.worker import run_in_background
run_in_background("parent watch", lambda: os.read(0, 1) or os._exit(1))
sys.exit(main(["run", *sys.argv[1:]]))
"""


class HostProcess:
    """`tenbo run` over some ports; use it in a `with` statement."""

    def __init__(self, store: Path, ports: Iterable[str]) -> None:
        self.store = store
        self._words = [
            sys.executable,
            "-c",
            HOST,
            "--no-search",
            "--listen",
            "127.0.0.1:0",
            "--store",
            str(store),
        ]
        self._words += [word for port in ports for word in ("--port", port)]
        self._log = store.with_suffix(".log")
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            # It would still write where everything is cleared away.
            self.kill()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start the host and wait until it answers."""
        with self._log.open("ab") as log:
            # In a session of its own: Ctrl-C is ours alone, and we end it.
            self._process = subprocess.Popen(
                self._words, stdin=subprocess.PIPE, stdout=log, stderr=log, start_new_session=True
            )
        wait_until(self._answers, "the host to answer")

    def _answers(self) -> bool:
        assert self._process is not None
        if self._process.poll() is not None:
            raise LinkFault(
                "no_service", f"the host has ended by itself; its last output: {self._last_words()}", "host"
            )
        try:
            pid = json.loads(endpoint_file(self.store).read_text("utf-8"))["pid"]
            return bool(pid == self._process.pid and self.client.get("/v1"))
        except (OSError, ValueError, KeyError, TenboError):
            return False

    def _last_words(self) -> str:
        lines = self._log.read_text("utf-8", errors="replace").strip().splitlines()
        return lines[-1] if lines else "none"

    @property
    def client(self) -> LocalServiceClient:
        """Return a client of the host."""
        return LocalServiceClient(self.store)

    @property
    def is_running(self) -> bool:
        """Return whether the host runs."""
        return self._process is not None

    def kill(self) -> None:
        """Kill the host at this very instant, as `kill -9` does."""
        if self._process is not None:
            self._process.kill()
            self._wait()

    def end(self) -> None:
        """End the host as Ctrl-C does."""
        if self._process is not None:
            self._process.terminate()
            self._wait()

    def _wait(self) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.wait(PATIENCE_S)
        self._process.stdin.close()
        self._process = None

    def follows_all(self, numbers: Iterable[int]) -> bool:
        """Return whether the host follows all of some tables."""
        return {number for number, state in self.table_states().items() if state == "following"}.issuperset(numbers)

    def table_states(self) -> dict[int, str]:
        """Return how the host sees each table."""
        tables: list[dict[str, Any]] = self.client.get("/v1/tables")
        return {table["table"]: table["state"] for table in tables}


def wait_until(condition: Callable[[], bool], what: str, timeout_s: float = PATIENCE_S) -> None:
    """Wait until something is true, or say what has never come."""
    waiting, begun = threading.Event(), time.monotonic()
    while not condition():
        if time.monotonic() - begun > timeout_s:
            raise LinkFault("no_answer", f"waited {timeout_s:.0f} s in vain for {what}", "rehearsal")
        waiting.wait(POLL_S)
