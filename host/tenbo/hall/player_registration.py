"""Registers the players of a file, and seats a late arrival in the same transaction."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from tenbo.formats.player_files import read_players, splits_names
from tenbo.tournament.plausibility_prompts import confirmation_request
from tenbo.tournament.player_directory import merge_players
from tenbo_core.errors import Malformed, Refused
from tenbo_core.sentences import join_sentences, sentence

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from tenbo.hall.desk_record_writer import RecordWriter
    from tenbo.tournament.player_directory import Player, PlayerImportPlan
    from tenbo.tournament.record_schema import DeskRecord
    from tenbo.tournament.repository import TournamentRepository


class PlayerRegistrar:
    """The registration of players. Thread-safe."""

    def __init__(self, repository: TournamentRepository, records: RecordWriter) -> None:
        self._repository = repository
        self._records = records
        self._lock = threading.Lock()

    def people_lock(self) -> AbstractContextManager[object]:
        """Return the lock that keeps the registered people as they are while a thread decides who is new."""
        return self._lock

    def register_players(self, text: str, *, yes: bool = False) -> PlayerImportPlan:
        """Register the players of a file.

        They are merged with registered ones by number and EMA number, after a confirmation.
        """
        with self._lock:
            joined = self._merge_players(text, yes=yes)
            self._repository.store.store_players([*joined.new, *joined.changed])
        return joined

    def register_and_seat(
        self, text: str, by: str, session: int, why: str, *, yes: bool = False, seen: int | None = None, desk: str = ""
    ) -> tuple[PlayerImportPlan, DeskRecord]:
        """Register a file's single player and give the player seats from a session on: both, or neither."""
        with self._lock:
            joined = self._merge_players(text, yes=yes)
            who = [*joined.new, *joined.changed, *joined.unchanged]
            if len(who) > 1:
                raise Malformed(
                    "bad_field",
                    sentence("one_newcomer_at_a_time", "give exactly one player, not {count}", count=len(who)),
                    "session",
                )
            entry = {"session": session, "player": who[0].id, **({"why": why} if why else {})}
            new = [*joined.new, *joined.changed]
            return joined, self._records.record_all(by, [("enter", entry)], yes=yes, seen=seen, desk=desk, new=new)[0]

    def forget_player(self, number: int) -> Player:
        """Remove the name of a player under all numbers, and return it.

        A registration at the same moment does not bring it back.
        """
        with self._lock:
            known = self._repository.people().get(number)
            if known is None:
                raise Refused(
                    "bad_field",
                    sentence("unknown_player", "no player is registered with number {number}", number=number),
                    "player",
                )
            club = self._repository.tournament.club
            others = {*club.numbers_of(club.person(number))} & self._repository.people().keys()
            for one in sorted(others | {number}):
                self._repository.store.forget_player(one)
        return known

    def _merge_players(self, text: str, *, yes: bool) -> PlayerImportPlan:
        """Merge the players of a file with the registered ones; probable mistakes need a confirmation."""
        records, tournament = self._repository.desk.snapshot
        used = {player for place in tournament.games for player in tournament.seats.get(place, [])}
        by_hand = {record.fields.get("instead", 0) for record in records if record.kind == "withdraw"}
        used |= {*tournament.withdrawn, *tournament.unranked, *by_hand}
        people = self._repository.people()
        joined = merge_players(people, read_players(text), used, splits_names=splits_names(text))
        if joined.questions and not yes:
            raise confirmation_request(join_sentences(joined.questions))
        return joined
