"""The house: rooms keep to their imports, and the wheel carries everything a table needs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import tenbo_core

ROOT = Path(__file__).parents[1]
CACHES = shutil.ignore_patterns("__pycache__", ".*_cache", ".venv", ".git", "dist", "build")


def run(*command: str | Path, cwd: Path, path: str = "") -> subprocess.CompletedProcess[str]:
    """Run a program of this environment, seeing only the packages of `path` besides the installed ones."""
    environment = {**os.environ, "PYTHONPATH": path, "NO_COLOR": "1", "COLUMNS": "200"}
    return subprocess.run(
        [*map(str, command)], cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=120
    )


# ---------------------------------------------------------------- rooms


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Copy what the linters read, so that a test can plant an import in it."""
    copy = tmp_path_factory.mktemp("house")
    for room in ("host", "firmware", "tests", "tools", "examples", "hardware"):
        shutil.copytree(ROOT / room, copy / room, ignore=CACHES)
    shutil.copy(ROOT / "pyproject.toml", copy)
    return copy


def lint_imports(house: Path) -> subprocess.CompletedProcess[str]:
    """Run import-linter over a copy of the house."""
    program = Path(sys.executable).with_name("lint-imports")
    return run(program, "--no-logo", cwd=house, path="host:firmware/lib:firmware")


def ruff(house: Path, file: str) -> subprocess.CompletedProcess[str]:
    """Run ruff over one file of a copy of the house."""
    program = Path(sys.executable).with_name("ruff")
    return run(program, "check", "--no-cache", "--output-format", "concise", file, cwd=house)


def planted(house: Path, file: str, line: str, linter, *arguments: str) -> str:
    """Put a line at the end of a file, let a linter look, and take the line out again."""
    path = house / file
    before = path.read_text("utf-8")
    path.write_text(f"{before}\n{line}\n", "utf-8")
    try:
        done = linter(house, *arguments)
    finally:
        path.write_text(before, "utf-8")
    assert done.returncode != 0, f"{file} may say {line!r} and nobody minds:\n{done.stdout}"
    return done.stdout


def test_the_rooms_as_they_stand_keep_to_their_imports(house):
    """The planted imports below prove something only when there is no other offence."""
    done = lint_imports(house)
    assert done.returncode == 0, done.stdout + done.stderr


