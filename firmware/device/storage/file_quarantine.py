"""Recovery at a start whose files are unusable: moves all of them aside, so that the table begins empty."""

import os

from device.storage.journal import FOLDER
from device.storage.journal_rotation import ledgers_before_takeover

# All files that a start reads about the game and its ledger.
_READ = ("ledger.id", "ledger.new", "ledger.given", "games.new", "clock", "checkpoint")


def quarantine() -> None:
    """Put the games and all that belongs to them into a folder for the desk."""
    aside = ledgers_before_takeover()
    folder = f"{FOLDER}.{aside[-1] + 1 if aside else 0}"
    try:
        os.rename(FOLDER, folder)
    except OSError:
        os.mkdir(folder)
    for name in _READ:
        if name in os.listdir():
            os.rename(name, f"{folder}/{name}")
