"""Charges simulated time for computing: what the firmware computes between two touches of its parts.

Every way from the firmware into a simulated part is a door.  At a door the instructions since the last
one are turned into the chip's time and spent; what the simulated part itself computes is free, and the
part's own time is added instead: what the call costs on the chip, the bytes of its bus, its flash.

The model (measured on an emulated RP2040 at 125 MHz with a model of its flash cache, never on a chip):

* an instruction of the x86-64 port is 0.01329 us, 1.27 times that with the cache's misses;
* a collection takes 3.1 ms and 0.125 ms for each KB that is used, without that factor;
* loading a module takes 12.8 ms a KB of its compiled file;
* used memory is half of what this port uses, and 0.37 of the compiled files.

Eleven of twelve whole actions of the firmware were within 12 % of the emulated chip, the worst 23 %.  The
whole table comes out slower here than there: a start took 2.4 s where the chip took 2.06, and at rest it
idled for 0.25 of the time where the chip did for 0.31, so what is promised has that much in hand.
It can be wrong by more than 25 %: for a single operation of some microseconds; where integers reach 2**30,
which are objects there; in code that takes much memory while the heap is nearly full or in many pieces,
because the search for a free piece depends on their order (0.5 to 2 times); for whatever passes the USB
port, whose driver this port does not have; for native code that copies bytes (a third too quick here).
"""

import builtins
import gc
import sys

import uctypes

import clock
import control
import counter
from counter import toggle

INSTRUCTION_PS = 13_290
CACHE_PERCENT = 127
COLLECTION_US = 3_100
COLLECTION_A_KB_US = 125
LOADING_A_KB_US = 12_800
# The heap of the chip's build, and what a compiled module takes of it besides half of what is counted here.
HEAP = 245_888
MODULE_PERCENT = 37

# What a call costs on the chip besides the bytes of its bus, in microseconds.
TICKS_US, PIN_US, SET_PIN_US, ATTACH_US, REGISTER_US, BUS_US, TASK_US, STREAM_US, BLOCK_US = (
    6, 8, 67, 49, 6, 45, 10, 10, 20,
)  # fmt: skip

# A block of this port's heap and one of the chip's, and how many free ones in a row are no hole.
UNIX_BLOCK, CHIP_BLOCK, LONG_ROW = 32, 16, 512
MOST_FOREIGN = 2048
# The program itself: it runs while it is imported.
MAIN = "main"

# Where the time goes.
COMPUTED, BUS, FLASH, IDLE, LOADING, COLLECTING = range(6)
spent = [0] * 6
# A part at which time does not matter and none passes: what was computed is charged at the next door.
SIDE = -1
collections = 0

_count = 0  # instructions until the last way in; those of the parts are not counted
_last = 0  # the same at the door before, while the doors are measured
_last_blocks = 0
_doors = 0  # instructions of a door itself
_door_blocks = 0  # the memory that it takes
_side_doors = 0  # the side doors since the last way in
_owed = 0  # what they cost, in microseconds
_charging = True
_FREE = (clock.READING_US, clock.SWITCH_US)
_inside = False
_loading = False
_raised: "Exception | None" = None
_filling: "object" = None
_block = 0  # the I2C block that is being attached
_foreign = 0  # the memory that the simulated parts have taken since it was last given back
_failed = ("failed",)
WIDE = -1  # a door whose arguments are a tuple and a dict
_settle: "object" = None  # a door to nothing
_loaded: "object" = None  # the door behind an import
_entered = 0  # the moment of the last way in
_blocks = 0  # what the firmware had taken of memory at the last way in or out
_before = 0  # bytes on the heap before the firmware came
_sizes: "dict[str, int]" = {}  # of the compiled modules, by name
_amount = None  # the collector's own count of blocks taken since the last collection
_threshold = -1  # after how many blocks the chip's collector would run by itself


def _enter(us: int) -> None:
    """Charge what the firmware has computed, and the call itself."""
    global _blocks, _entered, _count, _owed, _side_doors
    now = counter.read()
    computed = (now - _count - _doors * (_side_doors + 1)) * INSTRUCTION_PS // 1_000_000 * CACHE_PERCENT // 100
    _count = now
    taken = max(_taken() - _door_blocks * (_side_doors + 1), 0)
    if computed < 0 or _loading:
        computed = 0
    us += _owed
    spent[COMPUTED] += computed + us
    clock.spend(computed + us)
    _owed = _side_doors = 0
    _entered = clock.now
    if taken > _threshold >= 0 and not _loading:
        # This port's own would go through the simulated parts as well.
        _collect()
        spent[COLLECTING] += clock.now - _entered
        _entered = clock.now
        taken = 0
    _blocks = taken
    _set_taken(0)


