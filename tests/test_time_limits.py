"""A test that never ends is named as one that failed, and what stands behind it runs."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from programs import run

TESTS = """
import pytest


@pytest.mark.limit(0.2)
def test_without_end():
    while True:
        pass


@pytest.mark.limit(0.2)
def test_that_takes_every_error_for_a_hiccup():
    while True:
        try:
            while True:
                pass
        except Exception:
            pass


def test_behind_them():
    pass
"""
PLUGIN = """
import time_limits


def pytest_configure(config):
    config.addinivalue_line("markers", "limit(seconds): here")
    config.pluginmanager.register(time_limits.Limits(config))
"""


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("processes", [[], ["-n", "1"]], ids=["in one process", "in several"])
def test_what_never_ends_fails_under_its_name_and_the_others_run(tmp_path, processes):
    """A change that makes a loop endless is noticed, and hangs nothing."""
    (tmp_path / "test_loops.py").write_text(TESTS, "utf-8")
    (tmp_path / "conftest.py").write_text(PLUGIN, "utf-8")
    words = ["-m", "pytest", "-q", "--rootdir", str(tmp_path), "-c", os.devnull, *processes, "test_loops.py"]
    done = run(sys.executable, *words, cwd=tmp_path, path=str(Path(__file__).parent))
    assert "2 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    assert "test_loops.py::test_without_end has not ended after 0.2 s" in done.stdout
