"""The board's pins and their wires: the driver of each wire, and the chips that a bus really reaches.

Pins go by number.  Every use of a pin says so here, because on the rp2 a pin has one function at a
time and an I2C block hears all the pins that are attached to it, as if they were one.
"""

import harness_channel
import wiring
from seat import Seat

PINS = 30
NOTHING, GPIO, I2C, PWM, UART, ADC = range(6)
IN, OUT, OPEN_DRAIN = range(3)
PULL_UP, PULL_DOWN = 1, 2

function = bytearray(PINS)
mode = bytearray(PINS)
pull = bytearray(PINS)
latch = bytearray(PINS)
outside: "list[int | None]" = [None] * PINS  # the level that a button or a fixed wire gives, or None
analog = {}
fallen = 0  # the pins that have seen a falling edge since this was cleared, as bits

seats = [Seat(number, wired) for number, wired in enumerate(wiring.SEATS)]
_seat_of_wire = {pin: seat for seat in seats for pin in (seat.sda, seat.scl)}
_POWER = wiring.SEAT_POWER["pin"]
_BUTTON_PINS = tuple([button["pin"] for button in wiring.BUTTONS.values()])
for _pin, _level in wiring.TIED.items():
    outside[_pin] = _level

_seat_of_interrupt: "dict[int, Seat]" = {}

# The levels of all pins while no button is down and no box pulls a wire low, as bits; -1 until they are worked out.
_at_rest = -1

# The pins attached to each I2C block, and the seat it reaches when they are just that seat's pair.
attached: "list[list[int]]" = [[], []]
reached: "list[Seat | None]" = [None, None]


def join_interrupts(pins: "tuple[int | None, ...]") -> None:
    """Lay the interrupt wires of the seats to pins of the Pico."""
    _seat_of_interrupt.clear()
    for seat, pin in zip(seats, pins):
        if pin is not None:
            _seat_of_interrupt[pin] = seat


join_interrupts(tuple([seat.interrupt for seat in seats]))


def assign_function(pin: int, new: int) -> None:
    """Assign a pin to a function; it leaves the one it had."""
    global _at_rest
    _at_rest = -1
    old = function[pin]
    if new != old:
        function[pin] = new
        if old == I2C or new == I2C:  # noqa: PLR1714 - a tuple would take memory
            _attach(pin, new == I2C)
    if pin == _POWER:
        power_seats()


def _attach(pin: int, on: bool) -> None:
    """Attach a pin to its I2C block, or detach it."""
    here = attached[pin >> 1 & 1]
    if on:
        here.append(pin)
    else:
        here.remove(pin)
    reached[pin >> 1 & 1] = _only_seat(here)
    if on and len(here) == 4:
        harness_channel.report_firmware_fault(
            "an I2C block is attached to several pairs at once: pins %s" % sorted(here)
        )


def _only_seat(pins: "list[int]") -> "Seat | None":
    """Return the seat whose pair these pins are, no more and no less."""
    if len(pins) == 2:
        seat = _seat_of_wire.get(pins[0])
        if seat is not None and seat.sda in pins and seat.scl in pins:
            return seat
    return None


def level(pin: int) -> int:
    """Return the level on a pin."""
    pressed = outside[pin]
    if pressed is not None:
        return pressed
    if _is_driven(pin):
        return latch[pin]
    seat = _seat_of_interrupt.get(pin)
    if seat is not None and seat.is_interrupt_low():
        return 0
    seat = _seat_of_wire.get(pin)
    if seat is not None and seat.holds(pin):
        return 0
    return _at_rest_on(pin)


def levels() -> int:
    """Return the levels on all pins, as bits: the firmware looks a hundred times a second, and mostly nothing pulls."""
    global _at_rest
    if _at_rest < 0:
        _at_rest = sum([_at_rest_on(pin) << pin for pin in range(PINS)])
    for seat in seats:
        if seat.is_held:
            return sum([level(pin) << pin for pin in range(PINS)])
    bits = _at_rest
    for pin, seat in _seat_of_interrupt.items():
        if seat.is_interrupt_low() and not _is_driven(pin):
            bits &= ~(1 << pin)
    for pin in _BUTTON_PINS:
        pressed = outside[pin]
        if pressed is not None:
            bits = bits & ~(1 << pin) | pressed << pin
    return bits


def _is_driven(pin: int) -> bool:
    """Return whether the processor sets the level."""
    return function[pin] == GPIO and (mode[pin] == OUT or (mode[pin] == OPEN_DRAIN and not latch[pin]))


def _at_rest_on(pin: int) -> int:
    """Return the level that a pin has by itself: its latch's, or that of a pull-up; the bus has some in the box."""
    if _is_driven(pin):
        return latch[pin]
    return 1 if pin in _seat_of_wire or pull[pin] & PULL_UP else 0


def set_pull(pin: int, resistor: int) -> None:
    """Switch a pin's own resistor."""
    global _at_rest
    _at_rest = -1
    pull[pin] = resistor


def drive(pin: int, value: int) -> None:
    """Set a pin's output latch, and let what hangs on the pin feel it."""
    global _at_rest
    _at_rest = -1
    rising = value and not latch[pin]
    latch[pin] = 1 if value else 0
    if pin == _POWER:
        power_seats()
    seat = _seat_of_wire.get(pin)
    if seat is not None and rising and pin == seat.scl and mode[pin] != IN:
        seat.clock_by_hand()


def power_seats() -> None:
    """Switch the boxes' supply by its pin; while the firmware does not drive the pin, a resistor does."""
    power = wiring.SEAT_POWER
    driven = _POWER is not None and function[_POWER] == GPIO and mode[_POWER] == OUT
    on = (latch[_POWER] if driven else power["at_reset"]) == power["on"]
    for seat in seats:
        seat.supply(on)


def listeners(block: int) -> "list[Seat]":
    """Return the seats whose two wires are attached to an I2C block, regardless of other attached wires."""
    here = attached[block]
    return [seat for seat in seats if seat.sda in here and seat.scl in here]


def count_data_wires(block: int) -> int:
    """Count the data wires attached to an I2C block."""
    return len([pin for pin in attached[block] if not pin & 1])


def _button(name: str, down: str) -> None:
    button = wiring.BUTTONS[name]
    pressed = button["pressed"]
    global fallen
    pin = button["pin"]
    before = level(pin)
    outside[pin] = pressed if down == "1" else None
    if before and not level(pin):
        fallen |= 1 << pin


def _analog(name: str, value: str) -> None:
    analog[getattr(wiring, name)["pin"]] = int(value)


def _join(*pins: str) -> None:
    join_interrupts(tuple([None if pin == "-" else int(pin) for pin in pins]))


harness_channel.orders["join_interrupts"] = _join
harness_channel.orders["key"] = lambda seat, name, down: seats[int(seat)].key(name, down == "1")
harness_channel.orders["box"] = lambda seat, there: seats[int(seat)].set_plugged(there == "1")
harness_channel.orders["hold"] = lambda seat, wire, until: seats[int(seat)].hold_wire(wire, until)
harness_channel.orders["mute"] = lambda seat, part, on: seats[int(seat)].mute(part, on == "1")
harness_channel.orders["button"] = _button
harness_channel.orders["analog"] = _analog
