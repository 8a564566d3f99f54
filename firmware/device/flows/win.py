"""The dialogue of a win: tsumo or the discarder, the value, further winners, the liable player."""

from micropython import const

from device.flows.agreement import (
    PlannedEvent,
    make_plan,
    preload_texts,
    prepare_views,
    propose,
    require_running_hand,
    table_before,
    wind_name,
)
from device.flows.dialogue import GONE, Dialogue
from device.flows.win_value_choices import WinValue, possible_values
from device.input.buttons import BACK, DOWN, OK, RIICHI, UP
from device.outputs import views
from device.storage.ledger_writer import LedgerWriter
from tenbo_core import hand_value
from tenbo_core.errors import Refused, TenboError
from tenbo_core.seats import first_in_turn_order, turn_order
from tenbo_core.table import Table

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Callable, Fields, Iterator, NoteForSeat, TextForSeat, TextView

# The value list begins here: from three han every usual hand is at most two presses away.
_USUAL_HAN = const(3)
DEAD = "dead hand: no win"


async def run(dialogue: Dialogue, keeper: LedgerWriter, seat: int, recorded: "list[Fields] | None" = None) -> None:
    """Ask about a win of this seat and of all who win on the same discard, and record them.

    `recorded` are the wins on its discard that have just been recorded without it.
    """
    if recorded:
        await collect_wins(dialogue, keeper, seat, recorded[0]["from"], recorded, keeper.last)
        return
    table = require_running_hand(keeper)
    # A game that takes no more events says so before a player values a hand.
    keeper.check_writable("win")
    if seat in table.dead:
        raise Refused("not_allowed_now", f"seat {seat} has a dead hand and cannot win", "seat", DEAD)
    source = await ask_source(dialogue, table, seat)
    if source is not None:
        await collect_wins(dialogue, keeper, seat, source, [])


async def collect_wins(
    dialogue: Dialogue,
    keeper: LedgerWriter,
    seat: int,
    source: int,
    recorded: "list[Fields]",
    instead: "int | None" = None,
) -> None:
    """Ask a winner for the value, then all seats for agreement, and repeat this for each seat that joins.

    `recorded` are wins that event `instead` has recorded; without a further one they stay as they are.
    """
    wins = recorded
    joins: "int | None" = seat
    plan: "PlannedEvent | None" = None
    while joins is not None:
        before = require_running_hand(keeper) if instead is None else table_before(keeper, instead)
        prepare = _preparing(dialogue, keeper, seat, wins, {"seat": joins, "from": source}, instead)
        win = await ask_value(dialogue, before, joins, source, prepare)
        dialogue.prepare()
        if win is not None:
            win.update({"seat": joins, "from": source})
            wins = wins + [win]
        plan = None
        while plan is None:
            if len(wins) == len(recorded):
                return
            try:
                plan = _prepared_plan(dialogue, keeper, wins)
                if plan is None:
                    plan = await make_plan(keeper, "win", seat, {"wins": wins}, instead)
            except TenboError as error:
                if len(wins) == 1:
                    raise
                # A seat that may not join gets the error; the wins of the others stay.
                dialogue.show_refusal(joins, error)
                wins = wins[:-1]
        why_not = make_no_ron_reason(plan, wins)
        joins = await propose(dialogue, keeper, plan, make_win_title(dialogue, before, wins), why_not)
    if plan is not None and plan.recorded:
        dialogue.offer_further_ron(wins, [other for other in plan.rules.seats if why_not(other) is None])


def make_no_ron_reason(plan: PlannedEvent, wins: "list[Fields]") -> "NoteForSeat":
    """Return the function that returns for a seat why it cannot have won on the same discard, or None.

    It goes by the hand as the plan has last looked at it: the desk may find a hand dead under the question.
    """
    rules = plan.rules
    source = wins[0]["from"]
    winners = [win["seat"] for win in wins]

    def reason(seat: int) -> "str | None":
        if source in winners or seat == source or seat in winners:
            return "no effect"
        if seat in plan.dead:
            return DEAD
        if rules.several_ron == "nearest" and first_in_turn_order(winners + [seat], source, rules.players) != seat:
            return "only the nearest wins"
        if len(wins) == 2 and rules.triple_ron == "abort":
            return "three rons abort the hand"
        return None

    return reason


