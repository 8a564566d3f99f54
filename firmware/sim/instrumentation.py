"""Wrappers of the simulated parts' entry points: each call is charged, and the computing inside is not counted.

What a door itself computes and takes before it stops the counter is taken off again.  So that this is the same wherever
it stands, a door looks nothing up by name: it has all that it needs in one tuple, and each form of door is measured.
"""

import sys

from micropython import const

import callgrind_counter
import chip_heap
import compute_cost_model
import import_cost_model
from compute_cost_model import BUS, COMPUTED, FLASH, IDLE, inside

# The cost of a call on the chip besides the bytes of its bus, in microseconds.
TICKS_US, PIN_US, SET_PIN_US, ATTACH_US, REGISTER_US, BUS_US, TASK_US, STREAM_US, BLOCK_US = (
    6, 8, 67, 49, 6, 45, 10, 10, 20,
)  # fmt: skip
# The event loop is bytecode in the chip's flash: a change of tasks took the emulated chip 372 us with its cache, 239
# without, where its 17,055 instructions are 288 with the factor for all other code. The difference, with the queue.
CHANGE_US = 95
# A call of the loop's own and a poll of no stream: 2,300 instructions, for which a simulated part stands in here.
WAIT_US = 40

# A part at which time does not matter and none passes: what was computed is charged at the next door.
SIDE = -1
# A door whose arguments are a tuple and a dict.
WIDE = -1

# The places in a door's tuple.
_WORK = const(0)
_US = const(1)
_KIND = const(2)
_OWN = const(3)
_INSIDE = const(4)
_TOGGLE = const(5)
_CALL = const(6)
_FAILED = const(7)

# The cost of a door of each form itself: instructions, and blocks of memory for its frame.
_OF_NONE, _OF_ONE, _OF_TWO, _OF_THREE, _WIDE, _BUS, _REGISTER, _PIN, _ATTACH = [[0, 0] for _ in range(9)]

_failed = ("failed",)
_raised: "Exception | None" = None
_block = 0  # the I2C block that is being attached


def install_cost_doors(descriptor: int, sizes: "dict[str, int]", names: "dict[str, int]") -> None:
    """Put doors before all parts, and charge from the next one on."""
    collector = SimulatedGc()
    _before_parts()
    import_cost_model.begin_charging_imports(sizes, names, _door, _door_1, _door_2)
    sys.modules["gc"] = collector
    chip_heap.begin_counting_blocks(sizes)
    compute_cost_model.begin_charging_computation(descriptor)
    _measure()


class SimulatedGc:
    """The module `gc`: thresholds and figures of the chip, whose blocks are half as large."""

    def __init__(self) -> None:
        self.collect = _door(chip_heap.collect, 0, compute_cost_model.COLLECTING)
        self.mem_alloc = _door(chip_heap.used_bytes, 0, COMPUTED)
        self.mem_free = _door(chip_heap.free_bytes, 0, COMPUTED)
        self.enable = _door(lambda: chip_heap.allow_automatic_collection(True), 0, COMPUTED)
        self.disable = _door(lambda: chip_heap.allow_automatic_collection(False), 0, COMPUTED)

    @staticmethod
    def threshold(amount: int) -> None:
        """Set after how many bytes the collector runs by itself: at the next door, and while modules load at once."""
        chip_heap.set_threshold(amount)
        chip_heap.allow_port_collection(not compute_cost_model.charging)


# ---------------------------------------------------------------- through a door


