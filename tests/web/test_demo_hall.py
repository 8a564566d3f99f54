"""What people show each other first: simulated tables that play by themselves, in a hall or a club, in a browser."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.request
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import wait_until

pytestmark = pytest.mark.thorough("a hall that plays by itself before a browser")

CLUB = Path(__file__).parents[2] / "examples/club.toml"


@contextmanager
def demo(*words):
    """Run a demonstration in a browser; return its process and the addresses that it says."""
    line = [sys.executable, "-m", "tenbo", "demo", *words, "--fast", "--listen", "127.0.0.1:0"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True, env=environment) as process, ExitStack() as stack:
        stack.callback(process.kill)
        printed = list(iter(process.stdout.readline, "Ctrl-C stops the service.\n"))
        said = dict(line.split(":", 1) for line in printed if ":" in line)
        # The desk's link has a line of its own, which no window breaks.
        said["the desk"] = next((line for line in printed if line.startswith("http") and "/join#" in line), "")
        yield process, said


def test_a_club_of_three_has_a_season_and_two_tables_that_play(new_browser):
    """With a book for three: every game has three people, and no page has a fourth place."""
    with demo("--club", "--rules", "sanma-club") as (club, said):
        url = said["the club"].strip().removesuffix("/")
        page = new_browser(viewport={"width": 1366, "height": 900}).new_page()
        page.goto(f"{url}/club#season")
        heads = page.locator("thead th")
        expect(heads.filter(has_text="3rd")).to_be_visible()
        expect(heads.filter(has_text="4th")).to_have_count(0)
        page.goto(f"{url}/club/person/1")
        expect(page.locator(".curves text").filter(has_text="3rd")).to_be_visible()
        expect(page.locator(".curves text").filter(has_text="4th")).to_have_count(0)
        # What a hand is worth, which members see, has no sign: a deal-in is not a gain.
        page.goto(said["a member"].split()[0])
        page.get_by_role("button", name="Log in").click()
        page.wait_for_url(lambda address: "join" not in address)
        page.goto(f"{url}/club/person/1")
        expect(page.get_by_role("row", name="Average deal-in")).to_be_visible()
        expect(page.get_by_role("row", name="Average deal-in")).not_to_contain_text("+")
        with urllib.request.urlopen(f"{url}/v1/season", timeout=300) as answer:
            season = json.load(answer)
        assert (season["seats"], {len(game["players"]) for game in season["games"]}) == (3, {3})
        page.goto(f"{url}/club")
        # The page of a game that is played shows its points of now.
        games = page.locator(".game.running .head a")
        games.first.wait_for()
        page.goto(url + games.first.get_attribute("href"))
        expect(page.locator(".game .score").first).not_to_have_text("0")
        club.send_signal(signal.SIGINT)
        assert club.wait() == 0


def test_a_hall_plays_by_itself_and_ends_at_once(new_browser):
    """Real firmware at the table, a club's own book, scripted players, service and page; Ctrl-C, and it is gone."""
    with demo("--hall", "1", "--rules", str(CLUB)) as (hall, said):
        url = said["the hall"].strip()

        def events():
            with urllib.request.urlopen(f"{url}v1/tables/1/events", timeout=300) as answer:
                return json.load(answer)

        wait_until(lambda: any(event["kind"] in ("win", "draw") for event in events()))
        assert "uma=[20000,10000,-10000,-20000]" in events()[0]["text"]
        page = new_browser().new_page()
        page.goto(said["the desk"].split()[0])
        page.get_by_label("Your name").fill("Ada")
        page.get_by_role("button", name="Log in").click()
        page.wait_for_url("**/desk")
        page.goto(url)
        card = page.locator("article[data-table='1']")
        # The name at the seat: who calls is named above it, too.
        card.get_by_text("Anna Bakker", exact=True).wait_for()
        before = card.inner_text()
        wait_until(lambda: card.inner_text() != before)
        hall.send_signal(signal.SIGINT)
        assert hall.wait() == 0
