"""Hands without a win: exhaustive draws, nagashi mangan, aborts."""

from tenbo_core.errors import Malformed, Refused
from tenbo_core.hand_end import finish_hand
from tenbo_core.hand_value import MANGAN
from tenbo_core.payments import pay_sticks, pay_tsumo
from tenbo_core.seats import first_in_turn_order
from tenbo_core.table import Table


def draw(table: Table, tenpai: "list[int]", nagashi: "list[int] | None") -> None:
    """Settle an exhaustive draw."""
    nagashi = nagashi or []
    _check_draw(table, tenpai, nagashi)
    if nagashi and table.rules.nagashi == "win":
        _win_by_nagashi(table, nagashi)
        return
    if nagashi:
        # The variant in which nagashi takes the place of the noten payment (HAMbaiman, Nagashi Mangan).
        for seat in nagashi:
            pay_tsumo(table, seat, MANGAN, 0, "nagashi")
    else:
        _pay_noten(table, tenpai)
    stays = table.dealer in tenpai
    finish_hand(table, dealer_stays=stays, counter_up=True, yame=True)


def _check_draw(table: Table, tenpai: "list[int]", nagashi: "list[int]") -> None:
    if nagashi and table.rules.nagashi == "none":
        raise Refused("not_in_this_rule_book", "this rule book has no nagashi mangan", "nagashi")
    for seat in table.dead:
        if seat in tenpai or seat in nagashi:
            at = "tenpai" if seat in tenpai else "nagashi"
            raise Malformed("contradiction", f"seat {seat} has a dead hand: it cannot be tenpai or nagashi", at)
    if nagashi and table.rules.nagashi == "win":
        return
    for seat in table.riichi:
        # A player in riichi must show; if the hand is not tenpai that is a chombo (EMA 2016, 3.4.6).
        if seat not in tenpai and seat not in table.dead:
            raise Malformed("contradiction", f"seat {seat} is in riichi: mark it tenpai, or record a chombo", "tenpai")


def _win_by_nagashi(table: Table, nagashi: "list[int]") -> None:
    """Pay nagashi mangan like a self-drawn win, sticks to the winner nearest to East."""
    first = first_in_turn_order(nagashi, (table.dealer - 1) % table.rules.players, table.rules.players)
    counters = table.honba * table.rules.honba_value
    for seat in nagashi:
        pay_tsumo(table, seat, MANGAN, counters if seat == first or table.rules.honba_to == "every" else 0, "nagashi")
    pay_sticks(table, nagashi, first)
    dealer_won = table.dealer in nagashi
    finish_hand(table, dealer_stays=dealer_won, counter_up=dealer_won, yame=True)


def _pay_noten(table: Table, tenpai: "list[int]") -> None:
    """Share the noten payment: the pool from those without, to those with (EMA 2016, 3.4.2)."""
    noten = [seat for seat in table.rules.seats if seat not in tenpai]
    if not tenpai or not noten:
        return
    pays = table.rules.noten_pool // len(noten)
    gets = table.rules.noten_pool // len(tenpai)
    owed = [[seat, pays] for seat in noten]
    for seat in tenpai:
        missing = gets
        while missing:
            share = min(missing, owed[0][1])
            table.move(owed[0][0], seat, share, "noten")
            missing -= share
            owed[0][1] -= share
            if not owed[0][1]:
                owed.pop(0)


def abort(table: Table, kind: str) -> None:
    """Record an abortive draw: no payment, one more counter, the same dealer."""
    if kind not in table.rules.abortive and not (kind == "triple_ron" and table.rules.triple_ron == "abort"):
        raise Refused("not_in_this_rule_book", f"this rule book has no abortive draw for {kind}", "kind")
    if kind == "four_riichi" and len(table.riichi) < table.rules.players:
        raise Refused(
            "not_allowed_now",
            "a four-riichi draw needs every player in riichi",
            "kind",
            "not all are in riichi",
        )
    finish_hand(table, dealer_stays=True, counter_up=True, yame=False)
