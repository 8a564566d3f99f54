"""Hands without a win: the exhaustive draw with its declarations, nagashi mangan, aborts."""

from micropython import const

from device.flows.agreement import make_plan, propose, require_running_hand
from device.flows.dialogue import GONE, MOVED, TIMEOUT_MS, Dialogue
from device.flows.question_text import question_shown_at_ms, warn_if_unread
from device.input.buttons import BACK, OK, UP
from device.outputs import views
from device.storage.ledger_writer import LedgerWriter
from tenbo_core.events import CENTRE
from tenbo_core.seats import SEATS, first_in_turn_order, turn_order
from tenbo_core.table import Table

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Fields, TextView

# How often to look whether a box was pulled or put back.
_POLL_MS = const(500)


async def draw(dialogue: Dialogue, keeper: LedgerWriter, asker: int, _kind: str) -> None:
    """Ask every seat whether it is tenpai, riichi seats being fixed, and record the draw.

    An answer can be changed until the last seat has answered. The seat that asks answers for a seat without a box.
    """
    tenpai: "dict[int, bool]" = {}
    nagashi: "list[int]" = []
    go_on = False
    # A game that takes no more events says so before four seats have answered.
    keeper.check_writable("draw")
    asked_at, reader = question_shown_at_ms(dialogue), asker
    while True:
        table = require_running_hand(keeper)
        waiting = [
            seat for seat in table.rules.seats if not (seat in tenpai or seat in table.riichi or seat in table.dead)
        ]
        # With all in riichi no seat is asked; but one of them may have nagashi to claim.
        if not waiting and (tenpai or go_on or table.rules.nagashi == "none"):
            break
        declared = [seat for seat in table.rules.seats if tenpai.get(seat) or seat in table.riichi]
        dialogue.displays.asked = (None, ([("kind", "draw"), ("by", asker), ("tenpai", declared)], waiting), None)
        for seat in table.rules.seats:
            whom = seat_meant_by_press(dialogue, seat, asker, waiting)
            dialogue.displays.show(seat, tenpai_view(dialogue, table, seat, whom, waiting, nagashi, tenpai))
        press = await next_answer(dialogue, keeper)
        if press is MOVED:
            # The desk may have changed what a seat is asked, or a pulled box for whom it answers.
            asked_at, reader = question_shown_at_ms(dialogue), CENTRE
            continue
        if press is GONE:
            dialogue.show_note_everywhere("nothing changed")
            return
        if press[0] not in SEATS:
            dialogue.show_useless_button_note(*press)
            continue
        if press[1] in (OK, BACK, UP) and warn_if_unread(dialogue, asked_at, press[0], reader):
            continue
        seat, button = seat_meant_by_press(dialogue, press[0], asker, waiting), press[1]
        asked = seat not in table.riichi and seat not in table.dead
        if button == BACK and (not asked or tenpai.get(seat) is False):
            dialogue.show_note_everywhere("nothing changed")
            return
        if button == UP and table.rules.nagashi != "none" and seat not in table.dead:
            nagashi = [other for other in table.rules.seats if (other in nagashi) != (other == seat)]
        elif button == OK and tenpai.get(seat):
            dialogue.show_note_at(press[0], "already answered")
        elif button in (OK, BACK) and asked:
            tenpai[seat] = button == OK
        elif button == OK and not waiting:
            go_on = True
        else:
            dialogue.show_useless_button_note(press[0], button)
    shown = [
        seat for seat in table.rules.seats if seat not in table.dead and (tenpai.get(seat) or seat in table.riichi)
    ]
    fields: "Fields" = {"tenpai": shown, "nagashi": nagashi or None}
    name = "Nagashi mangan" if nagashi else "Draw"
    plan = await make_plan(keeper, "draw", asker, fields)
    await propose(dialogue, keeper, plan, lambda seat: dialogue.localize(seat, name))


