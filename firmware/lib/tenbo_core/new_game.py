"""The beginning of a game, at its first hand or in the middle."""

from tenbo_core.errors import Malformed, Refused
from tenbo_core.rules import Rules
from tenbo_core.seats import WIND_LETTERS
from tenbo_core.table import POT, STAKE, Table


def start(
    rules: Rules,
    scores: "list[int] | None",
    wind: "str | None",
    hand: "int | None",
    honba: "int | None",
    sticks: "int | None",
) -> Table:
    """Lay out the table of a new game, or of one that goes on in the middle."""
    check_book_amounts(rules)
    table = Table(rules)
    if wind is not None:
        table.round = WIND_LETTERS.index(wind)
    if table.round > table.last_regular_round + (1 if rules.extension == "target" else 0):
        raise Refused("not_in_this_rule_book", f"this game has no round {wind}", "round")
    if honba and not rules.has_counters:
        raise Refused("not_in_this_rule_book", "this rule book has no honba", "honba")
    table.hand = hand or 1
    if table.hand > rules.players:
        raise Malformed("bad_field", f"hand must be 1 to {rules.players} in this rule book, not {hand}", "hand")
    table.honba = honba or 0
    if scores is not None:
        if len(scores) != rules.players:
            text = f"scores must be a list of {rules.players} integers, one for each seat"
            raise Malformed("bad_field", text, "scores")
        for score in scores:
            if score % rules.point_step:
                text = f"scores must be multiples of {rules.point_step}, not {score}"
                raise Malformed("bad_field", text, "scores")
        table.accounts[: rules.players] = scores
    table.accounts[POT] = (sticks or 0) * STAKE
    if not table.adds_up:
        total = rules.players * rules.start_points
        given = sum(table.accounts)
        text = f"scores and sticks must add up to {total}, not {given}"
        raise Malformed("contradiction", text, "sticks" if scores is None else "scores")
    return table


# Amounts and times of a book that cannot be below 0, and how many players a payment is split among.
NEVER_BELOW_ZERO = ("riichi_needs", "extension_points", "two_han_from", "chombo_points", "late_per_minute",
                    "late_limit", "session_minutes", "signal_minutes")  # fmt: skip
SPLIT = {4: (("noten_pool", 6), ("honba_value", 3)), 3: (("noten_pool", 200), ("honba_value", 200))}


def check_book_amounts(rules: Rules) -> None:
    """Refuse a changed book with amounts that cannot be paid, or not in equal parts."""
    for name in NEVER_BELOW_ZERO:
        if getattr(rules, name) < 0:
            raise Malformed("bad_field", f"{name} cannot be below 0", name)
    for name, step in SPLIT[rules.players] + (("start_points", rules.point_step),):
        value = getattr(rules, name)
        if value < 0 or value % step:
            raise Malformed("bad_field", f"{name} must be 0 or a positive multiple of {step}, not {value}", name)
    for uma in rules.uma.values() if isinstance(rules.uma, dict) else [rules.uma]:
        if len(uma) != rules.players:
            number = "three" if rules.players == 3 else "four"
            raise Malformed("bad_field", f"uma must be a list of {number} integers, not {uma}", "uma")
    if not isinstance(rules.payment, str) and min(rules.payment) <= 0:
        raise Malformed("bad_field", "every unit of payment must be above 0", "payment")
