"""The search of the documents' site: a question leads first to the page that says what to do."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tenbo.simulator.interpreter_lookup import find_node

ROOT = Path(__file__).parents[2]
ASK = Path(__file__).with_name("site_search.js")
# What a user types, and the page, or its section, that answers.
ANSWERS = {
    "device is broken": "docs/trouble#at-the-desk",
    "correct a score": ("docs/trouble#at-the-desk", "docs/results#correct-a-result"),
    "import a game from tenhou": "docs/files#a-game-played-online",
    "which browser for a tablet": "docs/tablet#start-it",
    "port is in use": ("docs/trouble#the-computer", "docs/first-evening#three-tables-and-a-desk"),
    "player left early": "docs/tournament#players-come-and-go",
    "player arrives late": "docs/tournament#players-come-and-go",
    "withdraw a player": "docs/tournament#players-come-and-go",
    "power cut": "docs/trouble#after-a-power-cut",
    "wrong seats": "docs/trouble#at-the-desk",
    "print standings": ("docs/paper#papers-to-print", "docs/tournament#after-the-last-session"),
    "forgot password": "docs/trouble#the-computer",
    "phones cannot reach the desk": "docs/network#let-other-devices-in",
    "no internet": "docs/network#let-other-devices-in",
    "backup": ("docs/tournament#each-session", "docs/trouble#before-the-players-come"),
    "update the firmware": ("docs/trouble#at-the-desk", "docs/upgrade#the-tables"),
    "paper table": "docs/paper",
    "undo": ("docs/trouble#at-the-table", "docs/trouble#at-the-desk"),
    "show results on a projector": "docs/screens",
    "chombo penalty": ("docs/results#enter-a-penalty", "docs/trouble#with-players-and-slips"),
    "lock results": "docs/results#lock-a-signed-result",
    "start the clock": "docs/tournament#each-session",
    "seating plan": "docs/seating",
}


@pytest.mark.thorough("builds the site")
def test_a_question_leads_to_the_page_that_says_what_to_do(tmp_path) -> None:
    """The generator's own order led from a broken device to papers, and from a late player to the changelog."""
    build = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "-c", "docs/site", ".", tmp_path]
    subprocess.run([*map(str, build)], cwd=ROOT, check=True, capture_output=True, timeout=280)
    asked = [find_node(), ASK, tmp_path, *ANSWERS]
    said = subprocess.run([*map(str, asked)], check=True, capture_output=True, text=True, timeout=60).stdout
    first = dict(zip(ANSWERS, json.loads(said), strict=True))
    wrong = {question: page for question, page in first.items() if not page.startswith(ANSWERS[question])}
    assert wrong == {}
