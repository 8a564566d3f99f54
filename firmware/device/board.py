"""The board: the only module that imports `machine` and `rp2`. It makes everything from the pin map."""

import os

import machine
import rp2
from machine import ADC, I2C, PWM, UART, WDT, Pin
from micropython import const

from device import pins, rp2_registers
from device.input.seat_box_driver import BREADBOARD_SETUP, DISPLAY_SETUP, SeatBox
from device.runtime.lazy_modules import call_and_unload

_I2C_HZ = const(400_000)
# A whole page takes 3 ms; a transfer not finished by then means a stuck bus.
_I2C_TIMEOUT_US = const(5000)

# WS2812: nanoseconds high and low for a 0, then for a 1.
PIXEL_TIMING = (400, 850, 800, 450)
# All bytes of all pixels together: of each pixel's three so much on average.
_MOST_GLOW = 28 * pins.PIXEL_COUNT

# In the watchdog's reason register the first bit is the timer, the second a reset that was asked for.
_ASKED_FOR = const(2)

_SUPPLY_MV = const(3300)

# Of the four bits of a pin's edges; a falling one stays until it is cleared.
_FALLEN = const(4)


def _edges_of(pin: int) -> int:
    return rp2_registers.EDGES + pin // 8 * 4


def _fallen(pin: int) -> int:
    return _FALLEN << pin % 8 * 4


# All pins at one instant.
_GPIO_IN = const(0xD0000004)
# Those that are high while no box calls and neither button in the centre is down.
IDLE = sum([1 << pin for pin in pins.INTERRUPTS + (pins.TABLE_BUTTON, pins.UNDO_BUTTON) if pin is not None])

EDGES_OF_TABLE, TABLE_FELL = _edges_of(pins.TABLE_BUTTON), _fallen(pins.TABLE_BUTTON)
EDGES_OF_UNDO, UNDO_FELL = _edges_of(pins.UNDO_BUTTON), _fallen(pins.UNDO_BUTTON)
# Both may be forgotten at once where they stand in one register.
TOGETHER = EDGES_OF_TABLE == EDGES_OF_UNDO
FELL_THERE = TABLE_FELL | UNDO_FELL if TOGETHER else TABLE_FELL


class I2CBlock:
    """One of the two hardware I2C blocks, lent to one pair of wires at a time."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.holder: "SeatBusPins | None" = None


class SeatBusPins:
    """SDA and SCL of one seat, and its interrupt wire where the lead has one.

    MicroPython attaches new pins to a block without detaching the old ones, and the block then reads
    all of them together: a pair that takes the block detaches the one that had it.
    """

    def __init__(self, block: I2CBlock, sda: int, scl: int, interrupt: "int | None") -> None:
        self.has_interrupt = interrupt is not None
        self._interrupt = None if interrupt is None else Pin(interrupt, Pin.IN, Pin.PULL_UP)
        self._block = block
        self._sda = Pin(sda, Pin.IN, Pin.PULL_UP)
        self._scl = Pin(scl, Pin.IN, Pin.PULL_UP)
        self._bus: "I2C | None" = None

    def bus(self) -> I2C:
        """Return the hardware block, attached to these two wires and to no others."""
        if self._block.holder is self and self._bus is not None:
            return self._bus
        return self._attach()

    def _attach(self) -> I2C:
        """Take the block from the pair that has it."""
        block = self._block
        if block.holder is not None:
            block.holder.detach_i2c()
        self._bus = I2C(block.number, sda=self._sda, scl=self._scl, freq=_I2C_HZ, timeout=_I2C_TIMEOUT_US)
        block.holder = self
        return self._bus

    def is_interrupt_quiet(self) -> bool:
        """Return whether the box's interrupt wire says that no button has changed since it was read."""
        return self._interrupt is not None and self._interrupt.value() == 1

    def pull_up(self) -> None:
        """Pull the interrupt wire up again after `release`."""
        if self._interrupt is not None:
            self._interrupt.init(Pin.IN, Pin.PULL_UP)

    def detach_i2c(self) -> None:
        """Detach the wires from the block and let them idle high."""
        self._sda.init(Pin.IN, Pin.PULL_UP)
        self._scl.init(Pin.IN, Pin.PULL_UP)
        if self._block.holder is self:
            self._block.holder = None

    def release(self) -> None:
        """Detach the wires from the block and let them float, so that they feed no box without supply."""
        self.detach_i2c()
        self._sda.init(Pin.IN, None)  # type: ignore[arg-type] # None is no pull, which the stubs lack
        self._scl.init(Pin.IN, None)  # type: ignore[arg-type] # as above
        if self._interrupt is not None:
            self._interrupt.init(Pin.IN, None)  # type: ignore[arg-type] # as above

    def unstick(self) -> bool:
        """Clock a chip out of a half-read byte, and return whether the data line is high again."""
        self.detach_i2c()
        if not self._sda.value():
            call_and_unload("wire_clocks", self._sda, self._scl, Pin)
            self.detach_i2c()
        return self._sda.value() == 1


