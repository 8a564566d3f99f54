"""A declared hand inside a win is scored as the table stands."""

from __future__ import annotations

import pytest

from tenbo.game.replay import Replay
from tenbo.scoring.json_records import answer_score
from tenbo_core.errors import Malformed, Refused

PINFU = {"hand": "234567m345p678s9s", "win": "9s"}  # tanki: no yaku by ron, menzen tsumo by tsumo
TANYAO = {"hand": "234567m24p678s55s", "win": "3p"}
DAISANGEN = {"hand": "23m99p", "win": "4m", "melds": ["pon 555z", "pon 666z", "pon 777z"]}


def game(start=None, *riichi):
    """Return a game whose first hand runs."""
    found = Replay()
    found.apply({"event": "start", **(start or {})})
    found.apply({"event": "hand"})
    for seat in riichi:
        found.apply({"event": "riichi", "seat": seat})
    return found


def win(table, *wins):
    """Return the answer to a win."""
    return table.answer({"event": "win", "wins": list(wins)})


def error(table, *wins):
    """Return code and place of a refusal."""
    found = win(table, *wins)["error"]
    return found["code"], found["at"]


def test_a_table_takes_every_declared_hand_that_an_own_book_scores():
    """A row of two yakuman, and seven pairs or a self-drawn pinfu of one han."""
    orphans = {"hand": "19m19p19s1234567z", "win": "1m"}
    for stated in (2, 26):
        book = {"set": {"yaku": {"kokushi_13": [stated, 0]}}}
        assert win(game(book), {"seat": 1, "from": 0, "declared": orphans})["deltas"] == [-64000, 64000, 0, 0]
    pairs = {"hand": "1199m2288p3399s1z", "win": "1z"}
    book = {"set": {"yaku": {"chiitoitsu": [1, 0]}}}
    assert win(game(book), {"seat": 1, "from": 0, "declared": pairs})["deltas"] == [-800, 800, 0, 0]
    book = {"set": {"yaku": {"chiitoitsu": [0, 0], "tanyao": [1, 1]}}}
    simples = {"hand": "2233m2288p3355s4p", "win": "4p"}
    assert win(game(book), {"seat": 1, "from": 0, "declared": simples})["deltas"] == [-800, 800, 0, 0]
    book = {"set": {"yaku": {"menzen_tsumo": [0, 0]}}}
    drawn = {"hand": "234567m345p67s99s", "win": "8s"}
    assert win(game(book), {"seat": 1, "declared": drawn})["deltas"] == [-400, 800, -200, -200]


@pytest.mark.parametrize(("units", "paid"), [([250, 500, 1000, 1500, 1750, 3000], 7000), ([250], 1000)])
def test_renhou_as_a_limit_is_paid_as_five_han_of_a_list_of_units(units, paid):
    """By the scorer as at the table; where fu are counted that is a mangan."""
    renhou = {"hand": "234567m345p678s9s", "win": "9s", "first_turn": True}
    changes = {"renhou": "mangan", "payment": units}
    assert win(game({"set": changes}), {"seat": 1, "from": 0, "declared": renhou})["deltas"] == [-paid, paid, 0, 0]
    answer = answer_score({**renhou, "by": "ron", "set": changes})
    assert (answer["value"], answer["yaku"], answer["han"]) == (paid, [["renhou", 5]], 5)


def test_seat_round_by_and_riichi_are_filled_in_from_the_table():
    """A player says the hand; what the table knows no one has to say again."""
    found = win(game(None, 2), {"seat": 2, "from": 0, "declared": {**PINFU, "dora": ["1z"], "ura": ["8s"]}})
    assert found["deltas"] == [-5200, 0, 6200, 0]  # riichi and two dora under the indicator, 40 fu


