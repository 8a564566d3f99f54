"""Who plays next: evenings by chance, in which tables go at their own pace, are fair whatever happens."""

from __future__ import annotations

import random

import pytest

from tenbo.tournament.series.evening_attendees import Attendee
from tenbo.tournament.series.next_games import count_meetings_and_seats, propose_games

EMPTY = [0, 0, 0, 0]


class Evening:
    """An evening at some tables, whose people play what is proposed; each game takes a time by chance."""

    def __init__(self, people, tables, seed):
        self.chance = random.Random(seed)
        self.games, self.since = dict.fromkeys(range(1, people + 1), 0), dict.fromkeys(range(1, people + 1), 0)
        self.tables, self.running, self.now, self.played = tables, {}, 0, []
        # A table whose games take three times as long.
        self.slow = 0

    def propose(self):
        busy = {player for _, players in self.running.values() for player in players}
        waiting = [Attendee(one, "waiting", None, self.since[one], self.games[one]) for one in self.games
                   if one not in busy]  # fmt: skip
        free = {table: EMPTY for table in range(1, self.tables + 1) if table not in self.running}
        playing = [Attendee(one, "playing", table, self.since[one], self.games[one])
                   for table, (_, players) in self.running.items() for one in players]  # fmt: skip
        return waiting, propose_games(waiting, free, count_meetings_and_seats(self.played), 4, playing), playing

    def play(self):
        """Begin what is proposed, check it, and end the game that is over first."""
        waiting, proposal, others = self.propose()
        tables = [one for one in proposal.tables if one.table is not None]
        playing = [player for one in proposal.tables for player in one.players]
        assert sorted([*playing, *proposal.rest]) == sorted(one.player for one in waiting)
        if proposal.wait_for is None:
            assert [len(one.players) for one in proposal.tables] == [4] * (len(waiting) // 4)
        else:
            # There is someone to wait for, and no one is sent to play who is two games ahead.
            assert proposal.wait_for in self.running
            ahead = min(one.games for one in others) + 2
            assert all(self.games[player] < ahead for player in playing)
        # No one who rests has played fewer games than a person who plays, or as many and waited longer.
        key = {one.player: (one.games, one.since_ms) for one in waiting}
        assert all(key[one] >= key[other] for one in proposal.rest for other in playing)
        for one in tables:
            self.running[one.table] = (
                self.now + self.chance.randrange(50, 100) * (3 if one.table == self.slow else 1),
                one.players,
            )
            self.played.append(one.players)
        table = min(self.running, key=lambda one: self.running[one])
        self.now, players = self.running.pop(table)
        for player in players:
            self.games[player] += 1
            self.since[player] = self.now


@pytest.mark.parametrize("people", [4, 5, 6, 7])
def test_at_one_table_each_rests_by_turns(people):
    """Five people: after five games each has rested once, and at no time is one more than a game behind."""
    evening = Evening(people, 1, 0)
    for number in range(1, 3 * people + 1):
        evening.play()
        assert max(evening.games.values()) - min(evening.games.values()) <= 1
        if number % people == 0:
            assert set(evening.games.values()) == {4 * number // people}


@pytest.mark.parametrize("people", [9, 10, 11])
def test_over_two_tables_at_their_own_pace_all_play_about_as_much(people):
    """No one is more than two games behind, and four of five pairs have met after thirty games."""
    for seed in range(20):
        evening = Evening(people, 2, seed)
        for _ in range(30):
            evening.play()
            assert max(evening.games.values()) - min(evening.games.values()) <= 2, seed
        met = count_meetings_and_seats(evening.played).meetings
        assert len(met) >= 0.8 * people * (people - 1) / 2, seed


@pytest.mark.parametrize(("people", "tables"), [(8, 2), (12, 3)])
def test_full_tables_with_no_one_resting_stay_within_two_games_and_mix(people, tables):
    """The faster table plays at most two games more, then waits; four of five pairs have met after forty games."""
    for seed in range(20):
        evening = Evening(people, tables, seed)
        evening.slow = seed % (tables + 1)
        for _ in range(40):
            evening.play()
            assert max(evening.games.values()) - min(evening.games.values()) <= 2, seed
        assert len(count_meetings_and_seats(evening.played).meetings) >= 0.8 * people * (people - 1) / 2, seed


def test_four_who_are_ahead_or_met_twice_running_wait_for_the_slower_table():
    """A fifth who waits lets them mix at once, and people who have sat down there already play all the same."""
    ahead = [Attendee(one, "waiting", None, one, 2) for one in (1, 2, 3, 4)]
    slow = [Attendee(one, "playing", 2, 0, 0) for one in (5, 6, 7, 8)]
    none, twice = count_meetings_and_seats([]), count_meetings_and_seats([[1, 2, 3, 4]] * 2)
    assert propose_games(ahead, {1: EMPTY}, none, 4, slow) == ([], [1, 2, 3, 4], 2)
    assert len(propose_games(ahead, {1: [0, 0, 10, 11]}, none, 4, slow).tables) == 1
    level = [one._replace(games=1) for one in slow]
    assert len(propose_games(ahead, {1: EMPTY}, none, 4, level).tables) == 1
    assert propose_games(ahead, {1: EMPTY}, twice, 4, level) == ([], [1, 2, 3, 4], 2)
    proposal = propose_games([*ahead, Attendee(9, "waiting", None, 9, 0)], {1: EMPTY}, twice, 4, level)
    assert (sorted(proposal.tables[0].players), proposal.rest, proposal.wait_for) == ([1, 2, 3, 9], [4], None)


def test_who_has_sat_down_stays_and_the_table_is_filled_first():
    """The others who wait are divided so that fewest have met, and those with fewest games play."""
    waiting = [Attendee(one, "waiting", None, one, games) for one, games in ((3, 1), (4, 0), (5, 0), (6, 0), (7, 2))]
    proposal = propose_games(waiting, {1: EMPTY, 2: [0, 8, 0, 9]}, count_meetings_and_seats([]), 4)
    assert [(one.table, sorted(one.players)) for one in proposal.tables] == [(2, [4, 5, 8, 9])]
    assert (proposal.tables[0].players[1::2], proposal.rest) == ([8, 9], [6, 3, 7])
    waiting = [Attendee(one, "waiting", None, 0, 2) for one in range(1, 9)]
    met = count_meetings_and_seats([[1, 2, 3, 4], [5, 6, 7, 8]])
    games = propose_games(waiting, {1: EMPTY}, met, 4).tables
    assert [one.table for one in games] == [1, None]
    assert max(met.meetings.get(frozenset((1, other)), 0) for one in games for other in one.players) == 1
    # Two of each earlier table, and no one at the seat of before.
    assert [sum(player <= 4 for player in one.players) for one in games] == [2, 2]
    assert all(met.seats.get((player, seat), 0) == 0 for one in games for seat, player in enumerate(one.players))
