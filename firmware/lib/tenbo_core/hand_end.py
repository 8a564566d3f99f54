"""The end of a hand: sets the counters and the next dealer, and ends the game if it is over."""

from tenbo_core.ranking import places
from tenbo_core.table import BETWEEN, OVER, Table


def finish_hand(table: Table, dealer_stays: bool, counter_up: bool, yame: bool) -> None:
    """Close the running hand: set the counters, pass the deal, or end the game.

    `yame` says whether the hand is one after which a leading dealer may stop (a win or a tenpai
    draw, never an abort).  Once the game is over, round, dealer and counters keep their last values.
    """
    _clear_hand(table)
    _count_down(table)
    if table.phase == OVER:
        return
    reason = _end_reason(table, dealer_stays, yame)
    if reason:
        end_game(table, reason)
        return
    table.honba = table.honba + 1 if counter_up and table.rules.has_counters else 0
    if not dealer_stays:
        _pass_deal(table)


def replay_hand(table: Table) -> None:
    """Stop the running hand and play it again: no counter, the same dealer (EMA 2016, 3.4.6).

    After the time signal some books do not replay (ALARM, 3.6.5): the hand then counts as finished.
    """
    _clear_hand(table)
    if not table.rules.replay_after_signal:
        _count_down(table)


def end_game(table: Table, why: str) -> None:
    """End the game and remember why; stakes still on the table become leftover sticks."""
    _clear_hand(table)
    table.phase = OVER
    table.hands_left = 0
    table.why = why


def _clear_hand(table: Table) -> None:
    table.riichi = []
    table.dead = []
    table.phase = BETWEEN


def _count_down(table: Table) -> None:
    """Take one from the hands that are left after the time signal."""
    if table.hands_left is not None:
        table.hands_left -= 1
        if table.hands_left == 0:
            end_game(table, "time")


def _end_reason(table: Table, dealer_stays: bool, yame: bool) -> "str | None":
    """Return why the game ends after this hand, or None."""
    rules = table.rules
    if rules.bust and min(table.scores) < 0:
        return "bust"
    if not table.may_end_after_hand:
        return None
    extended = rules.extension == "target"
    if extended and max(table.scores) < (rules.extension_points or rules.target_points):
        last_of_extension = table.round > table.last_regular_round and table.hand == rules.players
        return "last_hand" if last_of_extension and not dealer_stays else None
    if not dealer_stays:
        return "last_hand"
    # Of equal leaders the one nearest to the starting East.
    leads = places(table).index(1) == table.dealer
    return "agari_yame" if yame and rules.agari_yame and leads else None


def _pass_deal(table: Table) -> None:
    table.hand += 1
    if table.hand > table.rules.players:
        table.hand = 1
        table.round += 1


def end(table: Table) -> None:
    """End the game by an explicit `end` event."""
    end_game(table, "ended")