async def next_answer(dialogue: Dialogue, keeper: LedgerWriter) -> "tuple[int, int] | None":
    """Wait for a press; MOVED when the table has changed meanwhile, or a box was pulled or put back."""
    begun, changes = dialogue.now.ms(), keeper.changes
    boxes = [port.here for port in dialogue.ports]
    while True:
        press = await dialogue.next_press(min(_POLL_MS, TIMEOUT_MS - dialogue.now.since(begun)), changes)
        if press is not GONE or dialogue.now.since(begun) >= TIMEOUT_MS:
            return press
        if boxes != [port.here for port in dialogue.ports]:
            return MOVED


def seat_meant_by_press(dialogue: Dialogue, seat: int, asker: int, waiting: "list[int]") -> int:
    """Return the seat that a press of this one is about: itself, or one without a box."""
    away = [other for other in waiting if not dialogue.ports[other].here]
    here = [other for other in [asker] + turn_order(asker, len(dialogue.displays.seats)) if dialogue.ports[other].here]
    return away[0] if away and seat not in waiting and here[:1] == [seat] else seat


def tenpai_view(
    dialogue: Dialogue,
    table: Table,
    seat: int,
    whom: int,
    waiting: "list[int]",
    nagashi: "list[int]",
    tenpai: "dict[int, bool]",
) -> "TextView":
    """Return the question about the hand of `whom`, the seat itself or one without a box, or its answer."""
    lines = [dialogue.localize(seat, "{}: no box", dialogue.seat_name(seat, whom))] if whom != seat else []
    if whom in nagashi:
        lines.append(dialogue.localize(seat, "Nagashi mangan"))
    ok, back = "tenpai", "leave"
    if whom in waiting:
        back = "noten"
        lines.append(dialogue.localize(seat, "Tenpai?"))
        first = next_to_declare(table, waiting)
        if table.rules.declare_in_turn and whom != first:
            # A declaration out of turn is binding (EMA 2016, 3.4.2), so it is taken all the same.
            lines.append(dialogue.localize(seat, "first {}", dialogue.seat_name(seat, first)))
    elif whom in table.dead or whom in table.riichi:
        lines.append(dialogue.localize(seat, "Dead hand: noten" if whom in table.dead else "Riichi: tenpai"))
        ok, back = ("", "leave") if waiting else ("yes", "no")
    else:
        lines.append(dialogue.localize(seat, "Tenpai" if tenpai[whom] else "Noten"))
        if tenpai[whom]:
            ok, back = "", "noten"
    up = "nagashi" if table.rules.nagashi != "none" and whom not in table.dead else ""
    if waiting and whom not in waiting:
        lines.append(dialogue.localize(seat, "wait for the others"))
    keys = dialogue.key_labels(seat, ok, up, "", back)
    return views.message_view(dialogue.localize(seat, "Draw"), lines, keys, "tenpai")


def next_to_declare(table: Table, waiting: "list[int]") -> int:
    """Return the seat whose turn it is to declare: the first from East that has not."""
    return first_in_turn_order(waiting, (table.dealer - 1) % table.rules.players, table.rules.players)


ABORT_NAMES = {
    "nine_terminals": "Nine terminals",
    "four_winds": "Four winds",
    "four_kans": "Four kans",
    "four_riichi": "Four riichi",
    "triple_ron": "Triple ron",
}


async def redeal(dialogue: Dialogue, keeper: LedgerWriter, asker: int, _kind: str) -> None:
    """Deal a hand again that cannot go on without an offence, if another seat agrees (EMA 2016, 5.2)."""
    plan = await make_plan(keeper, "redeal", asker, {})
    await propose(dialogue, keeper, plan, lambda seat: dialogue.localize(seat, "Deal again"))


async def abort(dialogue: Dialogue, keeper: LedgerWriter, asker: int, kind: str) -> None:
    """Record an abortive draw that the book has, when another seat agrees."""
    plan = await make_plan(keeper, "abort", asker, {"kind": kind})
    await propose(dialogue, keeper, plan, lambda seat: dialogue.localize(seat, ABORT_NAMES[kind]))
