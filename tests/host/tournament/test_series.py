"""Seasons and evenings: which games count, what follows from them, and the rating by its published formula."""

from __future__ import annotations

import math
from datetime import UTC, datetime

import pytest

from tenbo.printing.printouts import as_file, build_paper
from tenbo.store import SqliteStore
from tenbo.store.ledgers import entry_of
from tenbo.tournament.player_directory import Player
from tenbo.tournament.record_validator import DeskRecordValidator
from tenbo.tournament.repository import TournamentRepository
from tenbo.tournament.series import player_ratings, series_games
from tenbo.tournament.series.club import DEFAULT_SERIES, RankingRules
from tenbo.tournament.series.person_page import person_page
from tenbo.tournament.series.player_ratings import FIRST_DEVIATION, FIRST_RATING, RatingCourses
from tenbo.tournament.series.rating_cache import GAMES_BETWEEN
from tenbo.tournament.series.season_table import rating_courses, season_table
from tenbo.tournament.series.season_view import SeasonViews, season_dict
from tenbo.tournament.series.series_games import SeriesGame
from tenbo_core.errors import Malformed, Refused
from tenbo_core.event_notation import event_of

PEOPLE = [Player(number, name, "") for number, name in enumerate(("Ann", "Bob", "Cat", "Dan", "Eve"), 1)]
SCORES = [32000, 28000, 35000, 25000]
GAME = {"rules": "ema-2025", "date": "2026-12-08", "players": [1, 2, 3, 4], "scores": SCORES}


@pytest.fixture
def club(tmp_path):
    """Yield a store with five people."""
    with SqliteStore(tmp_path / "hall.db") as store:
        store.store_players(PEOPLE)
        yield TournamentRepository(store)


def record(club, act, *, yes=False, **fields):
    """Make a record as the desk does."""
    check = DeskRecordValidator(club.games.events_of, yes=yes, people=club.people())
    return club.desk.record_all("desk", [(act, fields)], check)[0].n


def played(*games):
    """Return games with an id, players, totals and places."""
    return [SeriesGame(n, "", "", players, "complete", totals, totals, places, None, n)
            for n, (players, totals, places) in enumerate(games)]  # fmt: skip


def test_a_game_of_an_evening_counts_in_the_evening_and_in_its_season(club):
    """One without an evening counts in neither, and all of them in the list of all games."""
    season = record(club, "series", title="Winter", kind="season", date="2026-10-01")
    evening = record(club, "series", title="Tuesday", kind="evening", date="2026-12-08", parent=season)
    game, other = record(club, "play", series=evening, **GAME), record(club, "play", **{**GAME, "date": "2026-12-09"})
    assert club.tournament.club.games[other].series == DEFAULT_SERIES
    views = SeasonViews(club)
    assert [[game.id for game in views.find(name).games] for name in ("Winter", "2026-12-08", "all games")] == [
        [game], [game], [game, other]]  # fmt: skip
    found = season_dict(views.find(), club)
    assert (found["series"], found["games"][0]["totals"], found["games"][0]["places"]) == (
        "Winter", [7000, -7000, 20000, -20000], [2, 3, 1, 4])  # fmt: skip
    row = found["standings"][0]
    assert (row["name"], row["games"], row["total"], row["places"]) == ("Cat", 1, 20000, [1, 0, 0, 0])
    with pytest.raises(Refused, match="did you mean Winter"):
        views.find("Wintre")


def test_a_game_corrected_a_week_later_changes_season_and_rating_and_stays_in_the_log(club):
    """The correction can be taken back, as every record can."""
    game = record(club, "play", **GAME)
    before = season_dict(SeasonViews(club).find(), club)["standings"]
    change = record(club, "rescore", game=game, scores=[36000, 28000, 31000, 25000], why="read again")
    after = season_dict(SeasonViews(club).find(), club)
    assert [row["name"] for row in after["standings"]] == ["Ann", "Cat", "Bob", "Dan"]
    assert after["games"][0]["changes"] == [{"what": "rescore", "by": "desk", "why": "read again", "n": change}]
    record(club, "takeback", of=change, why="it was right")
    assert season_dict(SeasonViews(club).find(), club)["standings"] == before
    with pytest.raises(Refused) as error:
        record(club, "rescore", game=game, scores=[36000, 28000, 31000, 26000], why="read again")
    assert error.value.code == "contradiction"


