"""What a press, a picture, a start and a question take on the chip, by a count of what the firmware computes.

The simulated table runs the compiled firmware and charges its computing by the model that
`firmware/sim/compute_cost_model.py` describes, with what it cannot know.  Nothing here was measured on a real Pico.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from metered_table import MeteredTable, all_drawn_at, build_metered_firmware, chip_table, play_long_game
from recorded_displays import (
    LESS_ON_1_29,
    NOTE_MS,
    Players,
    broken_firmware,
    promises,
    recorded_display_table,
    stack,
)
from simulated_pico_w import radio_chip_table

from tenbo_core.wire import MessageReader, encode

if TYPE_CHECKING:
    from collections.abc import Callable, Collection


# A look is on its display long before the button is let go, whose own answer is not measured.
HELD_MS = 2500
VALUE_MS = 400
HAND = "in a hand"
LAST_WORDS = 6
# A host that asks for a long game has it after this.
TAKING_MS = 3000

LANGUAGES = """\
with open("settings.json", "w") as file:
    file.write('{"languages": ["de", "ja", "nl", "en"]}')
"""


def measure_game(chip: MeteredTable, hands: int, seed: int, parts: Collection[str]) -> None:
    """Play hands and measure some parts of each, at phases of chance."""
    chance = random.Random(seed)
    chip.virtual.send_order("charge 0")
    chip.people.begin()
    chip.virtual.send_order("charge 1")
    if "rest" in parts:
        measure_idle(chip)
    for _ in range(hands):
        chip.press("dice")
        for name, part in IN_A_HAND.items():
            if name in parts:
                part(chip, chance)
        if "win" not in parts:
            chip.press("0 ok, 0 ok, 0 ok, 1 ok, 2 ok, 3 ok")


def measure_riichi(chip: MeteredTable, chance: random.Random) -> None:
    """Measure two declarations."""
    for seat in chance.sample(range(4), 2):
        chip.rest(NOTE_MS)
        chip.virtual._run(chance.randrange(200_000))  # noqa: SLF001 - a phase in microseconds
        press = chip.measure_press([(seat, "riichi")], window_ms=600)
        chip.record_measurement(
            promises.OWN, max(press.first_signal_ms("lamp", seat), press.first_signal_ms("tone")), press.shares
        )
        chip.record_measurement(promises.OWN_PICTURE, press.last_pixel_ms(seat), press.shares)
        chip.record_measurement(promises.RIICHI, press.last_pixel_ms(), press.shares)
    chip.note_memory(HAND)


def measure_menu(chip: MeteredTable, chance: random.Random) -> None:
    """Measure steps in a menu."""
    seat = chance.randrange(4)
    chip.rest(NOTE_MS)
    chip.measure_press([(seat, "back")], window_ms=500)
    for _ in range(2):
        press = chip.measure_press([(seat, "down")], window_ms=300)
        chip.record_measurement(promises.MENU, press.last_pixel_ms(seat), press.shares)
    chip.press(f"{seat} back")


def measure_score_needs(chip: MeteredTable, chance: random.Random) -> None:
    """Measure what a player still needs, and the memory meanwhile."""
    seat = chance.randrange(4)
    chip.rest(NOTE_MS)
    chip.virtual.wait(chance.randrange(1000))
    press = chip.measure_press([(seat, "down")], window_ms=HELD_MS, held_ms=HELD_MS)
    chip.record_measurement(promises.NEED, press.last_pixel_ms(seat), press.shares)
    chip.note_memory("after what I need")


def measure_win(chip: MeteredTable, chance: random.Random) -> None:
    """Measure the preview of a win and go through with it."""
    seat = chance.randrange(4)
    chip.rest(NOTE_MS)
    chip.press(f"{seat} ok, {seat} ok")
    # No player chooses a value sooner.
    chip.virtual.wait(VALUE_MS)
    press = chip.measure_press([(seat, "ok")], window_ms=1200)
    chip.record_measurement(promises.WIN, press.last_pixel_ms(), press.shares)
    chip.note_memory("win preview")
    chip.press(", ".join(f"{other} ok" for other in range(4) if other != seat))
    chip.note_memory("result of a hand")


def measure_simultaneous_score_needs(chip: MeteredTable, _chance: random.Random) -> None:
    """Measure what two and four seats bring about that hold DOWN together."""
    for seats in ((0, 2), range(4)):
        chip.rest(NOTE_MS)
        press = chip.measure_press([(seat, "down") for seat in seats], window_ms=HELD_MS, held_ms=HELD_MS)
        chip.record_measurement(promises.NEED_OF_ALL, press.last_pixel_ms(), press.shares)
    chip.note_memory("after what four seats need")


IN_A_HAND = {
    "riichi": measure_riichi,
    "menu": measure_menu,
    "need": measure_score_needs,
    "held": measure_simultaneous_score_needs,
    "win": measure_win,
}
PARTS = ("boot", "host", "rest", *IN_A_HAND, "stack")
# All that is asked for in a hand is measured on a Pico 2 W that has dialled, and the rest not at all.
RADIO = "radio"


def measure_idle(chip: MeteredTable) -> None:
    """Measure a second in which no button is pressed."""
    chip.rest(NOTE_MS)
    for _ in range(3):
        before = chip.time_by_part()
        chip.virtual.wait(1000)
        after = chip.time_by_part()
        shares = {name: after[name] - before[name] for name in after}
        chip.record_measurement(promises.IDLE, shares["idle"] / 1000, shares)


def measure_host_transfer(chip: MeteredTable) -> None:
    """Have a host on the USB port take all events while the buttons are scanned."""
    moments: list[int] = []
    reader = MessageReader()

    def listen(data: bytes) -> bytes:
        moments.extend(chip.virtual.device_time_us for message in reader.read(data) if message[0] == "event")
        return b""

    before = chip.time_by_part()
    chip.query_simulator("gap")
    chip.virtual.noise_to_host = listen
    chip.virtual._child.send_to_usb(encode(["after", -1]))  # noqa: SLF001 - as from the cable, without its wall clock
    for _ in range(TAKING_MS // 5):
        chip.virtual.wait(5)
    chip.virtual.noise_to_host = None
    chip.record_measurement(promises.GAP, int(chip.query_simulator("gap")[0]) / 1000, {})
    after = chip.time_by_part()
    took = (moments[-1] - moments[0]) / 1_000_000
    chip.record_measurement(
        promises.HOST, (len(moments) - 1) / took, {name: after[name] - before[name] for name in after}
    )


def measure_stack_depth(say: Callable[[str], None]) -> int:
    """Return how deep the stack is at most at what the desk records, and say at what, and in which functions."""
    with tempfile.TemporaryDirectory() as folder:
        firmware = broken_firmware(Path(folder, "firmware"), stack.MEASURING)
        with recorded_display_table(firmware)[0] as virtual:
            people = Players(virtual)
            people.begin()
            commands = stack.recorded_from(stack.prepare(people))
            depths = stack.depths_of(people, commands)
        what, deep = max(depths.items(), key=lambda one: one[1])
        with recorded_display_table(firmware)[0] as virtual:
            people = Players(virtual)
            people.begin()
            stack.prepare(people)
            chain = stack.chain_of(people, commands, deep)
    say(f"  the deepest stack, {deep} of {stack.BOUND} bytes: {what}: {' > '.join(chain)}")
    return deep


def measure(parts: Collection[str], hands: int, seed: int, say: Callable[[str], None]) -> bool:
    """Measure what is promised in some parts, say it, and return whether all of that is kept."""
    begun = time.monotonic()
    found: dict[str, list[promises.Taken]] = defaultdict(list)
    if RADIO in parts:
        with tempfile.TemporaryDirectory() as folder:
            with radio_chip_table(build_metered_firmware(Path(folder, "speaking"), LANGUAGES)) as chip:
                measure_game(chip, hands, seed, set(parts) - {RADIO} or {"rest", *IN_A_HAND})
                _take(chip, found, say)
            return _report(found, begun, say)
    with tempfile.TemporaryDirectory() as folder:
        plain, speaking, flash, empty = (Path(folder, name) for name in ("plain", "speaking", "flash", "empty"))
        build_metered_firmware(plain)
        build_metered_firmware(speaking, LANGUAGES)
        if "boot" in parts:
            # As a board is that was flashed: its file system is there already.
            with recorded_display_table(plain, flash=empty)[0]:
                pass
            with chip_table(plain, flash=empty) as chip:
                chip.record_measurement(promises.BOOT, all_drawn_at(chip.scene.changes) / 1000, chip.time_by_part())
                _take(chip, found, say)
        if "boot" in parts or "host" in parts:
            play_long_game(plain, flash)
            with chip_table(plain, flash=flash) as chip:
                chip.record_measurement(
                    promises.BOOT_LONG, all_drawn_at(chip.scene.changes) / 1000, chip.time_by_part()
                )
                if "host" in parts:
                    measure_host_transfer(chip)
                _take(chip, found, say)
        if {"rest", *IN_A_HAND} & set(parts):
            with chip_table(speaking) as chip:
                measure_game(chip, hands, seed, parts)
                _take(chip, found, say)
    if "stack" in parts:
        deep = measure_stack_depth(say)
        found[promises.STACK.name].append(promises.Taken(deep, {}))
    return _report(found, begun, say)


def _report(found: dict[str, list[promises.Taken]], begun: float, say: Callable[[str], None]) -> bool:
    """Say what was found, and return whether what is promised of it is kept."""
    for line in promises.report(found):
        say(line)
    say(f"  in {time.monotonic() - begun:.0f} s of wall time")
    return not promises.broken(found)


def _take(chip: MeteredTable, found: dict[str, list[promises.Taken]], say: Callable[[str], None]) -> None:
    """Add what was measured at a table, and say what happened to it."""
    for name, some in chip.found.items():
        found[name] += some
    for moment, held in chip.memories:
        say(f"  {moment}: {held.free} bytes free, the largest piece {held.largest};"
            f" {held.free - LESS_ON_1_29} with MicroPython 1.29, {held.free_with_rom} from ROM")  # fmt: skip
        say("    used: " + ", ".join(f"{what} {size}" for what, size in held.parts.items()))
        found[promises.FREE_WORST.name] = [
            min([*found[promises.FREE_WORST.name], promises.Taken(held.free, {})], key=lambda taken: taken.amount)
        ]
        found[promises.PIECE.name] = [
            min([*found[promises.PIECE.name], promises.Taken(held.largest, {})], key=lambda taken: taken.amount)
        ]
        if moment == HAND:
            found[promises.FREE.name].append(promises.Taken(held.free, {}))
    for at, why in chip.virtual.restarts:
        say(f"  RESTART after {at / 1_000_000:.1f} s by {why}")
    for line in chip.virtual.stderr().splitlines()[-LAST_WORDS:]:
        say(f"  {line}")
    for fault in chip.virtual.faults():
        say(f"  FAULT {fault}")
