"""Replaced words of the command line: each is accepted for one release, and no help, completion or page shows it."""

from __future__ import annotations

# By the program or part that reads them: a command, a part, an option or an argument, and the words it stands for now.
ALIASES: dict[str, dict[str, tuple[str, ...]]] = {
    "tenbo": {"settle": ("hand",)},
    "tenbo session": {
        "enter": ("add",),
        "strike": ("unrank",),
        "out": ("close-table",),
        "takeback": ("revert",),
        "forget": ("erase-name",),
        "about": ("edit",),
        "release": ("publish",),
    },
    "tenbo tables": {"--bind": ("--assign",), "--free": ("--unassign",)},
    "tenbo clock": {
        "keep": ("resolve", "--keep-table-time"),
        "move": ("resolve", "--use-computer-time"),
    },
    "tenbo desk": {"--believe": ("--choose",), "--doubts": ("--conflicts",), "--take-back": ("--cancel",)},
    "tenbo rehearse": {"--kill": ("--fault",)},
}


def replace_alias(program: str, word: str) -> list[str]:
    """Return the current form of a word for a program or part: itself, unless it was replaced.

    >>> replace_alias("tenbo clock", "keep"), replace_alias("tenbo tables", "--bind=7=3"), replace_alias("tenbo", "run")
    (['resolve', '--keep-table-time'], ['--assign=7=3'], ['run'])
    """
    name, equals, value = word.partition("=") if word.startswith("-") else (word, "", "")
    first, *more = ALIASES.get(program, {}).get(name, (name,))
    return [f"{first}{equals}{value}", *more]
