"""The house: rooms keep to their imports, pages to their links, and every dependency has its reason."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from programs import ROOT, run

CACHES = shutil.ignore_patterns("__pycache__", ".*_cache", ".venv", ".git", "dist")


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


@pytest.mark.thorough("seconds of a processor")
def test_the_rooms_as_they_stand_keep_to_their_imports(house):
    """The planted imports below prove something only when there is no other offence."""
    done = lint_imports(house)
    assert done.returncode == 0, done.stdout + done.stderr


# In every room at least one import that its row of CONTRIBUTING.md does not allow.
PLANTED = {
    "firmware/lib/tenbo_core": [
        ("hand_value.py", "import re", "tenbo_core.hand_value imports re"),
        ("hand_value.py", "import time", "tenbo_core.hand_value imports time"),
        ("hand_value.py", "import tenbo.cli", "tenbo_core.hand_value imports tenbo.cli"),
        ("hand_value.py", "import device.board", "tenbo_core.hand_value imports device.board"),
    ],
    "firmware/device": [
        ("board.py", "import tenbo.game.jsonl_answers", "device.board imports tenbo.game.jsonl_answers"),
        ("storage/journal.py", "import machine", "device.storage.journal imports machine"),
        ("outputs/screen_renderer.py", "import device.host.link", "device.outputs.screen_renderer -> device.host.link"),
        ("outputs/screen_renderer.py", "import device.storage.journal", "screen_renderer -> device.storage.journal"),
        ("outputs/views.py", "import device.storage.journal", "device.outputs.views -> device.storage.journal"),
        ("storage/ledger_writer.py", "import random", "device.storage.ledger_writer imports random"),
    ],
    "firmware/parts": [
        ("seat.py", "import device.input.buttons", "seat.py imports device.input.buttons"),
        ("uart.py", "import socket", "uart.py imports socket"),
        ("bus.py", "import time", "bus.py imports time"),
    ],
    "firmware/sim": [
        ("clock.py", "import tenbo_core.clock", "clock.py imports tenbo_core.clock"),
        ("flash.py", "import js", "flash.py imports js"),
    ],
    "firmware/page": [
        ("flash.py", "import device.storage.journal", "flash.py imports device.storage.journal"),
        ("clock.py", "import time", "clock.py imports time"),
    ],
    "host/tenbo": [
        ("__main__.py", "import serial", "tenbo.__main__ imports serial"),
        ("__main__.py", "import machine", "tenbo.__main__ imports machine"),
        ("__main__.py", "import device.board", "tenbo.__main__ imports device.board"),
        ("__main__.py", "import tools.generate", "tenbo.__main__ imports tools.generate"),
    ],
    "host/tenbo/cli": [
        ("demo.py", "import tools.generate", "tenbo.cli.demo imports tools.generate"),
        ("verify.py", "import sqlite3", "tenbo.cli.verify imports sqlite3"),
        ("doctor.py", "import serial", "tenbo.cli.doctor imports serial"),
    ],
    "host/tenbo/app": [
        ("config.py", "import tenbo.cli.run", "tenbo.app.config imports tenbo.cli.run"),
        ("doctor.py", "import tenbo.simulator", "tenbo.app.doctor imports tenbo.simulator"),
        ("service.py", "import sqlite3", "tenbo.app.service imports sqlite3"),
        ("service.py", "import http.server", "tenbo.app.service imports http"),
    ],
    "host/tenbo/simulator": [
        ("table.py", "import tenbo.app.service", "tenbo.simulator.table imports tenbo.app.service"),
        ("observed_state.py", "import tenbo.hall", "tenbo.simulator.observed_state imports tenbo.hall"),
        (
            "rehearsal/rehearsal_run.py",
            "import tenbo.hall.slip_entry",
            "rehearsal.rehearsal_run imports tenbo.hall.slip_entry",
        ),
        ("rehearsal/verification.py", "import tenbo.cli.verify", "rehearsal.verification imports tenbo.cli.verify"),
    ],
    "host/tenbo/integrations": [
        ("mqtt/publisher.py", "import tenbo.app.service", "tenbo.integrations is not allowed to import tenbo.app"),
        ("mqtt/topics.py", "import sqlite3", "tenbo.integrations.mqtt.topics imports sqlite3"),
        ("referee_panel/panel_state.py", "import tenbo.devices", "referee_panel.panel_state imports tenbo.devices"),
        ("referee_panel/panel_state.py", "import gpiozero", "referee_panel.panel_state imports gpiozero"),
    ],
    "host/tenbo/web": [
        ("routes/route_table.py", "import tenbo.app.service", "tenbo.web is not allowed to import tenbo.app"),
        ("server/server.py", "import sqlite3", "tenbo.web.server.server imports sqlite3"),
        ("__init__.py", "import tenbo.integrations.mqtt", "tenbo.web imports tenbo.integrations.mqtt"),
    ],
    "host/tenbo/cluster": [
        ("replication.py", "import tenbo.app.service", "tenbo.cluster is not allowed to import tenbo.app"),
        ("replication.py", "import sqlite3", "tenbo.cluster.replication imports sqlite3"),
        ("replication.py", "import tenbo.web", "tenbo.cluster.replication imports tenbo.web"),
    ],
    "host/tenbo/hall": [
        ("slip_entry.py", "import tenbo.web.server.server", "tenbo.hall is not allowed to import tenbo.web"),
        ("sessions.py", "import tenbo.app", "tenbo.hall is not allowed to import tenbo.app"),
        ("monotonic_time.py", "import http.client", "tenbo.hall.monotonic_time imports http"),
        ("device_replacement.py", "import serial", "tenbo.hall.device_replacement imports serial"),
    ],
    "host/tenbo/printing": [
        ("slips.py", "import tenbo.hall.slip_entry", "tenbo.printing.slips imports tenbo.hall.slip_entry"),
        ("fonts.py", "import tenbo.store", "tenbo.printing.fonts imports tenbo.store"),
        ("document.py", "import starlette", "tenbo.printing.document imports starlette"),
    ],
    "host/tenbo/formats": [
        ("result_files.py", "import urllib.request", "tenbo.formats.result_files imports urllib"),
        ("csv_rows.py", "import tenbo.store", "tenbo.formats.csv_rows imports tenbo.store"),
        ("logs/mjlog_reader.py", "import tenbo.hall", "tenbo.formats is not allowed to import tenbo.hall"),
    ],
    "host/tenbo/tournament": [
        ("record_log.py", "import tenbo.hall.slip_entry", "tenbo.tournament is not allowed to import tenbo.hall"),
        ("__init__.py", "import tenbo.devices", "tenbo.tournament imports tenbo.devices"),
        ("table_result.py", "import fpdf", "tenbo.tournament.table_result imports fpdf"),
        ("table_result.py", "import tenbo.formats", "tenbo.tournament.table_result imports tenbo.formats"),
    ],
    "host/tenbo/game": [
        ("replay.py", "import tenbo.tournament", "tenbo.game is not allowed to import tenbo.tournament"),
        ("hand_history.py", "import tenbo.store", "tenbo.game.hand_history imports tenbo.store"),
        ("game.py", "import tenbo.devices.follower", "tenbo.game.game imports tenbo.devices.follower"),
    ],
    "host/tenbo/flash": [
        ("build/files.py", "import tenbo.cli.demo", "tenbo.flash is not allowed to import tenbo.cli"),
        ("file_install.py", "import tenbo.hall", "tenbo.flash is not allowed to import tenbo.hall"),
    ],
    "host/tenbo/devices": [
        ("follower.py", "import tenbo.tournament", "tenbo.devices is not allowed to import tenbo.tournament"),
        ("link.py", "import sqlite3", "tenbo.devices.link imports sqlite3"),
        ("table_client.py", "import serial", "tenbo.devices.table_client imports serial"),
        ("health.py", "import tenbo.scoring", "tenbo.devices.health imports tenbo.scoring"),
    ],
    "host/tenbo/scoring": [
        ("__init__.py", "import tenbo.simulator", "tenbo.scoring imports tenbo.simulator"),
        ("__init__.py", "import tenbo.cli", "tenbo.scoring imports tenbo.cli"),
        ("hand.py", "import tenbo.game.game", "tenbo.scoring is not allowed to import tenbo.game"),
    ],
    "host/tenbo/rulebooks": [
        ("rulebook_ids.py", "import tenbo.devices", "tenbo.rulebooks is not allowed to import tenbo.devices"),
        ("toml_reader.py", "import tenbo.scoring", "tenbo.rulebooks is not allowed to import tenbo.scoring"),
        ("parser.py", "import numpy", "tenbo.rulebooks.parser imports numpy"),
    ],
    "host/tenbo/client": [
        ("local_service_client.py", "import tenbo.web", "tenbo.client is not allowed to import tenbo.web"),
        ("remote_host_client.py", "import sqlite3", "tenbo.client.remote_host_client imports sqlite3"),
    ],
    "host/tenbo/runtime": [
        ("worker.py", "import tenbo.hall", "tenbo.runtime.worker imports tenbo.hall"),
        ("thread_pool.py", "import tenbo_core.errors", "tenbo.runtime.thread_pool imports tenbo_core.errors"),
    ],
    "host/tenbo/validation": [
        ("fields.py", "import tenbo.rulebooks", "tenbo.validation.fields imports tenbo.rulebooks"),
        ("suggestions.py", "import tenbo.tournament", "tenbo.validation is not allowed to import tenbo.tournament"),
    ],
    "host/tenbo/store": [
        ("__init__.py", "import tenbo.devices.link", "tenbo.store imports tenbo.devices.link"),
        ("sqlite_store.py", "import tenbo.tournament.state", "tenbo.store is not allowed to import tenbo.tournament"),
        ("event_store.py", "import psycopg", "tenbo.store.event_store imports psycopg"),
    ],
    "tools": [
        ("generate/api.py", "import device.board", "tools.generate.api imports device.board"),
        ("generate/generated_files.py", "import tenbo.cli.run", "tools.generate.generated_files imports tenbo.cli.run"),
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
        if room.startswith("tenbo.") and room != "tenbo.cli":
            allowed = {name.removeprefix("tenbo.") for name in contract["ours"]} - {"tenbo_core"}
            assert rows[room.replace("tenbo.", "host/tenbo/")] == allowed, room


def test_every_package_of_the_host_is_a_room():
    """A new folder that no one has thought about would be free to import anything."""
    folders = {path.parent.name for path in (ROOT / "host/tenbo").glob("*/__init__.py")}
    assert {f"host/tenbo/{name}" for name in folders} == {room for room in PLANTED if room.startswith("host/tenbo/")}


@pytest.fixture(scope="module")
def offences(tmp_path_factory, house):
    """Plant every import of the table at once, in a copy of its own, and return what the checker says."""
    copy = tmp_path_factory.mktemp("planted") / "house"
    shutil.copytree(house, copy)
    for room, imports in PLANTED.items():
        for name, line, _ in imports:
            assert (copy / room / name).exists(), f"{room}/{name}: a module that was renamed is renamed here as well"
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
@pytest.mark.parametrize("file", ["firmware/lib/tenbo_core/hand_value.py", "firmware/device/board.py"])
def test_a_module_the_device_has_not_is_an_error(house, file, module):
    """The first dataclass arrives by habit; the editor has to say so before the table does."""
    line = f"from {module} import *" if module != "__future__" else "from __future__ import annotations"
    report = planted(house, file, line, ruff, file)
    assert f"TID251 `{module}` is banned" in report


@pytest.mark.parametrize("module", ["device", "machine", "sim"])
def test_a_module_of_the_device_is_an_error_on_the_host(house, module):
    """The host talks to the device over the link alone."""
    report = planted(house, "host/tenbo/cli/dispatch.py", f"import {module}", ruff, "host/tenbo/cli/dispatch.py")
    assert f"TID251 `{module}` is banned" in report


def test_later_syntax_is_an_error_on_the_device(house):
    """MicroPython has no `match`, and ruff says so while the file is written."""
    lines = "def kind(x: int) -> None:\n    match x:\n        case 1:\n            pass"
    file = "firmware/lib/tenbo_core/hand_value.py"
    assert "Cannot use `match` statement" in planted(house, file, lines, ruff, file)


def test_no_test_imports_a_benchmark():
    """A module such as `season.py` on the path goes before a test's of that name, in every test file after it."""
    folder = ROOT / "tests"
    tests = [path for path in folder.rglob("*.py") if not path.is_relative_to(folder / "soak")]
    wanted = re.compile(r"^ *(from|import) benchmarks\b", re.MULTILINE)
    assert [path.name for path in tests if wanted.search(path.read_text("utf-8"))] == []


