"""Rescores a recorded win by our own rules, and describes the differences from the record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.game.declared_hand_scoring import score_win
from tenbo.validation.core_sentence_codes import with_sentence_code
from tenbo.validation.points_text import points_text
from tenbo_core.errors import TenboError
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from tenbo.formats.logs.recorded_game import RecordedWin, RecordedWorth
    from tenbo.scoring.result import Result
    from tenbo_core.table import Table

# What an ordinary hand below five han is paid as when the record says a limit and no fu.
FU_OF_A_MANGAN = {4: 40, 3: 70}


class RescoredWin(NamedTuple):
    """A win as an event's field, its result after rescoring (None: impossible), and the difference."""

    win: dict[str, Any]
    result: Result | None
    difference: str


def rescore_win(table: Table, win: RecordedWin) -> RescoredWin:
    """Return a win for the game's record: the declared hand if it has the recorded value, else that value."""
    place: dict[str, Any] = {"seat": win.seat, "from": win.source}
    if win.pao is not None:
        place["pao"] = win.pao
    if win.declared is None:
        return RescoredWin({**place, **_recorded_value(win.worth, None)}, None, "")
    try:
        _, result, _ = score_win(table, {**place, "declared": win.declared}, "win")
    except TenboError as error:
        refusal = sentence(
            "log_value_refused",
            "the record says {record}, but the hand cannot be scored: {message}",
            record=str(win.worth),
            message=with_sentence_code(error.message),
        )
        return RescoredWin({**place, **_recorded_value(win.worth, None)}, None, refusal)
    difference = describe_difference(win.worth, result)
    if difference is not None:
        return RescoredWin({**place, **_recorded_value(win.worth, result)}, result, difference)
    return RescoredWin({**place, "declared": win.declared}, result, "")


def describe_difference(worth: RecordedWorth, result: Result) -> str | None:
    """Return the differences between the record and the rescored hand as a sentence, or None if they agree."""
    same_yaku = not worth.unknown and sorted(name for name, _ in worth.yaku) == sorted(name for name, _ in result.yaku)
    if worth.yakuman:
        same = worth.yakuman == result.yakuman and not result.is_counted
    else:
        same = worth.han == result.han and _bonus(worth.bonus) == _bonus(result.bonus._asdict())
        same = same and sorted(worth.yaku) == sorted(result.yaku) and worth.fu in (None, result.fu)
    if same and same_yaku and worth.points in (None, result.value):
        return None
    return sentence(
        "log_value_differs",
        "the record says {record}; rescoring gives {ours}",
        record=str(worth),
        ours=_yaku_text(result),
    )


def _bonus(counts: dict[str, int]) -> dict[str, int]:
    """Return the han of a bonus by kind; norths set aside are dora, as some records have them."""
    return {**counts, "dora": counts["dora"] + counts.get("north", 0), "north": 0}


def _yaku_text(result: Result) -> str:
    names = ", ".join(name for name, _ in result.yaku)
    bonus = "".join(f", {name} {number}" for name, number in result.bonus._asdict().items() if number)
    if result.yakuman and not result.is_counted:
        return (
            f"{names}: {'yakuman' if result.yakuman == 1 else f'{result.yakuman} yakuman'}, {points_text(result.value)}"
        )
    # A book that counts no fu has none to show.
    fu = f" {result.fu} fu" if result.fu else ""
    return f"{names}{bonus}: {result.han} han{fu}, {points_text(result.value)}"


def _recorded_value(worth: RecordedWorth, result: Result | None) -> dict[str, Any]:
    """Return the recorded value of a win as the fields of an event."""
    if worth.yakuman:
        return {"yakuman": worth.yakuman}
    fu = worth.fu
    if fu is None and worth.han < 5:
        fu = result.fu if result is not None and result.han == worth.han else FU_OF_A_MANGAN.get(worth.han, 30)
    return {"han": worth.han, "fu": fu} if fu else {"han": worth.han}
