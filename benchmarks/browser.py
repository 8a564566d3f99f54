"""The Chromium that shows the pages to tests and benchmarks: Debian's, with or without a tool bar."""

from __future__ import annotations

import shutil

# The first draws, runs and asks what the others do, but no tool bar above the page: that is a third of their work.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ABSENT = "there is no chromium here to show the pages to: on Debian apt-get install chromium-headless-shell"


def chromium() -> str:
    """Return its program; end with what to do where there is none."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        raise SystemExit(ABSENT)
    return program
