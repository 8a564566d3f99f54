"""A board on a bench: MicroPython's prompt before the simulated parts, and a person who looks at them."""

from __future__ import annotations

import ast
import subprocess
import threading
from typing import Any, Self

from compiled_firmware import board_sources
from raw_prompt import RESET
from tenbo.simulator.interpreter_lookup import find_firmware_folder, find_micropython
from tenbo_core.seats import WIND_NAMES

# Takes programs by their length, as the prompt would, and tells what each printed. What the simulated parts say of
# themselves is kept: lamps, pixels, tones and pictures, the last of each.
LOOP = """
import sys
firmware = %r
sys.path[:] = [firmware + "/sim", firmware + "/parts", ".frozen"]
import harness_channel
told = {}
def say(*words):
    if words[0] in ("part", "display"):
        told.setdefault(("writes", words[1]), []).append(words)
    told[words[:3] if words[0] == "lamp" else words[0]] = words
harness_channel.send_to_harness = say
import clock
clock.granted = clock.alarm = clock.cut = clock.FAR
sys.path[1:1] = [%r, firmware + "/lib"]
expander = %r
if expander:
    wiring = sys.modules["wiring"] = __import__("breadboard_wiring")
    for wired in wiring.SEATS:
        wired["chips"][0]["part"] = expander
import wires
wires.analog.update({26: 5020 * 65535 // 6600, 27: 30000, 29: 4700 * 65535 // 9900})
wires.power_seats()
def let_go():
    for seat in "0123":
        for key in ("RIICHI", "OK", "UP", "DOWN", "BACK"):
            harness_channel.orders["key"](seat, key, "0")
    for button in ("TABLE", "UNDO"):
        harness_channel.orders["button"](button, "0")
names = {"told": told, "harness_channel": harness_channel, "table": wires, "let_go": let_go}
while True:
    size = sys.stdin.buffer.read(8)
    if len(size) < 8:
        break
    program = sys.stdin.buffer.read(int(size))
    try:
        exec(program, names)
    except Exception as error:
        sys.print_exception(error, sys.stderr)
        print("FAILED")
    sys.stdout.buffer.write(b"\\x04")
"""


