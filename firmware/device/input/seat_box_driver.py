"""One seat's box on its cable: its presence, its buttons, its lamps and its display.

Boxes are pulled and put back during a game.  A box that does not answer is asked again twice a second;
one that comes back, or that has lost its memory in between, is set up again and sets `renewed`.

Where the lead has the expander's interrupt wire, a box is read only when that wire calls, and four times a
second in any case: reading four boxes every 10 ms takes a quarter of the processor. The wire is tested
whenever a box is set up; without it, or when it has failed, the box is read every time.
"""

from micropython import const

from device import pins
from device.input import expander
from device.input.expander import Expander

if False:  # for the type checker alone, and gone when compiled
    from device.parts import SeatBusPins

# In calls of `read_buttons`, which comes every 10 ms: a single fault on the wire is no unplugged box.
_FAULTS_ALLOWED = const(3)
RETRY_EVERY = 50
# A box with a quiet interrupt wire is still read once in this number of scans: it may be gone, or its wire broken.
_POLL_EVERY = const(25)
_UNCALLED_ALLOWED = const(2)

_COMMAND = const(0x00)
DISPLAY_ON = 0xAF

# A display's settings after a reset, all of them, because a reset may have failed to reach it: for the SSD1309 of a
# seat box, and for the SSD1306 on a breadboard, which makes its panel's voltage itself. Neither data sheet has the
# first command of the other.
DISPLAY_SETUP = (
    b"\x00"  # commands follow
    b"\xfd\x12"  # take commands
    b"\xae"  # dark until the first whole picture is there
    b"\xd5\xa0"  # clock
    b"\xa8\x3f"  # 64 rows
    b"\xd3\x00"  # no offset
    b"\x40"  # first line first
    b"\x20\x02"  # one page at a time
    b"\xa1\xc8"  # column 0 left, row 0 on top, connector above
    b"\xda\x12"  # alternate row pins
    b"\xd9\x25"  # pre-charge
    b"\xdb\x34"  # deselect level
    b"\xa4\xa6"  # show the memory, lit is 1
)
BREADBOARD_SETUP = (
    b"\x00\x8d\x14"  # the charge pump runs while the display is on
    b"\xae\xd5\x80\xa8\x3f\xd3\x00\x40\x20\x02\xa1\xc8\xda\x12"
    b"\xd9\xf1\xdb\x20"  # pre-charge for the pump's lower voltage, deselect level
    b"\xa4\xa6"
)


