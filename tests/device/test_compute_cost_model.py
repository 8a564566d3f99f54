"""The simulated table that charges computing: its model, with a counter of instructions that a test turns by hand.

The real counter needs valgrind, which not every machine has; what is made of its counts does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import chip_memory
import pytest
from firmware_probe import Probe

from tenbo.simulator import VirtualTable
from tenbo_core.errors import LinkFault

# Stands in for the counter, and puts the doors before the parts.
BEGIN = """
import sys
class Counter:
    count = 0
    counting = True
    @staticmethod
    def begin_counting_instructions(_descriptor):
        pass
    @staticmethod
    def set_instrumentation(_on):
        pass
    @staticmethod
    def instruction_count():
        return Counter.count
    @staticmethod
    def toggle():
        Counter.counting = not Counter.counting
sys.modules["callgrind_counter"] = Counter
import compute_cost_model
import chip_heap
import instrumentation
import import_cost_model
instrumentation.install_cost_doors(-1, {"wiring_of_a_test": 2048, "calendar_of_a_test": 1024}, {"wiring_of_a_test": 40})
def computed(instructions):
    before = time.ticks_us()
    Counter.count += instructions
    return time.ticks_diff(time.ticks_us(), before)
def collected(work):
    before = chip_heap.collections, compute_cost_model.spent[compute_cost_model.COLLECTING]
    work()
    time.ticks_us()
    return chip_heap.collections - before[0], compute_cost_model.spent[compute_cost_model.COLLECTING] - before[1]
"""


@pytest.fixture
def charged() -> Iterator[Probe]:
    """Yield a probe at whose table computing takes time."""
    made = Probe()
    with made.table:
        made.run(BEGIN)
        yield made


def test_instructions_between_two_doors_take_the_chips_time(charged: Probe) -> None:
    """13.29 ns each, and 1.27 times that with the cache's misses."""
    nothing = charged.ask("computed(0)")
    assert charged.ask("computed(1_000_000)") - nothing == 13_290 * 127 // 100
    assert charged.ask("computed(0)") == nothing


def test_what_the_parts_compute_themselves_is_not_counted(charged: Probe) -> None:
    """Within a door the counter stands still, no matter what is raised there; behind it, it goes on."""
    charged.run("wires = attach(0)")
    assert charged.ask("fails(wires.writeto, 0x11, b'0')") == 5
    assert charged.ask("Counter.counting") is True
    assert charged.ask("computed(1_000_000)") > 13_290


def test_a_collection_is_charged_by_what_is_in_use_and_not_by_its_instructions(charged: Probe) -> None:
    """The one that is asked for, and the one that comes by itself when enough has been taken."""
    number, us = charged.ask("collected(__import__('gc').collect)")
    assert number == 1
    assert us >= 3100
    assert (us - 3100) % 125 == 0
    charged.run("import gc\ngc.threshold(4096)")
    taking = "def take():\n    for _ in range(300):\n        bytearray(64)\n        time.ticks_us()"
    charged.run(taking)
    number, us = charged.ask("collected(take)")
    # 300 times 96 bytes are taken here, as they would be 300 times 80 there; what the doors take is left out.
    assert 2 <= number <= 5
    assert us >= 2 * 3100


def test_the_collector_stays_away_while_the_firmware_says_so(charged: Probe) -> None:
    """The table measures its largest free piece so, when a host asks how it is."""
    charged.run("import gc\ngc.threshold(4096)\ngc.disable()")
    charged.run("def take():\n    for _ in range(300):\n        bytearray(64)\n        time.ticks_us()")
    assert charged.ask("collected(take)")[0] == 0
    charged.run("gc.enable()")
    assert charged.ask("collected(take)")[0] >= 2


# What a module of 2 KB takes: its bytes, and its file that is looked for.
WHOLE_US = 2 * 3_900 + 2 * 1_300 + 3_900 + 1_700


def test_a_module_takes_the_time_of_its_compiled_size_its_file_and_its_names_once(charged: Probe) -> None:
    """Loaded again, after it was dropped, it takes that time again; its names are known then."""
    made = "import sys\nreal = import_cost_model._import\n"
    made += "def found(name, *rest):\n    sys.modules.setdefault(name, sys)\n    return real('sys')\n"
    made += "import_cost_model._import = found\nimport_cost_model._known, import_cost_model._all = 960, 1_000"
    charged.run(made)
    load = "took(__import__, 'wiring_of_a_test')"
    first = charged.ask(load)
    # Forty names, each compared with half of 980.
    assert WHOLE_US + 40 * 490 * 116 // 1000 <= first < WHOLE_US + 40 * 490 * 116 // 1000 + 200
    assert charged.ask(load) < 200
    charged.run("import sys\ndel sys.modules['wiring_of_a_test']")
    assert 0 < charged.ask(load) - first < 40 * 10 * 116 // 1000 + 2


