"""Games of the library: acts, refusals, books of a club, logs of servers; and tiles as texts or lists."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest

import tenbo

ROOT = Path(__file__).parents[2]
TANYAO = {"tiles": "234567m345p678s8s", "win": "8s", "by": "ron"}


def begun(**start) -> tenbo.Game:
    game = tenbo.Game("ema-2016", names=["Anna", "Ben", "Carla", "Dai"], **start)
    game.hand()
    return game


def test_a_declared_hand_is_scored_as_the_table_stands() -> None:
    """Seat, round, counters and riichi sticks are the table's, not the hand's."""
    game = begun(honba=2, sticks=1, scores=[30000, 30000, 29000, 30000])
    game.riichi(1)
    answer = game.win(1, source=3, hand=tenbo.Hand(**TANYAO, riichi=1, honba=7, seat="E"))
    assert answer["deltas"] == [0, 3900 + 600 + 2000, 0, -3900 - 600]


def test_a_refused_act_leaves_no_trace() -> None:
    """Neither in the table nor in the numbers that a later undo names."""
    game = begun()
    game.riichi(2)
    before = (repr(game), game.events)
    for act in (
        lambda: game.riichi(2),
        lambda: game.riichi(7),
        game.hand,
        lambda: game.win(1, source=0, han=0, fu=30),
        lambda: game.undo(to=40),
        lambda: game.apply_record({"event": "start"}),
        lambda: game.apply_record({"event": "no such thing"}),
    ):
        with pytest.raises(tenbo.TenboError):
            act()
        assert (repr(game), game.events) == before
    game.win(2, source=0, han=2, fu=40)
    game.undo(to=1)
    assert game.in_riichi == []
    assert tenbo.Game.replay(game.events) == game


def test_every_act_is_answered_with_the_table_after_it() -> None:
    """What a program shows next it need not ask for; and what it changes in it changes nothing here."""
    game = begun()
    for act in (
        lambda: game.riichi(0),
        lambda: game.dead_hand(2),
        lambda: game.chombo(1),
        game.hand,
        lambda: game.draw(tenpai=[0]),
        lambda: game.penalty(3, -1000),
        game.undo,
        game.end,
    ):
        answer = act()
        assert (answer["scores"], answer["deltas"] is not None) == (game.scores, True)
        game.scores.append(0)
        game.names.append("Eve")
    assert (len(game.scores), game.names) == (4, ["Anna", "Ben", "Carla", "Dai"])
    assert game.standing().totals == tenbo.Game.replay(game.events).standing().totals
    assert game != tenbo.Game.replay(game.events[:-1])
    with pytest.raises(tenbo.TenboError, match="there are no events"):
        tenbo.Game.replay([])


def test_a_name_that_is_given_later_is_among_the_names() -> None:
    """Only those of the start were, and a record's name was lost; taken back, the name before it counts."""
    game = begun()
    game.apply_record({"event": "name", "seat": "N", "name": "Dai Evans"})
    assert game.names == ["Anna", "Ben", "Carla", "Dai Evans"] == tenbo.Game.replay(game.events).names
    game.apply_record({"event": "name", "seat": 0, "name": "Ada"})
    game.undo(to=2)
    assert game.names[0] == "Anna"


def test_a_declared_hand_is_won_as_it_says() -> None:
    """A ron without a source was booked as a tsumo, and all three paid."""
    for hand, source in (
        (tenbo.Hand(**TANYAO), None),
        (tenbo.Hand(**TANYAO | {"by": "tsumo"}), 0),
    ):
        game = begun()
        with pytest.raises(tenbo.TenboError) as refused:
            game.win(1, source=source, hand=hand)
        assert (refused.value.code, refused.value.at) == ("contradiction", "source")
        assert game.scores == [30000] * 4


@pytest.mark.parametrize(
    ("act", "at"),
    [
        (lambda game: game.win(1, source=1, han=3, fu=30), "source"),
        (lambda game: game.win(1, hand="234567m345p678s8s"), "hand"),
        (lambda game: game.draw(tenpai=2), "tenpai"),
        (lambda game: game.draw(tenpai="02"), "tenpai"),
        (lambda game: game.draw(nagashi=1), "nagashi"),
        (lambda game: game.wins(3), "wins"),
        (lambda game: game.wins([3]), "wins[0]"),
        (lambda game: game.apply_record(3), "event"),
        (lambda _: tenbo.Game(changes=[1]), "set"),
        (lambda _: tenbo.Game(names="ABCD"), "names"),
        (lambda _: tenbo.Game.replay('{"event": "start"}'), "events"),
        (lambda _: tenbo.Game.replay([3]), "event"),
        (lambda _: tenbo.read_log(3), "log"),
        (lambda _: tenbo.read_log("examples/server-game.json"), "log"),
    ],
)
def test_an_argument_of_another_kind_is_refused_by_its_name(act, at) -> None:
    """With an error of ours: a program that catches `TenboError` catches all that it did wrong."""
    with pytest.raises(tenbo.TenboError) as refused:
        act(begun())
    assert refused.value.at == at