class SeatBox:
    """The box of one place, reached over its own pair of wires.

    `here` tells whether its expander answers, `display_here` the same of its display; `renewed`
    grows each time the display has been set up and shows nothing yet; `faults` counts transfers
    that failed although the box was there; `stuck` says that its data line is held low; `calls` says that
    its interrupt wire works, and `caught` are the buttons that went down between the last two readings,
    even if they are up again.
    """

    def __init__(self, place: int, pair: "SeatBusPins", display_setup: bytes = DISPLAY_SETUP) -> None:
        self.place = place
        self._display_setup = display_setup
        self.here = False
        self.display_here = False
        self.renewed = 0
        self.faults = 0
        self.stuck = False
        self.calls = False
        self.caught = 0
        self._pressed = 0
        # Changes in a row for which the wire did not call; one may have come in the moment of a reading.
        self._uncalled = 0
        # The boxes are looked at in different turns.
        self._scans_to_poll = place * _POLL_EVERY // 4
        self._pair = pair
        self._expander = Expander()
        self._powered = True
        self._outputs_owed = False
        self._missed = 0
        self._display_missed = 0
        # The four boxes are asked again in different turns, so that no turn is long.
        self._wait = place * 2
        self._word = bytearray(2)
        self._word[0] = _COMMAND
        self._two_words = bytearray(3)
        self._two_words[0] = _COMMAND

    # ------------------------------------------------------------ buttons and presence

    def read_buttons(self, surely: bool = False) -> "int | None":
        """Return the pressed buttons as bits 0-4, or None when the box does not answer.

        What a quiet interrupt wire says is unchanged is not read, unless `surely` is set.
        """
        if self.calls and not surely and not self._outputs_owed and self.display_here:
            self._scans_to_poll -= 1
            if self._scans_to_poll > 0 and not self._missed and self._pair.is_interrupt_quiet():
                self.caught = 0
                return self._pressed
        return self._read_box()

    def _read_box(self) -> "int | None":
        """Read the box, after setting it up if it has just come."""
        quiet = self.calls and self._pair.is_interrupt_quiet()
        self._scans_to_poll = _POLL_EVERY
        if not self._powered:
            return None
        if not self.here:
            if not self._is_time() or not self._set_up():
                return None
        elif not self.display_here and self._is_time():
            self._set_up_display()
        pressed = self._read()
        if pressed == -1 and self._set_up():
            pressed = self._read()
        if pressed is None or pressed < 0:
            return None
        self.caught = self._expander.caught
        if pressed != self._pressed:
            self._uncalled = self._uncalled + 1 if quiet else 0
            self.calls = self.calls and self._uncalled < _UNCALLED_ALLOWED
        self._pressed = pressed
        return pressed

    def _is_time(self) -> bool:
        """Count the calls until the next attempt to reach what is missing."""
        self._wait -= 1
        if self._wait > 0:
            return False
        self._wait = RETRY_EVERY
        return True

    def _read(self) -> "int | None":
        """Read once, and settle what is owed to the outputs."""
        try:
            bus = self._pair.bus()
            if self._outputs_owed:
                self._expander.write_outputs(bus, self._expander.outputs)
                self._outputs_owed = False
            pressed = self._expander.read_buttons(bus)
        except OSError:
            self._missed += 1
            self.faults += 1
            if self._missed >= _FAULTS_ALLOWED:
                self._mark_gone()
            return None
        self._missed = 0
        return pressed

    def _mark_gone(self) -> None:
        """Note that the box is gone, and free its data line if a half-read chip holds it."""
        self.here = False
        self.display_here = False
        self._missed = 0
        self._wait = RETRY_EVERY
        self.stuck = not self._pair.unstick()

    # ------------------------------------------------------------ setting up

    def _set_up(self) -> bool:
        """Set up a box that has just come, and say whether it answers."""
        self.here = False
        self.display_here = False
        try:
            bus = self._pair.bus()
            self._expander.set_up(bus)
        except OSError:
            self.stuck = not self._pair.unstick()
            return False
        self.here = True
        self.stuck = False
        self._missed = 0
        self._set_up_display()
        self._test_interrupt()
        return True

    def _test_interrupt(self) -> None:
        """Check whether the interrupt wire follows the box; a box whose wire does not is read every time."""
        pair, chip = self._pair, self._expander
        self.calls = False
        self._uncalled = 0
        if not pair.has_interrupt:
            return
        try:
            chip.pull_int_low(pair.bus(), True)
            called = not pair.is_interrupt_quiet()
            chip.pull_int_low(pair.bus(), False)
            chip.read_buttons(pair.bus())
        except OSError:
            return
        self.calls = called and pair.is_interrupt_quiet()

    def _set_up_display(self) -> None:
        """Reset the display and send its settings; it stays dark until `display_on`."""
        chip = self._expander
        try:
            bus = self._pair.bus()
            # Two writes are 140 microseconds apart, the reset needs 3.
            chip.write_outputs(bus, chip.outputs & ~expander.RUN_DISPLAY)
            chip.write_outputs(bus, chip.outputs | expander.RUN_DISPLAY)
            bus.writeto(pins.DISPLAY_ADDRESS, self._display_setup)
        except OSError:
            self._outputs_owed = True
            self._wait = RETRY_EVERY
            return
        self.display_here = True
        self._display_missed = 0
        self.renewed += 1

    def on_power_switch(self, on: bool) -> None:
        """Note that the seats' supply is switched; without it, the wires carry nothing."""
        self._powered = on
        self.here = False
        self.display_here = False
        self._wait = 0
        if on:
            self._pair.pull_up()
        else:
            self._pair.release()

    # ------------------------------------------------------------ lamps

    def set_lamp(self, on: bool) -> None:
        """Light the riichi lamp or put it out; a missing box gets it when it comes back."""
        self._set(expander.LAMP, on)

    def set_button_light(self, on: bool) -> None:
        """Light the RIICHI button from behind or put it out."""
        self._set(expander.LIGHT, on)

    def _set(self, bit: int, on: bool) -> None:
        chip = self._expander
        outputs = chip.outputs | bit if on else chip.outputs & ~bit
        if outputs == chip.outputs:
            return
        chip.outputs = outputs
        self._outputs_owed = True
        if not self.here:
            return
        try:
            chip.write_outputs(self._pair.bus(), outputs)
            self._outputs_owed = False
        except OSError:
            self.faults += 1

    # ------------------------------------------------------------ the display

    def write(self, data: "memoryview | bytes") -> bool:
        """Write columns of one page, behind the commands that say where they go.

        Nothing in the project holds the processor longer than a whole page: 3 ms.
        """
        return self._send(data)

    def command(self, word: int) -> bool:
        """Send the display a command of one byte."""
        self._word[1] = word
        return self._send(self._word)

    def send_display_setting(self, word: int, value: int) -> bool:
        """Send the display a command with its value."""
        self._two_words[1] = word
        self._two_words[2] = value
        return self._send(self._two_words)

    def _send(self, data: "bytearray | memoryview | bytes") -> bool:
        if not self.display_here:
            return False
        try:
            self._pair.bus().writeto(pins.DISPLAY_ADDRESS, data)
        except OSError:
            self.faults += 1
            self._display_missed += 1
            if self._display_missed >= _FAULTS_ALLOWED:
                self.display_here = False
                self._wait = RETRY_EVERY
            return False
        self._display_missed = 0
        return True
