"""A simulated table that charges its computing: built, played, and looked at after a press."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from recorded_displays import (
    NOTE_MS,
    DisplayChange,
    DisplayLogTable,
    Memory,
    Players,
    memory,
    promises,
    recorded_display_table,
)

from tenbo.devices import table_client
from tenbo.flash import compile_files, firmware_files
from tenbo.simulator import instruction_counter
from tenbo.simulator.interpreter_lookup import find_firmware_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tenbo.simulator.table import VirtualTable


# The clock stands in the first line from this column on.
CLOCK_COLUMN = 90
# All that follows from a press is on the displays after this.
WINDOW_MS = 900
# What it takes for a table to be at rest again.
BOOT_MS = 9000
QUIET_US = 400_000
# Names of the shares as the simulated table counts them.
SHARES = ("computed", "bus", "flash", "idle", "loading", "collecting")
# Loaded before the last line of the real main.py: scans note the time between them.
SCANNING = """\
import clock
import harness_channel
from device.buttons import Buttons
worst = [0, 0]
def noted(scan):
    def scan_noted(buttons, late=False):
        if worst[1]:
            worst[0] = max(worst[0], clock.now - worst[1])
        worst[1] = clock.now
        scan(buttons, late)
    return scan_noted
def tell():
    harness_channel.send_to_harness("gap", worst[0])
    worst[0] = 0
