"""What the compiled firmware takes of a Pico's memory, worked out from what it takes on the simulated table.

The simulation's words are twice as long as the chip's, letters and bytes are not. Three quarters of a compiled module
stay in memory as bytes, and so do the large buffers and the letters of names: so the chip's memory is half of the
simulation's, and half of those bytes again. A module that is compiled for the chip has functions in its own code, which
are longer. What MicroPython itself takes is added, and what was measured on an emulated chip and is not explained.

With MicroPython 1.28, de, ja, nl, en, an emulated chip had 101.5 KB free at rest without a game, 97.8 with one, 95.9 in
a hand and 75.5 to 76.8 at the preview of a win; of the same firmware this says 100.9, 97.3, 96.2 and 76.6. After a
restart with 122 events it had 78.0, and this says 82.4: that firmware kept 4.8 KB of one module's bytes twice, and each
module counts once here.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from compiled_firmware import compiled_firmware
from tenbo.flash.build.mpy_compile import OF_THE_RADIO
from tenbo.flash.build.qstr_table import resident_names

if TYPE_CHECKING:
    from tenbo.simulator.table import VirtualTable

# The heap of MicroPython 1.28 on a Pico; 1.29 puts code into RAM, which leaves so much less.
HEAP = 245_888
LESS_ON_1_29 = 13_800
# The heap of a Pico 2, and what the radio's driver, lwIP and Bluetooth keep of it: images of a Pico W have so much less
# than those of a Pico, and lwIP takes 26,700 of it by its settings in MicroPython. Read, not measured.
HEAP_OF_PICO_2, OF_THE_DRIVER = 471_040, 36_000
# Of a compiled module, counted in halves: 0.74 of it are bytes on the heap.
BYTES_OF_A_MODULE = 0.37
# Four frames and one to compare with, the pages and lines of a display, two lines of a host, a page of the journal.
BUFFERS = 5 * 1024 + 3 * 128 + 2 * 320 + 256
OURS = ("device", "tenbo_core")
# What a Pico runs, whose functions in its own code are longer than those for any processor.
PROCESSOR = "armv6m"
# MicroPython itself with its file system, before one of our modules comes; and its event loop.
INTERPRETER, EVENT_LOOP = 4_300, 2_700
# Measured besides on the emulated chip, the same in every moment that was compared: in part the buffers of the open
# file of words and of the serial port.
UNEXPLAINED = 7_300
# Names that the modules use and MicroPython has in its flash on a Pico.
OF_EVERY_PORT = """
__eq__ __file__ __import__ add array asyncio b2a_base64 binascii buffer clock code collect crc32 create_task data
decode delattr digest dump encode enumerate event fill fill_rect framebuf gather gc getvalue hashlib hex hexlify idle io
ioctl ipoll is_set json kbd_intr length line listdir load loads log machine max mem32 mem_alloc mem_free memoryview min
mkdir modules n name names off on os pack_into partition poll print_exception property put r rb readblocks readlines
register rename reversed rpartition run search seek select sha256 sleep sleep_ms sleep_us slice stat state stderr stdin
stdout struct sys task text ticks ticks_diff ticks_ms time timeout urandom wait waiting wb writeblocks Event FrameBuffer
MONO_VLSB POLLIN POLLOUT StringIO UnicodeError Pin ADC I2C PWM UART WDT IN OUT PULL_UP OPEN_DRAIN bitstream reset_cause
unique_id freq duty_u16 read_u16 readfrom_mem_into writeto readfrom_into value init detach rx tx scl sda rp2 Flash feed
WDT_RESET irq reset IOBase __path__ mount vfs
"""
# The table of names grows by pools, each twice as long as the one before; this is the first. An entry takes so many
# bytes. The simulated parts have names of their own, for which the first pools are there when the firmware starts.
FIRST_POOL = 20
ENTRY, ENTRY_HERE = 7, 11
POOLS_BEFORE = 4


class Memory(NamedTuple):
    """The memory at one moment: what the firmware would take of a chip, and how that is made up.

    `parts` add up to what is used; a module's functions and constants that are objects are among the objects.
    """

    used: int
    modules: dict[str, int]
    largest: int
    names: int
    parts: dict[str, int]
    heap: int = HEAP

    @property
    def free(self) -> int:
        """Return what a chip has left with MicroPython 1.28; 1.29 leaves `LESS_ON_1_29` less."""
        return self.heap - self.used

    @property
    def free_with_rom(self) -> int:
        """Return the same where the modules run in a ROM file system: their bytes stay in flash."""
        return self.free + int(2 * BYTES_OF_A_MODULE * sum(self.modules.values()))


def memory(virtual: VirtualTable, *, radio: bool = False) -> Memory:
    """Ask a simulated table that runs the compiled firmware for its memory; it takes a millisecond of its time.

    With `radio` it is a Pico 2 W.
    """
    printed = bytearray()

    def listen(data: bytes) -> bytes:
        printed.extend(data)
        return b""

    virtual.noise_to_host = listen
    virtual.send_order("memory")
    virtual.wait(1)
    virtual.noise_to_host = None
    text = printed.decode("ascii", "replace")
    modules = {name: _size(name) for name in _find(r"modules (.*)", text).split() if name.split(".")[0] in OURS}
    pools = ENTRY_HERE * (_room_in(int(_find(r"n_pool=(\d+)", text))) - _room_in(POOLS_BEFORE))
    used = (int(_find(r"firmware (\d+)", text)) - pools + BUFFERS) / 2 + BYTES_OF_A_MODULE * sum(modules.values())
    names = all_names(radio)
    used += ENTRY * room_for(len(names)) + sum(len(name) + 1 for name in names) / 2
    used += sum(2 * BYTES_OF_A_MODULE * (_size(name, PROCESSOR) - size) for name, size in modules.items())
    used += INTERPRETER + EVENT_LOOP + UNEXPLAINED
    # Half of the longest run of free blocks of 32 bytes: the chip's are of 16.
    largest = int(_find(r"max free sz: (\d+)", text)) * 16
    heap = HEAP_OF_PICO_2 - OF_THE_DRIVER if radio else HEAP
    return Memory(
        int(used), modules, largest, int(_find(r"n_qstr=(\d+)", text)), _parts(int(used), modules, names), heap
    )


def _parts(used: int, modules: dict[str, int], all_of_them: set[str]) -> dict[str, int]:
    """Return what takes the memory that is used, in bytes."""
    parts = {
        "modules' bytes": int(sum(2 * BYTES_OF_A_MODULE * _size(name, PROCESSOR) for name in modules)),
        "names": ENTRY * room_for(len(all_of_them)) + sum(len(name) + 1 for name in all_of_them),
        "MicroPython": INTERPRETER + EVENT_LOOP,
        "unexplained": UNEXPLAINED,
    }
    return {**parts, "objects and buffers": used - sum(parts.values())}


def room_for(names: int) -> int:
    """Return how many names fit in the pools that a board has taken when it has read so many."""
    pools = 0
    while _room_in(pools) < names:
        pools += 1
    return _room_in(pools)


def _room_in(pools: int) -> int:
    return FIRST_POOL * ((1 << pools) - 1)


@cache
def all_names(radio: bool = False) -> set[str]:
    """Return every name that the modules make a board keep for ever; MicroPython's own are in its flash.

    The path of each file that is loaded is one of them.
    """
    folder = compiled_firmware()
    modules = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.mpy")}
    modules = {path: data for path, data in modules.items() if radio or not path.startswith(OF_THE_RADIO)}
    return resident_names(modules).union(modules) - set(OF_EVERY_PORT.split())


def _find(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    assert found is not None, text
    return found[1]


def _size(module: str, processor: str = "") -> int:
    """Return the bytes of a compiled module, none for one that is in a file with others."""
    place = compiled_firmware(processor) / ("lib" if module.startswith("tenbo_core") else "") / module.replace(".", "/")
    paths = [path for path in (place.with_suffix(".mpy"), place / "__init__.mpy") if path.exists()]
    return paths[0].stat().st_size if paths else 0
