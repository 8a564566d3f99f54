"""A probe: carries out one line of Python at a time from the service port and answers with its result.

The real firmware shows nothing of the simulated parts themselves; this one lets a test use them.
"""

import asyncio
import os
import time

import machine
from machine import ADC, I2C, PWM, UART, WDT, Pin

PAIRS = ((0, 4, 5), (1, 6, 7), (0, 8, 9), (1, 10, 11))
uart = UART(0, 115200, tx=Pin(0), rx=Pin(1), rxbuf=4096)
tools = {
    "asyncio": asyncio, "machine": machine, "os": os, "time": time,
    "ADC": ADC, "I2C": I2C, "PWM": PWM, "WDT": WDT, "Pin": Pin,
}  # fmt: skip


def bus(seat):
    """Attach a seat's pair and detach all others, as the firmware should."""
    for _, sda, scl in PAIRS:
        Pin(sda, Pin.IN, Pin.PULL_UP)
        Pin(scl, Pin.IN, Pin.PULL_UP)
    block, sda, scl = PAIRS[seat]
    return I2C(block, sda=Pin(sda), scl=Pin(scl), freq=400_000, timeout=20_000)


def attach(seat):
    """Attach a seat's pair and forget those that were attached."""
    block, sda, scl = PAIRS[seat]
    return I2C(block, sda=Pin(sda), scl=Pin(scl), freq=400_000, timeout=20_000)


def set_up(seat):
    """Set up the expander as the firmware does, and run the display."""
    i2c = bus(seat)
    i2c.writeto(0x20, bytes((0x00, 0x1F, 0, 0, 0, 0, 0, 0x1F)))
    i2c.writeto(0x20, bytes((0x0A, 0x00)))
    i2c.writeto(0x20, bytes((0x0A, 0x80)))
    return i2c


def fails(work, *args, **named):
    """Return the number of the OSError that something raises."""
    try:
        work(*args, **named)
    except OSError as error:
        return error.errno
    return None


def took(work, *args, **named):
    """Return how many microseconds something took."""
    start = time.ticks_us()
    work(*args, **named)
    return time.ticks_diff(time.ticks_us(), start)


def write(name, text):
    """Write a file as a whole: a new one, renamed over the old."""
    with open(name + ".new", "w") as file:
        file.write(text)
    os.rename(name + ".new", name)


def read(name):
    """Read a file."""
    with open(name) as file:
        return file.read()


tools.update(
    {"bus": bus, "attach": attach, "set_up": set_up, "fails": fails, "took": took, "write": write, "read": read}
)


def answer(line):
    """Evaluate an expression, or carry out a statement."""
    try:
        return eval(line, tools)
    except SyntaxError:
        exec(line, tools)
        return None


async def serve():
    """Answer lines for ever."""
    while True:
        line = uart.readline() if uart.any() else None
        if line:
            uart.write(repr(answer(line.decode().strip())) + "\n")
        await asyncio.sleep_ms(1)


async def echo():
    """Send every byte from the USB line back, and a mark every second."""
    import select
    import sys

    poll = select.poll()
    poll.register(sys.stdin, select.POLLIN)
    one = bytearray(1)
    while True:
        while poll.poll(0) and sys.stdin.buffer.readinto(one):
            sys.stdout.buffer.write(one)
        await asyncio.sleep_ms(2)


async def main():
    """Run both."""
    tools["echoing"] = asyncio.create_task(echo())
    await serve()


asyncio.run(main())
