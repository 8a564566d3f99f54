"""A plugin of pytest: the interpreter changes threads every microsecond, so that a race is found within seconds."""

import sys

# Usually it is 5 ms, within which a thread does most of what must not be interrupted.
SWITCH_INTERVAL_S = 1e-6


def pytest_configure() -> None:
    """Have the interpreter change threads as often as it can."""
    sys.setswitchinterval(SWITCH_INTERVAL_S)