# In every room at least one import that its row of CONTRIBUTING.md does not allow.
PLANTED = {
    "firmware/lib/tenbo_core": [
        ("points.py", "import re", "tenbo_core.points imports re"),
        ("points.py", "import time", "tenbo_core.points imports time"),
        ("points.py", "import tenbo.cli", "tenbo_core.points imports tenbo.cli"),
        ("points.py", "import device.board", "tenbo_core.points imports device.board"),
    ],
    "firmware/device": [
        ("board.py", "import tenbo.game.jsonl", "device.board imports tenbo.game.jsonl"),
        ("journal.py", "import machine", "device.journal imports machine"),
        ("screens.py", "import device.link", "device.screens -> device.link"),
        ("screens.py", "import device.journal", "device.screens -> device.journal"),
        ("views.py", "import device.journal", "device.views -> device.journal"),
        ("keeper.py", "import random", "device.keeper imports random"),
    ],
    "firmware/sim": [
        ("seat.py", "import device.buttons", "seat.py imports device.buttons"),
        ("clock.py", "import tenbo_core.clock", "clock.py imports tenbo_core.clock"),
        ("uart.py", "import socket", "uart.py imports socket"),
    ],
    "host/tenbo": [
        ("cli.py", "import serial", "tenbo.cli imports serial"),
        ("cli.py", "import machine", "tenbo.cli imports machine"),
        ("cli.py", "import device.board", "tenbo.cli imports device.board"),
        ("cli.py", "import tools.generate", "tenbo.cli imports tools.generate"),
    ],
    "host/tenbo/commands": [
        ("demo.py", "import tools.generate", "tenbo.commands.demo imports tools.generate"),
        ("verify.py", "import sqlite3", "tenbo.commands.verify imports sqlite3"),
        ("doctor.py", "import serial", "tenbo.commands.doctor imports serial"),
    ],
    "host/tenbo/service": [
        ("config.py", "import tenbo.commands.run", "tenbo.service.config imports tenbo.commands.run"),
        ("doctor.py", "import tenbo.virtual", "tenbo.service.doctor imports tenbo.virtual"),
        ("service.py", "import sqlite3", "tenbo.service.service imports sqlite3"),
        ("service.py", "import http.server", "tenbo.service.service imports http"),
    ],
    "host/tenbo/api": [
        ("routes.py", "import tenbo.service.service", "tenbo.api is not allowed to import tenbo.service"),
        ("client.py", "import tenbo.panel", "tenbo.api.client imports tenbo.panel"),
        ("server.py", "import sqlite3", "tenbo.api.server imports sqlite3"),
    ],
    "host/tenbo/panel": [
        ("watch.py", "import tenbo.service.service", "tenbo.panel is not allowed to import tenbo.service"),
        ("watch.py", "import tenbo.fleet", "tenbo.panel.watch imports tenbo.fleet"),
        ("watch.py", "import gpiozero", "tenbo.panel.watch imports gpiozero"),
    ],
    "host/tenbo/hall": [
        ("hall.py", "import tenbo.api.client", "tenbo.hall is not allowed to import tenbo.api"),
        ("sessions.py", "import tenbo.service", "tenbo.hall is not allowed to import tenbo.service"),
        ("day.py", "import http.client", "tenbo.hall.day imports http"),
        ("hall.py", "import serial", "tenbo.hall.hall imports serial"),
    ],
    "host/tenbo/tournament": [
        ("desk.py", "import tenbo.hall.hall", "tenbo.tournament is not allowed to import tenbo.hall"),
        ("__init__.py", "import tenbo.fleet", "tenbo.tournament imports tenbo.fleet"),
        ("export.py", "import urllib.request", "tenbo.tournament.export imports urllib"),
    ],
    "host/tenbo/fleet": [
        ("__init__.py", "import tenbo.store", "tenbo.fleet imports tenbo.store"),
        ("fleet.py", "import tenbo.tournament", "tenbo.fleet is not allowed to import tenbo.tournament"),
        ("station.py", "import tenbo.game.game", "tenbo.fleet is not allowed to import tenbo.game"),
    ],
    "host/tenbo/game": [
        ("replay.py", "import tenbo.tournament", "tenbo.game is not allowed to import tenbo.tournament"),
        ("history.py", "import tenbo.store", "tenbo.game.history imports tenbo.store"),
        ("game.py", "import tenbo.line.follow", "tenbo.game.game imports tenbo.line.follow"),
    ],
    "host/tenbo/flash": [
        ("files.py", "import tenbo.commands.demo", "tenbo.flash is not allowed to import tenbo.commands"),
        ("install.py", "import tenbo.fleet", "tenbo.flash is not allowed to import tenbo.fleet"),
    ],
    "host/tenbo/virtual": [
        ("table.py", "import tenbo.service.service", "tenbo.virtual is not allowed to import tenbo.service"),
        ("scene.py", "import tenbo.hall", "tenbo.virtual is not allowed to import tenbo.hall"),
    ],
    "host/tenbo/line": [
        ("follow.py", "import tenbo.store", "tenbo.line.follow imports tenbo.store"),
        ("link.py", "import sqlite3", "tenbo.line.link imports sqlite3"),
        ("queries.py", "import serial", "tenbo.line.queries imports serial"),
        ("health.py", "import tenbo.scoring", "tenbo.line.health imports tenbo.scoring"),
    ],
    "host/tenbo/scoring": [
        ("__init__.py", "import tenbo.virtual", "tenbo.scoring imports tenbo.virtual"),
        ("__init__.py", "import tenbo.cli", "tenbo.scoring imports tenbo.cli"),
        ("hand.py", "import tenbo.game.game", "tenbo.scoring is not allowed to import tenbo.game"),
    ],
    "host/tenbo/books": [
        ("names.py", "import tenbo.fleet", "tenbo.books is not allowed to import tenbo.fleet"),
        ("reading.py", "import tenbo.scoring", "tenbo.books is not allowed to import tenbo.scoring"),
        ("checking.py", "import numpy", "tenbo.books.checking imports numpy"),
    ],
    "host/tenbo/inputs": [
        ("fields.py", "import tenbo.books", "tenbo.inputs.fields imports tenbo.books"),
        ("unknown_words.py", "import tenbo.tournament", "tenbo.inputs is not allowed to import tenbo.tournament"),
    ],
    "host/tenbo/store": [
        ("__init__.py", "import tenbo.line.link", "tenbo.store imports tenbo.line.link"),
        ("log.py", "import tenbo.tournament.state", "tenbo.store is not allowed to import tenbo.tournament"),
    ],
    "tools": [
        ("generate/api.py", "import device.board", "tools.generate.api imports device.board"),
        ("generate/files.py", "import tenbo.commands.run", "tools.generate.files imports tenbo.commands.run"),
    ],
    "examples": [
        ("score_a_hand.py", "import tenbo.scoring", "examples/score_a_hand.py imports tenbo.scoring"),
        ("replay_a_game.py", "import tenbo_core.fold", "examples/replay_a_game.py imports tenbo_core.fold"),
    ],
    "hardware": [
        ("workshop/design.py", "import tenbo_core.seats", "hardware/workshop/design.py imports tenbo_core.seats"),
        ("make.py", "import device.pins", "hardware/make.py imports device.pins"),
    ],
}  # fmt: skip


