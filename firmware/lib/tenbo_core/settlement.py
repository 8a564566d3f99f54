"""Wins: which are possible, who pays whom, and where the sticks and counters go."""

from tenbo_core import points
from tenbo_core.errors import Malformed, Refused
from tenbo_core.hand_end import finish_hand
from tenbo_core.rules import Rules
from tenbo_core.seats import SEATS, nearest, others
from tenbo_core.table import POT, STAKE, Table
from tenbo_core.winner import Win

MOST_HAN = 99
MOST_FU = 140


def win(table: Table, wins: "list[Win]") -> None:
    """Settle one or several wins and go on to the next hand."""
    _check_winners(table, wins)
    for place, one in enumerate(wins):
        _check_value(table, one, f"wins[{place}]")
    first = nearest([one.seat for one in wins], after=wins[0].source)
    if table.rules.several_ron == "nearest":
        # Head bump: all callers were checked, only the nearest is paid (ALARM and Austria, 3.6.1).
        wins = [one for one in wins if one.seat == first]
    for one in sorted(wins, key=lambda one: (one.seat - one.source - 1) % 4):
        counted = one.seat == first or table.rules.honba_to == "every"
        pay_win(table, one, table.honba * table.rules.honba_value if counted else 0)
    pay_sticks(table, [one.seat for one in wins], first)
    dealer_won = any([one.seat == table.dealer for one in wins])
    finish_hand(table, dealer_stays=dealer_won, counter_up=dealer_won, yame=True)


def _check_winners(table: Table, wins: "list[Win]") -> None:
    seats = [one.seat for one in wins]
    for place, one in enumerate(wins):
        if seats.count(one.seat) > 1:
            raise Malformed("contradiction", f"seat {one.seat} is listed as winner twice", f"wins[{place}].seat")
        if len(wins) > 1 and one.by_tsumo:
            raise Malformed("contradiction", "only one player can win by tsumo", f"wins[{place}].from")
        if one.source != wins[0].source and len(wins) > 1:
            raise Malformed("contradiction", "several players win on the same discard", f"wins[{place}].from")
        if one.seat in table.dead:
            text = f"seat {one.seat} has a dead hand and cannot win"
            raise Refused("not_allowed_now", text, f"wins[{place}].seat", "dead hand: no win")
    if len(wins) == 3 and table.rules.triple_ron == "abort":
        text = "three rons abort the hand in this rule book; record the abort"
        raise Refused("not_allowed_now", text, "wins", "three rons abort the hand")


def _check_value(table: Table, one: Win, at: str) -> None:
    """Refuse what no hand can be worth, and a hand below the two-han minimum."""
    if one.yakuman:
        _check_yakuman(table, one, at)
        return
    if one.pao is not None or one.pao_yakuman:
        raise Malformed("contradiction", "only a yakuman can make somebody liable", at + ".pao")
    if one.han > MOST_HAN:
        raise Malformed("bad_field", f"{one.han} han cannot be", at + ".han")
    if table.rules.counts_fu:
        _check_fu(one, at)
    minimum = table.rules.two_han_from
    if minimum and table.honba >= minimum and one.han == 1:
        text = f"from {minimum} counters on a win needs two han of yaku"
        raise Refused("too_few_han", text, at + ".han", "a win needs 2 han now")


def _check_yakuman(table: Table, one: Win, at: str) -> None:
    rules = table.rules
    most = most_yakuman(rules)
    if one.yakuman > most:
        raise Malformed("bad_field", f"this rule book pays at most {most} times yakuman", at + ".yakuman")
    if one.pao is None:
        if one.pao_yakuman:
            raise Malformed("contradiction", "nobody is liable: name the seat in pao", at + ".pao_yakuman")
        return
    if not rules.pao:
        raise Refused("not_in_this_rule_book", "this rule book makes nobody liable for a yakuman", at + ".pao")
    if one.pao == one.seat:
        raise Malformed("contradiction", "winners cannot be liable for their own hand", at + ".pao")
    if one.pao_yakuman and rules.pao_share == "whole":
        text = "in this rule book the liable player answers for the whole hand"
        raise Refused("not_in_this_rule_book", text, at + ".pao_yakuman")
    if one.pao_yakuman > one.yakuman:
        text = f"nobody can be liable for {one.pao_yakuman} of {one.yakuman} yakuman"
        raise Malformed("contradiction", text, at + ".pao_yakuman")