def _leave(kind: int) -> None:
    """Note where the time in a part went, and have its memory bring no collection nearer."""
    spent[kind] += clock.now - _entered
    _give_back(_blocks)


def _give_back(blocks: int) -> None:
    """Have the collector count what the firmware alone has taken, and free what the parts have, before it is much.

    On the chip no search for room comes past their garbage.
    """
    global _foreign
    _foreign += _taken()
    if _foreign > MOST_FOREIGN:
        _foreign = 0
        gc.collect()
    _set_taken(blocks)


def _call(
    door: "tuple[object, int, int]",
    count: int,
    first: "object" = None,
    second: "object" = None,
    third: "object" = None,
    fourth: "object" = None,
) -> "object":
    """Go through a door with so many arguments; what is raised comes back as a value. Nothing of this is counted."""
    global _raised, _inside, _owed, _side_doors
    _inside = True
    kind = door[2]
    if not _charging:
        pass
    elif kind == SIDE:
        _owed += door[1]
        _side_doors += 1
        blocks = _taken()
        _set_taken(0)
    else:
        _enter(door[1])
    try:
        if count == 1:
            return door[0](first)
        if count == 2:
            return door[0](first, second)
        if count == 3:
            return door[0](first, second, third)
        if count == 4:
            return door[0](first, second, third, fourth)
        return door[0](*first, **second) if count else door[0]()
    except Exception as error:  # noqa: BLE001 - raised again, when counting goes on
        _raised = error
        return _failed
    finally:
        if not _charging:
            pass
        elif kind == SIDE:
            _give_back(blocks)
        else:
            _leave(kind)
        _inside = False


def _taken() -> int:
    return _amount[0] | _amount[1] << 8 | _amount[2] << 16


def _set_taken(blocks: int) -> None:
    _amount[0] = blocks & 0xFF
    _amount[1] = blocks >> 8 & 0xFF
    _amount[2] = blocks >> 16


def chip_used() -> int:
    """Return how many bytes would be used on the chip's heap."""
    modules = 0
    for name in sys.modules:
        modules += _sizes.get(name, 0)
    return (gc.mem_alloc() - _before) // 2 + modules * MODULE_PERCENT // 100


def _collect() -> None:
    """Collect, in the time that it takes the chip."""
    global collections, _blocks
    clock.spend(COLLECTION_US + COLLECTION_A_KB_US * (chip_used() >> 10))
    gc.collect()
    collections += 1
    _blocks = 0


class Collector:
    """The module `gc`: thresholds and figures of the chip, whose blocks are half as large."""

    def __init__(self) -> None:
        self.collect = _door(_collect, 0, COLLECTING)
        self.mem_alloc = _door(chip_used, 0)
        self.mem_free = _door(lambda: HEAP - chip_used(), 0)

    @staticmethod
    def threshold(amount: int) -> None:
        """Set after how many bytes the collector runs by itself: at the next door, and while modules load at once."""
        global _threshold
        _threshold = amount // CHIP_BLOCK if amount >= 0 else -1
        _let_collect(not _charging)


# ---------------------------------------------------------------- doors


def _door(work: "object", us: int, kind: int = COMPUTED) -> "object":
    """Return a door for a function without arguments.

    The doors have few variables on purpose: the frame of a larger function would lie on the heap, and what it
    takes to find room there is not the same every time.  What does not change is taken off.
    """
    door = (work, us, kind)

    def through() -> "object":
        if _inside:
            return door[0]()
        toggle()
        result = _call(door, 0)
        toggle()
        return _fail() if result is _failed else result

    return through


def _door_1(work: "object", us: int, kind: int = COMPUTED) -> "object":
    """Return a door for a function of one argument."""
    door = (work, us, kind)

    def through(first: "object") -> "object":
        if _inside:
            return door[0](first)
        toggle()
        result = _call(door, 1, first)
        toggle()
        return _fail() if result is _failed else result

    return through


