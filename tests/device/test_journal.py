"""The journal and the clock on a flash of their own: what they cost, and what they make of damage and power cuts."""

import gc
import os

import vfs

from device.storage import block_files
from device.storage.journal import Journal
from device.storage.log_block import AppendBlock
from device.storage.session_clock_log import SessionClockLog
from tenbo_core import events
from tenbo_core.errors import StorageFault

BLOCK = 4096
BLOCKS = 20


# Taken once: in a Pico's heap there is not room for one more with every test.
ROOM = [bytearray(BLOCK) for _ in range(BLOCKS)]
ERASED = b"\xff" * 256


class Flash:
    """A small flash that counts its erases and refuses to turn zeros into ones."""

    def __init__(self):
        # Files that a planted power cut left open are closed by the collector: now, not into the new flash.
        gc.collect()
        self.erased = 0
        for block in range(BLOCKS):
            self.ioctl(6, block)

    def readblocks(self, block, buffer, offset=0):
        buffer[:] = memoryview(ROOM[block])[offset : offset + len(buffer)]

    def writeblocks(self, block, buffer, offset=0):
        assert len(buffer) % 256 == 0
        assert offset % 256 == 0
        for page in range(0, len(buffer), 256):
            there = int.from_bytes(ROOM[block][offset + page : offset + page + 256], "little")
            assert there | int.from_bytes(buffer[page : page + 256], "little") == there, "programmed without an erase"
        ROOM[block][offset : offset + len(buffer)] = buffer

    def ioctl(self, operation, argument):
        if operation == 4:
            return BLOCKS
        if operation == 5:
            return BLOCK
        if operation == 6:
            self.erased += 1
            for page in range(0, BLOCK, 256):
                ROOM[argument][page : page + 256] = ERASED
        return 0


class At:
    """A mounted flash as the current folder; give it another flash's content to start from."""

    def __init__(self, flash=None):
        self.flash = flash or Flash()
        if flash is None:
            vfs.VfsLfs2.mkfs(self.flash, progsize=256)

    def __enter__(self):
        gc.collect()
        vfs.mount(vfs.VfsLfs2(self.flash, progsize=256), "/journal")
        self._before = os.getcwd()
        os.chdir("/journal")
        return self.flash

    def __exit__(self, *_):
        os.chdir(self._before)
        vfs.umount("/journal")


def _start(n=0):
    return events.make(n, "start", 0, 0, {"rules": "ema-2016"})


def _riichi(n):
    return events.make(n, "riichi", n % 4, 60 * n, {"seat": n % 4})


def _game(flash, count, first=0):
    """Write a game of some events."""
    journal = Journal("aa", flash, os.urandom)
    journal.resume()
    journal.write(_start(first))
    for n in range(first + 1, first + count):
        journal.write(_riichi(n))
    return journal


def resumed(journal):
    """Return the numbers of the events with which a start goes on."""
    return [event.n for event, _ in journal.resume().events_beyond_known(journal)]


def fill(flash):
    """Leave no block of the flash free."""
    fillers = 0
    try:
        while True:
            block_files.make_block(flash, "filler%d" % fillers, os.urandom)
            fillers += 1
    except OSError:
        assert fillers


def test_a_game_costs_an_erase_for_a_hundred_events_and_none_while_a_strip_lasts():
    """Appending to a file would erase a block for nearly every event, and nothing runs meanwhile."""
    with At() as flash:
        journal = _game(flash, 2)
        before = flash.erased
        for n in range(2, 90):
            journal.write(_riichi(n))
        assert flash.erased == before
        for n in range(90, 250):
            journal.write(_riichi(n))
        assert flash.erased - before <= 6
        assert [event.n for event in journal.read(0)] == list(range(250))


def test_a_journal_goes_on_after_a_restart_in_the_strip_where_it_was():
    with At() as flash:
        _game(flash, 120)
    with At(flash):
        journal = Journal("bb", flash, os.urandom)
        assert len(resumed(journal)) == 120
        journal.write(_riichi(120))
        journal.write(_riichi(121))
        assert len(os.listdir("games")) == 2
        # Only the first line after a restart keeps clear of what may be torn; an empty line each would fill the strip.
        assert sum([block.count(b"\n\n") for block in ROOM]) == 1
    with At(flash):
        journal = Journal("cc", flash, os.urandom)
        assert resumed(journal) == list(range(122))
        assert journal.id == "aa"
        assert journal.damaged == []


