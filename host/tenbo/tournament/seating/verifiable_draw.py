"""A verifiable draw: the players' numbers in a plan follow from secrets of several people.

Every participant first commits to a secret by its hash. Once all hashes are published, no secret can be changed, and
none is known to others. Then the secrets are revealed, and together they determine the order of the players.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.tournament.seating.schedule import parse_schedule, scheduled_players
from tenbo.tournament.seating.separation import Relations, separate_related_players
from tenbo.validation.fields import check_value
from tenbo.validation.strict_json import json_error_text
from tenbo_core.errors import Malformed, Refused

if TYPE_CHECKING:
    from tenbo.tournament.seating.schedule import Schedule

# A single participant could choose all seats.
FEWEST = 2
# A shorter secret can be found by trying.
SHORTEST = 8
HASH_DIGITS = 64


class Draw(NamedTuple):
    """A plan, its players and their relations, the commitments, and the revealed secrets."""

    rounds: Schedule
    players: list[int]
    ties: dict[int, Relations]
    hashes: dict[str, str]
    closed: bool
    secrets: dict[str, str]

    # ---------------------------------------------------------------- steps

    def with_commitment(self, name: str, digest: str) -> Draw:
        """Return the draw with a participant's hash."""
        check_value("name", "name", name)
        if self.closed:
            raise Refused("not_allowed_now", "the list of hashes is closed: no more hashes can be added", "name")
        if name in self.hashes:
            raise Refused("contradiction", f"a hash of {name} is already recorded", "name")
        if len(digest) != HASH_DIGITS or not set(digest) <= set("0123456789abcdef"):
            raise Malformed(
                "bad_field", f"a hash must be {HASH_DIGITS} digits from 0 to f, the SHA-256 of name:secret", "hash"
            )
        return self._replace(hashes={**self.hashes, name: digest})

    def close(self) -> Draw:
        """Return the draw with its list of hashes closed."""
        if len(self.hashes) < FEWEST:
            message = (
                f"recorded hashes: {len(self.hashes)}; at least {FEWEST} are needed, because a single "
                "player could choose the seats (tenbo draw commit)"
            )
            raise Refused("not_allowed_now", message, "hashes")
        return self._replace(closed=True)

    def reveal(self, name: str, secret: str) -> Draw:
        """Return the draw with a participant's secret, which must match the hash."""
        if not self.closed:
            message = (
                "the list is not closed: a secret revealed now would let the next player choose the "
                "seats; close it first (tenbo draw close)"
            )
            raise Refused("not_allowed_now", message, "name")
        if name not in self.hashes:
            raise Refused(
                "bad_field",
                f"no hash of {name[:60]!r} is recorded; the recorded names: {', '.join(self.hashes)}",
                "name",
            )
        if commitment_hash(name, secret) != self.hashes[name]:
            raise Refused("contradiction", f"this secret does not match the recorded hash of {name}", "secret")
        return self._replace(secrets={**self.secrets, name: secret})

    # ---------------------------------------------------------------- result

    @property
    def digest(self) -> str:
        """Return the hash of plan, players and all commitments; once it is published, none of them can be changed."""
        fixed = self.record()
        return _sha256(json.dumps([fixed[name] for name in FIXED], separators=(",", ":")))

    @property
    def drawn_order(self) -> list[int]:
        """Return the players in the order of the plan's numbers.

        The seed is the hash of the digest and all secrets in the order of the list; the players are ordered by the hash
        of seed and number. Players who should not meet are then separated by `separate`.
        """
        missing = [name for name in self.hashes if name not in self.secrets]
        if missing or not self.closed:
            whose = ", ".join(missing) or "everybody"
            raise Refused(
                "not_allowed_now",
                f"secrets not revealed yet: {whose} (tenbo draw close, then tenbo draw reveal)",
                "secrets",
            )
        seed = _sha256("\n".join([self.digest, *(self.secrets[name] for name in self.hashes)]))
        drawn = sorted(self.players, key=lambda player: _sha256(f"{seed}:{player}"))
        return separate_related_players(self.rounds, drawn, self.ties) if self.ties else drawn

    @property
    def drawn_seats(self) -> Schedule:
        """Return the plan with the players in their drawn places."""
        order = self.drawn_order
        return [[[order[number - 1] for number in table] for table in tables] for tables in self.rounds]

    # ---------------------------------------------------------------- file format

    def record(self) -> dict[str, Any]:
        """Return the draw as a JSON object, as its file has it."""
        ties = {str(player): [tie.club, tie.country, list(tie.apart)] for player, tie in sorted(self.ties.items())}
        values = (self.rounds, self.players, ties, [list(item) for item in self.hashes.items()], self.closed)
        return dict(zip((*FIXED, "closed"), values, strict=True)) | {"secrets": self.secrets}


# The fields that the digest covers.
FIXED = ("rounds", "players", "ties", "hashes")


def new_draw(rounds: Schedule, players: list[int], ties: dict[int, Relations]) -> Draw:
    """Return a draw of a plan for players; there must be as many players as numbers in the plan."""
    numbers = scheduled_players(rounds)
    if numbers != list(range(1, len(numbers) + 1)) or any(0 in table for tables in rounds for table in tables):
        raise Malformed(
            "bad_field",
            f"a plan to be drawn must have the player numbers 1 to {len(numbers)} without gaps, and no empty seats",
            "plan",
        )
    if len(set(players)) != len(numbers):
        raise Malformed(
            "contradiction",
            f"the plan is for {len(numbers)} players, but the number of players given is {len(players)}",
            "plan",
        )
    return Draw(rounds, sorted(players), ties, {}, closed=False, secrets={})


def parse_draw_file(text: str) -> Draw:
    """Parse the file of a draw."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Malformed(
            "bad_json", f"the file was not made by tenbo draw: it is {json_error_text(error)}", "file"
        ) from None
    try:
        ties = {
            int(player): Relations(club, country, tuple(apart))
            for player, (club, country, apart) in record["ties"].items()
        }
        draw = new_draw(parse_schedule(record), [int(player) for player in record["players"]], ties)
        for name, digest in record["hashes"]:
            draw = draw.with_commitment(name, digest)
        draw = draw._replace(closed=bool(record["closed"]))
        for name, secret in record["secrets"].items():
            draw = draw.reveal(name, secret)
    except (ValueError, KeyError, TypeError, AttributeError):
        message = "the file was not made by tenbo draw: begin a draw with tenbo draw open"
        raise Malformed("bad_json", message, "file") from None
    return draw


def commitment_hash(name: str, secret: str) -> str:
    """Return the hash that a participant publishes first; `sha256sum` computes the same.

    >>> commitment_hash("Ada", "nobody knows")[:16]
    '4ce05c09eea55eac'
    """
    return _sha256(f"{name}:{secret}")


def check_secret_length(secret: str) -> None:
    """Refuse a secret that could be found by trying."""
    if len(secret.strip()) < SHORTEST:
        message = f"a secret needs at least {SHORTEST} characters: shorter ones could be found by trying all of them"
        raise Malformed("bad_field", message, "secret")


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
