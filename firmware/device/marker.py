"""The round marker in the centre: four cells of three pixels, marked E, S, W and N.

The cell of the round's wind glows at both its ends. The cell that lies before the dealer glows in
its middle: cell 0 lies before seat 0, and so on round the table. So position tells both, and the
colours, which not everybody can tell apart, only repeat it.
"""

from tenbo_core.table import Table

CELLS = 4
CELL = 3

# A fifth of full brightness: twelve pixels of it stay below 150 mA.
BRIGHTEST = 51

# Green, red, blue, as the pixels take them.
WIND = (BRIGHTEST, 8, 0)
DEALER = (18, BRIGHTEST, 0)
CALL = (0, BRIGHTEST, 0)
DARK = (0, 0, 0)


class Marker:
    """Shows a table on the board's pixels, and sends them only when they change."""

    def __init__(self, board: "object") -> None:
        self.data = bytearray(3 * CELLS * CELL)
        self._send = board.pixels  # type: ignore[attr-defined]
        self._shown = False

    def show(self, table: "Table | None", *, blink: bool = False, dimmed: bool = False) -> bytearray:
        """Show round and dealer of a table, none without a game; `blink` lights the rest of the marker."""
        wind = -1 if table is None else table.round % CELLS
        dealer = -1 if table is None else table.dealer
        rest = CALL if blink else DARK
        for cell in range(CELLS):
            ends = WIND if cell == wind else rest
            middle = DEALER if cell == dealer else rest
            self._set(cell * CELL, ends, dimmed=dimmed)
            self._set(cell * CELL + 1, middle, dimmed=dimmed)
            self._set(cell * CELL + 2, ends, dimmed=dimmed)
        if not self._shown:
            self._send(self.data)
            self._shown = True
        return self.data

    def _set(self, pixel: int, colour: "tuple[int, int, int]", *, dimmed: bool) -> None:
        at = 3 * pixel
        for part in range(3):
            value = colour[part] >> 2 if dimmed else colour[part]
            if self.data[at + part] != value:
                self.data[at + part] = value
                self._shown = False