def rows_of_rooms() -> dict[str, set[str]]:
    """Return the rooms of the table in CONTRIBUTING.md, and what each may import."""
    table = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## The rooms")[2].partition("\n## ")[0]
    cells = [row.split("|") for row in table.splitlines() if row.startswith("| `")]
    return {row[1].strip(" `"): set(re.findall(r"`([^`]*)`", row[3])) for row in cells}


def contracts() -> list[dict[str, object]]:
    """Return the contracts of the import checker."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]


def test_every_room_of_the_table_has_its_contract_and_a_planted_import():
    """A row without a contract is a wish; a contract without a planted import may have no teeth."""
    checked = {one.get("room") or one["folder"] for one in contracts() if one["type"] in ("room", "folder")}
    packages = {"tenbo": "host/tenbo", "tenbo_core": "firmware/lib/tenbo_core", "device": "firmware/device"}
    paths = {packages.get(str(room), str(room).replace("tenbo.", "host/tenbo/")) for room in checked}
    assert paths == set(rows_of_rooms()) == set(PLANTED)


def test_the_table_of_the_rooms_allows_what_the_contracts_allow():
    """Who reads the table and who runs the checker must hear the same."""
    rows = rows_of_rooms()
    for contract in contracts():
        room = str(contract.get("room", ""))
        if room.startswith("tenbo.") and room != "tenbo.commands":
            allowed = {name.removeprefix("tenbo.") for name in contract["ours"]} - {"tenbo_core"}
            assert rows[room.replace("tenbo.", "host/tenbo/")] == allowed, room


def test_every_package_of_the_host_is_a_room():
    """A new folder that nobody has thought about would be free to import anything."""
    folders = {path.parent.name for path in (ROOT / "host/tenbo").glob("*/__init__.py")}
    assert {f"host/tenbo/{name}" for name in folders} == {room for room in PLANTED if room.startswith("host/tenbo/")}


@pytest.fixture(scope="module")
def offences(tmp_path_factory, house):
    """Plant every import of the table at once, in a copy of its own, and return what the checker says."""
    copy = tmp_path_factory.mktemp("planted") / "house"
    shutil.copytree(house, copy)
    for room, imports in PLANTED.items():
        for name, line, _ in imports:
            with (copy / room / name).open("a", encoding="utf-8") as file:
                file.write(f"\n{line}\n")
    done = lint_imports(copy)
    assert done.returncode != 0
    return done.stdout


@pytest.mark.parametrize("room", PLANTED)
def test_an_import_across_the_rooms_is_an_error(offences, room):
    """Who may import whom is a decision of the house, not of the day."""
    assert [offence for _, _, offence in PLANTED[room] if offence not in offences] == []


@pytest.mark.parametrize(
    "module",
    ["typing", "dataclasses", "enum", "functools", "itertools", "abc", "__future__", "contextlib", "pathlib", "tenbo"],
)
@pytest.mark.parametrize("file", ["firmware/lib/tenbo_core/points.py", "firmware/device/board.py"])
def test_a_module_the_device_has_not_is_an_error(house, file, module):
    """The first dataclass arrives by habit; the editor has to say so before the table does."""
    line = f"from {module} import *" if module != "__future__" else "from __future__ import annotations"
    report = planted(house, file, line, ruff, file)
    assert f"TID251 `{module}` is banned" in report


@pytest.mark.parametrize("module", ["device", "machine", "sim"])
def test_a_module_of_the_device_is_an_error_on_the_host(house, module):
    """The host talks to the device over the link alone."""
    report = planted(house, "host/tenbo/cli.py", f"import {module}", ruff, "host/tenbo/cli.py")
    assert f"TID251 `{module}` is banned" in report


def test_later_syntax_is_an_error_on_the_device(house):
    """MicroPython has no `match`, and ruff says so while the file is written."""
    lines = "def kind(x: int) -> None:\n    match x:\n        case 1:\n            pass"
    file = "firmware/lib/tenbo_core/points.py"
    assert "Cannot use `match` statement" in planted(house, file, lines, ruff, file)


# ---------------------------------------------------------------- documents


def pages() -> list[Path]:
    """Return every page of the project that git knows."""
    listed = run("git", "ls-files", "*.md", cwd=ROOT).stdout.split()
    return [ROOT / name for name in listed]


def links_of(page: Path) -> list[tuple[str, Path]]:
    """Return the text and the file of every link of a page to a file of ours."""
    found = re.findall(r"\[([^]]*)\]\(([^)#: ]+)\)", page.read_text("utf-8"))
    return [(text.strip("`"), (page.parent / target).resolve()) for text, target in found]


def test_every_link_between_pages_leads_somewhere():
    """A file that is renamed takes its links along."""
    assert [(page.name, text) for page in pages() for text, target in links_of(page) if not target.exists()] == []


def test_the_index_names_every_page():
    """A page that nobody finds was written for nobody."""
    index = ROOT / "docs/README.md"
    named = {target for _, target in links_of(index)}
    assert set(pages()) - named - {index} == set()


def test_a_link_to_a_source_file_has_its_name():
    """Whoever walks the way of one press looks for the file that is named."""
    for text, target in links_of(ROOT / "README.md"):
        if target.suffix == ".py":
            assert text.rpartition("/")[2] == target.name


# ---------------------------------------------------------------- packaging


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
    """Whoever installs Tenbo can simulate a table and flash one, file by file as in the tree."""
    there = installed / "tenbo" / "firmware"
    wanted = [
        path.relative_to(ROOT / "firmware")
        for path in (ROOT / "firmware").rglob("*.py")
        # The fonts' drawings and the languages are what other files are made from; a device has no use for them.
        if not {"__pycache__", "fonts", "languages"} & set(path.parts)
    ]
    assert {Path("main.py"), Path("device/app.py"), Path("lib/tenbo_core/__init__.py")} <= set(wanted)
    assert any(path.parts[0] == "sim" for path in wanted)
    wanted.append(Path("device/words.bin"))
    assert [path for path in wanted if (there / path).read_bytes() != (ROOT / "firmware" / path).read_bytes()] == []


def test_an_installed_tenbo_carries_its_rule_books_and_types(installed):
    """The books are data beside the code, and `py.typed` tells type checkers to look."""
    wanted = sorted(path.name for path in (ROOT / "host/tenbo/books").glob("*.toml"))
    assert wanted
    assert sorted(path.name for path in (installed / "tenbo/books").glob("*.toml")) == wanted
    assert (installed / "tenbo/py.typed").exists()


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


def test_every_dependency_has_its_reason():
    """A package that nobody can give a reason for is one to remove."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    names = {re.split(r"[\[=<>; ]", one)[0] for one in wanted} - {"tenbo"}
    table = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Dependencies")[2].partition("\n## ")[0]
    named = {name for row in table.splitlines() if row.startswith("| ") for name in row.split("|")[1].split(", ")}
    assert names - {name.strip() for name in named} == set()


# ---------------------------------------------------------------- make


def make(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run make in the root of the project, without the settings of a make around it."""
    environment = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MAKELEVEL", "VENV")}
    return subprocess.run(
        ["make", *map(str, arguments)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
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
    for target in ("demo", "test", "check", "generated", "clean"):
        assert f"  make {target} " in listed


def test_an_old_python_is_refused_in_one_sentence(tmp_path):
    """Forty lines of pip would not say it as well."""
    python = false_python(tmp_path, version="3.9.2", refuses="version_info")
    done = make("install", f"PYTHON={python}", f"VENV={tmp_path / 'venv'}")
    assert done.returncode != 0
    assert done.stderr.splitlines()[0] == (
        f"{python} is Python 3.9.2, but Tenbo needs Python 3.11 or newer: name one with PYTHON=/path/to/python3.11."
    )


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


def test_the_demonstration_installs_only_what_it_needs(tmp_path):
    """Nobody waits for type checkers to see a table play; whoever has everything has that, too."""
    planned = make("--dry-run", "demo", f"VENV={tmp_path}").stdout
    assert "'.[sim]'" in planned
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


def test_a_second_run_installs_nothing(tmp_path):
    """The environment is made again only when pyproject.toml is newer than it."""
    stamp = tmp_path / "installed"
    stamp.touch()
    (tmp_path / "made").touch()
    assert make("--question", "install", f"VENV={tmp_path}").returncode == 0
    os.utime(stamp, (0, 0))
    assert make("--question", "install", f"VENV={tmp_path}").returncode == 1
