"""Which test files a module concerns: those that import it, however far away, or start what imports it.

The map is read from the files themselves.  An import counts wherever it stands, and so does the name of a
module or of a file in a string, because commands, the parts of the fold and a board's modules are loaded
by name.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Where modules are looked for, as the tests and the device do it.
ROOTS = ("host", "firmware/lib", "firmware", "tests", "tests/device", "hardware", "")
# The one step that no file says: the simulated table starts the firmware of its own tree.
STARTS = {"host/tenbo/virtual/interpreter.py": ("firmware/main.py", "firmware/sim/start.py")}


class Map:
    """Every Python file of a tree and the files that it needs."""

    def __init__(self, tree: Path) -> None:
        files = [path.relative_to(tree).as_posix() for part in ROOTS[:-1] for path in (tree / part).rglob("*.py")]
        self._tree = tree
        self._files = set(files)
        self._modules: dict[str, set[str]] = {}
        for file in self._files:
            for root in ROOTS:
                if not root or file.startswith(root + "/"):
                    name = file[len(root) + 1 if root else 0 :].removesuffix(".py").removesuffix("/__init__")
                    self._modules.setdefault(name.replace("/", "."), set()).add(file)
        self._needs = {file: self._needed_by(file) for file in self._files}

        self._needed_in: dict[str, set[str]] = {file: set() for file in self._files}
        for file, needs in self._needs.items():
            for need in needs:
                self._needed_in.setdefault(need, set()).add(file)

    def concerned(self, module: str) -> dict[str, int]:
        """Return the files that need a module, each with the number of steps between them."""
        steps = {module: 0}
        waiting = [module]
        for current in waiting:  # grows meanwhile: the nearest first
            for file in sorted(self._needed_in.get(current, ())):
                if file not in steps:
                    steps[file] = steps[current] + 1
                    waiting.append(file)
        return steps

    def _needed_by(self, file: str) -> set[str]:
        needed = set(STARTS.get(file, ()))
        for name in _names((self._tree / file).read_text("utf-8"), file):
            if name in self._files:
                needed.add(name)
            elif name.endswith("."):
                for module, files in self._modules.items():
                    if module.startswith(name):
                        needed |= files
            else:
                needed |= self._modules.get(name, set())
        return needed


def _names(source: str, file: str) -> Iterator[str]:
    """Return the names of modules and files that a file speaks of."""
    package = file.removesuffix(".py").split("/")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _with_packages(alias.name)
        elif isinstance(node, ast.ImportFrom):
            base = (
                ".".join([*package[: len(package) + 1 - node.level], node.module or ""]) if node.level else node.module
            )
            yield from _with_packages(base or "")
            for alias in node.names:
                yield f"{base}.{alias.name}"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 80:
            yield node.value


def _with_packages(name: str) -> Iterator[str]:
    words = name.split(".")
    for size in range(1, len(words) + 1):
        yield ".".join(words[:size])
