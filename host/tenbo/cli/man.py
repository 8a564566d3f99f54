"""`tenbo man`: print the manual page, made from the registry of commands and their help."""

from __future__ import annotations

import sys
import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from tenbo.cli.support.parser import Parser
    from tenbo.cli.support.registry import Command

EPILOG = """\
  tenbo man | man -l -                                     read it
  tenbo man > ~/.local/share/man/man1/tenbo.1              keep it for `man tenbo`
"""

ENDING = """\
.SH EXIT STATUS
.TP
0
Done.
.TP
1
Something was refused: a hand, a record, an action that a table or the desk does not allow now, or a
write to a full disk.
.TP
2
Wrong usage: a word is missing or unknown, or names a rule book or a file that does not exist.
.SH ENVIRONMENT
.TP
TENBO_STORE
The database file to use if --store does not name one. If this is not set either, the file that tenbo run used last is
taken, and every command prints its name on standard error.
.TP
TENBO_STATE
The folder for the store and the files beside it, if --store does not name a file.
.TP
NO_COLOR
If this is set to any value, no colours are printed.
.TP
TERM
If this is dumb, nothing is drawn: events are printed line by line.
"""


def add_arguments(_: argparse.ArgumentParser) -> None:
    """Declare no arguments: the page is whole."""


def run(_: argparse.Namespace) -> int:
    """Print the manual page."""
    sys.stdout.write("\n".join(manual_page_lines()) + "\n")
    return 0


def manual_page_lines() -> Iterator[str]:
    """Yield the lines of the manual page."""
    from tenbo import __version__
    from tenbo.cli.support.registry import FIRST_STEPS, GROUPS

    yield f'.TH TENBO 1 "" "tenbo {__version__}" "Tenbo"'
    yield ".SH NAME"
    yield r"tenbo \- electronic point sticks for riichi mahjong"
    yield ".SH SYNOPSIS"
    yield r".B tenbo"
    yield r"\fICOMMAND\fR [\fIoptions\fR]"
    yield ".SH DESCRIPTION"
    yield _text(FIRST_STEPS)
    for title, commands in GROUPS.items():
        yield f".SH {title.upper()}"
        for command in commands:
            yield from _command(command)
    yield ENDING.rstrip("\n")


def _command(command: Command) -> Iterator[str]:
    parser = command.parser()
    yield f".SS tenbo {command.name}"
    yield _text(command.does)
    for part, words in subcommand_parsers(parser):
        if part:
            yield ".PP"
            yield f".B {_text(part)}"
        for action in words.arguments():
            yield ".TP"
            yield _option_text(action)
            yield _text(
                (action.help or "") % {"default": action.default, "choices": ", ".join(map(str, action.choices or ()))}
            )
    if parser.epilog:
        yield ".PP"
        yield ".nf"
        yield from map(_text, textwrap.dedent(parser.epilog).rstrip("\n").splitlines())
        yield ".fi"


def subcommand_parsers(parser: Parser) -> Iterator[tuple[str, Parser]]:
    """Yield a command's parser and those of its parts, each with its name."""
    yield "", parser
    if parser.parts is not None:
        yield from parser.parts.choices.items()


def _option_text(action: argparse.Action) -> str:
    metavar = str(action.metavar or action.dest.upper())
    if not action.option_strings:
        return rf"\fI{_text(metavar)}\fR"
    names = ", ".join(rf"\fB{_text(name)}\fR" for name in action.option_strings)
    takes_value = action.nargs != 0
    return rf"{names} \fI{_text(metavar)}\fR" if takes_value else names


def _text(text: str) -> str:
    r"""Return a text as a line of the page: a hyphen is one, and no line begins with a dot.

    >>> _text(".tenbo --json")
    '\\&.tenbo \\-\\-json'
    """
    safe = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{safe}" if safe.startswith((".", "'")) else safe