def test_a_game_at_a_table_counts_when_it_is_over_and_a_void_one_never(club):
    """A guest has no row; the person who is named later has one."""
    lines = ["start ema-2025", "hand", "win 1<0 3/40"]
    store = club.store
    store.append([entry_of("aa", event_of(line, n)) for n, line in enumerate(lines)])
    game = record(club, "play", rules="ema-2025", date="2026-12-08", players=[1, 2, 3, 0], ledger="aa", start=0)
    assert (club.series.played(), [one.state for one in club.series.unfinished()]) == ([], ["playing"])
    store.append([entry_of("aa", event_of("end", len(lines)))])
    assert [one.scores for one in club.series.played()] == [[24800, 35200, 30000, 30000]]
    assert [row.player for row in season_table(club.series.played())] == [2, 3, 1]
    record(club, "who", game=game, players=[1, 2, 3, 5])
    assert {row.player for row in season_table(club.series.played())} == {1, 2, 3, 5}
    with pytest.raises(Refused, match="game 0"):
        record(club, "play", rules="ema-2025", date="2026-12-08", players=[1, 2, 3, 0], ledger="aa", start=0)
    record(club, "void", game=game, why="a test")
    assert club.series.all_games() == []


def test_records_name_what_a_ledger_knows_but_not_of_those_who_keep_their_hands(club):
    """Two wins of Bob, the second the highest hand; the hands are read from the cache at the next start."""
    lines = ["start ema-2025", "hand", "win 0<1 2/30", "hand", "win 1<0 3/40", "hand", "win 1<0 4/40", "hand",
             "win 2<3 5/30", "end"]  # fmt: skip
    club.store.append([entry_of("aa", event_of(line, n)) for n, line in enumerate(lines)])
    record(club, "play", rules="ema-2025", date="2026-12-08", players=[1, 2, 3, 4], ledger="aa", start=0)
    for repository in (club, TournamentRepository(club.store)):
        views = SeasonViews(repository)
        found = {one.what: (one.player, one.value, one.hand) for one in views.best_performances_of(views.find())}
        assert found["dealer_run"] == (1, 2, "E1-0")
        assert found["most_wins"] == (2, 2, "")
        assert found["highest_hand"][:1] + found["highest_hand"][2:] == (2, "E2-0")
    assert len([one for one in club.store.cached_results() if one.session < 0]) == 1
    record(club, "share", player=2, shows="self")
    found = {one.what: one.player for one in SeasonViews(club).best_performances_of(SeasonViews(club).find())}
    assert (found["most_wins"], found["highest_hand"]) == (1, 3)


def test_a_season_is_printed_with_its_winners_its_table_and_its_records(club):
    """A game that is not finished makes the paper provisional."""
    season = record(club, "series", title="Winter", kind="season", date="2026-10-01", least=2)
    record(club, "play", series=season, **GAME)
    record(club, "play", series=season, **{**GAME, "players": [1, 2, 3, 5]})
    paper = build_paper(club, "season", 0, series="winter")
    podium, table, below, records = (paper.blocks[at] for at in (0, 2, 4, -1))
    assert (paper.title, paper.about, paper.state) == ("Winter", "2026-12-08   2 games, 5 players", [])
    assert [card.value for card in podium.cards] == ["Cat", "Ann", "Bob"]
    assert table.rows[0][:6] == ["1", "Cat", "2", "+40,000", "+20,000", "1.00"]
    assert {row[1] for row in below.rows} == {"Dan", "Eve"}
    german = build_paper(club, "season", 0, series="winter", language="de")
    assert german.blocks[2].rows[0][3:6] == ["+40.000", "+20.000", "1,00"]
    assert [(card.title, card.value, card.who) for card in records.cards] == [
        ("Most points in a game", "35,000 points", "Cat"), ("Fewest points in a game", "25,000 points", "Dan"),
        ("Most first places in a row", "2 games", "Cat")]  # fmt: skip
    assert "Cat" in as_file(paper, ".html", datetime(2026, 12, 9, tzinfo=UTC)).decode()


