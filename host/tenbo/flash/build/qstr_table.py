"""Reads and extends the table of names in compiled modules: a board keeps each name, so early modules can load them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.flash.build.varint import decode_varint, encode_varint

if TYPE_CHECKING:
    from collections.abc import Iterable

# Before the names: the mark, the version, two bytes of flags.
HEAD = 4


class _Table(NamedTuple):
    """The names of a compiled module, empty where it has the number of one of MicroPython's own; and their places."""

    names: list[str]
    constants: int
    first: int
    end: int


def resident_names(files: dict[str, bytes]) -> set[str]:
    """Return the names that a board keeps for ever once it has loaded compiled modules: theirs, and those in them."""
    names = set()
    for path, data in files.items():
        if path.endswith(".mpy"):
            names.add(path.removesuffix(".mpy").removesuffix("/__init__").removeprefix("lib/").replace("/", "."))
            names.update(qstr_names(data))
    return names


def qstr_names(module: bytes) -> list[str]:
    """Return the names of a compiled module that are not MicroPython's own."""
    return [name for name in _table_of(module).names if name]


def add_qstr_names(module: bytes, names: Iterable[str]) -> bytes:
    r"""Return a compiled module that brings more names, and does nothing with them.

    >>> add_qstr_names(b"M\x06\x00\x1f\x01\x00\x0fcode", ["riichi", "honba"])
    b'M\x06\x00\x1f\x03\x00\x0f\x0criichi\x00\nhonba\x00code'
    """
    table = _table_of(module)
    added = [name.encode() for name in names]
    return b"".join(
        [
            module[:HEAD],
            encode_varint(len(table.names) + len(added)),
            encode_varint(table.constants),
            module[table.first : table.end],
            *[encode_varint(len(name) << 1) + name + b"\0" for name in added],
            module[table.end :],
        ]
    )


def _table_of(module: bytes) -> _Table:
    count, at = decode_varint(module, HEAD)
    constants, first = decode_varint(module, at)
    names = []
    at = first
    for _ in range(count):
        size, at = decode_varint(module, at)
        if size & 1:
            names.append("")
        else:
            names.append(module[at : at + (size >> 1)].decode())
            at += (size >> 1) + 1
    return _Table(names, constants, first, at)
