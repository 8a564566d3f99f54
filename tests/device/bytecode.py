"""What is in a compiled module: its functions, the room that their frames take, and how often they ask for a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.flash.build.qstr_table import _table_of
from tenbo.flash.build.varint import decode_varint

if TYPE_CHECKING:
    from collections.abc import Iterator

# How an instruction goes on, by the upper half of its number: with a name, a number or a distance.
NAMED, NUMBERED, FAR = 1, 2, 3
FORMATS = 0x3A4
# Instructions with none of these bits have one byte more.
NO_MORE = 0x9E
# Words of a frame that are on the stack; a larger frame is taken from the heap. A handler takes three.
ON_STACK = 11
HANDLER_WORDS = 3


class Function(NamedTuple):
    """A function by the number of its name: the words of its frame, and the numbers of the names that it asks for."""

    name: int
    words: int
    asked: list[int]


def names_of(module: bytes) -> list[str]:
    """Return the names of a compiled module by their numbers, empty where they are MicroPython's own."""
    return _table_of(module).names


def functions(module: bytes) -> list[Function]:
    """Return all functions of a compiled module, itself first."""
    table = _table_of(module)
    at = table.end
    for _ in range(table.constants):
        at = _after_constant(module, at)
    return list(_functions(module, at)[0])


def _after_constant(module: bytes, at: int) -> int:
    """Return where the next constant begins."""
    kind = module[at]
    if kind in NO_BYTES:
        return at + 1
    size, at = decode_varint(module, at + 1)
    if kind == TUPLE:
        for _ in range(size):
            at = _after_constant(module, at)
        return at
    return at + size + (kind in TEXTS)


# Of a constant by its kind: nothing follows; things follow; so many bytes follow, and a 0 behind those of a text.
NO_BYTES = (0, 1, 2, 3, 4)
TUPLE = 10
TEXTS = (5, 6)


def _functions(module: bytes, at: int) -> tuple[list[Function], int]:
    """Return the functions of a piece of code, and where the next begins."""
    size, at = decode_varint(module, at)
    assert size & 3 == 0, "native code has no instructions of this kind"
    found = [_function(module[at : at + (size >> 3)])]
    at += size >> 3
    if size & 4:
        count, at = decode_varint(module, at)
        for _ in range(count):
            within, at = _functions(module, at)
            found += within
    return found, at


def _function(code: bytes) -> Function:
    first, at = code[0], 1
    state, handlers = first >> 3 & 15, first >> 2 & 1
    part = 0
    while first & 128:
        first = code[at]
        state |= (first & 0x30) << 2 * part
        handlers |= (first & 2) << part
        at, part = at + 1, part + 1
    cells = info = part = 0
    more = 128
    while more & 128:
        more = code[at]
        cells |= (more & 1) << part
        info |= (more >> 1 & 63) << 6 * part
        at, part = at + 1, part + 1
    name, _ = decode_varint(code, at)
    asked = list(_asked(code, at + info + cells))
    return Function(name, state + 1 + HANDLER_WORDS * handlers, asked)


def _asked(code: bytes, at: int) -> Iterator[int]:
    """Yield the number of the name of each instruction that asks for one."""
    while at < len(code):
        instruction = code[at]
        kind = FORMATS >> 2 * (instruction >> 4) & 3 if instruction < 0x50 else 0
        at += 1
        if kind in (NAMED, NUMBERED):
            value, at = decode_varint(code, at)
            if kind == NAMED:
                yield value
        elif kind == FAR:
            at += 2 if code[at] & 128 else 1
        at += instruction & NO_MORE == 0
