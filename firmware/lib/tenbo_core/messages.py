"""All messages between a table and its host in one list: checks, printed forms and documentation come from it.

A message is a list: its name, then its fields in order.  `hello` and `who` never change, so that
any host and any table understand each other well enough to say which versions they speak.
"""

from tenbo_core.errors import Malformed
from tenbo_core.field_checks import is_int

if False:  # for the type checker alone, and gone when compiled
    from tenbo_core.kinds import Any, Iterator

PROTOCOL = 3

# A line each: name, fields as "name:kind", without a kind for an int; sender and first protocol version. The meaning
# of each is in `tools/generate/message_meanings.py`, for the page PROTOCOL.md: the device has no room for prose, and
# this table takes only the memory of its letters.
# Kinds: int (32 bits with its sign), long (up to 2**53), text, bool, list, any (one value of any kind), rest
# (all further values).
_TABLE = """
who ;host 1
hello protocol id:text firmware:text fingerprint:long ledger:text last boot:text ;table 1
event n kind:text by at fields:rest ;table 1
upto last ;table 1
after n ;host 1
oldest first ;table 2
stored n ;host 1
do c kind:text by fields:rest ;host 1
done c n ;table 1
refused c code:text at:text why:text ;table 1
propose c kind:text by fields:rest ;host 1
heard c ;table 1
ping c ;host 1
pong c ticks ms:long ;table 1
clock c left ticks ;host 1
view c seat ;host 1
view_field c key:text value:any ;table 2
pixels c seat page ;host 1
row c from columns:text ;table 1
state c ;host 1
state_field c key:text value:any ;table 2
seat seat here:bool ;table 1
call seat calling:bool waited ;table 1
stuck place button:text ;table 1
fault part text:text ;table 1
health c ;host 1
health_field c key:text value:any ;table 2
restore c ledger:text ;host 1
ledger_event c n kind:text by at fields:rest ;host 2
ledger_commit c last ;host 2
write_permission c mine:bool ;host 2
key c hall:text key:text ;host 1
wifi c name:text password:text address:text ;host 3
prove c hall:text nonce:text ;host 1
proof c nonce:text digest:text ;table 2
host_proof c digest:text ;host 2
seal c ;host 3
blink c ;host 1
note c seat ;host 1
pick seat player ;table 3
names c seat of first people:rest ;host 3
picked c seat why:text ;host 3
repl c ;host 1
"""

# The largest integer that every JSON reader keeps exactly.
_LONGEST = 1 << 53

_KINDS: "dict[str, Any]" = {"int": int, "long": int, "text": str, "bool": bool, "list": list}


def message_rows() -> "Iterator[tuple[str, str, int, str]]":
    """Yield each message: its name, its sender, its first protocol version, and its fields.

    >>> list(message_rows())[0]
    ('who', 'host', 1, '')
    """
    for row in _TABLE.strip().split("\n"):
        name = row.split(" ")[0]
        speaker, since = row.split(";")[1].split(" ")
        yield name, speaker, int(since), " ".join([":".join(field) for field in fields_of(name) or []])


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
    pairs = [field.split(":") for field in row.split(";")[0].split()[1:]]
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
