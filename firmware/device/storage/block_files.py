"""Files of append blocks: creates one, finds it again by its mark, and reads it."""

import os
import time

from micropython import const

from device.storage.log_block import MARK_SIZE, AppendBlock

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Between, Entropy, Flash, Iterator

_BLOCK = const(4096)
_PAGE = const(256)
_BLANK = const(0xFF)
# The shortest time from one scan of the buttons to the next.
_SCAN_MS = const(10)
MARK = "strip {}\n"
_BEGIN = b"strip "
_BLOCK_COUNT = const(4)  # the ioctl that returns the number of blocks

# The flash that was looked through last, and each mark that was on it with its block: a start looks once.
_known_blocks: "list[tuple[Flash, list[tuple[bytes, int]]]]" = []


def find_block(flash: "Flash", path: str) -> int:
    """Return the block that holds a file, by its mark, or raise OSError when the file has none."""
    if os.stat(path)[6] != _BLOCK:
        raise OSError("no append block")
    with open(path, "rb") as file:
        mark = file.read(MARK_SIZE)
    blocks = _blocks_with(flash, mark) if mark.startswith(_BEGIN) else []
    if len(blocks) != 1:
        raise OSError("no append block")
    return blocks[0]


def end_of_data(block: AppendBlock) -> int:
    """Return the place after the last byte that is not blank."""
    for page in range(_BLOCK // _PAGE - 1, -1, -1):
        block.read_page(page)
        written = len(bytes(block.page).rstrip(b"\xff"))
        if written:
            return page * _PAGE + written
    return 0


def each_line(flash: "Flash", block: int, offset: int = 0) -> "Iterator[tuple[int, bytes]]":
    """Yield what has been written to a block from an offset on, line by line and with the place of each.

    The mark is not among the lines. An incomplete last line is yielded with a newline, too.
    """
    page = bytearray(_PAGE)
    rest = b""
    begin = offset
    for start in range(offset // _PAGE * _PAGE, _BLOCK, _PAGE):
        flash.readblocks(block, page, start)
        text = bytes(page)
        if not text.rstrip(b"\xff"):
            continue
        at = max(0, offset - start)
        if not rest:
            begin = start + at
        while True:
            end = text.find(b"\n", at) + 1
            if not end:
                break
            if begin and end > at + 1 - len(rest):
                yield begin, rest + text[at:end]
            rest = b""
            at = end
            begin = start + at
        rest += text[at:]
    rest = rest.rstrip(b"\xff")
    if rest and begin:
        yield begin, rest + b"\n"


def _blocks_with(flash: "Flash", mark: bytes) -> "list[int]":
    """Return the blocks that begin with a mark, in use or not; the flash is looked through for one not seen yet."""
    here = bytearray(MARK_SIZE)
    if _known_blocks and _known_blocks[0][0] is flash:
        blocks = [block for seen, block in _known_blocks[0][1] if seen == mark]
        for block in blocks:
            flash.readblocks(block, here, 0)
        if blocks and here == mark:
            return blocks
    marks = []
    for block in range(flash.ioctl(_BLOCK_COUNT, 0) or 0):
        flash.readblocks(block, here, 0)
        if here.startswith(_BEGIN):
            marks.append((bytes(here), block))
    _known_blocks[:] = [(flash, marks)]
    return [block for seen, block in marks if seen == mark]


def make_block(
    flash: "Flash", path: str, entropy: "Entropy", poll: "Between | None" = None, first_line: bytes = b""
) -> AppendBlock:
    """Make the file of an append block, with a random mark that no other block has, not even an abandoned one.

    The first line, when there is one, comes with the file: no power cut leaves one without the other.
    `poll` is called between the steps that may erase a block, so that the buttons are scanned meanwhile.
    """
    mark = b""
    while not mark or _blocks_with(flash, mark):
        mark = MARK.format(entropy(8).hex()).encode()
    blank = bytes([_BLANK]) * _PAGE
    _poll(poll)
    try:
        with open(path, "wb") as file:
            _poll(poll)
            begin = mark + first_line
            file.write(begin + blank[len(begin) :])
            _poll(poll)
            for _ in range(_BLOCK // _PAGE - 1):
                file.write(blank)
                if poll is not None:
                    poll()
            _poll(poll)
        _poll(poll)
    except OSError:
        try:
            os.remove(path)
        except OSError:
            pass  # the flash is full, or a folder has the file's name
        raise
    return AppendBlock(flash, path)


def _poll(what: "Between | None") -> None:
    if what is not None:
        # An erase takes 45 ms: it begins right after a scan, however long ago the last one was.
        what()
        time.sleep_ms(_SCAN_MS)
        what()
