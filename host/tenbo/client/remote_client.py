"""The way of a desk to another host: by its address and the desk's code there, which `tenbo codes` prints."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from tenbo.client.remote_commands import PATIENT
from tenbo.client.service_client import SEATS_TIMEOUT_S, Client
from tenbo.store.chain import Head, Row
from tenbo_core.errors import LinkFault, Malformed, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# A host that does not answer within this is cut off, or as good as that.
TIMEOUT_S = 5.0
PAGE = 500
# A question that was lost on its way is asked again under its own id.
TRIES = 3


class RemoteClient(Client):
    """Asks another host what its own programs may ask, in the name of a desk."""

    def __init__(self, address: str, code: str, desk: str) -> None:
        self.url, self.desk = f"http://{address}", desk
        self._code, self._cookie = code, ""

    # ---------------------------------------------------------------- what is stored there

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

    # ---------------------------------------------------------------- its devices

    def send_command(self, device: str, name: str, *fields: Any) -> Any:
        """Have a device do something, once, however often it has to be asked."""
        body = {"device": device, "name": name, "fields": list(fields), "id": secrets.token_hex(12)}
        timeout_s = SEATS_TIMEOUT_S if name in PATIENT else TIMEOUT_S
        return self._retry(lambda: self.post("/v1/ask", timeout_s, **body))

    def set_table_number(self, device: str, table: int) -> None:
        """Have the host give a device its number."""
        self.post("/v1/bind", device=device, table=table, by=f"desk {self.desk}"[:40], yes=True)

    def defer_command(self, device: str, name: str, *fields: Any) -> str:  # noqa: ARG002 - whatever it is
        """Leave nothing: a host that does not answer cannot be told anything."""
        return ""

    def _retry(self, ask: Callable[[], Any]) -> Any:
        """Ask up to some times; what the host itself refuses is not asked again."""
        for _ in range(TRIES - 1):
            try:
                return ask()
            except LinkFault as fault:
                if fault.at != "service":
                    raise
        return ask()

    # ---------------------------------------------------------------- joining

    def read(self, path: str, timeout_s: float = TIMEOUT_S) -> bytes:
        """Fetch a file; join first where that is needed, and ask again where the way there or back was lost."""
        data: bytes = self._retry(lambda: self._with_login(lambda: self._read(self._request(path), timeout_s)))
        return data

    def post(self, path: str, timeout_s: float = TIMEOUT_S, **fields: Any) -> Any:
        """Have something done; join first where that is needed."""
        return self._with_login(lambda: Client.post(self, path, timeout_s, **fields))

    def log_in(self) -> None:
        """Begin a session with the desk's code; the host forgets it when nobody uses it for hours."""
        self._cookie = ""
        body = json.dumps({"code": self._code, "name": self.desk}).encode()
        with self._open(self._request("/v1/join", body), TIMEOUT_S) as answer:
            self._cookie = str(answer.headers.get("Set-Cookie", "")).partition(";")[0]
            role = self._json(answer.read()).get("role")
        if role != "desk":
            message = f"the code for {self.url} is that of a {role}: give the desk's, which tenbo codes prints there"
            raise Malformed("bad_field", message, "follow")

    def log_out(self) -> None:
        """End the session."""
        if self._cookie:
            Client.post(self, "/v1/leave", TIMEOUT_S)
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

    def _bad_answer(self, error: Exception) -> LinkFault:
        return LinkFault("bad_answer", f"{self.url} answers what no host of ours does ({error})", "service")
