"""Brings all names that the firmware will ever load, and is loaded before anything else; it does nothing itself.

MicroPython keeps a name for ever, where there is room when it is first read. So those of a dialogue, loaded within
a game, would lie between what comes and goes, and no large piece would stay free there. `tenbo flash` adds the names
of all modules to this one when it compiles them; as source, as on a computer, names come as they come.
"""


def brought() -> None:
    """Do nothing: the names have come with the module."""
