"""The view while DOWN is held at the idle table: the cheapest wins that gain the seat a place."""

from device.outputs import views
from device.outputs.views import player_name
from device.storage.ledger_writer import LedgerWriter
from device.text.language import SeatLanguages
from tenbo_core import hand_value
from tenbo_core.ranking import place_of
from tenbo_core.required_wins import search_needed_wins
from tenbo_core.rules import Rules

# As in `hand_value.LIMIT_UNITS`.
LIMIT_NAMES = ("Mangan", "Haneman", "Baiman", "Sanbaiman", "Yakuman")

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Iterator, PlaceNeed, TextView


def needed(words: SeatLanguages, keeper: LedgerWriter, seat: int) -> "Iterator[TextView | bool]":
    """Yield False after each step of the search, True before each line, then the wins that reach the next place."""
    table = keeper.table
    assert table is not None
    now = place_of(table, seat)
    target = max(1, now - 1)
    found = []
    for need in search_needed_wins(table, seat, [target]):
        if need is not None:
            found.append(need)
        yield False
    lines = []
    for need in found:
        yield True
        how = words.localize(seat, "tsumo")
        if need.source != seat:
            how = f"{views.arrow(seat, need.source)} {player_name(words, table, seat, need.source)}"
        lines.append(f"{how}\t{cheapest_win_text(words, table.rules, seat, need)}")
    yield True
    title = words.localize(seat, "To keep {}" if now == 1 else "To be {}", words.localize(seat, views.ordinal(target)))
    yield views.message_view(title, lines or [words.localize(seat, "not with a dead hand")], screen="needs")


def cheapest_win_text(words: SeatLanguages, rules: Rules, seat: int, need: "PlaceNeed") -> str:
    """Return the cheapest value of a need in a few characters."""
    if not need.values:
        return words.localize(seat, "impossible")
    win = need.values[0]
    # Only where fu count has a hand without them the name of its limit; elsewhere each number of han is worth its own.
    if rules.counts_fu and not (win.yakuman or win.fu):
        unit = hand_value.base_points_of(rules, win.han, 0)
        if unit in hand_value.LIMIT_UNITS:
            return words.localize(seat, LIMIT_NAMES[hand_value.LIMIT_UNITS.index(unit)])
    return views.value_text(words, seat, win.han, win.fu, win.yakuman)
