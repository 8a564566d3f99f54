"""`tenbo tablet --out`: a folder of static files that any web server can serve."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

from tenbo.cli.dispatch import main
from tenbo.client.own_addresses import reachable_host
from tools import tablet_firmware, vendored_npm_packages


@pytest.fixture(autouse=True)
def current():
    """Have today's firmware among the pages."""
    assert vendored_npm_packages.is_copied(), "run make web"
    tablet_firmware.build()


def test_the_folder_has_every_file_that_its_worker_keeps(tmp_path, capsys):
    """What is not kept is not there without a network."""
    assert main(["tablet", "--out", str(tmp_path / "site")]) == 0
    assert "files to" in capsys.readouterr().out
    written = {
        path.relative_to(tmp_path / "site").as_posix() for path in (tmp_path / "site").rglob("*") if path.is_file()
    }
    kept = json.loads(re.search(r"FILES = (.*);", (tmp_path / "site/service-worker.js").read_text("utf-8"))[1])
    assert set(kept) == {"./", *written} - {"service-worker.js"}
    assert {"index.html", "manifest.webmanifest", "static/micropython/firmware.img"} <= written
    page = (tmp_path / "site/index.html").read_text("utf-8")
    assert "wasm-unsafe-eval" in page
    assert not re.findall(r'(?:href|src)="/', page), "an address that begins with / leads out of a folder"


def test_a_changed_file_makes_another_version(tmp_path, monkeypatch):
    """A browser takes a new version only if the worker itself is another one."""
    versions = []
    for label in ("one", "other"):
        monkeypatch.setattr("tenbo.web.tablet_files.MANIFEST", {"name": label})
        assert main(["tablet", "--out", str(tmp_path / label)]) == 0
        versions.append((tmp_path / label / "service-worker.js").read_text("utf-8").splitlines()[0])
    assert versions[0] != versions[1]


def test_a_folder_that_cannot_be_written_is_said(tmp_path, capsys):
    """A file lies where the folder should be."""
    (tmp_path / "site").write_text("x")
    assert main(["tablet", "--out", str(tmp_path / "site")]) != 0
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.thorough("seconds of a processor")
@pytest.mark.parametrize("everywhere", ["0.0.0.0", "::"])
def test_the_printed_address_is_one_that_a_tablet_can_open(everywhere):
    """Listening everywhere is no place to go to."""
    assert reachable_host(everywhere) not in ("0.0.0.0", "::", "")
    assert reachable_host("192.168.1.7") == "192.168.1.7"


def test_the_address_is_printed_at_once_into_a_pipe():
    """Somebody who writes the output into a file, or reads it in a program, waits for the address."""
    words = [sys.executable, "-m", "tenbo", "tablet", "--listen", "127.0.0.1:0"]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True) as served:
        try:
            assert "http://127.0.0.1:" in served.stdout.readline()
            assert served.poll() is None
        finally:
            served.terminate()
