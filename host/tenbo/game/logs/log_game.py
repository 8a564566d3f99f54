"""Reads a server's recorded game as a `Game`, for programs."""

from __future__ import annotations

from tenbo.game.game import Game
from tenbo.game.logs.file_reader import read_game
from tenbo.game.logs.rule_inference import convert_game


def read_log(log: str | bytes) -> Game:
    """Return the game that a server has recorded: the JSON of tenhou.net/6, the XML of mjlog, packed or not.

    It is told by our own rules as far as they go; `tenbo import` says what differs from the record.
    """
    return Game.replay(convert_game(read_game(log.encode() if isinstance(log, str) else log)).records)