def _call(
    door: "tuple[object, ...]",
    count: int,
    first: "object" = None,
    second: "object" = None,
    third: "object" = None,
    fourth: "object" = None,
) -> "object":
    """Call through a door and return an exception as a value. None of this is counted."""
    global _raised
    inside[0] = 1
    kind, own = door[_KIND], door[_OWN]
    blocks = 0
    if not compute_cost_model.charging:
        pass
    elif kind == SIDE:
        compute_cost_model.defer_cost(door[_US], own[0], own[1])
        blocks = chip_heap.blocks_since_collection()
        chip_heap.set_blocks_since_collection(0)
    else:
        compute_cost_model.charge_on_entry(door[_US], own[0], own[1], kind)
    work = door[_WORK]
    try:
        if count == 1:
            return work(first)
        if count == 2:
            return work(first, second)
        if count == 3:
            return work(first, second, third)
        if count == 4:
            return work(first, second, third, fourth)
        return work(*first, **second) if count else work()
    except Exception as error:  # noqa: BLE001 - raised again, when counting goes on
        _raised = error
        return _failed
    finally:
        if not compute_cost_model.charging:
            pass
        elif kind == SIDE:
            chip_heap.restore_count(blocks)
        else:
            compute_cost_model.settle_on_exit(kind)
        inside[0] = 0


def _fail() -> None:
    """Raise what a part has raised."""
    raise _raised


def _made(work: "object", us: int, kind: int, own: "list[int]") -> "tuple[object, ...]":
    """Return what a door needs."""
    return (work, us, kind, own, inside, callgrind_counter.toggle, _call, _failed)


# ---------------------------------------------------------------- the forms of doors


def _door(work: "object", us: int, kind: int) -> "object":
    """Return a door for a function without arguments.

    The doors have few variables on purpose: the frame of a larger function lies on the heap.
    """
    door = _made(work, us, kind, _OF_NONE)

    def through() -> "object":
        if door[_INSIDE][0]:
            return door[_WORK]()
        door[_TOGGLE]()
        result = door[_CALL](door, 0)
        door[_TOGGLE]()
        return _fail() if result is door[_FAILED] else result

    return through


def _door_1(work: "object", us: int, kind: int) -> "object":
    """Return a door for a function of one argument."""
    door = _made(work, us, kind, _OF_ONE)

    def through(first: "object") -> "object":
        if door[_INSIDE][0]:
            return door[_WORK](first)
        door[_TOGGLE]()
        result = door[_CALL](door, 1, first)
        door[_TOGGLE]()
        return _fail() if result is door[_FAILED] else result

    return through


def _door_2(work: "object", us: int, kind: int) -> "object":
    """Return a door for a function of two arguments, the second None unless it is given."""
    door = _made(work, us, kind, _OF_TWO)

    def through(first: "object", second: "object" = None) -> "object":
        if door[_INSIDE][0]:
            return door[_WORK](first, second)
        door[_TOGGLE]()
        result = door[_CALL](door, 2, first, second)
        door[_TOGGLE]()
        return _fail() if result is door[_FAILED] else result

    return through


def _door_3(work: "object", us: int, kind: int) -> "object":
    """Return a door for a function of three arguments, the third None unless it is given."""
    door = _made(work, us, kind, _OF_THREE)

    def through(first: "object", second: "object", third: "object" = None) -> "object":
        if door[_INSIDE][0]:
            return door[_WORK](first, second, third)
        door[_TOGGLE]()
        result = door[_CALL](door, 3, first, second, third)
        door[_TOGGLE]()
        return _fail() if result is door[_FAILED] else result

    return through


def _wide_door(work: "object", us: int, kind: int) -> "object":
    """Return a door for a function of any arguments."""
    door = _made(work, us, kind, _WIDE)

    def through(*args: "object", **named: "object") -> "object":
        if door[_INSIDE][0]:
            return door[_WORK](*args, **named)
        door[_TOGGLE]()
        result = door[_CALL](door, WIDE, args, named)
        door[_TOGGLE]()
        return _fail() if result is door[_FAILED] else result

    return through


def _bus_door(work: "object", us: int, kind: int) -> "object":
    """Return a door for a method of the bus with an address and a buffer."""
    door = _made(work, us, kind, _BUS)

    def through(block: "object", addr: int, buf: "object") -> "object":
        if door[_INSIDE][0]:
            return door[_WORK](block, addr, buf)
        door[_TOGGLE]()
        result = door[_CALL](door, 3, block, addr, buf)
        door[_TOGGLE]()
        return _fail() if result is door[_FAILED] else result

    return through


