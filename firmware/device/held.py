"""What a seat sees while it holds a button at rest: differences, needs, its own ledger."""

from device import views
from device.keeper import Keeper
from device.language import Words
from tenbo_core.seats import WIND_NAMES, turn_order, wind_of
from tenbo_core.results import Result
from tenbo_core.table import Table

LINES = 4


def signed(points: int) -> str:
    """Give points with their sign."""
    return f"+{points}" if points > 0 else str(points)


def differences(words: Words, table: Table, seat: int) -> "object":
    """Show how far each of the others is ahead or behind."""
    mine = table.scores[seat]
    lines: "list[str]" = []
    for other in turn_order(seat):
        wind = words.say(seat, WIND_NAMES[wind_of(other, table.dealer)])
        lines.append(f"{wind} {signed(mine - table.scores[other])}")
    return views.message(words.say(seat, "Ahead of"), lines, "", "differences")


def own_ledger(words: Words, keeper: Keeper, seat: int) -> "object":
    """Show what moved this seat's points, the last first."""
    lines: "list[str]" = []
    for kind, deltas in reversed(keeper.history):
        if deltas[seat] and len(lines) < LINES:
            lines.append(f"{signed(deltas[seat])} {words.say(seat, kind)}")
    return views.message(words.say(seat, "My points"), lines or [words.say(seat, "nothing yet")], "", "ledger")


def final(words: Words, table: Table, seat: int) -> "object":
    """Show the result of a game that is over: this seat's place and how its total came about, then the others."""
    result = Result(table)
    lines = [f"{views.ordinal(result.places[seat])}   {signed(result.totals[seat])}"]
    parts = [f"{result.scores[seat]}"]
    for name, points in (("uma", result.uma[seat]), ("oka", result.oka[seat]), ("pen", result.penalties[seat])):
        if points:
            parts.append(f"{name} {signed(points)}")
    lines.append(" ".join(parts))
    for other in turn_order(seat):
        lines.append(
            f"{views.ordinal(result.places[other])} {who(words, table, seat, other)} {signed(result.totals[other])}"
        )
    return views.message(words.say(seat, "The game is over"), lines[:LINES], lines[LINES], "final")


def who(words: Words, table: Table, seat: int, other: int) -> str:
    """Give another player's name, or his wind."""
    return table.names[other] or words.say(seat, WIND_NAMES[wind_of(other, table.dealer)])
