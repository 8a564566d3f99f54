"""What is read from the files of the journal: pages, lines and places of the running game, and games for a host."""

import os

from test_journal import ROOM, At, _game, _riichi, _start, resumed

from device.storage import journal_reading, journal_rotation
from device.storage.journal import PLAIN, Journal, first_file_path, line_of
from tenbo_core import events
from tenbo_core.compact_event_list import PAGE
from tenbo_core.errors import StorageFault

DESK = 4


def lines(first, last):
    """Return the lines of the riichi of these numbers."""
    return [line_of(_riichi(n)) for n in range(first, last)]


def _correction(n):
    """Return an event that takes several lines."""
    wins = [["win", [[seat, 4, 2, 30]]] for seat in range(4)] * 4
    return events.make(n, "correct", DESK, 0, {"of": 1, "why": "w" * 60, "events": wins})


def spoil(number, by=0):
    """Spoil the line of an event."""
    for block in ROOM:
        place = block.find(b'["event",%d,' % number)
        if place >= 0:
            block[place + 12] = by


def plain_game(first, *texts):
    """Write a game as a plain file, as it is after it was mended."""
    with open(first_file_path(first), "wb") as file:
        for text in texts:
            file.write(text)


# ---------------------------------------------------------------- pages of the running game


def test_each_page_is_read_from_where_it_begins():
    """Of a game in two blocks that is not the first; the last page as far as it is full."""
    with At() as flash:
        _game(flash, 5)
        journal = _game(flash, 130, 5)
        assert len(journal.blocks) == 2
        assert len(journal.places) == 130 // PAGE + 1
        assert journal.page(0) == [line_of(_start(5))] + lines(6, 5 + PAGE)
        for number in range(1, 130 // PAGE):
            assert journal.page(number) == lines(5 + PAGE * number, 5 + PAGE * (number + 1))
        assert journal.page(8) == lines(5 + 8 * PAGE, 135)


class _Collector:
    """The collector of memory, which notes when it runs."""

    def __init__(self, seen):
        self._seen = seen

    def collect(self):
        """Note it."""
        self._seen.append("collect")


def test_memory_is_collected_between_two_looks_at_the_buttons_before_a_page_is_read():
    """By itself it would be in the middle of a step, which takes a Pico as long again."""
    with At() as flash:
        journal = _game(flash, 40)
        seen = []
        journal.poll = lambda: seen.append("look")
        before, journal_reading.gc = journal_reading.gc, _Collector(seen)
        try:
            journal.page(1)
        finally:
            journal_reading.gc = before
        place = seen.index("collect")
        assert (seen[place - 1], seen[place + 1]) == ("look", "look")
        assert seen.count("collect") == 1


def test_a_page_is_read_with_no_line_behind_it():
    """What is damaged behind a page is no damage of it; and what is read does not count it."""
    with At() as flash:
        journal = _game(flash, 40)
        spoil(PAGE)
        assert len(journal.page(0)) == PAGE
        assert journal.page(1) == []
        assert journal.damaged == []
        assert journal.page(2) == lines(2 * PAGE, 40)


def test_a_page_begins_where_its_first_line_does_also_after_a_failed_one():
    """The next line after a failed one has an empty one before it, which belongs to none."""
    with At() as flash:
        journal = _game(flash, PAGE)
        journal.torn = True
        end = journal.end_offset()
        journal.write(_riichi(PAGE))
        assert journal.places == [journal.places[0], end + 1]
        assert not journal.torn
        journal.write(_riichi(PAGE + 1))
        assert journal.page(1) == lines(PAGE, PAGE + 2)
        assert journal.end_offset() == end + 1 + len(b"".join(lines(PAGE, PAGE + 2)))


def test_places_are_the_same_after_a_start():
    """And the end is that of the last line, in the last file."""
    with At() as flash:
        journal = _game(flash, 130)
        places, end, count = journal.places, journal.end_offset(), journal.count
    with At(flash):
        again = Journal("bb", flash, os.urandom)
        assert len(resumed(again)) == 130
        assert (again.places, again.end_offset(), again.count, again.first) == (places, end, count, 0)
        assert end >> 16 == 1
        assert again.page(3) == lines(3 * PAGE, 4 * PAGE)


def test_the_end_of_a_plain_file_is_its_size():
    """Where the game goes on is not made before it is needed."""
    text = line_of(_start()) + b"".join(lines(1, 20))
    with At() as flash:
        Journal("aa", flash, os.urandom)
        plain_game(0, text)
        journal = Journal("aa", flash, os.urandom)
        assert resumed(journal) == list(range(20))
        assert (journal.block, journal.blocks, journal.end_offset()) == (None, [PLAIN], len(text))
        assert journal.places == [0, len(line_of(_start())) + len(b"".join(lines(1, PAGE)))]
        assert journal.page(1) == lines(PAGE, 20)
        journal.write(_riichi(20))
        assert journal.end_offset() == 1 << 16 | journal.block.end
        assert journal.page(1) == lines(PAGE, 21)


def test_the_end_of_several_plain_files_is_in_the_last_of_them():
    """As a game that another device has kept is brought back."""
    with At() as flash:
        Journal("aa", flash, os.urandom)
        plain_game(0, line_of(_start()), *lines(1, 20))
        with open("games/000000.1", "wb") as file:
            for line in lines(20, 36):
                file.write(line)
        journal = Journal("aa", flash, os.urandom)
        assert resumed(journal) == list(range(36))
        assert (journal.blocks, journal.end_offset()) == ([PLAIN, PLAIN], 1 << 16 | len(b"".join(lines(20, 36))))
        assert journal.places[2] == 1 << 16 | len(b"".join(lines(20, 32)))
        assert journal.page(1) == lines(16, 32)
        assert journal.page(2) == lines(32, 36)


def test_a_block_is_filled_to_its_last_byte():
    """A line that just fits needs no other one; a byte less and it does."""
    for left, blocks in ((0, 1), (1, 1), (-1, 2)):
        with At() as flash:
            journal = _game(flash, 2)
            line = line_of(_riichi(2))
            journal.block.append(b" " * (journal.block.room - len(line) - left - 1) + b"\n")
            journal.write(_riichi(2))
            assert (len(journal.blocks), journal.block.room if blocks == 1 else left) == (blocks, left)
            assert list(journal.read_lines(0))[-1] == line


def test_a_new_game_begins_with_no_page_and_no_block_of_the_one_before():
    """Its first event is the first of its first page."""
    with At() as flash:
        journal = _game(flash, 20)
        journal.write(_start(20))
        assert (journal.first, len(journal.blocks), len(journal.places), journal.count) == (20, 1, 1, 1)
        assert journal.page(0) == [line_of(_start(20))]
        assert journal.games() == [0, 20]


def test_a_line_that_failed_leaves_the_next_one_on_a_line_of_its_own():
    """Half of it may be on flash; the event was refused, and its number is given again."""
    with At() as flash:
        journal = _game(flash, 3)
        assert journal.write(_riichi(3)) == line_of(_riichi(3))
        append = journal.block.append

        def fail(line):
            append(line[:5])
            raise OSError(5)

        journal.block.append = fail
        try:
            journal.write(_riichi(4))
        except StorageFault as fault:
            assert (fault.code, fault.at, fault.brief) == ("cannot_write", "journal", "journal: cannot write")
        else:
            raise AssertionError("nothing was written")
        journal.block.append = append
        assert (journal.count, journal.torn) == (4, True)
        assert journal.write(_riichi(4)) == line_of(_riichi(4))
        assert [event.n for event in journal.read(0)] == [0, 1, 2, 3, 4]
        assert (journal.damaged, journal.torn) == ([], False)


def test_the_game_before_the_running_one_is_never_dropped_to_make_room():
    """A host may not have its end yet."""
    scans = []
    with At() as flash:
        for first in (0, 5):
            _game(flash, 5, first)
        journal = _game(flash, 5, 10)
        journal.poll = lambda: scans.append(1)
        assert journal_rotation.make_room(journal)
        assert journal.games() == [5, 10]
        assert scans
        assert not journal_rotation.make_room(journal)
        assert journal.games() == [5, 10]


def test_ledgers_that_were_put_aside_make_room_before_games_do_and_the_newest_of_them_stays():
    """A device that takes over again and again has the ledgers before on its flash, each with all its games."""
    with At() as flash:
        for first in (0, 5, 10):
            journal = _game(flash, 5, first)
        for number in (2, 10, 9):
            os.mkdir("games.%d" % number)
            with open("games.%d/000000.log" % number, "w") as file:
                file.write("some lines")
        os.mkdir("games.new")
        rooms = []
        while journal_rotation.make_room(journal):
            rooms.append((sorted(name for name in os.listdir() if "games." in name), journal.games()))
        assert rooms == [
            (["games.10", "games.9", "games.new"], [0, 5, 10]),
            (["games.10", "games.new"], [0, 5, 10]),
            (["games.10", "games.new"], [5, 10]),
        ]


# ---------------------------------------------------------------- games as a host reads them


def test_any_game_is_read_as_lines_and_as_events():
    """The running one and an older one; the lines are those on flash."""
    with At() as flash:
        _game(flash, 5)
        journal = _game(flash, 20, 5)
        assert list(journal.read_lines(0)) == [line_of(_start())] + lines(1, 5)
        assert list(journal.read_lines(5)) == [line_of(_start(5))] + lines(6, 25)
        assert [event.n for event in journal.read(0)] == [0, 1, 2, 3, 4]
        assert list(journal.read_lines(3)) == []


def test_a_game_is_read_up_to_its_first_damaged_line():
    """What follows would stand in another place; it is one damaged game, however often a host asks for it."""
    with At() as flash:
        _game(flash, 20)
        journal = _game(flash, 20, 20)
        spoil(27)
        assert [event.n for event in journal.read(20)] == list(range(20, 27))
        assert journal.damaged == [20]
        spoil(22)
        assert len(list(journal.read_lines(20))) == 2
        spoil(7)
        for _ in range(2):
            assert len(list(journal.read(0))) == 7
        assert journal.damaged == [20, 0]


def test_an_event_that_stands_twice_is_read_once():
    """A line may have been written again after a failure that was none."""
    with At() as flash:
        journal = _game(flash, 3)
        journal.write(_riichi(2))
        journal.write(_riichi(3))
        journal.write(_correction(3))
        journal.write(_correction(4))
        assert [event.n for event in journal.read(0)] == [0, 1, 2, 3, 4]
        assert [event.kind for event in journal.read(0)][3:] == ["riichi", "correct"]
        assert journal.damaged == []


def test_a_long_event_is_read_as_a_whole_from_its_first_line():
    """It takes several lines, and its place is that of the first of them."""
    with At() as flash:
        journal = _game(flash, PAGE)
        assert line_of(_correction(PAGE)).startswith(b'["part",0,')
        journal.write(_correction(PAGE))
        journal.write(_riichi(PAGE + 1))
        assert journal.page(1) == [line_of(_correction(PAGE)), line_of(_riichi(PAGE + 1))]
        kinds = [event.kind for event in journal.read(0)]
        assert kinds == ["start"] + ["riichi"] * (PAGE - 1) + ["correct", "riichi"]
        places = journal.places
    with At(flash):
        again = Journal("bb", flash, os.urandom)
        assert resumed(again) == list(range(PAGE + 2))
        assert again.places == places


def test_a_long_event_without_one_of_its_lines_is_none():
    """Torn at the end it was never in force, and is written again; in the middle the game ends before it."""
    text = line_of(_correction(2))
    first = text.split(b"\n")[0] + b"\n"
    with At() as flash:
        journal = _game(flash, 2)
        journal.block.append(first)
        assert ([event.n for event in journal.read(0)], journal.damaged) == ([0, 1], [])
        begin = journal.end_offset()
        journal.write(_correction(2))
        assert [event.kind for event in journal.read(0)][2:] == ["correct"]
        placed = list(journal_reading.located_lines(journal, 0, journal.blocks, 0, 0))
        assert placed[-1] == (begin, text)
        journal.block.append(first)
        journal.write(_riichi(3))
        assert [event.n for event in journal.read(0)] == [0, 1, 2, 3]
        journal.block.append(line_of(_correction(5)))
        assert ([event.n for event in journal.read(0)], journal.damaged) == ([0, 1, 2, 3], [0])


def test_what_is_sound_and_no_event_is_damage_where_an_event_has_to_stand():
    """Each line has its checksum, and says what it is."""
    from tenbo_core.wire import encode

    for wrong in (["time", 5], ["event", 2, "nothing", 4, 0], ["event", 2], ["event", "x", "riichi", 1, 0, 1]):
        with At() as flash:
            journal = _game(flash, 2)
            journal.block.append(encode(wrong))
            found = [event.n for event in journal.read(0)]
            assert (found, journal.damaged) == ([0, 1], [0]), wrong
    assert journal_reading.event_from_message(None) is None
    assert journal_reading.event_from_message(["time", 5]) is None
    assert journal_reading.event_from_message(["event", 2, "riichi", 1, 0, 1]).n == 2


def test_the_buttons_are_scanned_after_each_line_that_is_read():
    """A long game takes half a second, in which someone may press."""
    scans = []
    with At() as flash:
        journal = _game(flash, 20)
        journal.poll = lambda: scans.append(1)
        assert len(list(journal.read_lines(0))) == len(scans) == 20
        journal.poll = None
        assert len(list(journal.read_lines(0))) == len(scans) == 20
