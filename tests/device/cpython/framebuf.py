"""What the device's modules take from `framebuf`, for the tests that run on CPython and look at no pixel."""

MONO_VLSB = 0


class FrameBuffer:
    """A frame on which nothing is drawn: who looks at pictures does so on MicroPython."""

    def __init__(self, buffer: bytearray, width: int, height: int, order: int) -> None:
        self.size = width, height, order, len(buffer)
