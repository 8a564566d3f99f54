"""The riichi lamp of each seat, and the light in its RIICHI button."""

from device.input.seat_box_driver import SeatBox


class RiichiLamps:
    """Sets the lamps by the table; a lamp is only written when it changes."""

    def __init__(self, ports: "tuple[SeatBox, ...]") -> None:
        self._ports = ports

    def show(self, riichi: "list[int]", may_declare: "list[int]", calling: "list[int]", *, beat: bool) -> None:
        """Set every lamp: steady for a riichi, blinking with `beat` for a seat that calls the referee.

        The RIICHI button is lit where a press would be taken.
        """
        for port in self._ports:
            place = port.place
            port.set_lamp(beat if place in calling else place in riichi)
            port.set_button_light(place in may_declare)

    def set_all(self, on: bool) -> None:
        """Light every lamp, for the self-test, or put all out."""
        for port in self._ports:
            port.set_lamp(on)
            port.set_button_light(on)
