"""Agreement, press by press: who is asked, whose answer counts, how long silence takes, and what each seat reads."""

from __future__ import annotations

import pytest
from dialogue_driver import in_hand

from device.flows import agreement, proposal
from tenbo_core import events
from tenbo_core.errors import Refused
from tenbo_core.events import DESK

RON = {"wins": [{"seat": 1, "from": 0, "han": 3, "fu": 30}]}
TSUMO = {"wins": [{"seat": 1, "from": 1, "han": 3, "fu": 30}]}


def propose(table, kind, by, fields, why_no_ron=None, detail=()):
    """Let a seat propose an event, and return the plan."""
    plan = agreement.PlannedEvent(table.keeper, kind, by, fields)
    plan.detail = detail
    table.begin(
        lambda dialogue, keeper: agreement.propose(dialogue, keeper, plan, lambda seat: f"to {seat}", why_no_ron)
    )
    return plan


def asked(table):
    """Return the seats that are offered a yes."""
    return [seat for seat in range(4) if table.view(seat).keys[0] == "yes"]


# Kind, who proposes, fields, seats that are asked, who answers, seats that are asked then ([] when it is recorded).
ANSWERS = [
    ("win", 1, RON, [0], 0, []),
    ("win", 1, TSUMO, [0, 2, 3], 2, [0, 3]),
    ("draw", 0, {"tenpai": [2]}, [0, 1, 3], 0, [1, 3]),
    ("draw", 2, {"tenpai": [2]}, [0, 1, 3], 3, [0, 1]),
    ("draw", 1, {"tenpai": []}, [0, 2, 3], 0, []),
    ("dead_hand", 0, {"seat": 1}, [1, 2, 3], 1, []),
    ("dead_hand", 0, {"seat": 1}, [1, 2, 3], 3, []),
    ("penalty", 2, {"seat": 2, "points": -8000, "when": "now"}, [0, 1, 3], 0, []),
    ("penalty", 2, {"seat": 1, "points": -8000, "when": "now"}, [0, 1, 3], 1, []),
    ("penalty", 2, {"seat": 1, "points": -8000, "when": "now"}, [0, 1, 3], 3, [1]),
]


@pytest.mark.parametrize(("kind", "by", "fields", "first", "answers", "then"), ANSWERS)
def test_who_pays_is_asked_and_one_other_seat_where_somebody_is_blamed(
    conversing, kind, by, fields, first, answers, then
):
    """By a win or a draw the payers; by what is held against a player all but who says so, and then who pays."""
    table = in_hand(conversing)
    before = table.last
    plan = propose(table, kind, by, fields)
    assert asked(table) == first
    for seat in set(range(4)) - set(first):
        table.press(f"{seat} ok")
        assert table.note(seat) == "no effect"
    assert table.last == before
    table.press(f"{answers} ok")
    assert (table.over, plan.recorded, table.last == kind) == (not then,) * 3
    if then:
        assert asked(table) == then
        assert table.note(answers) == "agreed"
        table.press(f"{answers} ok")
        assert table.note(answers) == "already answered"
        for seat in then:
            table.press(f"{seat} ok")
        assert (table.over, table.last) == (True, kind)


@pytest.mark.parametrize("seat", range(4))
def test_any_seat_may_say_no(conversing, seat):
    """Also who is not asked, and who has proposed it."""
    table = in_hand(conversing)
    plan = propose(table, "win", 1, TSUMO)
    table.press(f"2 ok, {seat} back")
    assert (table.over, plan.recorded, table.last) == (True, False, "hand")
    assert [table.note(other) for other in range(4)] == ["not agreed: nothing changed"] * 4


def test_a_button_of_the_centre_is_no_answer(conversing):
    """No one says no with the dice."""
    table = in_hand(conversing)
    propose(table, "win", 1, RON, lambda _seat: "")
    for press in ("dice", "undo", "2 riichi", "3 down", "0 riichi"):
        table.press(press)
        assert not table.over, press
    assert [table.note(seat) for seat in range(4)] == ["a question is open"] * 3 + ["no effect"]


SILENCE = [("win", 1, TSUMO), ("draw", 2, {"tenpai": [2]}), ("draw", 1, {"tenpai": []})]


