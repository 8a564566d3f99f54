"""Idempotency keys: a retried request returns the first response instead of running again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from tenbo_core.errors import LinkFault, TenboError
from tenbo_core.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from tenbo.web.server.http_messages import HttpResponse

MOST_KEYS = 1000
LONGEST_S = 150.0


class _Entry:
    """One request: its response or its error, once it is finished."""

    def __init__(self) -> None:
        self.over = threading.Event()
        self.answer: HttpResponse | None = None
        self.error: TenboError | None = None


class IdempotencyCache:
    """The last requests by their idempotency key."""

    def __init__(self) -> None:
        self._asked: OrderedDict[str, _Entry] = OrderedDict()
        self._lock = threading.Lock()

    def run_once(self, name: str, work: Callable[[], HttpResponse]) -> HttpResponse:
        """Run a request, or return the response that its key already has; a request that still runs is waited for."""
        with self._lock:
            asked = self._asked.get(name)
            is_new = asked is None
            if asked is None:
                asked = self._asked[name] = _Entry()
                while len(self._asked) > MOST_KEYS:
                    self._asked.popitem(last=False)
        if is_new:
            try:
                asked.answer = work()
            except TenboError as error:
                asked.error = error
            finally:
                asked.over.set()
        asked.over.wait(LONGEST_S)
        if asked.error is not None:
            raise asked.error
        if asked.answer is None:
            raise LinkFault(
                "no_answer",
                sentence(
                    "request_unfinished",
                    "this request was sent before but did not finish: check the log (tenbo log) before you "
                    "send it again",
                ),
                "id",
            )
        return asked.answer
