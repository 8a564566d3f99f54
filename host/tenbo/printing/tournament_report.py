"""Builds the report of a tournament: the winners, the games, awards from the ledgers, and the pace."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tenbo.printing.document import Award, Block, Cards, Column, Document, PrintedTable, Section, TextLines
from tenbo.printing.seat_lists import place_and_date, printed_player_name
from tenbo.printing.standings_list import ranking_table
from tenbo.tournament.standings import missed_sessions, prove_balance, result_state, standings, unranked_totals

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tenbo.printing.paper_translation import PaperLanguage
    from tenbo.tournament.pace.game_timing import GameTiming, HandTiming
    from tenbo.tournament.pace.session_pace import SessionPace
    from tenbo.tournament.player_directory import Player
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.state import Tournament
    from tenbo.tournament.table_result import TableResult

# Below these counts a share is chance: the wins of a player with few riichi, and few hands without a deal-in.
FEWEST_RIICHI, FEWEST_HANDS = 5, 20
PODIUM = ("First", "Second", "Third")
PACE = ("tables", "hands", "a hand", "between", "last table", "ended", "waited for it")


class PlayedHand(NamedTuple):
    """A hand of a tournament: where it was played, and by whom."""

    session: int
    table: int
    players: list[int]
    hand: HandTiming

    def label(self, say: PaperLanguage) -> str:
        """Return the place in words."""
        return say("session {}, table {}, {}", self.session, self.table, say.hand(self.hand.name))


def report(
    stored: TournamentRepository,
    sheets: list[TableResult],
    hidden: Sequence[int],
    now_ms: int,
    of: str,
    say: PaperLanguage,
) -> Document:
    """Return the report of the sheets, `of` some sessions; hidden sessions are left out of every part."""
    tournament, people = stored.tournament, stored.people()
    sessions = sorted({sheet.session for sheet in sheets})
    games = {(session, table): stored.timings.table_timing(session, table).game
             for session in sessions for table in tournament.tables_in_session(session)}  # fmt: skip
    hands = list(_hands(stored, games))
    blocks: list[Block] = [Cards(_podium(sheets, people, tournament, say), len(PODIUM))]
    blocks.append(TextLines(_facts(sheets, people, games, hands, say)))
    if awards := _awards(stored, sessions, hands, people, say):
        blocks += [Section(say("Awards"), say("from the ledgers of the tables")), Cards(awards)]
    paces = [stored.timings.pace(session, now_ms) for session in sessions]
    if any(pace.hand_s.n for pace in paces):
        heading = Section(say("Pace and fairness"), say("minutes and seconds of play, without pauses"))
        blocks += [heading, _pace(paces, say), TextLines(_lost_time_lines(paces, say))]
    blocks += [Section(say("Standings"), new_page=True), ranking_table(tournament, people, sheets, say)]
    proved = prove_balance(sheets)
    sum_of = say.plural(
        proved.tables,
        "The totals of {} finished table add up to {}",
        "The totals of {} finished tables add up to {}",
        say.signed(proved.totals),
    )
    proof = say("{}: points add up." if proved.is_balanced else "{}: WRONG.", sum_of)
    missed = [result.total for result in missed_sessions(sheets, tournament)]
    counted = say.plural(
        len(missed),
        "{} missed session counts {} in the standings, and in no table's totals.",
        "{} missed sessions count {} in the standings, and in no table's totals.",
        say.signed(sum(missed)),
    )
    unranked = [
        say("{}: {}", say("{} is not ranked", printed_player_name(people, player)), say.signed(total))
        for player, total in sorted(unranked_totals(sheets, tournament).items())
    ]
    blocks.append(TextLines([proof, *([counted] if missed else []), *unranked]))
    state = result_state(sheets, hidden)
    title = f"{tournament.title}: {say('report')}{of}" if tournament.title else f"{say('Report')}{of}"
    reasons = state.unfinished_reasons(say)
    return Document(title, place_and_date(tournament, say), reasons, blocks, [], language=say.code)


def _podium(
    sheets: list[TableResult], people: dict[int, Player], tournament: Tournament, say: PaperLanguage
) -> list[Award]:
    cards = []
    for standing in standings(sheets, tournament)[: len(PODIUM)]:
        place = say(PODIUM[standing.place - 1])
        played = say.plural(len(standing.sessions), "{} session", "{} sessions")
        detail = say("{}, places {}", played, " ".join(map(str, standing.places)))
        cards.append(Award(place, printed_player_name(people, standing.player), say.signed(standing.total), detail))
    return cards


def _facts(
    sheets: list[TableResult],
    people: dict[int, Player],
    games: dict[tuple[int, int], GameTiming | None],
    hands: list[PlayedHand],
    say: PaperLanguage,
) -> list[str]:
    # A reserve is in no list of the tournament: the result counts for the player who has left.
    players = {player for sheet in sheets for player in sheet.credited_players if player}
    sessions = {sheet.session for sheet in sheets}
    countries = {people[player].country for player in players if player in people} - {""}
    rules = ", ".join(sorted({sheet.rules for sheet in sheets}))
    parts = [say.plural(len(players), "{} player", "{} players")]
    if len(countries) > 1:
        parts = [say("{} players from {} countries", len(players), len(countries))]
    if sheets:
        games_text = say.plural(len(sheets), "{} game", "{} games")
        parts += [say.plural(len(sessions), "{} session", "{} sessions"), say("{} under {}", games_text, rules)]
    line = say("{}.", say(", ").join(parts))
    timed = sum(game is not None for game in games.values())
    if not hands:
        return [line, say("No hands were recorded; awards and pace come from them.")]
    wins = [hand for hand in hands if hand.hand.ending == "win"]
    tsumo = sum(won.source == won.seat for hand in wins for won in hand.hand.won)
    riichi = sum(len(hand.hand.riichi) for hand in hands)
    summary = say(
        "{} games have a ledger, with {} hands: {} were won, {} of them by tsumo, {} were drawn; "
        "riichi was declared {}.",
        timed,
        len(hands),
        len(wins),
        tsumo,
        len(hands) - len(wins),
        say.plural(riichi, "{} time", "{} times"),
    )
    return [line, summary]


def _hands(stored: TournamentRepository, games: dict[tuple[int, int], GameTiming | None]) -> Iterator[PlayedHand]:
    for (session, table), game in games.items():
        for hand in game.finished if game is not None else []:
            yield PlayedHand(session, table, stored.tournament.seated_players((session, table)), hand)


# ---------------------------------------------------------------- awards


def _awards(
    stored: TournamentRepository,
    sessions: list[int],
    hands: list[PlayedHand],
    people: dict[int, Player],
    say: PaperLanguage,
) -> list[Award]:
    """Return the awards that the hands allow, the first of equals in the order of play."""
    cards = []
    wins = [(won.points, at, won) for at in hands for won in at.hand.won]
    if wins:
        points, at, won = max(wins, key=lambda win: win[0])
        source = at.players[won.source]
        how = say("by tsumo") if won.source == won.seat else say("from {}", printed_player_name(people, source))
        winner = printed_player_name(people, at.players[won.seat])
        cards.append(
            Award(
                say("Biggest win"),
                say.plural(points, "{} point", "{} points"),
                winner,
                f"{how}{say(', ')}{at.label(say)}",
            )
        )
    timed = [at for at in hands if at.hand.duration_s > 0]
    if timed:
        longest = max(timed, key=lambda at: at.hand.duration_s)
        names = ", ".join(printed_player_name(people, player) for player in longest.players if player)
        time = say("{} minutes", _minutes(longest.hand.duration_s))
        cards.append(Award(say("Longest hand"), time, longest.label(say), names))
    counters = max(hands, key=lambda at: _honba(at.hand), default=None)
    if counters is not None and _honba(counters.hand) > 1:
        dealer = say("{} was East", printed_player_name(people, counters.players[counters.hand.dealer]))
        cards.append(Award(say("Most counters on the table"), str(_honba(counters.hand)), dealer, counters.label(say)))
    return cards + _awards_of_players(stored, sessions, people, say)


def _awards_of_players(
    stored: TournamentRepository, sessions: list[int], people: dict[int, Player], say: PaperLanguage
) -> list[Award]:
    _, each = stored.timings.play_statistics(sessions)
    cards = []
    riichi = {
        player: own.share("riichi_win") for player, own in each.items() if own.share("riichi_win").of >= FEWEST_RIICHI
    }
    if riichi:
        best = max(riichi, key=lambda player: (riichi[player].share or 0, riichi[player].of, -player))
        share = riichi[best]
        detail = say("{} of {} riichi won", share.n, share.of)
        cards.append(Award(say("Riichi success"), f"{share.share or 0:.0%}", printed_player_name(people, best), detail))
    wins = {player: own.share("win") for player, own in each.items() if own.share("win").n}
    if wins:
        most = max(wins, key=lambda player: (wins[player].n, -wins[player].of, -player))
        detail = say.plural(wins[most].of, "in {} hand", "in {} hands")
        cards.append(Award(say("Most wins"), str(wins[most].n), printed_player_name(people, most), detail))
    safe = {player: own.share("deal_in") for player, own in each.items() if own.share("deal_in").of >= FEWEST_HANDS}
    if safe:
        least = min(safe, key=lambda player: (safe[player].share or 0, -safe[player].of, player))
        share = safe[least]
        detail = say("dealt in {} in {} hands", say.plural(share.n, "{} time", "{} times"), share.of)
        cards.append(Award(say("Safest hands"), f"{share.share or 0:.0%}", printed_player_name(people, least), detail))
    return cards


def _honba(hand: HandTiming) -> int:
    return int(hand.name.rpartition("-")[2])


def _minutes(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02d}"


# ---------------------------------------------------------------- pace


def _pace(paces: list[SessionPace], say: PaperLanguage) -> PrintedTable:
    columns = [Column(say("session"), "right", bold=True), *(Column(say(title), "right") for title in PACE)]
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
    return PrintedTable(columns, rows, 10)


def _lost_time_lines(paces: list[SessionPace], say: PaperLanguage) -> list[str]:
    """Return which tables lost time through no player's fault, and whether they were given it."""
    lines = []
    for pace in paces:
        for row in pace.tables:
            if row.lost_s >= 60:
                given = _minutes(row.given_s) if row.given_s else say("nothing")
                text = "Session {}, table {} lost {} outside play and was given {}."
                lines.append(say(text, pace.session, row.table, _minutes(row.lost_s), given))
    return lines or [say("No table lost a minute outside play.")]
