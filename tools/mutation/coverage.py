"""Which test reaches which block, learnt in marked copies of the tree and kept in build/reached/."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from tools.mutation.coverage_instrumentation import insert_marks
from tools.mutation.coverage_plugin import Test, load_test_coverage
from tools.mutation.selection import ROOT
from tools.mutation.tree_copy import PYTEST, PytestEnded, copy_tree, environment

if TYPE_CHECKING:
    from collections.abc import Callable

KEPT = ROOT / "build" / "reached"
# Where the tests of the rooms that are changed stand, each room with its examples. Pages, halls and the network are
# dear and far away.
TESTS = (
    "tests/core",
    "tests/device",
    "tests/host/rulebooks",
    "tests/host/devices",
    "tests/host/devices",
    "tests/host/scoring",
    "tests/host/service",
    "tests/host/store",
    "tests/host/table",
    "tests/host/tournament",
    "tests/host/test_hall_clock.py",
    "tests/host/test_follower_line_noise.py",
    "tests/host/test_field_validation.py",
    "tests/host/test_library.py",
    "tests/host/test_pending_commands.py",
    "firmware/lib/tenbo_core",
    "host/tenbo/formats",
    "host/tenbo/game",
    "host/tenbo/devices",
    "host/tenbo/scoring",
    "host/tenbo/store",
    "host/tenbo/tournament",
)


def learn_coverage(
    files: list[str], jobs: int, *, anew: bool, as_learnt: bool, say: Callable[[str], None]
) -> dict[str, Test]:
    """Return every test with what it reaches; run those that are not known yet."""
    if anew:
        shutil.rmtree(KEPT, ignore_errors=True)
    KEPT.mkdir(parents=True, exist_ok=True)
    if not as_learnt:
        say("learning what the tests reach that are not known yet ...")
        with tempfile.TemporaryDirectory(prefix="mutants-") as folder, ThreadPoolExecutor(jobs) as pool:
            parts = [_parts()[number::jobs] for number in range(jobs)]
            done = [
                pool.submit(_learn, Path(folder) / str(number) / "tree", files, part)
                for number, part in enumerate(parts)
            ]
            for one in done:
                one.result()
    return _all_known()


def _parts() -> list[str]:
    """Return the files with tests, which the workers share among them."""
    paths = [ROOT / test for test in TESTS]
    found = [one for path in paths for one in ([path] if path.is_file() else sorted(path.rglob("*.py")))]
    tests = [path for path in found if path.name.startswith("test_") or ">>> " in path.read_text("utf-8")]
    return [path.relative_to(ROOT).as_posix() for path in tests]


def _all_known() -> dict[str, Test]:
    tests: dict[str, Test] = {}
    for file in sorted(KEPT.glob("*.jsonl")):
        tests |= load_test_coverage(file)
    return tests


def _learn(tree: Path, files: list[str], part: list[str]) -> None:
    tree.mkdir(parents=True)
    copy_tree(tree)
    marks = tree.parent / "marks"
    found = insert_marks(tree, files, marks)
    number, to = tempfile.mkstemp(prefix="part-", suffix=".jsonl", dir=KEPT)
    with os.fdopen(number, "w", encoding="utf-8") as file:
        file.write(json.dumps([block.key for block in found]) + "\n")
    told = {"REACHED_TO": to, "REACHED_MARKS": str(marks), "REACHED_KNOWN": str(KEPT)}
    with (tree.parent / "log").open("w", encoding="utf-8") as log:
        done = subprocess.run(
            [*PYTEST, "-p", "tools.mutation.coverage_plugin", *part],
            cwd=tree,
            env={**environment(tree), **told},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if done.returncode not in (0, 1, 5):  # some fail with marks in the code; none is new
        raise PytestEnded((tree.parent / "log").read_text("utf-8", "replace")[-2000:])
