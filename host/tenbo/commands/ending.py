"""How a command ends: what is wrong is one sentence on standard error, and one rule makes it an exit status.

0: done.  1: something was refused: a hand, a record, what a table or the desk does not allow now, a disk that is full.
2: wrong usage: a word is missing or unknown, or names a rule book or a file that there is not.
"""

from __future__ import annotations

from tenbo_core.errors import Malformed, TenboError

DONE, REFUSED, WRONG_USAGE = 0, 1, 2

# What somebody has named that there is not.
NOT_THERE = ("unknown_rules", "no_file")


# A sentence repeats what was typed, which may be far longer: then its beginning and its end are shown.
LONGEST = 500


class WrongUsage(Malformed):
    """The words of the command line do not make a command."""

    def __init__(self, message: str) -> None:
        super().__init__("missing_field", message, "command line")


def status_of(error: TenboError | OSError) -> int:
    """Return the exit status of a command that ends with an error."""
    if isinstance(error, OSError):
        return WRONG_USAGE if isinstance(error, FileNotFoundError | IsADirectoryError) else REFUSED
    return WRONG_USAGE if isinstance(error, WrongUsage) or error.code in NOT_THERE else REFUSED


def sentence_of(error: TenboError | OSError) -> str:
    """Return what is wrong, in one sentence."""
    if isinstance(error, TenboError):
        sentence = error.message
    else:
        where = f"{error.filename}: " if error.filename else ""
        sentence = f"{where}{error.strerror or error}"
    if len(sentence) > LONGEST:
        sentence = f"{sentence[: LONGEST // 2]} ... {sentence[-LONGEST // 2 :]}"
    return sentence
