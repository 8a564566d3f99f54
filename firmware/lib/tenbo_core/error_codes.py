"""The codes of all errors: stable words that other programs may test for.

Kept apart from the errors themselves, because a Pico raises them and never asks for the list.
"""

CODES = (
    # The input is invalid.
    "bad_json",  # a line is not a JSON object
    "bad_field",  # a field there is not, or a value it does not take
    "missing_field",  # a field that is needed was left out
    "bad_seat",  # not a seat from 0 to 3
    "bad_tile",  # not a tile
    "bad_meld",  # not a meld: its tiles make none, or it cannot have been called from that seat
    "too_many_tiles",  # a fifth copy of a tile
    "wrong_tile_count",  # more or fewer tiles than a hand has
    "contradiction",  # each statement may be true, but not all of them together
    "unknown_rules",  # a rule book that does not exist
    "unknown_option",  # a rule switch or setting that does not exist
    # The table, the tournament or the rule book does not allow it.
    "not_allowed_now",  # well formed, but not at this moment
    "not_in_this_rule_book",  # the rule book played has no such thing
    "not_enough_points",  # fewer points than the book asks for
    "not_winning",  # the tiles are no winning hand
    "no_yaku",  # a winning hand without a yaku
    "too_few_han",  # one han of yaku where the counters ask for two
    # The user lacks a permission, or this computer lacks a program or a file.
    "not_proved",  # a table belongs to a hall, and this host has not shown that hall's key
    "no_permission",  # the operating system or the service refuses this user
    "not_installed",  # a program, a package or an operating system that this needs is not here
    "in_use",  # a file, a folder or pins that another program holds
    # The line to a table, a board or the service.
    "no_port",  # the port does not exist, or is no serial port
    "port_busy",  # another program has the port open
    "line_broken",  # the port went away while it was in use
    "not_connected",  # the table is known, but not plugged in now
    "no_answer",  # the other side is there and does not answer
    "bad_answer",  # the other side sent an impossible answer
    "too_busy",  # the service has no thread for a request: the same may be asked again
    "no_service",  # no tenbo run keeps this store
    "cannot_listen",  # the service's address cannot be had
    # Files and flash.
    "no_file",  # a file or folder that should be there is not
    "cannot_read",  # it is there and cannot be read
    "cannot_write",  # it cannot be written: the folder, the rights or the memory itself
    "no_radio",  # this board cannot join a Wi-Fi
    "no_space",  # the disk or the board is full
    "already_exists",  # nothing is written over
    "damaged",  # stored or sent data differ from what was written
    "file_replaced",  # the file was removed or replaced while it was in use
    "unknown_format",  # a file of another program, or of a newer Tenbo
    "stack_full",  # a table's stack is too short for the command
    "memory_full",  # a table's memory is too small for it
    # Faults of this program.
    "firmware_died",  # the simulated table's firmware has ended
    "our_mistake",  # internal error: see its log
)