def _register_door(work: "object", us: int, kind: int) -> "object":
    """Return a door for reading a chip's registers, the way that is gone four times in a scan."""
    door = _made(work, us, kind, _REGISTER)

    def through(block: "object", addr: int, register: int, buf: "object") -> "object":
        door[_TOGGLE]()
        result = door[_CALL](door, 4, block, addr, register, buf)
        door[_TOGGLE]()
        return _fail() if result is door[_FAILED] else result

    return through


def _pin_door(work: "object", us: int, kind: int) -> "object":
    """Return a door for setting a pin up, which happens eight times in a scan."""

    def valued(pin: "object", mode: int, pull: "int | None", value: "int | None") -> "object":
        return work(pin, mode, pull) if value is None else work(pin, mode, pull, value=value)

    door = _made(valued, us, kind, _PIN)

    def through(pin: "object", mode: int = -1, pull: "int | None" = -1, *, value: "int | None" = None) -> "object":
        if door[_INSIDE][0]:
            return door[_WORK](pin, mode, pull, value)
        door[_TOGGLE]()
        door[_CALL](door, 4, pin, mode, pull, value)
        door[_TOGGLE]()
        return None

    return through


def _attach_door(work: "object", us: int, kind: int) -> "object":
    """Return a door for attaching a bus to two pins; the arguments by name take no memory so."""

    def attached(scl: "object", sda: "object", freq: int, timeout: int) -> "object":
        return work(_block, scl=scl, sda=sda, freq=freq, timeout=timeout)

    door = _made(attached, us, kind, _ATTACH)

    def through(number: int, *, scl: "object", sda: "object", freq: int = 400_000, timeout: int = 50_000) -> "object":
        global _block
        door[_TOGGLE]()
        _block = number
        result = door[_CALL](door, 4, scl, sda, freq, timeout)
        door[_TOGGLE]()
        return _fail() if result is door[_FAILED] else result

    return through


# ---------------------------------------------------------------- where they stand


