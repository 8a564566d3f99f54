"""The air between the simulated table's radio and the host: what the harness orders of network and connections."""

import clock
import harness_channel

# The access point that is there, and what the radio has to say of itself.
name, password, gateway = "hall", "riichi-riichi", "127.0.0.1"
is_up = True
signal = -55
# Connections that have gone without a word: nothing comes, and what is sent is kept and sent again later.
is_deaf = False
# How many sockets find no memory, how many writes no room, and how much of one is taken; 0 for all of it.
no_memory = no_room = short = 0
# What is on the air for all, such as what phones look for, in packets a second: a full hall's. Each takes the driver
# and lwIP some time, which the chip gives before anything else. Assumed and not measured: 300 bytes by the bus of the
# radio take 80 us, and its code 220.
packets = 80
PACKET_US = 300
_counted_until = 0
# Another number with each reset of all connections.
resets = 0


def set_air_condition(what: str, value: str) -> None:
    """Set what the air is like."""
    if what == "reset":
        globals()["resets"] += 1
    else:
        globals()[what] = value if what in ("name", "password", "gateway") else int(value)


def is_silent() -> bool:
    """Return whether nothing goes through."""
    return bool(is_deaf) or not is_up


def spend_on_packets(own: int) -> None:
    """Spend what the packets for all have taken since the last time, and some of the table's own."""
    global _counted_until
    came = (clock.now - _counted_until) * packets // 1_000_000
    if came:
        _counted_until = clock.now
    if came + own:
        # What came while nobody looked has taken its time then.
        clock.simulate_busy_time(PACKET_US * (min(came, 2) + own))


def stall_device(us: int, what: str) -> None:
    """Stop the whole device, as lwIP does in some calls, and report it: a good firmware makes none of them."""
    harness_channel.report_firmware_fault("the radio stopped the table for %d ms: %s" % (us // 1000, what))
    clock.simulate_busy_time(us)


harness_channel.orders["air"] = set_air_condition
