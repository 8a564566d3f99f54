"""The conversations at the table, each one function that reads like what the players say."""

from device import values, views
from device.buttons import BACK, OK
from device.keeper import Keeper
from device.talk import GONE, Talk
from tenbo_core.errors import Refused
from tenbo_core.events import CENTRE, Event, make
from tenbo_core.points import by_ron, by_tsumo, unit_of
from tenbo_core.seats import SEATS, WIND_NAMES, turn_order, wind_of
from tenbo_core.table import BETWEEN, PLAYING, Table

# After so long without a BACK a preview counts as agreed.
VETO_MS = 8000
UNDO_PATIENCE_MS = 15_000


def throw_dice(keeper: Keeper, entropy: "object") -> "list[int]":
    """Throw two fair dice and begin a hand."""
    dice = [fair_die(entropy), fair_die(entropy)]
    keeper.add("hand", CENTRE, {"dice": dice})
    return dice


def fair_die(entropy: "object") -> int:
    """Give 1 to 6, each as likely: bytes of 252 and more are thrown again, or low numbers would win."""
    while True:
        byte = entropy(1)[0]  # type: ignore[operator]
        if byte < 252:
            return byte % 6 + 1


def riichi(keeper: Keeper, seat: int) -> None:
    """Declare riichi for a seat, or raise why it may not."""
    keeper.add("riichi", seat, {"seat": seat})


def take_riichi_back(keeper: Keeper, seat: int) -> None:
    """Take a riichi back whose declaration tile was ronned: nothing may have happened since."""
    last = keeper.ledger.last_effective()
    if last is None or last.kind != "riichi" or last.args[0] != seat:
        raise Refused("not_allowed_now", "the game went on: ask the table to undo", "event", "too late: game went on")
    keeper.add("riichi_void", seat, {"seat": seat})


async def settle(talk: Talk, keeper: Keeper, seat: int) -> None:
    """Ask the seat that pressed OK how the hand ended, and record it."""
    table = running(keeper)
    sources = turn_order(seat)
    options = ["Tsumo"] + [f"Ron from {wind_name(table, other)}" for other in sources] + ["Draw"]
    chosen = await talk.choose(seat, "How did it end?", options)
    if chosen is None:
        return
    if chosen == len(options) - 1:
        await draw(talk, keeper)
    else:
        await win(talk, keeper, seat, seat if chosen == 0 else sources[chosen - 1])


async def win(talk: Talk, keeper: Keeper, seat: int, source: int) -> None:
    """Ask for the value of a hand, show every seat what it means, and record it when all agree."""
    table = running(keeper)
    found = await ask_value(talk, table, seat, seat == source)
    if found is None:
        return
    win_values = {"seat": seat, "from": source}
    win_values.update(found)
    await propose(talk, keeper, "win", seat, {"wins": [win_values]})


async def ask_value(talk: Talk, table: Table, seat: int, tsumo: bool) -> "dict[str, int] | None":
    """Ask for han, and for fu where the payment depends on them."""
    minimum = table.rules.two_han_from
    least = 2 if minimum and table.honba >= minimum else 1
    options = values.choices(table.rules, tsumo, least)
    chosen = await talk.choose(seat, "Value", [choice.name for choice in options])
    if chosen is None:
        return None
    choice = options[chosen]
    if choice.yakuman:
        return {"yakuman": choice.yakuman}
    if not choice.fu:
        return {"han": choice.han}
    texts = [f"{fu} fu  {spoken(table, choice.han, fu, seat, tsumo)}" for fu in choice.fu]
    which = await talk.choose(seat, choice.name, texts)
    return None if which is None else {"han": choice.han, "fu": choice.fu[which]}


def spoken(table: Table, han: int, fu: int, seat: int, tsumo: bool) -> str:
    """Give a value as players say it: 3900, or 1000/2000."""
    east = seat == table.dealer
    unit = unit_of(table.rules, han, fu)
    if not tsumo:
        return str(by_ron(unit, east).discarder)
    payment = by_tsumo(unit, east)
    return f"{payment.each} all" if east else f"{payment.other}/{payment.east}"