def test_what_is_said_must_be_so():
    """Two statements that exclude each other are not averaged."""
    for field, value in (("seat", "S"), ("round", "S"), ("by", "tsumo"), ("riichi", 1), ("rules", "alarm")):
        assert error(game(), {"seat": 2, "from": 0, "declared": {**TANYAO, field: value}}) == (
            "contradiction",
            f"wins[0].declared.{field}",
        )
    assert error(game(None, 2), {"seat": 2, "from": 0, "declared": {**TANYAO, "riichi": 0}}) == (
        "contradiction",
        "wins[0].declared.riichi",
    )


def test_what_is_said_rightly_is_taken():
    """The same hand with everything said."""
    said = {**TANYAO, "seat": "W", "round": "E", "by": "ron", "riichi": 0, "rules": "ema-2025"}
    assert win(game(), {"seat": 2, "from": 0, "declared": said})["deltas"] == [-1300, 0, 1300, 0]


def test_a_double_riichi_is_the_declarers_word():
    """The table knows that a stick lies there, not how early it was laid."""
    found = win(game(None, 2), {"seat": 2, "from": 0, "declared": {**PINFU, "riichi": 2}})
    assert found["deltas"] == [-2600, 0, 3600, 0]


def test_counters_and_sticks_are_the_tables():
    """No matter what the declaration says about them."""
    start = {"honba": 2, "sticks": 1, "scores": [30000, 30000, 30000, 29000]}
    found = win(game(start), {"seat": 2, "from": 0, "declared": {**TANYAO, "honba": 0, "sticks": 5}})
    assert found["deltas"] == [-1900, 0, 2900, 0]


def test_the_two_han_minimum_counts_the_yaku():
    """From five counters on dora do not help (EMA 2012, Wiederholungsspiele)."""
    start = {"rules": "ema-2012", "honba": 5}
    declared = {**TANYAO, "dora": ["1m", "1m"]}
    assert error(game(start), {"seat": 2, "from": 0, "declared": declared})[0] == "too_few_han"
    assert win(game(start), {"seat": 2, "from": 0, "han": 3, "fu": 40})["deltas"] == [-6700, 0, 6700, 0]


def test_a_hand_without_yaku_is_refused_with_its_place():
    """The refusal of the scoring is the refusal of the win."""
    assert error(game(), {"seat": 2, "from": 0, "declared": PINFU}) == ("no_yaku", "wins[0].declared.hand")
    assert error(game(), {"seat": 2, "from": 0, "declared": {**TANYAO, "win": "9z"}})[0] == "bad_tile"
    assert error(game(), {"seat": 2, "from": 0, "declared": {"hand": "1m"}}) == (
        "missing_field",
        "wins[0].declared.win",
    )


def test_several_winners_declare_their_hands():
    """Each is scored with its own wind."""
    found = win(game(), {"seat": 0, "from": 3, "declared": TANYAO}, {"seat": 1, "from": 3, "declared": TANYAO})
    assert found["deltas"] == [2000, 1300, 0, -3300]


def test_a_declared_hand_and_a_bare_one_may_stand_together():
    """Who needs no help says han and fu."""
    found = win(game(), {"seat": 0, "from": 3, "han": 1, "fu": 30}, {"seat": 1, "from": 3, "declared": TANYAO})
    assert found["deltas"] == [1500, 1300, 0, -2800]


def test_liability_may_be_said_as_a_seat_or_as_a_wind():
    """The table speaks of seats, a hand of winds."""
    for said in ({"pao": 2, "declared": DAISANGEN}, {"declared": {**DAISANGEN, "pao": {"seat_wind": "W"}}}):
        assert win(game(), {"seat": 1, "from": 3, **said})["deltas"] == [0, 32000, -16000, -16000]


