"""Twenty buttons at the seats and two in the centre: from bouncing contacts to a queue of events.

Every 10 ms all are read once.  A press counts with the first reading that shows it, so it is never
late and never missed; it counts once, because only three readings in a row without it (30 ms) end
it, and no contact bounces that long.  While the flash erases a block nothing is read; a press that
came and went meanwhile has been caught by the chips, and a button that is up after it counts as
released at once: waiting for more readings would take the next press for bounce.
"""

import asyncio
import gc
from array import array

from micropython import const

from device.runtime.ticks import DeviceClock, ticks_between

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Beat, Board, ButtonEvent, Callable

RIICHI = 0
OK = 1
UP = 2
DOWN = 3
BACK = 4
DICE = 5
UNDO = 6
BUTTON_NAMES = ("riichi", "ok", "up", "down", "back", "dice", "undo")

# The place of the two buttons in the centre, after the seats 0-3.
TABLE = 4

PRESSED = 0
LONG = 1
RELEASED = 2
STUCK = 3

_PERIOD_MS = const(10)
LONG_AFTER = 800 // _PERIOD_MS
STUCK_AFTER = 30000 // _PERIOD_MS
# While all interrupt wires are quiet, the seats are read once in this number of scans: a wire may be broken.
_REST = const(25)
# After so long without a scan, what the chips have caught meanwhile counts too. In shorter gaps it does
# not: there it may be a spark on the felt, and a finger is seen anyway.
_LATE_MS = const(30)


class ButtonDebouncer:
    """Debounces the buttons of one place.

    Pass `sample` the bits that read as pressed, every 10 ms; then `pressed`, `long`, `released` and
    `stuck` hold the bits to which that has just happened. Independent of hardware and clocks.

    >>> contacts, seen = ButtonDebouncer(), []
    >>> for bits in (0, 1, 0, 1, 1, 0, 0, 0):
    ...     contacts.sample(bits)
    ...     seen.append((contacts.pressed, contacts.released))
    >>> seen
    [(0, 0), (1, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 1)]
    """

    def __init__(self) -> None:
        self.pressed = 0
        self.long = 0
        self.released = 0
        self.stuck = 0
        # Ignored until released: stuck ones, and those already down when the box came.
        self.ignored = 0
        self.held = 0
        # Released in a gap, and read up for the first time after it: it may still have bounced then.
        self.just_left = 0
        self._up_once = 0
        self._up_twice = 0
        self._known = False
        self._samples = array("H", [0] * len(BUTTON_NAMES))

    def sample(self, bits: int, late: bool = False) -> None:
        """Take one reading of all contacts of this place; `late`: first reading after a gap longer than any bounce."""
        if not self._known:
            # A button that is down while the box is plugged in has not been pressed.
            self._known = True
            self.held = bits
            self.ignored = bits
        # Up before the gap and down after it: released and pressed again, because no bounce lasts that long.
        twice = bits & self.held & self._up_once if late else 0
        fresh = bits & ~self.held | twice
        up = self.held & ~bits
        gone = twice | (up if late else up & self._up_twice)
        self.just_left = up & ~self._up_once if late else 0
        self._up_twice = up & self._up_once
        self._up_once = up
        self.held = self.held & ~gone | fresh
        self.pressed = fresh
        self.released = gone & ~self.ignored
        self.ignored &= ~gone
        self.long = 0
        self.stuck = 0
        if self.held:
            self._count(fresh)

    def _count(self, fresh: int) -> None:
        """Count how long each held button has been down."""
        held = self.held & ~self.ignored
        button = 0
        while held:
            if held & 1:
                samples = 0 if fresh >> button & 1 else self._samples[button] + 1
                self._samples[button] = samples
                if samples == LONG_AFTER:
                    self.long |= 1 << button
                elif samples == STUCK_AFTER:
                    self.stuck |= 1 << button
                    self.ignored |= 1 << button
            held >>= 1
            button += 1

    def is_at_rest(self) -> bool:
        """Return whether nothing is held here, so that a reading without a button changes nothing."""
        return self._known and not self.held and not self.just_left

    def lose(self) -> None:
        """End every press: the box is gone. A button that is down when it comes back is no press."""
        self.pressed = 0
        self.long = 0
        self.stuck = 0
        self.released = self.held & ~self.ignored
        self.ignored = 0
        self.held = 0
        self.just_left = 0
        self._up_once = 0
        self._up_twice = 0
        self._known = False


