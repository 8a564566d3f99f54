"""Two players liable for one hand: three dragons fed by one, four kans by another (M-League, 8-1)."""

from __future__ import annotations

from typing import Any

import pytest

import tenbo
from tenbo.game.replay import Replay
from tenbo.scoring.explain import explain
from tenbo.scoring.json_records import answer_score, hand_of_record

HAND: dict[str, Any] = {
    "rules": "m-league", "hand": "9s", "win": "9s", "seat": "S",
    "melds": ["kan 5555z", "kan 6666z", "kan 7777z", "kan 1111m"],
}  # fmt: skip
BOTH = [{"seat_wind": "W", "yaku": "daisangen"}, {"seat_wind": "N", "yaku": "suukantsu"}]


def paid(by: str, discarder: str | None = None, honba: int = 0) -> dict[str, int]:
    """Return who pays for the hand."""
    pao = BOTH if discarder is None else [{**one, "from": discarder} for one in BOTH]
    answer = answer_score({**HAND, "by": by, "pao": pao, "honba": honba})
    pay: dict[str, int] = answer["pay"]
    assert sum(pay.values()) == answer["gain"]
    return pay


def test_each_of_two_liable_players_pays_for_the_own_yakuman() -> None:
    """All of it by tsumo; by ron a half, and the discarder the other half of both."""
    assert paid("tsumo", honba=1) == {"liable": 32300, "liable_other": 32000}
    assert paid("ron", "E", honba=1) == {"liable": 16000, "liable_other": 16000, "discarder": 32300}
    # Who is liable and has discarded pays the own yakuman whole, and a half of the other one.
    assert paid("ron", "W", honba=1) == {"liable": 48300, "liable_other": 16000}
    assert paid("ron", "N", honba=1) == {"liable": 16000, "liable_other": 48300}


def test_the_explanation_names_both() -> None:
    """With the section."""
    text = explain(hand_of_record({name: value for name, value in {**HAND, "by": "tsumo", "pao": BOTH}.items()
                                   if name != "rules"}), tenbo.load_book("m-league"))  # fmt: skip
    assert "the player liable for the four kans pays" in text
    assert text.count("8-1") >= 2


@pytest.mark.parametrize(
    ("change", "code", "at"),
    [
        ({"rules": "ema-2016"}, "not_in_this_rule_book", "pao"),
        ({"pao": BOTH[:1]}, "contradiction", "pao"),
        ({"pao": [BOTH[0], BOTH[0]]}, "contradiction", "pao"),
        ({"pao": [BOTH[0], {**BOTH[1], "seat_wind": "W"}]}, "contradiction", "pao"),
        ({"pao": [BOTH[0], {**BOTH[1], "seat_wind": "S"}]}, "contradiction", "pao"),
        ({"pao": [BOTH[0], {"seat_wind": "N"}]}, "missing_field", "pao[1]"),
        ({"pao": [BOTH[0], {**BOTH[1], "who": 1}]}, "bad_field", "pao[1].who"),
        # Three kans make no one liable for four.
        ({"hand": "11m99s", "win": "1m", "melds": ["kan 5555z", "kan 6666z", "kan 7777z"]}, "contradiction", "pao"),
    ],
)  # fmt: skip
def test_two_liable_players_are_refused_where_the_book_or_the_hand_has_none(
    change: dict[str, Any], code: str, at: str
) -> None:
    """In a sentence with its field."""
    with pytest.raises(tenbo.TenboError) as refused:
        answer_score({**HAND, "by": "tsumo", "pao": BOTH, **change})
    assert (refused.value.code, refused.value.at) == (code, at)


def test_a_game_takes_two_liable_players_in_every_form() -> None:
    """As seats with their yaku, with a declared hand, and in its own fields; the records play the same again."""
    listed = [{"seat": "W", "yaku": "daisangen"}, {"seat": 3, "yaku": "suukantsu"}]
    declared = {name: value for name, value in HAND.items() if name not in ("rules", "seat")}
    for win in (
        {"seat": 1, "from": 1, "yakuman": 2, "pao": listed},
        {"seat": 1, "from": 1, "declared": declared, "pao": listed},
        {"seat": 1, "from": 1, "declared": {**declared, "pao": BOTH}},
        {"seat": 1, "from": 1, "yakuman": 2, "pao": 2, "pao_other": 3},
    ):
        replay = Replay("m-league")
        replay.apply({"event": "start"})
        replay.apply({"event": "hand"})
        assert replay.apply({"event": "win", "wins": [win]})["deltas"] == [0, 64000, -32000, -32000], win
    game = tenbo.Game("m-league")
    game.hand()
    game.win(1, yakuman=2, pao=2, pao_other=3)
    assert tenbo.Game.replay(game.events).scores == game.scores == [25000, 89000, -7000, -7000]


def test_a_declared_hand_that_makes_one_liable_is_refused_with_two() -> None:
    """The table pays what the tiles show."""
    replay = Replay("m-league")
    replay.apply({"event": "start"})
    replay.apply({"event": "hand"})
    declared = {"hand": "11m99s", "win": "1m", "melds": ["kan 5555z", "kan 6666z", "kan 7777z"]}
    win = {"seat": 1, "from": 1, "declared": declared, "pao": 2, "pao_other": 3}
    assert replay.answer({"event": "win", "wins": [win]})["error"]["code"] == "contradiction"
    assert replay.ledger.table.scores == [25000] * 4  # type: ignore[union-attr]
