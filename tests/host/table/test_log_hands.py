"""One hand of a server's record: where it stands, who declared riichi, its tiles, and how it ended, each by itself."""

from __future__ import annotations

import json

import pytest

from host.table.server_games import START, agari, hands, in_xml, init, mjlog, of_hands, played, results_only
from tenbo.formats.logs.json_log import read as read_json
from tenbo.formats.logs.mjlog_reader import read as read_xml
from tenbo.formats.logs.recorded_game import ABORT, DRAW, WIN, RecordedHand
from tenbo_core.errors import Malformed

WORTH = "30符1飜1000点"
NO_DRAW = [[11, 12, 13, 21, 22, 23, 31, 32, 33, 41, 42, 43, 44], [], []]
TENPAI = [[11, 12, 13, 21, 22, 23, 31, 32, 33, 41, 41, 41, 42], [], []]
FIRST = RecordedHand(0, 1, 0, 0, START, [], DRAW, [], "", None, nagashi=False, deltas=[0] * 4)


# ---------------------------------------------------------------- where it stands


@pytest.mark.parametrize("kyoku", range(16))
def test_a_hand_stands_in_its_round_with_its_number(kyoku):
    """Four rounds of four; both files count them from 0."""
    stands = FIRST._replace(round=kyoku // 4, number=kyoku % 4 + 1, honba=3, sticks=2)
    assert hands(results_only([kyoku, 3, 2], START, ["流局"])) == [stands]
    of_xml = read_xml(mjlog(init(kyoku, 3, 2), '<RYUUKYOKU sc="250,0,250,0,250,0,250,0"/>')).hands
    assert of_xml == [stands._replace(tenpai=[], dice=[3, 5])]


@pytest.mark.parametrize("where", [(-1, 0, 0), (16, 0, 0), (0, -1, 0), (0, 0, -1)])
def test_a_hand_that_no_game_has_is_refused(where):
    """Before the first, behind the last, and fewer counters or sticks than none."""
    kyoku, honba, _ = where
    with pytest.raises(
        Malformed, match=f"^hand 1 of the record: no game has such a hand: number {kyoku}, honba {honba}"
    ) as of:
        hands(results_only([*where], START, ["流局"]))
    assert of.value.at == "log[0]"
    with pytest.raises(
        Malformed, match=f"^before the first hand, <INIT>: no game has such a hand: number {kyoku}, honba {honba}"
    ):
        read_xml(mjlog(init(*where)))


@pytest.mark.parametrize("kind", ["", '<GO type="9"/>'])
def test_a_win_of_a_game_that_does_not_say_its_kind_has_red_fives(kind):
    """As most games have."""
    win = agari(1, 2, "22m345p0567p8p11z", "0p", "30,3900,0", 'yaku="8,1"', "250,0,250,39,250,-39,250,0")
    (hand,) = read_xml(f"<mjloggm>{kind}{init()}{win}</mjloggm>").hands
    assert hand.wins[0].declared["win"] == "0p"


@pytest.mark.parametrize(("names", "three"), [
    ("Anna,Ben,Carla,", True), ("Anna,Ben,,", False), (",Ben,Carla,", False), ("Anna,,Carla,", False), (",,,", False),
])  # fmt: skip
def test_a_game_of_three_in_xml_is_known_by_three_names(names, three):
    """Fewer are names that were left out."""
    text = mjlog(init(), '<RYUUKYOKU sc="250,0,250,0,250,0,250,0"/>', names=names)
    assert read_xml(text).players == (3 if three else 4)
    assert read_xml(text).names == names.split(",")[: 3 if three else 4]


@pytest.mark.parametrize("end", [[], [5], [None], [["和了"]], [True]])
def test_a_hand_ends_with_a_word(end):
    """Anything else there is no end, and no word of a program is quoted."""
    with pytest.raises(Malformed) as refused:
        hands(results_only([0, 0, 0], START, end))
    assert (refused.value.code, refused.value.at) == ("missing_field", "log[0]")
    assert refused.value.message.values["message"].code == "hand_end_missing"


@pytest.mark.parametrize(("where", "scores", "end", "what"), [
    ([0, 0], START, ["流局"], "log_place_of_hand"),
    ([0, 0, 0], START, ["流局", [1500, -1500, 0]], "log_points_moved"),
    ([0, 0, 0], START, ["和了", [1000, -1000], [0, 1, 0, WORTH]], "log_points_moved"),
    ([0, 0, 0], [25000] * 3, ["流局"], None),
])  # fmt: skip
def test_numbers_that_are_missing_are_named_in_the_reader_s_language(where, scores, end, what):
    """The place of the hand and the points moved have words in each; the scores are a field of that name."""
    with pytest.raises(Malformed) as refused:
        hands(results_only(where, scores, end))
    said = refused.value.message.values["message"]
    assert said.code == "count_of_integers"
    assert getattr(said.values["what"], "code", None) == what
    assert what is not None or said.values["what"] == "scores"


@pytest.mark.parametrize("number", [200, 201])
def test_a_game_in_xml_has_no_more_than_two_hundred_hands_either(number):
    """Each with an end."""
    text = mjlog(*[init(), '<RYUUKYOKU sc="250,0,250,0,250,0,250,0"/>'] * number)
    if number == 200:
        assert len(read_xml(text).hands) == 200
    else:
        with pytest.raises(Malformed, match="E1-0, <INIT>: a game has at most 200 hands, not 201"):
            read_xml(text)


@pytest.mark.parametrize(("dice", "shown"), [
    ("0,0", [1, 1]), ("5,5", [6, 6]), ("0,5", [1, 6]), ("6,0", None), ("0,6", None), ("-1,0", None), ("0,-1", None),
])  # fmt: skip
def test_dice_are_told_where_they_are_dice(dice, shown):
    """The server counts their points from 0."""
    begin = f'<INIT seed="0,0,0,{dice},99" ten="250,250,250,250" oya="0"/>'
    game = read_xml(mjlog(begin, '<RYUUKYOKU sc="250,0,250,0,250,0,250,0"/>'))
    assert game.hands[0].dice == shown


@pytest.mark.parametrize(("kind", "rules"), [
    (None, {}),
    (0x09, {"red_fives": 3, "open_tanyao": True, "length": "hanchan"}),
    (0x01, {"red_fives": 3, "open_tanyao": True, "length": "east"}),
    (0x0B, {"red_fives": 0, "open_tanyao": True, "length": "hanchan"}),
    (0x0D, {"red_fives": 3, "open_tanyao": False, "length": "hanchan"}),
    (0x07, {"red_fives": 0, "open_tanyao": False, "length": "east"}),
    (0xA9, {"red_fives": 3, "open_tanyao": True, "length": "hanchan"}),
])  # fmt: skip
def test_the_number_of_a_games_kind_says_its_rules_bit_by_bit(kind, rules):
    """Without one nothing is known of them."""
    body = init() + '<RYUUKYOKU sc="250,0,250,0,250,0,250,0"/>'
    told = f'<GO type="{kind}"/>' if kind is not None else ""
    assert read_xml(f"<mjloggm>{told}{body}</mjloggm>").rules == rules


@pytest.mark.parametrize(("given", "names"), [
    (None, ["", "", "", ""]), ([], ["", "", "", ""]), (["A"], ["A", "", "", ""]),
    (["A", "B", "C", "D"], ["A", "B", "C", "D"]), (["A", "B", "C", "D", "E"], ["A", "B", "C", "D"]),
    ([" A ", "B\n", "\x1b[1mC", "D" * 61], ["A", "B", "[1mC", "D" * 60]),
])  # fmt: skip
def test_names_are_four_whatever_the_record_has(given, names):
    """Those that are missing are empty, a fifth is left out, and none is longer than ours."""
    text = json.dumps(of_hands(results_only([0, 0, 0], START, ["流局"])) | {"name": given})
    assert read_json(text).names == names


@pytest.mark.parametrize("given", ["ABCD", 4, {}, ["A", "B", "C", 4], [None] * 4])
def test_names_that_are_no_list_of_texts_are_refused(given):
    """In a sentence."""
    with pytest.raises(Malformed, match="name must be a list of the players' names"):
        read_json(json.dumps(of_hands(results_only([0, 0, 0], START, ["流局"])) | {"name": given}))


@pytest.mark.parametrize(("more", "title"), [
    ({}, ""), ({"title": ["Club", ""]}, "Club"), ({"title": ["Club", "May"]}, "Club May"),
    ({"title": ["", 4, "May"]}, "May"), ({"title": "Club"}, ""), ({"ref": "2026-1"}, "2026-1"),
    ({"title": ["Club"], "ref": 7}, "Club 7"), ({"title": ["C" * 120]}, "C" * 100),
])  # fmt: skip
def test_a_title_is_its_words_and_the_number_of_the_game(more, title):
    """A hundred letters of it."""
    assert read_json(json.dumps(of_hands(results_only([0, 0, 0], START, ["流局"]), **more))).title == title


# ---------------------------------------------------------------- how it ended


@pytest.mark.parametrize(("end", "fields"), [
    (["流局"], {}),
    (["流局", [0, 0, 0, 0]], {}),
    (["流局", [1500, -1500, 1500, -1500]], {"tenpai": [0, 2], "deltas": [1500, -1500, 1500, -1500]}),
    (["流局", [-1000, 3000, -1000, -1000]], {"tenpai": [1], "deltas": [-1000, 3000, -1000, -1000]}),
    (["流局", [3000, 0, 0, -3000]], {"tenpai": [0], "deltas": [3000, 0, 0, -3000]}),
    (["流局", [1, 0, 0, -1]], {"tenpai": [0], "deltas": [1, 0, 0, -1]}),
    (["全員聴牌"], {"tenpai": [0, 1, 2, 3]}),
    (["全員不聴"], {"tenpai": []}),
    (["流し満貫", [-4000, 8000, -2000, -2000]], {"nagashi": True, "deltas": [-4000, 8000, -2000, -2000]}),
    (["九種九牌"], {"ending": ABORT, "abort": "nine_terminals"}),
    (["四開槓"], {"ending": ABORT, "abort": "four_kans"}),
    (["四家立直"], {"ending": ABORT, "abort": "four_riichi"}),
    (["三家和"], {"ending": ABORT, "abort": "triple_ron"}),
])  # fmt: skip
def test_every_end_without_a_winner_is_read_by_its_word(end, fields):
    """Anyone who gains by a draw was tenpai; where no one does, the record does not say who was."""
    assert hands(results_only([0, 0, 0], START, end)) == [FIRST._replace(**fields)]


@pytest.mark.parametrize(("attributes", "fields"), [
    ("", {"tenpai": []}),
    ('hai0="1" hai3="2"', {"tenpai": [0, 3]}),
    ('type="nm" hai1="1"', {"tenpai": [1], "nagashi": True}),
    ('type="yao9" hai1="1"', {"ending": ABORT, "abort": "nine_terminals"}),
    ('type="kaze4"', {"ending": ABORT, "abort": "four_winds"}),
    ('type="kan4"', {"ending": ABORT, "abort": "four_kans"}),
    ('type="reach4"', {"ending": ABORT, "abort": "four_riichi"}),
    ('type="ron3"', {"ending": ABORT, "abort": "triple_ron"}),
])  # fmt: skip
def test_every_draw_in_xml_is_read_by_its_type(attributes, fields):
    """Anyone who shows a hand was tenpai; an abortive draw moves nothing."""
    read = in_xml(f'<RYUUKYOKU {attributes} sc="250,10,250,-10,250,0,250,0"/>')
    moved = {} if "abort" in fields else {"deltas": [1000, -1000, 0, 0]}
    assert read == [FIRST._replace(dice=[3, 5], **moved, **fields)]


def test_a_draw_of_no_type_that_we_know_is_refused():
    """With the beginning of its word."""
    with pytest.raises(Malformed, match="E1-0, <RYUUKYOKU>: 'twelve_terminals_and' is not a kind of draw"):
        in_xml('<RYUUKYOKU type="twelve_terminals_and_more" sc="250,0,250,0,250,0,250,0"/>')


def test_the_tiles_tell_who_was_tenpai_where_nothing_else_does():
    """A seat whose tiles are no hand was not."""
    too_few = [TENPAI[0][:12], [], []]
    draw = played(["流局"], [TENPAI, NO_DRAW, too_few, TENPAI])
    assert hands(draw)[0].tenpai == [0, 3]
    # What it moved, or its own word, comes before the tiles.
    assert hands(played(["流局", [-3000, 1000, 1000, 1000]], [TENPAI] * 4))[0].tenpai == [1, 2, 3]
    assert hands(played(["全員不聴"], [TENPAI] * 4))[0].tenpai == []


def test_a_meld_counts_among_the_tiles_of_who_was_tenpai():
    """Ten tiles and a pon."""
    melded = [[11, 12, 13, 21, 22, 23, 31, 32, 33, 41, 44, 44, 42], ["p444444"], [41]]
    assert hands(played(["流局"], [melded, NO_DRAW, NO_DRAW, NO_DRAW]))[0].tenpai == [0]


@pytest.mark.parametrize("end", [["和了"], ["和了", [0] * 4], ["和了", [0] * 4, [0, 3, 0, WORTH], [0] * 4]])
def test_a_win_without_its_winner_or_its_points_is_refused(end):
    """Each winner has both."""
    with pytest.raises(Malformed, match="hand 1 of the record: a win must give the points moved and the winner"):
        hands(results_only([0, 0, 0], START, end))


def test_what_two_winners_moved_is_added_up_and_who_is_liable_is_kept():
    """Three numbers stand before the worth: the winner, the discarder, and the winner again or the liable seat."""
    end = ["和了", [0, 1000, 0, -1000], [1, 3, 1, WORTH], [16000, 0, 0, -16000], [0, 3, 2, "役満16000点"]]
    read = hands(results_only([0, 0, 0], START, end))[0]
    assert (read.ending, read.deltas, read.tiles_wrong) == (WIN, [16000, 1000, 0, -17000], "")
    assert [(win.seat, win.source, win.pao, win.declared) for win in read.wins] == [(1, 3, None, None), (0, 3, 2, None)]


# ---------------------------------------------------------------- riichi


def in_turn(*turns, dealer=0, end=("流局",)):
    """Return who declared riichi in a hand in which each seat did so in one of its turns, or in none (-1)."""
    seats = []
    for turn in turns:
        thrown = [44, 44, 44, 44]
        seats.append([TENPAI[0], [44] * 4, thrown if turn < 0 else [*thrown[:turn], "r44", *thrown[turn + 1 :]]])
    return hands(played([*end], seats, (dealer, 0, 0)))[0].riichi


@pytest.mark.parametrize(("turns", "dealer", "riichi"), [
    ((-1, -1, -1, -1), 0, []), ((0, 1, 2, 3), 0, [0, 1, 2, 3]), ((3, 2, 1, 0), 0, [3, 2, 1, 0]),
    ((1, 1, 1, 1), 0, [0, 1, 2, 3]), ((1, 1, 1, 1), 1, [1, 2, 3, 0]), ((1, 1, 1, 1), 3, [3, 0, 1, 2]),
    ((2, -1, 1, 2), 3, [2, 3, 0]), ((1, 1, 1, 1), 7, [3, 0, 1, 2]), ((1, 1, 1, 1), 14, [2, 3, 0, 1]),
])  # fmt: skip
def test_riichi_are_told_in_the_order_of_their_turns_from_the_dealer_on(turns, dealer, riichi):
    """In the same turn the dealer was first."""
    assert in_turn(*turns, dealer=dealer) == riichi


@pytest.mark.parametrize(("turns", "riichi"), [
    ((-1, -1, -1, 3), []), ((-1, -1, -1, 2), [3]), ((3, -1, -1, 0), [3, 0]), ((3, -1, -1, 3), [0]),
])  # fmt: skip
def test_a_stake_is_spared_by_a_ron_on_the_very_discard_that_declared(turns, riichi):
    """Of the discarder alone, and only if it was the last discard."""
    end = ("和了", [1000, 0, 0, -1000], [0, 3, 0, WORTH])
    assert in_turn(*turns, end=end) == riichi
    # Who draws the winning tile spares no one a stake.
    assert in_turn(*turns, end=("和了", [1000, 0, 0, -1000], [3, 3, 3, WORTH])) == [
        seat for _, seat in sorted((turn, seat) for seat, turn in enumerate(turns) if turn >= 0)
    ]


def test_three_rons_spare_the_stake_of_the_last_discard():
    """The record does not say whose it was."""
    assert in_turn(1, -1, -1, 3, end=("三家和了",)) == [0]
    assert in_turn(1, -1, -1, 3, end=("四風連打",)) == [0, 3]


def test_without_tiles_the_points_of_the_next_hand_tell_who_has_a_stake_on_the_table():
    """Of the last hand only the yaku do."""
    won = ["和了", [1000, 0, 0, -1000], [0, 3, 0, WORTH, "立直(1飜)"]]
    double = ["和了", [0, 1000, 0, -1000], [1, 3, 1, WORTH, "両立直(2飜)"]]
    silent = ["和了", [0, 0, 1000, -1000], [2, 3, 2, WORTH, "断幺九(1飜)"]]
    after = results_only([0, 1, 1], [26000, 24000, 25000, 24000], ["流局"])
    assert hands(results_only([0, 0, 0], START, won), after)[0].riichi == [1]
    assert hands(results_only([0, 0, 0], START, won))[0].riichi == [0]
    assert hands(results_only([0, 0, 0], START, double))[0].riichi == [1]
    assert hands(results_only([0, 0, 0], START, silent))[0].riichi == []


def test_in_xml_the_second_step_alone_is_a_stake():
    """In the order in which they were paid."""
    steps = "".join(f'<REACH who="{seat}" step="{step}"/>' for seat, step in ((2, 1), (2, 2), (0, 1), (1, 2), (3, 3)))
    assert in_xml(steps, '<RYUUKYOKU sc="250,0,250,0,250,0,250,0"/>')[0].riichi == [2, 1]


# ---------------------------------------------------------------- the order of elements


@pytest.mark.parametrize(("elements", "said"), [
    (['<AGARI who="0" fromWho="1" ten="30,1000,0" sc="250,0,250,0,250,0,250,0"/>'], "before the first hand, <AGARI>"),
    (['<RYUUKYOKU sc="250,0,250,0,250,0,250,0"/>'], "before the first hand, <RYUUKYOKU>"),
    (['<REACH who="1" step="2"/>'], "before the first hand, <REACH>"),
    ([init(), *['<RYUUKYOKU sc="250,0,250,0,250,0,250,0"/>'] * 2], "E1-0, <RYUUKYOKU>"),
    ([init(), '<RYUUKYOKU sc="250,0,250,0,250,0,250,0"/>',
      '<AGARI who="0" fromWho="1" ten="30,1000,0" sc="250,0,250,0,250,0,250,0"/>'], "E1-0, <AGARI>"),
    ([init(), '<AGARI who="0" fromWho="1" ten="30,1000,0" sc="250,0,250,0,250,0,250,0"/>', init(1),
      '<RYUUKYOKU sc="250,0,250,0,250,0,250,0"/>',
      '<AGARI who="0" fromWho="1" ten="30,1000,0" sc="250,0,250,0,250,0,250,0"/>'], "E2-0, <AGARI>"),
])  # fmt: skip
def test_what_happens_where_no_hand_runs_is_refused_with_its_place(elements, said):
    """After a draw no one wins; only a winner may follow a winner."""
    with pytest.raises(Malformed, match=f"^{said}: no hand is in progress at this point"):
        read_xml(mjlog(*elements))


@pytest.mark.parametrize(("whole", "part", "said"), [
    ('ten="250,250,250,250"', 'ten="250,250,250"', "ten: the count of numbers must be 4, not 3"),
    ('ten="250,250,250,250"', 'ten="250,250,250,250,0"', "ten: the count of numbers must be 4, not 5"),
    ('seed="0,0,0,2,4,0"', 'seed="0,0,0,2,4"', "seed: the count of numbers must be 6, not 5"),
    ('seed="0,0,0,2,4,0"', "", "seed: the count of numbers must be 6, not 0"),
    ('sc="250,0,250,0,250,0,250,0"', 'sc="250,0,250,0,250,0,250"', "sc: the count of numbers must be 8, not 7"),
    ('who="1"', 'who="1,2"', "who: the count of numbers must be 1, not 2"),
    ('who="1"', 'who="1.0"', "who must be whole numbers, not '1.0'"),
])  # fmt: skip
def test_numbers_that_are_missing_or_too_many_are_told(whole, part, said):
    """With the name of the attribute."""
    text = mjlog(init(), '<REACH who="1" step="2"/>', '<RYUUKYOKU sc="250,0,250,0,250,0,250,0"/>')
    assert whole in text
    with pytest.raises(Malformed, match=said):
        read_xml(text.replace(whole, part))


def test_two_winners_of_a_later_hand_are_winners_of_one_hand():
    """No matter what the first hand ended with."""
    draw = '<RYUUKYOKU sc="250,0,250,0,250,0,250,0"/>'
    wins = [f'<AGARI who="{who}" fromWho="3" ten="30,1000,0" sc="250,0,250,0,250,0,250,0"/>' for who in (0, 1)]
    assert [win.seat for win in in_xml(draw, init(1, 1), *wins)[1].wins] == [0, 1]


def test_who_was_away_is_told_by_name_or_seat_and_when():
    """Before the first hand, in it, and in the next one; someone without a name by the seat."""
    end = '<RYUUKYOKU sc="250,0,250,0,250,0,250,0"/>'
    text = (
        '<mjloggm><BYE who="0"/><UN n0="A"/><UN n0="Anna" n1="Ben" n2="C" n3="D"/><BYE who="1"/>'
        f'{init()}<BYE who="2"/><UN n0="Anna" n2="C"/>{end}{init(1, 1)}<BYE who="3"/>{end}</mjloggm>'
    )
    game = read_xml(text)
    assert game.notes == [
        "seat 0 lost the connection before the first hand", "seat 0 came back before the first hand",
        "Ben lost the connection before the first hand", "C lost the connection in E1-0",
        "Anna came back in E1-0", "C came back in E1-0", "D lost the connection in E2-1",
    ]  # fmt: skip
    assert game.names == ["Anna", "Ben", "C", "D"]


@pytest.mark.parametrize(("owari", "final"), [
    ("", None), ("250,0.0", None), ("250,a,250,0,250,0,250,0", None), ("250,0,250,0,250,0,250,0,1", None),
    ("250,nan,250,0,250,0,250,0", None), ("250,0,inf,0,250,0,250,0", None), ("250,0,1e9,0,250,0,250,0", None),
    ("250,0,999999999,0,250,0,250,-1.5", [(25000, 0.0), (99999999900, 0.0), (25000, 0.0), (25000, -1.5)]),
])  # fmt: skip
def test_the_points_at_the_end_of_xml_are_all_eight_numbers_or_none(owari, final):
    """Broken ones cost the comparison, not the game."""
    game = read_xml(mjlog(init(), f'<RYUUKYOKU sc="250,0,250,0,250,0,250,0" owari="{owari}"/>'))
    assert game.final == final
