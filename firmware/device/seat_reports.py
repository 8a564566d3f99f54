"""What a seat sees while it holds a button and the table is idle: differences, needs, its own ledger."""

from micropython import const

from device import views
from device.keeper import Keeper
from device.language import Words
from device.views import player_name, signed
from device.win_values import LIMIT_NAMES
from tenbo_core.places import places
from tenbo_core.points import LIMIT_HAN
from tenbo_core.seats import WIND_NAMES, turn_order, wind_of
from tenbo_core.table import Table

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Need, TextView

_LINES = const(4)


def table_of(keeper: Keeper) -> Table:
    """Return the table; reports are shown only while there is one."""
    assert keeper.table is not None
    return keeper.table


def differences(words: Words, keeper: Keeper, seat: int) -> "TextView":
    """Return how far this seat is ahead of each of the others, or behind."""
    table = table_of(keeper)
    mine = table.scores[seat]
    lines: "list[str]" = []
    for other in turn_order(seat):
        wind = words.say(seat, WIND_NAMES[wind_of(other, table.dealer)])
        lines.append(f"{wind} {signed(mine - table.scores[other])}")
    return views.message(words.say(seat, "Ahead of"), lines, "", "differences")


def needed(words: Words, keeper: Keeper, seat: int) -> "TextView":
    """Return the cheapest win by tsumo and from each opponent that reaches the next place, or keeps the first."""
    table = table_of(keeper)
    from tenbo_core.needs import needs  # loaded on request only: it is a search

    now = places(table)[seat]
    target = max(1, now - 1)
    lines = []
    for need in needs(table, seat):
        if need.place == target:
            how = words.say(seat, "tsumo") if need.source == seat else player_name(words, table, seat, need.source)
            lines.append(f"{how} {cheapest(words, seat, need)}")
    title = words.say(seat, "To keep {}" if now == 1 else "To be {}", words.say(seat, views.ordinal(target)))
    return views.message(title, lines or [words.say(seat, "not with a dead hand")], "", "needs")


def cheapest(words: Words, seat: int, need: "Need") -> str:
    """Return the cheapest value of a need in a few characters."""
    if not need.values:
        return words.say(seat, "impossible")
    win = need.values[0]
    if win.yakuman:
        return "Yakuman" if win.yakuman == 1 else f"{win.yakuman}x Yakuman"
    if win.fu:
        return f"{win.han} han {win.fu} fu"
    names = [name for han, name in zip(LIMIT_HAN, LIMIT_NAMES) if han <= win.han]
    return names[-1] if names else f"{win.han} han"


def own_ledger(words: Words, keeper: Keeper, seat: int) -> "TextView":
    """Return the events that moved this seat's points, the last first."""
    lines: "list[str]" = []
    for kind, deltas in reversed(keeper.history):
        if deltas[seat] and len(lines) < _LINES:
            lines.append(f"{signed(deltas[seat])} {words.say(seat, kind)}")
    return views.message(words.say(seat, "My points"), lines or [words.say(seat, "nothing yet")], "", "ledger")
