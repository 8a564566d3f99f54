"""The result of a game that is over, as a seat sees it."""

from device import views
from device.views import player_name, signed
from tenbo_core.results import GameResult
from tenbo_core.seats import turn_order

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Table, TextView, Words


def result_view(words: "Words", table: "Table", seat: int) -> "TextView":
    """Return this seat's place and how its total is made up, then the others."""
    result = GameResult(table)
    ranks = [words.say(seat, views.ordinal(place)) for place in result.places]
    lines = [f"{ranks[seat]}   {signed(result.totals[seat])}", f"{result.scores[seat]}"]
    added = []
    for name, points in (("uma", result.uma[seat]), ("oka", result.oka[seat]), ("pen", result.penalties[seat])):
        if points:
            added.append(f"{words.say(seat, name)} {signed(points)}")
    # Two parts fit on a line, three do not.
    lines[1] = " ".join(lines[1:] + added[:1])
    if added[1:]:
        lines.append(" ".join(added[1:]))
    for other in turn_order(seat):
        lines.append(f"{ranks[other]} {player_name(words, table, seat, other)} {signed(result.totals[other])}")
    return views.message(words.say(seat, "The game is over"), lines, "", "final")
