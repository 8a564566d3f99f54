"""A table's result in a session: the game's scores, the desk's changes, and the proof that they add up."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from tenbo.game.points_balance import balance_of
from tenbo.rulebooks import as_start_fields
from tenbo.tournament.entered_score_units import HUNDRED, are_near_hundreds, required_points
from tenbo.tournament.game_replay_cache import game_steps
from tenbo.validation.core_sentence_codes import with_sentence_code
from tenbo.validation.points_text import points_list_text, points_text, signed_points_text
from tenbo_core import books
from tenbo_core.errors import Malformed, Refused, TenboError
from tenbo_core.results import GameResult
from tenbo_core.seats import WIND_LETTERS
from tenbo_core.sentences import sentence
from tenbo_core.table import OVER, POT, STAKE, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tenbo.tournament.record_values import GameRef, RulebookRef, SheetAnnotation
    from tenbo.tournament.state import Tournament
    from tenbo_core.events import Event
    from tenbo_core.rules import Rules

    # Returns the events of a game.
    Games = Callable[[GameRef], Iterable[Event]]

# The states of a table's result. A broken one cannot be computed: `why` has the reason and the remedy.
MISSING, PLAYING, COMPLETE, LOCKED, BROKEN = "missing", "playing", "complete", "locked", "broken"
# The table has started another game, so this one will never end.
GIVEN_UP = "given up"


class TableResult(NamedTuple):
    """One table in one session; every list is by seat, `added` are the desk's own penalties.

    `chips` are those won and lost; it is empty if none were entered.
    """

    session: int
    table: int
    players: list[int]
    state: str
    rules: str
    scores: list[int]
    places: list[int]
    uma: list[int]
    oka: list[int]
    penalties: list[int]
    added: list[int]
    totals: list[int]
    expected: int
    notes: list[SheetAnnotation]
    disqualified: list[int]
    # The fault of a broken sheet, with its remedy.
    why: str = ""
    # The player for whom each seat's result counts if a reserve plays; empty for the seated players.
    counts_for: Sequence[int] = ()
    chips: Sequence[int] = ()
    # Since when a substitute has sat in each seat: "start", "now", or "" for the player; empty without a substitute.
    substitutes: Sequence[str] = ()
    # What the rule book counts in place of a substitute's points, uma, oka and penalties of the table.
    substitute_result: int = 0

    @property
    def credited_players(self) -> Sequence[int]:
        """Return the player for whom each seat's result counts in the standings."""
        return self.counts_for or self.players

    @property
    def adds_up(self) -> bool:
        """Return whether the totals are those that the rule book requires, with penalties and substitutes."""
        return sum(self.totals) == self.expected


def seat_count_error(seats: int, at: str) -> Refused:
    """Return the refusal of a game that has another number of players than the tournament's rule book."""
    message = sentence(
        "game_of_other_seats", "the tournament's rule book is for {seats} players, but this game is not", seats=seats
    )
    return Refused("not_in_this_rule_book", message, at)


def replay_game(events: Iterable[Event], last: int | None = None) -> Table | None:
    """Return the table after a game's events, optionally up to one; None without events."""
    table: Table | None = None
    for step in game_steps(events, last):
        table = step.after
    return table


def empty_sheet(tournament: Tournament, session: int, table: int) -> TableResult:
    """Return the sheet of a table with only the desk's records."""
    place = (session, table)
    notes = tournament.notes.get(place, [])
    players = tournament.seated_players(place)
    none = [0] * len(players)
    added, chips = list(none), ()
    for note in notes:
        if note.what == "penalty":
            added[note.value[0]] += note.value[1]
        elif note.what == "chips":
            chips = note.value
    return TableResult(
        session, table, players, MISSING, tournament.rulebook_of(session).id,
        none, none, none, none, none, added, added, sum(added), notes, [],
        counts_for=() if (counts_for := tournament.credited_players(place)) == players else counts_for, chips=chips,
    )  # fmt: skip


def sheet_of(tournament: Tournament, session: int, table: int, games: Games) -> TableResult:
    """Return the result of a table in a session; one that cannot be computed names the reason."""
    place, empty = (session, table), empty_sheet(tournament, session, table)
    try:
        final = _final_table(tournament, place, games)
        if final is None:
            return empty
        if final.rules.players != len(empty.players):
            raise seat_count_error(len(empty.players), "game")
        final = with_substitutes(final, tournament.substitutes(place))
        sheet = sheet_with_scores(empty, final, tournament.rulebook_of(session), locked=place in tournament.locked)
        return (
            abandoned_sheet(sheet) if sheet.state == PLAYING and tournament.has_started_other_session(place) else sheet
        )
    except (TenboError, ValueError) as error:
        return empty._replace(state=BROKEN, why=error.message if isinstance(error, TenboError) else str(error))


