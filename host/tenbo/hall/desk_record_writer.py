"""Makes the desk's records: completes and validates them, stores them together, logs and publishes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbo.hall.record_defaults import with_defaults
from tenbo.store.ledgers import entry_of
from tenbo.tournament.record_validator import DeskRecordValidator

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tenbo.devices.device_keys import DeviceKeys
    from tenbo.hall.change_log import ChangeBuffer
    from tenbo.runtime.service_log import ServiceLog
    from tenbo.tournament.player_directory import Player
    from tenbo.tournament.record_schema import DeskRecord
    from tenbo.tournament.record_values import GameRef
    from tenbo.tournament.repository import TournamentRepository
    from tenbo_core.events import Event

NO_GAMES: Mapping[GameRef, Sequence[Event]] = {}


class RecordWriter:
    """The only writer of the desk's records. Thread-safe."""

    def __init__(
        self, repository: TournamentRepository, keys: DeviceKeys, changes: ChangeBuffer, log: ServiceLog
    ) -> None:
        self._repository = repository
        self._keys = keys
        self._changes = changes
        self._log = log

    def record(self, kind: str, by: str, *, yes: bool = False, seen: int | None = None, **fields: Any) -> DeskRecord:
        """Make a record of the desk, log it and publish it."""
        return self.record_all(by, [(kind, fields)], yes=yes, seen=seen)[0]

    def check_all(self, by: str, acts: list[tuple[str, dict[str, Any]]], new: Sequence[Player] = ()) -> None:
        """Raise why records with the players `new` are not possible; nothing is written, and no question is asked."""
        repository = self._repository
        added = {player.id for player in new}
        with repository.desk.records_lock():
            whole = [(kind, with_defaults(repository, kind, fields)) for kind, fields in acts]
            people = {*repository.people(), *added}
            check = DeskRecordValidator(repository.games.events_of, yes=True, people=people, new=added)
            repository.desk.check_all(by, whole, check)

    def record_all(
        self,
        by: str,
        acts: list[tuple[str, dict[str, Any]]],
        *,
        yes: bool = False,
        seen: int | None = None,
        desk: str = "",
        new: Sequence[Player] = (),
        games: Mapping[GameRef, Sequence[Event]] = NO_GAMES,
    ) -> list[DeskRecord]:
        """Make several records that belong together: all of them, or none.

        `yes` confirms questions; `seen` is the number of the last record that the author had seen, `desk` the author's
        terminal or browser. The players `new` are registered and the ledgers `games` are stored in the same
        transaction.
        """
        repository = self._repository

        def events_of(game: GameRef) -> Iterable[Event]:
            return games[game] if game in games else repository.games.events_of(game)

        entries = [entry_of(game.ledger, event) for game, events in games.items() for event in events]
        # No record comes between the defaults and the record: after a swap the seat of a player is another one.
        with repository.desk.records_lock():
            whole = [(kind, with_defaults(repository, kind, fields)) for kind, fields in acts]
            elsewhere, added = repository.desk.origins.records_from_other_terminals(desk), {player.id for player in new}
            people = {*repository.people(), *added}
            check = DeskRecordValidator(events_of, yes=yes, seen=seen, people=people, elsewhere=elsewhere, new=added)
            records = repository.desk.record_all(by, whole, check, desk, entries=entries, players=new)
        for record in records:
            self._log.write_line(f"{record.summary()} by {record.by}")
            # A season has a field `kind` of its own.
            self._changes.publish("desk", {**record.fields, "kind": record.kind, "by": record.by, "n": record.n})
            if record.kind == "bind" and "table" in record.fields:
                self._keys.allow_rekey(record.fields["device"])
        return records