def test_a_torn_line_at_the_end_is_no_event_and_the_next_one_begins_after_it():
    with At() as flash:
        _game(flash, 5)
        torn = AppendBlock(flash, "games/000000.log")
        torn.append(b'["event",5,"rii')
    with At(flash):
        journal = Journal("bb", flash, os.urandom)
        assert resumed(journal) == [0, 1, 2, 3, 4]
        assert journal.damaged == []
        journal.write(_riichi(5))
        assert [event.n for event in journal.read(0)] == [0, 1, 2, 3, 4, 5]


def test_a_damaged_line_in_the_middle_ends_the_sound_part_and_begins_another_ledger():
    with At() as flash:
        _game(flash, 130)
        for block in ROOM:
            place = block.find(b'["event",40,')
            if place >= 0:
                block[place + 12] = 0
    with At(flash):
        journal = Journal("bb", flash, os.urandom)
        assert len(resumed(journal)) == 40
        assert journal.damaged == [0]
        assert journal.id == "bb"
        journal.write(_riichi(40))
    with At(flash):
        journal = Journal("cc", flash, os.urandom)
        assert resumed(journal) == list(range(41))
        assert (journal.id, journal.damaged) == ("bb", [])
        assert sorted(os.listdir("games")) == ["000000.1", "000000.bad", "000000.bad1", "000000.log"]


def test_a_mending_that_was_cut_short_is_finished_at_the_next_start():
    """Its file is there, and some of the damaged ones have their new names already."""
    with At() as flash:
        _game(flash, 130)
        with open("games/000000.log", "rb") as old, open("games/000000.log.new", "wb") as new:
            for _ in range(21):
                new.write(old.readline())
        os.rename("games/000000.1", "games/000000.bad")
    with At(flash):
        journal = Journal("bb", flash, os.urandom)
        assert resumed(journal) == list(range(20))
        assert "000000.log.new" not in os.listdir("games")


def test_a_mended_file_that_is_empty_takes_nobodys_place():
    """The power went while it was written: the game it was to replace is still the game."""
    with At() as flash:
        _game(flash, 5)
        with open("games/000000.log.new", "wb"):
            pass
    with At(flash):
        journal = Journal("bb", flash, os.urandom)
        assert resumed(journal) == [0, 1, 2, 3, 4]
        assert (journal.id, journal.damaged) == ("aa", [])
        assert os.listdir("games") == ["000000.log"]


def test_a_mark_that_is_on_a_forgotten_block_is_not_used_again():
    """Two blocks with one mark could not be told apart, and an event might go into the wrong one."""
    marks = [b"12345678", b"12345678", b"87654321"]
    with At() as flash:
        block_files.make_block(flash, "one", lambda _: marks.pop(0))
        os.remove("one")
        made = block_files.make_block(flash, "two", lambda _: marks.pop(0))
        assert marks == []
        made.append(b"a line\n")
        assert list(made.each_line()) == [b"a line\n"]
        assert list(AppendBlock(flash, "two").each_line()) == [b"a line\n"]


def test_a_file_that_is_no_strip_is_refused():
    with At() as flash:
        for content in (b"short\n", b"x" * BLOCK):
            with open("plain", "wb") as file:
                file.write(content)
            try:
                AppendBlock(flash, "plain")
            except OSError:
                continue
            raise AssertionError("a plain file was taken for a strip")


def test_a_full_flash_leaves_no_half_made_strip_behind():
    with At() as flash:
        _game(flash, 5)
        fill(flash)
        names = os.listdir("games")
        try:
            block_files.make_block(flash, "games/000000.1", os.urandom)
        except OSError:
            pass
        else:
            raise AssertionError("there is no room for a strip")
        assert os.listdir("games") == names


def test_old_games_make_room_with_all_their_files():
    from device.storage import journal_rotation as module

    most = module.MOST_GAMES
    module.MOST_GAMES = 2
    try:
        with At() as flash:
            first = 0
            for _ in range(3):
                journal = _game(flash, 110, first)
                first += 110
            assert journal.games() == [110, 220]
            assert len(os.listdir("games")) == 4
    finally:
        module.MOST_GAMES = most


class Cut(Exception):
    """The power has gone."""


