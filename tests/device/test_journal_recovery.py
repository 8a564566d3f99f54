"""What a start makes of the journal: a game of which a checkpoint knows the first events, damaged lines, no game."""

import os

from test_journal import ROOM, At, _game, _riichi, _start, resumed
from test_journal_pages import lines, plain_game, spoil

from device.storage import journal_reading
from device.storage.journal import PLAIN, Journal, game_file_paths, line_of
from tenbo_core.compact_event_list import PAGE


def known(journal, count):
    """Return the first events of the running game as a checkpoint remembers them."""
    places = journal.places[: (count + PAGE - 1) // PAGE]
    all_lines = list(journal_reading.located_lines(journal, journal.first, journal.blocks, 0, journal.first))
    place, line = all_lines[count - 1]
    end = place + len(line)
    folded = list(journal_reading.running_checksums(journal, journal.first, journal.blocks, end))[-1]
    return [journal.first, count, folded, end, places]


# ---------------------------------------------------------------- a game of which a checkpoint knows the first events


def test_a_start_goes_on_after_the_events_that_it_knows():
    """It is given what follows, and the lines of the last page of what is known."""
    for count in (1, PAGE - 1, PAGE, PAGE + 1, 100, 129, 130):
        with At() as flash:
            journal = _game(flash, 130)
            what = known(journal, count)
            places = journal.places
        with At(flash):
            again = Journal("bb", flash, os.urandom)
            game = again.resume(what)
            assert (game.known, game.count, game.places) == (count, 130, places), count
            assert [event.n for event, _ in game.events_beyond_known(again)] == list(range(count, 130))
            assert [line for _, line in game.events_beyond_known(again)] == lines(count, 130)
            begin = (count - 1) // PAGE * PAGE
            assert game.lines[-1:] == ([line_of(_start())] if count == 1 else lines(count - 1, count))
            assert len(game.lines) == count - begin
            assert (again.damaged, again.places, again.count) == ([], places, 130)
            assert what[4] == places[: (count + PAGE - 1) // PAGE]


def test_what_is_known_otherwise_is_read_from_its_first_event():
    """Another game, checksum or number of pages, a place behind the last file, more events than there are."""
    with At() as flash:
        _game(flash, 5)
        journal = _game(flash, 40, 5)
        right = known(journal, 35)
    wrong = [
        [0] + right[1:],
        right[:2] + [right[2] ^ 1] + right[3:],
        right[:4] + [right[4][:-1]],
        right[:4] + [right[4] * 2],
        right[:3] + [right[3] | 1 << 16, right[4]],
        right[:1] + [41] + right[2:],
    ]
    for number, what in enumerate([None] + wrong):
        with At(flash):
            again = Journal("bb", flash, os.urandom)
            game = again.resume(what)
            assert game.known == 0, number
            assert [event.n for event, _ in game.events_beyond_known(again)][-1] == 44
            assert (again.count, again.damaged, again.id) == (40, [], "aa")
    with At(flash):
        assert Journal("bb", flash, os.urandom).resume(right).known == 35


def test_what_is_damaged_behind_the_known_events_is_mended_as_without_them():
    """And the game that is known does not begin again in silence."""
    with At() as flash:
        journal = _game(flash, 60)
        what = known(journal, 20)
        spoil(50)
    with At(flash):
        again = Journal("bb", flash, os.urandom)
        game = again.resume(what)
        assert [event.n for event, _ in game.events_beyond_known(again)] == list(range(50))
        assert (again.id, again.damaged, again.count) == ("bb", [0], 50)
        assert sorted(os.listdir("games")) == ["000000.bad", "000000.log"]


def test_what_is_damaged_among_the_known_events_counts_once():
    """The game is looked into again, from its first event."""
    with At() as flash:
        journal = _game(flash, 60)
        what = known(journal, 40)
        spoil(37)
    with At(flash):
        again = Journal("bb", flash, os.urandom)
        assert len(list(again.resume(what).events_beyond_known(again))) == 37
        assert again.damaged == [0]


def test_the_checksum_of_a_plain_file_and_what_follows_it_is_that_of_their_bytes():
    """Of a file that is read as a whole, and of the last one up to the place."""
    from binascii import crc32

    text = line_of(_start()) + b"".join(lines(1, 40))
    with At() as flash:
        Journal("aa", flash, os.urandom)
        plain_game(0, text)
        journal = Journal("aa", flash, os.urandom)
        resumed(journal)
        assert list(journal_reading.running_checksums(journal, 0, [PLAIN], 700)) == [
            crc32(text[:512]),
            crc32(text[:700]),
        ]
        assert list(journal_reading.running_checksums(journal, 0, [PLAIN], 0)) == []
        journal.write(_riichi(40))
        here = bytes(ROOM[journal.block.block])
        sums = list(journal_reading.running_checksums(journal, 0, journal.blocks, 1 << 16 | 600))
        assert sums[-1] == crc32(here[:600], crc32(text))
        assert len(sums) == (len(text) + 511) // 512 + 2


# ---------------------------------------------------------------- a start


def test_a_game_without_a_line_is_removed_and_one_without_a_beginning_is_kept_for_the_desk():
    """The first is one that power was lost to make."""
    from device.storage import block_files

    with At() as flash:
        _game(flash, 5)
        block_files.make_block(flash, "games/000005.log", os.urandom)
        plain_game(9, line_of(_riichi(9)))
    with At(flash):
        journal = Journal("bb", flash, os.urandom)
        assert resumed(journal) == [0, 1, 2, 3, 4]
        assert sorted(os.listdir("games")) == ["000000.log", "000009.bad"]
        assert (journal.id, journal.damaged) == ("aa", [])


def test_a_sound_line_that_is_no_event_is_one_damaged_line():
    """A start mends the game before it; a start that knows the events before it does so too."""
    from tenbo_core.wire import encode

    for knows in (False, True):
        with At() as flash:
            journal = _game(flash, 20)
            what = known(journal, 18) if knows else None
            journal.block.append(encode(["event", 20, "nothing", 4, 0]))
        with At(flash):
            again = Journal("bb", flash, os.urandom)
            assert [event.n for event, _ in again.resume(what).events_beyond_known(again)] == list(range(20))
            assert (again.damaged, again.id, again.count) == ([0], "bb", 20)


def test_a_flash_without_a_game_has_none():
    """And one whose only game was never begun."""
    from device.storage import block_files

    with At() as flash:
        journal = Journal("aa", flash, os.urandom)
        game = journal.resume()
        assert (game.count, game.first, game.blocks, game.known, list(game.events_beyond_known(journal))) == (
            0,
            0,
            [],
            0,
            [],
        )
        assert (journal.block, journal.count, journal.first, journal.damaged) == (None, 0, 0, [])
        block_files.make_block(flash, "games/000000.log", os.urandom)
        assert resumed(Journal("aa", flash, os.urandom)) == []
        assert os.listdir("games") == []


def test_the_parts_of_a_game_are_those_that_follow_each_other():
    """What stands behind a gap, or without a first file, is of no game."""
    with At() as flash:
        Journal("aa", flash, os.urandom)
        for name in ("000003.1", "000007.log", "000007.1", "000007.3", "000007.bad"):
            with open("games/" + name, "wb"):
                pass
        assert game_file_paths(3) == []
        assert game_file_paths(7) == ["games/000007.log", "games/000007.1"]


def test_the_id_is_made_once_and_kept():
    """Also that of a ledger whose first one was never written."""
    with At() as flash:
        assert Journal("aa", flash, os.urandom).id == "aa"
        with open("ledger.id") as file:
            assert file.read() == "aa"
        assert Journal("bb", flash, os.urandom).id == "aa"
        assert os.listdir("games") == []