@pytest.mark.parametrize(("kind", "by", "fields"), SILENCE)
def test_silence_of_eight_seconds_agrees_to_what_was_played(conversing, kind, by, fields):
    """The seconds are counted down at every seat, from eight to one."""
    table = in_hand(conversing)
    propose(table, kind, by, fields)
    for left in range(8, 0, -1):
        assert [table.view(seat).corner for seat in range(4)] == [f"{left} s"] * 4
        table.wait(999)
        assert (table.over, table.view(0).corner) == (False, f"{left} s")
        table.wait(1)
    assert (table.over, table.last) == (True, kind)


def test_silence_does_not_agree_to_what_is_held_against_somebody_until_another_seat_has(conversing):
    """A minute long, and then it is gone."""
    table = in_hand(conversing)
    plan = propose(table, "penalty", 2, {"seat": 1, "points": -8000, "when": "now"})
    assert table.view(0).corner == "60 s"
    table.wait(59_999)
    assert (table.over, table.view(0).corner) == (False, "1 s")
    table.press("0 riichi")
    assert not table.over
    table.wait(1)
    assert (table.over, plan.recorded, table.note(0)) == (True, False, "not agreed: nothing changed")


def test_a_second_seat_leaves_who_pays_eight_seconds(conversing):
    """Counted from the question: what was shown for long needs no more."""
    table = in_hand(conversing)
    propose(table, "penalty", 2, {"seat": 1, "points": -8000, "when": "now"})
    table.wait(3000)
    table.press("0 ok")
    assert (asked(table), table.view(1).corner) == ([1], "5 s")
    table.wait(5000)
    assert (table.over, table.last) == (True, "penalty")


def test_without_seconds_in_the_book_nobody_agrees_by_silence(conversing):
    """Then a win needs the yes of all who pay, within a minute."""
    table = conversing()
    table.do("start", rules="ema-2016", set=[["agree_seconds", 0]])
    table.do("hand")
    propose(table, "win", 1, RON)
    assert table.view(0).corner == "60 s"
    table.wait(20_000)
    assert not table.over
    table.press("0 ok")
    assert table.last == "win"


def test_a_join_is_offered_to_whom_nothing_speaks_against_and_the_others_read_why_not(conversing):
    """The reason is that of the seat."""
    reasons = ["no effect", "no effect", "only the nearest wins", None]
    table = in_hand(conversing)
    propose(table, "win", 1, RON, lambda seat: reasons[seat])
    assert [table.view(seat).keys[1] for seat in range(4)] == ["", "", "", "ron"]
    table.press("2 up")
    assert (table.over, table.note(2)) == (False, "only the nearest wins")
    table.press("3 up")
    assert (table.over, table.result, table.last) == (True, 3, "hand")


def test_where_nobody_can_join_up_means_nothing(conversing):
    """Of a penalty there is nothing to join."""
    table = in_hand(conversing)
    propose(table, "dead_hand", 0, {"seat": 1})
    table.press("2 up")
    assert (table.over, table.note(2), table.view(2).keys[1]) == (False, "no effect", "")


def test_others_answer_for_boxes_that_are_away_and_only_for_all_of_them(conversing):
    """With one payer's box there, that one is asked."""
    table = in_hand(conversing)
    table.boxes[0].here = False
    propose(table, "win", 1, RON)
    assert asked(table) == [2, 3]
    table.press("3 ok")
    assert table.last == "win"

    table = in_hand(conversing)
    table.boxes[0].here = table.boxes[2].here = False
    propose(table, "win", 1, TSUMO)
    assert asked(table) == [0, 2, 3]
    table.press("3 ok")
    assert (table.over, asked(table)) == (False, [3])
    table.press("3 ok")
    assert (table.over, table.last) == (True, "win")

    table = in_hand(conversing)
    for seat in (0, 2, 3):
        table.boxes[seat].here = False
    propose(table, "win", 1, RON)
    assert asked(table) == [0]
    table.wait(8000)
    assert table.last == "win"


def test_what_was_agreed_to_counts_while_the_amounts_stay(conversing):
    """A name moves nothing; another riichi moves a stake, and all are asked again with the new amounts."""
    table = in_hand(conversing)
    propose(table, "win", 1, TSUMO)
    table.press("0 ok")
    table.do("name", seat=2, name="Cor")
    table.wait(20)
    assert asked(table) == [2, 3]
    assert table.view(1).amount == b"+4000"
    table.do("riichi", 3, seat=3)
    table.wait(20)
    assert asked(table) == [0, 2, 3]
    assert table.view(1).amount == b"+5000"
    table.press("0 ok, 2 ok, 3 ok")
    assert (table.last, table.table.scores) == ("win", [28000, 35000, 29000, 28000])


