"""Loads modules on demand and unloads them after use: a dialogue, a view of the own points.

The Pico has a quarter of a megabyte for everything, and the words of a chombo are not needed while a
hand is played.
"""

import asyncio
import sys

from device.runtime.lazy_function_table import LAZY

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Any, AnyFunction, Iterator

OURS = ("device.", "tenbo_core.")
# Where `tenbo flash` puts the table.
FILE = "lazy.bin"


def load_function(name: str) -> "AnyFunction":
    """Return a function of `lazy_function_table.LAZY`, after loading its modules if necessary."""
    for function in load_function_in_steps(name):
        if function is not None:
            return function
    raise ValueError(name)


def load_function_in_steps(name: str) -> "Iterator[AnyFunction | None]":
    """Load the modules of a function of `lazy_function_table.LAZY` one at a time, and yield the function last."""
    module, function, before = _look_up(name)
    # The first modules may have been unloaded meanwhile.
    while _load_first(before):
        yield None
    __import__(module)
    # Fetched before other tasks run: they may unload a module that has not been called yet.
    wanted = getattr(sys.modules[module], function)
    yield None
    yield wanted


def load_next_module(name: str) -> bool:
    """Load the first module that a function of `LAZY` needs and that is not there, if there is one."""
    module, _, before = _look_up(name)
    return _load_first(before + [module])


def _load_first(names: "list[str]") -> bool:
    """Load the first of some modules that is not there; return whether there was one."""
    for name in names:
        if name not in sys.modules:
            __import__(name)
            return True
    return False


async def load(name: str) -> "AnyFunction":
    """Return a function of `LAZY`, letting the other tasks run between the modules that are loaded."""
    for function in load_function_in_steps(name):
        if function is not None:
            return function
        await asyncio.sleep_ms(0)
    raise ValueError(name)


def call_and_unload(name: str, *arguments: object) -> "Any":
    """Call a function of `lazy_function_table.LAZY`, remove its module and return the result."""
    module, function, before = _look_up(name)
    while _load_first(before):
        pass
    __import__(module)
    result = getattr(sys.modules[module], function)(*arguments)
    unload_module(module)
    return result


def _look_up(name: str) -> "tuple[str, str, list[str]]":
    """Return the module and the name of a function, and the modules that it needs."""
    table = LAZY.encode() or _stored()
    begin = table.find(b"\n" + name.encode() + b" ") + len(name) + 2
    if begin <= len(name) + 1:
        raise ValueError(name)
    row = table[begin : table.find(b"\n", begin)].decode()
    function, *before = [_whole(word) for word in row.split(" ")]
    dot = function.rfind(".")
    return function[:dot], function[dot + 1 :], before


def _stored() -> bytes:
    """Return the table of a board, which has it in a file: it is asked for seldom, and as large as a dialogue."""
    with open(__file__.rpartition("/")[0] + "/" + FILE, "rb") as file:
        return file.read()


def _whole(word: str) -> str:
    """Return the name of a module, which stands in the table without its package."""
    return ("tenbo_core" if word[0] == "." else "device.") + word


def unload_module(name: str) -> None:
    """Remove a module from sys.modules; code that is running in it is unaffected."""
    module = sys.modules.pop(name, None)
    package, _, last = name.rpartition(".")
    # A package remembers its modules by name as well.
    parent = sys.modules.get(package)
    if parent is not None and getattr(parent, last, None) is module:
        delattr(parent, last)


def can_load_module(name: str) -> bool:
    """Load a module and remove it at once; return whether there is one."""
    try:
        __import__(name)
    except ImportError:
        return False
    unload_module(name)
    return True


def unload_nonresident_modules(resident: "set[str]") -> bool:
    """Unload every module of this firmware that is not resident; return whether that left memory to collect."""
    dropped = False
    for name in list(sys.modules):
        if name not in resident and name.startswith(OURS):
            unload_module(name)
            dropped = True
    return dropped


def loaded_modules() -> "list[str]":
    """Return the names of all modules that are loaded, to be kept by a later `unload`."""
    return list(sys.modules)