def _door_2(work: "object", us: int, kind: int = COMPUTED) -> "object":
    """Return a door for a function of two arguments, the second None unless it is given."""
    door = (work, us, kind)

    def through(first: "object", second: "object" = None) -> "object":
        if _inside:
            return door[0](first, second)
        toggle()
        result = _call(door, 2, first, second)
        toggle()
        return _fail() if result is _failed else result

    return through


def _door_3(work: "object", us: int, kind: int = COMPUTED) -> "object":
    """Return a door for a function of three arguments, the third None unless it is given."""
    door = (work, us, kind)

    def through(first: "object", second: "object", third: "object" = None) -> "object":
        if _inside:
            return door[0](first, second, third)
        toggle()
        result = _call(door, 3, first, second, third)
        toggle()
        return _fail() if result is _failed else result

    return through


def _wide_door(work: "object", us: int, kind: int = COMPUTED) -> "object":
    """Return a door for a function of any arguments, whose frame lies on the heap."""
    door = (work, us, kind)

    def through(*args: "object", **named: "object") -> "object":
        if _inside:
            return door[0](*args, **named)
        toggle()
        result = _call(door, WIDE, args, named)
        toggle()
        return _fail() if result is _failed else result

    return through


def _bus_door(work: "object") -> "object":
    """Return a door for a method of the bus with an address and a buffer."""
    door = (work, BUS_US, BUS)

    def through(block: "object", addr: int, buf: "object") -> "object":
        if _inside:
            return door[0](block, addr, buf)
        toggle()
        result = _call(door, 3, block, addr, buf)
        toggle()
        return _fail() if result is _failed else result

    return through


def _register_door(work: "object") -> "object":
    """Return a door for reading a chip's registers, the way that is gone four times in a scan."""
    door = (work, BUS_US, BUS)

    def through(block: "object", addr: int, register: int, buf: "object") -> "object":
        toggle()
        result = _call(door, 4, block, addr, register, buf)
        toggle()
        return _fail() if result is _failed else result

    return through


def _pin_door(work: "object", us: int, kind: int) -> "object":
    """Return a door for setting a pin up, which happens eight times in a scan."""
    door = (work, us, kind)
    valued = (lambda pin, mode, pull, value: work(pin, mode, pull, value=value), us, kind)

    def through(pin: "object", mode: int = -1, pull: "int | None" = -1, *, value: "int | None" = None) -> "object":
        if _inside:
            return work(pin, mode, pull, value=value)
        toggle()
        if value is None:
            _call(door, 3, pin, mode, pull)
        else:
            _call(valued, 4, pin, mode, pull, value)
        toggle()
        return None

    return through


def _attach_door(work: "object", us: int, kind: int) -> "object":
    """Return a door for attaching a bus to two pins; the arguments by name take no memory so."""
    door = (lambda scl, sda, freq, timeout: work(_block, scl=scl, sda=sda, freq=freq, timeout=timeout), us, kind)

    def through(number: int, *, scl: "object", sda: "object", freq: int = 400_000, timeout: int = 50_000) -> "object":
        global _block
        toggle()
        _block = number
        result = _call(door, 4, scl, sda, freq, timeout)
        toggle()
        return _fail() if result is _failed else result

    return through


def _fail() -> None:
    """Raise what a part has raised."""
    raise _raised


def _load(name: str, *rest: "object") -> "object":
    """Import, and charge the modules that were not there by the size of their compiled files."""
    global _loading
    if _inside or _loading or name in sys.modules or name == MAIN:
        return _import(name, *rest)
    there = list(sys.modules)
    _settle()
    _loading = True
    _let_collect(True)
    try:
        return _import(name, *rest)
    finally:
        _let_collect(not _charging)
        _loaded(there)


def _let_collect(by_itself: bool) -> None:
    """Let this port's collector run by itself, uncharged, or only when a door finds that it is due."""
    gc.threshold(_threshold * UNIX_BLOCK if by_itself and _threshold >= 0 else -1)


