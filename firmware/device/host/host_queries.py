"""Answers the host's questions: a seat's view, the state of the table."""

import binascii

from micropython import const

from device.outputs import view_dump
from device.runtime.lazy_modules import call_and_unload
from device.text.display_frame import PAGES, WIDTH
from tenbo_core import clock, fold
from tenbo_core.errors import Malformed, Refused
from tenbo_core.ranking import place_of
from tenbo_core.seats import SEATS
from tenbo_core.start_and_riichi import riichi_refusal
from tenbo_core.state_answer import ANSWER, VIEW
from tenbo_core.table import BETWEEN

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Displays, HostCommands, HostLink, LedgerWriter, Message, PlannedEvent, Table

_LONGEST_LINE = const(60)
# Events whose first field is the seat that they concern.
_OF_A_SEAT = ("chombo", "dead_hand", "riichi_invalid", "penalty", "late", "substitute", "disqualify")
# Columns of a picture in one message; a line takes 120 characters.
_COLUMNS_A_LINE = const(32)


def answer_query(commands: "HostCommands", message: "Message", link: "HostLink") -> "list[Message]":
    """Answer a question, a line for each thing."""
    name, number = message[0], message[1]
    if name == "view":
        fields = _view_fields(commands.keeper, commands.displays, message[2])
        return [["view_field", number, key, value] for key, value in fields]
    if name == "pixels":
        pieces = _pixels(commands.displays, message[2], message[3])
        return [["row", number, start, columns] for start, columns in pieces]
    if name == "state":
        return [["state_field", number, key, value] for key, value in _state_fields(commands.keeper)]
    if name == "prove":
        proof: "Message" = call_and_unload("key_proof", link, message[2], message[3], commands.board.entropy)
        return [["proof", number] + proof]
    return [["health_field", number, key, value] for key, value in call_and_unload("health", commands)]


def _view_fields(keeper: "LedgerWriter", displays: "Displays", seat: int) -> "list[tuple[str, object]]":
    """Return the view of a display, and the seat's score even if a question covers it."""
    if seat not in SEATS:
        raise Malformed("bad_seat", f"there is no seat {seat!r}", "seat")
    view = displays.view(seat)
    fields: "list[tuple[str, object]]" = []
    table = keeper.table
    if table is not None and seat in table.rules.seats:
        fields = list(zip(VIEW, view_dump.view_fields(displays.score_view(table, seat))))[1:]
    words: "Message" = view_dump.view_fields(view)
    lines = words[len(VIEW) :] if words[0] == "score" else words[1:]
    for place, line in enumerate(lines):
        fields.append((f"line {place}", line[:_LONGEST_LINE]))
    riichi = dice = False
    plan, question, entering = displays.asked
    if table is not None and displays.asked == (None, None, None):
        riichi = riichi_refusal(table, seat) is None
        dice = table.phase == BETWEEN and may_begin_hand(table, keeper.seconds)
    fields += [("entering", entering), ("may_riichi", riichi), ("wants_dice", dice)]
    if plan is not None:
        fields += _asked(keeper, displays, plan, seat)
    elif question is not None and seat in question[1]:
        fields += [("ask " + name, value) for name, value in question[0]]
    return [("screen", words[0])] + fields


def may_begin_hand(table: "Table", second: int) -> bool:
    """Return whether a hand can begin as far as the session goes."""
    try:
        clock.check_start_of_hand(table, second)
    except Refused:
        return False
    return True


def _asked(keeper: "LedgerWriter", displays: "Displays", plan: "PlannedEvent", seat: int) -> "list[tuple[str, object]]":
    """Return what a seat is asked about, each field with its name; nothing for a seat that has no answer to give."""
    joins = plan.why_no_ron is not None and plan.why_no_ron(seat) is None
    if seat not in plan.rules.seats or (seat not in plan.asked_now and not joins):
        return []
    kind, before = plan.kind, plan.scores[seat]
    # Not kept with the plan: memory is short while all seats are asked.
    after = keeper.ledger.preview(plan.event) if plan.instead is None else fold.apply(plan.before, plan.event)
    fields: "list[tuple[str, object]]" = [
        ("kind", kind),
        ("by", plan.by if plan.by in SEATS else "desk"),
        ("points", plan.fields["points"] if kind == "penalty" else plan.moved[seat]),
        ("honba", plan.before.honba),
        ("sticks", plan.before.sticks),
        ("before", before),
        ("after", before + plan.moved[seat]),
        ("place", place_of(after, seat)),
        ("seconds", max(0, plan.ends - displays.now.ms() + 999) // 1000),
        ("may_join", joins),
    ]
    if kind == "win":
        win = plan.event.args[0][-1]
        fields.append(("from", None if win.source == win.seat else win.source))
        fields += [("yakuman", win.yakuman)] if win.yakuman else [("han", win.han), ("fu", win.fu)]
    elif kind == "draw":
        fields.append(("tenpai", plan.event.args[0]))
    elif plan.event.kind in _OF_A_SEAT:
        fields.append(("seats", plan.event.args[0] if kind == "chombo" else [plan.event.args[0]]))
    return [("ask " + name, value) for name, value in fields]


def _pixels(displays: "Displays", seat: int, page: int) -> "list[tuple[int, str]]":
    """Return a page of a seat's picture, in pieces that fit a line."""
    if seat not in SEATS:
        raise Malformed("bad_seat", f"there is no seat {seat!r}", "seat")
    if not 0 <= page < PAGES:
        raise Malformed("bad_field", f"there is no page {page!r}: they are 0 to {PAGES - 1}", "page")
    buffer = displays.panels[seat].frame.buffer
    begin = page * WIDTH
    pieces: "list[tuple[int, str]]" = []
    for start in range(0, WIDTH, _COLUMNS_A_LINE):
        columns = buffer[begin + start : begin + start + _COLUMNS_A_LINE]
        pieces.append((start, binascii.b2a_base64(columns).decode().strip()))  # type: ignore[arg-type] # the stubs take bytes only
    return pieces


def _state_fields(keeper: "LedgerWriter") -> "list[tuple[str, object]]":
    if keeper.answer is None:
        raise Refused("not_allowed_now", "no game has begun", "state")
    return list(zip(ANSWER, keeper.answer))
