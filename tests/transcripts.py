"""The console blocks of the documents: every command is typed in a hall of its own, and its output compared.

    python tests/transcripts.py [--write] [PAGE ...]

A page is one story: its blocks run from the top to the bottom, in one folder with the files of `examples`. A comment
before a block says what is different there:

    <!-- background -->     the program goes on until the page ends; the lines shown are among those that it prints
    <!-- sim -->            the lines are typed at the prompt of the simulated tables
    <!-- waits -->          the command asks the seats, and ends after the next block, which answers

A comment that closes below the block instead, such as `<!-- sim` or `<!-- typed`, keeps the block from readers: it
makes what a page needs and does not show, such as tables to plug in. `PORT1` and so on are the ports of the simulated
tables; a plain `tenbo run` finds them as it finds tables on USB. A line `...` stands for any number of lines. Moments,
durations, ports and digests may differ, and the line that names the store used last is left out.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple, Self

from tenbo.cli.support.sim_prompt import expand_command

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[1]
# The pages that are typed, each with its output.
PAGES = ("first-evening", "club-evening", "tournament", "results", "seating", "paper")
FENCE = re.compile(
    r"(?:^ *<!-- (?P<how>\w+)(?: -->)?\n)?^(?P<indent> *)```console\n(?P<body>.*?)^ *```$", re.MULTILINE | re.DOTALL
)
# What differs from one run to the next, and what stands for it.
VARIABLE = (
    (re.compile(r"/\S*/tenbo-\w+/usb|\bPORT\d"), "PORT"),
    (re.compile(r"http://127\.0\.0\.1:\d+"), "http://127.0.0.1:8484"),
    (re.compile(r"/\S*/(\.local/share/tenbo/)"), r"~/\1"),
    (re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d"), "2026-03-22 10:00:00"),
    (re.compile(r"~?\b\d?\d:\d\d(?::\d\d)?\b"), "0:00"),
    (re.compile(r"\b(?=[0-9a-f]*[a-f])(?!e66)[0-9a-fA-F]{8,}\b"), "0" * 8),
    (re.compile(r"[+-]\d+ ms\b"), "+0 ms"),
    (re.compile(r"\bsecond \d+"), "second 0"),
    (re.compile(r"\bin \d+ s\b"), "in 0 s"),
    (re.compile(r"\b\d+ rows\b"), "0 rows"),
    # Devices are recorded as they answer, which is not always in the same order as people type.
    (re.compile(r"\b(record|event) \d+"), r"\1 0"),
)
# A command says so if it was not told which store is meant, and the usual one is not.
LAST_STORE = re.compile(r"store: .* \(the last one used\)")
# A busy machine is slow; what has not come after this never will.
PATIENCE_S = 120.0
# A table takes no answer to a question that was shown for less than half a second.
READ_MS = 600
POLL_S = 0.05


class Step(NamedTuple):
    """A command, and the lines that the page shows after it."""

    command: str
    shown: list[str]


class Block(NamedTuple):
    """A console block of a page: how it runs, and where it stands in the page's text."""

    how: str
    indent: str
    steps: list[Step]
    start: int
    end: int


class Typed(NamedTuple):
    """A step that was typed: what it printed, and whether the page shows that."""

    step: Step
    printed: list[str]
    is_shown: bool


def blocks_of(text: str) -> list[Block]:
    """Return the console blocks of a page."""
    return [
        Block(
            match["how"] or "",
            match["indent"],
            steps_of([line.removeprefix(match["indent"]) for line in match["body"].splitlines()]),
            match.start("body"),
            match.end("body"),
        )
        for match in FENCE.finditer(text)
    ]


def steps_of(lines: list[str]) -> list[Step]:
    """Return the commands of a block, each with the lines that follow it.

    >>> steps_of(["$ tenbo rules", "alarm", "austria"])
    [Step(command='tenbo rules', shown=['alarm', 'austria'])]
    """
    steps: list[Step] = []
    for line in lines:
        if line.startswith(("$ ", "> ")):
            steps.append(Step(line[2:], []))
        elif steps:
            steps[-1].shown.append(line)
    return steps


