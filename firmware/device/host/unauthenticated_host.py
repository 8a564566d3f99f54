"""Limits for a host that has not authenticated itself: refuses its commands by name, and notifies the seats."""

from micropython import const

from tenbo_core.errors import Refused
from tenbo_core.table import PLAYING

if False:  # for the type checker alone, and gone when compiled
    from device.parts import HostCommands, Message

# The most events of a game that such a host may write; the others are reserved for the seats.
_MOST_EVENTS = const(400)
# These end a running hand, or change an event before it.
_ENDING = ("win", "draw", "abort", "redeal", "chombo", "undo", "correct", "swap", "end")
# And these take its place, stop it or leave it; with a key its host would have every right to end it.
_REPLACING = ("restore", "ledger_event", "ledger_commit", "write_permission", "repl", "key")
# These change who has the table.
_OWNING = ("key", "wifi", "restore", "repl")
# The pause before a host without proof may ask the seats again after a refusal; it doubles each time up to the last.
_CALM_MS = const(5000)
_LONGEST_CALM_MS = const(80_000)


def update_proposal_pause(commands: "HostCommands", agreed: bool) -> None:
    """Leave the seats alone for a while after a proposal that they have not agreed to."""
    commands.calm_from = commands.displays.now.ms()
    commands.calm_ms = 0 if agreed else min(2 * commands.calm_ms or _CALM_MS, _LONGEST_CALM_MS)


def check(commands: "HostCommands", message: "Message", is_cable: bool) -> None:
    """Raise why a host that has not proved itself may not give this command; over a network that is more."""
    keeper = commands.keeper
    name = message[0]
    if name in _OWNING and not is_cable:
        raise Refused("not_proved", "over a network this needs a sealed line", name)
    kind = message[2] if name in ("do", "propose") else ""
    if keeper.in_hall:
        commands.strangers += 1
        raise Refused("not_proved", "this table belongs to a hall, and this host has not shown the hall's key", name)
    table = keeper.table
    ending = name in _REPLACING or (name == "do" and kind in _ENDING)
    if ending and table is not None and table.phase == PLAYING and not keeper.given:
        raise Refused("not_allowed_now", "a hand is running: propose it to the seats, or wait for its end", name)
    if name == "do" and kind not in ("start", "end") and len(keeper.ledger.events) >= _MOST_EVENTS:
        text = f"this game has {_MOST_EVENTS} events: what may still be added is for the seats"
        raise Refused("not_allowed_now", text, "ledger")
    if name == "propose" and commands.displays.now.since(commands.calm_from) < commands.calm_ms:
        raise Refused("not_allowed_now", "the seats have just been asked: propose it again in a moment", "propose")
