"""The client of a running service for programs: a method for each route, and the changes as they happen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tenbo.client.change import Change
from tenbo.client.http_client import SEATS_TIMEOUT_S, HttpClient, path_part, with_query
from tenbo.client.series_requests import SeriesRequests
from tenbo.client.table_requests import TableRequests
from tenbo.validation.fields import as_list
from tenbo.validation.suggestions import quote_value, refuse_unknown_fields
from tenbo_core.errors import Malformed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from urllib.parse import SplitResult


# What a paper may be asked for.
PAPER_WISHES = ("session", "table", "tables", "series", "language", "size", "address", "hidden")


def _place(address: object) -> SplitResult | None:
    """Return the parts of an address that names a computer, and a port by a number if any; None of any other."""
    if not isinstance(address, str):
        return None
    try:
        parts = urlsplit(address if "://" in address else f"http://{address}")
        is_place = bool(parts.hostname) and parts.port != 0 and parts.scheme in ("http", "https")
    except ValueError:
        return None
    return parts if is_place and not re.search(r"[\s\x00-\x1f\x7f]", parts.netloc) else None


class Client(TableRequests, SeriesRequests, HttpClient):
    """A running service (`tenbo run`), by its address.

    Each method sends one request; docs/library.md says which, and
    docs/api.md shows an answer to each. Answers are dicts and lists.

    Reading needs no token on the service's own computer. A method that
    changes something needs the `token`, which stands in the file beside the
    store, and takes `by`, who decides. What the service refuses is raised as
    a `TenboError` with the code, the sentence and the field of its answer; a
    service that does not answer has the code `no_answer`.

    >>> import tenbo
    >>> tenbo.Client("127.0.0.1:8484")
    <Client http://127.0.0.1:8484>
    """

    def __init__(self, address: str, token: str | None = "") -> None:
        parts = _place(address)
        if parts is None:
            message = f"a service's address must look like 127.0.0.1:8484, not {quote_value(address)}"
            raise Malformed("bad_field", message, "address")
        # A header carries it.
        token = "" if token is None else token
        if not isinstance(token, str) or not re.fullmatch(r"[!-~]*", token):
            message = "a token must be one word, as in the .api file beside the store"
            raise Malformed("bad_field", message, "token")
        super().__init__(f"{parts.scheme}://{parts.netloc}")
        self._token = token

    def _auth_headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._token}"} if self._token else {}

    def __repr__(self) -> str:
        return f"<Client {self.url}>"

    def follow(self, after: int | None = None) -> Iterator[Change]:
        """Yield each `Change` as it happens, until the service ends.

        Those after number `after` come first. A lost connection raises
        `no_answer`: call it again with the `number` of the last change, and
        no change is missed.
        """
        for number, kind, data in self._numbered_changes(after):
            if kind == "end":
                return
            if kind != "beat":
                yield Change(number, kind, data)
        raise self._unreachable(ConnectionError("the connection was lost"))

    def info(self) -> dict[str, Any]:
        """Return the versions of Tenbo and the API, and what is played.

        That is the host, the tournament's title and its session.
        """
        return self._object("/v1")

    # ---------------------------------------------------------------- the tournament

    def tournament(self) -> dict[str, Any]:
        """Return the facts of the tournament and the progress of each session."""
        return self._object("/v1/tournament")

    def players(self) -> list[dict[str, Any]]:
        """Return all registered or seated players."""
        return self._rows("/v1/players")

    def player(self, player: int | str) -> dict[str, Any]:
        """Return one player by number or name: seat, points and results."""
        return self._object(f"/v1/players/{path_part(player)}")

    def register_players(
        self, text: str, *, yes: bool = False, session: int | None = None, **more: Any
    ) -> dict[str, Any]:
        """Register players from CSV with a header row.

        With `session` it is one player, who gets free seats from there on.
        """
        return self._act("/v1/players", text=text, yes=yes, session=session, **more)

    def forget_player(self, player: int) -> dict[str, Any]:
        """Remove the name of a player by number."""
        return self._act("/v1/forget", player=player)

    def plan(self) -> Any:
        """Return the seats of each session."""
        return self.get("/v1/plan")

    def set_plan(self, text: str, *, session: int = 1, yes: bool = False, by: str | None = None) -> dict[str, Any]:
        """Set the seating plan from a session on."""
        return self._act("/v1/plan", text=text, session=session, yes=yes, by=by)

    def seating(self) -> dict[str, Any]:
        """Return the progress of the search for a seating plan."""
        return self._object("/v1/seating")

    def start_seating(self, how: str, **wishes: Any) -> dict[str, Any]:
        """Start a search for a seating plan.

        The `wishes` are `rounds`, `session`, `seconds`, `seed` and `byes`.
        """
        return self._act("/v1/seating", how=how, **wishes)

    def records(self, *, before: int | None = None, most: int | None = None) -> list[dict[str, Any]]:
        """Return the desk's records, newest first."""
        return self._rows(with_query("/v1/records", before=before, most=most))

    def make_record(
        self, kind: str, fields: Mapping[str, Any], *, yes: bool = False, seen: int | None = None, by: str | None = None
    ) -> dict[str, Any]:
        """Make a record of the desk; `yes` confirms what was asked."""
        return self._act("/v1/records", kind=kind, fields=fields, yes=yes, seen=seen, by=by)

    def make_records(
        self, records: Sequence[Mapping[str, Any]], *, yes: bool = False, seen: int | None = None, by: str | None = None
    ) -> dict[str, Any]:
        """Make several records of the desk, all or none.

        Each has a `kind` and `fields`.
        """
        return self._act("/v1/records/batch", records=as_list(records), yes=yes, seen=seen, by=by)

    def begin_session(
        self, session: int, tables: Sequence[int] | None = None, *, yes: bool = False, by: str | None = None
    ) -> dict[str, Any]:
        """Start a session at every table that has not started, or at those named."""
        given = None if tables is None else as_list(tables)
        return self._act(f"/v1/sessions/{path_part(session)}/begin", tables=given, yes=yes, by=by)

    def end_session(self, session: int, *, yes: bool = False, by: str | None = None) -> dict[str, Any]:
        """End a session."""
        return self._act(f"/v1/sessions/{path_part(session)}/end", yes=yes, by=by)

    def clock(self) -> dict[str, Any]:
        """Return the hall's clock, and how far each table's own is off."""
        return self._object("/v1/clock")

    def set_clock(
        self, act: str, *, minutes: int | None = None, table: int | None = None, by: str | None = None
    ) -> Any:
        """Start, pause, resume or stop the hall's clock, or give `extra` time."""
        return self._act("/v1/clock", act=act, minutes=minutes, table=table, by=by)

    def seats(self, session: int | None = None) -> dict[str, Any]:
        """Return the seats of the next session, or of one, by name."""
        return self._object(with_query("/v1/seats", session=session))

    def walls(self) -> list[dict[str, Any]]:
        """Return what each wall shows."""
        return self._rows("/v1/walls")

    def codes(self) -> list[dict[str, Any]]:
        """Return the login codes."""
        return self._rows("/v1/codes")

    def renew_codes(self) -> list[dict[str, Any]]:
        """Make new login codes.

        Everyone who has logged in with the old ones is logged out.
        """
        codes: list[dict[str, Any]] = self.post("/v1/codes")
        return codes

    def tablet_link(self, table: int, *, address: str | None = None) -> dict[str, Any]:
        """Return the link that makes a tablet the device of a table.

        It comes with its QR code. `address` is the service's own, as the
        tablet reaches it.
        """
        return self._object(with_query(f"/v1/tables/{path_part(table)}/tablet", address=address))

    # ---------------------------------------------------------------- results

    def session(self, session: int, *, hidden: bool = False) -> list[dict[str, Any]]:
        """Return the result of every table in a session."""
        return self._rows(with_query(f"/v1/sessions/{path_part(session)}", hidden=1 if hidden else None))

    def pace(self, session: int) -> dict[str, Any]:
        """Return the pace of a session, and its expected end."""
        return self._object(f"/v1/sessions/{path_part(session)}/pace")

    def games(self, *, skip: int = 0, most: int | None = None) -> list[dict[str, Any]]:
        """Return stored games, oldest first."""
        return self._rows(with_query("/v1/games", skip=skip, most=most))

    def standings(self, *, only: str | None = None, hidden: bool = False) -> dict[str, Any]:
        """Return the standings of all players, or of `only` some of them.

        For example of those with `only="country=NED"`.
        """
        return self._object(with_query("/v1/standings", only=only, hidden=1 if hidden else None))

    def attach_game(self, session: int, table: int, why: str, *, by: str | None = None, **which: Any) -> dict[str, Any]:
        """Attach a stored game as a table's result.

        It is the table's last one, or that of `ledger` and `start`.
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
        """Store a game, such as `Game.events`, as a table's in a session."""
        path = f"/v1/sessions/{path_part(session)}/import"
        return self._act(path, table=table, events=as_list(events), why=why, yes=yes, by=by)

    def import_scores(self, text: str, why: str, *, yes: bool = False, by: str | None = None) -> dict[str, Any]:
        """Import the scores of many tables from CSV, all or none."""
        return self._act("/v1/scores", text=text, why=why, yes=yes, by=by)

    def slips(self, session: int | None = None) -> Any:
        """Return the slips of a session, and what was typed from them."""
        return self.get(with_query("/v1/slips", session=session))

    def enter_slip(
        self, session: int, table: int, scores: Sequence[int], sticks: int = 0, *, by: str | None = None, **more: Any
    ) -> dict[str, Any]:
        """Enter the slip of a table.

        It has four scores, East first, and the riichi sticks that are left.
        """
        points = as_list(scores)
        return self._act("/v1/slips", session=session, table=table, scores=points, sticks=sticks, by=by, **more)

    def revert_slip(self, records: Sequence[int], *, by: str | None = None) -> dict[str, Any]:
        """Take back the records that entering a slip has made, the last one first."""
        return self._act("/v1/slips/undo", records=as_list(records), by=by)

    def export(self, name: str, *, provisional: bool = False, hidden: bool = False) -> bytes:
        """Download a file such as `standings.csv`, by its name in `tenbo export`."""
        flags = {"provisional": 1 if provisional else None, "hidden": 1 if hidden else None}
        return self.download(with_query(f"/v1/export/{path_part(name)}", **flags))

    def paper(self, name: str, **wishes: object) -> bytes:
        """Download a paper such as `slips.pdf`.

        The `wishes` are `session`, `table` or `tables`, `series`,
        `language`, `size`, `address` and `hidden`.
        """
        refuse_unknown_fields(wishes, PAPER_WISHES)
        return self.download(with_query(f"/v1/paper/{path_part(name)}", **wishes))

    def backup(self) -> bytes:
        """Download a verified copy of the store."""
        return self.download("/v1/backup", SEATS_TIMEOUT_S)

    # ---------------------------------------------------------------- scoring

    def books(self) -> list[dict[str, Any]]:
        """Return the rule books that the service has."""
        return self._rows("/v1/books")

    def score(self, hand: Mapping[str, Any], *, all_rules: bool = False) -> dict[str, Any]:
        """Score a declared hand in the form of `tenbo score --jsonl`."""
        if not isinstance(hand, Mapping) or not all(isinstance(name, str) for name in hand):
            message = (
                f"hand must be a dict, as a line of tenbo score --jsonl is, with text as keys: not {quote_value(hand)}"
            )
            raise Malformed("bad_field", message, "hand")
        return self._act("/v1/score", **{**hand, "all_rules": all_rules})

    # ---------------------------------------------------------------- answers by their type

    def _object(self, path: str) -> dict[str, Any]:
        answer: dict[str, Any] = self.get(path)
        return answer

    def _rows(self, path: str) -> list[dict[str, Any]]:
        answer: list[dict[str, Any]] = self.get(path)
        return answer

    def _act(self, path: str, /, **fields: Any) -> dict[str, Any]:
        """Send an act; what is false or not given is left out, as each route has it then."""
        given = {name: value for name, value in fields.items() if value is not None and value is not False}
        answer: dict[str, Any] = self.post(path, SEATS_TIMEOUT_S, **given)
        return answer
