"""Values are computed once for each version, and no lock is held meanwhile."""

from __future__ import annotations

import threading

from tenbo.tournament.versioned_cache import VersionedCache


def test_a_value_is_computed_again_for_another_version_only():
    """A version is no matter what the value was computed from."""
    cache, computed = VersionedCache(), []
    for version in (1, 1, 2, 2, 1):
        cache.get("a", version, lambda version=version: computed.append(version))
    cache.get("b", 1, lambda: computed.append("b"))
    assert computed == [1, 2, 1, "b"]


def test_a_slow_computation_holds_no_other_caller_up():
    """A request for one table does not wait for the replay of another."""
    cache = VersionedCache()
    begun, may_end = threading.Event(), threading.Event()

    def slow():
        begun.set()
        assert may_end.wait(60)
        return "slow"

    found = []
    thread = threading.Thread(target=lambda: found.append(cache.get("a", 1, slow)))
    thread.start()
    assert begun.wait(60)
    assert (cache.get("b", 1, lambda: "b"), cache.get("a", 1, lambda: "quick")) == ("b", "quick")
    may_end.set()
    thread.join()
    assert (found, cache.get("a", 1, lambda: "never")) == (["slow"], "slow")


def test_a_failed_computation_is_tried_again():
    """An error is no value."""
    cache = VersionedCache()
    for expected in (1, 2):
        try:
            cache.get("a", 1, lambda expected=expected: expected // (expected - 1))
        except ZeroDivisionError:
            assert expected == 1
    assert cache.get("a", 1, lambda: "never") == 2
