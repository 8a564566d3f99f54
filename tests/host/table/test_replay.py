"""The records of a game: one answer each, no matter what the records are."""

from __future__ import annotations

import json

import pytest

from tenbo.game.jsonl_answers import parse_line
from tenbo.game.replay import Replay
from tenbo_core.errors import TenboError

ANSWER = ["n", "event", "deltas", "scores", "sticks", "honba", "round", "hand", "dealer", "riichi", "phase",
          "hands_left", "why"]  # fmt: skip


def answers(*records, rules="ema-2016"):
    """Return the answers to records."""
    game = Replay(rules)
    return [game.answer(json.loads(json.dumps(record))) for record in records]


def last(*records):
    """Return the answer to the last record."""
    return answers(*records)[-1]


def error(*records):
    """Return code and place of the last record's refusal."""
    found = last(*records)["error"]
    assert found["message"]
    return found["code"], found["at"]


START = {"event": "start", "rules": "ema-2016"}
HAND = {"event": "hand"}
BIG = 10**3999
TANYAO = {"hand": "234567m345p678s8s", "win": "8s"}


def test_an_answer_has_the_fields_in_their_order():
    """Other programs rely on the names; people who read the stream rely on the order."""
    first = last(START)
    assert list(first) == ANSWER
    assert first == {
        "n": 0, "event": "start", "deltas": [0, 0, 0, 0], "scores": [30000] * 4, "sticks": 0, "honba": 0, "round": "E",
        "hand": 1, "dealer": 0, "riichi": [], "phase": "between", "hands_left": None, "why": None,
    }  # fmt: skip


def test_a_riichi_moves_its_stake_at_once_and_a_win_moves_the_sticks():
    """What an event moved stands with that event."""
    found = answers(
        START,
        HAND,
        {"event": "riichi", "seat": 2},
        {"event": "win", "wins": [{"seat": 1, "from": 0, "han": 1, "fu": 30}]},
    )
    assert [answer["deltas"] for answer in found] == [[0] * 4, [0] * 4, [0, 0, -1000, 0], [-1000, 2000, 0, 0]]
    assert found[2]["riichi"] == [2]
    assert found[2]["sticks"] == 1


def test_the_order_of_riichi_is_kept():
    """Who declared first can decide a referee's case."""
    assert last(START, HAND, {"event": "riichi", "seat": 3}, {"event": "riichi", "seat": 0})["riichi"] == [3, 0]


def test_refused_records_are_counted_and_change_nothing():
    """`n` counts the records, so that an answer can be found again."""
    found = answers(START, {"event": "riichi", "seat": 1}, HAND)
    assert [answer["n"] for answer in found] == [0, 1, 2]
    assert found[1]["error"]["code"] == "not_allowed_now"
    assert found[2]["scores"] == [30000] * 4


def test_undo_to_counts_refused_records_too():
    """Undo to 3 takes back everything after record 3, no matter what record 3 was."""
    win = {"event": "win", "wins": [{"seat": 1, "from": 0, "han": 1, "fu": 30}]}
    found = answers(START, HAND, {"event": "riichi", "seat": 9}, win, HAND, {"event": "undo", "to": 2})
    assert found[-1]["phase"] == "playing"
    assert found[-1]["deltas"] == [1000, -1000, 0, 0]


def test_a_further_start_begins_another_game():
    """One stream may hold a whole evening; the numbers go on."""
    found = answers(START, HAND, {"event": "start", "rules": "austria"})
    assert (found[-1]["n"], found[-1]["scores"], found[-1]["deltas"]) == (2, [25000] * 4, [0] * 4)


def test_a_finished_game_has_its_result():
    """Leftover sticks are credited in the result, not in the event."""
    found = last(START, HAND, {"event": "riichi", "seat": 2}, {"event": "end"})
    assert found["scores"] == [30000, 30000, 29000, 30000]
    assert found["result"] == {
        "scores": [30400, 30300, 29000, 30300], "places": [1, 1, 4, 1], "uma": [5000, 5000, -15000, 5000],
        "oka": [0, 0, 0, 0], "penalties": [0, 0, 0, 0], "totals": [5400, 5300, -16000, 5300],
    }  # fmt: skip


