"""The search for a seating plan in the background: one at a time, with its progress and its result."""

from __future__ import annotations

import threading
import time
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.formats.plan_files import write_plan_csv
from tenbo.runtime.worker import run_in_background
from tenbo.tournament.next_session_pairs import pair_next_session
from tenbo.tournament.seating.plan_generator import byes_by_round, plan_seats, replan_remaining_rounds
from tenbo.tournament.seating.plan_quality import PlanQuality, certificate_lines, compute_certificate
from tenbo.tournament.seating.schedule import check_size
from tenbo.tournament.seating.search_budget import SearchBudget
from tenbo.tournament.seating.separation import Relations, assign_players, count_unwanted_meetings
from tenbo.validation.core_sentence_codes import reason_code_and_values
from tenbo_core.errors import Malformed, Refused, TenboError
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.runtime.service_log import ServiceLog
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.seating.schedule import Plan, Schedule

NEW, AGAIN, SWISS, STANDING = "new", "again", "swiss", "standing"
LONGEST_S = 600


class SeatPlanResult(NamedTuple):
    """A plan, what a person should know of it, and its quality, which one session by the standings has not."""

    plan: Plan
    notes: list[str]
    quality: PlanQuality | None = None
    certificate: tuple[str, ...] = ()


class PlanRequest(NamedTuple):
    """The request: a new plan of some rounds, the later sessions again, or one session by the standings."""

    how: str
    session: int
    rounds: int
    seconds: int
    seed: int
    byes: bool


class SeatPlanner:
    """The current search, or the last one. Thread-safe."""

    def __init__(self, stored: TournamentRepository, log: ServiceLog) -> None:
        self._stored, self._log = stored, log
        self._lock = threading.Lock()
        self._budget: SearchBudget | None = None
        self._status: dict[str, Any] = {"state": "none"}

    def begin(self, wish: PlanRequest) -> dict[str, Any]:
        """Start a search; one that runs must be ended first."""
        if not 1 <= wish.seconds <= LONGEST_S:
            raise Malformed(
                "bad_field",
                sentence(
                    "seconds_range",
                    "seconds must be 1 to {longest_s}, not {seconds}",
                    longest_s=LONGEST_S,
                    seconds=wish.seconds,
                ),
                "seconds",
            )
        if wish.session < 1:
            raise Malformed(
                "bad_field",
                sentence(
                    "session_number_range", "a session number must be 1 or more, not {session}", session=wish.session
                ),
                "session",
            )
        budget = SearchBudget(time.monotonic, wish.seconds, report=self._report)
        search = _search(self._stored, wish, budget)
        with self._lock:
            if self._status["state"] == "working":
                raise Refused(
                    "not_allowed_now",
                    sentence(
                        "plan_in_the_making",
                        "a plan is already being created: wait until it is ready, or use the best plan so far",
                    ),
                    "how",
                )
            self._budget = budget
            self._status = {"state": "working", "how": wish.how, "session": wish.session, "used": 0.0, "found": "",
                            **reason_code_and_values("")}  # fmt: skip
        run_in_background("seat planning", lambda: self._run(search), self._log)
        return self.status()

    def end_search(self) -> dict[str, Any]:
        """End the search with the best plan so far."""
        if self._budget is not None:
            self._budget.end_search()
        return self.status()

    def status(self) -> dict[str, Any]:
        """Return the progress of the search, or its plan with its certificate."""
        with self._lock:
            record = dict(self._status)
        if record["state"] == "working" and self._budget is not None:
            record["used"] = min(1.0, self._budget.used_fraction())
        return record

    def _report(self, found: str, _: float) -> None:
        with self._lock:
            self._status |= {"found": found, **reason_code_and_values(found)}

    def _run(self, search: Callable[[], SeatPlanResult]) -> None:
        """Run the search, and store its result or its error."""
        try:
            plan, notes, quality, certificate = search()
        except (TenboError, ValueError) as error:
            with self._lock:
                why = error.message if isinstance(error, TenboError) else str(error)
                self._status |= {"state": "failed", "why": why, **reason_code_and_values(why)}
            return
        except Exception as error:
            with self._lock:
                why = sentence("program_mistake", "internal error, please report it: {error}", error=repr(error))
                self._status |= {"state": "failed", "why": why, **reason_code_and_values(why)}
            raise
        with self._lock:
            tables = [[session, table, players] for (session, table), players in sorted(plan.items())]
            self._status |= {
                "state": "done",
                "used": 1.0,
                "words": [*certificate, *notes],
                "notes": [{"message": note, **reason_code_and_values(note)} for note in notes],
                "quality": None if quality is None else quality._asdict(),
                "tables": tables,
                "text": write_plan_csv(plan),
            }


