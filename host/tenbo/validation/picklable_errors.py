"""Makes the core's errors picklable, so that a process of a pool can hand one back.

The core itself runs on boards, which have no pickle.
"""

from __future__ import annotations

import copyreg

from tenbo_core.errors import TenboError


def register() -> None:
    """Register the error and all classes below it.

    >>> import pickle
    >>> from tenbo_core.errors import Refused
    >>> register()
    >>> error = pickle.loads(pickle.dumps(Refused("not_allowed_now", "no hand is running", "event", "{} left", 3)))
    >>> type(error).__name__, error.code, error.at, error.brief, str(error)
    ('Refused', 'not_allowed_now', 'event', '3 left', 'no hand is running')
    """
    classes = [TenboError]
    for found in classes:
        copyreg.pickle(found, _parts_of)
        classes += found.__subclasses__()


def _parts_of(error: TenboError) -> tuple[type[TenboError], tuple[object, ...], dict[str, object]]:
    made = (error.code, error.message, error.at, error.template, *error.values)
    return type(error), made, error.__dict__