class Failing(Flash):
    """A flash whose power goes after some operations, in the middle of the last one."""

    left = -1

    def writeblocks(self, block, buffer, offset=0):
        self._operate()
        if self.left == 0:
            half = len(buffer) // 512 * 256
            super().writeblocks(block, buffer[:half], offset)
            raise Cut
        super().writeblocks(block, buffer, offset)

    def ioctl(self, operation, argument):
        if operation == 6:
            self._operate()
            if self.left == 0:
                raise Cut
        return super().ioctl(operation, argument)

    def _operate(self):
        if self.left > 0:
            self.left -= 1


def _ticked(flash, begin, end):
    """Let the clock of a table run, and give the last second that was taken."""
    marks = SessionClockLog(flash, os.urandom)
    for second in range(begin, end):
        marks.mark_if_due(second, 0, None)
    return marks


def test_the_clock_is_kept_to_the_second_for_a_whole_day_with_few_erases():
    """A block lasts for nine hours; to make one takes a few erases."""
    with At() as flash:
        before = flash.erased
        _ticked(flash, 0, 24 * 3600)
        assert SessionClockLog(flash, os.urandom).latest == 24 * 3600 - 1
        assert flash.erased - before <= 12, flash.erased - before


def test_power_lost_while_a_full_strip_of_marks_makes_way_takes_no_mark_with_it():
    """Cut in every operation of it."""
    for operation in range(1, 30):
        flash = Failing()
        vfs.VfsLfs2.mkfs(flash, progsize=256)
        try:
            with At(flash):
                _ticked(flash, 0, 100)
                full = AppendBlock(flash, "clock")
                full.append(b"x" * (full.room - 5))
                flash.left = operation
                _ticked(flash, 100, 103)
                break
        except Cut:
            pass
        flash.left = -1
        with At(flash):
            assert SessionClockLog(flash, os.urandom).latest >= 99
    assert operation > 4


def test_a_torn_mark_and_a_damaged_one_are_no_marks():
    with At() as flash:
        _ticked(flash, 0, 200)
        latest = SessionClockLog(flash, os.urandom).latest
        for wrong in (b"ffff", b"ffff*", b"ffff*00", b"ffff*0000\n", b"-1*0000\n", b"*\n", b"\n\n", b"\x00\x01\n"):
            AppendBlock(flash, "clock").append(b"\n" + wrong)
            assert SessionClockLog(flash, os.urandom).latest == latest
        _ticked(flash, 200, 400)
        assert SessionClockLog(flash, os.urandom).latest == 399


def test_a_flash_without_room_keeps_no_clock_and_harms_nothing():
    with At() as flash:
        fillers = 0
        try:
            while True:
                block_files.make_block(flash, "filler%d" % fillers, os.urandom)
                fillers += 1
        except OSError:
            assert fillers
        marks = _ticked(flash, 0, 700)
        assert (marks.latest, SessionClockLog(flash, os.urandom).latest) == (0, 0)
        os.remove("filler0")
        _ticked(flash, 700, 1400)
        assert SessionClockLog(flash, os.urandom).latest >= 1300


def test_a_start_that_cannot_be_written_leaves_the_game_before_in_its_own_files():
    """The flash is full: the next events of the old game must be found with it after a restart."""
    with At() as flash:
        journal = _game(flash, 5)
        fillers = 0
        try:
            while True:
                block_files.make_block(flash, "filler%d" % fillers, os.urandom)
                fillers += 1
        except OSError:
            assert fillers
        try:
            journal.write(_start(5))
        except StorageFault:
            os.remove("filler0")
        for n in range(5, 130):
            journal.write(_riichi(n))
    with At(flash):
        assert resumed(Journal("bb", flash, os.urandom)) == list(range(130))


def test_a_game_whose_start_is_damaged_begins_another_ledger():
    """Its numbers will be given again."""
    with At() as flash:
        _game(flash, 5)
        _game(flash, 20, 5)
        for block in ROOM:
            place = block.find(b'["event",5,')
            if place >= 0:
                block[place + 12] = 0
    with At(flash):
        journal = Journal("bb", flash, os.urandom)
        assert resumed(journal) == [0, 1, 2, 3, 4]
        assert journal.id == "bb"


def test_an_identity_that_was_cut_while_it_was_written_first_is_made_again():
    with At() as flash:
        with open("ledger.id", "w"):
            pass
        assert Journal("bb", flash, os.urandom).id == "bb"
        assert Journal("cc", flash, os.urandom).id == "bb"
