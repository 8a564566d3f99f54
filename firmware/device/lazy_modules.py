"""Modules that are in memory only while they are needed: a conversation, a look at the own points.

The Pico has a quarter of a megabyte for everything, and nobody needs the words of a chombo while a
hand is played.
"""

import gc
import sys

OURS = ("device.", "tenbo_core.")


def load(name: str) -> "object":
    """Give a module, loading it when it is not there."""
    __import__(name)
    return sys.modules[name]


def call_once(name: str, function: str, *what: object) -> "object":
    """Give what a function of a module gives, and let go of the module."""
    found = getattr(load(name), function)(*what)
    drop(name)
    return found


def drop(name: str) -> None:
    """Let go of a module; whoever still runs in it keeps what he needs."""
    module = sys.modules.pop(name, None)
    package, _, last = name.rpartition(".")
    # A package remembers its modules by name as well.
    parent = sys.modules.get(package)
    if parent is not None and getattr(parent, last, None) is module:
        delattr(parent, last)


def unload(kept: "list[str]") -> None:
    """Let go of every module of ours that is not among the kept ones."""
    dropped = False
    for name in list(sys.modules):
        if name not in kept and name.startswith(OURS):
            drop(name)
            dropped = True
    if dropped:
        gc.collect()


def loaded() -> "list[str]":
    """Give the names of all modules that are there, to be kept by a later `unload`."""
    return list(sys.modules)
