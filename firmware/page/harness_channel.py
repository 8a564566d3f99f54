"""The channel to the page, this device's harness: what the parts do goes out, and orders come in by name.

Once the device has ended nothing goes out any more: the page lets go of this interpreter and starts another one.
"""

from js import world

# Filled by the modules that carry the orders out. What comes to a serial port before it is open is lost, as on a board.
orders: "dict[str, object]" = {"uart": lambda *_: None}


class Ended(BaseException):
    """The device stops at this very instant: no part of the firmware catches this."""


def send_to_harness(*words: object) -> None:
    """Tell the page what has just happened."""
    world.say(" ".join([str(word) for word in words]))


def order(line: str) -> None:
    """Carry out one order of the page."""
    words = line.split()
    orders[words[0]](*words[1:])


def report_firmware_fault(sentence: str) -> None:
    """Report to the page that the firmware did something that would harm a real table."""
    send_to_harness("fault", sentence)


def stop_device(why: str) -> None:
    """Stop: a restart is the page's to do."""
    send_to_harness("end", why)
    raise Ended(why)
