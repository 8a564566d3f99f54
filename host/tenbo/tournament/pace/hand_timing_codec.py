"""The hands of a finished game as a short text for the cache, and back."""

from __future__ import annotations

import json

from tenbo.tournament.pace.game_timing import HandTiming, WinGain


def format_hands(hands: list[HandTiming]) -> str:
    """Return hands as a text."""
    return json.dumps(hands, separators=(",", ":"))


def parse_hands(text: str) -> list[HandTiming] | None:
    """Return the hands of such a text, or None if another program has stored something else.

    >>> hand = HandTiming("E1-0", 0, 5, 60, "win", 0, (1,), (WinGain(1, 0, 3900),), (), True)
    >>> parse_hands(format_hands([hand]))[0].won
    (WinGain(seat=1, source=0, points=3900),)
    >>> parse_hands("[[1]]") is None
    True
    """
    try:
        return [
            HandTiming(name, dealer, begun, ended, ending, settling, tuple(riichi), tuple(WinGain(*win) for win in won),
                       tuple(tenpai), stays)
            for name, dealer, begun, ended, ending, settling, riichi, won, tenpai, stays in json.loads(text)
        ]  # fmt: skip
    except (RecursionError, TypeError, ValueError):
        return None
