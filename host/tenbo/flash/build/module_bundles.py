"""The modules that stay in a board's memory while a table runs, and the files into which `tenbo flash` joins them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tenbo.flash.bench_program import PROGRAM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Each file, and the modules that it begins with: all that these import when they are loaded is in it, too, unless it is
# in a file before. The first is loaded for the first picture of a start, the second while people look at it.
JOINED = {
    "device/app.py": (
        *(
            "device.cooperative_import",
            "device.board",
            "device.log_block",
            "tenbo_core.start_and_riichi",
            "device.stage1",
        ),
        "device.app",
    ),
    "device/later.py": ("device.stage2", "device.dice_and_riichi"),
}
# These are loaded to make the parts of a table, and gone when they have.
UNLOADED = ("device.stage1", "device.stage2")
# Code that runs at every scan, or between a press and its pictures.
HOT_MODULES = (
    *("device/board.py", "device/buttons.py", "device/dialogue.py", "device/displays.py", "device/display_frame.py"),
    *(
        "device/idle_buttons.py",
        "device/ledger_writer.py",
        "device/language.py",
        "device/lettering.py",
        "device/link.py",
    ),
    *(
        "device/seat_display.py",
        "device/score_screen.py",
        "device/screens.py",
        "device/seat_box_driver.py",
        "device/symbols.py",
    ),
    *("device/ticks.py", "device/views.py"),
)
# Where it stands which modules a function needs that is called without being imported.
TABLE = "device/lazy_function_table.py"
# And where a board has that table.
TABLE_FILE = "device/lazy.bin"


def module_name(path: str) -> str:
    """Return the name by which a module is imported.

    >>> module_name("lib/tenbo_core/books/__init__.py"), module_name("device/app.py")
    ('tenbo_core.books', 'device.app')
    """
    return path.removeprefix("lib/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def joined_modules(trees: dict[str, ast.Module]) -> dict[str, list[str]]:
    """Return the modules of each joined file, by their names, each behind those that it imports.

    `trees` are all modules by their paths. A firmware that has not all of the beginnings is joined nowhere.
    """
    by_name = {module_name(path): tree for path, tree in trees.items()}
    if not {name for begins in JOINED.values() for name in begins} <= set(by_name):
        return {}
    packages = {module_name(path) for path in trees if path.endswith("/__init__.py")}
    seen: set[str] = set()
    found = {}
    for path, begins in JOINED.items():
        behind = [name for begin in begins for name in _with_dependencies(begin, by_name, seen)]
        # A package stays one: it is how the modules in it are found.
        found[path] = [name for name in behind if name not in packages and name not in UNLOADED]
    return found


def _with_dependencies(name: str, by_name: dict[str, ast.Module], seen: set[str]) -> Iterator[str]:
    """Yield the modules that a module imports when it is loaded, and last the module, unless they were seen."""
    if name in seen:
        return
    seen.add(name)
    for statement in by_name[name].body:
        if isinstance(statement, ast.ImportFrom):
            for imported in imported_modules(statement, by_name):
                yield from _with_dependencies(imported, by_name, seen)
    yield name


def imported_modules(statement: ast.ImportFrom, ours: Iterable[str]) -> list[str]:
    """Return the firmware's modules that a statement imports, or imports names from."""
    place = statement.module or ""
    whole = [f"{place}.{alias.name}" for alias in statement.names]
    found = [name for name in whole if name in ours]
    return [*found, place] if len(found) < len(whole) and place in ours else found


def dynamically_imported(trees: Iterable[ast.Module]) -> set[str]:
    """Return the last words of modules that some code imports by a text, from its tables."""
    words: set[str] = set()
    for tree in trees:
        if any(isinstance(node, ast.Name) and node.id == "__import__" for node in ast.walk(tree)):
            tables = [node for table in tree.body if isinstance(table, ast.Assign) for node in ast.walk(table)]
            words.update(
                node.value for node in tables if isinstance(node, ast.Constant) and isinstance(node.value, str)
            )
    return words


def prompt_references() -> tuple[list[str], set[str]]:
    """Return the modules that the program which looks at a board's parts imports, and what it asks things for."""
    nodes = list(ast.walk(ast.parse(PROGRAM)))
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module == "device"]
    modules = [f"device.{alias.name}" for node in imports for alias in node.names]
    return modules, {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def rewrite_lazy_table(lines: str, joined: dict[str, list[str]]) -> str:
    r"""Return the table of functions that are loaded on demand, changed for joined modules.

    Modules in the first file are always loaded and are left out. A module in another file is replaced by that file.

    >>> rewrite_lazy_table("\nmenu menu.run .points .seats\nlater parts.make lights link\n", {
    ...     "device/app.py": ["tenbo_core.seats"], "device/later.py": ["device.lights", "device.link"]})
    '\nmenu menu.run .points\nlater parts.make later\n'
    """
    first, *others = joined
    gone = {_short(name) for name in joined[first]}
    instead = {_short(name): _short(module_name(path)) for path in others for name in joined[path]}
    rows = []
    for line in lines.splitlines():
        name, *words = line.split(" ")
        function, needed = words[:1], [instead.get(word, word) for word in words[1:] if word not in gone]
        rows.append(" ".join([name, *function, *dict.fromkeys(needed)]))
    return "\n".join(rows) + "\n"


def _short(name: str) -> str:
    """Return the name of a module in the table: a name that begins with a dot is of `tenbo_core`."""
    return name.removeprefix("device.").removeprefix("tenbo_core")
