"""A table's health: parses its report, sums it up in a line for the desk, and names faults with their remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo_core.seats import SEATS, WIND_NAMES
from tenbo_core.sentences import Sentence, plural_sentence, sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tenbo.devices.follower import Message

Health = dict[str, Any]

# The fields that are calculated with: numbers, and lists of a fixed length.
FIGURES = ("supply_mv", "free", "largest", "lit_minutes", "loop_ms", "signal", "battery")
LISTS = {"seats": (bool, 4), "displays": (bool, 4), "held": (bool, 4), "bus_faults": (int, 4), "starts": (int, 2)}
# As in the self-test that a table shows when it starts.
LEAST_MV = 4500
LEAST_FREE = 20_000
# A dialogue loads its modules in pieces that are not larger than this.
LEAST_PIECE = 8_000
# The flash, which is what the buttons wait for longest, takes some 45 ms for a block and rarely 200.
MOST_LOOP_MS = 250
# A box that is plugged in or out costs a few.
MOST_FAULTS = 20
# Below this a Wi-Fi loses much; a tablet with less charge does not last a session.
LEAST_DBM, LEAST_BATTERY = -75, 20


def parse_health(answers: list[Message]) -> Health:
    """Return the answers to `health` by their names; invalid values are left out."""
    values = {str(message[2]): message[3] for message in answers if message[0] == "health_field"}
    return {name: value for name, value in values.items() if _fits(name, value)}


def _fits(name: str, value: object) -> bool:
    if name in LISTS:
        wanted, length = LISTS[name]
        return isinstance(value, list) and len(value) >= length and all(isinstance(item, wanted) for item in value)
    return isinstance(value, int) if name in FIGURES else isinstance(value, (int, str, list))


def health_summary(health: Health) -> str:
    """Return the figures that are worth a line.

    >>> health_summary({"supply_mv": 4980, "free": 71_234, "largest": 40_500, "lit_minutes": 750, "starts": [12, 0, 3]})
    'supply 4.98 V, 71 KB free (40 KB in one piece), displays lit 12 h, started 15 times'
    """
    words = []
    if "supply_mv" in health:
        words.append(f"supply {health['supply_mv'] / 1000:.2f} V")
    if "free" in health:
        piece = f" ({health['largest'] // 1000} KB in one piece)" if "largest" in health else ""
        words.append(f"{health['free'] // 1000} KB free{piece}")
    if "lit_minutes" in health:
        words.append(f"displays lit {health['lit_minutes'] // 60} h")
    starts = sum(health.get("starts") or [])
    if starts:
        words.append(f"started {starts} time{'' if starts == 1 else 's'}")
    if "signal" in health:
        words.append(f"signal {health['signal']} dBm")
    if "battery" in health:
        words.append(f"battery {health['battery']} %")
    return ", ".join(words)


def health_warnings(health: Health) -> list[Sentence]:
    """Return all faults, each with its remedy.

    >>> for warning in health_warnings({"seats": [True, True, False, True], "supply_mv": 4310}):
    ...     print(warning)
    the supply voltage is only 4.31 V: use another power supply or cable
    no box found at seat 2 (West in the first hand): check its cable
    """
    return [*_supply_warnings(health), *_box_warnings(health), *_fault_warnings(health), *_memory_warnings(health)]


def _supply_warnings(health: Health) -> Iterator[Sentence]:
    """Yield what is wrong with the supply, the radio and the battery."""
    supply = health.get("supply_mv", LEAST_MV)
    if supply < LEAST_MV:
        volts = f"{supply / 1000:.2f}"
        yield sentence(
            "supply_too_low", "the supply voltage is only {volts} V: use another power supply or cable", volts=volts
        )
    if health.get("signal", 0) < LEAST_DBM:
        yield sentence(
            "signal_too_weak",
            "the Wi-Fi signal is weak ({dbm} dBm): move the access point nearer, or check the antenna",
            dbm=health["signal"],
        )
    if health.get("battery", 100) < LEAST_BATTERY:
        yield sentence(
            "battery_too_low", "the battery is at only {percent} %: plug in its charger", percent=health["battery"]
        )


def _box_warnings(health: Health) -> Iterator[Sentence]:
    """Yield the faults of the seat boxes: the leads first, because people step on them."""
    seats: list[bool] = health.get("seats") or []
    if len(seats) == len(SEATS) and not any(seats):
        yield sentence(
            "no_seat_box_at_all", "no box found at any seat: check the seats' power supply and the four leads"
        )
    else:
        displays: list[bool] = health.get("displays") or seats
        held: list[bool] = health.get("held") or [False] * len(SEATS)
        for seat, here, display, low in zip(SEATS, seats, displays, held, strict=False):
            yield from _one_box_warning(seat, here=here, display=display, low=low)
    for seat, faults in zip(SEATS, health.get("bus_faults", []), strict=False):
        if faults > MOST_FAULTS:
            yield plural_sentence(
                "seat_wire_faults",
                faults,
                "{count} fault in the wiring of seat {seat}: check its cable and plug",
                "{count} faults in the wiring of seat {seat}: check its cable and plug",
                seat=seat,
            )


def _one_box_warning(seat: int, *, here: bool, display: bool, low: bool) -> Iterator[Sentence]:
    wind = WIND_NAMES[seat]
    if not here and low:
        yield sentence(
            "seat_data_line_low",
            "no box found at seat {seat} ({wind} in the first hand) and its data line is held low: the lead "
            "is crushed or a chip is stuck; try another lead",
            seat=seat,
            wind=wind,
        )
    elif not here:
        yield sentence(
            "no_seat_box",
            "no box found at seat {seat} ({wind} in the first hand): check its cable",
            seat=seat,
            wind=wind,
        )
    elif not display:
        yield sentence(
            "no_seat_display",
            "no display found at seat {seat} ({wind} in the first hand): check the lead inside its box",
            seat=seat,
            wind=wind,
        )


def _fault_warnings(health: Health) -> Iterator[Sentence]:
    """Yield what the firmware has met with."""
    if health.get("journal_damage"):
        yield sentence(
            "journal_was_damaged",
            "its journal was damaged: compare its scores with the game on its page (tenbo log)",
        )
    if health.get("hanging"):
        yield sentence(
            "task_hangs", "its task {task} has hung: the device will restart by itself", task=health["hanging"]
        )
    if health.get("loop_ms", 0) > MOST_LOOP_MS:
        yield sentence(
            "buttons_waited", "its buttons were not read for {ms} ms: please report this", ms=health["loop_ms"]
        )
    by_itself = (health.get("starts") or [0, 0])[1]
    if by_itself == 1:
        yield sentence("restarted_by_itself", "it has restarted by itself once: please report this")
    elif by_itself:
        yield plural_sentence(
            "restarts_by_itself",
            by_itself,
            "it has restarted by itself once: please report this",
            "it has restarted by itself {count} times: please report this",
        )


def _memory_warnings(health: Health) -> Iterator[Sentence]:
    if health.get("free", LEAST_FREE) < LEAST_FREE:
        yield sentence(
            "memory_low",
            "only {kilobytes} KB of its memory is free: end this game and begin another",
            kilobytes=health["free"] // 1000,
        )
    elif health.get("largest", LEAST_PIECE) < LEAST_PIECE:
        yield sentence(
            "memory_in_pieces",
            "its largest free block of memory is only {kilobytes} KB: switch it off and on between hands, and "
            "report this",
            kilobytes=health["largest"] // 1000,
        )
