"""Answers the host's questions: what a seat sees, how the table stands."""

import binascii

from micropython import const

from device import view_words
from device.frame import PAGES, WIDTH
from device.lazy_modules import call_once
from tenbo_core.errors import Malformed, Refused
from tenbo_core.seats import SEATS
from tenbo_core.snapshot import ANSWER, VIEW

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Displays, HostCommands, Keeper, Message

_LONGEST_LINE = const(60)
# Columns of a picture in one message; a line takes 120 characters.
_COLUMNS_A_LINE = const(32)


def answers(commands: "HostCommands", message: "Message") -> "list[Message]":
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
        return [["proof", number, call_once("key_proof", message[2], message[3])]]
    return [["health_field", number, key, value] for key, value in call_once("health", commands)]


def _view_fields(keeper: "Keeper", displays: "Displays", seat: int) -> "list[tuple[str, object]]":
    """Return what a display shows, and the seat's score even when a question covers it."""
    if seat not in SEATS:
        raise Malformed("bad_seat", f"there is no seat {seat!r}", "seat")
    view = displays.view(seat)
    fields: "list[tuple[str, object]]" = []
    table = keeper.table
    if table is not None:
        fields = list(zip(VIEW, view_words.words(displays.score(table, seat))))[1:]
    words: "Message" = view_words.words(view)
    lines = words[len(VIEW) :] if words[0] == "score" else words[1:]
    for place, line in enumerate(lines):
        fields.append((f"line {place}", line[:_LONGEST_LINE]))
    return [("screen", words[0])] + fields


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


def _state_fields(keeper: "Keeper") -> "list[tuple[str, object]]":
    if keeper.answer is None:
        raise Refused("not_allowed_now", "no game has begun", "state")
    return list(zip(ANSWER, keeper.answer))
