"""The requests about results, the files and papers made from them, and scoring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tenbo.client.http_client import SEATS_TIMEOUT_S, path_part, with_query
from tenbo.client.json_requests import JsonRequests
from tenbo.validation.fields import as_list
from tenbo.validation.suggestions import quote_value, refuse_unknown_fields
from tenbo_core.errors import Malformed

if TYPE_CHECKING:
    from collections.abc import Sequence

# What a paper may be asked for.
PAPER_WISHES = ("session", "table", "tables", "series", "language", "size", "address", "hidden")


class ResultRequests(JsonRequests):
    """What a program asks about results; `Client` sends it."""

    def session(self, session: int, *, hidden: bool = False) -> list[dict[str, Any]]:
        """Return the result of every table in a session.

        >>> [row["names"][0] for row in client.session(1)]
        ['Ann Ash', 'Eva Elm']
        """
        return self._rows(with_query(f"/v1/sessions/{path_part(session)}", hidden=1 if hidden else None))

    def pace(self, session: int) -> dict[str, Any]:
        """Return the pace of a session, and its expected end.

        >>> client.pace(1)["tables"][0]["hand"]
        'E2-0'
        """
        return self._object(f"/v1/sessions/{path_part(session)}/pace")

    def games(self, *, skip: int = 0, most: int | None = None) -> list[dict[str, Any]]:
        """Return stored games, oldest first.

        >>> client.games(most=1)[0]["scores"]
        [24800, 35200, 30000, 30000]
        """
        return self._rows(with_query("/v1/games", skip=skip, most=most))

    def standings(self, *, only: str | None = None, hidden: bool = False) -> dict[str, Any]:
        """Return the standings of all players, or of `only` some of them.

        For example of those with `only="country=NED"`.

        >>> client.standings()["provisional"]
        True
        """
        return self._object(with_query("/v1/standings", only=only, hidden=1 if hidden else None))

    def slips(self, session: int | None = None) -> Any:
        """Return the slips of a session, and what was typed from them.

        >>> [row["state"] for row in client.slips(2)]
        ['missing', 'missing']
        """
        return self.get(with_query("/v1/slips", session=session))

    def enter_slip(
        self, session: int, table: int, scores: Sequence[int], sticks: int = 0, *, by: str | None = None, **more: Any
    ) -> dict[str, Any]:
        """Enter the slip of a table.

        It has four scores, East first, and the riichi sticks that are left.

        >>> scores = [32000, 28000, 35000, 25000]
        >>> client.enter_slip(2, 1, scores, by="Ada")["state"]
        'once'
        """
        points = as_list(scores)
        return self._act("/v1/slips", session=session, table=table, scores=points, sticks=sticks, by=by, **more)

    def revert_slip(self, records: Sequence[int], *, by: str | None = None) -> dict[str, Any]:
        """Take back the records that entering a slip has made, the last one first.

        >>> made = [record["n"] for record in client.records(most=2)]
        >>> len(client.revert_slip(made, by="Ada")["made"])
        2
        """
        return self._act("/v1/slips/undo", records=as_list(records), by=by)

    def attach_game(self, session: int, table: int, why: str, *, by: str | None = None, **which: Any) -> dict[str, Any]:
        """Attach a stored game as a table's result.

        It is the table's last one, or that of `ledger` and `start`.

        >>> client.attach_game(1, 1, "its game", by="Ada")["start"]
        0
        """
        return self._act(f"/v1/sessions/{path_part(session)}/game", table=table, why=why, by=by, **which)

    def import_game(
        self,
        session: int,
        table: int,
        events: Sequence[Mapping[str, Any]],
        why: str,
        *,
        yes: bool = False,
        by: str | None = None,
    ) -> dict[str, Any]:
        """Store a game, such as `Game.events`, as a table's in a session.

        >>> game = tenbo.Game()
        >>> _ = game.end()
        >>> made = client.import_game(2, 2, game.events, "on paper", by="Ada")
        >>> made["state"]
        'complete'
        """
        path = f"/v1/sessions/{path_part(session)}/import"
        return self._act(path, table=table, events=as_list(events), why=why, yes=yes, by=by)

    def import_scores(self, text: str, why: str, *, yes: bool = False, by: str | None = None) -> dict[str, Any]:
        r"""Import the scores of many tables from CSV, all or none.

        >>> text = "session;table;player;score\n2;1;5;32000\n2;1;2;28000\n"
        >>> text += "2;1;7;35000\n2;1;4;25000\n"
        >>> client.import_scores(text, "slips", by="Ada")["typed"]
        [[2, 1]]
        """
        return self._act("/v1/scores", text=text, why=why, yes=yes, by=by)

    def export(self, name: str, *, provisional: bool = False, hidden: bool = False) -> bytes:
        """Download a file such as `standings.csv`, by its name in `tenbo export`.

        >>> client.export("standings.csv").split(b",")[:2]
        [b'place', b'player']
        """
        flags = {"provisional": 1 if provisional else None, "hidden": 1 if hidden else None}
        return self.download(with_query(f"/v1/export/{path_part(name)}", **flags))

    def paper(self, name: str, **wishes: object) -> bytes:
        """Download a paper such as `slips.pdf`.

        The `wishes` are `session`, `table` or `tables`, `series`,
        `language`, `size`, `address` and `hidden`.

        >>> client.paper("slips.html", session=1, language="nl")[:15]
        b'<!DOCTYPE html>'
        """
        refuse_unknown_fields(wishes, PAPER_WISHES)
        return self.download(with_query(f"/v1/paper/{path_part(name)}", **wishes))

    def backup(self) -> bytes:
        """Download a verified copy of the store.

        >>> client.backup()[:15]
        b'SQLite format 3'
        """
        return self.download("/v1/backup", SEATS_TIMEOUT_S)

    def books(self) -> list[dict[str, Any]]:
        """Return the rule books that the service has.

        >>> client.books()[0]["title"]
        'EMA Riichi 2025'
        """
        return self._rows("/v1/books")

    def score(self, hand: Mapping[str, Any], *, all_rules: bool = False) -> dict[str, Any]:
        """Score a declared hand in the form of `tenbo score --jsonl`.

        >>> hand = {"hand": "234567m345p678s9s", "win": "9s", "by": "ron"}
        >>> client.score({**hand, "riichi": 1})["pay"]
        {'discarder': 1300}
        """
        if not isinstance(hand, Mapping) or not all(isinstance(name, str) for name in hand):
            message = (
                f"hand must be a dict, as a line of tenbo score --jsonl is, with text as keys: not {quote_value(hand)}"
            )
            raise Malformed("bad_field", message, "hand")
        return self._act("/v1/score", **{**hand, "all_rules": all_rules})
