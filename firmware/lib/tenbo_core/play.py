"""The beginning of a game and of a hand, and riichi."""

from tenbo_core import clock
from tenbo_core.errors import Malformed, Refused
from tenbo_core.rules import Rules
from tenbo_core.seats import WIND_LETTERS
from tenbo_core.table import PLAYING, POT, STAKE, Table


def start(
    rules: Rules,
    scores: "list[int] | None",
    wind: "str | None",
    hand: "int | None",
    honba: "int | None",
    sticks: "int | None",
) -> Table:
    """Lay out the table of a new game, or of one that goes on in the middle."""
    _check_payable(rules)
    table = Table(rules)
    if wind is not None:
        table.round = WIND_LETTERS.index(wind)
    if table.round > table.last_round + (1 if rules.extension == "target" else 0):
        raise Refused("not_in_this_rule_book", f"this game has no round {wind}", "round")
    if honba and not rules.has_counters:
        raise Refused("not_in_this_rule_book", "this rule book has no counters", "honba")
    table.hand = hand or 1
    table.honba = honba or 0
    if scores is not None:
        for score in scores:
            if score % rules.point_step:
                text = f"scores must be multiples of {rules.point_step}, not {score}"
                raise Malformed("bad_field", text, "scores")
        table.accounts[:4] = scores
    table.accounts[POT] = (sticks or 0) * STAKE
    if not table.adds_up:
        total = 4 * rules.start_points
        found = sum(table.accounts)
        text = f"scores and sticks must add up to {total}, not {found}"
        raise Malformed("contradiction", text, "sticks" if scores is None else "scores")
    return table


# Amounts and times of a book that cannot be below 0, and how many players a payment is split among.
NEVER_BELOW_ZERO = ("riichi_needs", "two_han_from", "chombo_points", "late_per_minute", "late_limit",
                    "session_minutes", "signal_minutes")  # fmt: skip
SPLIT = (("noten_pool", 6), ("honba_value", 3))


def _check_payable(rules: Rules) -> None:
    """Refuse a changed book whose amounts nobody can pay, or not in equal parts."""
    for name in NEVER_BELOW_ZERO:
        if getattr(rules, name) < 0:
            raise Malformed("bad_field", f"{name} cannot be below 0", name)
    for name, step in SPLIT + (("start_points", rules.point_step),):
        value = getattr(rules, name)
        if value < 0 or value % step:
            raise Malformed("bad_field", f"{name} must be a multiple of {step} from 0, not {value}", name)
    if not isinstance(rules.payment, str) and min(rules.payment) <= 0:
        raise Malformed("bad_field", "every unit of payment must be above 0", "payment")


def hand(table: Table, at: int, dice: "list[int] | None") -> None:  # noqa: ARG001 - the dice are for the sheet
    """Begin a hand: the dice are thrown."""
    clock.check_start_of_hand(table, at)
    table.phase = PLAYING


def riichi(table: Table, seat: int) -> None:
    """Put a stake of 1000 on the table for a declared riichi."""
    reason = why_no_riichi(table, seat)
    if reason is not None:
        raise reason
    table.move(seat, POT, STAKE, "riichi")
    table.riichi = table.riichi + [seat]


def why_no_riichi(table: Table, seat: int) -> "Refused | None":
    """Say why this seat may not declare riichi now; None when it may."""
    if table.phase != PLAYING:
        text = "riichi is declared during a hand; no hand is running"
        return Refused("not_allowed_now", text, "event", "no hand is running")
    if seat in table.riichi:
        return Refused("not_allowed_now", f"seat {seat} is in riichi already", "seat", "riichi already")
    if seat in table.dead:
        text = f"seat {seat} has a dead hand and cannot declare riichi"
        return Refused("not_allowed_now", text, "seat", "dead hand: no riichi")
    needs = table.rules.riichi_needs
    if needs > 0 and table.scores[seat] < needs:
        text = f"riichi needs {needs} points; seat {seat} has less"
        return Refused("not_enough_points", text, "seat", f"riichi needs {needs}")
    return None


def riichi_void(table: Table, seat: int) -> None:
    """Give a stake back: the declaration tile was ronned, so the riichi is void."""
    if seat not in table.riichi:
        raise Refused("not_allowed_now", f"seat {seat} is not in riichi", "seat")
    table.riichi = [other for other in table.riichi if other != seat]
    table.move(POT, seat, STAKE, "stake back")