class EventQueue:
    """The last 32 button events not yet taken, one byte each, and their `count`: putting allocates nothing."""

    SIZE = 32

    def __init__(self) -> None:
        self.lost = 0
        self._events = bytearray(self.SIZE)
        self._first = 0
        self.count = 0

    def put(self, place: int, button: int, kind: int) -> None:
        """Append an event; when 32 are waiting, count further ones as lost."""
        if self.count == self.SIZE:
            self.lost += 1
            return
        self._events[(self._first + self.count) % self.SIZE] = place << 5 | button << 2 | kind
        self.count += 1

    def unpop(self, place: int, button: int, kind: int) -> None:
        """Put the event that was taken last before all others again."""
        self._first = (self._first - 1) % self.SIZE
        self._events[self._first] = place << 5 | button << 2 | kind
        self.count += 1

    def pop(self) -> "ButtonEvent":
        """Return the oldest event as (place, button, kind)."""
        event = self._events[self._first]
        self._first = (self._first + 1) % self.SIZE
        self.count -= 1
        return event >> 5, event >> 2 & 7, event & 3


class Buttons:
    """Scans the seats and the centre, and returns the events one by one.

    `scans` grows with each scan; `longest_ms` is the longest time between two of them since it was set to 0.
    Set `collect_next` to collect memory once, after the next scan that finds nothing. `on_riichi` is called with the
    seat of a riichi as soon as it is read, if no event waits that could change what it means.
    """

    def __init__(self, board: "Board") -> None:
        self.scans = 0
        self.longest_ms = 0
        self.collect_next = False
        self.on_riichi: "Callable[[int], None] | None" = None
        self._scanned = 0
        self._board = board
        self._ports = board.seats
        self._contacts = tuple([ButtonDebouncer() for _ in range(5)])
        # Scans that may still be left out while the board is idle, but for the one place that is not at rest, or -1;
        # 0 when there are several, or one whose box must be read every time.
        self._rest = 0
        self._holder = -1
        self._queue = EventQueue()
        # Set when an event is queued, or when the wait for one has timed out.
        self._woken = asyncio.Event()
        self._waits_from = 0
        self._patience_ms = 0

    @property
    def lost_event_count(self) -> int:
        """Return the number of events that were not taken in time."""
        return self._queue.lost

    def stuck_bits(self, place: int) -> int:
        """Return the bits of the buttons at a place that are ignored because they stay down."""
        return self._contacts[place].ignored

    def held_bits(self, place: int) -> int:
        """Return the bits of the buttons at a place that are held down, stuck ones left out."""
        return self._contacts[place].held & ~self._contacts[place].ignored

    def scan(self, is_late: bool = False) -> None:
        """Read every button once; `is_late`, count what has come and gone since the last time. Allocates nothing."""
        self.scans += 1
        board = self._board
        if self._rest > 1 and board.is_idle() and not (is_late and self._may_have_missed()):
            self._rest -= 1
            board.forget_presses()
            if self._holder >= 0:
                self._sample_holder()
            return
        # Seats that have rested are read regardless of their interrupt wires.
        self._scan_seats(is_late, self._rest == 1)
        bits = board.table_pressed() << DICE | board.undo_pressed() << UNDO
        centre = self._contacts[TABLE]
        if is_late:
            caught = board.table_was_pressed() << DICE | board.undo_was_pressed() << UNDO
            bits |= caught & ~centre.held & ~centre.just_left
        board.forget_presses()
        if bits or is_late or not centre.is_at_rest():
            centre.sample(bits, is_late)
            self._report(TABLE, centre)
            self._rest = 0

    def _may_have_missed(self) -> bool:
        """Return whether a press may have come and gone: at a quiet seat it would still hold the interrupt wire."""
        return self._holder >= 0 or self._board.table_was_pressed() or self._board.undo_was_pressed()

    def _sample_holder(self) -> None:
        """Count on at the only seat where something is held or has just been, whose wire is quiet."""
        contacts = self._contacts[self._holder]
        bits = self._ports[self._holder].read_buttons()
        if bits is None or bits & ~contacts.held:
            # It was read all the same, and is not as it was: the next scan takes nothing for granted.
            self._rest = 0
            return
        contacts.sample(bits)
        self._report(self._holder, contacts)
        if contacts.is_at_rest():
            self._holder = -1

    def _scan_seats(self, late: bool, surely: bool) -> None:
        """Read the buttons of every seat, `surely` also where the interrupt wire is quiet."""
        rest = not late
        holder = -1
        # Neighbours in the scan share a hardware block with the seats after them: going there and
        # back again halves the number of times that a block changes its wires.
        ports = self._ports
        for step in range(4):
            port = ports[step if self.scans & 1 else 3 - step]
            contacts = self._contacts[port.place]
            bits = port.read_buttons(surely)
            caught = port.caught & ~contacts.held & ~contacts.just_left if late else 0
            if bits is not None and (bits & ~contacts.held or late):
                # Read twice what counts at once: a spark on the felt is over by then, a finger is not.
                again = port.read_buttons(surely=True)
                bits = None if again is None else bits & again | (bits | again) & contacts.held
            if bits == 0 and not caught and not late and contacts.is_at_rest():
                rest = rest and port.calls
                continue
            rest = rest and port.calls and bits is not None and holder < 0
            holder = port.place
            if bits is not None:
                contacts.sample(bits | caught, late)
                self._report(port.place, contacts)
            elif not port.here:
                contacts.lose()
                self._report(port.place, contacts)
        self._rest = _REST if rest else 0
        self._holder = holder

    def _report(self, place: int, contacts: ButtonDebouncer) -> None:
        """Put the latest events of a place into the queue."""
        if contacts.pressed | contacts.long | contacts.released | contacts.stuck:
            self._put(place, contacts)

    def _put(self, place: int, contacts: ButtonDebouncer) -> None:
        if contacts.pressed == 1 << RIICHI and self.on_riichi is not None and not self._queue.count:
            self.on_riichi(place)
        for button in range(len(BUTTON_NAMES)):
            bit = 1 << button
            if contacts.released & bit:
                self._queue.put(place, button, RELEASED)
            if contacts.pressed & bit:
                self._queue.put(place, button, PRESSED)
            if contacts.long & bit:
                self._queue.put(place, button, LONG)
            if contacts.stuck & bit:
                self._queue.put(place, button, STUCK)

    async def run(self, now: DeviceClock, beat: "Beat") -> None:
        """Scan until cancelled; two scans are never closer than 10 ms, or bounce could look like three readings."""
        self._scanned = now.ms() - _PERIOD_MS
        while True:
            self.scan_if_due(now)
            if self.collect_next and not self._queue.count:
                # It takes 20 ms: with a scan right before it and another right after it no press waits for longer.
                self.collect_next = False
                gc.collect()
                self.scan_if_due(now)
            if self._queue.count or ticks_between(self._scanned, self._waits_from) >= self._patience_ms:
                self._woken.set()
            beat()
            # One that is late already does not wait.
            await asyncio.sleep_ms(_PERIOD_MS - now.since(self._scanned))

    def scan_if_due(self, now: DeviceClock, period_ms: int = _PERIOD_MS) -> None:
        """Scan if it is time; code that keeps the processor for long calls this between its steps."""
        at = now.ms()
        gap = ticks_between(at, self._scanned)
        if gap >= period_ms:
            self._scanned = at
            self.longest_ms = max(self.longest_ms, gap)
            self.scan(gap > _LATE_MS)

    async def wait(self, now: DeviceClock, timeout_ms: int) -> None:
        """Wait until an event is there, but no longer than some time; one task at a time can wait.

        The scan wakes it: to look for an event every 10 ms would cost as much as to scan the buttons.
        """
        self._waits_from = now.ms()
        self._patience_ms = timeout_ms
        self._woken.clear()
        if not self._queue.count:
            await self._woken.wait()

    def next_event(self) -> "ButtonEvent | None":
        """Return the oldest event not yet taken, (place, button, kind), or None."""
        return self._queue.pop() if self._queue.count else None

    def unget_event(self, place: int, button: int, kind: int) -> None:
        """Put the event that was taken last back at the front of the queue."""
        self._queue.unpop(place, button, kind)
