"""The folder of a simulated table's flash, which one table has at a time."""

from __future__ import annotations

import sys
from typing import IO, TYPE_CHECKING

from tenbo_core.errors import LinkFault, Refused, StorageFault

if TYPE_CHECKING:
    from pathlib import Path


class FlashFolder:
    """A folder with the flash as an image of its chip, or for Node as a log of its changes.

    `size` is the image's length in bytes; without one there is none, and Node makes its files there by itself.
    """

    def __init__(self, folder: Path, size: int | None) -> None:
        self.folder = folder
        self._size = size
        self._claimed = folder / ("flash.lock" if size is None else "flash.img")
        self._file: IO[bytes] | None = None

    @property
    def path(self) -> Path:
        """Return what the device opens: the image, or the folder of the log."""
        return (self.folder if self._size is None else self._claimed).resolve()

    def claim(self) -> None:
        """Take the folder, with an image that is whole."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._file = self._claimed.open("a+b")
        except OSError as error:
            message = f"{self.folder} cannot hold a simulated flash ({error.strerror}): name a folder of your own"
            raise StorageFault("cannot_write", message, "flash") from None
        try:
            _lock(self._file)
        except OSError:
            message = f"another simulated table uses {self.folder}: end it, or give this one a folder of its own"
            raise LinkFault("in_use", message, "flash") from None
        if self._size is not None:
            self._file.write(b"\xff" * (self._size - self._claimed.stat().st_size))
            self._file.flush()

    def release(self) -> None:
        """Let another table have it."""
        if self._file is not None:
            self._file.close()

    def read_image(self) -> bytes:
        """Return the whole flash as it is now."""
        self._check_image()
        return self._claimed.read_bytes()

    def write_image(self, image: bytes) -> None:
        """Put another content into the flash."""
        self._check_image()
        self._claimed.write_bytes(image.ljust(self._size or 0, b"\xff"))

    def _check_image(self) -> None:
        if self._size is None:
            raise Refused(
                "not_allowed_now", "under Node a table has no flash image, only a log of its changes", "flash"
            )


def _lock(file: IO[bytes]) -> None:
    """Take a file, or raise that another process has it."""
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - only there

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl  # noqa: PLC0415 - not there on Windows

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
