"""Import cycles: no module needs itself, neither when it is loaded nor when a function of it runs."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from programs import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Each package, the prefix of its modules' names, and the modules that import each other through a function:
# the second part is loaded when it is needed and unloaded afterwards, because all of it does not fit the Pico's memory.
PACKAGES = {
    "host/tenbo": ("tenbo", []),
    "firmware/lib/tenbo_core": (
        "tenbo_core",
        [
            # A plain event has numbers alone; the kinds of a win are loaded with the first win.
            {"field_checks", "rare_field_checks", "win_parser"},
            # Only an undo needs earlier events.
            {"ledger", "ledger_undo"},
        ],
    ),
    "firmware/device": (
        "device",
        [
            # Files in blocks are read at start, and rewritten only when one is full.
            {"storage.log_block", "storage.block_files"},
            # Reading and repairing a journal takes place at start, and is unloaded before the first hand.
            {
                f"storage.{name}"
                for name in (
                    *("journal", "journal_rotation", "journal_reading"),
                    *("journal_recovery", "bit_flip_repair", "ledger_id"),
                )
            },
        ],
    ),
    "firmware/parts": ("", []),
    "firmware/sim": ("", []),
    "firmware/page": ("", []),
    "tools": ("tools", []),
    "hardware/workshop": ("workshop", []),
}


def modules_of(folder: Path, prefix: str) -> dict[str, Path]:
    """Return the modules in a folder, by their full names."""
    paths = (path for path in folder.rglob("*.py") if "languages" not in path.parts)
    names = {}
    for path in sorted(paths):
        parts = [prefix, *path.relative_to(folder).with_suffix("").parts]
        names[".".join(part for part in parts if part and part != "__init__")] = path
    return names


def imports_of(name: str, path: Path, modules: dict[str, Path]) -> set[str]:
    """Return the modules that a module imports at its top or in its functions; imports for types alone do not count."""
    found = set()
    for node in _run_nodes(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            wanted = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            wanted = [one if one in modules else str(node.module) for one in names]
        else:
            continue
        found.update(one for one in wanted if one in modules and one != name)
    return found


def _run_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield every node of a module except what only a type checker reads."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "False"):
            continue
        yield node
        yield from _run_nodes(node)


def cycles(imports: dict[str, set[str]]) -> list[set[str]]:
    """Return the largest groups of modules that all reach each other."""
    reached = {name: _reached(name, imports) for name in imports}
    groups = {frozenset({name, *(one for one in reached[name] if name in reached[one])}) for name in imports}
    return [set(group) for group in groups if len(group) > 1]


def _reached(name: str, imports: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    left = [name]
    while left:
        for one in imports[left.pop()] - found:
            found.add(one)
            left.append(one)
    return found


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("package", PACKAGES)
def test_no_modules_import_each_other(package):
    """Two modules that need each other are one module, or one of them is given what it needs."""
    prefix, known = PACKAGES[package]
    modules = modules_of(ROOT / package, prefix)
    found = cycles({name: imports_of(name, path, modules) for name, path in modules.items()})
    short = [{name.removeprefix(f"{prefix}.") for name in group} for group in found]
    assert sorted(map(sorted, short)) == sorted(map(sorted, known))


def test_a_cycle_is_found_at_the_top_and_in_a_function(tmp_path):
    """A test that finds nothing proves nothing."""
    (tmp_path / "a.py").write_text("import b\n")
    (tmp_path / "b.py").write_text("def later():\n    from p import c\n")
    (tmp_path / "p").mkdir()
    (tmp_path / "p/c.py").write_text("import a\nimport d\n")
    (tmp_path / "d.py").write_text("if TYPE_CHECKING:\n    import a\n")
    modules = modules_of(tmp_path, "")
    assert cycles({name: imports_of(name, path, modules) for name, path in modules.items()}) == [{"a", "b", "p.c"}]