Buttons.scan = noted(Buttons.scan)
harness_channel.orders["gap"] = tell
"""


def build_metered_firmware(folder: Path, planted: str = "") -> Path:
    """Put the compiled firmware into a folder, with a program that is loaded before it begins.

    What is planted is compiled, too, and no part of the firmware: nothing is charged for loading it.
    """
    files = {**firmware_files(find_firmware_folder()), "planted.py": (planted + SCANNING).encode()}
    instruction_counter.write_compiled_firmware(
        folder,
        compile_files(files, instruction_counter.COUNTED_ON),
        compile_files(files, instruction_counter.COUNTED_FOR),
    )
    *before, last = (folder / "main.py").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "main.py").write_text("".join([*before, '__import__("planted")\n', last]), encoding="utf-8")
    return folder


class MeteredTable:
    """A table that charges its computing, and what is measured at it."""

    def __init__(self, virtual: VirtualTable, scene: DisplayLogTable) -> None:
        self.virtual = virtual
        self.scene = scene
        self.people = Players(virtual)
        self.people.asker = table_client.TableClient(virtual.service, clock=lambda: virtual.device_time_us / 1e6)
        self.found: dict[str, list[promises.Taken]] = {}
        self.memories: list[tuple[str, Memory]] = []
        self.has_radio = False

    def query_simulator(self, order: str) -> tuple[str, ...]:
        """Return what the simulated parts say to an order."""
        self.scene.log.clear()
        self.virtual.send_order(order)
        self.virtual._run(0)  # noqa: SLF001 - no time passes
        return next(details for _at, kind, details in self.scene.log if kind == order)

    def time_by_part(self) -> dict[str, float]:
        """Return where the time went since the start, in milliseconds."""
        *times, collections = map(int, self.query_simulator("costs"))
        return {**{name: us / 1000 for name, us in zip(SHARES, times, strict=True)}, "collections": collections}

    def note_memory(self, moment: str) -> None:
        """Note how much is free, and the largest piece."""
        self.memories.append((moment, memory(self.virtual, radio=self.has_radio)))

    def rest(self, ms: int) -> None:
        """Let time pass in which nothing is measured; computing takes none then."""
        self.virtual.send_order("charge 0")
        self.virtual.wait(ms)
        self.virtual.send_order("charge 1")
        self.virtual.wait(60)

    def press(self, script: str) -> None:
        """Press buttons without measuring."""
        self.virtual.send_order("charge 0")
        self.people.press(script)
        self.virtual.send_order("charge 1")

    def view(self, seat: int) -> dict[str, object]:
        """Ask what a display says, without measuring."""
        self.virtual.send_order("charge 0")
        view = self.people.view(seat)
        self.virtual.send_order("charge 1")
        return view

    def state(self) -> dict[str, object]:
        """Ask how the table stands, without measuring."""
        self.virtual.send_order("charge 0")
        state = self.people.state()
        self.virtual.send_order("charge 1")
        return state

    def record_measurement(self, promise: promises.Promise, amount: float, shares: dict[str, float]) -> None:
        """Note one measured thing."""
        self.found.setdefault(promise.name, []).append(promises.Taken(amount, shares))

    def measure_press(
        self, presses: Sequence[tuple[int | str, str]], *, window_ms: int = WINDOW_MS, held_ms: int = 60
    ) -> PressCost:
        """Press buttons together and look for some time at what comes of it."""
        restarts = len(self.virtual.restarts)
        before, begun = self.time_by_part(), self.virtual.device_time_us
        self.query_simulator("gap")
        self.scene.changes.clear()
        for place, button in presses:
            self.virtual.hold(place, button)
        self.virtual.wait(held_ms)
        for place, button in presses:
            self.virtual.release(place, button)
        self.virtual.wait(max(0, window_ms - held_ms))
        happened = [(at, kind, details) for at, kind, details in self.scene.log if kind in ("lamp", "tone")]
        if len(self.virtual.restarts) > restarts:
            self.virtual.wait(BOOT_MS)
            return PressCost(begun, [], [], {}, promises.NEVER)
        gap = int(self.query_simulator("gap")[0]) / 1000
        after = self.time_by_part()
        self.record_measurement(promises.GAP, gap, {})
        shares = {name: after[name] - before[name] for name in after}
        changes = [c for c in self.scene.changes if c.page > 0 or c.first < CLOCK_COLUMN]
        return PressCost(begun, changes, happened, shares, gap)


class PressCost(NamedTuple):
    """What came of a press."""

    begun: int
    changes: list[DisplayChange]
    happened: list[tuple[int, str, tuple[str, ...]]]
    shares: dict[str, float]
    gap: float

    def last_pixel_ms(self, seat: int | None = None) -> float:
        """Return when the last pixel changed, at one seat or all, in milliseconds after the press."""
        times = [change.at for change in self.changes if seat in (None, change.seat)]
        return (max(times) - self.begun) / 1000 if times else promises.NEVER

    def first_signal_ms(self, kind: str, seat: int | None = None) -> float:
        """Return when a lamp or tone first did something."""
        times = [at for at, what, details in self.happened if what == kind and seat in (None, int(details[0]))]
        return (min(times) - self.begun) / 1000 if times else promises.NEVER


@contextmanager
def chip_table(folder: Path, *, flash: Path | None = None) -> Iterator[MeteredTable]:
    """Yield a table that charges its computing, started and at rest."""
    virtual, scene = recorded_display_table(folder, computing=True, flash=flash, boot_ms=BOOT_MS)
    with virtual:
        yield MeteredTable(virtual, scene)


def all_drawn_at(changes: list[DisplayChange]) -> int:
    """Return when four pictures were whole: the last change before nothing changes for a while."""
    drawn = sorted((change.at, change.seat) for change in changes if change.page > 0 or change.first < CLOCK_COLUMN)
    seats, last = set(), 0
    for at, seat in drawn:
        if len(seats) == len(range(4)) and at - last > QUIET_US:
            break
        seats.add(seat)
        last = at
    assert len(seats) == len(range(4))
    return last


def play_long_game(folder: Path, flash: Path) -> None:
    """Play a game of many events on a flash, the last of them a riichi; computing takes no time."""
    virtual, _scene = recorded_display_table(folder, flash=flash)
    with virtual:
        people = Players(virtual)
        people.begin()
        while people.state()["n"] < promises.EVENTS - 2:
            for command in (("hand",), ("riichi", 1), ("undo",), ("draw", [0, 1, 2, 3]), ("undo",), ("undo",)):
                people.asker.ask("do", command[0], 4, *command[1:])
        # The hand begins after a pause, as at a table.
        virtual.wait(NOTE_MS)
        people.press("dice, 1 riichi")
