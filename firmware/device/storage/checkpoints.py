"""Checkpoints on flash: the state of the running game after some of its events, so that a start folds only the rest.

They stand in an append block, one line each; the last one counts.  One is worth something only for the firmware that
made it, and while the journal still begins with the very lines that it was made after: else the whole game is folded,
as if there were none.
"""

import json
import os

from device.storage import block_files
from device.storage.log_block import AppendBlock
from tenbo_core import checkpoint
from tenbo_core.ledger import Ledger
from tenbo_core.state_answer import answer_values
from tenbo_core.wire import to_json, verified_body, with_checksum

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Any, Between, Entropy, Flash, Iterator, Journal, LedgerWriter
    from device.storage.journal_recovery import FlashGame

PATH = "checkpoint"


def resume(keeper: "LedgerWriter", flash: "Flash") -> None:
    """Go on with the newest game on flash, from a checkpoint if there is one for it.

    A game of another firmware's rules is put aside, from the event on that is not possible here.
    """
    values = _latest(flash)
    while True:
        game = keeper.journal.resume(values[1] if values else None)
        if values and [game.first, game.count] < values[1][:2]:
            note_lost(keeper.journal, values[1][0])
        if values and game.known:
            _stand(keeper, game, values)
        refused = _fold(keeper, game)
        if refused < 0:
            return
        from device.storage import journal_recovery

        journal_recovery.truncate_game(keeper.journal, game.first, refused)
        keeper.journal.notices.append("game of another version")
        keeper.forget()
        values = []


def note_lost(journal: "Journal", first: int) -> None:
    """Note that the end of the journal is missing without a damaged line: its file, or the folder's entry, is gone."""
    from device.storage import journal_reading, journal_recovery

    journal_reading.count_damaged_game(journal, first)
    try:
        journal_recovery.renew_ledger_id(journal)
        os.remove(PATH)
    except OSError:
        pass  # nothing can be written: no number is given again


def _stand(keeper: "LedgerWriter", game: "FlashGame", values: "list[Any]") -> None:
    """Restore the game from a checkpoint."""
    (_, (first, count, *_), keeper.began, keeper.last_at, kind, deltas, history, spans, plain) = values
    n = first + count - 1
    table = checkpoint.table_of(plain)
    keeper.ledger = Ledger(first, small=True, read=keeper.journal.page)
    keeper.ledger.poll = keeper.journal.poll_buttons
    keeper.ledger.begin(game.lines, count, checkpoint.unflatten_spans(spans), table)
    keeper.last_kind = kind
    keeper.answer = answer_values(n, kind, None, table)
    keeper.answer[2] = deltas
    keeper.history = [(moved, by) for moved, by in history]
    keeper.checkpoint = n


def _fold(keeper: "LedgerWriter", game: "FlashGame") -> int:
    """Let the other events follow; return the number of the first that is not possible, or -1."""
    for event, lines in game.events_beyond_known(keeper.journal):
        try:
            table = keeper.ledger.preview(event)
        except MemoryError:
            raise
        except Exception:  # noqa: BLE001 - the rules of another firmware may differ in any way
            return event.n
        keeper.commit_stored_event(event, table, lines)
    return -1


def save(keeper: "LedgerWriter", flash: "Flash", entropy: "Entropy", poll: "Between | None") -> "Iterator[None]":
    """Write down how the game stands, a small step at a time; without room on the flash, not at all.

    `poll` is called between the steps that may erase a block.
    """
    ledger, table, last = keeper.ledger, keeper.table, keeper.last
    assert table is not None
    assert keeper.answer is not None
    journal = keeper.journal
    # All of one moment: the game may go on between two steps.
    known: "list[Any]" = [ledger.first, last + 1 - ledger.first, 0, journal.end_offset(), journal.places[:]]
    blocks = journal.blocks
    values: "list[Any]" = [
        checkpoint.checkpoint_version(),
        known,
        keeper.began,
        keeper.last_at,
        keeper.last_kind,
        keeper.answer[2],
        [list(moved) for moved in keeper.history],
        checkpoint.flatten_spans(ledger),
        checkpoint.table_values(table),
    ]
    yield
    from device.storage.journal_reading import running_checksums

    for folded in running_checksums(journal, known[0], blocks, known[3]):
        known[2] = folded
        yield
    texts = []
    for value in values:
        texts.append(to_json([value])[1:-1])
        yield
    line = with_checksum(("[" + ",".join(texts) + "]").encode())
    yield
    # If the flash has no room for it, it is not tried again before the next one is due.
    keeper.checkpoint = last
    # It begins on a line of its own: the one before may be torn.
    _append_line(b"\n" + line, flash, entropy, poll)


def _append_line(line: bytes, flash: "Flash", entropy: "Entropy", poll: "Between | None") -> None:
    """Write a line behind the others, or on a new block when theirs is full."""
    try:
        try:
            block = AppendBlock(flash, PATH)
        except OSError:
            block = block_files.make_block(flash, PATH, entropy, poll)
        if block.room < len(line):
            block = block_files.make_block(flash, PATH, entropy, poll)
        if block.room >= len(line):
            block.append(line)
    except OSError:
        pass  # a start folds the whole game, as without a checkpoint


def _latest(flash: "Flash") -> "list[Any]":
    """Return the values of the last checkpoint that is whole and of this firmware's making, none without one."""
    body = None
    try:
        for line in AppendBlock(flash, PATH).each_line():
            body = verified_body(line) or body
    except OSError:
        return []
    values: "list[Any]" = [] if body is None else json.loads(body.decode())
    return values if values and values[0] == checkpoint.checkpoint_version() else []