def _preparing(
    dialogue: Dialogue, keeper: LedgerWriter, by: int, wins: "list[Fields]", who: "Fields", instead: "int | None"
) -> "Callable[[Fields], None]":
    """Return the function that has the preview made ready for a value that a further winner may take."""

    def prepare_value(value: "Fields") -> None:
        value.update(who)
        dialogue.prepare("win_preview", keeper, by, wins + [value], instead)

    return prepare_value


def prepare(
    dialogue: Dialogue, keeper: LedgerWriter, by: int, wins: "list[Fields]", instead: "int | None"
) -> "Iterator[None]":
    """Make the preview of some wins ready before it is asked for, a small step at a time."""
    yield from preload_texts(dialogue)
    try:
        before = require_running_hand(keeper) if instead is None else table_before(keeper, instead)
        plan = PlannedEvent(keeper, "win", by, {"wins": wins}, instead)
    except TenboError:
        return  # the caller that takes this value gets the error
    yield
    yield from prepare_views(dialogue, plan, make_win_title(dialogue, before, wins), make_no_ron_reason(plan, wins))


def _prepared_plan(dialogue: Dialogue, keeper: LedgerWriter, wins: "list[Fields]") -> "PlannedEvent | None":
    """Return the prepared preview of these wins, if no event was recorded since."""
    plan = None if dialogue.ready is None else dialogue.ready[0]
    return plan if plan is not None and plan.fields["wins"] == wins and plan.changes == keeper.changes else None


async def ask_source(dialogue: Dialogue, table: Table, seat: int) -> "int | None":
    """Ask how the seat has won: one button for each of the ways."""
    # As the players sit, and as the score screen has them; three leave a side of the table empty.
    ways = {OK: seat, UP: (seat + 2) % 4, RIICHI: (seat + 3) % 4, DOWN: (seat + 1) % 4}
    ron = dialogue.localize(seat, "ron")
    lines = []
    for name, arrow, button in (("UP", "^", UP), ("RIICHI", "<", RIICHI), ("DOWN", ">", DOWN)):
        if ways[button] in table.rules.seats:
            lines.append(f"{name}\t{ron} {arrow} {dialogue.localize(seat, wind_name(table, ways[button]))}")
        else:
            ways.pop(button)
    keys = dialogue.key_labels(seat, "tsumo", "^" if UP in ways else "", ">" if DOWN in ways else "", "leave")
    dialogue.displays.show(seat, views.message_view(dialogue.localize(seat, "You win"), lines, keys, "how"))
    pressed = await dialogue.seat_press(seat, repeats=False)
    while pressed is not GONE and pressed != BACK and pressed not in ways:
        dialogue.show_useless_button_note(seat, pressed)
        pressed = await dialogue.seat_press(seat, repeats=False)
    return None if pressed is GONE or pressed == BACK else ways[pressed]


async def ask_value(
    dialogue: Dialogue, table: Table, seat: int, source: int, prepare: "Callable[[Fields], None]"
) -> "Fields | None":
    """Ask for the value on one screen: UP and DOWN change the han, RIICHI the fu, OK takes it."""
    tsumo = seat == source
    least = hand_value.required_yaku_han(table.rules, table.honba)
    at = max(0, _USUAL_HAN - least)
    fu = 0
    dialogue.displays.show_note(seat, "")  # it belongs to the question before this one
    while True:
        # Made again at each press: all of them would take two kilobytes, which are not free meanwhile.
        values = possible_values(table.rules, tsumo, least, at)
        count, choice = len(values), values[at]
        del values
        fu = fu % len(choice.fu) if choice.fu else 0
        dialogue.chosen_value = source, least, at, fu
        dialogue.displays.show(seat, chosen_value_view(dialogue, table, seat, choice, fu, tsumo))
        if not choice.yakuman:
            prepare(_fields_of(choice, fu))
        button = await dialogue.seat_press(seat)
        if button is GONE or button == BACK:
            return None
        if button == OK:
            break
        if button == RIICHI and choice.fu:
            fu += 1
        elif button == RIICHI:
            dialogue.show_note_at(seat, "no fu at this value")
        elif button == DOWN:
            at -= 1
        else:
            at += 1
        # A press leads from one end to the other; a button that is held stops there.
        at = max(0, min(at, count - 1)) if dialogue.is_button_repeating else at % count
    if choice.yakuman:
        return await ask_liable(dialogue, table, seat, choice.yakuman)
    return _fields_of(choice, fu)


