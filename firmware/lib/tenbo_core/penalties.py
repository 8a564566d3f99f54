"""Penalties and irregularities: chombo, hands dealt again, dead hands, lateness, substitutes."""

from tenbo_core import hand_value, start_and_riichi
from tenbo_core.errors import Malformed, Refused
from tenbo_core.hand_end import replay_hand
from tenbo_core.seats import others
from tenbo_core.table import PENALTY_POINTS, POT, STAKE, Table, with_value


def chombo(table: Table, seats: "list[int]", along: "str | None") -> None:
    """Record one or two chombos in the running hand.

    Together with a win (recorded before it) some books ignore the chombo (EMA 2016, 3.4.6), others
    let it be paid and go on to the win (ALARM, 6 b).  Otherwise the hand is played again and the
    stakes of this hand go back; older sticks stay.
    """
    if not seats:
        raise Malformed("missing_field", "a chombo needs the seat of the offender", "seat")
    if along == "win":
        if table.rules.chombo_with_win == "pays":
            _pay_chombo(table, seats)
        return
    _pay_chombo(table, seats)
    _stop_hand(table)


def redeal(table: Table, why: "str | None") -> None:  # noqa: ARG001 - the reason is for the sheet
    """Deal the running hand again, no player being at fault: as after a chombo, but without payment (EMA 2016, 5.2)."""
    if not table.rules.redeal:
        raise Refused("not_in_this_rule_book", "this rule book has no redeal without a chombo", "event")
    _stop_hand(table)


def _stop_hand(table: Table) -> None:
    """Return the stakes of this hand, and play it again."""
    for seat in table.riichi:
        table.move(POT, seat, STAKE, "stake back")
    replay_hand(table)


def _pay_chombo(table: Table, seats: "list[int]") -> None:
    """Pay each offender's penalty; an opponent who offended too still receives a share."""
    for seat in seats:
        if table.rules.chombo == "after_uma":
            _deduct_later(table, seat, table.rules.chombo_points)
            continue
        payment = hand_value.tsumo_payment(table.rules, hand_value.MANGAN, seat == table.dealer)
        for other in others(seat, table.rules.players):
            share = payment.each or (payment.east if other == table.dealer else payment.other)
            table.move(seat, other, share, "chombo")


def dead_hand(table: Table, seat: int) -> None:
    """Mark a hand as dead: no win, no riichi, never tenpai, until the hand ends."""
    if seat in table.dead:
        raise Refused("not_allowed_now", f"the hand of seat {seat} is dead already", "seat", "hand dead already")
    table.dead = table.dead + [seat]


def riichi_invalid(table: Table, seat: int) -> None:
    """Take back a riichi that was declared wrongly: the stake returns and the hand is dead (EMA 2016, 5.3)."""
    start_and_riichi.riichi_void(table, seat)
    if seat not in table.dead:
        dead_hand(table, seat)


def penalty(table: Table, seat: int, amount: int, why: "str | None", when: "str | None") -> None:
    """Take points away, at once or from the total after the game; no player gets them."""
    if amount >= 0 or amount % table.rules.point_step:
        step = table.rules.point_step
        raise Malformed("bad_field", f"points must be negative and a multiple of {step}, not {amount}", "points")
    _deduct(table, seat, -amount, "penalty" if why is None else "penalty: " + why, when or table.rules.late_applies)


def late(table: Table, seat: int, minutes: int) -> None:
    """Take the book's points for each minute a player came late."""
    rules = table.rules
    if not rules.late_per_minute:
        raise Refused("not_in_this_rule_book", "this rule book says nothing about coming late", "minutes")
    if minutes == 0:
        raise Malformed("bad_field", "minutes must be at least 1", "minutes")
    if minutes > rules.late_limit:
        text = f"the limit for lateness is {rules.late_limit} min: record a substitute"
        raise Refused("contradiction", text, "minutes", "too late: substitute")
    _deduct(table, seat, minutes * rules.late_per_minute, "late", rules.late_applies)


def _deduct(table: Table, seat: int, amount: int, why: str, when: str) -> None:
    if when == "after_uma":
        _deduct_later(table, seat, amount)
    else:
        table.move(seat, PENALTY_POINTS, amount, why)


def _deduct_later(table: Table, seat: int, amount: int) -> None:
    table.later = with_value(table.later, seat, table.later[seat] - amount)


def substitute(table: Table, seat: int, since: str) -> None:
    """Record that a substitute sits here; the book decides how that session counts (EMA 2016, 5.8)."""
    if not table.rules.substitute_result:
        raise Refused("not_in_this_rule_book", "this rule book says nothing about substitutes", "seat")
    table.substitutes = with_value(table.substitutes, seat, since)


def disqualify(table: Table, seat: int, why: "str | None") -> None:  # noqa: ARG001 - the reason is for the sheet
    """Put a player in the last place, regardless of the points (EMA 2016, 5.5 and 5.8); also after the game."""
    if seat in table.disqualified:
        raise Refused("not_allowed_now", f"seat {seat} is disqualified already", "seat", "disqualified already")
    table.disqualified = table.disqualified + [seat]
