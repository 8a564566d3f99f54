"""The commands that a desk may send to the devices of another host."""

# What a desk has a device do; the others are between a device and the computer that it is plugged into.
ASKED = ("ping", "do", "propose", "clock", "view", "pixels", "state", "health", "blink")
# And a ledger that is handed to a device: several of those as one, done once.
TAKE_OVER = "take_over"
# What a person answers meanwhile, or a device does event by event, takes its time.
PATIENT = ("propose", TAKE_OVER)
