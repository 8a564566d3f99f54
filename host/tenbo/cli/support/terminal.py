"""The abilities of an output stream: the characters and colours that it can print, its size, and a screen."""

from __future__ import annotations

import codecs
import os
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import IO, Self

# ASCII replacements of lines and dots, for a terminal without Unicode.
_PLAIN = str.maketrans("─│┌┐└┘├┤•·–—→←…’“”×", '-|++++++**--><.\'""x')

_COLOURS = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}

_HANDLER = "tenbo"


def open_closed_streams() -> None:
    """Replace streams that were closed before the program began by the null device: `tenbo sim <&-`.

    The lowest numbers are taken first, so that no store or port gets the number of a stream.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - until the end


def replace_unprintable(stream: IO[str]) -> None:
    """Let a stream print every letter, one that it does not have as a plain one; JSON keeps them all, escaped."""
    if isinstance(stream, TextIOWrapper) and stream.errors in ("strict", "backslashreplace"):
        codecs.register_error(_HANDLER, _replace)
        stream.reconfigure(errors=_HANDLER)


def _replace(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    if error.object.lstrip().startswith(("{", "[")):
        units = letters.encode("utf-16-be", "surrogatepass").hex()
        return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4)), error.end
    plain = letters.translate(_PLAIN)
    return "".join(letter if letter.isascii() else "?" for letter in plain), error.end


def terminal_id() -> str:
    """Return an id of this terminal, the same for every command that is typed in it; "" if the input is no terminal."""
    from hashlib import blake2b

    if not sys.stdin.isatty():
        return ""
    # A terminal's programs are one session; on systems without sessions, the children of one shell.
    session = os.getsid(0) if hasattr(os, "getsid") else os.getppid()
    return blake2b(f"{session}".encode(), digest_size=8).hexdigest()


def can_encode(stream: IO[str], letters: str) -> bool:
    """Return whether a stream can print some letters, for example the dots of a display."""
    try:
        letters.encode(getattr(stream, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def is_drawable_terminal(stream: IO[str]) -> bool:
    """Return whether a stream is a terminal that can be drawn on: TERM=dumb can only be written to."""
    return stream.isatty() and os.environ.get("TERM", "dumb") not in ("", "dumb")


def has_colours(stream: IO[str]) -> bool:
    """Return whether a stream shows colours, and its reader wants them (NO_COLOR says no)."""
    return is_drawable_terminal(stream) and not os.environ.get("NO_COLOR")


def coloured(text: str, colour: str, *, on: bool) -> str:
    """Return a text in a colour, if `on`."""
    return f"\x1b[{_COLOURS[colour]}m{text}\x1b[0m" if on and text else text


def strip_colours(text: str) -> str:
    r"""Return a text without its colours.

    >>> strip_colours("\x1b[31mred\x1b[0m")
    'red'
    """
    words = text.split("\x1b[")
    return words[0] + "".join(word.partition("m")[2] for word in words[1:])


def terminal_size(usual: tuple[int, int] = (80, 24)) -> tuple[int, int]:
    """Return the columns and lines of the terminal."""
    from shutil import get_terminal_size

    return get_terminal_size(usual)


class Screen:
    """The alternate screen of a terminal: drawing on it leaves the normal screen unchanged."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def __enter__(self) -> Self:
        self._stream.write("\x1b[?1049h\x1b[?25l")
        return self

    def draw(self, rows: list[str]) -> None:
        """Redraw the whole screen without flicker: each row clears the rest of its line."""
        self._stream.write("\x1b[H" + "\x1b[K\n".join(rows) + "\x1b[K\x1b[J")
        self._stream.flush()

    def __exit__(self, *_: object) -> None:
        self._stream.write("\x1b[?25h\x1b[?1049l")
        self._stream.flush()
