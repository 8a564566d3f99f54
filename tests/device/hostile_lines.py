"""Hostile lines: noise, wrong fields of every kind, replays, pieces, floods; what the table made of them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, NamedTuple

from players import players
from simulated_host import Host, agree

from tenbo.devices.follower import Follower
from tenbo_core import events, messages
from tenbo_core.errors import TenboError
from tenbo_core.wire import encode, to_json

if TYPE_CHECKING:
    from collections.abc import Iterator

BATCH = 50
# These are meant to restart the table.
RESTARTING = ("repl", "ledger_commit")
NAMES = [name for name, *_ in messages.message_rows() if name not in RESTARTING]
KINDS = list(events.EVENTS)
WRONG: tuple[Any, ...] = (
    *(0, 1, 2, 3, 4, 5, 6, 7, -1, 599, 1 << 30, 1 << 31, 1 << 64, 10**80, -(10**80), True, False, None, 1.5, -0.0),
    *("", "win", "x" * 60, "\u4e2d\u6587", "\x00", "../../x", '"\\*[', [], [[]], [0, 1], [[1, 0, 3, 30]], [None] * 9),
    *({}, {"seat": 1}, [["uma", [1, 2, 3, 4]]], [["rules", 1]], ["E", "S"], [25000] * 4, [[[[[[[[1]]]]]]]]),
)


class Hostilities(NamedTuple):
    """What so many lines came to."""

    lines: int
    restarts: list[str]
    events: int


def attack(number: int, seed: int) -> Hostilities:
    """Send so many hostile lines to a table in the third game of its flash, a session running, people pressing."""
    chance = random.Random(seed)
    with players(earlier=2, minutes=90, heap_kb=192) as people:
        virtual = people.virtual
        lines = _lines(chance)
        for _ in range(0, number, BATCH):
            for _ in range(BATCH):
                virtual.service.write(next(lines))
                virtual.read_service_output()
            virtual.press(chance.randrange(4), chance.choice(("riichi", "ok", "back", "up")))
            virtual.press("table", "dice")
        virtual.service.write(b"\n" + encode(["write_permission", 1 << 20, True]))
        virtual.wait(70_000)
        virtual.read_service_output()
        host = Host(virtual, Follower())
        host.catch_up(people)
        agree(people, host.follower)
        host.link.close()
        return Hostilities(number, [why for _, why in virtual.restarts], people.state()["n"] + 1)


def _lines(chance: random.Random) -> Iterator[bytes]:
    """Make hostile lines without end; none is longer than a part of a message or two."""
    sent: list[bytes] = [encode(["who"])]
    while True:
        line = chance.choice((_noise, _wrong, _wrong, _wrong, _event, _event, _broken, _part))(chance)
        if chance.random() < 0.1:
            line = chance.choice(sent)
        sent = [*sent[-30:], line]
        yield line


def _noise(chance: random.Random) -> bytes:
    return bytes(chance.randrange(256) for _ in range(chance.randrange(1, 300))) + chance.choice((b"", b"\n"))


def _wrong(chance: random.Random) -> bytes:
    """Return a message with a sound checksum whose fields are of any kind, too few or too many."""
    name = chance.choice(NAMES)
    fields = messages.fields_of(name) or []
    values = [_fitting(kind, chance) if chance.random() < 0.5 else chance.choice(WRONG) for _, kind in fields]
    if chance.random() < 0.2:
        values = values[:-1] if chance.random() < 0.5 else [*values, chance.choice(WRONG)]
    return _encoded([name, *values])


def _fitting(kind: str, chance: random.Random) -> Any:
    return {"int": chance.randrange(9), "text": chance.choice(KINDS), "bool": False, "list": []}.get(kind, "x")


def _event(chance: random.Random) -> bytes:
    """Return a command for an event, or a proposal, with fields of any kind."""
    kind = chance.choice(KINDS)
    fields = [chance.choice(WRONG) for _ in events.fields_of(kind)]
    name = chance.choice(("do", "do", "propose"))
    return _encoded([name, chance.randrange(1 << 16), kind, chance.randrange(8), *fields])


def _encoded(message: list[Any]) -> bytes:
    """Return the line of a message; what is too long for any goes as one long line."""
    try:
        return encode(message)
    except TenboError:
        return to_json(message).encode() + b"*00000000\n"


def _broken(chance: random.Random) -> bytes:
    """Return a sound line with a byte changed, gone, or doubled, or its newline lost."""
    line = bytearray(_wrong(chance))
    at = chance.randrange(len(line))
    how = chance.randrange(4)
    if how == 0:
        line[at] = chance.randrange(256)
    elif how == 1:
        del line[at]
    elif how == 2:
        line[at:at] = line
    else:
        line = line.rstrip(b"\n")
    return bytes(line)


def _part(chance: random.Random) -> bytes:
    """Return a piece of a long message, mostly out of order."""
    text = chance.choice(('["do",', "x" * 44, "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", '"]', ""))
    return _encoded(["part", chance.choice((0, 0, 1, 2, 15, -1, "0")), chance.choice((1, 2, 16, 17, 0, None)), text])