def test_only_rules_are_needed_and_they_have_a_default():
    """A start without anything is EMA 2016, or what --rules says."""
    assert last({"event": "start"})["scores"] == [30000] * 4
    assert answers({"event": "start"}, rules="austria")[0]["scores"] == [25000] * 4


def test_a_seat_is_its_number_or_the_wind_it_has_in_the_first_hand():
    """A declared hand's own `seat` is its wind in this hand; the letters of the others stay with the players."""

    def game(east, south, west, north):
        return [
            START, HAND,
            {"event": "riichi", "seat": south}, {"event": "draw", "tenpai": [south, north], "nagashi": []},
            HAND,
            {"event": "win", "wins": [{"seat": south, "from": west, "declared": {**TANYAO, "seat": "E"}},
                                      {"seat": north, "from": west, "yakuman": 1, "pao": east}]},
            HAND, {"event": "chombo", "seats": [east, west]}, HAND, {"event": "chombo", "seat": north},
            {"event": "penalty", "seat": west, "points": -1000, "why": "telephone"},
            {"event": "correct", "of": 2, "events": [{"event": "riichi", "seat": north}], "why": "it was North"},
            {"event": "swap", "seats": [north, east], "why": "sat wrongly"},
        ]  # fmt: skip

    numbers, letters = answers(*game(0, 1, 2, 3)), answers(*game("E", "S", "W", "N"))
    assert numbers == letters
    assert [found["event"] for found in numbers if "error" not in found] == [
        "start", "hand", "riichi", "draw", "hand", "win", "hand", "chombo", "hand", "chombo", "penalty", "correct",
        "swap",
    ]  # fmt: skip
    for wrong in ("", "ES", "e", "2"):
        assert error(START, HAND, {"event": "riichi", "seat": wrong}) == ("bad_seat", "seat")


def test_a_game_goes_on_in_the_middle():
    """A table whose device broke is taken over with its scores."""
    found = last({"event": "start", "rules": "tenhou", "scores": [20000, 30000, 30000, 19000], "round": "S", "hand": 3,
                  "honba": 2, "sticks": 1, "names": ["A", "B", "C", "D"]})  # fmt: skip
    assert (found["round"], found["hand"], found["dealer"], found["honba"], found["sticks"]) == ("S", 3, 2, 2, 1)