def without_variable_parts(text: str) -> str:
    """Return a text in which everything that may differ stands as one form.

    >>> without_variable_parts("2026-11-26T22:05:29 info    answering at http://127.0.0.1:8599")
    '2026-03-22 0:00 info    answering at http://127.0.0.1:8484'
    """
    for pattern, form in VARIABLE:
        text = pattern.sub(form, text)
    return text


def matches(shown: list[str], printed: list[str]) -> bool:
    """Return whether the lines of a page show what a command printed; `...` stands for any number of lines.

    >>> matches(["a", "...", "d"], ["a", "b", "c", "d"]), matches(["a"], ["a", "b"])
    (True, False)
    """
    rows = [without_variable_parts(line.rstrip()) for line in shown]
    pattern = "".join(r"(?:[^\n]*\n)*?" if row == "..." else re.escape(row) + r"\n" for row in rows)
    return re.fullmatch(pattern, "".join(without_variable_parts(line.rstrip()) + "\n" for line in printed)) is not None


class Hall:
    """A folder with the examples, and the programs that a page leaves running in it; use it in a `with` statement."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(ROOT / "examples", folder / "examples")
        programs = Path(sys.executable).parent
        self._environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("TENBO", "XDG", "COLUMNS"))
        }
        self._environment |= {
            "HOME": str(folder),
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            "NO_COLOR": "1",
            "LC_ALL": "C.UTF-8",
            "COLUMNS": "80",
        }
        self._programs: list[subprocess.Popen[str]] = []
        self._sim: subprocess.Popen[str] | None = None
        self._ports: list[str] = []
        self._table = "1"
        self._log: Path | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for program in self._programs:
            program.terminate()
        for program in self._programs:
            program.wait(PATIENCE_S)
            for pipe in (program.stdin, program.stdout):
                if pipe is not None:
                    pipe.close()

    def start(self, command: str) -> list[str]:
        """Start a program that goes on, and return what it has printed once it is ready."""
        for number, port in enumerate(self._ports, 1):
            command = command.replace(f"PORT{number}", port)
        if command.startswith("tenbo sim"):
            self._sim = self._open(command, subprocess.PIPE)
            self._ports = json.loads(_pipe(self._sim.stdout).readline())["ports"]
            return []
        if command.startswith("tenbo run") and "--no-search" not in command:
            command += "".join(f" --port {port}" for port in self._ports)
        if command.startswith("tenbo run"):
            command += " --listen 127.0.0.1:0" + ("" if "--no-search" in command else " --no-search")
        log = self.folder / f"program-{len(self._programs)}.log"
        with log.open("w", encoding="utf-8") as out:
            self._open(command, out)
        if command.startswith("tenbo run"):
            self._log = log
        # Every table has been greeted, and the address is known.
        ready = re.compile(r"answering at http|http://127\.0\.0\.1:\d+/")
        greeted = re.compile(r"port=(\S+) (?!greeting)")
        _wait(lambda: bool(ready.search(log.read_text("utf-8"))), command)
        ports = re.findall(r"--port (\S+)", command)
        _wait(lambda: set(ports) <= set(greeted.findall(log.read_text("utf-8"))), command)
        return log.read_text("utf-8").splitlines()

    def begin(self, command: str) -> subprocess.Popen[str]:
        """Begin a command."""
        return subprocess.Popen(
            ["bash", "-c", command],
            cwd=self.folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def ask_seats(self, command: str) -> subprocess.Popen[str]:
        """Begin a command that asks the seats, and return once they have had the time to read the question."""
        program = self.begin(command)
        _wait(
            lambda: any(self._ask_sim(f"view {seat}")["view"].get("screen") == "preview" for seat in range(4)), command
        )
        self._ask_sim(f"wait {READ_MS}")
        return program

    def type_at_sim(self, line: str) -> None:
        """Type a line at the simulated tables, again until it is taken.

        A table waits for its start signal before it takes the dice.
        """
        words = " ".join(expand_command(line.split()))

        def is_taken() -> bool:
            if "error" in self._ask_sim(words):
                return False
            return line != "dice" or self._ask_sim("state")["phase"] == "playing"

        _wait(is_taken, line)
        self._table = line.split()[1] if line.startswith("use ") else self._table

    def follow_sim(self) -> None:
        """Wait until the service has every event of the simulated table that was typed at."""
        if self._log is not None:
            log, last = self._log, f"table={self._table} event={self._ask_sim('state')['n']} "
            _wait(lambda: last in log.read_text("utf-8"), last)

    def _ask_sim(self, line: str) -> dict[str, Any]:
        if self._sim is None:
            raise LookupError("no tenbo sim runs")
        entry = _pipe(self._sim.stdin)
        entry.write(line + "\n")
        entry.flush()
        answer: dict[str, Any] = json.loads(_pipe(self._sim.stdout).readline())
        return answer

    def _open(self, command: str, out: IO[str] | int) -> subprocess.Popen[str]:
        program = subprocess.Popen(
            ["bash", "-c", f"exec {command}"],
            cwd=self.folder,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.DEVNULL if out == subprocess.PIPE else subprocess.STDOUT,
            text=True,
        )
        self._programs.append(program)
        return program


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


def _wait(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited in vain for: {what}")
        time.sleep(POLL_S)


def run_page(text: str, folder: Path) -> list[list[Typed]]:
    """Type a page's blocks, one command after the other, and return for each block what came of its commands."""
    typed: list[list[Typed]] = []
    waiting: list[tuple[list[Typed], Step, subprocess.Popen[str]]] = []
    with Hall(folder) as hall:
        for block in blocks_of(text):
            results: list[Typed] = []
            typed.append(results)
            for step in block.steps:
                if block.how == "sim":
                    hall.type_at_sim(step.command)
                elif block.how == "background":
                    results.append(_started(step, hall.start(step.command)))
                elif block.how == "waits":
                    waiting.append((results, step, hall.ask_seats(step.command)))
                else:
                    results.append(_ended(step, hall.begin(step.command)))
            if block.how == "sim":
                hall.follow_sim()
            if block.how != "waits":
                for rows, step, program in waiting:
                    rows.append(_ended(step, program))
                waiting.clear()
    return typed


