"""The round marker in the centre: four cells of three pixels, marked E, S, W and N.

The cell of the round's wind glows at both its ends. The cell in front of the dealer glows in its
middle: cell 0 is in front of seat 0, and so on round the table. So position shows both, and the
colours, which not all people can distinguish, only repeat it.
"""

if False:  # for the type checker alone, and gone when compiled
    from device.parts import SendPixels

CELLS = 4
CELL = 3

# An eighth of full brightness: all that is ever lit together stays below 40 mA.
BRIGHTEST = 34

# Green, red, blue, as the pixels take them.
WIND = (BRIGHTEST, 5, 0)
DEALER = (12, BRIGHTEST, 0)
SIGNAL = (0, BRIGHTEST, 0)
DARK = (0, 0, 0)


class RoundMarker:
    """Sends the marker's pixels through the function it is given, and only when they change."""

    def __init__(self, send: "SendPixels") -> None:
        self.data = bytearray(3 * CELLS * CELL)
        self._send = send
        self._is_sent = False

    def show(self, round_wind: int, dealer: int, *, signal: bool = False) -> bytearray:
        """Show the round's wind (0-3) and the dealer's seat; with `signal` the other cells glow red."""
        for cell in range(CELLS):
            ends = WIND if cell == round_wind else SIGNAL if signal else DARK
            middle = DEALER if cell == dealer else DARK
            self._set(cell * CELL, ends)
            self._set(cell * CELL + 1, middle)
            self._set(cell * CELL + 2, ends)
        return self._flush()

    def off(self) -> bytearray:
        """Put all pixels out."""
        for pixel in range(CELLS * CELL):
            self._set(pixel, DARK)
        return self._flush()

    def _set(self, pixel: int, colour: "tuple[int, int, int]") -> None:
        at = 3 * pixel
        for part in range(3):
            if self.data[at + part] != colour[part]:
                self.data[at + part] = colour[part]
                self._is_sent = False

    def _flush(self) -> bytearray:
        if not self._is_sent:
            self._send(self.data)
            self._is_sent = True
        return self.data
