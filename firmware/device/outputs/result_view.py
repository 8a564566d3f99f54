"""The result of a game that is over, as a seat sees it."""

from device.outputs import views
from device.outputs.views import player_name, signed_text
from tenbo_core.results import GameResult
from tenbo_core.seats import turn_order

if False:  # for the type checker alone, and gone when compiled
    from device.parts import SeatLanguages, Table, TextView


def result_view(words: "SeatLanguages", table: "Table", seat: int) -> "TextView":
    """Return this seat's place and how its total is made up, then the others."""
    result = GameResult(table)
    ranks = [words.localize(seat, views.ordinal(place)) for place in result.places]
    total = signed_text(result.totals[seat])
    added = [str(result.scores[seat])]
    for name, points in (("uma", result.uma[seat]), ("oka", result.oka[seat]), ("pen", result.penalties[seat])):
        if points:
            added.append(f"{words.localize(seat, name)} {signed_text(points)}")
    # Two parts fit on a line, three do not.
    details = [" ".join(added[:2])] + ([" ".join(added[2:])] if added[2:] else [])
    others = []
    for other in turn_order(seat, table.rules.players):
        others.append(f"{ranks[other]} {player_name(words, table, seat, other)}\t{signed_text(result.totals[other])}")
    title = words.localize(seat, "The game is over")
    view = views.message_view(
        title, [f"{ranks[seat]}   {total}"] + details + others, screen="final", corner=ranks[seat]
    )
    return views.with_amount(view, total.encode(), [], details + others)
