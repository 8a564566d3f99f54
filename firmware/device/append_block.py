"""A block of flash that is filled from front to end without ever being erased.

The file system copies and erases a block (45 ms, in which nothing else runs, not even the buttons) for
nearly every line that is appended to a file.  So a file of exactly one block is made once, all ones but
for a mark; then lines are programmed straight into its block, where ones may become zeros at any
time.  The file system never moves a file's block, and a line costs one page, 0.4 ms.
"""

import os

from micropython import const

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Between, Entropy, Flash, Iterator

_BLOCK = const(4096)
_PAGE = const(256)
_BLANK = const(0xFF)
MARK = "strip {}\n"
_MARK_SIZE = const(23)
_BLOCK_COUNT = const(4)  # the ioctl that returns the number of blocks


class AppendBlock:
    """The block of one file, and where its free end begins.

    `flash` is the block device that carries the file system.
    """

    def __init__(self, flash: "Flash", path: str) -> None:
        self._flash = flash
        self._page = bytearray(_PAGE)
        self._block = self._find(path)
        self._end = self._free_end()

    @property
    def room(self) -> int:
        """Return how many bytes still fit."""
        return _BLOCK - self._end

    @property
    def empty(self) -> bool:
        """Return whether no line has been written yet."""
        return self._end <= _MARK_SIZE

    def append(self, line: bytes) -> None:
        """Program a line; when this returns it is stored for good. One that fails leaves its room used."""
        at = 0
        while at < len(line):
            page, start = self._end // _PAGE, self._end % _PAGE
            count = min(_PAGE - start, len(line) - at)
            self._read(page)
            self._page[start : start + count] = line[at : at + count]
            self._end += count
            self._flash.writeblocks(self._block, self._page, page * _PAGE)
            at += count

    def lines(self) -> "list[bytes]":
        """Return what has been written, line by line; an incomplete last line is returned unchanged."""
        return list(self.each_line())

    def each_line(self) -> "Iterator[bytes]":
        """Yield what `lines` returns one by one."""
        rest = b""
        first = True
        for page in range((self._end + _PAGE - 1) // _PAGE):
            self._read(page)
            *whole, rest = (rest + bytes(self._page)[: self._end - page * _PAGE]).split(b"\n")
            for line in whole:
                # The first line is the mark.
                if line and not first:
                    yield line + b"\n"
                first = False
        if rest and not first:
            yield rest + b"\n"

    def _read(self, page: int) -> None:
        self._flash.readblocks(self._block, self._page, page * _PAGE)

    def _find(self, path: str) -> int:
        """Return the block that holds a file, by its mark, or raise OSError when the file has none."""
        if os.stat(path)[6] != _BLOCK:
            raise OSError("no append block")
        with open(path, "rb") as file:
            mark = file.read(_MARK_SIZE)
        blocks = blocks_with(self._flash, mark)
        if len(blocks) != 1 or mark[:6] != b"strip ":
            raise OSError("no append block")
        return blocks[0]

    def _free_end(self) -> int:
        """Return the place after the last byte that is not blank."""
        for page in range(_BLOCK // _PAGE - 1, -1, -1):
            self._read(page)
            written = len(bytes(self._page).rstrip(b"\xff"))
            if written:
                return page * _PAGE + written
        return 0


def blocks_with(flash: "Flash", mark: bytes) -> "list[int]":
    """Return the blocks that begin with a mark, in use or not."""
    here = bytearray(_MARK_SIZE)
    blocks = []
    for block in range(flash.ioctl(_BLOCK_COUNT, 0) or 0):
        flash.readblocks(block, here, 0)
        if here == mark:
            blocks.append(block)
    return blocks


def make(
    flash: "Flash", path: str, entropy: "Entropy", between: "Between | None" = None, first_line: bytes = b""
) -> AppendBlock:
    """Make the file of an append block, with a random mark that no other block has, not even an abandoned one.

    The first line, when there is one, comes with the file: no power cut leaves one without the other.
    `between` is called between the steps that may erase a block, so that the buttons are scanned meanwhile.
    """
    mark = b""
    while not mark or blocks_with(flash, mark):
        mark = MARK.format(entropy(8).hex()).encode()
    blank = bytes([_BLANK]) * _PAGE
    try:
        with open(path, "wb") as file:
            _call(between)
            begin = mark + first_line
            file.write(begin + blank[len(begin) :])
            _call(between)
            for _ in range(_BLOCK // _PAGE - 1):
                file.write(blank)
            _call(between)
        _call(between)
    except OSError:
        os.remove(path)
        raise
    return AppendBlock(flash, path)


def _call(what: "Between | None") -> None:
    if what is not None:
        what()
