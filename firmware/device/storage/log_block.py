"""An append-only block of flash: filled from front to end and never erased.

The file system copies and erases a block (45 ms, in which nothing else runs, not even the buttons) for
nearly every line that is appended to a file.  So a file of exactly one block is made once, all ones but
for a mark; then lines are programmed straight into its block, where ones may become zeros at any
time.  The file system never moves a file's block, and a line costs one page, 0.4 ms.
"""

from micropython import const

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Flash, Iterator

_BLOCK = const(4096)
_PAGE = const(256)
MARK_SIZE = 23


class AppendBlock:
    """The block of one file, and where its free end begins.

    `flash` is the block device that carries the file system; a path that is no append block is an OSError.
    """

    def __init__(self, flash: "Flash", path: str) -> None:
        from device.storage import block_files

        self.flash = flash
        self.page = bytearray(_PAGE)
        self.block = block_files.find_block(flash, path)
        self.end = block_files.end_of_data(self)

    @property
    def room(self) -> int:
        """Return how many bytes still fit."""
        return _BLOCK - self.end

    @property
    def empty(self) -> bool:
        """Return whether no line has been written yet."""
        return self.end <= MARK_SIZE

    def append(self, line: bytes) -> None:
        """Program a line and read it back; when this returns it is stored for good.

        A line that does not read back is programmed again, on a line of its own: a worn cell keeps what it likes. One
        that fails leaves its room used.
        """
        if not self._program(line):
            line = b"\n" + line
            if len(line) > self.room or not self._program(line):
                raise OSError(5)

    def _program(self, line: bytes) -> bool:
        """Program a line, and return whether it reads back as it was meant."""
        at = 0
        sound = True
        while at < len(line):
            page, start = self.end // _PAGE, self.end % _PAGE
            count = min(_PAGE - start, len(line) - at)
            self.read_page(page)
            self.page[start : start + count] = line[at : at + count]
            self.end += count
            self.flash.writeblocks(self.block, self.page, page * _PAGE)
            self.read_page(page)
            sound = sound and self.page[start : start + count] == line[at : at + count]
            at += count
        return sound

    def each_line(self) -> "Iterator[bytes]":
        """Yield the written lines; an incomplete last line is yielded with a newline, too."""
        from device.storage import block_files

        for _, line in block_files.each_line(self.flash, self.block):
            yield line

    def read_page(self, page: int) -> None:
        """Read a page of the block into `page`."""
        self.flash.readblocks(self.block, self.page, page * _PAGE)
