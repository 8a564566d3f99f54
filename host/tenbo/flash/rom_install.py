"""Installs the firmware into a board's ROM file system, if its MicroPython has one: it then runs from flash.

Only `main.py` stays among the ordinary files, where the image is first written and verified. Then the image before is
saved beside the old files, and the new one copied into its place. A board that is interrupted comes up at its prompt.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from tenbo.flash.build.files import MAIN
from tenbo.flash.build.rom_image import build_image
from tenbo.flash.file_install import PREVIOUS, STAGED, activate_staged, digests, has_stray_files, run_on_board, stage
from tenbo.flash.file_install import install as install_files
from tenbo.flash.file_install import restore_previous as put_files_back
from tenbo_core.errors import StorageFault
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.flash.file_install import FlashBoard

# The image while it is an ordinary file: the next one, and the one before.
FILE = "rom.img"

# What runs on the board, behind the tools of `install`. A partition is a block device, or memory that is written
# through `rom_ioctl`; both can be read as bytes.
TOOLS = """
import vfs
def rom():
    if not hasattr(vfs, "rom_ioctl") or vfs.rom_ioctl(1) < 1:
        return None
    device = vfs.rom_ioctl(2, 0)
    return None if isinstance(device, int) else device
def room():
    device = rom()
    if device is None:
        return 0
    return device.ioctl(4, 0) * device.ioctl(5, 0) if hasattr(device, "ioctl") else len(device)
def digest(size):
    import hashlib, binascii
    fold = hashlib.sha256()
    view = memoryview(rom())
    for start in range(0, size, 1024):
        fold.update(view[start : min(start + 1024, size)])
    return binascii.hexlify(fold.digest()).decode()
def length():
    view = memoryview(rom())
    if bytes(view[:3]) != b"\\xd2\\xcd\\x31":
        return 0
    size = 0
    at = 3
    while True:
        size = size << 7 | view[at] & 127
        at += 1
        if not view[at - 1] & 128:
            return at + size
def save(path):
    size = length()
    if size and size <= room():
        folders(path)
        view = memoryview(rom())
        with open(path, "wb") as file:
            for start in range(0, size, 1024):
                file.write(view[start : min(start + 1024, size)])
def load(path):
    device = rom()
    blocks = hasattr(device, "ioctl")
    try:
        vfs.umount("/rom")
    except OSError:
        pass
    size = os.stat(path)[6]
    if blocks:
        step = device.ioctl(5, 0)
        for block in range((size + step - 1) // step):
            device.ioctl(6, block)
    else:
        step = max(4096, vfs.rom_ioctl(3, 0, size))
    with open(path, "rb") as file:
        for start in range(0, size, step):
            data = file.read(step)
            data = data + bytes(step - len(data))
            if blocks:
                device.writeblocks(start // step, data, 0)
            else:
                vfs.rom_ioctl(4, 0, start, data)
    if not blocks:
        vfs.rom_ioctl(5, 0)
"""


def install(board: FlashBoard, files: dict[str, bytes], progress: Callable[[int, int], None] | None = None) -> int:
    """Bring the board to these files, its modules into the ROM if they fit; return how many had to be written."""
    image = build_image({path: data for path, data in files.items() if path != MAIN})
    if rom_size(board) < len(image):
        return install_files(board, files, progress)
    main = {MAIN: files[MAIN]}
    here = digests(board, [MAIN])[MAIN] == hashlib.sha256(files[MAIN]).hexdigest()
    if here and _has_image(board, image) and not has_stray_files(board, main):
        return 0
    stage(board, {FILE: image, **main}, progress)
    activate_staged(board, TOOLS + f"save({PREVIOUS + '/' + FILE!r})\nload({STAGED + '/' + FILE!r})")
    if not _has_image(board, image):
        restore_previous(board)
        raise StorageFault(
            "damaged",
            sentence("rom_does_not_keep", "the board's ROM does not keep what is written to it: use another board"),
            FILE,
        )
    return len(files)


def restore_previous(board: FlashBoard) -> None:
    """Put the firmware back that was there before the last switch."""
    saved = PREVIOUS + "/" + FILE
    run_on_board(board, TOOLS + f"if kind({saved!r}) == 0:\n    load({saved!r})\n")
    put_files_back(board)


def rom_size(board: FlashBoard) -> int:
    """Return how many bytes the board's ROM file system takes; 0 where its MicroPython has none."""
    return int(run_on_board(board, TOOLS + "print(room())").strip() or 0)


def _has_image(board: FlashBoard, image: bytes) -> bool:
    return run_on_board(board, TOOLS + f"print(digest({len(image)}))").strip() == hashlib.sha256(image).hexdigest()