def _before_parts() -> None:
    """Put a door before every part that the firmware touches."""
    import asyncio
    import os
    import time

    import bus
    import flash
    import machine
    import pins
    import task_queue

    block = bus.SimulatedI2CBlock
    for make, place, name, us, kind in (
        (_door, time, "ticks_ms", TICKS_US, COMPUTED),
        (_door, time, "ticks_us", TICKS_US, COMPUTED),
        (_door_2, time, "ticks_diff", TICKS_US, SIDE),
        (_door_2, time, "ticks_add", TICKS_US, SIDE),
        (_door_1, time, "sleep_ms", TICKS_US, BUS),
        (_door_1, time, "sleep_us", TICKS_US, BUS),
        (_door_1, time, "sleep", TICKS_US, BUS),
        (_door_1, os, "urandom", STREAM_US, SIDE),
        (_door_2, pins.Pin, "value", PIN_US, SIDE),
        (_pin_door, pins.Pin, "init", SET_PIN_US, SIDE),
        (_door_2, pins.PWM, "freq", SET_PIN_US, SIDE),
        (_door_2, pins.PWM, "duty_u16", SET_PIN_US, COMPUTED),
        (_door_1, pins.ADC, "read_u16", PIN_US, SIDE),
        (_door_1, machine.WDT, "feed", REGISTER_US, COMPUTED),
        (_door_2, machine._Memory, "__getitem__", REGISTER_US, SIDE),
        (_door_3, machine._Memory, "__setitem__", REGISTER_US, SIDE),
        (_door_1, machine.UART, "any", STREAM_US, SIDE),
        (_door_2, machine.UART, "readinto", STREAM_US, SIDE),
        (_door_2, machine.UART, "write", STREAM_US, COMPUTED),
        (_door_3, machine.UART, "ioctl", STREAM_US, SIDE),
        (_attach_door, machine, "I2C", ATTACH_US, SIDE),
        (_wide_door, machine, "bitstream", PIN_US, BUS),
        (_door_1, task_queue.TaskQueue, "peek", 0, SIDE),
        (_door_3, task_queue.TaskQueue, "push", TASK_US, SIDE),
        (_door_1, task_queue.TaskQueue, "pop", CHANGE_US, SIDE),
        (_door_2, task_queue.TaskQueue, "remove", TASK_US, SIDE),
        (_bus_door, block, "writeto", BUS_US, BUS),
        (_bus_door, block, "readfrom_into", BUS_US, BUS),
        (_register_door, block, "readfrom_mem_into", BUS_US, BUS),
        (_door_2, asyncio.core.IOQueue, "wait_io_event", WAIT_US, IDLE),
    ):
        setattr(place, name, make(getattr(place, name), us, kind))
    for name in ("readfrom", "readfrom_mem", "writeto_mem", "scan"):
        setattr(block, name, _wide_door(getattr(block, name), BUS_US, BUS))
    for name in ("readblocks", "writeblocks", "ioctl"):
        setattr(flash.Flash, name, _wide_door(getattr(flash.Flash, name), BLOCK_US, FLASH))
    if os.radio:
        import socket

        import network

        for place, name in ((socket.socket, "readinto"), (socket.socket, "write"), (network.WLAN, "isconnected")):
            make = _door_1 if name == "isconnected" else _door_2
            setattr(place, name, make(getattr(place, name), STREAM_US, BUS))
    os.stat = import_cost_model.stat
    core = asyncio.core
    core.ticks, core.ticks_diff, core.ticks_add = time.ticks_ms, time.ticks_diff, time.ticks_add


# ---------------------------------------------------------------- what they take themselves

_found = [0, 0, 0]


def _note(*_args: "object", **_named: "object") -> None:
    """Note what was counted since the door before, right before this one."""
    _found[0] = compute_cost_model.counted
    _found[1] = compute_cost_model.took - _found[2]
    _found[2] = compute_cost_model.took


def _measure() -> None:
    """Take what each form of door computes and takes itself: of some in a row, what lies between the last two."""
    door = _door(_note, 0, COMPUTED)
    one = _door_1(_note, 0, COMPUTED)
    two = _door_2(_note, 0, COMPUTED)
    three = _door_3(_note, 0, COMPUTED)
    wide = _wide_door(_note, 0, COMPUTED)
    bus = _bus_door(_note, 0, COMPUTED)
    register = _register_door(_note, 0, COMPUTED)
    pin = _pin_door(_note, 0, COMPUTED)
    attach = _attach_door(_note, 0, COMPUTED)
    for own, calls in (
        (_OF_NONE, lambda: (door(), door(), door())),
        (_OF_ONE, lambda: (one(0), one(0), one(0))),
        (_OF_TWO, lambda: (two(0, 0), two(0, 0), two(0, 0))),
        (_OF_THREE, lambda: (three(0, 0, 0), three(0, 0, 0), three(0, 0, 0))),
        (_WIDE, lambda: (wide(0, 0, 0), wide(0, 0, 0), wide(0, 0, 0))),
        (_BUS, lambda: (bus(0, 0, 0), bus(0, 0, 0), bus(0, 0, 0))),
        (_REGISTER, lambda: (register(0, 0, 0, 0), register(0, 0, 0, 0), register(0, 0, 0, 0))),
        (_PIN, lambda: (pin(0, 0, 0), pin(0, 0, 0), pin(0, 0, 0))),
        (_ATTACH, lambda: (attach(0, scl=0, sda=0), attach(0, scl=0, sda=0), attach(0, scl=0, sda=0))),
    ):
        calls()
        own[0], own[1], _ = _found
