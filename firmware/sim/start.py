"""Start the firmware on the simulated table: `micropython start.py SOCKET [LOG]`, the numbers of open files.

The folder of this file and that of the parts come first on the path, so that the firmware finds the simulated `time`,
`os`, task queue and `machine` under their own names.  The first line from the socket is JSON: the settings.
With the log of a valgrind around this process, what the firmware computes is charged too.
"""

import json
import sys

sys.path[:] = [sys.path[0], sys.path[0].rpartition("/")[0] + "/parts", ".frozen"]

import harness_channel  # noqa: E402 - the path first

harness_channel.connect(int(sys.argv[1]))
settings = json.loads(harness_channel.receive())
sys.path[2:2] = [settings["firmware"], settings["lib"]]
if settings["expander"]:
    # The parts are on a breadboard, with this expander at every seat.
    wiring = sys.modules["wiring"] = __import__("breadboard_wiring")
    for wired in wiring.SEATS:
        wired["chips"][0]["part"] = settings["expander"]

import os  # noqa: E402
import time  # noqa: E402

import clock  # noqa: E402
import task_queue  # noqa: E402

# Files on the path stand in for most built-in modules, but not for this one.
sys.modules["_asyncio"] = task_queue

import asyncio  # noqa: E402

task_queue.core = asyncio.core

import flash  # noqa: E402
import heap_dump  # noqa: E402
import machine  # noqa: E402
import wires  # noqa: E402

if settings["radio"]:
    import air  # noqa: F401 - for its orders

# From power to the first line of main.py; not measured on a board.
BOOT_US = 100_000


def wait_io_event(queue: "asyncio.core.IOQueue", ms: int) -> None:
    """Stand in for the place where asyncio waits: wake tasks whose streams are ready, or let time pass."""
    if queue.map and (ms == 0 or queue.poller.poll(0)):
        _wait_for_streams(queue, 0)
    if ms and queue.map and asyncio.core._task_queue.peek() is not None and _due():
        return
    clock.simulate_idle_time(ms)


def _due() -> bool:
    task = asyncio.core._task_queue.peek()
    return time.ticks_diff(task.ph_key, time.ticks_ms()) <= 0


_wait_for_streams = asyncio.core.IOQueue.wait_io_event
asyncio.core.IOQueue.wait_io_event = wait_io_event


def overwrite_stack(frames: int) -> None:
    """Write over the stack below: the collector takes for live what an old pointer there leads to.

    A compiler leaves it full of them. One lay in a gap of the frame of main.py, which lasts as long as the table, and
    kept 24 KB of its heap alive, wherever the length of some path and the number of a socket had put it there.
    """
    if frames:
        overwrite_stack(frames - 1)


def start_firmware() -> None:
    """Set the parts up as the last run left them, and start the firmware."""
    clock.set_start_ticks(settings["ticks"])
    os.seed(settings["seed"])
    machine.started_by = settings["started_by"]
    machine.number = bytes.fromhex(settings["id"])
    machine.chip = os.chip = settings["chip"]
    os.radio = settings["radio"]
    flash.blocks = settings["blocks"]
    for seat, box in zip(wires.seats, settings["boxes"]):
        seat.restore(box["plugged"], box["registers"])
    wires.power_seats()
    clock.simulate_busy_time(BOOT_US)
    flash.mount(settings["flash"])
    if len(sys.argv) > 2:
        import instrumentation

        instrumentation.install_cost_doors(int(sys.argv[2]), settings["sizes"], settings["names"])
    with open(settings["firmware"] + "/main.py") as file:
        main = compile(file.read(), "main.py", "exec")
    heap_dump.save_memory_baseline()
    overwrite_stack(100)
    try:
        exec(main, {"__name__": "__main__"})  # noqa: S102 - as a board does with it
    except BaseException as error:  # noqa: BLE001 - every exception is reported to the harness
        sys.print_exception(error, sys.stderr)
        harness_channel.stop_device("died")
    harness_channel.stop_device("prompt")


start_firmware()