def test_a_question_that_can_no_longer_be_answered_says_why(conversing):
    """The desk has ended the game under it."""
    table = in_hand(conversing)
    propose(table, "win", 1, RON)
    table.do("draw", tenpai=[])
    with pytest.raises(Refused, match="hold OK: dice"):
        table.wait(20)
    assert table.last == "draw"


# ---------------------------------------------------------------- what each seat reads


def test_a_preview_says_what_a_seat_gets_pays_or_neither(conversing):
    """In points, and from which score to which."""
    table = in_hand(conversing)
    propose(table, "win", 1, RON)
    views = [table.view(seat) for seat in range(4)]
    assert [view.title for view in views] == ["to 0", "to 1", "to 2", "to 3"]
    assert [view.lines for view in views] == [
        ["You pay 3900", "30000 > 26100", "3 han 30 fu from East"],
        ["You get 3900", "30000 > 33900", "3 han 30 fu from East", "waits for East"],
        ["Nothing for you", "30000 > 30000", "3 han 30 fu from East", "waits for East"],
        ["Nothing for you", "30000 > 30000", "3 han 30 fu from East", "waits for East"],
    ]
    assert [view.amount for view in views] == [b"-3900", b"+3900", b"", b""]
    assert [view.below[:1] for view in views] == [["30000 > 26100"], ["30000 > 33900"], [], []]
    assert [view.keys for view in views] == [("yes", "", "", "no")] + [("", "", "", "no")] * 3


def test_a_preview_says_what_is_taken_after_the_game_and_whose_hand_is_dead(conversing):
    """EMA takes a chombo's 20000 after the game; a dead hand costs the win and no points."""
    table = in_hand(conversing)
    propose(table, "chombo", 0, {"seats": [1]}, detail=("{} minutes", 4))
    assert table.view(1).lines == ["after the game -20000", "4 minutes"]
    assert (table.view(1).amount, table.view(1).below) == (b"-20000", ["after the game -20000", "4 minutes"])
    assert table.view(2).lines == ["Nothing for you", "30000 > 30000", "South -20000", "4 minutes"]
    assert table.view(2).amount == b""
    table = in_hand(conversing)
    propose(table, "dead_hand", 0, {"seat": 1})
    assert table.view(1).lines == ["dead hand until the end"]
    assert table.view(0).lines == ["Nothing for you", "30000 > 30000", "waits for South, West, North"]


def test_who_has_a_dead_hand_already_is_not_told_so_again(conversing):
    """Only what the event changes is in its preview."""
    table = in_hand(conversing)
    table.do("dead_hand", seat=1)
    propose(table, "dead_hand", 0, {"seat": 2})
    assert table.view(1).lines == ["Nothing for you", "30000 > 30000"]
    assert table.view(2).lines == ["dead hand until the end"]


def test_an_earlier_chombo_is_not_in_the_preview_of_the_next(conversing):
    """What an event moves after the game is the difference, not the sum."""
    table = in_hand(conversing)
    table.do("chombo", seats=[1])
    table.do("hand")
    propose(table, "chombo", 0, {"seats": [2]})
    assert table.view(1).lines == ["Nothing for you", "30000 > 30000", "West -20000"]
    assert table.view(2).lines == ["after the game -20000"]


@pytest.mark.parametrize(("by", "order"), [(0, [0, 1, 2, 3]), (2, [2, 3, 0, 1]), (DESK, [0, 1, 2, 3])])
def test_who_has_pressed_sees_it_first_and_each_seat_before_the_next_is_put_into_words(
    conversing, monkeypatch, by, order
):
    """The others get theirs while the first display is drawn."""
    table = in_hand(conversing)
    told: list[str] = []

    async def sleep(ms):
        told.append(f"sleeps {ms}")

    monkeypatch.setattr("asyncio.sleep_ms", sleep)
    show = table.displays.show
    monkeypatch.setattr(table.displays, "show", lambda seat, view: (told.append(f"shows {seat}"), show(seat, view)))
    propose(table, "win", by, {"wins": [{"seat": 2, "from": 1, "han": 3, "fu": 30}]})
    assert told == [word for seat in order for word in (f"shows {seat}", "sleeps 0")]


def test_what_a_preview_says_is_read_before_it_is_asked_for(conversing, monkeypatch):
    """In the language of each seat: the file is slow, and a press waits for the answer."""
    table = in_hand(conversing)
    for seat, language in enumerate(("de", "nl", "ja", "en")):
        table.displays.words.set_language(seat, language)
    for _ in agreement.preload_texts(table.dialogue):
        pass
    monkeypatch.setattr(table.displays.words, "read", None)
    for seat in range(4):
        said = [
            table.dialogue.localize(seat, text) for text in ("tsumo", "ron", "You get {}", "You pay {}", "yes", "no")
        ]
        assert (said[4] == "yes") == (seat == 3)


