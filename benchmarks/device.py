"""What the device needs of time, flash and memory, measured on the simulated table.

Without --chip device time is simulated: bus transfers at 400 kHz, flash erases (45 ms) and programs (0.4 ms) and task
changes (0.2 ms) take their time, every other computation takes none, so a real Pico is slower, never
faster. Wall times are this machine's. The simulation runs on 64-bit words: what is on the heap is counted
in objects of twice the Pico's size, so a real Pico has more of it free, never less.

    python benchmarks/device.py                      all of it, some three minutes
    python benchmarks/device.py --only latency flash
    python benchmarks/device.py --only presses --presses 100000
    python benchmarks/device.py --only cuts --cuts 5000
    python benchmarks/device.py --only hostile --lines 10000
    python benchmarks/device.py --chip               with what computing costs on the chip, which needs valgrind
    python benchmarks/device.py --chip riichi need   some parts of it
    python benchmarks/device.py --chip radio riichi  the same on a Pico 2 W with a sealed line over the air
    python benchmarks/device.py --chip --gate        ends with 1 when a promise is broken
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import chip_response_times
from bouncing_presses import miscounted_presses
from recorded_displays import NOTE_MS, DisplayLogTable, Players, attack, cut_power, recorded_display_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.simulator.table import VirtualTable

# What is promised, in milliseconds of device time.
HALF_WITHIN, MOST_WITHIN, BOOT_WITHIN = 40, 60, 2000
ERASES_AN_EVENT = 0.1
SESSION_WALL_S = 60

# The clock stands in the first line from this column on; nothing else does while counters have one digit.
CLOCK_COLUMN = 90
# All that follows from a press is on the displays after this.
WINDOW_MS = 400


# ---------------------------------------------------------------- from a press to the last pixel


class PressTiming(NamedTuple):
    """One measured press: how long until the last pixel, and what the flash did meanwhile."""

    kind: str
    ms: float
    erases: int
    programs: int
    in_game: int


def measure_latency(number: int, seed: int) -> list[PressTiming]:
    """Play hands and measure every dice and riichi press, each at a random phase of the device's clocks."""
    chance = random.Random(seed)
    presses: list[PressTiming] = []
    virtual, scene = recorded_display_table()
    with virtual:
        people = Players(virtual)
        people.begin()
        began = people.state()["n"]
        while len(presses) < number:
            if people.state()["phase"] == "over":
                people.begin()
                began = people.state()["n"]
            for place, button in [("table", "dice"), *[(seat, "riichi") for seat in chance.sample(range(4), 2)]]:
                virtual.wait(NOTE_MS)
                virtual._run(chance.randrange(1_000_000))  # noqa: SLF001 - a phase in microseconds
                in_game = people.state()["n"] - began
                presses.append(_measure(virtual, scene, place, button, in_game))
            winner = chance.randrange(4)
            people.press(f"{winner} ok, {winner} ok, {winner} ok")
            people.press(", ".join(f"{seat} ok" for seat in range(4) if seat != winner))
    return presses


def _measure(virtual: VirtualTable, scene: DisplayLogTable, place: int | str, button: str, in_game: int) -> PressTiming:
    scene.changes.clear()
    erased, programmed, begun = scene.erased, scene.programmed, virtual.device_time_us
    virtual.hold(place, button)
    virtual.wait(WINDOW_MS)
    virtual.release(place, button)
    virtual.wait(100)
    of_the_press = [change for change in scene.changes if change.page > 0 or change.first < CLOCK_COLUMN]
    last = max(change.at for change in of_the_press if change.at < begun + WINDOW_MS * 1000)
    ms = (last - begun) / 1000
    return PressTiming(button, ms, scene.erased - erased, scene.programmed - programmed, in_game)


def latency(number: int, seed: int) -> Iterator[str]:
    """Return how long a press takes to the last pixel of all four displays, and what the slow ones met."""
    presses = measure_latency(number, seed)
    yield _quantiles("press to the last pixel of all four displays", [press.ms for press in presses])
    for kind in ("riichi", "dice"):
        yield _quantiles(f"  {kind}", [press.ms for press in presses if press.kind == kind])
    for erases in sorted({press.erases for press in presses}):
        some = [press for press in presses if press.erases == erases]
        pages = sum(press.programs for press in some) / len(some)
        name = f"  with {erases} erases and {pages:.1f} programs of the flash"
        yield _quantiles(name, [press.ms for press in some])
    yield f"  promised: p50 {HALF_WITHIN} ms, p99 {MOST_WITHIN} ms"