@pytest.mark.parametrize(
    ("record", "code", "at"),
    [
        ({"event": "start", "rules": 5}, "bad_field", "rules"),
        ({"event": "start", "rules": "ema"}, "unknown_rules", "rules"),
        ({"event": "start", "rules": "/etc/passwd.toml"}, "unknown_rules", "rules"),
        ({"event": "start", "names": ["A", "B", "C"]}, "bad_field", "names"),
        ({"event": "start", "names": "ABCD"}, "bad_field", "names"),
        ({"event": "start", "names": ["A", "B", "C", 4]}, "bad_field", "names"),
        ({"event": "start", "set": [1]}, "bad_field", "set"),
        ({"event": "start", "set": {"kiriage": "yes"}}, "bad_field", "set.kiriage"),
        ({"event": "start", "set": {"kiri": True}}, "unknown_option", "set.kiri"),
        ({"event": "start", "scores": [1, 2, 3]}, "bad_field", "scores"),
        ({"event": "start", "scores": {"0": 30000}}, "bad_field", "scores"),
        ({"event": "start", "scores": [30000.0, 30000, 30000, 30000]}, "bad_field", "scores"),
        ({"event": "start", "scores": "30000"}, "bad_field", "scores"),
        ({"event": "start", "scores": [30000, 30000, 30000, 31000]}, "contradiction", "scores"),
        ({"event": "start", "round": "X"}, "bad_field", "round"),
        ({"event": "start", "round": ""}, "bad_field", "round"),
        ({"event": "start", "hand": 0}, "bad_field", "hand"),
        ({"event": "start", "honba": True}, "bad_field", "honba"),
        ({"event": "start", "sticks": -1}, "bad_field", "sticks"),
        ({"event": "start", "rules": "alarm", "honba": 1}, "not_in_this_rule_book", "honba"),
        ({"event": "hand", "dice": [7, 1]}, "bad_field", "dice"),
        ({"event": "riichi"}, "missing_field", "seat"),
        ({"event": "riichi", "seat": "2"}, "bad_seat", "seat"),
        ({"event": "riichi", "seat": True}, "bad_seat", "seat"),
        ({"event": "riichi", "seat": 1.0}, "bad_seat", "seat"),
        ({"event": "win"}, "missing_field", "wins"),
        ({"event": "win", "wins": []}, "bad_field", "wins"),
        ({"event": "win", "wins": {"seat": 1}}, "bad_field", "wins"),
        ({"event": "win", "wins": [3]}, "bad_field", "wins[0]"),
        ({"event": "win", "wins": [{"from": 1, "han": 1, "fu": 30}]}, "missing_field", "wins[0].seat"),
        ({"event": "win", "wins": [{"seat": 1}]}, "missing_field", "wins[0].han"),
        ({"event": "win", "wins": [{"seat": 1, "han": "3", "fu": 30}]}, "bad_field", "wins[0].han"),
        ({"event": "win", "wins": [{"seat": 1, "han": 3, "fu": 30, "yakuman": 1}]}, "contradiction", "wins[0].han"),
        ({"event": "win", "wins": [{"seat": 1, "form": 2, "han": 3, "fu": 30}]}, "bad_field", "wins[0].form"),
        ({"event": "draw"}, "missing_field", "tenpai"),
        ({"event": "draw", "tenpai": 1}, "bad_field", "tenpai"),
        ({"event": "draw", "tenpai": [1, 1]}, "contradiction", "tenpai"),
        ({"event": "abort", "kind": "five_kans"}, "bad_field", "kind"),
        ({"event": "chombo"}, "missing_field", "seat"),
        ({"event": "chombo", "seat": 4}, "bad_seat", "seat"),
        ({"event": "chombo", "seat": 1, "with": "abort"}, "bad_field", "with"),
        ({"event": "penalty", "seat": 1}, "missing_field", "points"),
        ({"event": "penalty", "seat": 1, "points": -50}, "bad_field", "points"),
        ({"event": "penalty", "seat": 1, "points": -1000, "when": "later"}, "bad_field", "when"),
        ({"event": "late", "seat": 1, "minutes": 11}, "contradiction", "minutes"),
        ({"event": "late", "seat": 1, "minutes": 1.5}, "bad_field", "minutes"),
        ({"event": "substitute", "seat": 1}, "missing_field", "since"),
        ({"event": "undo", "to": -1}, "bad_field", "to"),
        ({"event": "undo", "to": 99}, "not_allowed_now", "to"),
        ({"event": "riichi", "seat": 1, "by": "nobody"}, "bad_field", "by"),
        ({"event": "riichi", "seat": 1, "at": -5}, "bad_field", "at"),
        ({"event": "renchan"}, "bad_field", "event"),
        ({"event": ["riichi"]}, "bad_field", "event"),
        ({"event": None}, "missing_field", "event"),
        ({"seat": 1}, "missing_field", "event"),
    ],
)
def test_wrong_records_are_refused_with_code_and_place(record, code, at):
    """A stable word for programs, a sentence for people, and where to look."""
    records = (record,) if record.get("event") == "start" else (START, HAND, record)
    if record.get("event") == "hand":
        records = (START, record)
    assert error(*records) == (code, at)