# ---------------------------------------------------------------- what stands in another event's place


def test_what_takes_the_place_of_the_last_event_is_measured_from_the_score_that_is_shown(conversing):
    """A second ron on the discard: the first winner loses the stake and the counters to the nearer one."""
    table = in_hand(conversing)
    table.do("riichi", 2, seat=2)
    table.do("win", 3, wins=[{"seat": 3, "from": 0, "han": 1, "fu": 30}])
    wins = [{"seat": 3, "from": 0, "han": 1, "fu": 30}, {"seat": 1, "from": 0, "han": 1, "fu": 30}]
    plan = agreement.PlannedEvent(table.keeper, "win", 3, {"wins": wins}, table.keeper.last)
    assert plan.moved == [-1000, 2000, 0, -1000]
    plan.record(table.keeper)
    kinds = [event.kind for event in table.keeper.ledger.events][-2:]
    assert (kinds, table.table.scores) == (["undo", "win"], [28000, 32000, 29000, 31000])


def test_nothing_takes_the_place_of_an_event_that_is_not_the_last_any_more(conversing):
    """Then the table has to undo it."""
    table = in_hand(conversing)
    table.do("win", 3, **RON)
    table.do("hand")
    with pytest.raises(Refused, match="the game went on"):
        agreement.PlannedEvent(table.keeper, "win", 3, RON, table.keeper.last - 1)


@pytest.mark.parametrize(("phase", "brief"), [("none", "no game is running"), ("between", "hold OK: dice"),
                                              ("over", "no game is running")])  # fmt: skip
def test_what_belongs_to_a_hand_needs_one(conversing, phase, brief):
    """And the seats read what to do."""
    table = conversing("" if phase == "none" else "ema-2016")
    if phase == "over":
        table.do("end")
    for kind, fields in (("win", RON), ("draw", {"tenpai": []}), ("dead_hand", {"seat": 1}), ("redeal", {})):
        with pytest.raises(Refused) as refused:
            agreement.PlannedEvent(table.keeper, kind, 0, fields)
        assert refused.value.brief == brief, kind


def test_what_belongs_to_no_hand_is_possible_between_two(conversing):
    """Lateness before the dice; and a correction of the past by the desk."""
    table = conversing("ema-2016")
    assert agreement.PlannedEvent(table.keeper, "late", 0, {"seat": 2, "minutes": 3}).later == [0, 0, -3000, 0]
    table.do("hand")
    table.do("win", 3, wins=[{"seat": 3, "from": 0, "han": 1, "fu": 30}])
    right = {"of": table.keeper.last, "events": [["win", [[3, 0, 2, 30]]]]}
    assert agreement.PlannedEvent(table.keeper, "correct", DESK, right).moved == [-1000, 0, 0, 1000]


# ---------------------------------------------------------------- what the desk proposes


def test_a_proposal_of_the_desk_tells_how_it_ended(conversing):
    """None when it is recorded; else code, place and why, each no longer than a line takes."""
    table = in_hand(conversing)
    event = events.make(2, "win", DESK, 0, RON)
    table.begin(proposal.run, event)
    assert [table.view(seat).title for seat in range(4)] == ["Win: South"] * 4
    assert table.view(0).lines[-2:] == ["3 han 30 fu from East", "From the desk"]
    table.press("0 ok")
    assert (table.over, table.result, table.last) == (True, None, "win")
    table = in_hand(conversing)
    table.begin(proposal.run, event).press("3 back")
    assert table.result == ("not_allowed_now", "seats", "the seats did not agree")
    table = conversing("ema-2016")
    table.begin(proposal.run, event)
    assert table.result == ("not_allowed_now", "event", "hold OK: dice")


def test_why_a_proposal_is_refused_fits_a_line(conversing, monkeypatch):
    """Of the place twelve letters are told, of the reason sixty."""

    def refuse(*_):
        raise Refused("not_allowed_now", "long", "abcdefghijklmnop", "b" * 70)

    table = in_hand(conversing)
    monkeypatch.setattr(agreement, "PlannedEvent", refuse)
    table.begin(proposal.run, events.make(2, "win", DESK, 0, RON))
    assert table.result == ("not_allowed_now", "abcdefghijkl", "b" * 60)