@pytest.mark.parametrize(
    ("log", "code"), [("<a/>", "bad_field"), ("{", "bad_json"), ('{"log": 5}', "missing_field"), (b"\xff", "bad_field")]
)
def test_a_log_that_is_none_is_refused_as_its_help_says(log, code) -> None:
    """A program that reads a folder goes by the code."""
    with pytest.raises(tenbo.TenboError) as refused:
        tenbo.read_log(log)
    assert refused.value.code == code
    assert f"`{code}`" in tenbo.read_log.__doc__


@pytest.mark.parametrize(
    ("name", "value"), [("start_points", 0), ("start_points", -100), ("agree_seconds", -1), ("oka", 20_000_000)]
)
def test_a_game_begins_only_with_amounts_that_a_book_may_have(name, value) -> None:
    """A game of records or of rules began with what the book's own file and `with_changes` refuse."""
    rules = tenbo.load_book("ema-2016").rules.changed({name: value})
    start = {"event": "start", "rules": "ema-2016", "set": {name: value}}
    for begin in (
        lambda: tenbo.Game(rules),
        lambda: tenbo.Game("ema-2016", changes={name: value}),
        lambda: tenbo.Game.replay([start]),
        lambda: tenbo.load_book("ema-2016").with_changes({name: value}),
    ):
        with pytest.raises(tenbo.TenboError) as refused:
            begin()
        assert (refused.value.code, refused.value.at.removeprefix("set.")) == ("bad_field", name)


def test_a_game_of_every_act_replays_to_the_same_table() -> None:
    """Events are the whole truth of a game: what they tell again is equal in every number."""
    game = begun(changes={"abortive": ["four_winds"]})
    game.abort("four_winds")
    game.hand([3, 4])
    game.riichi(0)
    game.draw(tenpai=[0, 2])
    game.hand()
    game.chombo(1, 3)
    game.hand()
    game.dead_hand(2)
    game.riichi(1)
    game.riichi_invalid(1)
    game.redeal("a tile fell")
    game.hand()
    game.wins([{"seat": 1, "from": 0, "han": 2, "fu": 30}, {"seat": 2, "from": 0, "yakuman": 1}])
    game.penalty(3, -1000, "noise", when="after_uma")
    game.late(0, 4)
    game.substitute(3)
    game.signal()
    game.undo()
    game.end()
    again = tenbo.Game.replay(game.events)
    assert again == game
    assert repr(again) == repr(game)
    assert again.standing() == game.standing()
    assert hash(again.standing()) == hash(game.standing())
    assert repr(again.standing()).startswith("GameResult(scores=[")
    assert game.is_over
    assert game.phase == "over"
    assert (game.round, game.hand_number_in_round, game.honba, game.sticks, game.dealer) == ("E", 2, 0, 0, 1)


def test_an_own_book_is_a_file_and_a_record_cannot_name_one(tmp_path: Path) -> None:
    """Only the programmer's own argument may be a file; records come from anyone."""
    own = tmp_path / "club.toml"
    own.write_text(
        'extends = "ema-2016"\nid = "club"\ntitle = "Our \\"club\\""\nstart_points = 25000\ntarget_points = 25000\n'
    )
    game = tenbo.Game(str(own))
    assert game.scores == [25000] * 4
    assert tenbo.Game.replay(game.events, str(own)) == game
    with pytest.raises(tenbo.TenboError) as refused:
        tenbo.Game.replay(game.events)
    assert refused.value.code == "unknown_rules"
    with pytest.raises(tenbo.TenboError, match="there are no events"):
        tenbo.Game.replay([])


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_copy_of_a_game_goes_on_by_itself(copied) -> None:
    """A shallow one shared its table: what if this hand is won, asked of a copy, was played in the game."""
    game = begun()
    other = copied(game)
    assert other == game
    other.win(2, source=0, han=3, fu=40)
    assert (game.phase, game.scores, len(game.events)) == ("playing", [30000] * 4, 2)
    assert (other.phase, other.scores) == ("between", [24800, 30000, 35200, 30000])
    assert game.riichi(1)["scores"] == [30000, 29000, 30000, 30000]


