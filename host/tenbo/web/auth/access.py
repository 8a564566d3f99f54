"""Who may what: the token of our own programs, the reader's password, and sessions that somebody joins with a code."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from base64 import b64decode
from typing import TYPE_CHECKING, NamedTuple

from tenbo.client.addresses import is_here
from tenbo.validation.fullwidth import to_ascii_width
from tenbo.web.auth.rate_limit import LoginThrottle
from tenbo.web.auth.session_store import BrowserSession, SessionStore
from tenbo_core.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

# From the one who may least to the one who may most: each may do what those before may.
ROLES = ("reader", "table", "referee", "desk")
COOKIE = "tenbo"
# What a proxy says of a request that it hands on. Its own address is not that of whoever asks.
HANDED_ON = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
# Letters that nobody confuses when a code is read aloud.
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH = 8
# With the role behind it, it stays within the length of who decides.
LONGEST_NAME = 40
# How what somebody does is signed: the role in brackets behind the name is ours to write.
SIGNED_AS = re.compile(rf"[(\uff08]\s*({'|'.join(ROLES)})\s*[)\uff09]", re.IGNORECASE)
# All addresses of this computer, which are many, count as one.
HERE = "here"


class Denied(Exception):
    """The client lacks permission; the message says what is missing."""

    def __init__(self, message: str, status: int = 401) -> None:
        super().__init__(message)
        self.status = status


class Visitor(NamedTuple):
    """Who asks: the role, the name by which acts are recorded, and the one table of a table's session."""

    role: str | None
    by: str = ""
    table: int | None = None
    by_cookie: bool = False

    def require_role(self, needed: str | None, table: str | None = None) -> None:
        """Refuse what this visitor may not do; None is for everybody."""
        if needed is None:
            return
        if self.role is None:
            raise Denied("from another computer the service answers only with its password, or with a code to join")
        if ROLES.index(self.role) < ROLES.index(needed):
            if self.by_cookie:
                raise Denied(f"this is for the {needed}, and you have joined as {self.role}", 403)
            raise Denied("acting needs the token that stands beside the store, or joining with a code")
        if self.role == "table" and needed == "table" and table != str(self.table):
            raise Denied(f"you have joined at table {self.table}", 403)