@pytest.mark.parametrize(
    ("book", "deltas"),
    [
        ({"rules": "tenhou"}, [-16000, 64000, -40000, -8000]),
        ({"rules": "tenhou", "set": {"double_yakuman": ["daisuushii"]}}, [-16000, 96000, -72000, -8000]),
        ({"rules": "austria"}, [0, 96000, -96000, 0]),
    ],
)
def test_a_declared_hand_knows_how_many_of_its_yakuman_were_fed(book, deltas):
    """Where that decides who pays, no one has to say it: four winds of honours alone are two or three yakuman."""
    hand = {"hand": "5z", "win": "5z", "melds": ["pon 111z", "pon 222z", "pon 333z", "pon 444z"]}
    assert win(game(book), {"seat": 1, "pao": 2, "declared": hand})["deltas"] == deltas


def test_liability_must_fit():
    """One liable player, who fed a hand that the book knows."""
    both = {"pao": 0, "declared": {**DAISANGEN, "pao": {"seat_wind": "W"}}}
    assert error(game(), {"seat": 1, "from": 3, **both}) == ("contradiction", "wins[0].declared.pao")
    assert error(game(), {"seat": 1, "from": 3, "pao": 2, "declared": TANYAO}) == (
        "contradiction",
        "wins[0].declared.pao",
    )
    other = {"declared": {**DAISANGEN, "pao": {"seat_wind": "W", "from": "E"}}}
    assert error(game(), {"seat": 1, "from": 3, **other}) == ("contradiction", "wins[0].declared.pao.from")
    own = {"pao": 1, "declared": DAISANGEN}
    assert error(game(), {"seat": 1, "from": 3, **own}) == ("contradiction", "wins[0].declared.pao")


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize(("seat", "source", "liable"), [(1, 3, 2), (1, 3, 3), (3, 0, 1), (2, 2, 0), (0, 0, 3)])
def test_a_liable_seat_and_its_wind_are_the_same_whoever_deals(dealer, seat, source, liable):
    """Winds go round with the dealer; the discarder's may be said as well, rightly."""
    winds = {player: "ESWN"[(player - dealer) % 4] for player in range(4)}
    start = {"hand": dealer + 1}
    place = {"seat": seat} | ({"from": source} if source != seat else {})
    by_seat = win(game(start), {**place, "pao": liable, "declared": DAISANGEN})
    pao = {"seat_wind": winds[liable]}
    assert win(game(start), {**place, "declared": {**DAISANGEN, "pao": pao}}) == by_seat
    assert win(game(start), {**place, "pao": liable, "declared": {**DAISANGEN, "pao": pao}}) == by_seat
    value = 48000 if seat == dealer else 32000
    paid = [0, 0, 0, 0]
    paid[seat] += value
    for payer in (liable, source) if source not in (seat, liable) else (liable,):
        paid[payer] -= value // 2 if source not in (seat, liable) else value
    assert by_seat["deltas"] == paid
    if source != seat:
        both = pao | {"from": winds[source]}
        assert win(game(start), {**place, "declared": {**DAISANGEN, "pao": both}}) == by_seat
        for other in "ESWN".replace(winds[source], ""):
            said = {**DAISANGEN, "pao": pao | {"from": other}}
            assert error(game(start), {**place, "declared": said}) == ("contradiction", "wins[0].declared.pao.from")
    for other in set(range(4)) - {liable}:
        said = {**place, "pao": other, "declared": {**DAISANGEN, "pao": pao}}
        assert error(game(start), said) == ("contradiction", "wins[0].declared.pao")


@pytest.mark.parametrize(("riichi", "said", "told"), [
    ((2,), 0, "this player has declared riichi at the table"),
    ((), 1, "this player has not declared riichi at the table"),
    ((1,), 2, "this player has not declared riichi at the table"),
])  # fmt: skip
def test_a_riichi_that_is_said_otherwise_than_it_stands_is_told(riichi, said, told):
    """By what the table knows."""
    answer = win(game(None, *riichi), {"seat": 2, "from": 0, "declared": {**PINFU, "riichi": said}})
    assert answer["error"]["message"] == told


