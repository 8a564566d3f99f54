"""The wheel carries everything a table needs, and an installed Tenbo runs."""

from __future__ import annotations

import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import tenbo_core
from programs import ROOT, run

pytestmark = pytest.mark.thorough("a wheel that is built and installed")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build the source archive and the wheel, without the network."""
    place = tmp_path_factory.mktemp("built")
    done = run(sys.executable, "-m", "hatchling", "build", "-d", place, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    return place


@pytest.fixture(scope="module")
def wheel(built):
    """Return the wheel that was built from the tree."""
    (file,) = built.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Install the wheel into an empty folder, without the network and without dependencies."""
    place = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    done = run(*pip, "--no-deps", "--no-index", "--no-compile", "--target", place, wheel, cwd=place)
    assert done.returncode == 0, done.stdout + done.stderr
    return place


def test_the_wheel_has_the_version_of_the_core(wheel):
    """One version: the core states it, the device reports it, the wheel is called by it."""
    assert wheel.name == f"tenbo-{tenbo_core.VERSION}-py3-none-any.whl"


def test_the_wheel_carries_no_tests_and_no_leftovers(wheel):
    """What is installed is what runs: nothing of the workshop."""
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names} == {
        "tenbo",
        "tenbo_core",
        f"tenbo-{tenbo_core.VERSION}.dist-info",
    }
    unwanted = [
        name
        for name in names
        if "__pycache__" in name or "/test" in name or "/fonts/" in name or name.endswith((".pyc", ".mpy"))
    ]
    assert unwanted == []
    assert [name for name in names if name.endswith(("ruff.toml", "mypy.ini"))] == []


def test_an_installed_tenbo_runs_and_knows_the_core(installed):
    """The installed package is complete: it needs nothing of the tree it was built from."""
    helped = run(sys.executable, "-m", "tenbo", "--help", cwd=installed, path=str(installed))
    assert helped.returncode == 0, helped.stderr
    assert helped.stdout.startswith("usage: tenbo")
    asked = "import tenbo, tenbo_core; print(tenbo.__version__, tenbo.__file__); print(tenbo_core.__file__)"
    told = run(sys.executable, "-c", asked, cwd=installed, path=str(installed))
    assert told.stdout.splitlines() == [
        f"{tenbo_core.VERSION} {installed / 'tenbo' / '__init__.py'}",
        str(installed / "tenbo_core" / "__init__.py"),
    ]


def test_an_installed_tenbo_carries_the_device(installed):
    """Anyone who installs Tenbo can simulate a table and flash one, file by file as in the tree."""
    there = installed / "tenbo" / "firmware"
    wanted = [
        path.relative_to(ROOT / "firmware")
        for path in (ROOT / "firmware").rglob("*.py")
        # The fonts' drawings and the languages are what other files are made from; a device has no use for them.
        if not {"__pycache__", "fonts", "languages"} & set(path.parts)
    ]
    assert {Path("main.py"), Path("device/app.py"), Path("lib/tenbo_core/__init__.py")} <= set(wanted)
    assert {"parts", "sim", "page"} <= {path.parts[0] for path in wanted}
    wanted.append(Path("device/words.bin"))
    assert [path for path in wanted if (there / path).read_bytes() != (ROOT / "firmware" / path).read_bytes()] == []


def test_an_installed_tenbo_carries_its_rule_books_and_types(installed):
    """The books are data beside the code, and `py.typed` tells type checkers to look."""
    wanted = sorted(path.name for path in (ROOT / "host/tenbo/rulebooks").glob("*.toml"))
    assert wanted
    assert sorted(path.name for path in (installed / "tenbo/rulebooks").glob("*.toml")) == wanted
    assert (installed / "tenbo/py.typed").exists()


def test_an_installed_tenbo_carries_its_pages_and_what_they_draw_with(installed):
    """A desk without internet has everything in the wheel; the licence of what is not ours goes along."""
    there, ours = installed / "tenbo/web/static", ROOT / "host/tenbo/web/static"
    wanted = [path.relative_to(ours) for path in ours.rglob("*") if path.is_file()]
    assert {Path("lit-html/lit-html.js"), Path("lit-html/LICENSE")} <= set(wanted)
    assert [path for path in wanted if (there / path).read_bytes() != (ours / path).read_bytes()] == []
    assert [path.name for path in (installed / "tenbo/web").glob("*.json")] == []


def test_the_source_archive_builds_the_same_wheel(built, wheel, tmp_path):
    """A packager starts from the source archive; it must not lack a file."""
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = opened.getnames()
        # Debian 12's Python has no filters yet; newer ones warn without one.
        opened.extractall(tmp_path, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    assert [name for name in names if "__pycache__" in name or ".venv" in name] == []
    (source,) = tmp_path.iterdir()
    done = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path / "again", cwd=source)
    assert done.returncode == 0, done.stdout + done.stderr
    (again,) = (tmp_path / "again").glob("*.whl")
    assert sorted(zipfile.ZipFile(again).namelist()) == sorted(zipfile.ZipFile(wheel).namelist())
