"""Agreement: every seat sees in its own words what an event means, then it is recorded, or not."""

from device import views
from device.buttons import BACK, OK, UP
from device.dialogue import GONE, PATIENCE_MS, Talk
from device.keeper import Keeper
from tenbo_core.errors import Refused
from tenbo_core.events import CENTRE, make
from tenbo_core.seats import SEATS, WIND_NAMES, wind_of
from tenbo_core.table import BETWEEN, PLAYING, Table


def running(keeper: Keeper) -> Table:
    """Give the table while a hand is running, or raise that none is."""
    table = keeper.table
    if table is None or table.phase != PLAYING:
        brief = "throw the dice first" if table is not None and table.phase == BETWEEN else "no game is running"
        raise Refused("not_allowed_now", f"no hand is running: {brief}", "event", brief)
    return table


def wind_name(table: Table, seat: int) -> str:
    """Give a seat's wind by its English name."""
    return WIND_NAMES[wind_of(seat, table.dealer)]


async def propose(
    talk: Talk, keeper: Keeper, kind: str, by: int, fields: "dict[str, object]", title: "object", may_join: "list[int]"
) -> "int | None":
    """Show all seats what an event would move, and record it when all payers agree or nobody objects.

    `title` gives for each seat what it is about. A seat of `may_join` can say that it has won on the
    same discard; its number is given back then, and nothing is recorded.
    """
    before = running(keeper)
    asker = by if 0 <= by < CENTRE else CENTRE
    after = keeper.ledger.preview(make(keeper.ledger.next, kind, asker, keeper.seconds, fields))
    moved = [after.scores[seat] - before.scores[seat] for seat in SEATS]
    for seat in SEATS:
        named = title(seat)  # type: ignore[operator]
        view = preview(talk, before, seat, moved[seat], named, seat in may_join)
        talk.displays.show(seat, view)
    missing = [seat for seat in SEATS if moved[seat] < 0 and seat != by]
    # Where nobody pays, as for a chombo that costs no points yet, one other seat has to say yes.
    anybody = not missing
    by_itself = before.rules.agree_seconds * 1000
    begun = talk.now.ms()
    while missing or anybody:
        heard = await talk.press((by_itself or PATIENCE_MS) - talk.now.since(begun))
        if heard is GONE and by_itself:
            break
        if heard is GONE:
            talk.tell_all("not agreed: nothing changed")
            return None
        seat, button = heard
        if seat in SEATS and button == BACK:
            talk.tell_all("not agreed: nothing changed")
            return None
        if button == UP and seat in may_join:
            return seat
        if button == OK and seat in missing:
            missing.remove(seat)
            talk.displays.note(seat, talk.say(seat, "agreed"))
        elif button == OK and anybody and seat != by:
            break
    keeper.add(kind, asker, fields)
    return None


def preview(talk: Talk, before: Table, seat: int, mine: int, title: str, may_join: bool) -> "object":
    """Say in this seat's words what it pays or gets."""
    what = "You get {}" if mine > 0 else "You pay {}" if mine < 0 else "Nothing for you"
    lines = [talk.say(seat, what, abs(mine)), f"{before.scores[seat]} -> {before.scores[seat] + mine}"]
    footer = "OK yes BACK no UP ron" if may_join else "OK yes  BACK no"
    return views.message(title, lines, talk.say(seat, footer), "preview")
