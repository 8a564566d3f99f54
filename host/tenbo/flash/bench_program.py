"""The bench test's program on the board: functions for MicroPython's prompt that test its parts one by one.

It uses the firmware's own drivers, so that the tested code is the code that will run; the app itself is not started.
"""

PROGRAM = """
import framebuf
import machine
from machine import ADC, PWM, Pin
from device import board, expander, pins, seat_box_driver
power = Pin(pins.SEAT_POWER, Pin.OUT, value=1)
blocks = (board.I2CBlock(0), board.I2CBlock(1))
pairs = [
    board.SeatBusPins(blocks[block], sda, scl, pins.INTERRUPTS[place])
    for place, (block, sda, scl) in enumerate(pins.SEATS)
]
chips = [expander.Expander() for _ in pairs]
wires = [Pin(number, Pin.IN, Pin.PULL_UP) for number in pins.INTERRUPTS]
buttons = [Pin(number, Pin.IN, Pin.PULL_UP) for number in (pins.TABLE_BUTTON, pins.UNDO_BUTTON)]
marker = Pin(pins.PIXELS, Pin.OUT, value=0)
MEGA = expander.RUN_DISPLAY
strap = Pin(pins.BREADBOARD, Pin.IN, Pin.PULL_UP)
GPIO = 9
def is_breadboard():
    return strap.value() == 0
def volts():
    halves = ADC(Pin(pins.V5_SENSE)).read_u16() * 2 * 3300 // 65535
    thirds = ADC(Pin(29)).read_u16() * 3 * 3300 // 65535
    return halves, thirds
def light():
    return ADC(Pin(pins.LIGHT)).read_u16()
def set_up(place):
    try:
        bus = pairs[place].bus()
        chips[place].set_up(bus)
        chips[place].write_outputs(bus, MEGA)
        chips[place].read_buttons(bus)
    except OSError:
        pass
def found(place):
    set_up(place)
    heard = pairs[place].bus().scan()
    pairs[place].detach_i2c()
    block, sda, scl = pins.SEATS[place]
    return [heard, Pin(sda, Pin.IN, Pin.PULL_UP).value(), Pin(scl, Pin.IN, Pin.PULL_UP).value()]
def levels():
    return [wire.value() for wire in wires]
def call(place):
    bus = pairs[place].bus()
    before = levels()
    chips[place].pull_int_low(bus, True)
    during = levels()
    chips[place].pull_int_low(bus, False)
    chips[place].read_buttons(bus)
    return [before, during, levels()]
def lamps(place, lamp, light):
    bus = pairs[place].bus()
    wanted = MEGA | (expander.LAMP if lamp else 0) | (expander.LIGHT if light else 0)
    chips[place].write_outputs(bus, wanted)
    return [wanted, bus.readfrom_mem(pins.EXPANDER_ADDRESS, GPIO, 1)[0] & (MEGA | expander.LAMP | expander.LIGHT)]
def show(place, word):
    bus = pairs[place].bus()
    frame = framebuf.FrameBuffer(bytearray(1024), 128, 64, framebuf.MONO_VLSB)
    small = framebuf.FrameBuffer(bytearray(64), 64, 8, framebuf.MONO_VLSB)
    small.text(word, 0, 0)
    for x in range(8 * len(word)):
        for y in range(8):
            if small.pixel(x, y):
                frame.fill_rect(64 - 8 * len(word) + 2 * x, 24 + 2 * y, 2, 2, 1)
    frame.rect(0, 0, 128, 64, 1)
    picture = bytearray(1024)
    framebuf.FrameBuffer(picture, 128, 64, framebuf.MONO_VLSB).blit(frame, 0, 0)
    setup = seat_box_driver.BREADBOARD_SETUP if is_breadboard() else seat_box_driver.DISPLAY_SETUP
    bus.writeto(pins.DISPLAY_ADDRESS, setup)
    bus.writeto(pins.DISPLAY_ADDRESS, bytes((0, 0x81, 0x38)))
    for page in range(8):
        bus.writeto(pins.DISPLAY_ADDRESS, bytes((0, 0xB0 | page, 0, 0x10)))
        bus.writeto(pins.DISPLAY_ADDRESS, bytes((0x40,)) + picture[128 * page : 128 * page + 128])
    bus.writeto(pins.DISPLAY_ADDRESS, bytes((0, seat_box_driver.DISPLAY_ON)))
def down(place):
    try:
        bits = chips[place].read_buttons(pairs[place].bus())
    except OSError:
        return []
    if bits < 0:
        set_up(place)
        return []
    caught = chips[place].caught
    return [(name, caught >> bit & 1) for name, bit in pins.BUTTONS.items() if bits >> bit & 1]
def pressed(places):
    heard = [[place, name, caught] for place in places for name, caught in down(place)]
    for name, pin, edges, fell in (
        ("TABLE", buttons[0], board.EDGES_OF_TABLE, board.TABLE_FELL),
        ("UNDO", buttons[1], board.EDGES_OF_UNDO, board.UNDO_FELL),
    ):
        if not pin.value():
            heard.append([-1, name, 1 if machine.mem32[edges] & fell else 0])
        machine.mem32[edges] = fell
    return heard
def glow(cell):
    data = bytearray(3 * pins.PIXEL_COUNT)
    each = pins.PIXEL_COUNT // 4
    for pixel in range(cell * each, cell * each + each) if cell >= 0 else ():
        data[3 * pixel : 3 * pixel + 3] = b"\\x20\\x20\\x08"
    machine.bitstream(marker, 0, board.PIXEL_TIMING, data)
def tone(hertz):
    board.Piezo(pins.BUZZER).sound(hertz)
def switch(on):
    for pair in pairs:
        if on:
            pair.pull_up()
        else:
            pair.release()
    power.value(1 if on else 0)
"""
