"""The house: rooms keep to their imports, pages to their links, and every dependency has its reason."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from programs import ROOT, run

CACHES = shutil.ignore_patterns("__pycache__", ".*_cache", ".venv", ".git", "dist", "build")


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
    "host/tenbo/rehearsal": [
        ("drill.py", "import tenbo.hall.hall", "tenbo.rehearsal.drill imports tenbo.hall.hall"),
        ("proof.py", "import tenbo.commands.verify", "tenbo.rehearsal.proof imports tenbo.commands.verify"),
        ("reckoning.py", "import tenbo.service.service", "tenbo.rehearsal.reckoning imports tenbo.service.service"),
    ],
    "host/tenbo/service": [
        ("config.py", "import tenbo.commands.run", "tenbo.service.config imports tenbo.commands.run"),
        ("doctor.py", "import tenbo.virtual", "tenbo.service.doctor imports tenbo.virtual"),
        ("service.py", "import sqlite3", "tenbo.service.service imports sqlite3"),
        ("service.py", "import http.server", "tenbo.service.service imports http"),
    ],
    "host/tenbo/feed": [
        ("feed.py", "import tenbo.service.service", "tenbo.feed is not allowed to import tenbo.service"),
        ("topics.py", "import tenbo.tournament.people", "tenbo.feed.topics imports tenbo.tournament.people"),
        ("topics.py", "import sqlite3", "tenbo.feed.topics imports sqlite3"),
    ],
    "host/tenbo/halls": [
        ("copying.py", "import tenbo.service.service", "tenbo.halls is not allowed to import tenbo.service"),
        ("copying.py", "import sqlite3", "tenbo.halls.copying imports sqlite3"),
        ("copying.py", "import tenbo.web", "tenbo.halls.copying imports tenbo.web"),
    ],
    "host/tenbo/api": [
        ("routes.py", "import tenbo.service.service", "tenbo.api is not allowed to import tenbo.service"),
        ("client.py", "import tenbo.panel", "tenbo.api.client imports tenbo.panel"),
        ("server.py", "import sqlite3", "tenbo.api.server imports sqlite3"),
    ],
    "host/tenbo/web": [
        ("__init__.py", "import tenbo.service.service", "tenbo.web is not allowed to import tenbo.service"),
        ("__init__.py", "import tenbo.api.server", "tenbo.web imports tenbo.api.server"),
        ("__init__.py", "import uvicorn", "tenbo.web imports uvicorn"),
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
    "host/tenbo/paper": [
        ("slips.py", "import tenbo.hall.hall", "tenbo.paper.slips imports tenbo.hall.hall"),
        ("fonts.py", "import tenbo.store", "tenbo.paper.fonts imports tenbo.store"),
        ("document.py", "import starlette", "tenbo.paper.document imports starlette"),
    ],
    "host/tenbo/tournament": [
        ("desk.py", "import tenbo.hall.hall", "tenbo.tournament is not allowed to import tenbo.hall"),
        ("__init__.py", "import tenbo.fleet", "tenbo.tournament imports tenbo.fleet"),
        ("export.py", "import fpdf", "tenbo.tournament.export imports fpdf"),
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


@pytest.mark.thorough("every room is broken once")
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


def test_a_benchmark_that_the_tests_import_leaves_the_path_of_modules_alone():
    """A `host.py` anywhere on the path goes before the folder of tests of that name, in every test file after it."""
    tests = (path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py"))
    taken = re.findall(r"^ *from benchmarks(\.\w+)? import (\w+)", "\n".join(tests), re.MULTILINE)
    modules = sorted({f"benchmarks{module or f'.{name}'}" for module, name in taken})
    assert "benchmarks.pictured" in modules
    program = "import sys; before = sys.path[:]; import {}; print([one for one in sys.path if one not in before])"
    path = os.pathsep.join(str(ROOT / part) for part in (".", "host", "firmware/lib"))
    told = {one: run(sys.executable, "-c", program.format(one), cwd=ROOT, path=path).stdout.strip() for one in modules}
    assert told == dict.fromkeys(modules, "[]")


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


def test_every_dependency_has_its_reason():
    """A package that nobody can give a reason for is one to remove."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    names = {re.split(r"[\[=<>; ]", one)[0] for one in wanted} - {"tenbo"}
    table = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Dependencies")[2].partition("\n## ")[0]
    named = {name for row in table.splitlines() if row.startswith("| ") for name in row.split("|")[1].split(", ")}
    assert names - {name.strip() for name in named} == set()
