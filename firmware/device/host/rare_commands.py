"""Executes the host's rare commands and names the modules that commands need; loaded on demand."""

import sys

from device.runtime.lazy_modules import call_and_unload, load_function, load_next_module
from tenbo_core import books, events
from tenbo_core.errors import Malformed, Refused
from tenbo_core.fold import MOVES, RESIDENT
from tenbo_core.rules import DEFAULT_BOOK

if False:  # for the type checker alone, and gone when compiled
    from device.parts import HostCommands, HostLink, LedgerReceiver, Message

# The function that is loaded before a command is carried out, by its name in `lazy_function_table.LAZY`.
LOADED = {
    "health": "health",
    "prove": "key_proof",
    "clock": "set_clock",
    "restore": "new_handover",
    "ledger_commit": "new_handover",
    "write_permission": "give_ledger",
    "key": "keep_key",
    "wifi": "wifi",
    "host_proof": "admit_host",
    "seal": "enable_seal",
    "names": "take_people",
    "picked": "take_people",
}


def load_module_for(commands: "HostCommands", message: "Message") -> bool:
    """Load one of the modules that a command needs, if there is one to load; return whether there was."""
    name = message[0]
    if name in ("health", "prove") and load_next_module("answer_query"):
        return True
    if name not in ("do", "propose", "ledger_event"):
        return name in LOADED and load_next_module(LOADED[name])
    place = 3 if name == "ledger_event" else 2
    kind, fields = message[place], message[place + 2 :]
    if kind == "start":
        return load_next_module("new_game") or _load_book(fields[0] if fields else None)
    if kind in events.REPAIRS or (kind == "undo" and not commands.keeper.ledger.is_undo_cached(fields)):
        table = commands.keeper.table
        return load_next_module("repaired") or (table is not None and _load_book(table.rules.book))
    if kind == "undo":
        return load_next_module("undone")
    module = MOVES[kind][0] if kind in MOVES else RESIDENT
    return module != RESIDENT and load_next_module(module)


def _load_book(book: "str | None") -> bool:
    """Load the module of a rule book, if there is such a book and its module is not there."""
    if book is None:
        book = DEFAULT_BOOK
    if book not in books.BOOKS or "tenbo_core.books." + book.replace("-", "_") in sys.modules:
        return False
    books.load(book)
    return True


def carry_out(commands: "HostCommands", message: "Message", link: "HostLink") -> None:
    """Set the clock, take over another ledger or let another device write this one, keep a hall's key or Wi-Fi."""
    name, keeper = message[0], commands.keeper
    if name == "clock":
        call_and_unload("set_clock", commands, message[2], message[3], link.proved)
    elif name == "restore":
        # After a refused `restore` no earlier transfer may go on.
        commands.handover = None
        transfer: "LedgerReceiver" = load_function("new_handover")()
        transfer.begin(message[2], keeper)
        commands.handover = transfer
    elif name in ("ledger_event", "ledger_commit"):
        if commands.handover is None:
            raise Refused("not_allowed_now", "say first which ledger is handed over", "restore")
        if name == "ledger_event":
            commands.handover.add_event(events.from_plain(message[2:]))
        else:
            commands.handover.commit(message[2], keeper)
            # Events of presses until then would be put aside with the old ledger.
            keeper.given = commands.restarting = True
    elif name == "write_permission":
        call_and_unload("give_ledger", keeper.journal.id, not message[2])
        keeper.given = not message[2]
    elif name == "key":
        call_and_unload("keep_key", message[2], message[3])
        keeper.in_hall = True
        # A host that gave the key has it.
        link.proved = True
    elif name == "wifi":
        call_and_unload("wifi", commands, message[2], message[3], message[4])
    elif name == "host_proof":
        call_and_unload("admit_host", link, message[2])
    elif name == "seal":
        call_and_unload("enable_seal", link)
    elif name in ("names", "picked"):
        # It stays: the list of the seat that asks is kept in it.
        load_function("take_people")(message)
    else:
        raise Malformed("bad_field", f"{name} is not a command", "message")
