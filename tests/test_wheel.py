"""The wheel carries everything a table needs, and an installed Tenbo runs."""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tarfile
import venv
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import tenbo_core
from programs import ROOT, run
from tools import release

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


def test_a_wheel_from_a_fresh_clone_is_built_where_npm_brings_nothing(tmp_path, monkeypatch):
    """`pip install .` is the first thing that the README says, and no clone has the packages of the pages yet."""
    files = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    for file in files:
        (tmp_path / "clone" / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / "clone" / file)
    (tmp_path / "npm").write_text("#!/bin/sh\necho no network >&2\nexit 1\n")
    (tmp_path / "npm").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    done = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path, cwd=tmp_path / "clone")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "lit-html" in done.stdout + done.stderr
    assert len(list(tmp_path.glob("*.whl"))) == 1


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
    words = [path.relative_to(ROOT / "firmware") for path in (ROOT / "firmware/device").glob("text/words.*.bin")]
    assert words
    wanted += words
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
    # It tells Node that what it takes from there are modules.
    assert [path.name for path in (installed / "tenbo/web").glob("*.json")] == ["package.json"]


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


# ---------------------------------------------------------------- an empty environment


def needed_by(requirement: Requirement, seen: dict[str, str]) -> None:
    """Add the distributions that one asks for, and those that they ask for, as its metadata says."""
    if requirement.marker is not None and not any(
        requirement.marker.evaluate({"extra": extra}) for extra in ("", *seen)
    ):
        return
    found = distribution(requirement.name)
    seen[requirement.name] = found.version
    for line in found.requires or ():
        inner = Requirement(line)
        wanted = inner.marker is None or any(
            inner.marker.evaluate({"extra": extra}) for extra in ("", *requirement.extras)
        )
        if wanted and inner.name not in seen:
            needed_by(Requirement(f"{inner.name}[{','.join(inner.extras)}]" if inner.extras else inner.name), seen)


def dependencies_of(wheel: Path, extra: str) -> list[str]:
    """Return the names of all distributions that a wheel needs with an extra, and of no other."""
    (metadata,) = [name for name in zipfile.ZipFile(wheel).namelist() if name.endswith("dist-info/METADATA")]
    lines = re.findall(r"^Requires-Dist: (.*)$", zipfile.ZipFile(wheel).read(metadata).decode(), re.MULTILINE)
    extras, seen, named = [extra], {}, []
    while extras:
        current = extras.pop()
        named.append(current)
        for requirement in map(Requirement, lines):
            if requirement.marker is not None and not requirement.marker.evaluate({"extra": current}):
                continue
            if requirement.name == "tenbo":
                extras += [one for one in requirement.extras if one not in named]
            else:
                needed_by(Requirement(requirement.name), seen)
    return sorted(seen)


@pytest.fixture(scope="module")
def empty(wheel, tmp_path_factory):
    """Make an environment with the wheel and what it says it needs for a hall, copied from this one: no network."""
    place = tmp_path_factory.mktemp("empty")
    venv.create(place, with_pip=False)
    python = place / "bin/python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python, "install", "--quiet"]
    done = run(*pip, "--no-deps", "--no-index", "--no-compile", wheel, cwd=place)
    assert done.returncode == 0, done.stdout + done.stderr
    (packages,) = place.glob("lib/python*/site-packages")
    for name in dependencies_of(wheel, "hall"):
        found = distribution(name)
        for file in found.files or ():
            if ".." not in file.parts and "__pycache__" not in file.parts:
                target = packages / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(str(found.locate_file(file)), target)
    return place


def test_a_wheel_in_an_empty_environment_upgrades_a_store_of_the_first_release(empty, tmp_path):
    """What a host does on the evening before: install the new version, and start it beside the old one's store."""
    store = tmp_path / "hall.db"
    shutil.copyfile(ROOT / "tests/host/store/release-0.1.db", store)
    tenbo = [empty / "bin/tenbo"]
    before = run(*tenbo, "results", "--store", store, cwd=tmp_path).stdout
    assert "First6 Last6" in before
    service = subprocess.Popen(
        [*map(str, tenbo), "run", "--no-search", "--store", str(store), "--listen", "127.0.0.1:0"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": "", "NO_COLOR": "1"},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    said = ""
    assert service.stdout is not None
    try:
        while "answering at" not in said:
            assert select.select([service.stdout], [], [], 120)[0], said
            line = service.stdout.readline()
            assert line, said
            said += line
    finally:
        service.send_signal(signal.SIGINT)
        service.communicate(timeout=120)
    assert (tmp_path / "hall.db.v6").is_file(), said
    assert run(*tenbo, "results", "--store", store, cwd=tmp_path).stdout == before
    verified = run(*tenbo, "verify", store, cwd=tmp_path)
    assert verified.returncode == 0, verified.stdout
    run(*tenbo, "print", "standings", "--store", store, "--out", "standings.pdf", cwd=tmp_path)
    assert (tmp_path / "standings.pdf").read_bytes().startswith(b"%PDF")


def test_the_empty_environment_has_nothing_of_the_workshop(empty):
    """Otherwise the test above would say nothing of what the wheel asks for."""
    code = "import tenbo, sys; print(tenbo.__version__); import pytest"
    done = run(empty / "bin/python", "-c", code, cwd=empty)
    assert done.stdout == f"{tenbo_core.VERSION}\n"
    assert "No module named 'pytest'" in done.stderr


# ---------------------------------------------------------------- what is published


def test_the_device_archive_has_what_a_board_gets(tmp_path):
    """As sources, and compiled for a Pico; two builds are the same to the byte."""
    release.write_device_archives(tmp_path / "tenbo-1.0.0-device.zip")
    release.write_device_archives(tmp_path / "again.zip")
    names = zipfile.ZipFile(tmp_path / "tenbo-1.0.0-device.zip").namelist()
    assert {"tenbo-1.0.0-device/source/main.py", "tenbo-1.0.0-device/armv6m/main.py"} <= set(names)
    assert any(name.endswith(".mpy") for name in names)
    sums = release.checksums(tmp_path)
    assert [line.split()[1] for line in sums.splitlines()] == ["again.zip", "tenbo-1.0.0-device.zip"]
    done = subprocess.run(
        ["sha256sum", "--check"], input=sums, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_a_release_without_its_pages_or_its_changes_is_refused(tmp_path):
    """Before anything is built."""
    with pytest.raises(release.NotReadyError, match="lit-html"):
        release.check_page_packages(tmp_path)
    release.check_changelog(
        (ROOT / "CHANGELOG.md").read_text("utf-8").replace("## Unreleased", "## Later"), tenbo_core.VERSION
    )
    with pytest.raises(release.NotReadyError, match="no section"):
        release.check_changelog("## Unreleased\n", "1.0.0")