class Access:
    """Everybody who may come in. Codes and sessions outlive the service, so that no phone joins twice a day."""

    def __init__(
        self,
        token: str,
        password: str,
        path: Path,
        tables: Callable[[], Iterable[int]],
        now: Callable[[], float] = time.time,
    ) -> None:
        self.token = token
        # A browser gives a cookie to every port of a computer: services that stand beside each other have their own.
        self.cookie = COOKIE
        self._password = password
        self._tables = tables
        self._now = now
        self._kept = SessionStore(path)
        # With wrong codes, among which the long key of a link is not counted, and with wrong passwords.
        self._codes = LoginThrottle()
        self._codes.record_success(HERE)
        self._passwords = LoginThrottle()

    # ---------------------------------------------------------------- who asks

    def authenticate(self, headers: Mapping[str, str], address: str) -> Visitor:
        """Return who asks: the token first, then a session, then the password; on this computer anybody reads.

        Whoever comes through a proxy of this computer is not on it: only the password, or a code, lets them in.
        """
        kind, _, given = headers.get("authorization", "").partition(" ")
        if kind == "Bearer" and _same(given, self.token):
            return Visitor("desk")
        session = self._kept.find(session_cookie(headers, self.cookie), self._now())
        if session is not None:
            by = f"{session.name} ({session.role})" if session.name else session.role
            return Visitor(session.role, by, session.table, by_cookie=True)
        here = is_here(address) and not any(name in headers for name in HANDED_ON)
        if here or (kind == "Basic" and self._password and self._is_password(given, address)):
            return Visitor("reader")
        return Visitor(None)

    def _is_password(self, given: str, address: str) -> bool:
        """Return whether somebody gives the password; who tries many waits, who gives one wrong one again does not."""
        now, password = self._now(), _password_in(given)
        if self._passwords.is_blocked(address, now):
            raise Denied("too many wrong passwords from here: wait a minute", 429)
        if _same(password, self._password):
            self._passwords.record_success(address)
            return True
        self._passwords.record_failure(address, now, hashlib.sha256(password.encode()).hexdigest())
        return False

    @property
    def session_version(self) -> int:
        """Return how often somebody has joined or left: whoever came by an earlier one may be out."""
        return self._kept.session_version

    # ---------------------------------------------------------------- joining and leaving

    def log_in(self, code: str, name: str, address: str) -> tuple[str, BrowserSession]:
        """Begin a session with a code, and return its id for the cookie.

        While many addresses try codes this computer waits for itself alone, and an address that has given a right one
        for those that have given one of the same role: whoever has a reader's code keeps no referee waiting.
        """
        now = self._now()
        address = HERE if is_here(address) else address
        key = self._key()
        role, table = "desk", None
        if not _same(code, key):
            # Codes are short, and can be guessed in time.
            if self._codes.is_blocked(address, now):
                raise Denied("too many wrong codes from here: wait a minute", 429)
            role, table = self._role_for_code(to_ascii_width(code).strip().upper().replace("-", ""), address, now)
        self._codes.record_success(address, ROLES.index(role))
        name = name.strip()
        if len(name) > LONGEST_NAME:
            raise Refused("bad_field", f"a name to sign with has at most {LONGEST_NAME} letters", "name")
        if SIGNED_AS.search(name):
            raise Refused("bad_field", "a name to sign with has no role in brackets: give the name alone", "name")
        session = BrowserSession(role, name, table, int(now), int(now))
        return self._kept.begin(session), session

    def log_out(self, identity: str) -> None:
        """End a session."""
        self._kept.end(identity)

    def renew_codes(self) -> None:
        """Make new codes; every session that was joined with the old ones ends."""
        self._kept.renew_secret()

    def codes(self) -> list[dict[str, object]]:
        """Return what each code is for, the desk's with the long key of its link."""
        rows: list[dict[str, object]] = [
            {"role": role, "table": None, "code": self._code(role)} for role in ("reader", "referee", "desk")
        ]
        rows[-1]["key"] = self._key()
        tables = sorted(set(self._tables()))
        return [*rows, *({"role": "table", "table": one, "code": self._code("table", one)} for one in tables)]

    def _code(self, role: str, table: int | None = None) -> str:
        number = int.from_bytes(self._digest(f"{role} {table}"), "big")
        letters = []
        for _ in range(CODE_LENGTH):
            number, letter = divmod(number, len(LETTERS))
            letters.append(LETTERS[letter])
        return "".join(letters)

    def _key(self) -> str:
        return self._digest("the desk's link").hex()

    def _digest(self, text: str) -> bytes:
        return hmac.digest(self._kept.secret.encode(), text.encode(), hashlib.sha256)

    def _role_for_code(self, code: str, address: str, now: float) -> tuple[str, int | None]:
        for role in ("reader", "referee", "desk"):
            if _same(code, self._code(role)):
                return role, None
        for table in self._tables():
            if _same(code, self._code("table", table)):
                return "table", table
        self._codes.record_failure(address, now)
        raise Denied("this code is not one of ours: look at it again", 403)


def session_cookie(headers: Mapping[str, str], cookie: str = COOKIE) -> str:
    """Return the id of a session in a request's cookies; an empty text when there is none.

    >>> session_cookie({"cookie": "lang=nl; tenbo=abc; x"})
    'abc'
    """
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == cookie:
            return value
    return ""


def new_token() -> str:
    """Return what our own programs show to act."""
    return secrets.token_urlsafe(32)


def _password_in(given: str) -> str:
    try:
        return b64decode(given).decode().partition(":")[2]
    except ValueError:
        return ""


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode(), right.encode())
