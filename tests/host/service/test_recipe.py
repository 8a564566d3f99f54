"""The recipe of a card: its lines are those of our commands, and do what they say."""

from __future__ import annotations

import configparser
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

RECIPE = yaml.safe_load((Path(__file__).parents[3] / "deploy/user-data").read_text())
TENBO = "/opt/tenbo/bin/tenbo"
WIFI = "/etc/NetworkManager/system-connections/hall.nmconnection"


def test_the_wifi_is_an_access_point_with_a_password_of_its_own(tmp_path):
    """One that stood in the recipe would be the same in every hall."""
    (file,) = RECIPE["write_files"]
    assert (file["path"], file["permissions"]) == (WIFI, "0600")
    passwords = set()
    for number in range(2):
        written = tmp_path / f"hall{number}"
        written.write_text(file["content"])
        shell, how, line = next(words for words in RECIPE["runcmd"] if "@PSK@" in words[-1])
        subprocess.run([shell, how, line.replace(WIFI, str(written))], check=True)
        said = configparser.ConfigParser()
        said.read(written)
        assert (said["wifi"]["mode"], said["ipv4"]["method"]) == ("ap", "shared")
        assert said["wifi-security"]["key-mgmt"] == "wpa-psk"
        passwords.add(said["wifi-security"]["psk"])
    assert len(passwords) == 2
    # What WPA allows is 8 to 63.
    assert all(len(password) == 16 and password.isalnum() for password in passwords)


@pytest.mark.parametrize("all_there", [True, False])
def test_tenbo_is_installed_from_the_card_and_never_from_the_internet(tmp_path, all_there):
    """A first start may have no network, which pip would wait for; and another program may have our name."""
    shell, how, line = next(words for words in RECIPE["runcmd"] if "wheels" in words[-1])
    (tmp_path / "tenbo-0.1.0-py3-none-any.whl").touch()
    pip, asked = tmp_path / "pip", tmp_path / "asked"
    fails = "" if all_there else 'case "$*" in *--no-index*) exit 1;; esac'
    pip.write_text(f'#!/bin/sh\necho "$*" >> {asked}\n{fails}\n')
    pip.chmod(0o755)
    line = line.replace("/boot/firmware/wheels", str(tmp_path)).replace("/opt/tenbo/bin/pip", str(pip))
    subprocess.run([shell, how, line], check=True)
    first, *then = asked.read_text().splitlines()
    assert first == "install --find-links . --no-index tenbo[hall,halls]"
    wanted = [] if all_there else ["install --find-links . ./tenbo-0.1.0-py3-none-any.whl[hall,halls]"]
    assert then == wanted


@pytest.mark.skipif(shutil.which("systemctl") is None, reason="systemd is not installed (apt-get install systemd)")
def test_its_tenbo_setup_makes_the_host_that_it_names(tmp_path):
    """In the folder of a system, as on a card."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/group").write_text("dialout:x:20:\n")
    (words,) = (words for words in RECIPE["runcmd"] if words[0] == TENBO)
    program = Path(sys.executable).with_name("tenbo")
    subprocess.run([program, *words[1:], "--root", tmp_path], check=True, capture_output=True)
    assert f'name = "{RECIPE["hostname"]}"' in (tmp_path / "etc/tenbo.toml").read_text()
    assert (tmp_path / "etc/systemd/system/multi-user.target.wants/tenbo.service").is_symlink()
