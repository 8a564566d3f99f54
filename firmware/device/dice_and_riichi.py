"""The dice that begin a hand, and riichi."""

from device.keeper import Keeper
from tenbo_core.errors import Refused
from tenbo_core.events import CENTRE


def throw_dice(keeper: Keeper, entropy: "object") -> "list[int]":
    """Throw two fair dice and begin a hand."""
    dice = [fair_die(entropy), fair_die(entropy)]
    keeper.add("hand", CENTRE, {"dice": dice})
    return dice


def fair_die(entropy: "object") -> int:
    """Give 1 to 6, each as likely: bytes of 252 and more are thrown again, or low numbers would win."""
    while True:
        byte = entropy(1)[0]  # type: ignore[operator]
        if byte < 252:
            return byte % 6 + 1


def declare_riichi(keeper: Keeper, seat: int) -> None:
    """Declare riichi for a seat, or raise why it may not."""
    keeper.add("riichi", seat, {"seat": seat})


def take_riichi_back(keeper: Keeper, seat: int) -> None:
    """Take a riichi back whose declaration tile was ronned: the players may have done nothing since."""
    last = keeper.ledger.last_played()
    if last is None or last.kind != "riichi" or last.args[0] != seat:
        raise Refused("not_allowed_now", "the game went on: ask the table to undo", "event", "too late: game went on")
    keeper.add("riichi_void", seat, {"seat": seat})


def wall_to_break(dice: "list[int]", dealer: int) -> int:
    """Give the seat whose wall is broken: counted round from the dealer, he being one."""
    return (dealer + sum(dice) - 1) % 4
