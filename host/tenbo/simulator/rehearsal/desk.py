"""The desk of a rehearsal: runs the organiser's commands one after another, and shows the output of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    # Runs one command of tenbo: its exit status, and what it printed.
    Say = Callable[[list[str]], tuple[int, str]]

# Of a longer answer the first and the last lines are shown.
FIRST_LINES, LAST_LINES = 4, 2


class CommandResult(NamedTuple):
    """The exit status and the output of a command."""

    status: int
    text: str


class DrillDesk:
    """Runs commands on one store, and shows each with its answer as a terminal would."""

    def __init__(self, store: str, say: Say, show: Callable[[str], None]) -> None:
        self._store = store
        self._run_command = say
        self._show = show

    def run(self, *words: object) -> CommandResult:
        """Run a command, show it and return its answer."""
        typed = [str(word) for word in words]
        self._show("  $ tenbo " + " ".join(f'"{word}"' if " " in word else word for word in typed))
        answer = self.run_quietly(*typed)
        for line in abbreviate_lines(answer.text):
            self._show("    " + line)
        return answer

    def run_quietly(self, *words: object) -> CommandResult:
        """Run a command without showing it."""
        return CommandResult(*self._run_command([*(str(word) for word in words), "--store", self._store]))


def abbreviate_lines(text: str) -> list[str]:
    r"""Return the lines of an answer, of a long one the first and the last.

    >>> abbreviate_lines("1\n2\n3\n4\n5\n6\n7\n8\n")
    ['1', '2', '3', '4', '... 2 more lines', '7', '8']
    """
    lines = text.splitlines()
    more = len(lines) - FIRST_LINES - LAST_LINES
    if more < 2:
        return lines
    return [*lines[:FIRST_LINES], f"... {more} more lines", *lines[-LAST_LINES:]]
