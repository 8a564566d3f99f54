"""The simulated table's clock: time passes by what the device does, and only as far as it is granted.

Every operation that takes time adds it here.  When the granted time is used up the whole device
stands still until the harness grants more; idling jumps to the next timer at once.
So a script runs as fast as the machine can, and each run gives the same result.
"""

# The Pico's tick counters wrap at 2 to the 30th.
MASK = 0x3FFFFFFF
FAR = 1 << 61

# What the processor itself costs, in microseconds, so that a loop that only looks at the clock sees it
# move: one reading of the clock, and one change from task to task (0.24 ms were measured at 125 MHz in
# an emulator of the chip, the readings within it included).
READING_US = 5
SWITCH_US = 200

now = 0  # microseconds since this start of the device
granted = 0  # the harness lets time pass up to here
watchdog = FAR  # the moment at which the watchdog bites
cut = FAR  # the moment at which the power goes
alarm = 0  # the first of the three
_start = 0  # what the tick counter shows at now = 0, in microseconds
_patience = FAR  # how long the watchdog waits, in microseconds
_serve: "object" = None  # lets the harness give orders, and returns when it has granted time
_end: "object" = None  # stops the device for the reason that it is given


def set_clock_callbacks(serve: "object", end: "object") -> None:
    """Set what is called when the granted time is used up, and when the device has to stop."""
    global _serve, _end
    _serve = serve
    _end = end


def set_start_ticks(ticks_ms: int) -> None:
    """Set what the millisecond counter shows at the start; a real one begins at 0."""
    global _start
    _start = ticks_ms * 1000


def ticks_ms() -> int:
    """Read the millisecond counter."""
    global now
    now += READING_US
    if now >= alarm:
        run_due()
    return (now + _start) // 1000 & MASK


def ticks_us() -> int:
    """Read the microsecond counter, which wraps every 18 minutes."""
    global now
    now += READING_US
    if now >= alarm:
        run_due()
    return now + _start & MASK


def simulate_busy_time(us: int) -> None:
    """Let the device be busy for so long."""
    global now
    end = now + us
    while end >= alarm:
        now = max(now, alarm)
        if not run_due():
            break
    now = max(now, end)


def simulate_idle_time(ms: int) -> None:
    """Let the device wait for its next timer, or at most until something else may have happened.

    0 changes to a task that is ready, -1 waits without a timer.
    """
    global now
    if ms == 0:
        now += SWITCH_US
        if now >= alarm:
            run_due()
        return
    # Timers are in whole milliseconds of the counter.
    end = FAR if ms < 0 else ((now + _start) // 1000 + ms) * 1000 - _start
    if end < alarm:
        now = end
    else:
        now = max(now, alarm)
        run_due()


def run_due() -> bool:
    """Do what is due at this moment; False when it cannot be done here and must wait a little."""
    if now >= watchdog:
        _end("watchdog")
    if now >= cut:
        _end("cut")
    if now >= granted:
        try:
            bytearray(64)
        except MemoryError:
            # The firmware has locked its heap, and talking to the harness needs some.
            return False
        _serve()
    compute_next_alarm()
    return True


def compute_next_alarm() -> None:
    """Work out the next moment at which something other than the firmware acts."""
    global alarm
    alarm = min(granted, watchdog, cut)


def grant_time(us: int) -> None:
    """Let so much more time pass."""
    global granted
    granted += us


def cut_power_in(us: str) -> None:
    """Take the power away when so much more time has passed."""
    global cut
    cut = now + int(us)
    compute_next_alarm()


def arm_watchdog(timeout_ms: int) -> None:
    """Arm the watchdog."""
    global _patience
    _patience = timeout_ms * 1000
    feed_watchdog()


def feed_watchdog() -> None:
    """Put off the watchdog's bite."""
    global watchdog
    watchdog = now + _patience
    compute_next_alarm()


def watchdog_left_us() -> int:
    """Return the microseconds until the watchdog bites, or -1 while it is not armed."""
    return -1 if _patience == FAR else max(0, watchdog - now)