@pytest.mark.parametrize(
    ("before", "record", "at", "meant"),
    [
        ((), {"event": "start", "rule": "austria"}, "rule", "rules"),
        ((), {**START, "author": 9}, "author", None),
        ((), {**START, "seats": [1]}, "seats", "set"),
        ((START,), {**HAND, "dices": [3, 5]}, "dices", "dice"),
        ((START,), {**HAND, "names": ["A", "B", "C", "D"]}, "names", None),
        ((START, HAND), {"event": "draw", "tenpai": [], "nagasi": [1]}, "nagasi", "nagashi"),
        ((START, HAND), {"event": "draw", "tenpai": [], "seat": 1}, "seat", None),
        ((START, HAND), {"event": "win", "wins": [{"seat": 1, "form": 0, "han": 2, "fu": 30}]}, "wins[0].form", "from"),
        (
            (START, HAND),
            {"event": "win", "wins": [{"seat": 1, "han": 2, "fu": 30, "yaku": []}]},
            "wins[0].yaku",
            "yakuman",
        ),
        ((START, HAND), {"event": "riichi", "seat": 1, "x" * 5000: 1}, "x" * 60, None),
        (
            (START, HAND),
            {
                "event": "win",
                "wins": [{"seat": 1, "declared": {"hand": "234567m345p678s9s", "win": "9s", "doora": ["1m"]}}],
            },
            "wins[0].declared.doora",
            "dora",
        ),
        (
            (START, HAND, {"event": "draw", "tenpai": []}),
            {"event": "correct", "of": 2, "events": [{"event": "chombo", "seat": 1, "with_": "draw"}]},
            "events[0].with_",
            "with",
        ),
    ],
)
def test_a_field_that_nobody_knows_is_refused_and_the_nearest_is_named(before, record, at, meant):
    """A misspelt optional field would move points unseen."""
    game = Replay()
    for earlier in before:
        game.apply(earlier)
    refused = game.answer(record)["error"]
    assert (refused["code"], refused["at"]) == ("bad_field", at)
    assert refused["message"].endswith(f"did you mean {meant}?" if meant else "is not recognised")


@pytest.mark.parametrize(
    ("record", "at"),
    [
        ({**START, "honba": BIG}, "honba"),
        ({**START, "set": {"noten_pool": 6 * BIG}}, "set.noten_pool"),
        ({**START, "set": {"yaku": {"tanyao": [BIG, 1]}}}, "set.yaku"),
        ({**HAND, "dice": [BIG, 1]}, "dice"),
        ({**HAND, "at": BIG}, "at"),
        ({"event": "penalty", "seat": 1, "points": -BIG}, "points"),
        ({"event": "undo", "to": BIG}, "to"),
    ],
)
def test_a_number_of_thousands_of_digits_is_refused_in_one_sentence(record, at):
    """No answer is as long as what someone mistyped."""
    refused = last(START, record)["error"]
    assert (refused["code"], refused["at"]) == ("bad_field", at)
    assert len(refused["message"]) < 600


def test_one_offender_or_several_not_both():
    """No one could tell which of the two counts."""
    assert error(START, HAND, {"event": "chombo", "seat": 1, "seats": [2]}) == ("contradiction", "seat")


def test_a_switch_that_nobody_knows_is_refused_and_the_nearest_is_named():
    """In a start as in a declared hand."""
    refused = Replay().answer({**START, "set": {"kiriagee": True}})["error"]
    assert refused["code"] == "unknown_option"
    assert refused["message"].endswith("did you mean kiriage?")


def test_a_remark_and_who_asked_may_stand_in_every_record():
    """They change nothing."""
    beside = {"comment": "after the break", "id": [4], "by": "desk", "at": 7}
    for record in ({**HAND, **beside}, {"event": "signal", **beside}):
        assert "error" not in last(START, record)


def test_empty_optional_fields_are_as_good_as_left_out():
    """Programs that write null for nothing are understood."""
    assert "error" not in last({**START, "set": None, "names": None, "scores": None, "honba": None})
    win = {"seat": 1, "from": None, "han": 2, "fu": 40, "yakuman": None, "pao": None, "declared": None}
    assert "error" not in last(START, HAND, {"event": "win", "wins": [win]})


def test_who_asked_and_when_can_be_said():
    """A referee's decision is a referee's decision in the ledger, too."""
    game = Replay()
    for record in (
        START,
        {**HAND, "by": 2, "at": 65},
        {"event": "penalty", "seat": 1, "points": -1000, "by": "referee"},
    ):
        game.apply(record)
    assert [(event.by, event.at) for event in game.ledger.events] == [(4, 0), (2, 65), (5, 0)]


def test_two_offenders_stand_in_seats():
    """Two chombos in one hand are one event."""
    found = last({**START, "rules": "alarm"}, HAND, {"event": "chombo", "seats": [1, 2]})
    assert found["deltas"] == [8000, -6000, -6000, 4000]


