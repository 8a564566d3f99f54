"""Authentication and roles: the token of our own programs, the reader's password, and sessions by a login code."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import threading
import time
from base64 import b64decode
from typing import TYPE_CHECKING, NamedTuple

from tenbo.client.own_addresses import is_own_address
from tenbo.devices.network_auth import NO_TABLE_KEYS, TableKeys
from tenbo.validation.text_sanitizer import to_ascii_width
from tenbo.web.auth.rate_limit import LoginThrottle
from tenbo.web.auth.session_store import BrowserSession, SessionStore
from tenbo_core.errors import Refused
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

# In ascending order: each role may do what those before it may.
ROLES = ("reader", "member", "table", "referee", "desk")
# The roles that have one code.
SHARED_ROLES = ("reader", "member", "referee", "desk")
COOKIE = "tenbo"
# Headers that a proxy adds. The address of the proxy is not the address of the client.
HANDED_ON = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
# Letters and digits that are not confused when a code is read aloud.
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH = 8
# The key on the poster of a table, and the name under which a device keeps it, in hex digits.
KEY_LENGTH, HALL_LENGTH = 32, 8
MOST_TABLES = 250
# With the role appended, a name stays within the length limit of an author.
LONGEST_NAME = 40
# How an act is signed. Only the service may append a role in brackets to a name.
SIGNED_AS = re.compile(rf"[(\uff08]\s*({'|'.join(ROLES)})\s*[)\uff09]", re.IGNORECASE)
# All addresses of this computer count as one.
HERE = "here"


class AccessDenied(Exception):
    """The client lacks permission; the message says what is missing."""

    def __init__(self, message: str, status: int = 401) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


class Visitor(NamedTuple):
    """The client: its role, the name that signs its acts, a table's session's table, a member's own number."""

    role: str | None
    by: str = ""
    table: int | None = None
    by_cookie: bool = False
    player: int | None = None

    def require_role(self, needed: str | None, table: str | None = None) -> None:
        """Raise an error if this visitor lacks the role; None requires no role."""
        if needed is None:
            return
        if self.role is None:
            raise AccessDenied(
                sentence(
                    "password_needed",
                    "to use the service from another computer, enter the password of the service or log in with a code",
                )
            )
        if ROLES.index(self.role) < ROLES.index(needed):
            if self.by_cookie:
                raise AccessDenied(
                    sentence(
                        "role_forbidden",
                        "this needs the {needed} role, but you are logged in with the {role} role",
                        needed=needed,
                        role=self.role,
                    ),
                    403,
                )
            raise AccessDenied(
                sentence(
                    "login_needed", "log in with a code first, or send the token from the .api file beside the store"
                )
            )
        if self.role == "table" and needed == "table" and table != str(self.table):
            raise AccessDenied(
                sentence("joined_at_other_table", "you are logged in for table {table} only", table=self.table), 403
            )


