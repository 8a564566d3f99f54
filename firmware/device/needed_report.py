"""What a seat sees while it holds DOWN and the table is idle: the cheapest wins that gain a place."""

from device import views
from device.keeper import Keeper
from device.language import Words
from device.views import player_name
from tenbo_core import points
from tenbo_core.needs import search
from tenbo_core.places import place_of
from tenbo_core.rules import Rules

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Iterator, Need, TextView


def needed(words: Words, keeper: Keeper, seat: int) -> "Iterator[TextView | None]":
    """Yield None after each step of the search, then the wins that reach the next place, or keep the first."""
    table = keeper.table
    assert table is not None
    now = place_of(table, seat)
    target = max(1, now - 1)
    lines = []
    for need in search(table, seat, [target]):
        if need is not None:
            how = words.say(seat, "tsumo")
            if need.source != seat:
                how = f"{views.arrow(seat, need.source)} {player_name(words, table, seat, need.source)}"
            lines.append(f"{how}\t{cheapest(words, table.rules, seat, need)}")
        yield None
    title = words.say(seat, "To keep {}" if now == 1 else "To be {}", words.say(seat, views.ordinal(target)))
    yield views.message(title, lines or [words.say(seat, "not with a dead hand")], screen="needs")


def cheapest(words: Words, rules: Rules, seat: int, need: "Need") -> str:
    """Return the cheapest value of a need in a few characters."""
    if not need.values:
        return words.say(seat, "impossible")
    win = need.values[0]
    if win.yakuman:
        return "Yakuman" if win.yakuman == 1 else f"{win.yakuman}x Yakuman"
    if win.fu:
        return f"{win.han} han {win.fu} fu"
    # Only where fu count has a hand without them the name of its limit; elsewhere each number of han is worth its own.
    name = points.limit_of(points.unit_of(rules, win.han, 0)) if rules.counts_fu else ""
    return name[0].upper() + name[1:] if name else f"{win.han} han"
