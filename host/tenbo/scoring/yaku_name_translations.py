"""What the name of a yaku means in a language, read when it is first asked for: a score needs none."""

from __future__ import annotations

from importlib import import_module

# Answers of the API and the list of yaku have these beside the English.
NAMED = {"german": "de", "dutch": "nl", "french": "fr"}


def yaku_meanings(language: str) -> dict[str, str]:
    """Return what the names of all yaku mean in a language other than English, by the name of the yaku.

    >>> yaku_meanings("fr")["chiitoitsu"]
    'sept paires'
    """
    words: dict[str, str] = import_module(f"tenbo.scoring.languages.{language}").WORDS
    return words
