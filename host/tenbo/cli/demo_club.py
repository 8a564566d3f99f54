"""`tenbo demo --club`: a season of twelve evenings, and tonight's two tables, which play by themselves."""

from __future__ import annotations

import random
import sys
import threading
from contextlib import ExitStack
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tenbo.cli.demo_hall import FAST_S, FIRST_ID, PAUSE_S, POLL_S, DemoContext, catch_stop_signals, play_game
from tenbo.cli.support.startup_banner import addresses_text
from tenbo.cli.support.text_layout import print_text
from tenbo.runtime.worker import run_in_background
from tenbo_core.errors import TenboError

if TYPE_CHECKING:
    import argparse

    from tenbo.app.service import Service
    from tenbo.simulator.demo import ScriptedHand

TABLES, EVENINGS, GAMES_OF_AN_EVENING = 2, 12, 5
HANDS = 60
NAMES = ("Anna Bakker", "Ben Carter", "Carla Diaz", "Dai Evans", "Emi Fujita", "Finn Gruber", "Greta Holm", "Hiro Ito",
         "Iris Jansen")  # fmt: skip
# Between two evenings, and from game to game.
EVENING_DAYS = 7
GAME_MS = 75 * 60_000
DAY_MS = 86_400_000


def run_demo(args: argparse.Namespace) -> int:
    """Show the club until Ctrl-C."""
    from tenbo.app.config import load_config
    from tenbo.cli.run import service_class
    from tenbo.cli.support.shared_options import book_fields
    from tenbo.runtime.service_log import ServiceLog
    from tenbo.simulator import VirtualTable

    book = book_fields(args.rules)
    service_of = service_class()
    ended = threading.Event()
    catch_stop_signals(ended)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="tenbo-")))
        made = [stack.enter_context(VirtualTable(identity=f"{FIRST_ID + one:016x}")) for one in range(TABLES)]
        ports, store = [one.port for one in made], str(folder / "hall.db")
        settings = load_config(None, store=store, ports=ports, search=False, listen=args.listen)
        log = stack.enter_context((folder / "log").open("w", encoding="utf-8"))
        service = stack.enter_context(service_of(settings, ServiceLog(out=log)))
        for number in range(1, TABLES + 1):
            service.hall.numbering.set_table_number(f"{FIRST_ID + number - 1:016x}", number)
        play_season(service, book, args.seed)
        url, member = service.server.url, service.access.member_code(1)
        print_text(f"a member:  {url}/join#{member}  ({NAMES[0]}'s own page)\n{addresses_text(service)}")
        sys.stdout.flush()
        context = DemoContext(service, dict(enumerate(made, 1)), ended, FAST_S if args.fast else PAUSE_S)
        play_tonight(context, args.seed)
    return 0


# ---------------------------------------------------------------- the evenings before


def play_season(service: Service, book: dict[str, Any], seed: int) -> None:
    """Register the members, and play the evenings before this one, a week apart."""
    from tenbo.hall.imported_games import events_of_records
    from tenbo.tournament.record_values import GameRef, RulebookRef

    seats = RulebookRef(book["rules"], book.get("book", "")).load().rules.players
    hall, chance = service.hall, random.Random(seed)
    people = "id,name\n" + "".join(f"{number},{name}\n" for number, name in enumerate(NAMES, 1))
    hall.registration.register_players(people, yes=True)
    today = date.today()  # noqa: DTZ011 - an evening has the date of this place
    first = today - timedelta(days=EVENING_DAYS * EVENINGS)
    hall.evenings.open_season("The season", "desk", date=first.isoformat(), least=8, **book)
    for week in range(EVENINGS):
        day = first + timedelta(days=EVENING_DAYS * week)
        evening = hall.evenings.open_evening("desk", date=day.isoformat()).answer["series"]
        for number in range(GAMES_OF_AN_EVENING):
            seated = chance.sample(range(1, len(NAMES) + 1), seats)
            records = random_game([NAMES[one - 1] for one in seated], chance.randrange(1 << 30), book)
            events, _ = events_of_records(records)
            ref = GameRef(f"demo-{week + 1}-{number + 1}", 0)
            ended = (day.toordinal() - date(1970, 1, 1).toordinal()) * DAY_MS + 18 * 60 * 60_000 + number * GAME_MS
            game = {"series": evening, "date": day.isoformat(), "players": seated, "ledger": ref.ledger, "start": 0,
                    "table": number % TABLES + 1, "at": ended, **book}  # fmt: skip
            hall.records.record_all("desk", [("play", game)], games={ref: events})
    hall.evenings.open_evening("desk", date=today.isoformat())


