"""Every act of `Game` is the record of `tenbo replay` with its name, and answers what that answers."""

from __future__ import annotations

import pytest

from tenbo.game.game import Game
from tenbo.game.replay import Replay
from tenbo_core.errors import TenboError

BEGUN = [{"event": "start", "rules": "tenhou"}, {"event": "hand"}]
RIICHI = [*BEGUN, {"event": "riichi", "seat": 2}]

ACTS = [
    (BEGUN[:1], lambda game: game.hand(), {"event": "hand"}),
    (BEGUN[:1], lambda game: game.hand((3, 5)), {"event": "hand", "dice": [3, 5]}),
    (BEGUN, lambda game: game.riichi(2), {"event": "riichi", "seat": 2}),
    (BEGUN, lambda game: game.win(1, 0, han=3, fu=40),
     {"event": "win", "wins": [{"seat": 1, "from": 0, "han": 3, "fu": 40}]}),
    (BEGUN, lambda game: game.win(1, han=3, fu=40), {"event": "win", "wins": [{"seat": 1, "han": 3, "fu": 40}]}),
    (BEGUN, lambda game: game.win(1, 0, yakuman=1, pao=3),
     {"event": "win", "wins": [{"seat": 1, "from": 0, "yakuman": 1, "pao": 3}]}),
    (BEGUN, lambda game: game.wins([{"seat": 1, "from": 0, "han": 3, "fu": 40}, {"seat": 2, "from": 0, "han": 5}]),
     {"event": "win", "wins": [{"seat": 1, "from": 0, "han": 3, "fu": 40}, {"seat": 2, "from": 0, "han": 5}]}),
    (BEGUN, lambda game: game.draw([0, 2]), {"event": "draw", "tenpai": [0, 2]}),
    (BEGUN, lambda game: game.draw(nagashi=[1]), {"event": "draw", "tenpai": [], "nagashi": [1]}),
    (BEGUN, lambda game: game.abort("nine_terminals"), {"event": "abort", "kind": "nine_terminals"}),
    (BEGUN, lambda game: game.redeal("tiles fell"), {"event": "redeal", "why": "tiles fell"}),
    (BEGUN, lambda game: game.chombo(1, 3), {"event": "chombo", "seats": [1, 3]}),
    (BEGUN, lambda game: game.chombo(1, with_="win"), {"event": "chombo", "seats": [1], "with": "win"}),
    (BEGUN, lambda game: game.dead_hand(3), {"event": "dead_hand", "seat": 3}),
    (RIICHI, lambda game: game.riichi_invalid(2), {"event": "riichi_invalid", "seat": 2}),
    (BEGUN[:1], lambda game: game.penalty(1, -1000, "phone", "now"),
     {"event": "penalty", "seat": 1, "points": -1000, "why": "phone", "when": "now"}),
    (BEGUN[:1], lambda game: game.late(1, 6), {"event": "late", "seat": 1, "minutes": 6}),
    (BEGUN[:1], lambda game: game.substitute(1), {"event": "substitute", "seat": 1, "since": "now"}),
    (BEGUN[:1], lambda game: game.substitute(1, "start"), {"event": "substitute", "seat": 1, "since": "start"}),
    (BEGUN, lambda game: game.signal(), {"event": "signal"}),
    (RIICHI, lambda game: game.undo(), {"event": "undo"}),
    (RIICHI, lambda game: game.undo(1), {"event": "undo", "to": 1}),
    (BEGUN[:1], lambda game: game.end(), {"event": "end"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "act", "record"), ACTS, ids=[f"{n} {act[2]['event']}" for n, act in enumerate(ACTS)]
)
def test_an_act_is_its_record_and_answers_what_that_answers(before, act, record):
    """A refusal, too, and what was given is in the game's records."""
    replay = Replay("tenhou")
    for one in before:
        replay.apply(one)
    game = Game.replay(before)
    try:
        answer = replay.apply(record)
    except TenboError as refused:
        with pytest.raises(type(refused)) as too:
            act(game)
        assert (too.value.code, too.value.message, too.value.at) == (refused.code, refused.message, refused.at)
        assert game.events == before
    else:
        assert act(game) == answer
        assert game.events == [*before, record]


@pytest.mark.parametrize("events", ["riichi 2", {}, 3, None])
def test_a_correction_by_what_is_no_list_is_refused(events):
    """By what it must be."""
    answer = Replay("tenhou")
    for one in RIICHI:
        answer.apply(one)
    refusal = answer.answer({"event": "correct", "of": 2, "events": events})["error"]
    assert refusal["message"].startswith("events") == (events is not None)
    assert refusal["at"] == "events"


def test_a_refused_act_takes_no_number():
    """An undo names an act by the place that it has in the game's records."""
    game = Game("tenhou")
    with pytest.raises(TenboError):
        game.riichi(2)
    assert game.hand()["n"] == 1
    with pytest.raises(TenboError):
        game.apply_record({"event": "riichi", "seat": 7})
    assert game.riichi(2)["n"] == 2
    assert [record["event"] for record in game.events] == ["start", "hand", "riichi"]
