"""A damaged game is mended where there is room, after older games have made some, and only read where there is none."""

import os

from test_journal import ROOM, At, _game, _riichi, fill, resumed

from device.storage.journal import Journal
from tenbo_core.errors import StorageFault


def damage(number):
    """Spoil the line of an event."""
    for block in ROOM:
        place = block.find(b'["event",%d,' % number)
        if place >= 0:
            block[place + 12] = 0


def test_the_oldest_game_makes_room_for_a_mended_one():
    """All but the one before it, which a host may not have yet; nothing half made is left."""
    with At() as flash:
        for first in (0, 5, 10):
            _game(flash, 100 if first == 10 else 5, first)
        damage(90)
        fill(flash)
    with At(flash):
        journal = Journal("bb", flash, os.urandom)
        assert resumed(journal) == list(range(10, 90))
        assert (journal.id, journal.damaged, journal.games()) == ("bb", [10], [5, 10])
        assert sorted(os.listdir("games")) == ["000005.log", "000010.bad", "000010.log"]


def test_where_nothing_can_make_room_the_game_is_read_and_nothing_is_added():
    """Its numbers would be given again, so it is another ledger all the same."""
    with At() as flash:
        _game(flash, 100)
        damage(90)
        fill(flash)
    with At(flash):
        journal = Journal("bb", flash, os.urandom)
        assert resumed(journal) == list(range(90))
        assert (journal.id, journal.block) == ("bb", None)
        assert journal.damaged
        assert os.listdir("games") == ["000000.log"]
        try:
            journal.write(_riichi(90))
        except StorageFault as fault:
            assert fault.brief == "journal: cannot write"
        else:
            raise AssertionError("there is no room for another event")
        os.remove("filler0")
        os.remove("filler1")
    with At(flash):
        journal = Journal("cc", flash, os.urandom)
        assert resumed(journal) == list(range(90))
        journal.write(_riichi(90))
        assert sorted(os.listdir("games"))[0] == "000000.1"
