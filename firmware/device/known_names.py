"""Reads all names that the firmware will ever load, before anything else is loaded.

MicroPython keeps a name for ever, where there is room when it is first read. So those of a dialogue, loaded within
a game, would lie between what comes and goes, and no large piece would stay free there. `tenbo flash` writes the
list; without one, as on a computer, names come as they come.
"""

FILE = "names.txt"


def read() -> None:
    """Read every name once."""
    try:
        with open(__file__.rpartition("/")[0] + "/" + FILE) as file:
            for line in file:
                # Asking anything for it keeps a name.
                getattr(None, line[:-1], None)
    except OSError:
        pass  # there is no list
