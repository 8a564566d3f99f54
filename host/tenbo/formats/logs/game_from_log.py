"""Reads a server's recorded game as a `Game`, for programs."""

from __future__ import annotations

from tenbo.formats.logs.file_reader import read_game
from tenbo.formats.logs.rule_inference import convert_game
from tenbo.game.game import Game
from tenbo.validation.suggestions import quote_value
from tenbo_core.errors import Malformed


def read_recorded_game(log: str | bytes) -> Game:
    """Return the game that a server has recorded: the JSON of tenhou.net/6, the XML of mjlog, packed or not.

    `log` is what the file holds. The game follows our own rules as far as possible; `tenbo import` reports the
    differences from the record.

    >>> seat = "[11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24], [25], [60]"
    >>> hand = f'[0, 0, 0], [25000, 25000, 25000, 25000], [11], [], {seat}, {seat}, {seat}, {seat}'
    >>> drawn = '["流局", [1500, 1500, -1500, -1500]]'
    >>> import tenbo
    >>> tenbo.read_recorded_game(f'{{"name": ["Anna", "Ben", "Carla", "Dai"], "log": [[{hand}, {drawn}]]}}')
    <Game tenhou E1-1 between hands: 26500 26500 23500 23500>
    """
    if not isinstance(log, (str, bytes)):
        raise Malformed("bad_field", f"a log is the text or the bytes of its file, not {quote_value(log)}", "log")
    return Game.replay(convert_game(read_game(log.encode() if isinstance(log, str) else log)).records)
