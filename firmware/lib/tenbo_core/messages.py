"""All messages between a table and its host in one list: checks, printed forms and documentation come from it.

A message is a list: its name, then its fields in order.  `hello` and `who` never change, so that
any host and any table understand each other well enough to say which versions they speak.
"""

from tenbo_core.errors import Malformed
from tenbo_core.field_checks import is_int

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Any, Iterator

PROTOCOL = 3

# A line each: name, sender, first protocol version, its fields as "name:kind", an int without its kind. The meaning of
# each is in `tools/generate/message_meanings.py`, for the page PROTOCOL.md: the device has no room for prose, and this
# table takes only the memory of its letters.
# Kinds: int (32 bits with its sign), long (up to 2**53), text, bool, list, any (one value of any kind), rest
# (all further values).
_TABLE = """
who host 1
hello table 1 protocol id:text firmware:text fingerprint:long ledger:text last boot:text
event table 1 n kind:text by at fields:rest
upto table 1 last
after host 1 n
oldest table 2 first
stored host 1 n
do host 1 c kind:text by fields:rest
done table 1 c n
refused table 1 c code:text at:text why:text
propose host 1 c kind:text by fields:rest
heard table 1 c
ping host 1 c
pong table 1 c ticks ms:long
clock host 1 c left ticks
view host 1 c seat
view_field table 2 c key:text value:any
pixels host 1 c seat page
row table 1 c from columns:text
state host 1 c
state_field table 2 c key:text value:any
seat table 1 seat here:bool
call table 1 seat calling:bool waited
stuck table 1 place button:text
fault table 1 part text:text
health host 1 c
health_field table 2 c key:text value:any
restore host 1 c ledger:text
ledger_event host 2 c n kind:text by at fields:rest
ledger_commit host 2 c last
write_permission host 2 c mine:bool
key host 1 c hall:text key:text
wifi host 3 c name:text password:text address:text
prove host 1 c hall:text nonce:text
proof table 2 c nonce:text digest:text
host_proof host 2 c digest:text
seal host 3 c
blink host 1 c
note host 1 c seat
repl host 1 c
"""

# The largest integer that every JSON reader keeps exactly.
_LONGEST = 1 << 53

_KINDS: "dict[str, Any]" = {"int": int, "long": int, "text": str, "bool": bool, "list": list}


def rows() -> "Iterator[tuple[str, str, int, str]]":
    """Yield each message: its name, its sender, its first protocol version, and its fields.

    >>> list(rows())[0]
    ('who', 'host', 1, '')
    """
    for row in _TABLE.strip().split("\n"):
        name, speaker, since, *_ = row.split(" ", 3)
        yield name, speaker, int(since), " ".join([":".join(field) for field in fields_of(name) or ()])


def fields_of(name: object) -> "list[tuple[str, str]] | None":
    """Return the fields of a message as (name, kind); None for an unknown message.

    >>> fields_of("done")
    [('c', 'int'), ('n', 'int')]
    """
    if not isinstance(name, str) or " " in name or "\n" in name:
        return None
    start = _TABLE.find("\n" + name + " ")
    if start < 0:
        return None
    row = _TABLE[start + 1 : _TABLE.find("\n", start + 1)]
    pairs = [field.split(":") for field in row.split(" ")[3:]]
    return [(pair[0], pair[1] if len(pair) > 1 else "int") for pair in pairs]


def check(message: "list[object]") -> "list[object]":
    """Return the message back if the table knows it and its fields are of the right kind.

    >>> check(["after", 41])
    ['after', 41]
    """
    name = message[0]
    fields = fields_of(name)
    if fields is None:
        raise Malformed("bad_field", f"there is no message {name!r}", "message")
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


def _is_kind(value: "Any", kind: str) -> bool:
    if not isinstance(value, _KINDS[kind]):
        return False
    if kind == "int":
        return is_int(value)
    if kind == "long":
        return is_int(value, _LONGEST)
    return True
