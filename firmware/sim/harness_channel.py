"""The channel to the harness: lines of words in both directions.

The device tells what its parts do, each line with the moment in microseconds since the start.
When the granted time is used up it says `ok` and carries out what the harness orders, until the
order `run` grants more.  The table of orders is filled by the modules that carry them out.
"""

import uos

import clock

# Lines are collected and sent together; a picture in the making is many lines.  The room is taken once,
# because the firmware's heap may be full or in pieces when there is something to say.
ROOM = 2048

# What comes to a serial port before the firmware has opened it is lost, as on a board.
orders: "dict[str, object]" = {"uart": lambda *_: None}
_line = None
_told = bytearray(ROOM)
_view = memoryview(_told)
_size = 0


def connect(descriptor: int) -> None:
    """Take over the open socket with this number."""
    global _line
    _line = open(descriptor, "r+b")  # noqa: SIM115 - open for the whole run


def send_to_harness(*words: object) -> None:
    """Send the harness what has just happened."""
    global _size
    line = ("%s %d %s\n" % (words[0], clock.now, " ".join([str(word) for word in words[1:]]))).encode()
    if _size + len(line) > ROOM:
        _send()
    _told[_size : _size + len(line)] = line
    _size += len(line)


def receive() -> str:
    """Wait for the next line from the harness; when it is gone, so is the device."""
    try:
        line = _line.readline()
    except OSError:
        line = b""
    if not line:
        exit_process()
    return str(line, "ascii")


def report_firmware_fault(sentence: str) -> None:
    """Report to the harness that the firmware did something that would harm a real table."""
    send_to_harness("fault", sentence)


def stop_device(why: str) -> None:
    """Stop at this very instant: nothing of the firmware runs any more, not even its clean-up."""
    send_to_harness("end", why)
    _send()
    while receive():
        pass


def exit_process() -> None:
    """End this process although the firmware may catch everything: the harness is gone."""
    uos.system("kill -9 $PPID")


def serve_until_time_granted() -> None:
    """Carry out orders until some time is granted."""
    while True:
        send_to_harness("ok", clock.watchdog_left_us())
        _send()
        while True:
            words = receive().split()
            if words[0] == "run":
                clock.grant_time(int(words[1]))
                break
            orders[words[0]](*words[1:])
        if clock.granted > clock.now:
            return


def _send() -> None:
    global _size
    sent = 0
    try:
        while sent < _size:  # a socket takes what fits; the rest follows
            sent += _line.write(_view[sent:_size])
    except OSError:
        exit_process()
    _size = 0


clock.set_clock_callbacks(serve_until_time_granted, stop_device)
orders["cut_in"] = clock.cut_power_in
