"""A start from a checkpoint: the same table as from the whole journal, no matter what happened to either of them."""

import gc
import os

from test_journal import ROOM, At, Cut, Failing

from device.storage import block_files, checkpoints
from device.storage.journal import Journal
from device.storage.ledger_writer import LedgerWriter
from device.storage.log_block import MARK_SIZE, AppendBlock
from tenbo_core import checkpoint, ledger
from tenbo_core.books import BOOKS
from tenbo_core.errors import TenboError
from tenbo_core.events import make


def start(flash):
    """Return the keeper of a table that starts, and how many events it has folded."""
    gc.collect()
    folded = [0]
    real = ledger.fold.apply

    def counted(*arguments):
        folded[0] += 1
        return real(*arguments)

    ledger.fold.apply = counted
    try:
        keeper = LedgerWriter(Journal("aa", flash, os.urandom), flash)
    finally:
        ledger.fold.apply = real
    return keeper, folded[0]


def keep(keeper, flash):
    """Make a checkpoint, and return in how many steps."""
    return len(list(checkpoints.save(keeper, flash, os.urandom, None)))


def stands(keeper):
    """Return all that a table knows of its game."""
    game = keeper.ledger
    lines = [game.line(n) for n in range(game.first, game.next)]
    known = [keeper.answer, keeper.history, keeper.began, keeper.last, keeper.last_at, keeper.last_kind]
    journal = keeper.journal
    return state(game.table), known, game.standing, lines, journal.places, journal.blocks, journal.count


def state(table):
    """Return how a table stands."""
    return checkpoint.table_values(table)


# Events of a game in no sensible order: what the table refuses is left out.
LIKELY = (
    ("hand", []),
    ("riichi", [0]),
    ("riichi", [2]),
    ("win", [[[1, 3, 2, 30]]]),
    ("win", [[[0, 0, 3, 40]]]),
    ("hand", []),
    ("draw", [[0, 2]]),
    ("name", [1, 'Zo\u00eb "\\"']),
    ("penalty", [3, -1000, "late for the third time", "after_uma"]),
    ("undo", []),
    ("session", [60]),
    ("hand", []),
    ("draw", [[]]),
    ("swap", [[0, 3]]),
    ("dead_hand", [2]),
    ("undo", []),
    ("substitute", [1, "now"]),
)


