"""`make` says what there is, what is missing, and installs no more than is needed."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from programs import ROOT

# What the pages are made of; a test of a recipe leaves it alone.
STANDING = ("host/tenbo/web/static/lit-html/lit-html.js", "host/tenbo/web/static/micropython/firmware.img")


def make(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run make in the root of the project, without the settings of a make around it."""
    environment = {
        key: value
        for key, value in os.environ.items()
        if key not in ("MAKEFLAGS", "MAKELEVEL", "VENV", "ARGS", "PYTHON")
    }
    return subprocess.run(
        ["make", *map(str, arguments)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def false_python(place: Path, *, version: str, refuses: str) -> Path:
    """Write a program that looks like a Python, but refuses code with a certain word in it."""
    program = place / "python"
    program.write_text(
        f'#!/bin/sh\ncase "$*" in\n  *--version*) echo "Python {version}" ;;\n  *{refuses}*) exit 1 ;;\nesac\n', "utf-8"
    )
    program.chmod(0o755)
    return program


def test_make_alone_says_what_there_is():
    """A newcomer types `make` first."""
    listed = make().stdout
    for target in ("demo", "test", "thorough", "check", "generated", "clean"):
        assert f"  make {target} " in listed


def test_an_old_python_is_refused_in_one_sentence(tmp_path):
    """Forty lines of pip would not say it as well."""
    python = false_python(tmp_path, version="3.9.2", refuses="version_info")
    done = make("install", f"PYTHON={python}", f"VENV={tmp_path / 'venv'}")
    assert done.returncode != 0
    assert done.stderr.splitlines()[0] == (
        f"{python} is Python 3.9.2, but Tenbo needs Python 3.11 or newer: name one with PYTHON=/path/to/python3.11."
    )


def test_a_table_in_a_browser_that_is_refused_names_the_option_as_make_takes_it(tmp_path):
    """The command names --listen, which make itself does not have; a table that ended well says nothing."""
    program = tmp_path / "bin" / "tenbo"
    program.parent.mkdir()
    made = [f"-o{tmp_path / 'playable'}", *(f"-o{stands}" for stands in STANDING)]
    for status, is_named in ((1, True), (0, False)):
        program.write_text(f"#!/bin/sh\nexit {status}\n", "utf-8")
        program.chmod(0o755)
        done = make("tablet", f"VENV={tmp_path}", *made)
        assert (done.returncode != 0, 'make tablet ARGS="--listen' in done.stderr) == (is_named, is_named)


def test_a_python_without_venv_is_refused_in_one_sentence(tmp_path):
    """Debian ships Python in pieces; the missing one is named."""
    python = false_python(tmp_path, version="3.11.2", refuses="ensurepip")
    done = make("install", f"PYTHON={python}", f"VENV={tmp_path / 'venv'}")
    assert done.returncode != 0
    assert "apt-get install python3-venv" in done.stderr.splitlines()[0]


def test_a_missing_python_is_named(tmp_path):
    """The first thing that can go wrong on a new machine."""
    done = make("install", f"PYTHON={tmp_path / 'nowhere'}", f"VENV={tmp_path / 'venv'}")
    assert done.returncode != 0
    assert done.stderr.startswith(f"There is no {tmp_path / 'nowhere'} here: install Python 3.11 or newer")


@pytest.mark.thorough("seconds of a processor")
def test_the_demonstration_installs_only_what_it_needs(tmp_path):
    """No one waits for type checkers to see a table play; anyone who has everything has that, too."""
    planned = make("--dry-run", "demo", f"VENV={tmp_path}").stdout
    assert "'.[hall]'" in planned
    assert "'.[dev]'" not in planned
    for stamp in ("made", "installed", "playable"):
        (tmp_path / stamp).touch()
    assert "pip install" not in make("--dry-run", "demo", f"VENV={tmp_path}").stdout


def test_every_way_to_install_that_is_named_works_from_a_clone():
    """An extra that is named is one of the project's, and is taken from the clone, which is what people have."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "host").rglob("*.py")]
    told = [words for page in pages for words in re.findall(r"pip install +([^`)\n]+)", page.read_text("utf-8"))]
    assert len(told) > 8
    for words in told:
        named = re.match(r"""["']?\.(?:\[([a-z,]+)\])?["']?""", words)
        assert named, words
        assert set((named[1] or "sim").split(",")) <= set(extras), words


@pytest.mark.parametrize(("target", "marks"), [("test", '"not thorough"\n'), ("thorough", "thorough ")])
def test_a_ring_of_the_suite_runs_on_every_processor_and_a_part_of_both_as_asked(tmp_path, target, marks):
    """One process prints what a test prints and stops in a debugger; anyone who wants that names tests."""
    for stamp in ("made", "installed", "playable"):
        (tmp_path / stamp).touch()
    whole = f"pytest -n logical --dist worksteal -m {marks}"
    assert whole in make("--dry-run", target, f"VENV={tmp_path}").stdout
    assert "pytest -k riichi\n" in make("--dry-run", target, f"VENV={tmp_path}", "ARGS=-k riichi").stdout


def test_processors_that_would_wait_have_more_tests_to_run(pytestconfig, monkeypatch):
    """Tests wait for browsers, lines and databases; a number that is named is kept."""
    monkeypatch.delenv("PYTEST_XDIST_AUTO_NUM_WORKERS", raising=False)
    for processors, processes in ((1, 2), (2, 4), (16, 20)):
        monkeypatch.setattr("os.cpu_count", lambda count=processors: count)
        assert pytestconfig.hook.pytest_xdist_auto_num_workers(config=pytestconfig) == processes
    monkeypatch.setenv("PYTEST_XDIST_AUTO_NUM_WORKERS", "7")
    assert pytestconfig.hook.pytest_xdist_auto_num_workers(config=pytestconfig) == 7


def test_a_second_run_installs_nothing(tmp_path):
    """The environment is made again only when pyproject.toml is newer than it; what the pages need is as it is."""
    files = ("lit-html/lit-html.js", "micropython/firmware.img")
    kept = [f"--old-file=host/tenbo/web/static/{name}" for name in files]
    asked = ("--question", "install", *kept, f"VENV={tmp_path}")
    stamp = tmp_path / "installed"
    stamp.touch()
    (tmp_path / "made").touch()
    assert make(*asked).returncode == 0
    os.utime(stamp, (0, 0))
    assert make(*asked).returncode == 1
