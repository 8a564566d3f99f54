"""A copy of the tree in which one worker changes files and runs tests."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tools.mutation.selection import ROOT

PYTEST = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=no"]
PYTEST += ["--hypothesis-seed=0", "--no-header", "-rN"]


class PytestEnded(Exception):
    """The tests of a copy cannot be run."""


def copy_tree(folder: Path) -> None:
    """Copy what git has, and what it would take."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607 - git is on the path
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in listed.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def environment(folder: Path) -> dict[str, str]:
    """Return what a test of a copy is started with."""
    paths = [folder / "host", folder / "firmware/lib", folder]
    (folder.parent / "tmp").mkdir(exist_ok=True)
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths)), "TMPDIR": str(folder.parent / "tmp")}


class PytestServer:
    """A pytest that has collected some files and tries changes (`runner_plugin.py`)."""

    def __init__(self, folder: Path, files: list[str], log: Path) -> None:
        ours, theirs = socket.socketpair()
        with theirs, log.open("a", encoding="utf-8") as output:
            self._process = subprocess.Popen(
                [*PYTEST, "-p", "tools.mutation.runner_plugin", *files],
                cwd=folder,
                env={**environment(folder), "TRYING": str(theirs.fileno())},
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._log = log
        self._socket = ours
        self._lines = ours.makefile("rw", encoding="utf-8")
        self.collected = set(self._answer()["collected"])

    def ask(self, order: dict[str, Any]) -> dict[str, Any]:
        """Have a change tried."""
        self._lines.write(json.dumps(order) + "\n")
        self._lines.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        line = self._lines.readline()
        if not line:
            self.end()
            last = (self._log.read_text("utf-8", "replace").strip().splitlines() or ["no word"])[-1]
            raise PytestEnded(last)
        answer: dict[str, Any] = json.loads(line)
        return answer

    def end(self) -> None:
        """End it with all that it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


class TreeCopy:
    """A copy of the tree, and the tests that wait in it."""

    def __init__(self, folder: Path, files: list[str]) -> None:
        self.folder = folder
        folder.mkdir(parents=True)
        copy_tree(folder)
        self._stamp = int(time.time()) - 1_000_000
        self._server = PytestServer(folder, files, folder.parent / "log")

    def write_file(self, file: str, source: str) -> None:
        """Write a file with a time of its own, so that no older compiled one is taken for it."""
        path = self.folder / file
        path.write_text(source, "utf-8")
        self._stamp += 10
        os.utime(path, (self._stamp, self._stamp))

    def tried(
        self, file: str, sound: str, unsound: str, names: list[str], usual: dict[str, float], limit: float
    ) -> dict[str, Any]:
        """Run tests with a change (none: without a name) and return which failed, and what it took."""
        change = {"file": str(self.folder / file), "sound": sound, "unsound": unsound} if file else None
        answer = self._server.ask({"change": change, "tests": names, "usual": usual, "seconds": limit})
        # Executed when it was imported: a new process has to read it.
        return self.rerun_in_new_process(names, usual, limit) if answer.get("outside") else answer

    def rerun_in_new_process(self, names: list[str], usual: dict[str, float], limit: float) -> dict[str, Any]:
        """Run tests with what stands in the files, in a new process."""
        files = sorted({name.partition("::")[0] for name in names})
        try:
            fresh = PytestServer(self.folder, files, Path(tempfile.mkstemp(dir=self.folder.parent, suffix=".log")[1]))
        except PytestEnded as error:
            return {"failed": f"no test can start: {error}", "seconds": 0.0}
        try:
            return fresh.ask({"change": None, "tests": names, "usual": usual, "seconds": limit})
        except PytestEnded as error:
            return {"failed": f"no test can run: {error}", "seconds": 0.0}
        finally:
            fresh.end()

    def end(self) -> None:
        """End the tests that wait."""
        self._server.end()
