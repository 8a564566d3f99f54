"""Views for a button that is held at the idle table: the score differences and the seat's own ledger."""

from micropython import const

from device.outputs import views
from device.outputs.views import signed_text
from device.storage.ledger_writer import LedgerWriter
from device.text.language import SeatLanguages
from tenbo_core.seats import WIND_NAMES, turn_order, wind_of

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Iterator, TextView

_LINES = const(4)


def differences(words: SeatLanguages, keeper: LedgerWriter, seat: int) -> "Iterator[TextView]":
    """Yield how far this seat is ahead of each of the others, or behind."""
    table = keeper.table
    assert table is not None
    mine = table.scores[seat]
    lines: "list[str]" = []
    for other in turn_order(seat, table.rules.players):
        wind = words.localize(seat, WIND_NAMES[wind_of(other, table.dealer, table.rules.players)])
        lines.append(f"{views.arrow(seat, other)} {wind}\t{signed_text(mine - table.scores[other])}")
    yield views.message_view(words.localize(seat, "Ahead of"), lines, screen="differences")


def point_changes(words: SeatLanguages, keeper: LedgerWriter, seat: int) -> "Iterator[TextView]":
    """Yield the events that moved this seat's points, the last first."""
    lines: "list[str]" = []
    for kind, deltas in reversed(keeper.history):
        if deltas[seat] and len(lines) < _LINES:
            lines.append(f"{words.localize(seat, kind)}\t{signed_text(deltas[seat])}")
    yield views.message_view(
        words.localize(seat, "My points"), lines or [words.localize(seat, "nothing yet")], screen="ledger"
    )
