"""Wins: checks which are possible, and applies their consequences."""

from tenbo_core import hand_value
from tenbo_core.declared_win import Win
from tenbo_core.errors import Malformed, Refused
from tenbo_core.hand_end import finish_hand
from tenbo_core.payments import pay_sticks, pay_win
from tenbo_core.rules import Rules
from tenbo_core.seats import first_in_turn_order
from tenbo_core.table import Table


def win(table: Table, wins: "list[Win]") -> None:
    """Settle one or several wins and go on to the next hand."""
    _check_winners(table, wins)
    for place, winner in enumerate(wins):
        _check_value(table, winner, f"wins[{place}]")
    players = table.rules.players
    first = first_in_turn_order([winner.seat for winner in wins], wins[0].source, players)
    if table.rules.several_ron == "nearest":
        # Head bump: all callers were checked, only the nearest is paid (ALARM and Austria, 3.6.1).
        wins = [winner for winner in wins if winner.seat == first]
    for winner in sorted(wins, key=lambda winner: (winner.seat - winner.source - 1) % players):
        counted = winner.seat == first or table.rules.honba_to == "every"
        pay_win(table, winner, table.honba * table.rules.honba_value if counted else 0)
    seats = [winner.seat for winner in wins]
    pay_sticks(table, seats, first)
    if table.rules.yakitori:
        table.won = sorted(set(table.won + seats))
    dealer_won = table.dealer in seats
    finish_hand(table, dealer_stays=dealer_won, counter_up=dealer_won, yame=True)


def _check_winners(table: Table, wins: "list[Win]") -> None:
    seats = [winner.seat for winner in wins]
    for place, winner in enumerate(wins):
        if seats.count(winner.seat) > 1:
            raise Malformed("contradiction", f"seat {winner.seat} is listed twice as a winner", f"wins[{place}].seat")
        if len(wins) > 1 and winner.by_tsumo:
            raise Malformed("contradiction", "only one player can win by tsumo", f"wins[{place}].from")
        if winner.source != wins[0].source:
            raise Malformed("contradiction", "several winners must win on the same discard", f"wins[{place}].from")
        if winner.seat in table.dead:
            text = f"seat {winner.seat} has a dead hand and cannot win"
            raise Refused("not_allowed_now", text, f"wins[{place}].seat", "dead hand: no win")
    if len(wins) == 3 and table.rules.triple_ron == "abort":
        text = "a triple ron is an abortive draw in this rule book: record the abort"
        raise Refused("not_allowed_now", text, "wins", "three rons abort the hand")


def _check_value(table: Table, winner: Win, at: str) -> None:
    """Refuse an impossible value, and a hand below the two-han minimum."""
    if winner.yakuman:
        _check_yakuman(table, winner, at)
        return
    if winner.pao is not None or winner.pao_yakuman or winner.pao_other is not None:
        raise Malformed("contradiction", "only a yakuman makes a player liable", at + ".pao")
    if winner.han > hand_value.MOST_HAN:
        raise Malformed("bad_field", f"{winner.han} han is impossible", at + ".han")
    if table.rules.counts_fu:
        _check_fu(table.rules, winner, at)
    if winner.han < hand_value.required_yaku_han(table.rules, table.honba):
        text = f"with {table.rules.two_han_from} honba or more, a win needs two han from yaku"
        raise Refused("too_few_han", text, at + ".han", "a win needs 2 han now")


def _check_yakuman(table: Table, winner: Win, at: str) -> None:
    rules = table.rules
    most = hand_value.most_yakuman(rules)
    if winner.yakuman > most:
        raise Malformed("bad_field", f"this rule book pays at most {most} yakuman for one hand", at + ".yakuman")
    if winner.pao is None:
        if winner.pao_yakuman or winner.pao_other is not None:
            raise Malformed("contradiction", "the liable seat is missing: give it as pao", at + ".pao_yakuman")
        return
    if not rules.pao:
        raise Refused("not_in_this_rule_book", "this rule book makes no player liable for a yakuman", at + ".pao")
    if winner.pao == winner.seat:
        raise Malformed("contradiction", "winners cannot be liable for their own hand", at + ".pao")
    if winner.pao_yakuman and rules.pao_share == "whole":
        text = "under this rule book liability covers the whole hand"
        raise Refused("not_in_this_rule_book", text, at + ".pao_yakuman")
    if winner.pao_yakuman > winner.yakuman:
        text = f"a player cannot be liable for {winner.pao_yakuman} yakuman in a hand of {winner.yakuman} yakuman"
        raise Malformed("contradiction", text, at + ".pao_yakuman")
    if winner.pao_other is not None:
        _check_other(rules, winner, at + ".pao_other")


def _check_other(rules: Rules, winner: Win, at: str) -> None:
    """Refuse a second liable player, but for four kans beside another yakuman of the book (M-League, 8-1)."""
    if "suukantsu" not in rules.pao or rules.pao_share != "whole":
        raise Refused("not_in_this_rule_book", "this rule book never makes two players liable", at)
    if winner.pao_other in (winner.pao, winner.seat) or winner.yakuman < 2:
        raise Malformed(
            "contradiction",
            "two liable players must be two opponents of the winner, in a hand of two yakuman",
            at,
        )


def _check_fu(rules: Rules, winner: Win, at: str) -> None:
    fu = winner.fu
    at += ".fu"
    if fu == 0:
        if winner.han < 5:
            raise Malformed("missing_field", f"a hand of {winner.han} han needs its fu", at)
        return
    if 0 < hand_value.least_han_with(rules, fu, winner.by_tsumo) <= winner.han:
        return
    text = f"{fu} fu is impossible: use 25, or a multiple of 10 from 20 to {hand_value.MOST_FU}"
    if fu == 20:
        text = "20 fu needs a tsumo win of at least 2 han"
    elif fu == 25:
        text = "25 fu (seven pairs) needs at least 2 han by ron, 3 by tsumo"
    raise Malformed("bad_field", text, at)