def sheet_with_scores(empty: TableResult, final: Table, rulebook: RulebookRef, *, locked: bool) -> TableResult:
    """Return the sheet of a table whose game, or its correction, is known."""
    result = GameResult(final)
    state = COMPLETE if final.phase == OVER else PLAYING
    chips = [0] * final.rules.players
    if empty.chips:
        chips = [rulebook.load().rules.chip_points * number for number in empty.chips]
    return empty._replace(
        state=LOCKED if locked else state,
        rules=_book_of(final.rules, rulebook),
        scores=result.scores,
        places=result.places,
        uma=result.uma,
        oka=result.oka,
        penalties=result.penalties,
        totals=[result.totals[seat] + empty.added[seat] + chips[seat] for seat in final.rules.seats],
        expected=balance_of(final, result).total + sum(empty.added),
        disqualified=final.disqualified,
        substitutes=[*final.substitutes] if any(final.substitutes) else [],
        substitute_result=final.rules.substitute_result if any(final.substitutes) else 0,
    )


def with_substitutes(final: Table, substitutes: dict[int, str]) -> Table:
    """Return a table with the desk's substitutes, if the rule book has substitutes (EMA 2016, 5.8)."""
    if not substitutes or not final.rules.substitute_result:
        return final
    table = final.copy()
    table.substitutes = [substitutes.get(seat, since) for seat, since in enumerate(final.substitutes)]
    return table


def substitute_since_text(sheet: TableResult, seat: int, translate: Callable[..., str] = str.format) -> str:
    """Return since when a substitute has sat in a seat, in the words of the desk's records; empty for the player."""
    since = sheet.substitutes[seat] if sheet.substitutes else ""
    return translate("from the start" if since == "start" else "during the session") if since else ""


def substitute_texts(
    sheet: TableResult,
    translate: Callable[..., str] = str.format,
    signed: Callable[[int], str] = signed_points_text,
) -> list[str]:
    """Return a line for each seat whose total does not follow from its points, because a substitute sat there.

    >>> from tenbo.tournament.state import Tournament
    >>> sheet = empty_sheet(Tournament(), 1, 2)._replace(substitutes=["", "now", "", ""], substitute_result=-30000)
    >>> substitute_texts(sheet)
    ['substitute S during the session: the game counts -30,000 by the rule book']
    """
    counts = "the game counts {} by the rule book"
    return [
        translate(
            "{}: {}",
            f"{translate('substitute')} {translate('ESWN'[seat])} {since}",
            translate(counts, signed(sheet.substitute_result)),
        )
        for seat in range(len(sheet.players))
        if (since := substitute_since_text(sheet, seat, translate))
    ]


def reserve_texts(
    sheet: TableResult, name_of: Callable[[int], str], translate: Callable[..., str] = str.format
) -> list[str]:
    """Return a line for each seat where a reserve plays, with the player for whom the result counts.

    >>> from tenbo.tournament.state import Tournament
    >>> sheet = empty_sheet(Tournament(), 1, 2)._replace(players=[9, 2, 3, 4], counts_for=[1, 2, 3, 4])
    >>> reserve_texts(sheet, "{} Ann".format)
    ['E: a reserve for player 1 Ann, who gets what the rule book gives a substitute']
    """
    return [
        translate(
            "{}: {}",
            translate("ESWN"[seat]),
            translate(
                "a reserve for player {}, who gets what the rule book gives a substitute",
                name_of(player) if player else "-",
            ),
        )
        for seat, player in enumerate(sheet.credited_players)
        if player != sheet.players[seat]
    ]


def _book_of(played: Rules, rulebook: RulebookRef) -> str:
    """Return the id of the rule book that was played; of an own book a table knows only its base and its changes."""
    if rulebook.text:
        base, changes = as_start_fields(rulebook.load())
        if books.load(base).changed(dict(changes)).values == played.values:
            return rulebook.id
    return played.book


def abandoned_sheet(sheet: TableResult) -> TableResult:
    """Return the sheet of an abandoned game, with the remedy."""
    place = f"{sheet.session} {sheet.table}"
    why = sentence(
        "game_abandoned",
        "table {table} began another game before its game of session {session} was over: type the scores "
        "(tenbo session correct {place} ...), or attach another game (tenbo session attach {place} ...)",
        table=sheet.table,
        session=sheet.session,
        place=place,
    )
    return sheet._replace(state=GIVEN_UP, why=why)


