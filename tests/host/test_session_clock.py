"""By which clock a session is played follows from the order of what the desk did, and from when."""

from __future__ import annotations

import pytest

from tenbo.tournament import make
from tenbo.tournament.hall_clock import MINUTE
from tenbo.tournament.leftover_clock import ENDED, UNSTARTED, clock_staleness_reason
from tenbo.tournament.record_replay import replay


def found(now, *acts):
    """Return why no one plays by the clock at a minute: acts are `(minute, what, session or minutes or record)`."""
    records = []
    for n, (at, what, number) in enumerate(acts):
        if what in ("open", "end"):
            records.append(make(what, "desk", {"session": number}, n))
        elif what == "takeback":
            records.append(make(what, "desk", {"of": number, "why": "a slip"}, n))
        else:
            minutes = {"minutes": number, "signal": 15} if what == "start" else {}
            records.append(make("clock", "desk", {"act": what, "at": at * MINUTE, **minutes}, n))
    return clock_staleness_reason(replay(records), records, now * MINUTE, lambda n: acts[n][0] * MINUTE)


SESSION_1 = ((0, "open", 1), (1, "start", 90))


@pytest.mark.parametrize(
    ("now", "acts", "why"),
    [
        (50, SESSION_1, None),
        (95, SESSION_1, None),  # its time is up, and it is its own
        (50, (*SESSION_1, (40, "stop", 0)), None),
        (50, (*SESSION_1, (40, "end", 1)), (ENDED, 1)),
        (95, (*SESSION_1, (40, "end", 1)), (ENDED, 1)),
        (50, (*SESSION_1, (40, "end", 1), (41, "takeback", 2)), None),
        (50, (*SESSION_1, (40, "end", 1), (45, "stop", 0), (46, "start", 90)), None),
        # Both sessions are in play; the second is played with what is left, or with a clock of its own.
        (50, (*SESSION_1, (40, "open", 2), (41, "end", 1)), None),
        (95, (*SESSION_1, (40, "open", 2), (41, "end", 1)), None),
        (50, (*SESSION_1, (30, "stop", 0), (40, "open", 2)), (UNSTARTED, 2)),
        (50, (*SESSION_1, (30, "stop", 0), (40, "open", 2), (41, "open", 2)), (UNSTARTED, 2)),
        (50, (*SESSION_1, (30, "stop", 0), (40, "open", 2), (45, "start", 90)), None),
        (50, (*SESSION_1, (30, "stop", 0), (40, "open", 2), (45, "resume", 0)), None),
        (50, (*SESSION_1, (30, "stop", 0), (40, "end", 1)), (ENDED, 1)),
        (120, (*SESSION_1, (100, "open", 2)), (UNSTARTED, 2)),
        (120, (*SESSION_1, (100, "end", 1), (110, "open", 1)), (UNSTARTED, 1)),
        # A table that comes late begins within its session, whose time is up.
        (120, (*SESSION_1, (100, "open", 1)), None),
        (120, (*SESSION_1, (80, "open", 2), (100, "stop", 0)), None),
        # Started before the session began, and tried before that.
        (50, ((0, "start", 90), (1, "open", 1)), None),
        (50, ((0, "start", 90), (1, "stop", 0), (2, "open", 1)), (UNSTARTED, 1)),
        # Without a clock, and without a session.
        (0, (), None),
        (0, ((0, "open", 1),), None),
        (0, ((0, "open", 1), (0, "end", 1)), (ENDED, 1)),
        (50, ((0, "start", 90),), None),
    ],
)
def test_a_clock_is_left_over_where_its_session_is_not_in_play(now, acts, why):
    """What was stopped or up when a session began, or whose session has ended, tells no one's time."""
    assert found(now, *acts) == why