def test_two_numbers_of_one_person_are_one_row_unless_they_sat_at_one_table(club):
    """Whoever has played against oneself is two people."""
    record(club, "play", **GAME)
    with pytest.raises(Refused, match="sat at one table"):
        record(club, "merge", player=1, into=2)
    record(club, "play", **{**GAME, "players": [5, 2, 3, 4], "date": "2026-12-09"})
    record(club, "merge", player=5, into=1)
    rows = season_table(club.series.played())
    assert [(row.player, row.games) for row in rows if row.player in (1, 5)] == [(1, 2)]


@pytest.mark.parametrize(("wrong", "code"), [
    ({"players": [1, 2, 3, 3]}, "contradiction"), ({"players": [1, 2, 3, 9]}, "bad_field"),
    ({"players": [1, 2, 3]}, "contradiction"), ({"scores": [30000] * 3 + [29000]}, "contradiction"),
    ({"date": "2026-02-30"}, "bad_field"), ({"rules": "ema-2015"}, "unknown_rules"), ({"series": 7}, "bad_field"),
    ({"scores": None}, "missing_field"),
])  # fmt: skip
def test_a_game_on_paper_that_cannot_be_right_is_refused(club, wrong, code):
    """A person at two seats, somebody unknown, points that are missing, a day that does not exist."""
    with pytest.raises((Malformed, Refused)) as error:
        record(club, "play", **{**GAME, **wrong})
    assert (error.value.code, club.desk.records) == (code, [])


def test_a_second_tournament_begins_with_no_session_and_the_first_stays_what_it_is(club):
    """A store has many; naming an earlier one again continues it, and the seats of tables stay the hall's."""
    first = {"title": "Spring", "rules": "ema-2016"}
    record(club, "tournament", **first)
    record(club, "seats", session=1, table=1, players=[1, 2, 3, 4])
    record(club, "correct", session=1, table=1, scores=SCORES, why="sheet")
    record(club, "bind", device="d1", table=1)
    record(club, "tournament", title="Autumn", rules="wrc", another=True)
    now = club.tournament
    assert (now.title, now.rules, now.sessions, now.numbers) == ("Autumn", "wrc", [], {"d1": 1})
    assert now.others["Spring"].sessions == [1]
    assert SeasonViews(club).find("spring").rows[0].total == 20000
    record(club, "seats", session=1, table=1, players=[5, 2, 3, 4])
    record(club, "tournament", another=True, **first)
    assert (club.tournament.seats[1, 1], club.tournament.others["Autumn"].seats[1, 1][0]) == ([1, 2, 3, 4], 5)
    again = TournamentRepository(club.store).tournament
    assert (again.title, [*again.others], again.seats) == ("Spring", ["Autumn"], club.tournament.seats)


# ---------------------------------------------------------------- what a season ranks by

THREE = played(([1, 2, 3, 4], [30, 10, -10, -30], [1, 2, 3, 4]), ([1, 2, 3, 5], [-40, 20, 10, 10], [4, 1, 2, 2]))


def test_what_follows_the_end_of_a_game_leaves_it_before_a_sheet_that_was_entered_then(tmp_path):
    """The next players' names are events of its ledger, too; the rating goes by the order."""
    moments = iter(range(1000, 100_000, 1000))
    with SqliteStore(tmp_path / "hall.db", clock=lambda: next(moments)) as store:
        store.store_players(PEOPLE)
        club = TournamentRepository(store)
        append_events(store, "start ema-2025")
        seated = {name: value for name, value in GAME.items() if name != "scores"}
        game = record(club, "play", **seated, ledger="a" * 12, start=0, table=1)
        append_events(store, "hand", "win 0 3/30", "end", first=1)
        ended_ms = club.series.result(game).ended_ms
        sheet = record(club, "play", **GAME)
        append_events(store, 'name 0 "Anna"', 'name 1 "Bob"', first=4)
        games = club.series.all_games()
        assert [one.id for one in games] == [game, sheet]
        assert (games[0].ended_ms, games[0].state) == (ended_ms, "complete")
        # A game that was ended by mistake, and goes on, ends later.
        append_events(store, "undo", "undo", "undo", "hand", "win 1 3/30", "end", first=6)
        assert [one.id for one in club.series.all_games()] == [sheet, game]