@pytest.mark.parametrize(("declared", "kind"), [(PINFU, Refused), ({**TANYAO, "win": "9z"}, Malformed)])
def test_a_hand_that_the_book_refuses_is_told_apart_from_one_that_cannot_be_read(declared, kind):
    """A program may ask again for the one, and has to mend itself for the other."""
    with pytest.raises(kind) as refused:
        game().apply({"event": "win", "wins": [{"seat": 2, "from": 0, "declared": declared}]})
    assert type(refused.value) is kind


@pytest.mark.parametrize("worth", [{"han": 2}, {"fu": 30}, {"yakuman": 1}])
def test_a_worth_and_a_declared_hand_exclude_each_other(worth):
    """No one has to guess which of the two counts."""
    (name,) = worth
    assert error(game(), {"seat": 1, "from": 3, **worth, "declared": TANYAO}) == ("contradiction", f"wins[0].{name}")
    # What is said to be nothing is nothing.
    assert win(game(), {"seat": 1, "from": 3, name: None, "declared": TANYAO})["deltas"] == [0, 1300, 0, -1300]


def test_a_book_without_fu_takes_the_han():
    """ALARM pays by fan alone."""
    found = win(game({"rules": "alarm"}), {"seat": 1, "from": 3, "declared": {**TANYAO, "dora": ["1m"]}})
    assert found["deltas"] == [0, 2000, 0, -2000]


def test_yakuman_add_up_where_the_book_adds_them():
    """Austria, 4.2: four great winds count twice, all honours once more."""
    hand = {"hand": "4445z", "win": "5z", "melds": ["pon 111z", "pon 222z", "pon 333z"]}
    start = {"rules": "austria", "scores": [0, 0, 100000, 0]}
    assert win(game(start), {"seat": 1, "from": 2, "declared": hand})["deltas"] == [0, 96000, -96000, 0]


def test_a_counted_yakuman_is_han_and_fu():
    """13 han are a yakuman in EMA 2012 and a sanbaiman in EMA 2016."""
    hand = {"hand": "22334455667m88m", "win": "7m", "dora": ["1m", "2m", "3m"]}
    for rules, points in (("ema-2012", 32000), ("ema-2016", 24000)):
        found = win(game({"rules": rules}), {"seat": 1, "from": 3, "declared": hand})
        assert found["deltas"] == [0, points, 0, -points]


@pytest.mark.parametrize("declared", [3, "hand", [], {"hand": 5, "win": "2p"}, {"hand": "x", "win": "2p"}])
def test_what_is_no_declaration_is_refused(declared):
    """An answer, never a fall."""
    assert "error" in win(game(), {"seat": 1, "from": 3, "declared": declared})


def test_a_declaration_outside_a_hand_is_not_even_looked_at():
    """No hand is running: that comes first."""
    table = Replay()
    table.apply({"event": "start"})
    assert error(table, {"seat": 1, "declared": {"hand": "x"}, "han": 1})[0] == "not_allowed_now"


def test_a_declaration_needs_its_seat_and_a_liable_wind():
    """Each is named where it is missing; the wind is that of the running hand, not of the first one."""
    assert error(game(), {"from": 0, "declared": TANYAO}) == ("missing_field", "wins[0].seat")
    for pao in ("W", {}, {"seat_wind": None}):
        said = {**DAISANGEN, "pao": pao}
        assert error(game(), {"seat": 1, "from": 3, "declared": said}) == ("bad_field", "wins[0].declared.pao")
    second = game({"hand": 2})
    assert win(second, {"seat": 0, "declared": {**DAISANGEN, "pao": {"seat_wind": "W"}}})["deltas"] == [
        32000,
        0,
        0,
        -32000,
    ]


def test_a_declaration_changes_no_rule_of_the_game():
    """The switches were set at its start, for everybody."""
    said = {**TANYAO, "set": {"kiriage": True}}
    assert error(game(), {"seat": 2, "from": 0, "declared": said}) == ("contradiction", "wins[0].declared.set")
