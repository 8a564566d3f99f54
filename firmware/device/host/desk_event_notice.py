"""Notes at the seats about events that a host has recorded: the host's user, the event, its seats and the points."""

from micropython import const

from device.flows.undo import NAMES, event_summary
from tenbo_core.events import REFEREE

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Buzzer, Dialogue, Event, HostCommands, Message, Table

# People look up when they hear the tone, and want to read it at leisure; but the title of an open question is below it.
_NOTE_MS = const(8000)
_BESIDE_QUESTION_MS = const(4000)
# The shortest time between two notes about refused hosts.
_STRANGER_MS = const(10_000)
_MORE_NAMES = {"start": "New game", "undo": "taken back"}
# Events whose first field is the seat that they are about, or the seats.
_OF_SEATS = ("name", "riichi", "riichi_void", "riichi_invalid", "dead_hand", "penalty", "late", "substitute")
_OF_MORE = ("disqualify", "chombo", "swap")


def tell(commands: "HostCommands", dialogue: "Dialogue", buzzer: "Buzzer") -> None:
    """Show the seats the events that hosts have recorded, and a refused stranger, with a tone each."""
    while commands.booked:
        _show_booking(dialogue, *commands.booked.pop(0))
        buzzer.play("desk")
    if commands.strangers:
        commands.strangers = 0
        if commands.strangers_told < 0 or dialogue.now.since(commands.strangers_told) > _STRANGER_MS:
            commands.strangers_told = dialogue.now.ms()
            dialogue.show_note_everywhere("unknown host refused")
            buzzer.play("refused")


def _show_booking(
    dialogue: "Dialogue", at: int, event: "Event", before: "Table | None", undone: "Event | None"
) -> None:
    """Show every seat what a host has recorded at a moment, with the table before it and what an undo took back.

    A newer note at a seat stays, and so does the result view, which shows the end of a game by itself.
    """
    for seat in dialogue.displays.seats:
        if event.kind == "end" or dialogue.displays.has_note_since(seat, at):
            continue
        ms = _NOTE_MS if dialogue.displays.shows_score(seat) else _BESIDE_QUESTION_MS
        dialogue.displays.show_note(seat, _text(dialogue, seat, event, before, undone), ms)


def _text(dialogue: "Dialogue", seat: int, event: "Event", before: "Table | None", undone: "Event | None") -> str:
    """Return the note for one seat."""
    author = dialogue.localize(seat, "referee: {}" if event.by == REFEREE else "desk: {}", _what(dialogue, seat, event))
    after = dialogue.displays.keeper.table
    if before is None or after is None or event.kind == "start":
        return author
    if undone is not None:
        return (
            f"{author}: {event_summary(dialogue, seat, undone, before)}{_moved(dialogue, seat, [seat], before, after)}"
        )
    owners = _owners(event)
    names = ", ".join([dialogue.seat_name(seat, owner, before) for owner in owners])
    return f"{author} {names}".strip() + _moved(dialogue, seat, owners or [seat], before, after)


def _what(dialogue: "Dialogue", seat: int, event: "Event") -> str:
    return dialogue.localize(seat, NAMES.get(event.kind) or _MORE_NAMES[event.kind])


def _owners(event: "Event") -> "list[int]":
    """Return the seats that an event is about."""
    args: "Message" = event.args
    if event.kind == "win":
        return [win.seat for win in args[0]]
    if event.kind in _OF_SEATS or event.kind in _OF_MORE:
        return args[0] if isinstance(args[0], list) else [args[0]]
    return []


def _moved(dialogue: "Dialogue", seat: int, owners: "list[int]", before: "Table", after: "Table") -> str:
    """Return the points that were moved, now and after the game, at each of these seats."""
    now = " ".join([f"{after.scores[one] - before.scores[one]:+d}" for one in owners])
    later = " ".join([f"{after.later[one] - before.later[one]:+d}" for one in owners])
    text = ""
    if any([after.scores[one] != before.scores[one] for one in owners]):
        text = " " + now
    if any([after.later[one] != before.later[one] for one in owners]):
        text += " " + dialogue.localize(seat, "after the game {}", later)
    return text