# ---------------------------------------------------------------- documents


def pages() -> list[Path]:
    """Return every page of the project that git knows."""
    listed = run("git", "ls-files", "*.md", cwd=ROOT).stdout.split()
    return [ROOT / name for name in listed]


def links_of(page: Path) -> list[tuple[str, Path]]:
    """Return the text and the file of every link of a page to a file of the tree."""
    found = re.findall(r"\[([^]]*)\]\(([^)#: ]+)\)", page.read_text("utf-8"))
    return [(text.strip("`"), (page.parent / target).resolve()) for text, target in found]


def test_every_link_between_pages_leads_somewhere():
    """A file that is renamed takes its links along."""
    assert [(page.name, text) for page in pages() for text, target in links_of(page) if not target.exists()] == []


def test_the_index_names_every_page():
    """A page that no one finds was written for no one."""
    index = ROOT / "docs/README.md"
    named = {target for _, target in links_of(index)}
    assert set(pages()) - named - {index} == set()


def test_a_link_to_a_source_file_has_its_name():
    """Anyone who walks the way of one press looks for the file that is named."""
    for text, target in links_of(ROOT / "README.md"):
        if target.suffix == ".py":
            assert text.rpartition("/")[2] == target.name


def test_every_dependency_has_its_reason():
    """A package that no one can give a reason for is one to remove; its row or the line above it has a comment."""
    text = (
        (ROOT / "pyproject.toml")
        .read_text("utf-8")
        .partition("\ndependencies = [")[2]
        .partition("[project.scripts]")[0]
    )
    lines = [line.strip() for line in text.splitlines()]
    rows = [(above, line) for above, line in pairwise(lines) if line.startswith('"') and not line.startswith('"tenbo[')]
    assert len(rows) > 25
    assert [line for above, line in rows if " # " not in line and not above.startswith("#")] == []


def test_the_page_for_contributors_is_read_in_one_sitting():
    """What only some changes need stands in docs/dev."""
    assert (ROOT / "CONTRIBUTING.md").stat().st_size < 14_000


MEASUREMENTS = sorted(path for path in (ROOT / "benchmarks").glob("*.py") if '"__main__"' in path.read_text("utf-8"))


@pytest.mark.thorough("a process for each measurement")
@pytest.mark.parametrize("path", MEASUREMENTS, ids=lambda path: path.stem)
def test_each_measurement_starts(path):
    """A helper of the tests that was renamed must not break a measurement that no one runs each day."""
    done = subprocess.run([sys.executable, path, "--help"], capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
