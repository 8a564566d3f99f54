"""The commands that a desk may send to the devices of another host."""

# The commands that a desk may send; all others are between a device and its own computer.
ASKED = ("ping", "do", "propose", "clock", "view", "pixels", "state", "health", "blink", "names", "picked")
# A ledger that is handed to a device: several commands as one, which runs once.
TAKE_OVER = "take_over"
# These commands take longer: a person answers, or a device replays event by event.
PATIENT = ("propose", TAKE_OVER)
