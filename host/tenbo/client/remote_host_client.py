"""The desk's client of another host, by its address and its desk code, and what the desk may ask of devices there."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from tenbo.client.http_client import SEATS_TIMEOUT_S, HttpClient
from tenbo.store.chain import Head, Row
from tenbo_core.errors import LinkFault, Malformed, Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


# A host that does not answer within this time counts as cut off.
TIMEOUT_S = 5.0
PAGE = 500
# A request that was lost is repeated under its own id.
TRIES = 3


class RemoteHostClient(HttpClient):
    """Sends another host the requests of its own programs, in the name of a desk."""

    def __init__(self, address: str, code: str, desk: str) -> None:
        super().__init__(f"http://{address}")
        self.desk = desk
        self._code, self._cookie = code, ""

    # ---------------------------------------------------------------- stored events

    def heads(self) -> dict[str, Head]:
        """Return the end of every stream."""
        return self.fetch_heads()[1]

    def fetch_heads(self) -> tuple[str, dict[str, Head]]:
        """Return the host's name and the end of every stream that it has."""
        answer = self.get("/v1/events?" + urlencode({"desk": self.desk}))
        try:
            ends = {str(name): Head(int(seq), bytes.fromhex(end)) for name, (seq, end) in answer["streams"].items()}
            return str(answer["host"]), ends
        except (KeyError, TypeError, ValueError) as error:
            raise self._bad_answer(error) from None

    def rows(self, stream: str, after: int = -1) -> Iterator[Row]:
        """Yield the events of a stream with a number above `after`, in order, a page at a time."""
        while True:
            asked = urlencode({"stream": stream, "after": after, "most": PAGE, "desk": self.desk}, quote_via=quote)
            page = self.get(f"/v1/events?{asked}")
            try:
                rows = [
                    Row(stream, int(seq), int(ts_ms), str(kind), str(body), bytes.fromhex(prev), bytes.fromhex(own))
                    for seq, ts_ms, kind, body, prev, own in page
                ]
            except (TypeError, ValueError) as error:
                raise self._bad_answer(error) from None
            yield from rows
            if len(rows) < PAGE:
                return
            after = rows[-1].seq

    def fetch_host_time(self) -> tuple[int, int]:
        """Return the host's time of day and its count of milliseconds."""
        answer = self.get("/v1/time")
        try:
            return int(answer["now_ms"]), int(answer["up_ms"])
        except (KeyError, TypeError, ValueError) as error:
            raise self._bad_answer(error) from None

    def exchange_secret(self, hall: str = "", secret: str = "") -> tuple[str, str]:
        """Send the host the hall's secret, or ask for its own; return the one that the host has then."""
        given: dict[str, Any] = {"hall": hall, "secret": secret} if secret else {}
        answer = self.post("/v1/hall_secret", **given)
        try:
            return str(answer["hall"]), str(answer.get("secret", secret))
        except (AttributeError, KeyError, TypeError) as error:
            raise self._bad_answer(error) from None

    # ---------------------------------------------------------------- devices

    def send_command(self, device: str, name: str, *fields: Any) -> Any:
        """Have a device run a command once, however often the request is repeated."""
        body = {"device": device, "name": name, "fields": list(fields), "id": secrets.token_hex(12)}
        timeout_s = SEATS_TIMEOUT_S if name in PATIENT else TIMEOUT_S
        # The path of the release before: a host may still be of that one.
        return self._retry(lambda: self.post("/v1/ask", timeout_s, **body))

    def set_table_number(self, device: str, table: int) -> None:
        """Have the host set the table number of a device."""
        # The path of the release before, as in `send_command`.
        self.post("/v1/bind", device=device, table=table, by=f"desk {self.desk}"[:40], yes=True)

    def defer_command(self, device: str, name: str, *fields: Any) -> None:
        """Defer nothing: a host that does not answer over HTTP cannot be reached later either."""

    def _retry(self, ask: Callable[[], Any]) -> Any:
        """Repeat a request that was lost a few times; a refusal by the host is final."""
        for _ in range(TRIES - 1):
            try:
                return ask()
            except LinkFault as fault:
                if fault.at != "service":
                    raise
        return ask()

    # ---------------------------------------------------------------- login

    def download(self, path: str, timeout_s: float = TIMEOUT_S) -> bytes:
        """Download a file; log in first if needed, and repeat a request that was lost."""
        data: bytes = self._retry(lambda: self._with_login(lambda: self._read(self._request(path), timeout_s)))
        return data

    def post(self, path: str, timeout_s: float = TIMEOUT_S, /, **fields: Any) -> Any:
        """Send a POST request; log in first if needed."""
        return self._with_login(lambda: HttpClient.post(self, path, timeout_s, **fields))

    def log_in(self) -> None:
        """Log in with the desk's code; the host ends a session that is unused for hours."""
        self._cookie = ""
        body = json.dumps({"code": self._code, "name": self.desk}).encode()
        with self._open(self._request("/v1/join", body), TIMEOUT_S) as answer:
            self._cookie = str(answer.headers.get("Set-Cookie", "")).partition(";")[0]
            role = self._json(answer.read()).get("role")
        if role != "desk":
            message = sentence(
                "code_of_other_role",
                "the code for {url} is for the {role} role: give the desk's code, which can be shown on that "
                "computer (tenbo codes)",
                url=self.url,
                role=role,
            )
            raise Malformed("bad_field", message, "follow")

    def log_out(self) -> None:
        """Log out."""
        if self._cookie:
            super().post("/v1/leave", TIMEOUT_S)
            self._cookie = ""

    def _with_login(self, ask: Callable[[], Any]) -> Any:
        if not self._cookie:
            self.log_in()
        try:
            return ask()
        except Refused as error:
            if error.at != "token":
                raise
            self.log_in()
            return ask()

    def _auth_headers(self) -> dict[str, str]:
        return {"Origin": self.url, **({"Cookie": self._cookie} if self._cookie else {})}


# The commands that a desk may send; all others are between a device and its own computer.
ASKED = ("ping", "do", "propose", "clock", "view", "pixels", "state", "health", "blink", "names", "picked")
# A ledger that is handed to a device: several commands as one, which runs once.
TAKE_OVER = "take_over"
# These commands take longer: a person answers, or a device replays event by event.
PATIENT = ("propose", TAKE_OVER)
