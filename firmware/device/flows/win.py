"""A win: by tsumo or from whom, what it is worth, who else has won, who is liable."""

from micropython import const

from device import views, win_values
from device.buttons import BACK, DOWN, OK, RIICHI, UP
from device.dialogue import GONE, Talk
from device.flows.agreement import propose, running, wind_name
from device.keeper import Keeper
from tenbo_core.points import by_ron, by_tsumo, unit_of
from tenbo_core.seats import SEATS
from tenbo_core.table import Table

# The value list begins here: from three han every usual hand is at most two presses away.
_USUAL_HAN = const(3)


async def run(talk: Talk, keeper: Keeper, seat: int) -> None:
    """Take a win of this seat, with everybody who wins on the same discard, and record it."""
    table = running(keeper)
    source = await ask_source(talk, table, seat)
    if source is None:
        return
    wins: "list[dict[str, object]]" = []
    winner: "int | None" = seat
    while winner is not None:
        found = await ask_value(talk, table, winner, winner == source)
        if found is None:
            if not wins:
                return
        else:
            found.update({"seat": winner, "from": source})
            wins.append(found)
        taken = [source] + [int(win["seat"]) for win in wins]  # type: ignore[call-overload]
        may_join = [] if source == seat else [other for other in SEATS if other not in taken]
        winner = await propose(talk, keeper, "win", seat, {"wins": wins}, title_of(talk, wins), may_join)


async def ask_source(talk: Talk, table: Table, seat: int) -> "int | None":
    """Ask how the seat has won: one button for each of the four ways."""
    right, across, left = (seat + 1) % 4, (seat + 2) % 4, (seat + 3) % 4
    ways = {OK: seat, UP: across, RIICHI: left, DOWN: right}
    lines = [f"OK\t{talk.say(seat, 'tsumo')}"]
    for name, other in (("UP", across), ("RIICHI", left), ("DOWN", right)):
        lines.append(f"{name}\tron {talk.say(seat, wind_name(table, other))}")
    talk.displays.show(seat, views.message(talk.say(seat, "You win"), lines, talk.say(seat, "BACK leave"), "how"))
    while True:
        heard = await talk.press()
        if heard is GONE:
            return None
        place, button = heard
        if place != seat:
            talk.tell_busy(place)
        elif button == BACK:
            return None
        elif button in ways:
            return ways[button]


async def ask_value(talk: Talk, table: Table, seat: int, tsumo: bool) -> "dict[str, object] | None":
    """Ask for the value on one screen: UP and DOWN change the han, RIICHI the fu, OK takes it."""
    minimum = table.rules.two_han_from
    least = 2 if minimum and table.honba >= minimum else 1
    options = win_values.choices(table.rules, tsumo, least)
    at = max(0, _USUAL_HAN - least)
    fu = 0
    while True:
        choice = options[at]
        fu = fu % len(choice.fu) if choice.fu else 0
        talk.displays.show(seat, value_view(talk, table, seat, choice, fu, tsumo))
        heard = await talk.press()
        if heard is GONE:
            return None
        place, button = heard
        if place != seat:
            talk.tell_busy(place)
        elif button == BACK:
            return None
        elif button == UP:
            at = min(at + 1, len(options) - 1)
        elif button == DOWN:
            at = max(at - 1, 0)
        elif button == RIICHI:
            fu += 1
        elif button == OK:
            break
    if choice.yakuman:
        return await ask_liable(talk, table, seat, choice.yakuman)
    found: "dict[str, object]" = {"han": choice.han}
    if choice.fu:
        found["fu"] = choice.fu[fu]
    return found


async def ask_liable(talk: Talk, table: Table, seat: int, yakuman: int) -> "dict[str, object] | None":
    """Ask who made the yakuman certain, where the book knows liability."""
    found: "dict[str, object]" = {"yakuman": yakuman}
    if not table.rules.pao:
        return found
    others = [(seat + step) % 4 for step in (1, 2, 3)]
    names = [talk.say(seat, "nobody")] + [talk.say(seat, wind_name(table, other)) for other in others]
    chosen = await talk.choose(seat, talk.say(seat, "Who is liable?"), names)
    if chosen is None:
        return None
    if chosen:
        found["pao"] = others[chosen - 1]
    return found


def value_view(talk: Talk, table: Table, seat: int, choice: win_values.Choice, fu: int, tsumo: bool) -> "object":
    """Show the chosen value with what it pays, as it is said at the table."""
    name = talk.say(seat, choice.name)
    if choice.fu:
        name = f"{name} {choice.fu[fu]} fu"
    said = spoken(table, choice, choice.fu[fu] if choice.fu else 0, seat, tsumo)
    footer = "UP/DOWN han RIICHI fu" if choice.fu else "UP/DOWN  OK  BACK"
    return views.message(talk.say(seat, "Value"), [name, said], talk.say(seat, footer), "value")


def spoken(table: Table, choice: win_values.Choice, fu: int, seat: int, tsumo: bool) -> str:
    """Give a value as players say it: "3900", or "1000/2000 is 1100/2100" with counters.

    Two numbers are what the others and East pay; East's own tsumo is one number "all".
    """
    east = seat == table.dealer
    unit = 8000 * choice.yakuman if choice.yakuman else unit_of(table.rules, choice.han, fu)
    plain = _said(unit, east, tsumo, 0)
    counters = table.honba * table.rules.honba_value
    return plain if not counters else f"{plain} is {_said(unit, east, tsumo, counters)}"


def _said(unit: int, east: bool, tsumo: bool, counters: int) -> str:
    if not tsumo:
        return str(by_ron(unit, east, counters).discarder)
    payment = by_tsumo(unit, east, counters)
    return f"{payment.each} all" if east else f"{payment.other}/{payment.east}"


def title_of(talk: Talk, wins: "list[dict[str, object]]") -> "object":
    """Give what says to a seat who wins."""

    def title(seat: int) -> str:
        if len(wins) > 1:
            return talk.say(seat, "Double ron" if len(wins) == 2 else "Triple ron")
        how = "tsumo" if wins[0]["seat"] == wins[0]["from"] else "ron"
        return f"{talk.name(seat, wins[0]['seat'])} {how}"  # type: ignore[arg-type]

    return title