def test_what_a_game_hands_out_is_a_copy() -> None:
    """A program that changes its list of events has not changed the game."""
    game = begun()
    game.events[0]["rules"] = "alarm"
    game.names[0] = "Zoe"
    game.scores[0] = 0
    assert (game.events[0]["rules"], game.names[0], game.scores[0]) == ("ema-2016", "Anna", 30000)


@pytest.mark.parametrize("given", ["234567m345p678s9s", None, ["1m"]])
@pytest.mark.parametrize("book", ["ema-2016", "wrc", tenbo.load_book("austria")])
def test_what_is_no_hand_is_refused_in_a_sentence(given, book):
    with pytest.raises(tenbo.TenboError, match="hand must be a Hand, such as Hand"):
        tenbo.score(given, book)


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Return the file of a club's own book."""
    file = tmp_path / "club.toml"
    file.write_text('extends = "ema-2016"\nstart_points = 25000\ntarget_points = 25000\n[yaku]\ntanyao = [1, 0]\n')
    return file


def test_a_game_is_played_by_a_book_in_every_form(club: Path) -> None:
    """An id, a file, a loaded book, its rules; what the records tell is played again without the file."""
    book = tenbo.load_book(str(club))
    for form in (str(club), club, book, book.rules):
        game = tenbo.Game(form)
        assert game.scores == [25000] * 4
        assert game.table.rules.yaku["tanyao"] == [1, 0]
    game = tenbo.Game(book, changes={"bust": True, "yaku": {"pinfu": [2, 0]}})
    club.unlink()
    again = tenbo.Game.replay(game.events)
    assert again.table.rules.values == game.table.rules.values
    assert again.table.rules.bust
    assert [again.table.rules.yaku[name] for name in ("tanyao", "pinfu")] == [[1, 0], [2, 0]]


def test_records_without_a_book_are_played_by_the_one_that_is_given(club: Path) -> None:
    """A loaded one and its rules as well as a file."""
    book = tenbo.load_book(str(club))
    for form in (club, book, book.rules, book.with_changes({"bust": True})):
        game = tenbo.Game.replay([{"event": "start", "set": {"kiriage": True}}, {"event": "hand"}], form)
        assert (game.scores, game.table.rules.kiriage) == ([25000] * 4, True)
    assert tenbo.Game.replay([{"event": "start", "rules": "alarm"}], book).scores == [30000] * 4


def test_tiles_are_a_text_or_a_list_of_texts() -> None:
    """The form that an imported game has them in, too."""
    one = tenbo.Hand("234567m345p678s9s", "9s", "ron", riichi=1, dora="3p", ura="1z")
    for tiles in (["234567m", "345p", "6789s"], ["2m", "3m", "4m", "567m", "345p", "678s", "9s"]):
        assert tenbo.Hand(tiles, "9s", "ron", riichi=1, dora=["3p"], ura=["1z"]) == one
    assert tenbo.waits(["1112345678999m"]) == tenbo.waits("1112345678999m")
    with pytest.raises(tenbo.TenboError) as refused:
        tenbo.Hand("234567m345p678s9s", "9s", "ron", dora=["3x"])
    assert (refused.value.code, refused.value.at) == ("bad_tile", "dora")


def test_a_win_from_the_own_seat_is_refused() -> None:
    """It was taken for a tsumo in silence."""
    game = tenbo.Game("ema-2016")
    game.hand()
    with pytest.raises(tenbo.TenboError) as refused:
        game.win(0, source=0, han=1, fu=30)
    assert (refused.value.code, refused.value.at) == ("bad_field", "source")
    assert game.scores == [30000] * 4
    assert game.win(0, han=2, fu=30)["deltas"][0] > 0


def test_a_game_of_a_server_is_read_as_a_game() -> None:
    """The example of the import, as text and as the bytes of a file."""
    text = (ROOT / "examples" / "server-game.json").read_text("utf-8")
    game = tenbo.read_log(text)
    assert game == tenbo.read_log(text.encode())
    assert (game.is_over, game.standing().totals) == (True, [59800, 2900, -24300, -38400])
    with pytest.raises(tenbo.TenboError):
        tenbo.read_log("hello")