def _quantiles(name: str, times: list[float]) -> str:
    times = sorted(times)
    half, most = times[len(times) // 2], times[min(len(times) - 1, len(times) * 99 // 100)]
    return f"{name}: p50 {half:.1f} ms, p99 {most:.1f} ms, most {times[-1]:.1f} ms ({len(times)})"


# ---------------------------------------------------------------- start, session, flash, heap, bus


def start(_number: int, _seed: int) -> Iterator[str]:
    """Return how long the device takes to start: to four whole pictures, and until a host has its first answer."""
    with tempfile.TemporaryDirectory() as folder:
        flash = Path(folder)
        for name in ("an empty table", "a table with a whole game on its flash"):
            virtual, scene = recorded_display_table(flash=flash)
            begun = time.monotonic()
            with virtual:
                people = Players(virtual)
                people.health()
                wall = time.monotonic() - begun
                virtual.wait(2500)
                lit = max(change.at for change in scene.changes if change.page > 0 or change.first < CLOCK_COLUMN)
                yield f"power to the last pixel of four displays, {name}: {lit / 1000:.0f} ms of device time"
                yield f"  first answer to a host: {wall:.2f} s of wall time"
                if name == "an empty table":
                    people.begin()
                    _play_hands(people, 40)
    yield f"  promised: playable within {BOOT_WITHIN} ms; the loading of modules takes no simulated time"


def _play_hands(people: Players, hands: int, think_ms: int = 0) -> int:
    """Play hands by chance with riichi, wins and draws until the game is over; give the number of events."""
    chance = random.Random(hands)
    first = people.state()["n"]
    for _ in range(hands):
        if people.state()["phase"] == "over":
            break
        people.press("dice")
        for seat in range(4):
            if chance.random() < 0.3:
                people.virtual.wait(think_ms)
                people.press(f"{seat} riichi")
        people.virtual.wait(think_ms)
        winner = chance.randrange(4)
        if chance.random() < 0.2:
            people.press(f"{winner} back, {winner} ok")
            _answer(people, "tenpai", "back")
        else:
            how = chance.choice(("ok", "up", "down", "riichi"))
            people.press(f"{winner} ok, {winner} {how}, {winner} ok")
        _answer(people, "preview", "ok")
    return int(people.state()["n"]) - first


def _answer(people: Players, screen: str, button: str) -> None:
    """Have every seat press a button that is asked something."""
    for seat in range(4):
        if people.view(seat)["screen"] == screen:
            people.press(f"{seat} {button}")


def time_full_session(_number: int, _seed: int) -> Iterator[str]:
    """Return how long a session of 90 minutes takes on this machine."""
    virtual, scene = recorded_display_table()
    with virtual:
        people = Players(virtual)
        people.begin()
        people.asker.ask("do", "session", 4, 90)
        begun, started, events = time.monotonic(), virtual.device_time_us, 0
        while virtual.device_time_us - started < 90 * 60 * 1_000_000 or people.state()["phase"] == "playing":
            if people.state()["phase"] == "over":
                virtual.wait(60_000)
                continue
            events += _play_hands(people, 1, think_ms=60_000)
        wall = time.monotonic() - begun
        minutes = (virtual.device_time_us - started) / 60_000_000
        yield f"a scripted session of {minutes:.0f} minutes: {wall:.1f} s of wall time, {events} events"
        yield f"  promised: {SESSION_WALL_S} s"
        yield f"  faults that a real table would suffer from: {len(virtual.faults())}"
        yield f"  flash in that session: {scene.erased} erases, {scene.programmed} programs"


def flash_use_per_event(_number: int, _seed: int) -> Iterator[str]:
    """Return how much the flash is used for each event, over some whole games."""
    virtual, scene = recorded_display_table()
    with virtual:
        people = Players(virtual)
        events = erased = programmed = 0
        for game in range(6):
            before = scene.erased, scene.programmed
            people.begin()
            number = 1 + _play_hands(people, 60 + game)
            if people.state()["phase"] != "over":
                people.asker.ask("do", "end", 4)
                number += 1
            events += number
            erased += scene.erased - before[0]
            programmed += scene.programmed - before[1]
        each = f"{erased / events:.2f} erases and {programmed / events:.2f} programs an event"
        yield f"flash over 6 games with {events} events: {each} (promised: {ERASES_AN_EVENT} erases)"


def heap(_number: int, _seed: int) -> Iterator[str]:
    """Return how much heap is free in a game, with the words of this machine twice as long as the Pico's."""
    virtual, _scene = recorded_display_table(heap_kb=192)
    with virtual:
        people = Players(virtual)
        people.begin()
        for hands in (1, 9):
            _play_hands(people, hands)
            health = people.health()
            free, used = health["free"] / 1024, health["used"] / 1024
            yield f"heap of 192 K words: {free:.0f} KB free, {used:.0f} KB used, counted in 64-bit words"
        yield f"  events in memory: {people.state()['n'] + 1}; halve both for an estimate of a Pico's 32-bit words"


def report_digit_bus_cost(_number: int, _seed: int) -> Iterator[str]:
    """Return what one changed digit costs on the bus of a seat."""
    virtual, scene = recorded_display_table()
    with virtual:
        people = Players(virtual)
        people.begin()
        virtual.wait(10_000 - virtual.device_time_us // 1000 % 1000 + 300)
        for name, done in (("one second of the clock", ""), ("a riichi, at the seat that declares", "0 riichi")):
            if done:
                people.press("dice")
                virtual.wait(NOTE_MS)
            scene.changes.clear()
            scene.log.clear()
            if done:
                people.press(done)
            else:
                virtual.wait(1000)
            sent = [int(details[1]) for _at, kind, details in scene.log if kind == "display" and details[0] == "0"]
            pages = sum(change.seat == 0 for change in scene.changes)
            us = sum((1 + size) * 9 + 2 for size in sent) * 1_000_000 // 400_000
            yield f"{name}: {sum(sent)} bytes in {pages} pages, {us / 1000:.1f} ms of its bus"


def report_power_cuts(number: int, seed: int) -> Iterator[str]:
    """Return what power cuts at random instants did to games of all books, many on one flash, and to their clocks."""
    begun = time.monotonic()
    came = cut_power(number, seed)
    games = f"{came.cuts} power cuts in {came.games} games with {came.events} events"
    yield f"{games}: {len(came.faults)} events lost or doubled, or clocks set back by more than 30 s (promised: 0)"
    yield from (f"  {fault}" for fault in came.faults)
    yield f"  in {time.monotonic() - begun:.0f} s of wall time"


def report_hostile_lines(number: int, seed: int) -> Iterator[str]:
    """Return how often hostile lines made the table restart."""
    came = attack(number, seed)
    yield f"{came.lines} hostile lines: {len(came.restarts)} restarts (promised: 0), {came.events} events, all told"


PARTS = {
    "latency": latency,
    "presses": miscounted_presses,
    "start": start,
    "session": time_full_session,
    "flash": flash_use_per_event,
    "heap": heap,
    "bus": report_digit_bus_cost,
    "cuts": report_power_cuts,
    "hostile": report_hostile_lines,
}
# How many of what each part takes.
COUNTED = {"presses": "presses", "cuts": "cuts", "hostile": "lines"}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = list(PARTS)
    parser.add_argument("--only", nargs="+", choices=names, default=names, metavar="PART", help=", ".join(names))
    parser.add_argument("--samples", type=int, default=300, help="measured presses for the latency (default: 300)")
    parser.add_argument("--presses", type=int, default=2000, help="bouncing presses (default: 2000)")
    parser.add_argument("--cuts", type=int, default=100, help="power cuts (default: 100)")
    parser.add_argument("--lines", type=int, default=1000, help="hostile lines (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, help="which presses chance makes up (default: 1)")
    parser.add_argument(
        "--chip",
        nargs="*",
        choices=(*chip_response_times.PARTS, chip_response_times.RADIO),
        metavar="PART",
        help="charge computing too, and say which promises are kept: "
        f"{', '.join(chip_response_times.PARTS)} (default: all); "
        f"{chip_response_times.RADIO}: on a Pico 2 W that has dialled",
    )
    parser.add_argument("--hands", type=int, default=3, help="hands that are played with --chip (default: 3)")
    parser.add_argument("--gate", action="store_true", help="end with 1 when a promise is broken")
    args = parser.parse_args()
    if args.chip is not None:
        kept = chip_response_times.measure(args.chip or chip_response_times.PARTS, args.hands, args.seed, say)
        return 1 if args.gate and not kept else 0
    for name, part in PARTS.items():
        if name in args.only:
            for line in part(getattr(args, COUNTED.get(name, "samples")), args.seed):
                say(line)
    return 0


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