def test_a_correction_may_hold_records_or_plain_lists():
    """Both say the same."""
    win = {"event": "win", "wins": [{"seat": 1, "from": 0, "han": 1, "fu": 30}]}
    better = {"event": "win", "wins": [{"seat": 1, "from": 0, "han": 2, "fu": 30}]}
    one = last(START, HAND, win, {"event": "correct", "of": 2, "events": [better], "why": "misread"})
    two = last(START, HAND, win, {"event": "correct", "of": 2, "events": [["win", [[1, 0, 2, 30]]]]})
    assert one == two
    assert one["deltas"] == [-1000, 1000, 0, 0]


def test_moves_say_who_paid_whom_why_and_by_which_section():
    """An account for every point, event by event, for programs."""
    game = Replay(include_moves=True)
    for record in (START, HAND, {"event": "riichi", "seat": 1}):
        game.answer(record)
    won = game.answer({"event": "win", "wins": [{"seat": 1, "from": 0, "han": 1, "fu": 30}]})
    assert won["moves"] == [
        ["seat 0", "seat 1", 1000, "ron", "4.1.3"],
        ["the table", "seat 1", 1000, "stake back", "4.1"],
    ]
    assert game.answer({"event": "undo"})["moves"] == []


@pytest.mark.parametrize("value", [None, True, -1, 10**30, 1.5, "x", [], {}, [[]], {"seat": 1}, "\ud800"])
def test_no_value_of_any_field_breaks_the_game(value):
    """No matter what stands in a field, the answer is an answer, and the next record is taken."""
    shapes = [
        {"event": "start", field: value}
        for field in ("rules", "set", "names", "scores", "round", "hand", "honba", "sticks")
    ]
    for kind, fields in (
        ("hand", ("dice", "by", "at")),
        ("riichi", ("seat",)),
        ("draw", ("tenpai", "nagashi")),
        ("abort", ("kind",)),
        ("chombo", ("seat", "seats", "with")),
        ("penalty", ("seat", "points", "why", "when")),
        ("late", ("seat", "minutes")),
        ("substitute", ("seat", "since")),
        ("undo", ("to",)),
        ("correct", ("of", "events", "to", "why")),
        ("swap", ("seats", "of", "why")),
        ("session", ("minutes", "start")),
        ("disqualify", ("seat", "why")),
    ):
        good = {"seat": 1, "tenpai": [], "kind": "four_winds", "points": -1000, "minutes": 1, "since": "now", "of": 1,
                "events": [], "seats": [0, 1]}  # fmt: skip
        shapes += [{"event": kind, **good, field: value} for field in fields]
    for field in ("seat", "from", "han", "fu", "yakuman", "pao", "declared"):
        shapes.append({"event": "win", "wins": [{"seat": 1, "from": 0, "han": 2, "fu": 30, field: value}]})
    for shape in shapes:
        game = Replay()
        game.answer(START)
        game.answer(HAND)
        found = game.answer(shape)
        assert ("error" in found) != ("event" in found), shape
        assert "error" not in game.answer(START)


def test_a_line_is_read_or_refused():
    """The reader of lines raises nothing but what it documents."""
    for line in (b"null", b"1e999", b"{" * 5000, b'{"a":' * 3000, b'{"a":1}' * 2):
        with pytest.raises(TenboError):
            parse_line(line)


@pytest.mark.parametrize("uma", [[20, 10, -10, -20], [20000, 10000, -10000, -10000]])
def test_an_uma_in_thousands_or_that_does_not_add_up_begins_no_game(uma):
    """The result would be wrong by a little, and no one would see why."""
    assert error({**START, "set": {"uma": uma}}) == ("bad_field", "set.uma")


@pytest.mark.parametrize(("digits", "taken"), [(1, True), (4000, True), (4001, True), (4002, False), (10_000, False)])
def test_a_number_has_as_many_digits_as_python_reads_or_is_refused(digits, taken):
    """One digit more than that would be an error of Python's own; a sign counts as a digit."""
    line = b'{"id": ' + b"7" * digits + b"}"
    if taken:
        assert len(str(parse_line(line)["id"])) == digits
        return
    with pytest.raises(TenboError, match=f"a number of {digits} digits is too large"):
        parse_line(line)
