"""The picture of one display: a frame buffer whose bytes are columns of eight pixels, page by page."""

import framebuf

from device.text.blitter import clear_columns

WIDTH = 128
PAGES = 8
HEIGHT = 64

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Any


class DisplayFrame(framebuf.FrameBuffer):
    """64 rows of 128 pixels, laid out as the display stores them: no conversion when sending.

    A frame remembers the content of its parts, so that only a part that changes is drawn again: a whole screen
    would take a Pico some 20 ms, and the clock alone changes every second.
    """

    def __init__(self) -> None:
        self._parts: "dict[str, object]" = {}
        self.buffer = bytearray(WIDTH * PAGES)
        super().__init__(self.buffer, WIDTH, HEIGHT, framebuf.MONO_VLSB)

    def clear(self) -> None:
        """Make the frame dark, and forget its parts."""
        self.wipe(0, 0, WIDTH, PAGES)
        self._parts.clear()

    def part(self, part: str) -> "Any":
        """Return the content that `update_part` got last for a part, or None."""
        return self._parts.get(part)

    def update_part(self, part: str, content: object) -> bool:
        """Remember the content of a part, and return whether it is new and has to be drawn."""
        if part in self._parts and self._parts[part] == content:
            return False
        self._parts[part] = content
        return True

    def wipe(self, x: int, page: int, width: int, pages: int) -> None:
        """Make a part dark."""
        clear_columns(self.buffer, x, page, width, pages)
