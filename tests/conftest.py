"""How many examples a property is tried with: some at each run, and many by `--hypothesis-profile=long`."""

from __future__ import annotations

from hypothesis import settings

# A busy machine is no failure: no example has a deadline.
settings.register_profile("usual", max_examples=50, deadline=None)
settings.register_profile("long", max_examples=2000, deadline=None)
settings.load_profile("usual")
