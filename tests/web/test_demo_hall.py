"""The first thing that people show each other: a hall of simulated tables that play by themselves, in a browser."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.request
from contextlib import ExitStack
from pathlib import Path

import pytest

from .conftest import wait_until

pytestmark = pytest.mark.thorough("a hall that plays by itself before a browser")

CLUB = Path(__file__).parents[2] / "examples/club.toml"


def test_a_hall_plays_by_itself_and_ends_at_once(new_browser):
    """Real firmware at the table, a club's own book, scripted players, service and page; Ctrl-C, and it is gone."""
    words = [sys.executable, "-m", "tenbo", "demo", "--hall", "1", "--fast", "--listen", "127.0.0.1:0"]
    words += ["--rules", str(CLUB)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment) as hall, ExitStack() as stack:
        stack.callback(hall.kill)
        said = dict(line.split(":", 1) for line in iter(hall.stdout.readline, "Ctrl-C ends it.\n") if ":" in line)
        url = said["the hall"].strip()

        def events():
            with urllib.request.urlopen(f"{url}v1/tables/1/events", timeout=300) as answer:
                return json.load(answer)

        wait_until(lambda: any(event["kind"] in ("win", "draw") for event in events()))
        assert "uma=[20000,10000,-10000,-20000]" in events()[0]["text"]
        page = new_browser().new_page()
        page.goto(said["the desk"].split()[0])
        page.get_by_label("Your name").fill("Ada")
        page.get_by_role("button", name="Join").click()
        page.wait_for_url("**/desk")
        page.goto(url)
        card = page.locator("article[data-table='1']")
        # The name at the seat: who calls is named above it, too.
        card.get_by_text("Anna Bakker", exact=True).wait_for()
        before = card.inner_text()
        wait_until(lambda: card.inner_text() != before)
        hall.send_signal(signal.SIGINT)
        assert hall.wait() == 0
