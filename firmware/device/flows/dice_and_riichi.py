"""The dice that begin a hand, and riichi."""

from device.storage.ledger_writer import LedgerWriter
from tenbo_core.errors import Refused
from tenbo_core.events import CENTRE

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Callable, Entropy


def begin_hand_with_dice(keeper: LedgerWriter, entropy: "Entropy") -> "tuple[list[int], int]":
    """Throw two fair dice, begin a hand, and return them with the hand's dealer."""
    dice = [fair_die(entropy), fair_die(entropy)]
    return dice, keeper.record("hand", CENTRE, {"dice": dice}).dealer


def fair_die(entropy: "Entropy") -> int:
    """Return 1 to 6, each as likely: bytes of 252 and more are thrown again, or low numbers would win."""
    while True:
        byte = entropy(1)[0]
        if byte < 252:
            return byte % 6 + 1


def declare_riichi(keeper: LedgerWriter, seat: int, on_checked: "Callable[[], None]") -> None:
    """Declare riichi for a seat, or raise why it may not; `on_checked` is called as soon as it is sure that it may."""
    keeper.record("riichi", seat, {"seat": seat}, on_checked)


def void_riichi(keeper: LedgerWriter, seat: int) -> None:
    """Take back a riichi whose declaration tile was ronned, if the players have done nothing since."""
    last = keeper.ledger.last_play_event()
    if last is None or last.kind != "riichi" or last.args[0] != seat:
        raise Refused("not_allowed_now", "the game went on: ask the table to undo", "event", "too late: game went on")
    keeper.record("riichi_void", seat, {"seat": seat})


def wall_to_break(dice: "list[int]", dealer: int, players: int) -> int:
    """Return the seat whose wall is broken, counting the dealer as 1; of three players each has a wall."""
    return (dealer + sum(dice) - 1) % players
