"""The flash of a page: a file system in memory whose every change is stored by the page before it counts.

A file is stored as a whole when it is closed, as littlefs does. One of exactly a block's length is a block of its own
as well, where a journal programs single pages.
"""

import io

import uos
import vfs
from js import world
from ubinascii import a2b_base64, b2a_base64

import harness_channel

BLOCK = 4096
# As many as a Pico has besides its MicroPython.
BLOCKS = 352

_FOLDER, _FILE = 0x4000, 0x8000
_NO_ENTRY, _EXISTS, _IS_FOLDER, _INVALID, _FULL, _NOT_EMPTY = 2, 17, 21, 22, 28, 39


class _Contents:
    """What a file holds, and the number of its block."""

    def __init__(self, data: bytearray, block: int) -> None:
        self.data = data
        self.block = block


class _File(io.IOBase):
    """An open file; what is written is kept when it is closed."""

    def __init__(self, files: "Files", path: str, mode: str, data: bytearray) -> None:
        self._files = files
        self._path = path
        self._text = "b" not in mode
        self._writes = "r" not in mode or "+" in mode
        self._data = data
        self._at = len(data) if "a" in mode else 0

    def __enter__(self) -> "_File":  # noqa: PYI034 - there is no typing
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def read(self, count: int = -1) -> "str | bytes":
        """Return so much of it, or all the rest."""
        end = len(self._data) if count < 0 else self._at + count
        data = bytes(self._data[self._at : end])
        self._at += len(data)
        return data.decode() if self._text else data

    def readinto(self, buffer: "bytearray | memoryview") -> int:
        """Fill a buffer as far as the file goes."""
        data = self._data[self._at : self._at + len(buffer)]
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)

    def write(self, data: "str | bytes") -> int:
        """Write, over what is there or at the end."""
        if not self._writes:
            raise OSError(_INVALID)
        raw = data.encode() if isinstance(data, str) else data
        self._files.check_room(self._path, max(self._at + len(raw), len(self._data)))
        self._data[self._at : self._at + len(raw)] = raw
        self._at += len(raw)
        return len(data)

    def seek(self, place: int) -> int:
        """Go to a place."""
        self._at = place
        return place

    def flush(self) -> None:
        """Do nothing: a file is stored when it is closed."""

    def close(self) -> None:
        """Store it, if it was written to."""
        if self._writes:
            self._writes = False
            self._files.store(self._path, self._data)


