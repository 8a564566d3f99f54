"""Restores a win that was taken back for a replacement, if power was lost before the replacement was written."""

from tenbo_core.errors import TenboError

if False:  # for the type checker alone, and gone when compiled
    from device.parts import LedgerWriter


def redo_undone_win(keeper: "LedgerWriter") -> None:
    """Record the event before the last one again, which the last one has taken back."""
    win = keeper.ledger.events[-2]
    try:
        keeper.record_request(win.kind, win.by, win.plain()[4:])
    except TenboError:
        # The flash takes nothing, or another device writes this game: the next start tries again.
        pass