def append_events(store, *texts, first=0):
    """Store events of a game, each at a moment of its own."""
    for n, text in enumerate(texts, first):
        store.append([entry_of("a" * 12, event_of(text, n))])


@pytest.mark.parametrize(
    ("ranking", "order"),
    [
        (RankingRules(), [2, 5, 3, 1, 4]),
        (RankingRules("mean"), [2, 5, 3, 1, 4]),
        (RankingRules("place"), [2, 5, 1, 3, 4]),
        (RankingRules("firsts"), [1, 2, 3, 4, 5]),
        (RankingRules(best=1), [1, 2, 3, 5, 4]),
        (RankingRules(least=2), [2, 3, 1, 5, 4]),
    ],
)
def test_a_season_is_ranked_by_the_rules_of_the_club(ranking, order):
    """By sum, mean, mean place or the best games; with too few games below the others, without a place."""
    rows = season_table(THREE, ranking)
    assert [row.player for row in rows] == order
    assert [row.place is None for row in rows] == [row.games < ranking.least for row in rows]


# ---------------------------------------------------------------- the rating


def test_a_place_is_one_of_those_who_are_ranked(club):
    """Who has played too few games has none, and is not counted beside those who have one."""
    season = record(club, "series", title="Winter", kind="season", date="2026-10-01", least=2)
    record(club, "play", series=season, **GAME)
    record(club, "play", series=season, **{**GAME, "players": [1, 2, 3, 5]})
    views = SeasonViews(club)
    pages = [person_page(club, views.find("Winter"), number, sees_personal=False) for number in (3, 4)]
    assert [(page["of"], page["row"]["place"]) for page in pages] == [(3, 1), (3, None)]


def plackett_luce(ratings, places):
    """Rate one game by Weng and Lin's algorithm 4, with deviations that grow; independent of the library."""
    beta2, tau2, kappa = (25 / 6) ** 2, (25 / 300) ** 2, 0.0001
    known = [(mu, sigma**2 + tau2) for mu, sigma in ratings]
    c = math.sqrt(sum(variance + beta2 for _, variance in known))
    strength = [math.exp(mu / c) for mu, _ in known]
    after = []
    for i, (mu, variance) in enumerate(known):
        omega = delta = 0.0
        for q, place in enumerate(places):
            if place > places[i]:
                continue
            share = strength[i] / sum(one for one, other in zip(strength, places, strict=True) if other >= place)
            tied = places.count(place)
            omega += ((1 - share) if q == i else -share) / tied
            delta += share * (1 - share) / tied
        gamma = math.sqrt(variance) / c
        delta *= gamma * variance / c**2
        after.append((mu + variance / c * omega, math.sqrt(variance * max(1 - delta, kappa))))
    return after


def test_the_rating_is_that_of_the_published_formula():
    """Three games with a tie and a guest, computed again here."""
    games = [(0, (1, 2, 3, 4), (1, 2, 3, 4)), (1, (4, 3, 2, 0), (1, 2, 2, 4)), (2, (2, 1, 4), (3, 1, 2))]
    known: dict[int, tuple[float, float]] = {}
    for _, players, places in games:
        before = [known.get(player, (FIRST_RATING, FIRST_DEVIATION)) for player in players]
        after = zip(players, plackett_luce(before, places), strict=True)
        known |= {player: rating for player, rating in after if player}
    course = RatingCourses(games).steps
    # A game more, or one that was corrected, is rated from there on, and comes to the same.
    for before in (games[:1], [games[0], (1, (4, 3, 2, 0), (2, 1, 2, 4))]):
        assert RatingCourses(games, RatingCourses(before)).steps == course
    assert {player: len(steps) for player, steps in course.items()} == {1: 2, 2: 3, 3: 2, 4: 3}
    for player, steps in course.items():
        assert (steps[-1].rating, steps[-1].deviation) == pytest.approx(known[player], abs=1e-9)


