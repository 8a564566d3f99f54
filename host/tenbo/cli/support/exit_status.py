"""The exit status of a command: an error becomes one sentence on standard error and a status by one rule.

0: done.  1: something was refused: a hand, a record, what a table or the desk does not allow now, a disk that is full.
2: wrong usage: a word is missing or unknown, or names a rule book or a file that there is not.  3: a service cannot use
its store, and a restart does not help: it is damaged, or another program's.  Above 128: ended by a signal.
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
import threading
from typing import TYPE_CHECKING, Any

from tenbo_core.errors import Malformed, StorageFault, TenboError

if TYPE_CHECKING:
    from collections.abc import Iterator

DONE, REFUSED, WRONG_USAGE, STORE_UNUSABLE = 0, 1, 2, 3

# Errors that name a rule book or a file that does not exist.
NOT_FOUND_CODES = ("unknown_rules", "no_file")


# A sentence repeats what was typed, which may be far longer: then its beginning and its end are shown.
LONGEST = 500


class WrongUsage(Malformed):
    """The words of the command line do not make a command."""

    def __init__(self, message: str) -> None:
        super().__init__("missing_field", message, "command line")


class StoreUnusable(StorageFault):
    """A service cannot begin with its store until a person has put another one in its place."""

    # The errors that a retry cannot fix.
    CODES = ("damaged", "unknown_format")


def exit_status(error: TenboError | OSError) -> int:
    """Return the exit status of a command that ends with an error."""
    if isinstance(error, StoreUnusable):
        return STORE_UNUSABLE
    if isinstance(error, OSError):
        return WRONG_USAGE if isinstance(error, FileNotFoundError | IsADirectoryError) else REFUSED
    return WRONG_USAGE if isinstance(error, WrongUsage) or error.code in NOT_FOUND_CODES else REFUSED


def error_sentence(error: TenboError | OSError) -> str:
    """Return an error as one sentence."""
    if isinstance(error, TenboError):
        sentence = error.message
    else:
        sentence = _os_error_sentence(error)
    if len(sentence) > LONGEST:
        sentence = f"{sentence[: LONGEST // 2]} ... {sentence[-LONGEST // 2 :]}"
    return sentence


# The meanings of the system's other errors, printed after the name.
ERRNO_SENTENCES = {
    errno.ELOOP: " is a link that leads to itself: name the file",
    errno.ENXIO: " cannot be read as a file: name another one",
    errno.ENAMETOOLONG: " is too long for the name of a file: name a shorter one",
    errno.EROFS: " is on a read-only disk: name a file elsewhere",
    errno.ENOSPC: " cannot be written because the disk is full: free some space, or name a file elsewhere",
}


def _os_error_sentence(error: OSError) -> str:
    """Return the system's error about a file as one sentence, with the remedy.

    >>> _os_error_sentence(FileNotFoundError(errno.ENOENT, "No such file", "game.jsonl"))
    'there is no file game.jsonl: check how its name is spelt'
    """
    name = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else str(error.filename or "")
    if not name:
        return str(error.strerror or error)
    folder = os.path.dirname(name)  # noqa: PTH120 - a name that may be of no path
    if isinstance(error, FileNotFoundError):
        if folder and not os.path.isdir(folder):  # noqa: PTH112 - same
            return f"there is no folder {folder}: create it, or name a file other than {name}"
        return f"there is no file {name}: check how its name is spelt"
    if isinstance(error, IsADirectoryError):
        return f"{name} is a folder: name a file"
    if isinstance(error, NotADirectoryError):
        return f"{folder} is a file, not a folder: name a file other than {name}"
    if isinstance(error, FileExistsError):
        return f"{name} already exists: name another file"
    if isinstance(error, PermissionError):
        if not os.path.lexists(name) and os.access(folder or ".", os.X_OK):
            where = f"the folder {folder}" if folder else "this folder"
            return (
                f"{name} cannot be created: you may not write in {where}; "
                "name a file elsewhere, or change the permissions"
            )
        return f"you may not read or write {name}: check its owner and permissions"
    return f"{name}{ERRNO_SENTENCES.get(error.errno or 0, f': {error.strerror or error}')}"


@contextlib.contextmanager
def exit_on_signals() -> Iterator[None]:
    """Raise an exception in a command on a signal to end or a closed terminal, so that it cleans up.

    A process that ignores the closing of its terminal, for example under nohup, goes on.
    """

    def end(number: int, _: Any) -> None:
        sys.exit(128 + number)

    before = {}
    if threading.current_thread() is threading.main_thread():
        # Windows closes no terminal by a signal.
        for number in (signal.SIGTERM, getattr(signal, "SIGHUP", None)):
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                before[number] = signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
