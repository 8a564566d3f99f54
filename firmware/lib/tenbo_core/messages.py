"""The one table of messages between a table and its host: checked, printed and documented from here.

A message is a list: its name, then its fields in order.  `hello` and `who` never change, so that
any host and any table understand each other well enough to say which versions they speak.
"""

from tenbo_core.errors import Malformed

PROTOCOL = 1

# Name, who says it, since which protocol, fields as (name, kind), what it says.
# Kinds: int, text, bool, list, any (one value of any kind), rest (all further values).
MESSAGES = (
    ("who", "host", 1, (), "Ask the table to say hello."),
    ("hello", "table", 1,
     (("protocol", "int"), ("id", "text"), ("firmware", "text"), ("fingerprint", "int"), ("ledger", "text"),
      ("last", "int"), ("boot", "text")),
     "Who the table is: protocol, device id, firmware version, fingerprint of its rule books, ledger, number of the "
     "last event (-1: none) and why it started (power, watchdog, reset). Said after each start and when asked."),
    ("event", "table", 1, (("n", "int"), ("kind", "text"), ("by", "int"), ("at", "int"), ("fields", "rest")),
     "One event of the ledger, new or asked for again. Taking it twice does no harm."),
    ("upto", "table", 1, (("last", "int"),),
     "The number of the last event, said every second and after an answer to `after`: a host that has less asks."),
    ("after", "host", 1, (("n", "int"),), "Send all events with a number above n."),
    ("kept", "table", 1, (("first", "int"),),
     "Said before the answer to `after`: the number of the oldest event that the table still has. Older ones were "
     "dropped to make room, and whoever never got them goes on from here."),
    ("stored", "host", 1, (("n", "int"),), "The host has stored every event up to n."),
    ("do", "host", 1, (("c", "int"), ("kind", "text"), ("by", "int"), ("fields", "rest")),
     "Ask for an event; only the table writes it. Answered by `done` or `refused`; a command number that was "
     "answered before is answered again and not repeated."),
    ("done", "table", 1, (("c", "int"), ("n", "int")), "Command c was carried out; n is the number of the last event."),
    ("refused", "table", 1, (("c", "int"), ("code", "text"), ("at", "text"), ("why", "text")),
     "Command c changed nothing; why, in one sentence."),
    ("propose", "host", 1, (("c", "int"), ("kind", "text"), ("by", "int"), ("fields", "rest")),
     "Show an event at the seats, such as a win that the desk has scored. Answered at once by `heard` or `refused`, "
     "and later by `done` when the seats have agreed, or by `refused`."),
    ("heard", "table", 1, (("c", "int"),), "The seats are being asked about command c; `done` or `refused` follows."),
    ("ping", "host", 1, (("c", "int"),), "Ask for the table's time, to be answered at once."),
    ("pong", "table", 1, (("c", "int"), ("ticks", "int"), ("ms", "int")),
     "The table's millisecond counter, which wraps at 2^30, and the milliseconds of its ledger's clock."),
    ("clock", "host", 1, (("c", "int"), ("left", "int"), ("ticks", "int")),
     "The hall's clock: at this reading of the table's counter so many milliseconds of its session were left, the "
     "time until the start included. The table moves its own clock to it and counts on by itself."),
    ("call", "table", 1, (("seat", "int"), ("on", "bool")), "A seat calls the referee, or takes the call back."),
    ("view", "host", 1, (("c", "int"), ("seat", "int")), "Ask what a seat's display says."),
    ("looks", "table", 1, (("c", "int"), ("key", "text"), ("value", "any")),
     "One thing that the display says; its lines of text are `line 0`, `line 1` and so on, from the top."),
    ("state", "host", 1, (("c", "int"),), "Ask how things stand at the table."),
    ("stands", "table", 1, (("c", "int"), ("key", "text"), ("value", "any")), "One thing about how the table stands."),
    ("seat", "table", 1, (("seat", "int"), ("here", "bool")), "A seat box was pulled, or came back."),
    ("call", "table", 1, (("seat", "int"), ("calling", "bool"), ("waited", "int")),
     "A seat calls the referee, or no longer does after so many seconds."),
    ("stuck", "table", 1, (("place", "int"), ("button", "text")),
     "A button is held so long that it is ignored until it is let go; place 4 is the centre."),
    ("fault", "table", 1, (("part", "int"), ("text", "text")),
     "A part of the report of an error inside the firmware, from part 0; the table restarts after it."),
    ("health", "host", 1, (("c", "int"),), "Ask for the table's health."),
    ("feels", "table", 1, (("c", "int"), ("key", "text"), ("value", "any")), "One figure of the table's health."),
    ("restore", "host", 1, (("c", "int"), ("ledger", "text")),
     "Begin to hand over a ledger to this table, a spare one without a game running: it will go on as its writer."),
    ("put", "host", 1,
     (("c", "int"), ("n", "int"), ("kind", "text"), ("by", "int"), ("at", "int"), ("fields", "rest")),
     "The next event of the ledger that is handed over."),
    ("take", "host", 1, (("c", "int"), ("last", "int")),
     "Everything up to this event was put: keep it on flash, in place of the ledger so far, and go on from there."),
    ("yours", "host", 1, (("c", "int"), ("mine", "bool")),
     "Whether this table still writes its ledger: after `false` another one does, and presses are refused."),
    ("blink", "host", 1, (("c", "int"),), "Blink the round marker, so that people see which table this is."),
    ("repl", "host", 1, (("c", "int"),),
     "Leave the firmware for the MicroPython prompt, so that the files can be updated; a reset comes back."),
)  # fmt: skip

_FIELDS = {name: fields for name, _, _, fields, _ in MESSAGES}
_KINDS = {"int": int, "text": str, "bool": bool, "list": list}


def check(message: "list[object]") -> "list[object]":
    """Give the message back if the table knows it and its fields are of the right kind.

    >>> check(["after", 41])
    ['after', 41]
    """
    name = message[0]
    if name not in _FIELDS:
        raise Malformed("bad_field", f"there is no message {name!r}", "message")
    fields = _FIELDS[name]
    given = message[1:]
    if fields and fields[-1][1] == "rest":
        fields = fields[:-1]
        given = given[: len(fields)]
    if len(given) != len(fields):
        raise Malformed("missing_field", f"{name} has {len(fields)} fields, not {len(given)}", str(name))
    for (field, kind), value in zip(fields, given):
        if kind != "any" and not _is_kind(value, kind):
            raise Malformed("bad_field", f"{name}: {field} must be of kind {kind}", field)
    return message


def _is_kind(value: object, kind: str) -> bool:
    if kind == "int" and isinstance(value, bool):
        return False
    return isinstance(value, _KINDS[kind])


def in_words(message: "list[object]") -> str:
    """Give a message as one readable line for a log.

    >>> in_words(["after", 41])
    'after n=41'
    """
    name = str(message[0])
    words = [name]
    rest = message[1:]
    for field, kind in _FIELDS.get(name, ()):
        if kind == "rest":
            words += [str(value) for value in rest]
            rest = []
        elif rest:
            words.append(f"{field}={rest[0]}")
            rest = rest[1:]
    return " ".join(words + [str(value) for value in rest])
