"""Who sits here: a host names the people in the room, and seats the one whom a seat picks; without a host a guest."""

from micropython import const

from device.flows.dialogue import GONE, Dialogue
from device.input.buttons import BACK, DOWN, OK, RIICHI, UP
from device.outputs import views
from device.storage.ledger_writer import LedgerWriter
from tenbo_core.errors import Malformed, Refused
from tenbo_core.field_checks import is_int
from tenbo_core.table import BETWEEN, OVER

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Any, HostNotifier, Message

# What a seat says in place of a player's number: to get the list, for a guest, and when the game before was
# its player's, too.
_LIST = const(-1)
_LAST_GAME = const(-2)
_GUEST = const(0)
# A question that no host has answered by then was lost on the line; it is asked so often.
_AGAIN_MS = const(800)
_TRIES = const(4)
_POLL_MS = const(50)
# The names from this one on stand in a list; those before have keys of their own.
_LISTED_FROM = const(9)
# A longer list, and a longer name, are no host's.
_MOST_PEOPLE = const(60)
_LONGEST_NAME = const(20)

# Why a host has refused a person, by the code.
_REASONS = {
    "plays_at_other_table": "plays at another table",
    "sits_elsewhere": "sits elsewhere already",
    "no_evening_open": "no evening is open",
}

# Of the seat that asks: its number, how many people the list has, these by place, and what became of its choice.
_ASKING: "list[Any]" = []


async def run(dialogue: Dialogue, keeper: LedgerWriter, news: "HostNotifier", seat: int) -> None:
    """Let a seat pick its player from the people in the room."""
    _ASKING[:] = [seat, None, {}, None]
    try:
        await _pick(dialogue, keeper, news, seat)
    finally:
        _ASKING.clear()


async def _pick(dialogue: Dialogue, keeper: LedgerWriter, news: "HostNotifier", seat: int) -> None:
    title = dialogue.localize(seat, "Who sits here?")
    keys = dialogue.key_labels(seat, "", "", "", "leave")
    dialogue.displays.show(seat, views.message_view(title, [dialogue.localize(seat, "please wait")], keys))
    answered = await _ask(dialogue, news, seat, _LIST)
    if answered is None or _is_refused(dialogue, seat):
        return
    guest = dialogue.localize(seat, "Guest {}", seat + 1)
    people = [_ASKING[2][place] for place in sorted(_ASKING[2])] if answered else []
    people.append((_GUEST, guest))
    if not answered:
        title = dialogue.localize(seat, "no host: guests only")
    chosen = await _choose(dialogue, seat, title, [name for _, name in people])
    if chosen is None:
        return
    player, name = people[chosen]
    if answered:
        answered = await _ask(dialogue, news, seat, player)
        if answered is None or _is_refused(dialogue, seat):
            return
        if not answered and player != _GUEST:
            dialogue.show_note_at(seat, "no host: guests only")
            return
    table = keeper.table
    if player != _GUEST and table is not None and table.phase == OVER and table.names[seat] in ("", guest):
        since = [dialogue.localize(seat, "from now on"), dialogue.localize(seat, "from the start")]
        if await dialogue.choose(seat, name, since) == 1:
            _ASKING[3] = None
            if not await _ask(dialogue, news, seat, _LAST_GAME) or _is_refused(dialogue, seat):
                return
    if player == _GUEST and table is not None and table.phase == BETWEEN and table.names[seat] != guest:
        keeper.record("name", seat, {"seat": seat, "name": guest})
    dialogue.show_note_at(seat, "{} sits here", name)


async def _choose(dialogue: Dialogue, seat: int, title: str, names: "list[str]") -> "int | None":
    """Let a seat pick a name: OK, UP and DOWN take one of three, RIICHI shows the next three, or takes the last."""
    first = 0
    while first < _LISTED_FROM and len(names) > first + 1:
        left = names[first:]
        numbers = [str(first + place + 1) for place in range(min(3, len(left)))]
        lines = [number + " " + name for number, name in zip(numbers, left)]
        if len(left) > 3:
            lines.append("RIICHI " + (dialogue.localize(seat, "others") if len(left) > 4 else left[3]))
        ok, up, down = (numbers + [""])[:3]
        keys = (ok, up, down, dialogue.localize(seat, "leave"))
        dialogue.displays.show_note(seat, "")  # it belongs to the question before this one
        dialogue.displays.show(seat, views.message_view(title, lines, keys, "pick"))
        ways = (OK, UP, DOWN, RIICHI)[: len(left)]
        pressed = await dialogue.seat_press(seat, repeats=False, gives_way_ms=0)
        while pressed not in ways:
            if pressed is GONE or pressed == BACK:
                return None
            dialogue.show_useless_button_note(seat, pressed)
            pressed = await dialogue.seat_press(seat, repeats=False, gives_way_ms=0)
        if pressed != RIICHI or len(left) == 4:
            return first + ways.index(pressed)
        first += 3
    chosen = await dialogue.choose(seat, title, names[first:])
    return None if chosen is None else first + chosen


async def _ask(dialogue: Dialogue, news: "HostNotifier", seat: int, chosen: int) -> "bool | None":
    """Ask the hosts for the list, or for a seat; return whether one has answered, None when the seat has left."""
    for _ in range(_TRIES if any([link.host_here for link in news.links]) else 0):
        news.send("pick", seat, chosen)
        begun = dialogue.now.ms()
        while dialogue.now.since(begun) < _AGAIN_MS:
            _, number, people, outcome = _ASKING
            if outcome is not None or (chosen == _LIST and number is not None and len(people) >= number):
                return True
            if await dialogue.seat_press(seat, _POLL_MS, False) == BACK:
                return None
    return False


def _is_refused(dialogue: Dialogue, seat: int) -> bool:
    """Show the seat why a host has refused what it asked for, if one has."""
    reason = _ASKING[3]
    if reason:
        dialogue.show_note_at(seat, _REASONS.get(reason, "not possible now"))
    return bool(reason)


def update(message: "Message") -> None:
    """Take a part of the list, or the outcome of a choice, that a host has sent to the seat that asks."""
    if not _ASKING or message[2] != _ASKING[0]:
        raise Refused("not_allowed_now", "this seat does not ask who sits there", "seat")
    if message[0] == "picked":
        _ASKING[3] = message[3]
        return
    number, first, people = message[3], message[4], message[5:]
    if not (0 <= number <= _MOST_PEOPLE and 0 <= first <= number) or len(people) & 1:
        raise Malformed("bad_field", "the list has at most 60 people, each with number and name", "names")
    for at in range(0, len(people), 2):
        player, name = people[at], people[at + 1]
        if not is_int(player) or not isinstance(name, str):
            raise Malformed("bad_field", "each person of the list has a number and a name", "names")
        _ASKING[2][first + at // 2] = (player, name[:_LONGEST_NAME])
    _ASKING[1] = number