def _fields_of(choice: WinValue, fu: int) -> "Fields":
    """Return a chosen value as the fields of a win."""
    win: "Fields" = {"han": choice.han}
    if choice.fu:
        win["fu"] = choice.fu[fu]
    return win


async def ask_liable(dialogue: Dialogue, table: Table, seat: int, yakuman: int) -> "Fields | None":
    """Ask for the liable player of a yakuman, if the book has liability, and return the win's fields."""
    win: "Fields" = {"yakuman": yakuman}
    if not table.rules.pao:
        return win
    others = turn_order(seat, table.rules.players)
    names = [dialogue.localize(seat, "nobody")] + [dialogue.localize(seat, wind_name(table, other)) for other in others]
    chosen = await dialogue.choose(seat, dialogue.localize(seat, "Who is liable?"), names)
    if chosen is None:
        return None
    if chosen:
        win["pao"] = others[chosen - 1]
    return win


def chosen_value_view(
    dialogue: Dialogue, table: Table, seat: int, choice: WinValue, fu: int, tsumo: bool
) -> "TextView":
    """Return the chosen value with its payment, as it is said at the table."""
    points = choice.fu[fu] if choice.fu else 0
    name = (
        dialogue.localize(seat, choice.name)
        if choice.name
        else views.value_text(dialogue, seat, choice.han, points, choice.yakuman)
    )
    text = payment_text(table, choice, points, seat, tsumo)
    below = []
    if hand_value.required_yaku_han(table.rules, table.honba) > 1 and not choice.yakuman:
        # Dora do not count for it (EMA 2012, "Wiederholungsspiele"; Austria, 3.6.5.1).
        below.append(dialogue.localize(seat, "2 han must be yaku"))
    plain, _, whole = text.partition(" > ")
    plain, _, by_each = plain.partition(" ")
    if whole:
        below.insert(0, f"{plain} +{dialogue.localize(seat, '{} honba', table.honba)}")
    keys = dialogue.key_labels(seat, "take", "^", "`", "leave")
    corner = dialogue.localize(seat, "RIICHI fu") if len(choice.fu) > 1 else ""
    title = dialogue.localize(seat, "Value each" if by_each else "Value")
    view = views.message_view(title, [name, text] + below, keys, "value", corner)
    return views.with_amount(view, (whole or plain).partition(" ")[0].encode(), [name], below)


def payment_text(table: Table, choice: WinValue, fu: int, seat: int, tsumo: bool) -> str:
    """Return a value as players say it: "3900", or "1000/2000 > 1100/2100" with counters.

    Two numbers are what the others and East pay; East's own tsumo is one number "all".
    """
    east = seat == table.dealer
    unit = (
        hand_value.YAKUMAN * choice.yakuman
        if choice.yakuman
        else hand_value.base_points_of(table.rules, choice.han, fu)
    )
    plain = hand_value.payment_text(_payment(table, unit, east, tsumo, 0))
    counters = table.honba * table.rules.honba_value
    return (
        plain if not counters else f"{plain} > {hand_value.payment_text(_payment(table, unit, east, tsumo, counters))}"
    )


def _payment(table: Table, unit: int, east: bool, tsumo: bool, counters: int) -> hand_value.Payment:
    if tsumo:
        return hand_value.tsumo_payment(table.rules, unit, east, counters)
    return hand_value.ron_payment(unit, east, counters)


def make_win_title(dialogue: Dialogue, table: Table, wins: "list[Fields]") -> "TextForSeat":
    """Return the function that returns the title for a seat: the winner by the wind of that hand."""
    winner, source = wins[0]["seat"], wins[0]["from"]
    by_tsumo = winner == source

    def title(seat: int) -> str:
        if len(wins) > 1:
            several = dialogue.localize(seat, "Double ron" if len(wins) == 2 else "Triple ron")
            return f"{several} {dialogue.localize(seat, 'from {}', dialogue.seat_name(seat, source, table))}"
        how = dialogue.localize(seat, "tsumo" if by_tsumo else "ron")
        return f"{dialogue.seat_name(seat, winner, table)} {how}"

    return title
