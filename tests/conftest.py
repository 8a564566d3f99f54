"""What every test starts from: how many examples a property is tried with, and which firmware simulated tables run.

Some examples at each run, and many by `--hypothesis-profile=long`. The firmware is the compiled one that a board gets,
which starts in half the time.
"""

from __future__ import annotations

import os

from hypothesis import settings

from compiled_firmware import compiled_firmware

# A busy machine is no failure: no example has a deadline.
settings.register_profile("usual", max_examples=50, deadline=None)
settings.register_profile("long", max_examples=2000, deadline=None)
settings.load_profile("usual")

os.environ.setdefault("TENBO_FIRMWARE", str(compiled_firmware()))