def go_on(keeper, events, step):
    """Record some events by chance."""
    for number in range(events):
        kind, fields = LIKELY[(number * step + number // 5) % len(LIKELY)]
        keeper.seconds += 17
        try:
            keeper.record_request(kind, 4, fields)
        except TenboError:
            continue


def forget(flash):
    """Leave no checkpoint on a flash."""
    del flash
    os.remove(checkpoints.PATH)


def test_a_start_from_a_checkpoint_is_the_start_that_folds_the_whole_game():
    """Games of all books on one flash, restarted in the middle of each, and again without the checkpoint."""
    with At() as flash:
        keeper, _ = start(flash)
        for number, book in enumerate(BOOKS):
            if keeper.table is not None and keeper.table.phase == "playing":
                keeper.record_request("end", 4, [])
            switches = [["uma_ties", "seat"], ["honba_value", 600]] if number % 2 else None
            keeper.record_request("start", 4, [book, switches])
            go_on(keeper, 20 + number, 1 + number)
            keep(keeper, flash)
            last = keeper.last
            go_on(keeper, number, 3)
            before = stands(keeper)
            keeper, folded = start(flash)
            assert stands(keeper) == before, book
            repairs = [event.kind for event in keeper.ledger.events if event.kind in ("undo", "swap")]
            assert folded <= keeper.last - last or repairs
            forget(flash)
            keeper, folded = start(flash)
            assert stands(keeper) == before, book
            assert folded > 4


def long_game(keeper, events):
    """Begin a game and play so many events."""
    keeper.record_request("start", 4, ["ema-2016"])
    keeper.record_request("name", 4, [2, 'J\u00fcrgen "the \\u96c0" from a town with a long name, who is late'])
    keeper.record_request("hand", 4, [])
    keeper.record_request("riichi", 4, [1])
    for number in range(events - 4):
        keeper.seconds += 20
        keeper.record_request("penalty", 4, [number % 4, -100])


def test_a_long_game_is_folded_from_its_checkpoint_on_and_every_event_is_still_told():
    """121 events took four seconds to fold."""
    with At() as flash:
        keeper, _ = start(flash)
        long_game(keeper, 20)
        keeper.record_request("end", 4, [])
        long_game(keeper, 110)
        keep(keeper, flash)
        for _ in range(11):
            keeper.record_request("penalty", 4, [1, -1000])
        before = stands(keeper)
        keeper, folded = start(flash)
        assert stands(keeper) == before
        assert folded == 11
        for n in range(142):
            assert keeper.line_after(n - 1)[0] == n
        assert keeper.line_after(141) is None
        undone = keeper.record_request("undo", 4, [60])
        forget(flash)
        assert state(start(flash)[0].table) == state(undone)


def test_a_start_looks_through_the_flash_once():
    """For all files of a long game, for the checkpoint, and for where the next event goes."""
    with At() as flash:
        keeper, _ = start(flash)
        long_game(keeper, 121)
        keep(keeper, flash)
        read = []
        plainly = flash.readblocks

        def noted(block, buffer, offset=0):
            if len(buffer) == MARK_SIZE and offset == 0:
                read.append(block)
            plainly(block, buffer, offset)

        flash.readblocks = noted
        block_files._known_blocks.clear()
        start(flash)
        # Once all of them, and each block again that was found.
        assert len(read) <= len(ROOM) + 4
        assert len(set(read)) == len(ROOM)


def test_power_lost_at_any_operation_while_a_checkpoint_is_written_loses_nothing():
    """Behind others on its block, and when a full block makes way."""
    for room in (2000, 100):
        operation = 0
        done = False
        while not done:
            operation += 1
            flash = Failing()
            from vfs import VfsLfs2

            VfsLfs2.mkfs(flash, progsize=256)
            try:
                with At(flash):
                    keeper, _ = start(flash)
                    long_game(keeper, 18)
                    keep(keeper, flash)
                    block = AppendBlock(flash, checkpoints.PATH)
                    while block.room > room:
                        block.append(b"an old checkpoint\n")
                    table = keeper.record_request("penalty", 4, [1, -1000])
                    before = stands(keeper)
                    flash.left = operation
                    keep(keeper, flash)
                    done = True
            except Cut:
                pass
            flash.left = -1
            with At(flash):
                keeper, folded = start(flash)
                assert stands(keeper) == before, operation
                assert keeper.journal.damaged == []
                assert folded <= 1 or room == 100
                assert state(keeper.record_request("undo", 4, [])) != state(table)
                keep(keeper, flash)
                after = stands(keeper)
            with At(flash):
                keeper, folded = start(flash)
                assert stands(keeper) == after
                assert folded == 0
        assert operation > (2 if room == 2000 else 8)


def test_a_damaged_checkpoint_and_one_of_another_firmware_are_as_none():
    """The whole game is folded, and the next checkpoint is sound again."""
    with At() as flash:
        keeper, _ = start(flash)
        long_game(keeper, 30)
        keep(keeper, flash)
        before = stands(keeper)
        assert start(flash)[1] == 0
        version, checkpoint.VERSION = checkpoint.VERSION, "0.0.1"
        try:
            keeper, folded = start(flash)
            assert (stands(keeper), folded) == (before, 30)
        finally:
            checkpoint.VERSION = version
        for block in ROOM:
            place = block.find(b'["between"') if block[:6] == b"strip " else -1
            place = block.find(b'"playing"') if place < 0 and block[:6] == b"strip " else place
            if place >= 0 and block.find(b'["event"') < 0:
                block[place + 3] = 0
        keeper, folded = start(flash)
        assert (stands(keeper), folded) == (before, 30)
        keep(keeper, flash)
        assert start(flash)[1] == 0


def test_a_checkpoint_after_events_that_the_journal_has_not_is_no_checkpoint():
    """The journal was damaged, or another ledger has taken its place with the same numbers."""
    with At() as flash:
        keeper, _ = start(flash)
        long_game(keeper, 30)
        keep(keeper, flash)
        for block in ROOM:
            place = block.find(b'["event",25,')
            if place >= 0:
                block[place + 12] = 0
        keeper, folded = start(flash)
        assert (keeper.last, folded) == (24, 25)
        assert keeper.journal.damaged == [0]
        for _ in range(7):
            keeper.record_request("penalty", 4, [3, -1000])
        before = stands(keeper)
        keeper, folded = start(flash)
        assert stands(keeper) == before
        assert folded == 32


def test_a_checkpoint_is_written_in_small_steps_and_while_the_game_goes_on():
    """What happens between two steps is not in it, and not lost."""
    with At() as flash:
        keeper, _ = start(flash)
        long_game(keeper, 40)
        job = checkpoints.save(keeper, flash, os.urandom, None)
        steps = 0
        for _ in job:
            steps += 1
            if steps == 3:
                keeper.record_request("penalty", 4, [3, -1000])
        assert steps > 10
        before = stands(keeper)
        keeper, folded = start(flash)
        assert stands(keeper) == before
        assert folded == 1


def test_a_flash_without_room_keeps_no_checkpoint_and_harms_nothing():
    """Games make room for one another; a checkpoint takes no game's place."""
    with At() as flash:
        keeper, _ = start(flash)
        long_game(keeper, 30)
        fillers = 0
        try:
            while True:
                with open("filler%d" % fillers, "wb") as file:
                    file.write(bytes(4000))
                fillers += 1
        except OSError:
            assert fillers
        keep(keeper, flash)
        before = stands(keeper)
        keeper, folded = start(flash)
        assert (stands(keeper), folded) == (before, 30)


def test_an_undo_before_the_checkpoint_finds_the_same_table_as_before_it():
    """To any event of the game."""
    with At() as flash:
        keeper, _ = start(flash)
        long_game(keeper, 45)
        for to in range(0, 44, 5):
            undo = make(keeper.ledger.next, "undo", 4, keeper.seconds, {"to": to})
            wanted = outcome(keeper, undo)
            keep(keeper, flash)
            assert outcome(start(flash)[0], undo) == wanted


def outcome(keeper, event):
    """Return the table that an event would lead to, or why it is refused."""
    try:
        return state(keeper.ledger.preview(event))
    except TenboError as error:
        return str(error)
