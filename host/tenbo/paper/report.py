"""The report of a tournament: who won, what was played, awards from the ledgers, and its pace."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.paper.document import Block, Card, Cards, Column, Document, Lines, Section, Table, signed
from tenbo.paper.seat_lists import about, name_of
from tenbo.paper.standings_list import ranking
from tenbo.tournament.standings import proof, standings, state_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenbo.tournament.pace.played import GamePlayed, HandPlayed
    from tenbo.tournament.pace.tables import SessionPace
    from tenbo.tournament.people import Player
    from tenbo.tournament.results import Sheet
    from tenbo.tournament.state import Tournament
    from tenbo.tournament.stored import StoredTournament

# Of whoever has declared riichi less often the share of wins is chance; likewise of few hands without a deal-in.
FEWEST_RIICHI, FEWEST_HANDS = 5, 20
PODIUM = ("First", "Second", "Third")


class HandAt(NamedTuple):
    """A hand of a tournament: where it was played, and by whom."""

    session: int
    table: int
    players: list[int]
    hand: HandPlayed

    @property
    def where(self) -> str:
        """Return the place in words."""
        return f"session {self.session}, table {self.table}, {self.hand.name}"


def report(stored: StoredTournament, sheets: list[Sheet], hidden: Sequence[int], now_ms: int, of: str = "") -> Document:
    """Return the report of what the sheets tell, `of` some sessions; hidden sessions are left out of every part."""
    tournament, people = stored.tournament, stored.people()
    sessions = sorted({sheet.session for sheet in sheets})
    games = {(session, table): stored.game_now(session, table).game
             for session in sessions for table in tournament.tables_of(session)}  # fmt: skip
    hands = list(_hands(stored, games))
    blocks: list[Block] = [Cards(_podium(sheets, people, tournament), len(PODIUM))]
    blocks.append(Lines(_facts(sheets, people, games, hands)))
    if awards := _awards(stored, sessions, hands, people):
        blocks += [Section("Awards", "from the ledgers of the tables"), Cards(awards)]
    paces = [stored.pace(session, now_ms) for session in sessions]
    if any(pace.hand_s.n for pace in paces):
        blocks += [Section("Pace and fairness", "minutes and seconds of play, pauses left out"), _pace(paces)]
        blocks.append(Lines(_owed(paces)))
    blocks += [Section("Standings", new_page=True), ranking(tournament, people, sheets)]
    proved = proof(sheets)
    sum_of = f"The totals of {proved.tables} finished tables add up to {signed(proved.totals)}"
    blocks.append(Lines([f"{sum_of}: every point is accounted for." if proved.holds else f"{sum_of}: WRONG."]))
    state = [line.removeprefix("provisional: ") for line in state_of(sheets, hidden).lines()]
    title = f"{tournament.title}: report{of}" if tournament.title else f"Report{of}"
    return Document(title, about(tournament), state, blocks, [])


def _podium(sheets: list[Sheet], people: dict[int, Player], tournament: Tournament) -> list[Card]:
    cards = []
    for standing in standings(sheets, tournament)[: len(PODIUM)]:
        place = PODIUM[standing.place - 1] if standing.place <= len(PODIUM) else f"Place {standing.place}"
        detail = f"{_many(len(standing.sessions), 'session')}, places {' '.join(map(str, standing.places))}"
        cards.append(Card(place, name_of(people, standing.player), signed(standing.total), detail))
    return cards


def _facts(
    sheets: list[Sheet], people: dict[int, Player], games: dict[tuple[int, int], GamePlayed | None], hands: list[HandAt]
) -> list[str]:
    players = {player for sheet in sheets for player in sheet.players if player}
    sessions = {sheet.session for sheet in sheets}
    countries = {people[player].country for player in players if player in people} - {""}
    rules = ", ".join(sorted({sheet.rules for sheet in sheets}))
    line = f"{len(players)} players"
    line += f" from {len(countries)} countries" if len(countries) > 1 else ""
    line += f", {_many(len(sessions), 'session')}, {_many(len(sheets), 'game')} under {rules}." if sheets else "."
    told = sum(game is not None for game in games.values())
    if not hands:
        return [line, "No table has a ledger: awards and pace need one."]
    wins = [hand for hand in hands if hand.hand.how == "win"]
    tsumo = sum(won.source == won.seat for hand in wins for won in hand.hand.won)
    riichi = sum(len(hand.hand.riichi) for hand in hands)
    return [
        line,
        f"{told} games have a ledger, with {len(hands)} hands: {len(wins)} were won, {tsumo} of them by tsumo, "
        f"{len(hands) - len(wins)} were drawn; riichi was declared {_many(riichi, 'time')}.",
    ]


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _hands(stored: StoredTournament, games: dict[tuple[int, int], GamePlayed | None]) -> Iterator[HandAt]:
    for (session, table), game in games.items():
        for hand in game.finished if game is not None else []:
            yield HandAt(session, table, stored.tournament.seats.get((session, table), [0, 0, 0, 0]), hand)


# ---------------------------------------------------------------- awards


def _awards(
    stored: StoredTournament, sessions: list[int], hands: list[HandAt], people: dict[int, Player]
) -> list[Card]:
    """Return the awards that the hands allow, the first of equals in the order of play."""
    cards = []
    wins = [(won.points, at, won) for at in hands for won in at.hand.won]
    if wins:
        points, at, won = max(wins, key=lambda win: win[0])
        how = "by tsumo" if won.source == won.seat else f"from {name_of(people, at.players[won.source])}"
        cards.append(
            Card("Biggest win", f"{points} points", name_of(people, at.players[won.seat]), f"{how}, {at.where}")
        )
    timed = [at for at in hands if at.hand.took > 0]
    if timed:
        longest = max(timed, key=lambda at: at.hand.took)
        names = ", ".join(name_of(people, player) for player in longest.players if player)
        cards.append(Card("Longest hand", f"{_minutes(longest.hand.took)} minutes", longest.where, names))
    counters = max(hands, key=lambda at: _honba(at.hand), default=None)
    if counters is not None and _honba(counters.hand) > 1:
        dealer = name_of(people, counters.players[counters.hand.dealer])
        cards.append(
            Card("Most counters on the table", str(_honba(counters.hand)), f"{dealer} was East", counters.where)
        )
    return cards + _awards_of_players(stored, sessions, people)


def _awards_of_players(stored: StoredTournament, sessions: list[int], people: dict[int, Player]) -> list[Card]:
    _, each = stored.play_statistics(sessions)
    cards = []
    riichi = {
        player: own.share("riichi_win") for player, own in each.items() if own.share("riichi_win").of >= FEWEST_RIICHI
    }
    if riichi:
        best = max(riichi, key=lambda player: (riichi[player].share or 0, riichi[player].of, -player))
        share = riichi[best]
        cards.append(
            Card(
                "Riichi success",
                f"{share.share or 0:.0%}",
                name_of(people, best),
                f"{share.n} of {share.of} riichi won",
            )
        )
    wins = {player: own.share("win") for player, own in each.items() if own.share("win").n}
    if wins:
        most = max(wins, key=lambda player: (wins[player].n, -wins[player].of, -player))
        cards.append(Card("Most wins", str(wins[most].n), name_of(people, most), f"in {wins[most].of} hands"))
    safe = {player: own.share("deal_in") for player, own in each.items() if own.share("deal_in").of >= FEWEST_HANDS}
    if safe:
        least = min(safe, key=lambda player: (safe[player].share or 0, -safe[player].of, player))
        share = safe[least]
        detail = f"dealt in {_many(share.n, 'time')} in {share.of} hands"
        cards.append(Card("Safest hands", f"{share.share or 0:.0%}", name_of(people, least), detail))
    return cards


def _honba(hand: HandPlayed) -> int:
    return int(hand.name.rpartition("-")[2])


def _minutes(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02d}"


# ---------------------------------------------------------------- pace


def _pace(paces: list[SessionPace]) -> Table:
    titles = ("tables", "hands", "a hand", "between", "last table", "ended", "waited for it")
    columns = [Column("session", "right", bold=True), *(Column(title, "right") for title in titles)]
    rows = []
    for pace in paces:
        waited = [row.waited_s for row in pace.tables]
        rows.append([
            str(pace.session), str(len(pace.tables)), str(pace.hand_s.n),
            _minutes(pace.hand_s.mean) if pace.hand_s.n else "-",
            _minutes(pace.between_s.mean) if pace.between_s.n else "-",
            "-" if pace.last_table is None else str(pace.last_table),
            "-" if pace.over_after is None else _minutes(pace.over_after),
            _minutes(sum(waited) / len(waited)) if waited and any(waited) else "-",
        ])  # fmt: skip
    return Table(columns, rows, 10)


def _owed(paces: list[SessionPace]) -> list[str]:
    """Return which tables lost time through nobody's play, and whether they were given it."""
    lines = []
    for pace in paces:
        for row in pace.tables:
            if row.lost_s >= 60:
                given = _minutes(row.given_s) if row.given_s else "nothing"
                lost = f"Session {pace.session}, table {row.table} lost {_minutes(row.lost_s)} through nobody's play"
                lines.append(f"{lost} and was given {given}.")
    return lines or ["No table lost a minute through nobody's play."]
