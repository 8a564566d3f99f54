"""What every test starts from: examples of a property, the firmware of simulated tables, how many run at a time.

Some examples at each run, and many by `--hypothesis-profile=long`. The firmware is the compiled one that a board gets,
which starts in half the time.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from compiled_firmware import compiled_firmware

# A busy machine is no failure: no example has a deadline.
settings.register_profile("usual", max_examples=50, deadline=None)
settings.register_profile("long", max_examples=2000, deadline=None)
settings.load_profile("usual")

os.environ.setdefault("TENBO_FIRMWARE", str(compiled_firmware()))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Return half as many processes again as there are processors: a third of the time is waited for somebody else.

    Whoever names a number, as PYTEST_XDIST_AUTO_NUM_WORKERS, has it.
    """
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else (3 * (os.cpu_count() or 1) + 1) // 2
