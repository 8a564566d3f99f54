"""Charges simulated time for computing: what the firmware computes between two touches of its parts.

Every way from the firmware into a simulated part is a door (`instrumentation.py`).  At a door the instructions since
the last one are turned into the chip's time and spent; what the simulated part itself computes is free, and
the part's own time is added instead: what the call costs on the chip, the bytes of its bus, its flash.

The model (measured on an emulated RP2040 at 125 MHz with a model of its flash cache, never on a chip):

* an instruction of the x86-64 port is 0.01329 us, 1.27 times that with the cache's misses;
* a change of tasks takes 95 us more, and a look for streams 40: the event loop is bytecode in flash
  (`instrumentation.py`);
* a collection takes 3.1 ms and 0.125 ms for each KB that is used, without that factor;
* loading a module takes 3.9 ms a KB of its compiled file, half a comparison with each known name for each of its names,
  and what littlefs takes to find and open its file (`import_cost_model.py`);
* reading flash takes 0.056 us a byte, and programming and erasing their own time (`flash.py`);
* used memory is half of what this port uses, 0.37 of the compiled files, and 22 KB besides (`chip_heap.py`).

All of these are of the emulated chip with its flash cache. Eleven of twelve whole actions of the firmware were within
12 % of it, the worst 23 %. For the firmware of which figures of the whole table are known the model says, and the chip
did: idle at rest 0.71, and 0.69; a menu step 22 to 32 ms, and 32 to 42. Too kind for a reason that is not found:
"what I need" is 252 ms, and the chip took 314 to 351; the longest gap while a menu is loaded is 31 ms, and was 52,
perhaps with a collection in it.
It can be wrong by more than 25 %: for a single operation of some microseconds; where integers reach 2**30,
which are objects there; in code that takes much memory while the heap is nearly full or in many pieces,
because the search for a free piece depends on their order (0.5 to 2 times); for all traffic of the USB
port, whose driver this port does not have; for native code that copies bytes (a third too quick here).
"""

import callgrind_counter
import chip_heap
import clock
import harness_channel

INSTRUCTION_PS = 13_290
CACHE_PERCENT = 127

# Where the time goes.
COMPUTED, BUS, FLASH, IDLE, LOADING, COLLECTING = range(6)
spent = [0] * 6

# While a module is loaded, its size is charged and not the instructions of loading it.
loading = False
charging = True
# Not 0 while a part is at work, which then touches others without a door.
inside = bytearray(1)
# What was counted since the way in before, and what is taken, the doors' own share among it.
counted = 0
took = 0

_FREE = (clock.READING_US, clock.SWITCH_US)
_count = 0  # instructions until the last way in; those of the parts are not counted
_entered = 0  # the moment of the last way in
_owed = 0  # what side doors cost since the last way in, in microseconds
_owed_count = 0  # the instructions of these doors themselves
_owed_blocks = 0  # and the memory that they take


def begin_charging_computation(descriptor: int) -> None:
    """Charge from the next way in on."""
    clock.READING_US = clock.SWITCH_US = 0
    harness_channel.orders["costs"] = _tell_costs
    harness_channel.orders["charge"] = _charge
    callgrind_counter.begin_counting_instructions(descriptor)


def defer_cost(us: int, instructions: int, blocks: int) -> None:
    """Note what passing a part costs at which no time passes: it is charged at the next way in."""
    global _owed, _owed_count, _owed_blocks
    _owed += us
    _owed_count += instructions
    _owed_blocks += blocks


def charge_on_entry(us: int, instructions: int, blocks: int, kind: int) -> None:
    """Charge what the firmware has computed, and the call itself, but not what its door has computed and taken."""
    global _entered, _count, _owed, _owed_count, _owed_blocks, counted, took
    now = callgrind_counter.instruction_count()
    counted, _count = now - _count, now
    computed = (counted - _owed_count - instructions) * INSTRUCTION_PS // 1_000_000 * CACHE_PERCENT // 100
    took = chip_heap.blocks_since_collection()
    taken = max(took - _owed_blocks - blocks, 0)
    if computed < 0 or loading or kind == LOADING:
        computed = 0
    us += _owed
    spent[COMPUTED] += computed + us
    clock.simulate_busy_time(computed + us)
    _owed = _owed_count = _owed_blocks = 0
    _entered = clock.now
    if chip_heap.is_collection_due(taken) and not loading:
        # This port's own would go through the simulated parts as well.
        chip_heap.collect()
        spent[COLLECTING] += clock.now - _entered
        _entered = clock.now
        taken = 0
    chip_heap.save_firmware_blocks(taken)


def settle_on_exit(kind: int) -> None:
    """Note where the time in a part went, and have its memory bring no collection nearer."""
    spent[kind] += clock.now - _entered
    chip_heap.restore_count(chip_heap.kept)


def _charge(on: str) -> None:
    """Charge computing from now on, or no more; a pause in which nothing is measured passes sooner without."""
    global charging, _count, _owed, _owed_count, _owed_blocks, _entered
    charging = on == "1"
    callgrind_counter.set_instrumentation(charging)
    chip_heap.allow_port_collection(not charging)
    clock.READING_US, clock.SWITCH_US = (0, 0) if charging else _FREE
    _count = callgrind_counter.instruction_count()
    _owed = _owed_count = _owed_blocks = 0
    _entered = clock.now
    chip_heap.kept = chip_heap.blocks_since_collection()


def _tell_costs() -> None:
    harness_channel.send_to_harness("costs", *spent, chip_heap.collections)
