"""The README's two commands on a newcomer's machine: a bare Debian, an ordinary user, nothing but registries."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest

from bare_debian import BareDebian, NotMade
from programs import ROOT

# What leans on the system: programs, the browser, the shell, signals, and what is not tried without a server. The rest
# of the inner ring asks nothing of it, and has just passed.
PART = (
    "README.md docs tests/test_*.py tests/micropython tests/host/test_*.py tests/host/integrations "
    "tests/web/test_table_in_browser.py tests/web/test_refusals.py tests/web/test_translations.py"
)
COMMAND = f"""make test ARGS="-n logical --dist worksteal -m 'not thorough' {PART}\""""

pytestmark = [
    pytest.mark.thorough("a system made from nothing, and a part of the inner ring in it"),
    pytest.mark.limit(5000),
]


@pytest.fixture(scope="module")
def newcomer():
    """Return a bare Debian with a clone of the project; what could not be made is said."""
    folder = Path(tempfile.mkdtemp(prefix="tenbo-bare-"))
    try:
        system = BareDebian(folder)
        system.clone(ROOT)
        yield system
    except NotMade as error:
        pytest.skip(str(error))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def test_the_two_commands_of_the_readme_work_on_a_bare_debian(newcomer):
    """Without root, without a browser and its libraries; pages are shown by what a registry carries."""
    played = newcomer.run("make demo ARGS=--fast")
    assert played.returncode == 0, played.stdout[-3000:]
    tested = newcomer.run(COMMAND)
    assert tested.returncode == 0, tested.stdout[-6000:]
    (wanting,) = [line for line in tested.stdout.splitlines() if "not tried for want of programs" in line]
    assert "chromium" not in wanting
