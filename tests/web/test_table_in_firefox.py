"""The table in Firefox's engine, where the system has one: a hand by touch, and nothing lost when it is killed."""

from __future__ import annotations

import pytest

from .firefox import ABSENT, Firefox, firefox
from .tablets import LIT, tablet_service

READY = f"({LIT})() && tenbo.stored >= 0"
LAMP = "document.querySelector('[data-seat=\"{}\"] [data-lamp]').getAttribute('aria-pressed') === 'true'"
TOUCH_MS, DICE_MS = 80, 600


@pytest.fixture
def own(tmp_path):
    """Return a Firefox that has been started."""
    if firefox() is None:
        pytest.skip(ABSENT)
    own = Firefox(tmp_path / "profile")
    try:
        yield own.start()
    finally:
        own.kill()


@pytest.mark.thorough("a browser that takes seconds to start, twice")
def test_four_fingers_at_once_and_a_killed_firefox_goes_on(own, tmp_path):
    """Its private files keep the table, as Chromium's do."""
    with tablet_service(tmp_path) as address:
        own.goto(f"{address}/tablet")
        own.wait_for(READY)
        own.touch(['[data-seat="table"] [data-key="dice"]'], DICE_MS)
        own.wait_for("tenbo.stored >= 1")
        own.touch([f'[data-seat="{seat}"] [data-key="riichi"]' for seat in range(4)], TOUCH_MS)
        own.wait_for("tenbo.stored >= 5")
        own.wait_for(" && ".join(LAMP.format(seat) for seat in range(4)))
        before = own.evaluate("tenbo.ledger()")
        assert own.evaluate("tenbo.world.storage") == "opfs"
        own.kill()
        own.start()
        own.goto(f"{address}/tablet")
        own.wait_for(f"{READY} && tenbo.stored >= 5")
        assert own.evaluate("tenbo.ledger()") == before
        own.wait_for(" && ".join(LAMP.format(seat) for seat in range(4)))