def _started(step: Step, printed: list[str]) -> Typed:
    return Typed(step, step.shown, all(matches(["...", line, "..."], printed) for line in step.shown))


def _ended(step: Step, program: subprocess.Popen[str]) -> Typed:
    said = program.communicate(timeout=PATIENCE_S)[0].splitlines()
    printed = [line for line in said if not LAST_STORE.fullmatch(line)]
    return Typed(step, printed, matches(step.shown, printed))


def main() -> int:
    """Compare the pages, or write into them what their commands print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write what the commands print into the pages")
    parser.add_argument("pages", nargs="*", metavar="PAGE", help=f"of {', '.join(PAGES)}")
    options = parser.parse_args()
    old = 0
    for name in options.pages or PAGES:
        path = ROOT / "docs" / f"{name}.md"
        text = path.read_text("utf-8")
        with tempfile.TemporaryDirectory() as folder:
            typed = run_page(text, Path(folder))
        for one in (one for block in typed for one in block if not one.is_shown):
            old += 1
            print(f"{name}: $ {one.step.command}", *one.printed, sep="\n", end="\n\n")
        if options.write:
            path.write_text(with_output(text, typed), "utf-8")
    return int(bool(old) and not options.write)


def with_output(text: str, typed: list[list[Typed]]) -> str:
    """Return a page in which every command that printed something else is followed by what it printed."""
    for block, results in reversed(list(zip(blocks_of(text), typed, strict=True))):
        rows = []
        for step, one in zip(block.steps, results, strict=False):
            rows += [f"$ {step.command}", *(step.shown if one.is_shown else map(str.rstrip, one.printed))]
        if results:
            text = text[: block.start] + "".join(block.indent + row + "\n" for row in rows) + text[block.end :]
    return text


if __name__ == "__main__":
    sys.exit(main())
