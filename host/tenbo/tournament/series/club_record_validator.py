"""Validates the records of seasons, evenings, their games and people; each error names its remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.tournament.rulebook_checks import check_book, check_chips
from tenbo.tournament.series.club import EVENING, SEASON
from tenbo.tournament.table_result import apply_correction, replay_game
from tenbo_core.errors import Malformed, Refused, TenboError
from tenbo_core.sentences import sentence
from tenbo_core.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tenbo.tournament.plausibility_prompts import RecordValidationContext
    from tenbo.tournament.record_values import GameRef, RulebookRef
    from tenbo.tournament.table_result import Games


def _check_series(proposed: RecordValidationContext) -> None:
    fields, club = proposed.fields, proposed.before.club
    if "rules" in fields:
        check_book(fields["rules"], fields.get("book", ""))
    if fields.get("until", fields["date"]) < fields["date"]:
        until, date = fields["until"], fields["date"]
        message = sentence(
            "series_ends_before", "the last day ({until}) is before the first day ({date})", until=until, date=date
        )
        raise Malformed("contradiction", message, "until")
    parent = fields.get("parent")
    if parent is not None and (parent not in club.series or club.series[parent].kind != SEASON):
        message = sentence("parent_is_no_season", "series {parent} is not a season", parent=parent)
        raise Refused("bad_field", message, "parent")
    named = [one for one in club.series.values() if one.title.casefold() == fields["title"].casefold()]
    if any(one.id != fields.get("of") for one in named):
        message = sentence("series_title_taken", "there is already a series {title}", title=repr(fields["title"]))
        raise Refused("contradiction", message, "title")


def _check_close(proposed: RecordValidationContext) -> None:
    known = proposed.before.club.require_series(proposed.fields["series"])
    if known.closed == (proposed.record.kind == "close"):
        message = (
            sentence("series_closed_already", "{title} is closed already", title=known.title)
            if known.closed
            else sentence("series_not_closed", "{title} is already open", title=known.title)
        )
        raise Refused("not_allowed_now", message, "series")


def _check_attendance(proposed: RecordValidationContext) -> None:
    _check_open_evening(proposed)
    _check_players(proposed, [proposed.fields["player"]])


def _check_sit(proposed: RecordValidationContext) -> None:
    _check_open_evening(proposed)
    _check_players(proposed, proposed.fields["players"])


def _check_open_evening(proposed: RecordValidationContext) -> None:
    known = proposed.before.club.require_series(proposed.fields["series"])
    if known.closed or known.kind != EVENING:
        message = sentence("evening_not_open", "{title} is not an open evening", title=known.title)
        raise Refused("not_allowed_now", message, "series")


def _check_play(proposed: RecordValidationContext) -> None:
    fields, club = proposed.fields, proposed.before.club
    book = check_book(fields["rules"], fields.get("book", ""))
    _check_players(proposed, fields["players"])
    if len(fields["players"]) != book.rules.players:
        message = sentence(
            "seats_of_book", "rule book {book} is for {seats} players", book=book.id, seats=book.rules.players
        )
        raise Malformed("contradiction", message, "players")
    if "ledger" not in fields and "scores" not in fields:
        raise Malformed("missing_field", sentence("game_needs_scores", "give the scores of the game"), "scores")
    if "chips" in fields:
        check_chips(book, fields["chips"])
    if "ledger" in fields or "scores" not in fields:
        return
    _check_scores(Table(book.rules), fields, len(fields["players"]))
    same = [
        game.id
        for game in club.games.values()
        if (game.date, list(game.players), list(game.scores)) == (fields["date"], fields["players"], fields["scores"])
        and not game.voided
    ]
    if same:
        proposed.require_confirmation(
            sentence(
                "game_entered_twice",
                "game {game} already has the same players, scores and date as this one",
                game=same[-1],
            )
        )


def _check_players(proposed: RecordValidationContext, players: Sequence[int]) -> None:
    """Refuse a person at two seats, and an unknown number."""
    club = proposed.before.club
    seated = [club.person(player) for player in players if player]
    for player in seated:
        if player not in proposed.people and proposed.people:
            message = sentence("unknown_player", "no player is registered with number {number}", number=player)
            raise Refused("bad_field", message, "players")
        if seated.count(player) > 1:
            message = sentence("player_at_two_seats", "player {player} sits in two seats", player=player)
            raise Malformed("contradiction", message, "players")


def _check_scores(table: Table, fields: dict[str, list[int]], seats: int) -> None:
    for name in ("scores", "penalties"):
        if len(fields.get(name, [0] * seats)) != seats:
            message = sentence("one_score_a_seat", "{name} need one number for each of the {seats} players", name=name,
                               seats=seats)  # fmt: skip
            raise Malformed("contradiction", message, name)
    sticks = fields.get("sticks", 0)
    assert isinstance(sticks, int)
    apply_correction(table, fields["scores"], sticks)


def _check_who(proposed: RecordValidationContext) -> None:
    game = proposed.before.club.require_game(proposed.fields["game"])
    if len(game.players) != len(proposed.fields["players"]):
        message = sentence("seats_of_game", "game {game} needs {seats} players", game=game.id, seats=len(game.players))
        raise Malformed("contradiction", message, "players")
    _check_players(proposed, proposed.fields["players"])


def _check_rescore(proposed: RecordValidationContext) -> None:
    game = proposed.before.club.require_game(proposed.fields["game"])
    if game.voided:
        message = sentence("game_is_void", "game {game} is void: first revert the record that voided it", game=game.id)
        raise Refused("not_allowed_now", message, "game")
    fields = proposed.fields
    if "chips" in fields:
        check_chips(game.rulebook.load(), fields["chips"])
    elif "scores" not in fields:
        raise Malformed("missing_field", sentence("game_needs_scores", "give the scores of the game"), "scores")
    if "scores" in fields:
        _check_scores(table_before_rescore(game.ref, game.rulebook, proposed.games), fields, len(game.players))


def table_before_rescore(ref: GameRef | None, rulebook: RulebookRef, games: Games) -> Table:
    """Return the table whose scores are replaced."""
    try:
        played = None if ref is None else replay_game(games(ref))
    except TenboError:
        # A correction is how a ledger that cannot be followed gets a result.
        played = None
    return played or Table(rulebook.load().rules)


def _check_void(proposed: RecordValidationContext) -> None:
    game = proposed.before.club.require_game(proposed.fields["game"])
    if game.voided:
        message = sentence("game_void_already", "game {game} is already void", game=game.id)
        raise Refused("not_allowed_now", message, "game")


def _check_merge(proposed: RecordValidationContext) -> None:
    club, fields = proposed.before.club, proposed.fields
    one, other = (club.person(fields[name]) for name in ("player", "into"))
    for name, number in (("player", one), ("into", other)):
        if proposed.people and number not in proposed.people:
            message = sentence("unknown_player", "no player is registered with number {number}", number=number)
            raise Refused("bad_field", message, name)
    for game in club.games.values():
        seated = {club.person(player) for player in game.players}
        if {one, other} <= seated and not game.voided:
            message = sentence("merged_players_met", "players {player} and {into} sat at one table in game "
                                                     "{game}, so they cannot be the same person",
                               player=one, into=other, game=game.id)  # fmt: skip
            raise Refused("contradiction", message, "into")


CLUB_VALIDATORS: dict[str, Callable[[RecordValidationContext], None]] = {
    "series": _check_series, "close": _check_close, "resume": _check_close,
    "attendance": _check_attendance, "sit": _check_sit, "play": _check_play, "who": _check_who,
    "rescore": _check_rescore, "void": _check_void, "merge": _check_merge,
}  # fmt: skip