def _search(stored: TournamentRepository, wish: PlanRequest, budget: SearchBudget) -> Callable[[], SeatPlanResult]:
    """Return the search for the requested plan; invalid requests are refused now."""
    random = Random(wish.seed)
    if wish.how in (SWISS, STANDING):
        if any(place[0] == wish.session for place in stored.tournament.games):
            message: str = sentence(
                "session_has_begun", "session {session} has begun: pair a later session", session=wish.session
            )
            raise Refused("not_allowed_now", message, "session")
        return lambda: _by_standings(stored, wish, random)
    if wish.how == NEW:
        players = _active_players(stored, wish.session)
        check_size(len(players), wish.rounds, stored.tournament.seat_count(wish.session), byes=wish.byes)
        return lambda: _plan_all_rounds(stored, players, wish, random, budget)
    if wish.how == AGAIN:
        played, rounds = _rounds_before(stored, wish.session), _rounds_to_replan(stored, wish)
        players = _active_players(stored, wish.session)
        seats = stored.tournament.seat_count(wish.session)
        check_size(len(players), rounds, seats, byes=True)
        return lambda: _replan(players, played, rounds, wish, random, budget, seats)
    message = f"how must be {NEW}, {AGAIN}, {SWISS} or {STANDING}, not {wish.how[:20]!r}"
    raise Malformed("bad_field", message, "how")


def _active_players(stored: TournamentRepository, session: int) -> list[int]:
    """Return the players from a session on: all registered or seated ones who have not left."""
    tournament = stored.tournament
    everybody = {*stored.people(), *(player for players in tournament.seats.values() for player in players)} - {0}
    gone = {player for player, since in tournament.withdrawn.items() if since <= session}
    return sorted(everybody - gone - set(tournament.unranked))


def _plan_all_rounds(
    stored: TournamentRepository, players: list[int], wish: PlanRequest, random: Random, budget: SearchBudget
) -> SeatPlanResult:
    """Plan some rounds for all players; members of a club or country meet as rarely as the plan allows."""
    numbers, seats = list(range(1, len(players) + 1)), stored.tournament.seat_count(wish.session)
    if len(players) % seats:
        schedule = replan_remaining_rounds([], wish.rounds, numbers, random, budget, seats)
    else:
        schedule = plan_seats(len(players), wish.rounds, random, budget, seats)
    people = stored.people()
    ties = {
        player: Relations(people[player].club.casefold(), people[player].country) if player in people else Relations()
        for player in players
    }
    drawn = assign_players(schedule, ties, random, budget)
    quality = compute_certificate(drawn)
    notes = [count_unwanted_meetings(drawn, ties).summary()]
    certificate = tuple(certificate_lines(quality, drawn))
    return SeatPlanResult(_schedule_to_plan(drawn, wish.session), notes, quality, certificate)


def _rounds_before(stored: TournamentRepository, session: int) -> Schedule:
    """Return the sessions before one, which stay unchanged."""
    seats = stored.tournament.seats
    before = sorted({one for one, _ in seats if one < session})
    if not before:
        message = sentence(
            "no_session_to_keep",
            "no players are seated before session {session}, so there is nothing to keep: create a new plan",
            session=session,
        )
        raise Refused("not_allowed_now", message, "session")
    return [[seats[place] for place in sorted(seats) if place[0] == one] for one in before]


def _rounds_to_replan(stored: TournamentRepository, wish: PlanRequest) -> int:
    """Return how many sessions are planned again: all from one on, unless the request says it."""
    if any(place[0] >= wish.session for place in stored.tournament.games):
        message = sentence(
            "later_session_has_begun",
            "session {session} or a later one has begun: replan only sessions that have not begun",
            session=wish.session,
        )
        raise Refused("not_allowed_now", message, "session")
    return wish.rounds or len({one for one, _ in stored.tournament.seats if one >= wish.session}) or 1


def _replan(
    players: list[int],
    played: Schedule,
    rounds: int,
    wish: PlanRequest,
    random: Random,
    budget: SearchBudget,
    seats: int,
) -> SeatPlanResult:
    schedule = replan_remaining_rounds(played, rounds, players, random, budget, seats)
    quality = compute_certificate(schedule)
    notes: list[str] = [
        sentence(
            "session_sit_out",
            "players sitting out in session {session}: {players}",
            session=wish.session + at,
            players=", ".join(map(str, rest)),
        )
        for at, rest in enumerate(byes_by_round(schedule, len(played)))
        if rest
    ]
    certificate = tuple(certificate_lines(quality, schedule))
    return SeatPlanResult(_schedule_to_plan(schedule[len(played) :], wish.session), notes, quality, certificate)


def _by_standings(stored: TournamentRepository, wish: PlanRequest, random: Random) -> SeatPlanResult:
    tables, notes = pair_next_session(stored, wish.session, wish.how, random)
    return SeatPlanResult(_schedule_to_plan([tables], wish.session), notes)


def _schedule_to_plan(schedule: Schedule, first: int) -> Plan:
    """Return rounds as the sessions from one on."""
    return {
        (session, number): list(table)
        for session, tables in enumerate(schedule, first)
        for number, table in enumerate(tables, 1)
    }