class Files:
    """A file system for `vfs.mount`, and the block device under it."""

    def __init__(self) -> None:
        self._folders = {""}
        self._files: "dict[str, _Contents]" = {}
        self._by_block: "dict[int, _Contents]" = {}
        self._paths: "dict[int, str]" = {}

    # ------------------------------------------------------------ the block device

    def readblocks(self, block: int, buffer: bytearray, offset: int = 0) -> None:
        """Read a block; one that no file has is blank."""
        contents = self._by_block.get(block)
        data = b"" if contents is None else contents.data[offset : offset + len(buffer)]
        buffer[: len(data)] = data
        for place in range(len(data), len(buffer)):
            buffer[place] = 0xFF

    def writeblocks(self, block: int, buffer: bytes, offset: int = 0) -> None:
        """Program a piece of a file's block; when this returns, the page stores it before anything that follows."""
        _store("page %s %d %s" % (self._paths[block], offset, _as_text(bytes(buffer).rstrip(b"\xff"))))
        self._by_block[block].data[offset : offset + len(buffer)] = buffer

    def ioctl(self, operation: int, _: int) -> "int | None":
        """Return the number of blocks, or the length of one."""
        return {4: BLOCKS, 5: BLOCK}.get(operation)

    # ------------------------------------------------------------ the file system

    def mount(self, _readonly: bool, _mkfs: bool) -> None:
        """Do nothing: the page has brought everything."""

    def umount(self) -> None:
        """Do nothing."""

    def open(self, path: str, mode: str) -> _File:
        """Open a file."""
        path = _plain(path)
        if path in self._folders:
            raise OSError(_IS_FOLDER)
        old = self._files.get(path)
        if "w" in mode or (old is None and "a" in mode):
            self._folder_of(path)
            self.check_room(path, 0)
            return _File(self, path, mode, bytearray())
        if old is None:
            raise OSError(_NO_ENTRY)
        return _File(self, path, mode, bytearray(old.data) if "r" not in mode or "+" in mode else old.data)

    def ilistdir(self, path: str) -> "object":
        """Yield the entries of a folder."""
        path = _plain(path)
        if path not in self._folders:
            raise OSError(_NO_ENTRY)
        start = path + "/" if path else ""
        entries = [(name, _FOLDER, 0) for name in self._folders if name]
        entries += [(name, _FILE, len(contents.data)) for name, contents in self._files.items()]
        inside = [(name[len(start) :], kind, size) for name, kind, size in entries if name.startswith(start)]
        return iter([(name, kind, 0, size) for name, kind, size in inside if "/" not in name])

    def stat(self, path: str) -> "tuple[int, ...]":
        """Return kind and length."""
        path = _plain(path)
        if path in self._folders:
            return (_FOLDER, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        return (_FILE, 0, 0, 0, 0, 0, len(self._contents(path).data), 0, 0, 0)

    def statvfs(self, _: str) -> "tuple[int, ...]":
        """Return the length and number of blocks, and how many are free."""
        free = BLOCKS - self._used()
        return (BLOCK, BLOCK, BLOCKS, free, free, 0, 0, 0, 0, 255)

    def mkdir(self, path: str) -> None:
        """Make a folder."""
        path = _plain(path)
        if path in self._folders or path in self._files:
            raise OSError(_EXISTS)
        self._folder_of(path)
        self.check_room(path, 0)
        _store("folder " + path)
        self._folders.add(path)

    def rmdir(self, path: str) -> None:
        """Remove an empty folder."""
        path = _plain(path)
        if path not in self._folders:
            raise OSError(_NO_ENTRY)
        if list(self.ilistdir(path)):
            raise OSError(_NOT_EMPTY)
        _store("remove " + path)
        self._folders.discard(path)

    def remove(self, path: str) -> None:
        """Remove a file."""
        path = _plain(path)
        self._contents(path)
        _store("remove " + path)
        self._forget(path)

    def rename(self, old: str, new: str) -> None:
        """Rename a file or a folder, in place of a file that has it."""
        old, new = _plain(old), _plain(new)
        if old not in self._folders and old not in self._files:
            raise OSError(_NO_ENTRY)
        if new in self._folders:
            raise OSError(_EXISTS)
        _store("rename %s %s" % (old, new))
        if new in self._files and new != old:
            self._forget(new)
        self._folders = {_renamed(path, old, new) for path in self._folders}
        self._files = {_renamed(path, old, new): contents for path, contents in self._files.items()}
        self._paths = {contents.block: path for path, contents in self._files.items()}

    def chdir(self, path: str) -> None:
        """Stay at the top, which is the only place to be."""

    def getcwd(self) -> str:
        """Return the top."""
        return "/"

    # ------------------------------------------------------------ what they share

    def restore(self, path: str, text: str) -> None:
        """Take a file over from the page as it was stored."""
        self._put(path, bytearray(a2b_base64(text)))

    def restore_folder(self, path: str) -> None:
        """Take a folder over from the page."""
        self._folders.add(path)

    def store(self, path: str, data: bytearray) -> None:
        """Keep a file that is complete."""
        _store("file %s %s" % (path, _as_text(data)))
        self._put(path, data)

    def check_room(self, path: str, size: int) -> None:
        """Refuse a file that would not fit."""
        old = self._files.get(path)
        if self._used() - (0 if old is None else _blocks(len(old.data))) + _blocks(size) > BLOCKS:
            raise OSError(_FULL)

    def _used(self) -> int:
        return len(self._folders) + sum([_blocks(len(contents.data)) for contents in self._files.values()])

    def _put(self, path: str, data: bytearray) -> None:
        there = self._files.get(path)
        if there is not None:
            there.data = data
            return
        block = 0
        while block in self._by_block:
            block += 1
        self._files[path] = self._by_block[block] = _Contents(data, block)
        self._paths[block] = path

    def _contents(self, path: str) -> _Contents:
        contents = self._files.get(path)
        if contents is None:
            raise OSError(_NO_ENTRY)
        return contents

    def _forget(self, path: str) -> None:
        block = self._contents(path).block
        del self._files[path], self._by_block[block], self._paths[block]

    def _folder_of(self, path: str) -> None:
        if path.rpartition("/")[0] not in self._folders:
            raise OSError(_NO_ENTRY)


def _store(line: str) -> None:
    """Have the page store a change before anything that follows it shows; a device whose storage fails stops here."""
    if not world.store(line):
        raise harness_channel.Ended(line)


def _plain(path: str) -> str:
    return path.strip("/")


def _blocks(size: int) -> int:
    return max(1, (size + BLOCK - 1) // BLOCK)


def _renamed(path: str, old: str, new: str) -> str:
    return new + path[len(old) :] if path == old or path.startswith(old + "/") else path


def _as_text(data: "bytes | bytearray") -> str:
    # A word of a line is never empty.
    return b2a_base64(data).decode().strip() or "-"


# The flash that is mounted.
chip = Files()


def mount() -> None:
    """Mount the flash and go there."""
    vfs.mount(chip, "/flash")
    uos.chdir("/flash")


harness_channel.orders["file"] = lambda path, text: chip.restore(path, "" if text == "-" else text)
harness_channel.orders["folder"] = chip.restore_folder
