"""Converts games for a Pantheon server: each hand to the JSON of its `AddRound` request.

`docs/files.md` describes the part of the published interface that is used here.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.tournament.table_result import COMPLETE, LOCKED
from tenbo_core import fold
from tenbo_core.errors import Refused, TenboError
from tenbo_core.ledger import Ledger
from tenbo_core.seats import first_in_turn_order
from tenbo_core.table import OVER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tenbo.tournament.state import Tournament
    from tenbo.tournament.table_result import Games, TableResult
    from tenbo_core.declared_win import Win
    from tenbo_core.events import Event
    from tenbo_core.table import Table

# The yaku that a table knows, by the server's numbers.
RIICHI, MENZEN_TSUMO = 33, 36
# From this many han on the server takes no fu.
LIMIT_HAN = 5
# Point changes for which the server has no round; they are reported, because the totals differ by them.
OTHERS = {
    "substitute": "the fixed result of a substitute",
    "disqualify": "a disqualification",
    "penalty": "a penalty at the table",
    "late": "a deduction for lateness",
}


class PantheonHand(NamedTuple):
    """One hand: the server's round, and the scores after it at the table."""

    data: dict[str, Any]
    scores: list[int]


class PlayedGame(NamedTuple):
    """A table's game in the server's form: players by seat, rounds, and the changes without a round."""

    session: int
    table: int
    players: list[int]
    rounds: list[PantheonHand]
    cut_short: bool
    provisional: bool
    untold: list[str]

    def requests(self, event_id: int = 0, session_hash: str = "") -> list[dict[str, Any]]:
        """Return the requests for the whole game, in order."""
        begin: dict[str, Any] = {"untold": self.untold} if self.untold else {}
        begin |= {"method": "StartGame", "request": {"eventId": event_id, "players": self.players}}
        adds = [
            {"method": "AddRound", "request": {"sessionHash": session_hash, "roundData": one.data}}
            for one in self.rounds
        ]
        end = {"method": "EndGame", "request": {"sessionHash": session_hash}}
        where = {"session": self.session, "table": self.table}
        marked = {**where, "provisional": True} if self.provisional else where
        return [{**marked, **one} for one in (begin, *adds, *([end] if self.cut_short else []))]


def played_games(tournament: Tournament, sheets: list[TableResult], games: Games) -> list[PlayedGame]:
    """Return the games of some sheets; a result that was only entered has no hands."""
    return [
        game_of_sheet(tournament, sheet, games) for sheet in sheets if (sheet.session, sheet.table) in tournament.games
    ]


def game_of_sheet(tournament: Tournament, sheet: TableResult, games: Games) -> PlayedGame:
    """Return the game of one sheet, up to its lock."""
    place = sheet.session, sheet.table
    last = tournament.locked.get(place)
    provisional = sheet.state not in (COMPLETE, LOCKED)
    empty = PlayedGame(*place, list(sheet.players), [], cut_short=False, provisional=provisional, untold=[])
    if len(sheet.players) != 4:
        return empty._replace(untold=["the whole game, because the server accepts only games of four players"])
    try:
        events = [event for event in games(tournament.games[place]) if last is None or event.n <= last]
        rounds, untold, cut_short = _rounds(events, sheet.players)
    except (TenboError, ValueError) as error:
        return empty._replace(untold=[str(error)])
    if any(note.what == "correct" for note in sheet.notes):
        untold.append("the desk's correction of the scores: on the server the hands lead to other scores")
    if any(sheet.added):
        untold.append("the desk's penalties")
    return empty._replace(rounds=rounds, cut_short=cut_short, untold=list(dict.fromkeys(untold)))


def _rounds(events: Iterable[Event], ids: Sequence[int]) -> tuple[list[PantheonHand], list[str], bool]:
    """Return the rounds of a game, the changes without a round, and whether the clock ended it before its last hand."""
    ledger: Ledger | None = None
    for event in events:
        ledger = Ledger(event.n) if ledger is None else ledger
        ledger.append(event)
    rounds: list[PantheonHand] = []
    untold: list[str] = []
    table: Table | None = None
    for event in [] if ledger is None else ledger.effective_events():
        before, table = table, fold.apply(table, event)
        if before is None:
            continue
        rounds += [PantheonHand(data, table.scores) for data in round_data(event, before, table, ids)]
        if event.kind in OTHERS:
            untold.append(OTHERS[event.kind])
    return rounds, untold, table is not None and table.phase == OVER and not table.may_end_after_hand


