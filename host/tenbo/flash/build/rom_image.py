"""Builds and reads a ROM file system of MicroPython: its modules run from flash and take no memory.

A record is its kind, the length of what follows, and that. A folder holds its name and the records in it, a file its
name and a record of its bytes. Numbers are written in groups of seven bits, the highest first, all but the last with
the eighth bit set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.flash.build.varint import decode_varint, encode_varint
from tenbo_core.errors import StorageFault

if TYPE_CHECKING:
    from collections.abc import Iterator

HEADER = b"\xd2\xcd\x31"
DATA, FOLDER, FILE = 2, 4, 5


def build_image(files: dict[str, bytes], *, by_contents: bool = False) -> bytes:
    """Return the image of some files by their paths; `by_contents`, like files side by side, which gzip makes smaller.

    >>> build_image({"a": b"1"}).hex(" ")
    'd2 cd 31 80 07 05 05 01 61 02 01 31'
    """
    body = _records(files, by_contents=by_contents)
    length = encode_varint(len(body))
    # The image has an even length; a leading group of zeros changes no number.
    if (len(HEADER) + len(length) + len(body)) % 2:
        length = b"\x80" + length
    return HEADER + length + body


def _records(files: dict[str, bytes], *, by_contents: bool) -> bytes:
    """Return the records of a folder: files, and the folders in it, by name or by what they contain."""
    names = sorted({path.partition("/")[0] for path in files})
    if by_contents:
        names.sort(key=lambda name: (name not in files, files.get(name, b"")))
    return b"".join(_record_of(name, files, by_contents=by_contents) for name in names)


def _record_of(name: str, files: dict[str, bytes], *, by_contents: bool) -> bytes:
    head = encode_varint(len(name)) + name.encode("ascii")
    if name in files:
        return _record(FILE, head + _record(DATA, files[name]))
    inside = {path.partition("/")[2]: data for path, data in files.items() if path.startswith(name + "/")}
    return _record(FOLDER, head + _records(inside, by_contents=by_contents))


def _record(kind: int, content: bytes) -> bytes:
    return encode_varint(kind) + encode_varint(len(content)) + content


def read_image(image: bytes) -> dict[str, bytes]:
    """Return the files of an image by their paths; bytes after the image are ignored.

    >>> read_image(build_image({"main.py": b"start", "device/app.mpy": b"app", "device/flows/win.mpy": b""}) + b"rest")
    {'device/app.mpy': b'app', 'device/flows/win.mpy': b'', 'main.py': b'start'}
    """
    if not image.startswith(HEADER):
        raise StorageFault("damaged", "there is no ROM file system", "rom")
    size, at = decode_varint(image, len(HEADER))
    if at + size > len(image):
        raise StorageFault("damaged", "the ROM file system is cut short", "rom")
    return dict(_walk(image[at : at + size], ""))


def _walk(records: bytes, folder: str) -> Iterator[tuple[str, bytes]]:
    for kind, content in _each_record(records):
        length, at = decode_varint(content, 0)
        name = folder + content[at : at + length].decode("ascii")
        inside = content[at + length :]
        if kind == FOLDER:
            yield from _walk(inside, name + "/")
        elif kind == FILE:
            yield from ((name, data) for inner, data in _each_record(inside) if inner == DATA)


def _each_record(records: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at < len(records):
        kind, at = decode_varint(records, at)
        size, at = decode_varint(records, at)
        yield kind, records[at : at + size]
        at += size