class SimulatedBench:
    """The board of `tenbo.flash.bench` and the person at it, who presses what is asked for and looks truthfully.

    `breadboard` is the expander of a breadboard's seats.
    `blind_to` are words of questions that are answered no; `presses` changes which button a finger finds.
    """

    def __init__(self, *faults: str, breadboard: str = "") -> None:
        self._process = subprocess.Popen(
            [str(find_micropython()), "-c", LOOP % (str(find_firmware_folder()), str(board_sources()), breadboard)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._one_at_a_time = threading.Lock()
        self._needs_pump = bool(breadboard)
        self.now = 0.0
        self.asked: list[str] = []
        self.told: list[str] = []
        self.blind_to: tuple[str, ...] = ()
        self.presses: dict[str, str] = {}
        self.finger = True
        self.restarts = 0
        for fault in faults:
            self.exec(fault)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def exec(self, command: str) -> bytes:
        """Run a program and return what it prints."""
        program = command.encode()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._one_at_a_time:
            self._process.stdin.write(b"%8d" % len(program) + program)
            self._process.stdin.flush()
            printed = bytearray()
            while not printed.endswith(b"\x04"):
                letter = self._process.stdout.read(1)
                assert letter, "the simulated board has ended"
                printed += letter
        return bytes(printed[:-1])

    def fs_writefile(self, dest: str, data: bytes, chunk_size: int = 256) -> None:
        """Refuse to write: a bench leaves the board as it is."""
        raise AssertionError((dest, len(data), chunk_size))

    def clock(self) -> float:
        """Return the bench's seconds, which pass only while it waits."""
        return self.now

    def pause(self, seconds: float) -> None:
        """Let time pass; a finger lets go meanwhile."""
        self.now += seconds
        self.exec("let_go()")

    def tell(self, text: str) -> None:
        """Press the button that is asked for."""
        self.told.append(text)
        where, _, key = text.partition(": press ")
        if self.presses.get(key, key) == "nothing":
            return
        key = self.presses.get(key, key)
        if where == "centre box":
            self.exec(f"harness_channel.orders['button']({key!r}, '1')")
        else:
            self.exec(f"harness_channel.orders['key']('{WIND_NAMES.index(where)}', {key!r}, '1')")

    def ask(self, text: str) -> bool:
        """Look at the simulated parts and answer."""
        self.asked.append(text)
        return not any(word in text for word in self.blind_to) and self._sees(text)

    def _sees(self, text: str) -> bool:
        told: dict[Any, Any] = ast.literal_eval(self.exec("print(repr(told))").decode())
        where, _, question = text.partition(": ")
        if where == "marker":
            data = bytes.fromhex(told.get("pixels", ("pixels", ""))[1])
            lit = {pixel // 3 for pixel in range(12) if any(data[3 * pixel : 3 * pixel + 3])}
            return lit == {[wind[0] for wind in WIND_NAMES].index(question.split()[1])}
        if where == "buzzer":
            return bool(told["tone"][1] == 2000)
        if where == "light sensor":
            self.exec("table.analog[27] = 3000" if self.finger else "pass")
            return True
        seat = WIND_NAMES.index(where)
        if "display" in question:
            writes = told.get(("writes", seat), [])
            # An SSD1306 is dark without its charge pump.
            pumps = any("8d14" in text for *_, text in writes)
            return self._framed(writes) and pumps == self._needs_pump
        lamp, light = (told.get(("lamp", seat, name), (0,))[-1] for name in ("LAMP", "BUTTON_LIGHT"))
        return (lamp, light) == ((1, 0) if "riichi lamp" in question else (0, 1))

    @staticmethod
    def _framed(writes: list[tuple[str, int, str]]) -> bool:
        """Return whether a display was sent a picture with all four edges lit, and was switched on."""
        memory, page, data = bytearray(1024), 0, b""
        on = False
        for kind, _, text in writes:
            data += bytes.fromhex(text)
            if kind == "part":
                continue
            if data[0] == 0x40:
                memory[128 * page : 128 * page + len(data) - 1] = data[1:]
            elif data[1] & 0xF0 == 0xB0:
                page = data[1] & 7
            on = data[-1] == 0xAF if data[0] == 0 else on
            data = b""
        edges = all(memory[x] & 1 and memory[896 + x] & 0x80 for x in range(128))
        sides = all(memory[128 * page] == memory[128 * page + 127] == 0xFF for page in range(8))
        return on and edges and sides and memory[128 * 3 : 128 * 5].count(0) < 250


class BenchPrompt:
    """The prompt of a board on a serial line, before the parts of a simulated bench."""

    def __init__(self, bench: SimulatedBench) -> None:
        self._bench = bench

    def execute(self, program: bytes) -> bytes:
        """Run a program as `RawPrompt` does; a finger lets go as soon as the board has looked at the buttons."""
        if b"machine.reset()" in program:
            self._bench.restarts += 1
            return RESET
        printed = self._bench.exec(program.decode())
        if b"pressed(" in program and b"def pressed" not in program:
            self._bench.exec("let_go()")
        wrong = b"FAILED" if b"FAILED" in printed else b""
        return printed + b"\x04" + wrong + b"\x04"

    def close(self) -> None:
        """Leave the parts as they are: anyone who made the bench ends it."""


class Console:
    """The terminal of who sits at a bench: reads what a command writes there, looks, presses and types."""

    def __init__(self, bench: SimulatedBench) -> None:
        self._bench = bench
        self._line = ""
        self.written = ""

    def write(self, text: str) -> int:
        """Take what is shown; press a button that is asked for."""
        self.written += text
        self._line += text
        while "\n" in self._line:
            line, _, self._line = self._line.partition("\n")
            if line.startswith("->  "):
                self._bench.tell(line.removeprefix("->  "))
        return len(text)

    def flush(self) -> None:
        """Nothing is held back."""

    def isatty(self) -> bool:
        """Lines come whole, as into a file."""
        return False

    def readline(self) -> str:
        """Answer the question that stands in the last line."""
        question, self._line = self._line.removeprefix("??  ").partition(" [Enter")[0], ""
        return "\n" if self._bench.ask(question) else "n\n"