def round_data(event: Event, before: Table, after: Table, ids: Sequence[int]) -> list[dict[str, Any]]:
    """Return the server's rounds of an event: one for the end of a hand, one for each chombo, else none.

    >>> from tenbo_core.event_notation import event_of
    >>> from tenbo_core.table_notation import table_of
    >>> table = table_of("ema-2016 E1"); after = table_of("ema-2016 E2")
    >>> round_data(event_of("draw tenpai 0"), table, after, [11, 12, 13, 14])
    [{'draw': {'roundIndex': 1, 'honba': 0, 'riichiBets': [], 'tempai': [11]}}]
    """
    hand = {"roundIndex": 4 * before.round + before.hand, "honba": before.honba}
    staked = {**hand, "riichiBets": [ids[seat] for seat in sorted(before.riichi)]}
    if event.kind == "win":
        return [_win(_paid(event.args[0], before), staked, before, ids)]
    if event.kind == "draw":
        tenpai = [ids[seat] for seat in event.args[0]]
        nagashi = [ids[seat] for seat in event.args[1] or []]
        if nagashi:
            return [{"nagashi": {**staked, "tempai": tenpai, "nagashi": nagashi}}]
        return [{"draw": {**staked, "tempai": tenpai}}]
    if event.kind == "abort":
        return [{"abort": staked}]
    if event.kind == "chombo" and (before.later, before.scores) != (after.later, after.scores):
        return [{"chombo": {**hand, "loserId": ids[seat]}} for seat in event.args[0]]
    return []


def _paid(wins: list[Win], table: Table) -> list[Win]:
    """Return the wins that are paid; with head bump only the nearest win is."""
    if len(wins) > 1 and table.rules.several_ron == "nearest":
        first = first_in_turn_order([win.seat for win in wins], wins[0].source, table.rules.players)
        return [win for win in wins if win.seat == first]
    return wins


def _win(wins: list[Win], staked: dict[str, Any], table: Table, ids: Sequence[int]) -> dict[str, Any]:
    """Return the round of one or several winners."""
    one = wins[0]
    if one.by_tsumo:
        return {"tsumo": {**staked, **_worth(one, table, ids)}}
    if len(wins) == 1:
        return {"ron": {**staked, "loserId": ids[one.source], **_worth(one, table, ids)}}
    each = [_worth(win, table, ids) for win in wins]
    return {"multiron": {**staked, "loserId": ids[one.source], "multiRon": len(wins), "wins": each}}


def _worth(win: Win, table: Table, ids: Sequence[int]) -> dict[str, Any]:
    """Return winner and value of a hand; the server has yakuman as a negative number of han.

    A table records han and fu, and of the yaku only those of a declared riichi.
    """
    riichi = win.seat in table.riichi and not win.yakuman
    yaku = ([RIICHI] + [MENZEN_TSUMO] * win.by_tsumo) if riichi else []
    worth: dict[str, Any] = {"winnerId": ids[win.seat], "han": -win.yakuman if win.yakuman else win.han}
    worth["fu"] = 0 if win.yakuman or win.han >= LIMIT_HAN else win.fu
    worth |= {"yaku": yaku, "dora": 0, "uradora": 0, "kandora": 0, "kanuradora": 0, "openHand": False}
    return worth if win.pao is None else {**worth, "paoPlayerId": ids[win.pao]}


def requests_jsonl(games: list[PlayedGame]) -> str:
    """Return the requests of all games, one per line, with our player numbers and without a session hash."""
    if not games:
        raise Refused("not_allowed_now", "there is no game to export: scores that were typed have no hands", "name")
    lines = [
        json.dumps(request, ensure_ascii=False)
        for game in games
        for request in game.requests(session_hash=f"session {game.session} table {game.table}")
    ]
    return "".join(f"{line}\n" for line in lines)
