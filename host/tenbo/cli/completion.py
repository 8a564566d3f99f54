"""`tenbo completion`: print the completion script of a shell, and the words that it asks for."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from tenbo.cli.support.parser import Parser

EPILOG = """\
Completes commands, parts, options, rule books, seats, winds and files. Put one line into your shell's start-up file:

  eval "$(tenbo completion bash)"                                         # ~/.bashrc
  eval "$(tenbo completion zsh)"                                          # ~/.zshrc, after compinit
  tenbo completion fish > ~/.config/fish/completions/tenbo.fish           # run once
"""

BASH = """\
_tenbo() {
    local IFS=$'\\t' kind= word does
    COMPREPLY=()
    while read -r word does; do
        if [ -z "$kind" ]; then kind=$word; else COMPREPLY+=("$word"); fi
    done < <(tenbo completion bash --words="${COMP_WORDS[*]:1:COMP_CWORD}" 2>/dev/null)
    if [ "$kind" = files ]; then compopt -o default 2>/dev/null; fi
}
complete -F _tenbo tenbo
"""

ZSH = """\
#compdef tenbo
_tenbo() {
    local -a rows
    rows=("${(@f)$(tenbo completion zsh --words="${(pj:\\t:)words[2,CURRENT]}" 2>/dev/null)}")
    local kind=$rows[1]
    shift rows
    rows=("${(@)rows//:/\\\\:}")
    rows=("${(@)rows/$'\\t'/:}")
    (( $#rows )) && _describe -V tenbo rows
    [[ $kind == files ]] && _files
}
if [[ $funcstack[1] == _tenbo ]]; then _tenbo "$@"; else compdef _tenbo tenbo; fi
"""

FISH = """\
function __tenbo_words
    set -l tokens (commandline -opc)
    set -l current (commandline -ct)
    test (count $current) -eq 0; and set current ''
    set -l rows (tenbo completion fish --words=(string join \\t -- $tokens[2..-1] $current[1]) 2>/dev/null)
    test "$rows[1]" = files; and __fish_complete_path $current[1]
    set -e rows[1]
    printf '%s\\n' $rows
end
complete -c tenbo -f -k -a '(__tenbo_words)'
"""

# The words that may replace a command.
ALONE = {
    "help": "list the commands, or explain one of them",
    "--help": "list the commands",
    "--version": "print the version",
}

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("shell", choices=tuple(SCRIPTS), help="the shell: %(choices)s")
    parser.add_argument(
        "--words", metavar="WORDS", help="the words typed so far, separated by tabs; print completions of the last one"
    )


def run(args: argparse.Namespace) -> int:
    """Print the lines for a shell, or how a word may end."""
    if args.words is None:
        sys.stdout.write(SCRIPTS[args.shell])
        return 0
    takes_files, candidates = completions(args.words.split("\t"))
    rows = ["files" if takes_files else "words", *(f"{word}\t{does}" for word, does in candidates)]
    sys.stdout.write("\n".join(rows) + "\n")
    return 0


def completions(words: list[str]) -> tuple[bool, list[tuple[str, str]]]:
    """Return whether a file may stand at the end of a command line, and the words that may, with what they do.

    >>> completions(["rules", "sh"])
    (False, [('show', 'show one book, switch by switch')])
    """
    from tenbo.cli.support.registry import COMMANDS

    *before, last = words or [""]
    commands = {command.name: command for command in COMMANDS}
    if not before or before == ["help"]:
        alone = {} if before else ALONE
        known: Iterator[tuple[str, str]] = iter(
            [*((command.name, command.does) for command in COMMANDS), *alone.items()]
        )
        takes_files = False
    elif before[0] in commands:
        takes_files, known = _completions_after(commands[before[0]].parser(), before[1:], last)
    else:
        return False, []
    return takes_files, [(word, does) for word, does in known if word.startswith(last)]


def _completions_after(parser: Parser, before: list[str], last: str) -> tuple[bool, Iterator[tuple[str, str]]]:
    """Return the words that may follow the words of one command."""
    place = 0
    option: argparse.Action | None = None
    for word in before:
        if option is not None:
            option = None
        elif word.startswith("-"):
            option = _option_expecting_value(parser, word)
        elif parser.parts is not None:
            if word not in parser.parts.choices:
                return False, iter(())
            parser = parser.parts.choices[word]
        else:
            place += 1
    if option is not None:
        return _takes_file(option), _values(option)
    if last.startswith("-"):
        return False, _options(parser)
    if parser.parts is not None:
        return False, iter(parser.parts.helps.items())
    positionals = [action for action in parser.arguments() if not action.option_strings]
    if place >= len(positionals) and not (positionals and positionals[-1].nargs == "+"):
        return False, _options(parser)
    here = positionals[min(place, len(positionals) - 1)]
    return _takes_file(here), _values(here)


def _option_expecting_value(parser: Parser, word: str) -> argparse.Action | None:
    """Return the option that a word names, if a value follows it."""
    action = next((action for action in parser.arguments() if word in action.option_strings), None)
    return action if action is not None and action.nargs is None else None


def _takes_file(action: argparse.Action) -> bool:
    return action.type is Path or action.metavar in ("FILE", "DIR", "BOOK")


def _options(parser: Parser) -> Iterator[tuple[str, str]]:
    for action in parser.arguments():
        for name in action.option_strings:
            yield name, _meaning(action)


def _values(action: argparse.Action) -> Iterator[tuple[str, str]]:
    """Yield the words that an argument may be, where they are known."""
    from tenbo.cli.support.argument_types import WIND_WORDS, WINDS
    from tenbo.rulebooks.rulebook_ids import IDS

    if action.choices is not None:
        yield from ((str(choice), "") for choice in action.choices)
    elif action.metavar == "BOOK":
        yield from ((name, "rule book") for name in IDS)
    elif action.metavar in ("SEAT", "WIND"):
        yield from zip(WINDS, WIND_WORDS, strict=True)


def _meaning(action: argparse.Action) -> str:
    return (action.help or "").partition(" (default")[0].partition(":")[0] % {"default": action.default}