def _final_table(tournament: Tournament, place: tuple[int, int], games: Games) -> Table | None:
    """Return the table at the end of a game, or by the last correction; None if neither is known."""
    notes = tournament.notes.get(place, [])
    correction = next((note for note in reversed(notes) if note.what == "correct"), None)
    if correction is None:
        return table_at_game_end(tournament, place, games)
    try:
        return apply_correction(table_before_correction(tournament, place, games), *correction.value)
    except TenboError as error:
        session, table = place
        message = sentence(
            "correction_impossible",
            "the correction of table {table} in session {session} cannot be right: {message}: correct the "
            "result again, or revert the correction (tenbo session revert {number})",
            table=table,
            session=session,
            message=with_sentence_code(error.message),
            number=correction.n,
        )
        raise Refused(error.code, message, error.at) from None


def table_at_game_end(tournament: Tournament, place: tuple[int, int], games: Games) -> Table | None:
    """Return the table at the end of the game of a session's table, or None if it has no game."""
    game = tournament.games.get(place)
    if game is None:
        return None
    last = tournament.locked.get(place)
    try:
        return replay_game(games(game), last)
    except TenboError as error:
        session, table = place
        message = sentence(
            "game_unreadable",
            "the game of table {table} in session {session} cannot be followed: {message}: detach it (tenbo "
            "session detach {session} {table}) and type the scores",
            table=table,
            session=session,
            message=with_sentence_code(error.message),
        )
        raise Refused(error.code, message, "game") from None


def table_before_correction(tournament: Tournament, place: tuple[int, int], games: Games) -> Table:
    """Return the table whose scores a correction replaces: its game as far as it can be replayed, else a new one."""
    game, table = tournament.games.get(place), None
    # A correction is independent of the ledger's errors, because it takes only the penalties from the ledger.
    with suppress(TenboError):
        for step in game_steps(games(game) if game is not None else (), tournament.locked.get(place)):
            table = step.after
    return table or table_without_game(tournament.rulebook_of(place[0]).load().rules)


def table_without_game(rules: Rules) -> Table:
    """Return a new table for scores that are entered; nothing says who has won a hand, so none pays yakitori."""
    table = Table(rules)
    table.won = list(rules.seats)
    return table


def apply_correction(played: Table, scores: list[int], sticks: int) -> Table:
    """Return a table with the scores that the desk entered; all points must add up."""
    if len(scores) != played.rules.players:
        book, seats = played.rules.book, played.rules.players
        message = sentence(
            "score_count",
            "rule book {book} is for {seats} players: give {seats} scores, not {count}",
            book=book,
            seats=seats,
            count=len(scores),
        )
        raise Malformed("contradiction", message, "scores")
    table = played.copy()
    step = table.rules.point_step
    total = required_points(table)
    if 1000 * (sum(scores) + sticks) == total:
        meant = " ".join(str(1000 * score) for score in scores)
        raise Refused(
            "contradiction",
            sentence("scores_in_thousands", "scores are in points, not in thousands: write {meant}", meant=meant),
            "scores",
        )
    if are_near_hundreds(played, scores):
        # They are wrong by their sum, not by their unit.
        scores = [HUNDRED * score for score in scores]
    uneven = [score for score in scores if score % step]
    if uneven:
        raise Refused(
            "contradiction",
            sentence(
                "scores_not_multiples", "scores must be multiples of {step}, not {uneven}", step=step, uneven=uneven[0]
            ),
            "scores",
        )
    table.accounts[: table.rules.players] = list(scores)
    table.accounts[POT] = sticks * STAKE
    if not table.adds_up:
        got = sum(scores) + sticks * STAKE
        raise Refused(
            "contradiction",
            sentence(
                "scores_do_not_add_up",
                "scores and sticks must add up to {total}, not {got}",
                got=points_text(got),
                total=points_text(total),
            ),
            "scores",
        )
    table.phase = OVER
    return table


def unfinished_tables(tournament: Tournament, session: int, games: Games) -> list[tuple[int, int, str]]:
    """Return the tables of a session whose results do not count yet, each with its session and state."""
    sheets = [sheet_of(tournament, session, table, games) for table in tournament.tables_in_session(session)]
    return [(sheet.session, sheet.table, sheet.state) for sheet in sheets if sheet.state not in (COMPLETE, LOCKED)]


def round_and_scores_text(now: Table) -> str:
    """Return the state of a game and its scores, East of the first hand first, in a form for all languages.

    >>> from tenbo_core.event_notation import event_of
    >>> from tenbo_core.fold import apply
    >>> round_and_scores_text(apply(None, event_of("start ema-2016")))
    'E1, 30,000 30,000 30,000 30,000'
    """
    return f"{WIND_LETTERS[now.round]}{now.hand}, {points_list_text(now.scores)}"


def all_sheets(tournament: Tournament, games: Games, sessions: Iterable[int] | None = None) -> list[TableResult]:
    """Return the results of all tables in all sessions, or in some."""
    some = tournament.sessions if sessions is None else sorted(sessions)
    return [
        sheet_of(tournament, session, table, games)
        for session in some
        for table in tournament.tables_in_session(session)
    ]
