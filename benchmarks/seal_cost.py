"""What sealing a line and checking a sealed one take of a Pico, by the model in `firmware/sim/compute_cost_model.py`.

    python benchmarks/seal_cost.py

Counts the instructions of MicroPython under valgrind, on an empty heap and on one that is as full as in a hand, with
holes: there each piece of memory is searched for longer.  No collection falls into the measured lines; their share of
one is added, by the memory that a line takes.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "host"))

from tenbo.simulator.interpreter_lookup import find_micropython  # noqa: E402

# The model's microseconds an instruction, and its share of the flash cache's misses.
US, CACHE = 0.01329, 1.27
TIMES = 200
# A collection on the chip comes after so many bytes, which are half of what they are here, and takes so long.
COLLECT_AFTER, COLLECT_MS = 64 * 1024, 25

PROGRAM = """
import gc, sys
sys.path[:] = [sys.argv[3] + "/lib", sys.argv[3]]
from tenbo_core.line_seal import HOST, TABLE, LineSeal
from tenbo_core.wire import encode
times, what = int(sys.argv[1]), sys.argv[2]
kept = []
if "full" in what:
    for number in range(2200):
        kept += [[number, number, number, number], bytearray(30)]
    for place in range(0, len(kept), 37):
        kept[place] = None
    gc.collect()
key = "0123456789abcdef0123456789abcdef"
table, host = LineSeal(TABLE, key, "7d1c0f", "55aa"), LineSeal(HOST, key, "7d1c0f", "55aa")
line = encode(["event", 41, "win", 1, 1265, [[1, 0, 3, 40, 0, None, None, 0]], "and a text that makes it a long line"])
sealed = host.close(line)[:-1]
table.close(line)
gc.collect()
gc.disable()
before = gc.mem_free()
for _ in range(times):
    if "seal" in what:
        table.close(line)
    else:
        table.heard = 0
        table.open(sealed)
print((before - gc.mem_free()) // max(times, 1))
"""


def measure(program: Path, times: int, what: str) -> tuple[int, int]:
    """Return the instructions of the program that does something so many times, and the bytes that each time takes."""
    valgrind = shutil.which("valgrind") or sys.exit("this needs valgrind")
    command = [
        valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null", str(find_micropython()),
        "-X", "heapsize=1m", str(program), str(times), what, str(ROOT / "firmware"),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    return (int(found[1]), int(done.stdout)) if found else sys.exit(done.stderr)


def main() -> None:
    """Print a line for each."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "seals.py"
        program.write_text(PROGRAM)
        for what in ("seal", "check", "seal full", "check full"):
            (some, taken), (none, _) = measure(program, TIMES, what), measure(program, 0, what)
            each = (some - none) / TIMES
            alone = each * US * CACHE / 1000
            share = taken / 2 / COLLECT_AFTER * COLLECT_MS
            print(
                f"{what:<12}{each:>8.0f} instructions {alone:>6.2f} ms, with its collections {alone + share:.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