class Piezo:
    """The buzzer's transistor on a PWM pin."""

    def __init__(self, pin: int) -> None:
        self._pwm = PWM(Pin(pin), freq=2000, duty_u16=0)

    def sound(self, hertz: int) -> None:
        """Sound a frequency, or with 0 nothing."""
        if hertz:
            self._pwm.freq(hertz)
        self._pwm.duty_u16(32768 if hertz else 0)


class Board:
    """The whole table as objects; one is made, at the start of the app.

    `seats` are the four seat ports in turn order, `buzzer` takes frequencies, `uart` is the service port,
    `flash` the block device under the file system. The processor's clock is set before any part takes its own from it.
    """

    def __init__(self, mhz: int = 0) -> None:
        if mhz:
            call_and_unload("set_speed", mhz, machine.mem32, machine.freq)
        self._seat_power = Pin(pins.SEAT_POWER, Pin.OUT, value=1)
        blocks = (I2CBlock(0), I2CBlock(1))
        display_setup = DISPLAY_SETUP if Pin(pins.BREADBOARD, Pin.IN, Pin.PULL_UP).value() else BREADBOARD_SETUP
        self.seats = tuple(
            [
                SeatBox(place, SeatBusPins(blocks[block], sda, scl, pins.INTERRUPTS[place]), display_setup)
                for place, (block, sda, scl) in enumerate(pins.SEATS)
            ]
        )
        self.buzzer = Piezo(pins.BUZZER)
        self.flash = rp2.Flash()
        tx, rx = pins.UART
        self.uart = UART(0, 115_200, tx=Pin(tx), rx=Pin(rx))
        self._table_button = Pin(pins.TABLE_BUTTON, Pin.IN, Pin.PULL_UP)
        self._undo_button = Pin(pins.UNDO_BUTTON, Pin.IN, Pin.PULL_UP)
        self._pixels = Pin(pins.PIXELS, Pin.OUT, value=0)
        self._supply = ADC(Pin(pins.V5_SENSE))
        self._light = ADC(Pin(pins.LIGHT))

    def is_idle(self) -> bool:
        """Return whether the interrupt wires of all seats are quiet and both buttons in the centre up, at one look."""
        return machine.mem32[_GPIO_IN] & IDLE == IDLE

    def table_pressed(self) -> bool:
        """Return whether the dice button in the centre is down."""
        return not self._table_button.value()

    def undo_pressed(self) -> bool:
        """Return whether the undo button in the centre is down."""
        return not self._undo_button.value()

    def table_was_pressed(self) -> bool:
        """Return whether the dice button went down since `forget_presses`."""
        return machine.mem32[EDGES_OF_TABLE] & TABLE_FELL != 0

    def undo_was_pressed(self) -> bool:
        """Return whether the undo button went down since `forget_presses`."""
        return machine.mem32[EDGES_OF_UNDO] & UNDO_FELL != 0

    def forget_presses(self) -> None:
        """Forget the caught presses of the two buttons in the centre. Allocates nothing."""
        machine.mem32[EDGES_OF_TABLE] = FELL_THERE
        if not TOGETHER:
            machine.mem32[EDGES_OF_UNDO] = UNDO_FELL

    def write_marker_leds(self, data: "bytes | bytearray") -> None:
        """Send three bytes a pixel, green, red, blue. Interrupts are off for half a millisecond.

        Colours that together exceed the power budget are not sent: a dark marker is better than a dark table.
        """
        if sum(data) > _MOST_GLOW:
            return
        machine.bitstream(self._pixels, 0, PIXEL_TIMING, data)

    def set_seat_power(self, on: bool) -> None:
        """Switch the supply of all four boxes; off, their wires float first, so as not to feed them."""
        if on:
            self._seat_power.value(1)
        for port in self.seats:
            port.on_power_switch(on)
        if not on:
            self._seat_power.value(0)

    def start_watchdog(self, timeout_ms: int) -> WDT:
        """Start the watchdog; from now on it must be fed until the next reset."""
        return WDT(timeout=timeout_ms)

    def reset(self) -> None:
        """Restart the table."""
        machine.reset()

    def reset_cause(self) -> str:
        """Return why the table started: power, watchdog, or reset when it was asked to."""
        if machine.reset_cause() != machine.WDT_RESET:
            return "power"
        return "reset" if machine.mem32[rp2_registers.WATCHDOG_REASON] & _ASKED_FOR else "watchdog"

    def unique_id(self) -> str:
        """Return the chip's number as hexadecimal text, the same as its USB serial number."""
        return machine.unique_id().hex()

    def supply_mv(self) -> int:
        """Return the 5 V supply in millivolts; two equal resistors halve it before it is measured."""
        return self._supply.read_u16() * 2 * _SUPPLY_MV // 65535

    def room_light(self) -> int:
        """Return how bright the room is, 0-65535."""
        return self._light.read_u16()

    def entropy(self, count: int) -> bytes:
        """Return unpredictable random bytes, for the dice."""
        return os.urandom(count)