async def draw(talk: Talk, keeper: Keeper) -> None:
    """Ask every seat whether it is tenpai, riichi seats being fixed, and record the draw."""
    table = running(keeper)
    tenpai = list(table.riichi)
    waiting = [seat for seat in SEATS if seat not in table.riichi and seat not in table.dead]
    for seat in SEATS:
        talk.displays.show(seat, _tenpai_view(table, seat, waiting))
    while waiting:
        heard = await talk.press()
        if heard is GONE:
            return
        place, button = heard
        if place in waiting and button in (OK, BACK):
            waiting.remove(place)
            if button == OK:
                tenpai.append(place)
            talk.displays.show(place, views.message("Draw", ["Tenpai" if button == OK else "Noten"], "wait for others"))
    await propose(talk, keeper, "draw", CENTRE, {"tenpai": sorted(tenpai)})


def _tenpai_view(table: Table, seat: int, waiting: "list[int]") -> "object":
    if seat in waiting:
        return views.message("Draw: tenpai?", [], "OK tenpai  BACK noten")
    said = "Riichi: tenpai" if seat in table.riichi else "Dead hand: noten"
    return views.message("Draw", [said], "wait for others")


async def propose(talk: Talk, keeper: Keeper, kind: str, by: int, fields: "dict[str, object]") -> None:
    """Show all seats what an event would move; record it when the payers agree and nobody objects."""
    event = make(keeper.ledger.next, kind, by if by in SEATS else CENTRE, 0, fields)
    before = running(keeper)
    after = keeper.ledger.preview(event)
    moved = [after.scores[seat] - before.scores[seat] for seat in SEATS]
    talk.show_all([preview_view(event, before, seat, moved) for seat in SEATS])
    payers = [seat for seat in SEATS if moved[seat] < 0]
    if await talk.agree(payers, VETO_MS):
        keeper.add(kind, event.by, fields)
    else:
        for seat in SEATS:
            talk.displays.note(seat, "not agreed: nothing changed")


def preview_view(event: Event, before: Table, seat: int, moved: "list[int]") -> "object":
    """Say in this seat's words what it pays or gets."""
    title = "Draw"
    if event.kind == "win":
        one = event.args[0][0]  # type: ignore[index]
        how = "tsumo" if one.by_tsumo else "ron"
        title = f"{wind_name(before, one.seat)} {how}"
    mine = moved[seat]
    what = "You get" if mine > 0 else "You pay" if mine < 0 else "Nothing for you"
    lines = [f"{what} {abs(mine)}" if mine else what, f"{before.scores[seat]} -> {before.scores[seat] + mine}"]
    return views.message(title, lines, "OK agree  BACK no")


async def undo(talk: Talk, keeper: Keeper) -> None:
    """Take the last event back when a seat agrees; the centre button alone is not enough."""
    last = keeper.ledger.last_effective()
    if last is None:
        for seat in SEATS:
            talk.displays.note(seat, "nothing to take back")
        return
    talk.show_all([views.message("Undo?", [in_words(last)], "OK agree  BACK no")] * 4)
    heard = await talk.press(UNDO_PATIENCE_MS)
    while heard is not GONE and (heard[0] not in SEATS or heard[1] not in (OK, BACK)):
        heard = await talk.press(UNDO_PATIENCE_MS)
    if heard is not GONE and heard[1] == OK:
        keeper.add("undo", heard[0], {})


def in_words(event: Event) -> str:
    """Say in a few words what an event was."""
    if event.kind in ("riichi", "riichi_void", "dead_hand"):
        return f"{event.kind} of seat {event.args[0]}"
    return event.kind


def wind_name(table: Table, seat: int) -> str:
    """Give a seat's wind by its English name."""
    return WIND_NAMES[wind_of(seat, table.dealer)]


def running(keeper: Keeper) -> Table:
    """Give the table while a hand is running, or raise that none is."""
    table = keeper.table
    if table is None or table.phase != PLAYING:
        brief = "throw the dice first" if table is not None and table.phase == BETWEEN else "no game is running"
        raise Refused("not_allowed_now", f"no hand is running: {brief}", "event", brief)
    return table
