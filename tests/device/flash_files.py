"""Files planted on a simulated table's flash, read from it and taken off it, as a computer could do; by MicroPython."""

from __future__ import annotations

import binascii
import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from unix_port import micropython

if TYPE_CHECKING:
    from collections.abc import Mapping

BLOCK = 4096

PROGRAM = """
import os, sys, vfs
BLOCK = 4096
class Flash:
    def __init__(self, path):
        self.data = bytearray(open(path, "rb").read())
    def readblocks(self, block, buffer, offset=0):
        at = block * BLOCK + offset
        buffer[:] = memoryview(self.data)[at : at + len(buffer)]
    def writeblocks(self, block, buffer, offset=None):
        at = block * BLOCK + (offset or 0)
        self.data[at : at + len(buffer)] = buffer
    def ioctl(self, operation, argument):
        if operation == 4:
            return len(self.data) // BLOCK
        if operation == 5:
            return BLOCK
        if operation == 6:
            self.data[argument * BLOCK : (argument + 1) * BLOCK] = b"\\xff" * BLOCK
            return 0
image, folder = sys.argv[1:]
flash = Flash(image)
names = open(folder + "/names").read().split("\\n")
planted = [open(folder + "/" + str(place), "rb").read() for place in range(len(names)) if names[place]]
try:
    files = vfs.VfsLfs2(flash, progsize=256, mtime=False)
except OSError:
    vfs.VfsLfs2.mkfs(flash, progsize=256)
    files = vfs.VfsLfs2(flash, progsize=256, mtime=False)
vfs.mount(files, "/flash")
for name, data in zip(names, planted):
    if name.endswith("/"):
        os.mkdir("/flash/" + name[:-1])
    elif name:
        with open("/flash/" + name, "wb") as file:
            file.write(data)
def listed(path):
    for entry in os.ilistdir(path):
        whole = path + "/" + entry[0]
        if entry[1] == 0x4000:
            print(whole[7:] + "/")
            listed(whole)
        else:
            print(whole[7:])
listed("/flash")
vfs.umount("/flash")
with open(image, "wb") as file:
    file.write(flash.data)
"""


def plant(image: bytes, files: Mapping[str, bytes]) -> bytes:
    """Return a flash with these files on it as well; a name that ends in a slash is a folder."""
    return _run(image, files)[0]


def files_on(image: bytes) -> list[str]:
    """Return the names of all files on a flash, with their folders."""
    return _run(image, {})[1]


def _run(image: bytes, files: Mapping[str, bytes]) -> tuple[bytes, list[str]]:
    with TemporaryDirectory() as folder:
        here = Path(folder)
        (here / "image").write_bytes(image)
        (here / "names").write_text("\n".join(files))
        (here / "program.py").write_text(PROGRAM)
        for place, data in enumerate(files.values()):
            (here / str(place)).write_bytes(data)
        done = micropython("-X", "heapsize=8M", here / "program.py", here / "image", here)
        assert done.returncode == 0, done.stderr + done.stdout
        return (here / "image").read_bytes(), done.stdout.split("\n")[:-1]


def line(*values: Any) -> bytes:
    """Return a line of the journal."""
    body = json.dumps(list(values), separators=(",", ":")).encode()
    return body + b"*%08x\n" % binascii.crc32(body)


def with_line(image: bytes, number: int, old: bytes, new: bytes) -> bytes:
    """Return a flash on which something else of the same length stands in an event's line, its checksum right."""
    begin = image.index(b'["event",%d,' % number)
    end = image.index(b"\n", begin)
    body = image[begin:end].rpartition(b"*")[0]
    assert old in body
    changed = body.replace(old, new)
    assert len(changed) == len(body)
    return image[:begin] + changed + b"*%08x" % binascii.crc32(changed) + image[end:]


def with_more(image: bytes, *lines: bytes) -> bytes:
    """Return a flash with further lines at the end of the block of the newest game."""
    begins = [found.start() for found in re.finditer(rb'\["event",\d+,"start"', image)]
    block = max(begins, key=lambda at: int(image[at + 9 :].split(b",", 1)[0])) // BLOCK * BLOCK
    end = block + len(image[block : block + BLOCK].rstrip(b"\xff"))
    data = b"".join(lines)
    return image[:end] + data + image[end + len(data) :]
