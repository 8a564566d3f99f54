"""The units of systemd, read by systemd itself."""

from __future__ import annotations

import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

UNITS = {"run": "tenbo.service", "desk": "tenbo-desk.service", "standby": "tenbo-standby.service"}
PROGRAM = Path(sys.executable).with_name("tenbo")
MISSING = "systemd is not installed (apt-get install systemd)"


def complaints(folder):
    """Return what systemd has to say about all units in a folder."""
    words = ["systemd-analyze", "verify", "--man=no", *sorted(folder.glob("*.service"))]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=300)
    # What the system's own units lack on this machine is not ours.
    return [line for line in (done.stdout + done.stderr).splitlines() if "tenbo" in line]


def printed(command):
    """Return the unit that a command prints."""
    return subprocess.run([PROGRAM, command, "--unit"], capture_output=True, text=True, check=True).stdout


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason=MISSING)
def test_systemd_understands_every_line_of_every_unit(tmp_path):
    """A key that it does not know it would ignore, and start the service without what was meant."""
    for command, name in UNITS.items():
        (tmp_path / name).write_text(printed(command))
    assert not complaints(tmp_path)
    unit = tmp_path / "tenbo-desk.service"
    unit.write_text(
        unit.read_text().replace("StateDirectory=", "StateFolder=").replace("ExecStart=/", "ExecStart=/no/")
    )
    said = "\n".join(complaints(tmp_path))
    assert "StateFolder" in said
    assert "not executable" in said


@pytest.mark.thorough("a service and simulated tables for seconds")
@pytest.mark.parametrize("command", UNITS)
def test_a_unit_is_tried_again_however_often_it_cannot_begin(command):
    """Five starts in ten seconds are enough for systemd to give up for good, and a database may be away for longer."""
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read_string(printed(command))
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"
    assert unit["Service"]["Restart"] in ("always", "on-failure")


@pytest.mark.thorough("a service and simulated tables for seconds")
@pytest.mark.parametrize(("command", "name"), UNITS.items())
def test_a_unit_starts_this_very_program_with_words_that_it_knows(command, name):
    """It names the command that printed it, and the commands in its head are those that install it."""
    unit = printed(command)
    starts = [line.partition("=")[2] for line in unit.splitlines() if line.startswith("ExecSt")]
    for line in starts:
        program, *words = line.removeprefix("-").split()
        assert program == str(PROGRAM.resolve())
        known = subprocess.run([program, words[0], "--help"], capture_output=True, text=True, check=True).stdout
        assert all(word in known for word in words if word.startswith("--"))
    assert f"/etc/systemd/system/{name}" in unit.splitlines()[0]
