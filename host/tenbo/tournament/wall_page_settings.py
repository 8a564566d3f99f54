"""The settings of the wall pages."""

from __future__ import annotations

from typing import NamedTuple

from tenbo.validation.suggestions import quote_value, with_known
from tenbo_core.errors import Malformed
from tenbo_core.sentences import sentence

# What a wall can show, in the order of its pages.
SHOWS = ("clock", "tables", "seats", "standings")
MOST_WALLS = 99
LONGEST_TURN_S = 600
LONGEST_DELAY_S = 3600


class WallPageSettings(NamedTuple):
    """One wall: what it shows, how many seconds a page stays (0: for ever), and the delay of its game data."""

    shows: tuple[str, ...] = ("tables", "standings")
    turn: int = 15
    delay: int = 0


def make_wall_settings(
    wall: int, shows: list[str], turn: int = WallPageSettings().turn, delay: int = WallPageSettings().delay
) -> WallPageSettings:
    """Return the settings of a wall; raise an error for invalid ones.

    >>> make_wall_settings(2, ["clock"]).turn
    15
    """
    for word in shows:
        if word not in SHOWS:
            unknown = sentence("wall_content_unknown", "a wall screen cannot show {word}", word=quote_value(word))
            raise Malformed("bad_field", with_known(unknown, word, SHOWS), "shows")
    if not shows:
        raise Malformed(
            "bad_field",
            sentence("wall_content", "a wall screen must show one or more of: {shows}", shows=", ".join(SHOWS)),
            "shows",
        )
    for name, value, least, most in (
        ("wall", wall, 1, MOST_WALLS), ("turn", turn, 0, LONGEST_TURN_S), ("delay", delay, 0, LONGEST_DELAY_S),
    ):  # fmt: skip
        if not least <= value <= most:
            raise Malformed(
                "bad_field",
                sentence(
                    "out_of_range",
                    "{name} must be {least} to {most}, not {value}",
                    name=name,
                    least=least,
                    most=most,
                    value=value,
                ),
                name,
            )
    return WallPageSettings(tuple(shows), turn, delay)
