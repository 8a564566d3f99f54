"""Undo: the centre or a seat asks, a seat agrees, and the ledger keeps both the event and its undoing."""

from micropython import const

from device.flows.dialogue import GONE, MOVED, Dialogue
from device.flows.question_text import chosen_value_text, question_shown_at_ms, warn_if_unread
from device.input.buttons import BACK, OK
from device.outputs import views
from device.storage.ledger_writer import LedgerWriter
from tenbo_core.events import CENTRE, Event
from tenbo_core.seats import SEATS, WIND_SIGNS
from tenbo_core.table import Table

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Fields, Message

_PATIENCE_MS = const(15_000)


async def run(dialogue: Dialogue, keeper: LedgerWriter, *_: object) -> None:
    """Take the last event back when a seat agrees; the button that asks is not enough, nor what opened it.

    Only the shown events are taken back: if the table changes meanwhile, the question is asked again.
    """
    keeper.check_writable("undo")
    press: "tuple[int, int] | None" = MOVED
    changes = -1
    while press is MOVED:
        asked_at = question_shown_at_ms(dialogue)
        going = keeper.ledger.events_to_undo()
        if not going:
            # An event that a host took back during the question is shown as the host's booking.
            if changes < 0:
                dialogue.show_note_everywhere("nothing to take back")
            return
        fields: "Fields" = {"to": going[-1].n - 1}
        changes = show_events_to_undo(dialogue, keeper, going, fields)
        press = await wait_answer(dialogue, changes, asked_at)
    if press is not GONE and press[1] == OK:
        keeper.record("undo", press[0], fields)
        dialogue.show_note_everywhere("taken back")
    else:
        dialogue.show_note_everywhere("nothing changed")


def show_events_to_undo(dialogue: Dialogue, keeper: LedgerWriter, going: "list[Event]", fields: "Fields") -> int:
    """Show all seats the events that would be taken back, and return the keeper's `changes` at that moment."""
    # A winner may have been East then and South now: a seat is called by its wind at that time.
    then = keeper.ledger.preview(keeper.make_event("undo", CENTRE, fields))
    dialogue.displays.asked = (None, ([("kind", "undo")], list(dialogue.displays.seats)), None)
    for seat in dialogue.displays.seats:
        lines = [event_summary(dialogue, seat, event, then) for event in reversed(going)]
        lines[:1] = distinguishing_lines(dialogue, seat, lines[0], keeper, going[-1], then)
        keys = dialogue.key_labels(seat, "yes", "", "", "no")
        view = views.message_view(dialogue.localize(seat, "Take back?"), lines, keys, "undo")
        dialogue.displays.show(seat, view)
    return keeper.changes


async def wait_answer(dialogue: Dialogue, changes: int, asked_at: int) -> "tuple[int, int] | None":
    """Wait for a seat's OK or BACK, or until the table has moved; a press that comes too soon is ignored."""
    while True:
        press = await dialogue.next_press(_PATIENCE_MS, changes)
        if press is GONE or press is MOVED:
            return press
        if press[0] not in SEATS or press[1] not in (OK, BACK):
            dialogue.show_useless_button_note(*press)
        elif not warn_if_unread(dialogue, asked_at, press[0], CENTRE):
            return press


def distinguishing_lines(
    dialogue: Dialogue, seat: int, line: str, keeper: LedgerWriter, event: Event, table_before: Table
) -> "list[str]":
    """Return the lines that distinguish a win from another one of the same player: its points, its hand, its value."""
    if event.kind != "win":
        return [line]
    hand = f"{WIND_SIGNS[table_before.round]}{table_before.hand}"
    counters = dialogue.localize(seat, "{} honba", table_before.honba)
    assert keeper.table is not None
    winner = event.args[0][0].seat
    return [
        f"{line} {keeper.table.scores[winner] - table_before.scores[winner]:+d}",
        f"{hand}  {counters}  {chosen_value_text(dialogue, seat, event.args[0][0])}",
    ]


NAMES = {
    "session": "Session",
    "name": "Name",
    "hand": "Dice",
    "riichi": "Riichi",
    "riichi_void": "Riichi taken back",
    "riichi_invalid": "Riichi not valid",
    "win": "Win",
    "draw": "Draw",
    "abort": "Abort",
    "redeal": "Dealt again",
    "chombo": "Chombo",
    "dead_hand": "Dead hand",
    "penalty": "Penalty",
    "late": "Lateness",
    "substitute": "Substitute",
    "disqualify": "Disqualified",
    "pause": "Clock stopped",
    "resume": "Clock runs on",
    "extra": "More time",
    "signal": "Time signal",
    "correct": "Correction",
    "swap": "Seats swapped",
    "end": "End of the game",
}
# Events whose first field is the seat that they are about.
_OF_A_SEAT = (
    "name", "riichi", "riichi_void", "riichi_invalid", "dead_hand", "penalty", "late", "substitute", "disqualify",
)  # fmt: skip


def event_summary(dialogue: Dialogue, seat: int, event: Event, then: Table) -> str:
    """Return a short description of an event and its seats, by the table before it."""
    name = dialogue.localize(seat, NAMES[event.kind])
    args: "Message" = event.args
    owners: "list[int]" = []
    if event.kind in _OF_A_SEAT:
        owners = [args[0]]
    elif event.kind == "chombo":
        owners = args[0]
    elif event.kind == "win":
        owners = [win.seat for win in args[0]]
    if not owners:
        return name
    return f"{name}: {', '.join([dialogue.seat_name(seat, owner, then) for owner in owners])}"
