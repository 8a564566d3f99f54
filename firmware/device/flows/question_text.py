"""The texts of the questions to the seats: a hand's value, its discarder, the tenpai seats, the points."""

from device.outputs import views
from tenbo_core.seats import SEATS

# The shortest time to read a question: an earlier press was meant for something else.
UNREAD_MS = 500

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Dialogue, PlannedEvent, Win


def question_shown_at_ms(dialogue: "Dialogue") -> int:
    """Return the moment from which a question can be read, for `warn_if_unread`."""
    return dialogue.now.ms()


def warn_if_unread(dialogue: "Dialogue", asked_at: int, place: int, by: int) -> bool:
    """Return whether a place pressed too soon after another place's question; if so, show it a note to read it."""
    soon = place in SEATS and place != by and dialogue.now.since(asked_at) < UNREAD_MS
    if soon:
        dialogue.show_note_at(place, "read first")
    return soon


def agreement_lines(dialogue: "Dialogue", plan: "PlannedEvent", seat: int) -> "list[str]":
    """Return the lines that tell a seat what it agrees to, besides its own points."""
    lines = []
    if plan.kind == "win":
        lines = win_lines(dialogue, plan, seat)
    elif plan.kind == "draw":
        tenpai, nagashi = plan.event.args
        lines.append(f"{dialogue.localize(seat, 'tenpai')}: {_names(dialogue, seat, tenpai)}")
        if nagashi:
            lines.append(f"{dialogue.localize(seat, 'nagashi')}: {_names(dialogue, seat, nagashi)}")
    else:
        for other in plan.rules.seats:
            cost = plan.moved[other] or plan.later[other]
            if cost < 0 and other != seat:
                lines.append(f"{dialogue.seat_name(seat, other)} {cost}")
    if plan.by not in SEATS:
        lines.append(dialogue.localize(seat, "From the desk"))
    return lines


def win_lines(dialogue: "Dialogue", plan: "PlannedEvent", seat: int) -> "list[str]":
    """Return the value of each winner's hand, and the discarder."""
    wins = plan.event.args[0]
    source = wins[0].source
    tile = ""
    if source != wins[0].seat:
        tile = " " + dialogue.localize(seat, "from {}", dialogue.seat_name(seat, source, plan.before))
    if len(wins) == 1:
        return [chosen_value_text(dialogue, seat, wins[0]) + tile]
    return [
        f"{dialogue.seat_name(seat, win.seat, plan.before)} {chosen_value_text(dialogue, seat, win)}" for win in wins
    ]


def chosen_value_text(dialogue: "Dialogue", seat: int, win: "Win") -> str:
    """Return a hand's value as it was chosen, in the language of a seat."""
    return views.value_text(dialogue, seat, win.han, win.fu, win.yakuman)


def _names(dialogue: "Dialogue", seat: int, others: "list[int]") -> str:
    return ", ".join([dialogue.seat_name(seat, other) for other in others]) or dialogue.localize(seat, "nobody")