def random_game(names: list[str], seed: int, book: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the records of a game whose hands are made up by chance."""
    from tenbo.game.replay import Replay
    from tenbo.simulator.demo import random_hands
    from tenbo.tournament.record_values import RulebookRef

    replay = Replay(RulebookRef(book["rules"], book.get("book", "")).load())
    records: list[dict[str, Any]] = []

    def play(record: dict[str, Any]) -> bool:
        """Record what the rules allow."""
        answer = replay.answer(record)
        if "error" not in answer:
            records.append(record)
        return answer.get("phase") == "over"

    play({"event": "start", "rules": book["rules"], "names": names})
    for hand in random_hands(HANDS, seed, len(names)):
        phases = [play(record) for record in hand_records(hand)]
        if any(phases):
            return records
    play({"event": "end"})
    return records


def hand_records(hand: ScriptedHand) -> list[dict[str, Any]]:
    """Return a hand as records; a book may refuse some of them, such as a riichi without points."""
    from tenbo.simulator.demo import DRAW

    records: list[dict[str, Any]] = [{"event": "hand"}, *({"event": "riichi", "seat": seat} for seat in hand.riichi)]
    if hand.end == DRAW:
        return [*records, {"event": "draw", "tenpai": sorted({*hand.tenpai, *hand.riichi})}]
    win = {"seat": hand.winner, "from": hand.source, "han": hand.han, "fu": 30 + 10 * hand.other_fu}
    return [*records, {"event": "win", "wins": [win]}]


# ---------------------------------------------------------------- tonight


def play_tonight(context: DemoContext, seed: int) -> None:
    """Play games at all tables, each at its own pace, until the end."""
    players = [
        run_in_background(f"players {number}", partial(_play_at_table, context, number, seed + number))
        for number in context.tables
    ]
    context.ended.wait()
    for player in players:
        player.join(POLL_S)


def _play_at_table(context: DemoContext, number: int, seed: int) -> None:
    """Play one game after the other at a table, each with people who do not play at another one."""
    chance, hall = random.Random(seed), context.service.hall
    shares = [*range(number, len(NAMES) + 1, TABLES)]
    for count in range(1, 1000):
        if context.ended.is_set() or not _begin(context, number):
            return
        game = _game_at(context, number, count)
        if game is not None:
            hall.season_import.register_and_set_players(
                game, chance.sample(shares, len(hall.repository.series.result(game).players)), "desk"
            )
        play_game(context, number, seed + 100 * count)
        if context.ended.wait(10 * context.pause_s):
            return


def _begin(context: DemoContext, number: int) -> bool:
    """Begin a game at a table, as its players do; return whether it has begun."""
    from tenbo.devices.station import FOLLOWING
    from tenbo.rulebooks import as_start_fields
    from tenbo_core.events import DESK

    hall = context.service.hall
    tournament = hall.repository.tournament
    season = tournament.club.season
    book = tournament.club.rulebook_for(None if season is None else season.id, tournament.rulebook)
    rules, changes = as_start_fields(book.load())
    while not context.ended.wait(POLL_S):
        station = hall.fleet.station_with_number(number)
        if station is not None and station.snapshot.state == FOLLOWING:
            answer = hall.fleet.run_commands([(number, ("do", "start", DESK, rules, changes or None))])[number]
            if isinstance(answer, TenboError):
                context.service.log.write_line(answer.message, level="warning", table=number)
            return not isinstance(answer, TenboError)
    return False


def _game_at(context: DemoContext, number: int, count: int) -> int | None:
    """Return the number of the game that a table has just begun, once it is recorded."""
    repository = context.service.hall.repository
    while not context.ended.wait(POLL_S):
        evening = repository.tournament.club.evening
        own = [game for game in repository.tournament.club.games_in(evening.id if evening else None)
               if game.table == number]  # fmt: skip
        if len(own) >= count:
            return own[-1].id
    return None
