"""The people of a club, their results, and the phone on which they read its page."""

from __future__ import annotations

from .conftest import wait_until

PHONE = {"width": 390, "height": 844}
GAMES = ([32000, 28000, 35000, 25000], [20000, 40000, 25000, 35000])
NAMES = ["Ann Ash", "Ben Box", "Cleo Cox", "Maximiliana Wolkenstein"]
PEOPLE = [*NAMES, "Dan Dorn", "Eve Elm", "Fay Fox", "Gus Gil", "佐藤 花子", "Hal Hill"]
ROUNDS = ([1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 1, 4])


def open_evening(place):
    """Open an evening at two tables: one game plays with a guest, one is over, and one was on paper with a guest."""
    hall, client = place.service.hall, place.client
    hall.registration.register_players("name\n" + "\n".join(PEOPLE) + "\n", yes=True)
    client.post("/v1/series", date="2026-11-17")
    for four, scores in zip((*ROUNDS, *ROUNDS), (*GAMES, *GAMES, *GAMES), strict=True):
        client.post("/v1/series_games", players=[PEOPLE[player - 1] for player in four], scores=scores, yes=True)
    client.post("/v1/series/change", closed=True)
    client.post("/v1/series")
    client.post("/v1/attendance", players=PEOPLE)
    for number, four in ((2, [5, 6, 7, 8]), (1, [1, 9, 4, 0])):
        table, stored = place.table(number), len(hall.repository.series.played())
        hall.table_seats.seat_next_game(number, four, "desk")
        table.play("start", rules="ema-2025")
        for seat in range(4):
            table.play("hand")
            table.play("win", wins=[{"seat": seat, "from": (seat + 2) % 4, "han": 3, "fu": 40 - 10 * (seat % 2)}])
        if number == 1:
            table.play("hand")
            table.play("riichi", seat=2)
        else:
            table.play("end")
            wait_until(lambda stored=stored: len(hall.repository.series.played()) > stored)
    guests = [PEOPLE[0], "guest", PEOPLE[8], PEOPLE[9]]
    client.post("/v1/series_games", players=guests, scores=GAMES[0], yes=True)
