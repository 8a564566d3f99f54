"""Builds the slips to sign: the players, every hand, the result, and a code to compare the slip with the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.game.hand_history import history_of
from tenbo.game.seat_payment_history import hand_label
from tenbo.printing.document import Document, PrintedSlip, SlipHand, SlipSeat
from tenbo.printing.seat_lists import place_and_date
from tenbo.tournament.player_directory import player_or_unknown
from tenbo.tournament.record_values import annotation_text
from tenbo.tournament.slip_verification import format_digest, slip_code
from tenbo.tournament.table_result import BROKEN, COMPLETE, LOCKED, MISSING, reserve_texts, substitute_texts
from tenbo_core.errors import TenboError
from tenbo_core.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tenbo.game.hand_history import EventSpan, GameHistory
    from tenbo.printing.paper_translation import PaperLanguage
    from tenbo.tournament.player_directory import Player
    from tenbo.tournament.repository import TournamentRepository
    from tenbo.tournament.table_result import TableResult
    from tenbo_core.events import Event


# Events of a ledger that are not play.
OF_THE_CLOCK = ("session", "pause", "resume", "extra", "signal", "end")


def slips(stored: TournamentRepository, sheets: list[TableResult], say: PaperLanguage) -> Document:
    """Return the slips of some tables; a table without a result has an empty one to fill in."""
    tournament, people = stored.tournament, stored.people()
    made = [_slip(stored, sheet, people, say) for sheet in sheets]
    title = f"{tournament.title or 'Tenbo'}: {say('slips')}"
    return Document(title, place_and_date(tournament, say), [], [], made, landscape=True, language=say.code)


def _slip(
    stored: TournamentRepository, sheet: TableResult, people: dict[int, Player], say: PaperLanguage
) -> PrintedSlip:
    tournament = stored.tournament
    is_empty = sheet.state in (MISSING, BROKEN)
    compared_by = "" if is_empty else slip_code(stored, sheet)
    final = sheet.state in (COMPLETE, LOCKED)
    why = "" if final or sheet.state == MISSING else say("this table is {}", say(sheet.state))
    return PrintedSlip(
        tournament.title or "Tenbo", place_and_date(tournament, say), sheet.session, sheet.table, sheet.rules,
        [_seat(sheet, seat, people, say) for seat in range(len(sheet.players))], _hands(stored, sheet, say),
        [] if is_empty else _results(sheet, say),
        [*reserve_texts(sheet, lambda player: f"{player} {player_or_unknown(people, player).name}", say),
         *substitute_texts(sheet, say, say.signed),
         *(annotation_text(note, say, say.plural, say.signed, say.points) for note in sheet.notes)], why,
        compared_by, format_digest(compared_by),
    )  # fmt: skip


def _seat(sheet: TableResult, seat: int, people: dict[int, Player], say: PaperLanguage) -> SlipSeat:
    number = sheet.players[seat]
    if not number:
        return SlipSeat(say.winds[seat], "", "", "")
    player = player_or_unknown(people, number)
    beside = "  ".join(word for word in (player.ema, player.country) if word)
    return SlipSeat(say.winds[seat], str(number), player.name, beside)


def _results(sheet: TableResult, say: PaperLanguage) -> list[tuple[str, list[str]]]:
    penalties = [played + added for played, added in zip(sheet.penalties, sheet.added, strict=True)]
    rows = [(say("points"), [say.points(score) for score in sheet.scores])]
    rows += [(say("place"), [str(place) for place in sheet.places]), (say("uma"), list(map(say.signed, sheet.uma)))]
    rows += [
        (word, list(map(say.signed, row)))
        for word, row in ((say("oka"), sheet.oka), (say("penalty"), penalties))
        if any(row)
    ]
    return [*rows, (say("total"), list(map(say.signed, sheet.totals)))]


def _hands(stored: TournamentRepository, sheet: TableResult, say: PaperLanguage) -> list[SlipHand]:
    """Return the hands of a table's game; none where it has no game, or one that cannot be followed."""
    tournament, place = stored.tournament, (sheet.session, sheet.table)
    game = tournament.games.get(place)
    if game is None:
        return []
    last = tournament.locked.get(place)
    try:
        history = _history((event for event in stored.games.events_of(game) if last is None or event.n <= last), say)
    except (TenboError, ValueError):
        return []
    if history is None:
        return []
    return [
        SlipHand(
            say.hand(hand_label([span.before, *span.tables][-2])),
            words,
            [say.signed(delta) if delta else "" for delta in span.deltas],
            list(map(say.points, span.after.scores)),
        )
        for span in history.spans()
        if (words := _hand_summary(history, span, say))
    ]


def _hand_summary(history: GameHistory, span: EventSpan, say: PaperLanguage) -> str:
    """Return what happened in a hand, all riichi together, without what is only the clock's."""
    played = [event for event in span.events if event.kind not in OF_THE_CLOCK]
    riichi = [history.names[event.args[0]] for event in played if event.kind == "riichi"]
    others = [words for event in played if event.kind != "riichi" and (words := history.describe(event))]
    return "; ".join([f"{say('riichi')} {' '.join(riichi)}", *others] if riichi else others)


def _history(events: Iterable[Event], say: PaperLanguage) -> GameHistory | None:
    """Return a game with winds for names: on a slip each seat has its name above."""
    ledger: Ledger | None = None
    for event in events:
        ledger = Ledger(event.n) if ledger is None else ledger
        ledger.append(event)
    if ledger is None or ledger.table is None:
        return None
    history = history_of(ledger, say.winds)
    history.names = say.winds
    history.translate, history.plural, history.signed = say, say.plural, say.signed
    return history
