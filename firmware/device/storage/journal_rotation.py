"""Makes the files of the journal: the first of a game, the next when one is full, and room for them."""

import os

from device.storage import block_files
from device.storage.journal import FOLDER, first_file_path, game_file_names, game_file_paths

if False:  # for the type checker alone, and gone when compiled
    from device.parts import AppendBlock, Event, Journal

# One game is two blocks of 4 KB or so; forty of them leave most of the flash free.
MOST_GAMES = 40


def add_block(journal: "Journal", event: "Event") -> "AppendBlock":
    """Make the next block of the running game and return it; where the flash is full, the oldest games make room."""
    if event.kind == "start":
        for old in journal.games()[: -MOST_GAMES + 1]:
            _remove_game(journal, old)
    count = len(game_file_paths(journal.first))
    path = f"{first_file_path(journal.first)[:-3]}{count}" if count else first_file_path(journal.first)
    while True:
        try:
            if FOLDER not in os.listdir():
                os.mkdir(FOLDER)
            return block_files.make_block(journal.flash, path, journal.entropy, journal.poll)
        except OSError:
            if not make_room(journal):
                raise


def make_room(journal: "Journal") -> bool:
    """Drop the oldest ledger that was put aside, else the oldest game, and return whether there was one to drop.

    The newest ledger that was put aside and the game before the running one stay: a host may not have their end yet.
    """
    aside = ledgers_before_takeover()[:-1]
    if aside:
        folder = f"{FOLDER}.{aside[0]}"
        for name in os.listdir(folder):
            os.remove(f"{folder}/{name}")
            journal.poll_buttons()
        os.rmdir(folder)
        return True
    older = [first for first in journal.games() if first < journal.first][:-1]
    if older:
        _remove_game(journal, older[0])
    return bool(older)


def ledgers_before_takeover() -> "list[int]":
    """Return the numbers of the folders with what this device had before it took a ledger over, the oldest first."""
    start = FOLDER + "."
    names = [name[len(start) :] for name in os.listdir() if name.startswith(start)]
    return sorted([int(name) for name in names if name.isdigit()])


def _remove_game(journal: "Journal", old: int) -> None:
    """Remove all files of an old game, including those that were put aside."""
    for name in game_file_names():
        if name.startswith(f"{old:06d}."):
            os.remove(f"{FOLDER}/{name}")
            if journal.poll is not None:
                journal.poll()
