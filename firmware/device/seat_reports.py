"""What a seat sees while it holds a button at rest: differences, needs, its own ledger."""

from micropython import const

from device import views
from device.keeper import Keeper
from device.language import Words
from device.win_values import LIMIT_NAMES
from tenbo_core.places import places
from tenbo_core.points import LIMIT_HAN
from tenbo_core.results import GameResult
from tenbo_core.seats import WIND_NAMES, turn_order, wind_of
from tenbo_core.table import Table

_LINES = const(4)


def signed(points: int) -> str:
    """Return points with their sign."""
    return f"+{points}" if points > 0 else str(points)


def table_of(keeper: Keeper) -> Table:
    """Return the table; a seat can look only while there is one."""
    assert keeper.table is not None
    return keeper.table


def differences(words: Words, keeper: Keeper, seat: int) -> "object":
    """Show how far each of the others is ahead or behind."""
    table = table_of(keeper)
    mine = table.scores[seat]
    lines: "list[str]" = []
    for other in turn_order(seat):
        wind = words.say(seat, WIND_NAMES[wind_of(other, table.dealer)])
        lines.append(f"{wind} {signed(mine - table.scores[other])}")
    return views.message(words.say(seat, "Ahead of"), lines, "", "differences")


def needed(words: Words, keeper: Keeper, seat: int) -> "object":
    """Show the cheapest win by tsumo and from each opponent that reaches the next place, or keeps the first."""
    table = table_of(keeper)
    from tenbo_core.needs import needs  # only when somebody asks: it is a search

    found = needs(table, seat)
    now = places(table)[seat]
    target = max(1, now - 1)
    lines = []
    for need in found:
        if need.place == target:
            how = words.say(seat, "tsumo") if need.source == seat else who(words, table, seat, need.source)
            lines.append(f"{how} {cheapest(words, seat, need)}")
    title = words.say(seat, "To keep {}" if now == 1 else "To be {}", words.say(seat, views.ordinal(target)))
    return views.message(title, lines or [words.say(seat, "not with a dead hand")], "", "needs")


def cheapest(words: Words, seat: int, need: "object") -> str:
    """Return the cheapest value of a need in few letters."""
    if not need.values:  # type: ignore[attr-defined]
        return words.say(seat, "impossible")
    win = need.values[0]  # type: ignore[attr-defined]
    if win.yakuman:
        return "Yakuman" if win.yakuman == 1 else f"{win.yakuman}x Yakuman"
    if win.fu:
        return f"{win.han} han {win.fu} fu"
    names = [name for han, name in zip(LIMIT_HAN, LIMIT_NAMES) if han <= win.han]
    return names[-1] if names else f"{win.han} han"


def own_ledger(words: Words, keeper: Keeper, seat: int) -> "object":
    """Show what moved this seat's points, the last first."""
    lines: "list[str]" = []
    for kind, deltas in reversed(keeper.history):
        if deltas[seat] and len(lines) < _LINES:
            lines.append(f"{signed(deltas[seat])} {words.say(seat, kind)}")
    return views.message(words.say(seat, "My points"), lines or [words.say(seat, "nothing yet")], "", "ledger")


def final(words: Words, keeper: Keeper, seat: int) -> "object":
    """Show the result of a game that is over: this seat's place and how its total came about, then the others."""
    table = table_of(keeper)
    result = GameResult(table)
    ranks = [words.say(seat, views.ordinal(place)) for place in result.places]
    lines = [f"{ranks[seat]}   {signed(result.totals[seat])}", f"{result.scores[seat]}"]
    added = []
    for name, points in (("uma", result.uma[seat]), ("oka", result.oka[seat]), ("pen", result.penalties[seat])):
        if points:
            added.append(f"{words.say(seat, name)} {signed(points)}")
    # Two parts stand on a line; all three would not.
    lines[1] = " ".join(lines[1:] + added[:1])
    if added[1:]:
        lines.append(" ".join(added[1:]))
    for other in turn_order(seat):
        lines.append(f"{ranks[other]} {who(words, table, seat, other)} {signed(result.totals[other])}")
    return views.message(words.say(seat, "The game is over"), lines, "", "final")


def who(words: Words, table: Table, seat: int, other: int) -> str:
    """Return another player's name, or the wind."""
    return table.names[other] or words.say(seat, WIND_NAMES[wind_of(other, table.dealer)])
