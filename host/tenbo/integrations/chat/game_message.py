"""The message about a finished game, as the body that a chat's webhook takes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tenbo.client.webhook_client import DISCORD
from tenbo.validation.points_text import points_text, signed_points_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tenbo.tournament.series.series_games import SeriesGame

PLACES = ("1st", "2nd", "3rd", "4th")
SEATS = ("East", "South", "West", "North")
# What Discord would show as bold, code or a quotation.
MARKUP = re.compile(r"([\\*_~`|>\[\]#@<-])")


def message_body(form: str, game: SeriesGame, names: Mapping[int, str] | None) -> dict[str, object]:
    """Return the body about a game for Discord or Slack; without `names` the players are their seats."""
    if form == DISCORD:
        # A name such as @everyone calls no one.
        lines = game_lines(game, names and {player: MARKUP.sub(r"\\\1", name) for player, name in names.items()})
        return {"content": "\n".join(lines), "allowed_mentions": {"parse": []}}
    escaped = names and {player: _escape_for_slack(name) for player, name in names.items()}
    return {"text": "\n".join(game_lines(game, escaped))}


def game_lines(game: SeriesGame, names: Mapping[int, str] | None) -> list[str]:
    """Return the lines about a game: where it was played, and each seat's place, points and total."""
    where = "On paper" if game.table is None else f"Table {game.table}"
    order = sorted(range(len(game.players)), key=lambda seat: (game.places[seat], seat))
    rows = [
        f"{PLACES[game.places[seat] - 1]} {_name(game, names, seat)}: {points_text(game.scores[seat])} "
        f"({signed_points_text(game.totals[seat])})"
        for seat in order
    ]
    return [f"{where}, {game.date}: the game has ended.", *rows]


def _name(game: SeriesGame, names: Mapping[int, str] | None, seat: int) -> str:
    if names is None:
        return SEATS[seat]
    player = game.players[seat]
    return names.get(player) or (f"Player {player}" if player else "Guest")


def _escape_for_slack(name: str) -> str:
    return name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
