"""What sealing a line and checking a sealed one take of a Pico, by the model in `firmware/sim/charge.py`.

    python benchmarks/seal_cost.py

Counts the instructions of MicroPython under valgrind, on an empty heap and on one that is as full as in a hand, with
holes: there each piece of memory is searched for longer.
"""

from __future__ import annotations

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

PROGRAM = """
import gc, sys
sys.path[:] = [sys.argv[3] + "/lib", sys.argv[3]]
from tenbo_core.seal import HOST, TABLE, Seal
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
table, host = Seal(TABLE, key, "7d1c0f", "55aa"), Seal(HOST, key, "7d1c0f", "55aa")
line = encode(["event", 41, "win", 1, 1265, [[1, 0, 3, 40, 0, None, None, 0]], "and a text that makes it a long line"])
sealed = host.close(line)[:-1]
table.close(line)
for _ in range(times):
    if "seal" in what:
        table.close(line)
    else:
        table.heard = 0
        table.open(sealed)
"""


def instructions(program: Path, times: int, what: str) -> int:
    """Return the instructions of the program that does something so many times."""
    valgrind = shutil.which("valgrind") or sys.exit("this needs valgrind")
    command = [
        valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null", str(find_micropython()),
        "-X", "heapsize=500k", str(program), str(times), what, str(ROOT / "firmware"),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    return int(found[1]) if found else sys.exit(done.stderr)


def main() -> None:
    """Print a line for each."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "seals.py"
        program.write_text(PROGRAM)
        for what in ("seal", "check", "seal full", "check full"):
            one = (instructions(program, TIMES, what) - instructions(program, 0, what)) / TIMES
            print(f"{what:<12}{one:>8.0f} instructions {one * US * CACHE / 1000:>6.2f} ms", flush=True)


if __name__ == "__main__":
    main()