def most_yakuman(rules: Rules) -> int:
    """Return how many times yakuman a hand can be paid: many where they add up (Austria, 4.2), else one or two."""
    return 13 if rules.yakuman_stack else 2 if rules.double_yakuman else 1


def _check_fu(one: Win, at: str) -> None:
    fu = one.fu
    at += ".fu"
    if fu == 0:
        if one.han < 5:
            raise Malformed("missing_field", f"a hand of {one.han} han needs its fu", at)
        return
    if fu != 25 and (fu % 10 or not 20 <= fu <= MOST_FU):
        raise Malformed("bad_field", f"{fu} fu cannot be: 25 or a multiple of ten from 20 to {MOST_FU}", at)
    if fu == 20 and (not one.by_tsumo or one.han < 2):
        raise Malformed("bad_field", "20 fu exist only by tsumo and from 2 han", at)
    if fu == 25 and one.han < (3 if one.by_tsumo else 2):
        raise Malformed("bad_field", "25 fu (seven pairs) exist from 2 han by ron and 3 by tsumo", at)


def unit_of_win(table: Table, one: Win) -> int:
    """Return the unit a win is paid by."""
    if one.yakuman:
        return points.YAKUMAN * one.yakuman
    return points.unit_of(table.rules, one.han, one.fu)


def pay_win(table: Table, one: Win, counters: int) -> None:
    """Move the points of one win; `counters` are what the honba add to it."""
    unit = unit_of_win(table, one)
    east_wins = one.seat == table.dealer
    if one.pao is not None:
        _pay_liable(table, one, unit, counters)
    elif one.by_tsumo:
        pay_tsumo(table, one.seat, unit, counters, "tsumo")
    else:
        table.move(one.source, one.seat, points.by_ron(unit, east_wins).discarder, "ron")
        table.move(one.source, one.seat, counters, "honba")


def pay_tsumo(table: Table, seat: int, unit: int, counters: int, why: str) -> None:
    """Move what each opponent pays for a hand won by tsumo."""
    payment = points.by_tsumo(unit, seat == table.dealer)
    for payer in others(seat):
        share = payment.each or (payment.east if payer == table.dealer else payment.other)
        table.move(payer, seat, share, why)
        table.move(payer, seat, counters // 3, "honba")


def _pay_liable(table: Table, one: Win, unit: int, counters: int) -> None:
    """Move a yakuman's points when somebody is liable (EMA 2016, 3.3.9).

    Where that is for a part of the hand only, one yakuman unless the win says more, the rest is paid
    as usual; the counters are never split.
    """
    east_wins = one.seat == table.dealer
    shared = not one.by_tsumo and one.pao != one.source
    fed = unit if table.rules.pao_share == "whole" else points.YAKUMAN * (one.pao_yakuman or 1)
    payment = points.with_liability(fed, east_wins, shared)
    table.move(one.pao, one.seat, payment.liable, "pao")  # type: ignore[arg-type]
    if shared:
        table.move(one.source, one.seat, payment.discarder, "ron")
    if unit > fed and one.by_tsumo:
        pay_tsumo(table, one.seat, unit - fed, 0, "tsumo")
    elif unit > fed:
        table.move(one.source, one.seat, points.by_ron(unit - fed, east_wins).discarder, "ron")
    table.move(one.source if shared else one.pao, one.seat, counters, "honba")  # type: ignore[arg-type]


def pay_sticks(table: Table, winners: "list[int]", first: int) -> None:
    """Move the sticks on the table: own stakes back where the book says so, the rest to the first."""
    if table.rules.sticks_to == "own_back":
        for seat in SEATS:
            if seat in winners and seat in table.riichi:
                table.move(POT, seat, STAKE, "stake back")
    table.move(POT, first, table.accounts[POT], "sticks")
