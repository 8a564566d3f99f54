"""The real MicroPython on this computer, for tests that need what only it has."""

from __future__ import annotations

import ast
import os
import subprocess
from pathlib import Path

from tenbo.simulator import interpreter_lookup

ROOT = Path(__file__).parents[1]


def micropython(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run MicroPython from the root of the project, in a heap smaller than a Pico's, with the device's modules."""
    # Whole paths: a test may change its folder before the device loads a module.
    folders = ("firmware", "firmware/lib", "tests", "tests/device")
    path = ":".join([*[str(ROOT / folder) for folder in folders], ".frozen"])
    return subprocess.run(
        [*interpreter_lookup.micropython_command(), "-X", "heapsize=224wK", *map(str, arguments)],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "MICROPYPATH": path},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )


def names_of_tests(path: Path) -> list[str]:
    """Return the names of the test functions that a file defines."""
    tree = ast.parse(path.read_text("utf-8"))
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
