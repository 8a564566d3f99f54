"""Reads a server's recorded game as a `Game`, for programs."""

from __future__ import annotations

from tenbo.formats.logs.file_reader import read_game
from tenbo.formats.logs.rule_inference import convert_game
from tenbo.game.game import Game


def read_log(log: str | bytes) -> Game:
    """Return the game that a server has recorded: the JSON of tenhou.net/6, the XML of mjlog, packed or not.

    It follows our own rules as far as possible; `tenbo import` reports the differences from the record.
    """
    return Game.replay(convert_game(read_game(log.encode() if isinstance(log, str) else log)).records)
