"""The flash behind the device's file system: a file of the computer, with the chip's own times.

The power can be taken away after any single operation, or in the middle of one.
"""

import uos
import vfs

import clock
import harness_channel

# Erased in blocks, programmed in pages.
BLOCK = 4096
PAGE = 256
ERASE_US = 45_000
PROGRAM_US = 400

ERASED = b"\xff" * BLOCK

# The processor reads the flash through its cache, 8 bytes in 56 cycles of 8 ns.
READ_8_NS = 448

# The number of blocks of the build's file system; set by the start.
blocks = 0
# The flash that is mounted.
chip: "Flash | None" = None


class Flash:
    """A block device for littlefs, as the rp2 port's own."""

    def __init__(self, path: str) -> None:
        self._file = open(path, "r+b")  # noqa: SIM115 - open for the whole run
        self.erased = 0
        self.programmed = 0
        self._left = -1  # operations until the power goes, -1 for never
        self._torn = False
        harness_channel.orders["cut"] = self.cut_power_after

    def cut_power_after(self, operations: str, torn: str) -> None:
        """Cut the power after this number of further operations, or with `torn` in the middle of the last."""
        self._left = int(operations)
        self._torn = torn == "1"

    def readblocks(self, block: int, buffer: bytearray, offset: int = 0) -> None:
        """Read as the processor does, through its cache."""
        clock.simulate_busy_time(len(buffer) * READ_8_NS // 8000)
        self._file.seek(block * BLOCK + offset)
        self._file.readinto(buffer)

    def writeblocks(self, block: int, buffer: bytes, offset: "int | None" = None) -> None:
        """Program page by page; without an offset whole blocks are erased first."""
        if offset is None:
            for number in range(len(buffer) // BLOCK):
                self._erase(block + number)
            offset = 0
        view = memoryview(buffer)
        for start in range(0, len(buffer), PAGE):
            clock.simulate_busy_time(PROGRAM_US)
            self.programmed += 1
            self._program(block * BLOCK + offset + start, view[start : start + PAGE])

    def ioctl(self, operation: int, argument: int) -> "int | None":
        """Answer the file system's questions and erase for it."""
        if operation == 4:
            return blocks
        if operation == 5:
            return BLOCK
        if operation == 6:
            self._erase(argument)
            return 0
        return None

    def _program(self, place: int, data: memoryview) -> None:
        """Turn ones into zeros; only an erase makes zeros ones again."""
        old = bytearray(PAGE)
        self._file.seek(place)
        self._file.readinto(old)
        if old != ERASED[:PAGE]:
            for at in range(len(data)):
                if data[at] & ~old[at]:
                    harness_channel.report_firmware_fault("a page of the flash is programmed that was not erased")
                    break
        self._write(place, data)

    def _erase(self, block: int) -> None:
        clock.simulate_busy_time(ERASE_US)
        self.erased += 1
        self._write(block * BLOCK, ERASED)

    def _write(self, place: int, data: "bytes | memoryview") -> None:
        last = self._left == 1
        if last and self._torn:
            data = memoryview(data)[: len(data) // 2]
        self._file.seek(place)
        self._file.write(data)
        harness_channel.send_to_harness("flash", self.erased, self.programmed)
        if self._left > 0:
            self._left -= 1
        if last:
            harness_channel.stop_device("cut")


def mount(path: str) -> None:
    """Mount the flash, formatting it when it holds no file system, as the Pico does, and go there."""
    global chip
    chip = flash = Flash(path)
    # Without times of change: the Pico has no clock, and two equal runs leave equal flashes.
    try:
        files = vfs.VfsLfs2(flash, progsize=PAGE, mtime=False)
    except OSError:
        vfs.VfsLfs2.mkfs(flash, progsize=PAGE)
        harness_channel.send_to_harness("formatted")
        files = vfs.VfsLfs2(flash, progsize=PAGE, mtime=False)
    vfs.mount(files, "/flash")
    uos.chdir("/flash")
