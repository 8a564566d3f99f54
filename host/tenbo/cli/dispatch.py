"""The command line's entry point: finds the command in the registry, runs it, and returns its exit status."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING

from tenbo import __version__
from tenbo.cli.support.deprecated_aliases import replace_alias
from tenbo.cli.support.exit_status import WrongUsage, error_sentence, exit_on_signals, exit_status
from tenbo.cli.support.registry import NAMES, find_command, usage
from tenbo.cli.support.terminal import open_closed_streams, replace_unprintable
from tenbo.cli.support.text_layout import print_text
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status, by the one rule of `tenbo.cli.support.exit_status`."""
    words = list(sys.argv[1:] if argv is None else argv)
    open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        replace_unprintable(stream)
    try:
        with exit_on_signals():
            return _run_to_status(words)
    finally:
        # A log that cannot be flushed must not become Python's own exit status.
        try:
            sys.stderr.flush()
        except (OSError, ValueError):
            _discard_output(sys.stderr)


def _run_to_status(words: list[str]) -> int:
    try:
        try:
            return _run(words)
        finally:
            # Flushed here, and not when Python ends: an error could not be reported there.
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output went away: `tenbo ... | head`. Nothing is wrong.
        _discard_output(sys.stdout)
        return 0
    except (TenboError, OSError) as error:
        if isinstance(error, OSError):
            _discard_output(sys.stdout)
        name = "tenbo"
        if words and (command := replace_alias(name, words[0])[0]) in NAMES:
            name = f"tenbo {command}"
        print_text(f"{name}: {error_sentence(error)}\n", sys.stderr)
        return exit_status(error)
    except KeyboardInterrupt:
        return 130


def _run(words: list[str]) -> int:
    if not words or all(word in ("help", "-h", "--help") for word in words):
        sys.stdout.write(usage())
        return 0 if words else 2
    if words[0] in ("-V", "--version"):
        _refuse_extra_words(words)
        sys.stdout.write(f"tenbo {__version__}\n")
        return 0
    if words[0] in ("help", "-h", "--help"):
        words = [*words[1:], "--help"]
    command = find_command(words[0])
    args = command.parser().parse_words(words[1:])
    status: int = command.load().run(args)
    return status


def _refuse_extra_words(words: list[str]) -> None:
    """Refuse words after one that takes none."""
    if len(words) > 1:
        raise WrongUsage(f"{words[1]!r} is one word too many: {words[0]} takes no others")


def _discard_output(stream: IO[str]) -> None:
    """Discard the remaining output: its reader has gone, or its disk is full."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
