"""Converts a recorded game into records of `tenbo replay`, rescoring each win and comparing each payment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.formats.logs.recorded_game import ABORT, WIN
from tenbo.formats.logs.rescoring import rescore_win
from tenbo.game.hand_history import END_REASONS
from tenbo.game.replay import Replay
from tenbo.validation.core_sentence_codes import with_sentence_code
from tenbo.validation.points_text import signed_points_text
from tenbo_core.errors import TenboError
from tenbo_core.results import GameResult
from tenbo_core.seats import WIND_NAMES, wind_of
from tenbo_core.sentences import sentence
from tenbo_core.table import OVER

if TYPE_CHECKING:
    from tenbo.formats.logs.recorded_game import RecordedGame, RecordedHand, RecordedWin
    from tenbo_core.table import Table

Record = dict[str, Any]

# Totals are written in thousands. Older servers round them, and the first place gets the remainder.
ROUNDED, ROUNDED_FOR_THE_FIRST = 1000, 3000

# How a difference of the whole game begins; the others begin with their hand.
RESULT = "result"


class ConversionResult(NamedTuple):
    """The result of a conversion: our records, hands for `tenbo audit`, the differences, and how far it got.

    `over_too_early` is why our book had ended the game where the record goes on.
    """

    records: list[Record]
    archive: list[Record]
    differences: list[str]
    notes: list[str]
    hands: int
    wins: int
    scored: int
    is_over: bool
    over_too_early: str
    ended_by_hand: bool
    # Each difference again: where it is, and its sentence.
    places: list[tuple[str, str]]


class RecordedGameConverter:
    """Converts one recorded game into records of a replay, hand by hand."""

    def __init__(self, game: RecordedGame, book: str, changes: Record) -> None:
        self.game = game
        self.replay = Replay(book)
        self.records: list[Record] = []
        self.archive: list[Record] = []
        self.differences: list[str] = []
        self.places: list[tuple[str, str]] = []
        self.notes: list[str] = list(game.notes)
        self.wins = self.scored = 0
        self.over_too_early = ""
        self.book, self.changes = book, changes

    def convert(self) -> ConversionResult:
        """Convert the whole game, as far as our events can express it."""
        self._apply(self._start())
        count = 0
        for place, hand in enumerate(self.game.hands):
            if not self._matches_table(hand):
                break
            following = self.game.hands[place + 1] if place + 1 < len(self.game.hands) else None
            try:
                self._hand(hand, following)
            except TenboError as error:
                self._report_difference(
                    hand,
                    sentence(
                        "log_cannot_go_on",
                        "the game cannot continue from this hand under this rule book: {message}",
                        message=with_sentence_code(error.message),
                    ),
                )
                break
            count += 1
        missing = len(self.game.hands) - count
        if missing:
            last = "the last hand is" if missing == 1 else f"the last {missing} hands are"
            self.notes.append(f"{last} left out")
        ended_by_hand = self._end(complete=not missing)
        return ConversionResult(self.records, self.archive, self.differences, self.notes, count, self.wins, self.scored,
                    self.table.phase == OVER, self.over_too_early, ended_by_hand, self.places)  # fmt: skip

    @property
    def table(self) -> Table:
        """Return the table as our book has it."""
        table = self.replay.ledger.table
        assert table is not None
        return table

    def _apply(self, record: Record) -> None:
        self.replay.apply(record)
        self.records.append(record)

    def _start(self) -> Record:
        """Return the start, in the middle of a game where the record begins there."""
        first = self.game.hands[0]
        record: Record = {"event": "start", "rules": self.book, "names": self.game.names}
        changes = dict(self.changes)
        if (first.round, first.number, first.honba, first.sticks) != (0, 1, 0, 0) or len(set(first.scores)) > 1:
            record |= {"scores": first.scores, "round": "ESWN"[first.round], "hand": first.number}
            record |= {"honba": first.honba, "sticks": first.sticks}
        if changes:
            record["set"] = changes
        if self.game.title:
            record["comment"] = self.game.title
        return record

    # ---------------------------------------------------------------- a hand

    def _matches_table(self, hand: RecordedHand) -> bool:
        """Return whether the record goes on as our book does; points may differ, which was reported before."""
        table = self.table
        if table.phase == OVER:
            self.over_too_early = str(table.why)
            self._report_difference(
                hand,
                sentence(
                    "log_game_over_before",
                    "under this rule book the game ended before this hand (reason: {why})",
                    why=END_REASONS[str(table.why)],
                ),
            )
            return False
        here = (table.round, table.hand, table.honba)
        if here != (hand.round, hand.number, hand.honba):
            now = hand._replace(round=table.round, number=table.hand, honba=table.honba).label
            self._report_difference(
                hand,
                sentence(
                    "log_goes_on_otherwise",
                    "the record continues with this hand; under this rule book {hand} would follow",
                    hand=now,
                ),
            )
            return False
        if table.sticks != hand.sticks:
            self._report_difference(
                hand,
                sentence(
                    "log_sticks_differ",
                    "riichi sticks on the table: {record} in the record, {ours} under this rule book",
                    record=hand.sticks,
                    ours=table.sticks,
                ),
            )
        return True

    def _hand(self, hand: RecordedHand, following: RecordedHand | None) -> None:
        self._apply({"event": "hand", "dice": hand.dice} if hand.dice else {"event": "hand"})
        for seat in hand.riichi:
            self._apply({"event": "riichi", "seat": seat})
        before = list(self.table.scores)
        if hand.tiles_wrong:
            self._report_difference(
                hand,
                sentence(
                    "log_tiles_impossible",
                    "the hand's tiles are impossible: {message}",
                    message=with_sentence_code(hand.tiles_wrong),
                ),
            )
        if hand.ending == WIN:
            self._won(hand)
        elif hand.ending == ABORT:
            self._apply({"event": "abort", "kind": hand.abort})
        else:
            self._drawn(hand, following)
        moved = [now - then for now, then in zip(self.table.scores, before, strict=True)]
        if moved != hand.deltas:
            self._report_difference(
                hand,
                sentence(
                    "log_moves_differ",
                    "points moved: {record} in the record, {ours} under this rule book",
                    record=_signed(hand.deltas),
                    ours=_signed(moved),
                ),
            )

    def _won(self, hand: RecordedHand) -> None:
        table = self.table
        wins = []
        for win in hand.wins:
            self.wins += 1
            checked = rescore_win(table, win)
            wins.append(checked.win if checked.win["seat"] != checked.win["from"] else _tsumo(checked.win))
            self.scored += checked.result is not None
            if checked.difference:
                self._report_difference(hand, checked.difference, win.seat)
            if win.declared is not None:
                self._archive_hand(hand, win, table)
        self._apply({"event": "win", "wins": wins})

    def _archive_hand(self, hand: RecordedHand, win: RecordedWin, table: Table) -> None:
        """Keep a hand in the form of `tenbo audit`, with its recorded value."""
        worth = win.worth
        expected: Record = {"yakuman": worth.yakuman}
        if not worth.yakuman:
            expected = {"yaku": [list(item) for item in worth.yaku], "han": worth.han}
            expected |= {} if worth.fu is None else {"fu": worth.fu}
        if worth.points is not None:
            expected["value"] = worth.points
        record: Record = {"id": f"{hand.label} {win.seat}", "rules": self.book}
        if switches := {name: value for name, value in self.changes.items() if name != "start_points"}:
            record["set"] = switches
        record |= win.declared or {}
        players = table.rules.players
        record["by"] = "tsumo" if win.seat == win.source else "ron"
        record["seat"] = "ESWN"[wind_of(win.seat, table.dealer, players)]
        record["round"] = "ESWN"[table.round]
        if win.pao is not None:
            record["pao"] = {"seat_wind": "ESWN"[wind_of(win.pao, table.dealer, players)]}
            if win.seat != win.source:
                record["pao"]["from"] = "ESWN"[wind_of(win.source, table.dealer, players)]
        self.archive.append({**record, "expect": expected})

    def _drawn(self, hand: RecordedHand, following: RecordedHand | None) -> None:
        """Record a draw; without other sources, the next hand shows the tenpai seats."""
        tenpai = hand.tenpai
        if tenpai is None:
            stays = following is not None and (following.round, following.number) == (hand.round, hand.number)
            tenpai = [] if not stays else [hand.number - 1] if hand.nagashi else list(self.table.rules.seats)
        record: Record = {"event": "draw", "tenpai": tenpai}
        if hand.nagashi:
            # Not all seats gain by it, whichever deals; if all of them have it, no points move.
            seats = self.table.rules.seats
            record["nagashi"] = [seat for seat in seats if hand.deltas[seat] > 0] or list(seats)
        self._apply(record)

    # ---------------------------------------------------------------- the end

    def _end(self, *, complete: bool) -> bool:
        """End a game that the record ends and our book does not, and compare the result; say if it was stopped."""
        final = self.game.final if complete else None
        by_hand = self.table.phase != OVER and final is not None
        if by_hand:
            self._apply({"event": "end"})
            self.notes.append(
                "the record ends before the game is over under this rule book: the game is imported as stopped by hand"
            )
        if self.table.phase != OVER:
            self.notes.append("the end of the game is missing: it is imported as unfinished")
        elif final is not None and not self.differences:
            self._compare_result(final)
        return by_hand

    def _compare_result(self, final: list[tuple[int, float]]) -> None:
        result = GameResult(self.table)
        scores = [points for points, _ in final]
        if scores != result.scores:
            text = sentence(
                "log_result_differs",
                "the record's final scores are {record}; under this rule book they are {ours}",
                record=_plain(scores),
                ours=_plain(result.scores),
            )
            self._add_difference(RESULT, text)
        totals = [round(1000 * total) for _, total in final]
        rounded = [_rounding_tolerance(totals, place) for place in result.places]
        if any(abs(totals[seat] - result.totals[seat]) >= rounded[seat] for seat in self.table.rules.seats):
            text = sentence(
                "log_totals_differ",
                "the record's totals are {record}, but under this rule book they are {ours}: the site may "
                "use another uma, oka or target_points (--set changes them)",
                record=_signed(totals),
                ours=_signed(result.totals),
            )
            self._add_difference(RESULT, text)

    def _report_difference(self, hand: RecordedHand, text: str, seat: int | None = None) -> None:
        who = ""
        if seat is not None:
            wind = WIND_NAMES[wind_of(seat, hand.number - 1, self.table.rules.players)]
            who = f" {wind} {self.game.names[seat]}".rstrip()
        self._add_difference(f"{hand.label}{who}", text)

    def _add_difference(self, where: str, text: str) -> None:
        self.differences.append(f"{where}: {text}")
        self.places.append((where, text))


def _rounding_tolerance(totals: list[int], place: int) -> int:
    """Return from which difference on a total is another one than ours: only whole thousands may be rounded."""
    if any(total % ROUNDED for total in totals):
        return 1
    return ROUNDED_FOR_THE_FIRST if place == 1 else ROUNDED


def _tsumo(win: Record) -> Record:
    """Return a self-drawn win as our records write it."""
    return {name: value for name, value in win.items() if name != "from"}


def _signed(points: list[int]) -> str:
    return " ".join(map(signed_points_text, points))


def _plain(points: list[int]) -> str:
    return " ".join(map(str, points))