def test_a_module_that_is_read_in_pieces_takes_as_long_and_others_have_their_turn_between(charged: Probe) -> None:
    """The firmware reads its modules itself, and scans the buttons after each piece: that is charged as it is."""
    charged.run("file = open('whole.mpy', 'wb')\nfile.write(bytes(2048))\nfile.close()")
    charged.run(
        "import sys\nreal = import_cost_model._import\nmoments = []\n"
        "def found(name, *rest):\n"
        "    sys.modules.setdefault(name, sys)\n"
        "    file = import_cost_model._Module(open('whole.mpy', 'rb'), sys.path[2] + '/wiring_of_a_test.mpy')\n"
        "    piece = bytearray(255)\n"
        "    while file.readinto(piece) == 255:\n"
        "        moments.append(computed(1_000_000))\n"
        "    file.close()\n"
        "    return real('sys')\n"
        "import_cost_model._import = found"
    )
    scanning = 13_290 * 127 // 100
    whole = charged.ask("took(__import__, 'wiring_of_a_test')")
    assert charged.ask("len(moments)") == 8
    assert all(scanning <= us < scanning + 100 for us in charged.ask("moments"))
    assert 2 * 3_900 + 8 * scanning <= whole < 2 * 3_900 + 8 * scanning + 9 * 150


def test_the_firmwares_own_files_are_looked_for_in_a_littlefs(charged: Probe) -> None:
    """Here they are the computer's: what is found, missing, opened, and a place in it take their time."""
    charged.run(
        "import sys\nthere = sys.path[2] + '/main.py'\n"
        "def looked(path):\n"
        "    try:\n"
        "        os.stat(path)\n"
        "    except OSError:\n"
        "        pass"
    )
    for work, us in (
        ("looked, sys.path[2] + '/nothing.mpy'", 1_300),
        ("looked, there", 3_900),
        ("open, there", 1_700),
        ("open(there).seek, 9", 150),
        ("looked, 'nothing'", 0),
    ):
        assert us <= charged.ask(f"took({work})") < us + 150, work


def test_computing_is_free_while_nothing_is_measured(charged: Probe) -> None:
    """A benchmark passes its pauses sooner without."""
    charged.table.send_order("charge 0")
    assert charged.ask("computed(1_000_000)") < 100
    charged.table.send_order("charge 1")
    assert charged.ask("computed(1_000_000)") > 13_290


def test_time_that_is_charged_can_bring_the_watchdog(charged: Probe) -> None:
    """What blocks for longer than the watchdog waits restarts the table, as on the chip."""
    charged.run("dog = machine.WDT(timeout=1000)")
    charged.send("computed(100_000_000)")
    charged.table.wait(1500)
    assert [why for _at, why in charged.table.restarts] == ["watchdog"]


@pytest.mark.parametrize(
    ("board", "heap"),
    [
        ({}, chip_memory.HEAP),
        ({"chip": "RP2350"}, chip_memory.HEAP_OF_PICO_2),
        ({"chip": "RP2350", "radio": True}, chip_memory.HEAP_OF_PICO_2 - chip_memory.OF_THE_DRIVER),
    ],
)
def test_a_board_has_the_heap_of_its_own_chip(board: dict[str, Any], heap: int) -> None:
    """In the heap of a smaller one what looks for a free piece takes longer, and pieces are smaller."""
    made = Probe(**board)
    with made.table:
        made.run(BEGIN)
        assert made.ask("chip_heap.free_bytes() + chip_heap.used_bytes()") == heap


def test_a_table_that_counts_says_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Valgrind, or compiled modules."""
    monkeypatch.setattr("tenbo.simulator.instruction_counter.shutil.which", lambda _name: None)
    with pytest.raises(LinkFault, match="apt install valgrind"):
        VirtualTable(frozen=True, computing=True).start()
    monkeypatch.setattr("tenbo.simulator.instruction_counter.shutil.which", lambda name: name)
    monkeypatch.setattr("tenbo.simulator.instruction_counter.platform.machine", lambda: "x86_64")
    with pytest.raises(LinkFault, match="counting instructions needs compiled firmware"):
        VirtualTable(frozen=True, computing=True).start()