def test_three_people_play_by_a_book_for_three(club):
    """Their game counts in the same season; a book for four refuses them."""
    game = {"rules": "tenhou-sanma", "date": "2026-12-08", "players": [1, 2, 3], "scores": [45000, 35000, 25000]}
    number = record(club, "play", **game)
    [played] = club.series.played()
    assert (played.id, played.places, sum(played.totals)) == (number, [1, 2, 3], 0)
    assert [row.places for row in season_table([played])] == [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0)]
    with pytest.raises(Malformed, match="is for 4 players"):
        record(club, "play", **{**game, "rules": "ema-2025"})


def test_a_start_computes_only_what_has_changed_since(club, monkeypatch):
    """A season's first page waits neither for its ratings nor for its sheets; a correction is computed as ever."""
    for number in range(GAMES_BETWEEN):
        players, scores = [1 + (number + seat) % 5 for seat in range(4)], [*SCORES[number % 4 :], *SCORES[: number % 4]]
        record(club, "play", yes=True, **{**GAME, "players": players, "scores": scores})
    before = season_dict(SeasonViews(club).find(), club)

    def fail(*_):
        raise AssertionError("computed again")

    with monkeypatch.context() as patched:
        patched.setattr(player_ratings, "_model", fail)
        patched.setattr(series_games, "sheet_with_scores", fail)
        again = TournamentRepository(club.store)
        assert season_dict(SeasonViews(again).find(), again) == before
    corrected = TournamentRepository(club.store)
    record(corrected, "rescore", game=before["games"][7]["id"], scores=SCORES[::-1], why="sheet")
    view = SeasonViews(corrected).find()
    assert season_dict(view, corrected) != before
    assert view.courses.last() == rating_courses(view.games).last()
    # Another program's text in the store counts as absent.
    rows = [one._replace(body="[1]") for one in club.store.cached_results()]
    club.store.cache_results(rows)
    anew = TournamentRepository(club.store)
    assert season_dict(SeasonViews(anew).find(), anew) == season_dict(view, corrected)


def test_a_person_whose_name_was_removed_has_a_page_in_every_season(club):
    """A list of all games leads there, though the open season has no game of the person."""
    record(club, "play", **GAME)
    record(club, "series", title="Winter", kind="season", date="2026-10-01")
    club.store.forget_player(4)
    view = SeasonViews(club).find()
    page = person_page(club, view, 4, sees_personal=True)
    assert (page["series"], page["row"], page["results"], page["play"]) == ("Winter", None, [], None)
    # One who was at an evening and played no game has one, too.
    evening = record(club, "series", title="Tuesday", kind="evening", date="2026-12-08")
    record(club, "attendance", series=evening, player=5, present=True)
    club.store.forget_player(5)
    assert (person_page(club, view, 5, sees_personal=True)["row"], club.people().get(5)) == (None, None)
    with pytest.raises(Refused):
        person_page(club, view, 99, sees_personal=True)


@pytest.mark.parametrize(
    ("name", "advice"),
    [("Nothing", "list_of_series"), ("Sprng 2027", "meant_perhaps"), ("2027-01-01", "list_of_series")],
)
def test_a_series_that_does_not_exist_is_refused_with_the_nearest_title_or_the_list(club, name, advice):
    """Each part is a sentence with a code, so that it has words in every language."""
    record(club, "series", title="Spring 2027", kind="season", date="2027-03-01")
    for find in (club.tournament.club.find_series, lambda name: SeasonViews(club).find(name)):
        with pytest.raises(Refused) as refused:
            find(name)
        assert [one.code for one in refused.value.message.values["sentences"]] == ["unknown_series", advice]
