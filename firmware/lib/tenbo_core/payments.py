"""The payments of a win: who pays whom, and who gets the sticks and counters."""

from tenbo_core import hand_value
from tenbo_core.declared_win import Win
from tenbo_core.seats import others
from tenbo_core.table import POT, STAKE, Table


def base_points_of_win(table: Table, winner: Win) -> int:
    """Return the unit a win is paid by."""
    if winner.yakuman:
        return hand_value.YAKUMAN * winner.yakuman
    return hand_value.base_points_of(table.rules, winner.han, winner.fu)


def pay_win(table: Table, winner: Win, counters: int) -> None:
    """Move the points of one win; `counters` are the points that the honba add to it."""
    unit = base_points_of_win(table, winner)
    if winner.pao_other is not None:
        # Each of two liable players answers for a yakuman of the own; the counters are the first one's.
        unit -= hand_value.YAKUMAN
        _pay_liable(table, winner, winner.pao_other, hand_value.YAKUMAN, 0)
    if winner.pao is not None:
        _pay_liable(table, winner, winner.pao, unit, counters)
    else:
        pay_without_liability(table, winner.seat, winner.source, unit, counters)


def pay_without_liability(table: Table, seat: int, source: int, unit: int, counters: int) -> None:
    """Move the points of a win without a liable player; `source` is the discarder, or the winner by tsumo."""
    if seat == source:
        pay_tsumo(table, seat, unit, counters, "tsumo")
    else:
        table.move(source, seat, hand_value.ron_payment(unit, seat == table.dealer).discarder, "ron")
        table.move(source, seat, counters, "honba")


def pay_tsumo(table: Table, seat: int, unit: int, counters: int, why: str) -> None:
    """Move the payment of each opponent for a hand won by tsumo."""
    payers = others(seat, table.rules.players)
    payment = hand_value.tsumo_payment(table.rules, unit, seat == table.dealer)
    for payer in payers:
        share = payment.each or (payment.east if payer == table.dealer else payment.other)
        table.move(payer, seat, share, why)
        table.move(payer, seat, counters // len(payers), "honba")


def _pay_liable(table: Table, winner: Win, liable: int, unit: int, counters: int) -> None:
    """Move a yakuman's points when a player is liable (EMA 2016, 3.3.9).

    Where that is for a part of the hand only, one yakuman unless the win says more, the rest is paid
    as usual; the counters are never split.
    """
    east_wins = winner.seat == table.dealer
    shared = not winner.by_tsumo and liable != winner.source
    fed = unit if table.rules.pao_share == "whole" else hand_value.YAKUMAN * (winner.pao_yakuman or 1)
    payment = hand_value.liability_payment(table.rules, fed, east_wins, winner.by_tsumo, shared)
    table.move(liable, winner.seat, payment.liable, "pao")
    if shared:
        table.move(winner.source, winner.seat, payment.discarder, "ron")
    if unit > fed and winner.by_tsumo:
        pay_tsumo(table, winner.seat, unit - fed, 0, "tsumo")
    elif unit > fed:
        table.move(winner.source, winner.seat, hand_value.ron_payment(unit - fed, east_wins).discarder, "ron")
    table.move(winner.source if shared else liable, winner.seat, counters, "honba")


def pay_sticks(table: Table, winners: "list[int]", first: int) -> None:
    """Move the sticks on the table: own stakes back where the book says so, the rest to the first."""
    if table.rules.sticks_to == "own_back":
        for seat in table.rules.seats:
            if seat in winners and seat in table.riichi:
                table.move(POT, seat, STAKE, "stake back")
    table.move(POT, first, table.accounts[POT], "sticks")