def _charge_loading(there: "list[str]") -> None:
    """Charge modules that were not there, instead of the instructions of loading them."""
    global _loading
    _loading = False
    size = sum([_sizes.get(module, 0) for module in sys.modules if module not in there])
    clock.spend(size * LOADING_A_KB_US // 1024)


_import = builtins.__import__


def begin(descriptor: int, sizes: "dict[str, int]") -> None:
    """Make the doors, and charge from the next one on."""
    global _before, _amount, _settle, _loaded
    _sizes.update(sizes)
    clock.READING_US = clock.SWITCH_US = 0
    _settle = _door(lambda: None, 0)
    _loaded = _door_1(_charge_loading, 0, LOADING)
    _make_doors()
    builtins.__import__ = _load
    sys.modules["gc"] = Collector()
    control.orders["costs"] = _tell_costs
    control.orders["charge"] = _charge
    _amount = _amount_in_place()
    gc.collect()
    _fill_holes()
    _before = gc.mem_alloc()
    counter.begin(descriptor)
    nothing = _door_1(_measure_door, 0)
    for _ in range(3):
        nothing(None)


def _fill_holes() -> None:
    """Fill the small holes among the simulated parts: on the chip no search for room comes past them."""
    global _filling
    row = 0
    while row < LONG_ROW:
        before = id(_filling)
        _filling = (_filling,)
        row = row + 1 if id(_filling) == before + UNIX_BLOCK else 0
    # Those of the last row lie where the firmware will.
    for _ in range(LONG_ROW):
        _filling = _filling[0]
    gc.collect()
    # What is left over the chip's heap, whose blocks are half as large.
    _filling = (_filling, bytearray(max(0, gc.mem_free() - 2 * HEAP)))


def _make_doors() -> None:
    """Put a door before every part that the firmware touches."""
    import asyncio
    import os
    import time

    import bus
    import flash
    import machine
    import pins
    import task_queue

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
        (_door_1, task_queue.TaskQueue, "pop", TASK_US, SIDE),
        (_door_2, task_queue.TaskQueue, "remove", TASK_US, SIDE),
    ):
        setattr(place, name, make(getattr(place, name), us, kind))
    bus.Block.writeto = _bus_door(bus.Block.writeto)
    bus.Block.readfrom_into = _bus_door(bus.Block.readfrom_into)
    bus.Block.readfrom_mem_into = _register_door(bus.Block.readfrom_mem_into)
    for method in ("readfrom", "readfrom_mem", "writeto_mem", "scan"):
        setattr(bus.Block, method, _wide_door(getattr(bus.Block, method), BUS_US, BUS))
    for method in ("readblocks", "writeblocks", "ioctl"):
        setattr(flash.Flash, method, _wide_door(getattr(flash.Flash, method), BLOCK_US, FLASH))
    core = asyncio.core
    core.IOQueue.wait_io_event = _door_2(core.IOQueue.wait_io_event, STREAM_US, IDLE)
    core.ticks, core.ticks_diff, core.ticks_add = time.ticks_ms, time.ticks_diff, time.ticks_add


def _measure_door(_nothing: None) -> None:
    """Take what was counted since the last door, right before this one, for the doors themselves."""
    global _doors, _door_blocks, _last, _last_blocks
    _doors, _last = _count - _last, _count
    _door_blocks, _last_blocks = _door_blocks + _blocks - _last_blocks, _blocks


def _amount_in_place() -> "bytearray":
    """Find the collector's count: it stands before the threshold, not far from the table of loaded modules."""
    mark = 0x2A5A5
    gc.threshold(mark * UNIX_BLOCK)
    near = id(sys.modules)
    wanted = mark.to_bytes(8, "little")
    for place in range(near - 8192, near + 8192, 8):
        if uctypes.bytearray_at(place, 8) == wanted:
            gc.threshold(-1)
            return uctypes.bytearray_at(place - 8, 8)
    raise RuntimeError("this MicroPython keeps the collector's figures elsewhere")


def _charge(on: str) -> None:
    """Charge computing from now on, or no more; a pause in which nothing is measured passes sooner without."""
    global _charging, _count, _owed, _side_doors, _entered, _blocks
    _charging = on == "1"
    counter.instrument(_charging)
    _let_collect(not _charging)
    clock.READING_US, clock.SWITCH_US = (0, 0) if _charging else _FREE
    _count = counter.read()
    _owed = _side_doors = 0
    _entered = clock.now
    _blocks = _taken()


def _tell_costs() -> None:
    control.say("costs", *spent, collections)