class ClientAuthenticator:
    """Authenticates clients. Codes and sessions outlive the service, so that phones need not log in again."""

    def __init__(
        self,
        token: str,
        password: str,
        path: Path,
        tables: Callable[[], Iterable[int]],
        now: Callable[[], float] = time.time,
        members: Callable[[], Iterable[int]] = tuple,
    ) -> None:
        self.token = token
        # A browser sends a cookie to every port of a computer, so each service has a cookie name of its own.
        self.cookie = COOKIE
        self._password = password
        self._tables = tables
        self._members = members
        self._now = now
        self._sessions = SessionStore(path)
        # Separate throttles for codes and passwords. The long key of a link is not throttled.
        self._codes = LoginThrottle()
        self._codes.record_success(HERE)
        self._passwords = LoginThrottle()
        self._table_keys, self._table_keys_of = NO_TABLE_KEYS, ""
        # Held from the look at a throttle to the record of the attempt, so that attempts at once are no way around it.
        self._attempts = threading.Lock()

    # ---------------------------------------------------------------- who asks

    def authenticate(self, headers: Mapping[str, str], address: str) -> Visitor:
        """Return the client by its token, its session or its password, in this order.

        On this computer every client may read. A client behind a proxy of this computer is not local: it needs the
        password or a code.
        """
        kind, _, given = headers.get("authorization", "").partition(" ")
        if kind == "Bearer" and _same(given, self.token):
            return Visitor("desk")
        session = self._sessions.find(session_id_from_cookie(headers, self.cookie), self._now())
        if session is not None:
            by = f"{session.name} ({session.role})" if session.name else session.role
            return Visitor(session.role, by, session.table, by_cookie=True, player=session.player)
        here = is_own_address(address) and not any(name in headers for name in HANDED_ON)
        if here or (kind == "Basic" and self._password and self._is_password(given, address)):
            return Visitor("reader")
        return Visitor(None)

    def _is_password(self, given: str, address: str) -> bool:
        """Return whether the password is right; many different attempts are throttled.

        Repeating one wrong password does not count again.
        """
        now, password = self._now(), _password_in(given)
        with self._attempts:
            if self._passwords.is_blocked(address, now):
                raise AccessDenied(
                    sentence("too_many_passwords", "too many wrong passwords from this address: wait a minute"), 429
                )
            if _same(password, self._password):
                self._passwords.record_success(address)
                return True
            self._passwords.record_failure(address, now, hashlib.sha256(password.encode()).hexdigest())
            return False

    @property
    def session_version(self) -> int:
        """Return a number that grows with each login and logout; an older session may have ended since."""
        return self._sessions.session_version

    # ---------------------------------------------------------------- joining and leaving

    def log_in(
        self, code: str, name: str, address: str, name_of: Callable[[int], str] = lambda _: ""
    ) -> tuple[str, BrowserSession]:
        """Start a session with a code, and return its id for the cookie.

        Who gives no name with an own code is called as that person is registered (`name_of`).

        While many addresses try codes, this computer is throttled only by itself. An address that has given a right
        code is throttled only together with those that have given one of the same role, so readers cannot block
        referees.
        """
        now = self._now()
        address = HERE if is_own_address(address) else address
        code = _code_in(code)
        key = self._key()
        role, table, player = "desk", None, None
        # The store is read before the lock is taken.
        members = [*self._members()]
        with self._attempts:
            if not _same(code, key):
                # Codes are short and could be guessed without a throttle.
                if self._codes.is_blocked(address, now):
                    raise AccessDenied(
                        sentence("too_many_codes", "too many wrong codes from this address: wait a minute"), 429
                    )
                given = code.upper().replace("-", "")
                role, table, player = self._role_for_code(given, members, address, now)
            self._codes.record_success(address, ROLES.index(role))
        name = name.strip()
        if len(name) > LONGEST_NAME:
            raise Refused(
                "bad_field",
                sentence(
                    "name_too_long", "your name can have at most {longest_name} characters", longest_name=LONGEST_NAME
                ),
                "name",
            )
        if SIGNED_AS.search(name):
            raise Refused(
                "bad_field",
                sentence("name_with_role", "your name must not include a role in brackets: give only the name"),
                "name",
            )
        if player is not None and not name:
            registered = name_of(player)[:LONGEST_NAME].strip()
            name = "" if SIGNED_AS.search(registered) else registered
        session = BrowserSession(role, name, table, int(now), int(now), player)
        return self._sessions.begin(session), session

    def log_out(self, identity: str) -> None:
        """End a session."""
        self._sessions.end(identity)

    def renew_codes(self) -> None:
        """Make new codes; every session that an old code started ends."""
        self._sessions.renew_secret()

    def codes(self) -> list[dict[str, object]]:
        """Return the purpose of each code; the desk's code comes with the long key of its link."""
        rows: list[dict[str, object]] = [
            {"role": role, "table": None, "code": self._code(role)} for role in SHARED_ROLES
        ]
        rows[-1]["key"] = self._key()
        tables = sorted(set(self._tables()))
        return [*rows, *({"role": "table", "table": one, "code": self._code("table", one)} for one in tables)]

    def member_code(self, player: int) -> str:
        """Return the code by which a member logs in as this player."""
        return self._code("member", player)

    def table_keys(self) -> TableKeys:
        """Return the keys by which a tablet is a table's device: the poster of each table has one."""
        secret = self._sessions.secret
        if secret != self._table_keys_of:
            keys = {self._digest(f"tablet {number}").hex()[:KEY_LENGTH]: number for number in range(1, MOST_TABLES + 1)}
            self._table_keys = TableKeys(self._digest("tablets").hex()[:HALL_LENGTH], keys)
            self._table_keys_of = secret
        return self._table_keys

    def tablet_credential(self, table: int) -> str:
        """Return what makes a tablet the device of a table: the table, and the name and the key that it keeps."""
        keys = self.table_keys()
        return f"{table}.{keys.hall}.{next(key for key, number in keys.tables.items() if number == table)}"

    def _code(self, role: str, number_in_role: int | None = None) -> str:
        number = int.from_bytes(self._digest(f"{role} {number_in_role}"), "big")
        letters = []
        for _ in range(CODE_LENGTH):
            number, letter = divmod(number, len(LETTERS))
            letters.append(LETTERS[letter])
        return "".join(letters)

    def _key(self) -> str:
        return self._digest("the desk's link").hex()

    def _digest(self, text: str) -> bytes:
        return hmac.digest(self._sessions.secret.encode(), text.encode(), hashlib.sha256)

    def _role_for_code(
        self, code: str, members: Iterable[int], address: str, now: float
    ) -> tuple[str, int | None, int | None]:
        """Return the role of a code, the table of a table's code, and the player of a member's own one."""
        for role in SHARED_ROLES:
            if _same(code, self._code(role)):
                return role, None, None
        for table in self._tables():
            if _same(code, self._code("table", table)):
                return "table", table, None
        for player in members:
            if _same(code, self.member_code(player)):
                return "member", None, player
        self._codes.record_failure(address, now)
        raise AccessDenied(sentence("wrong_code", "wrong code: check it and try again"), 403)


def session_id_from_cookie(headers: Mapping[str, str], cookie: str = COOKIE) -> str:
    """Return the session id in a request's cookies, or "" if it has none.

    >>> session_id_from_cookie({"cookie": "lang=nl; tenbo=abc; x"})
    'abc'
    """
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == cookie:
            return value
    return ""


def new_token() -> str:
    """Return a new token for our own programs."""
    return secrets.token_urlsafe(32)


def _password_in(given: str) -> str:
    try:
        return b64decode(given).decode().partition(":")[2]
    except ValueError:
        return ""


def _code_in(text: str) -> str:
    r"""Return the code in what was typed or pasted: without blanks, and of a link what is behind its #.

    >>> _code_in("k7pq 2mxa"), _code_in("http://192.168.1.7:8484/join#K7PQ\n    2MXA")
    ('k7pq2mxa', 'K7PQ2MXA')
    """
    return "".join(to_ascii_width(text).split()).rpartition("#")[2]


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode(), right.encode())
