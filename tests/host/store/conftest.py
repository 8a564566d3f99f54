"""The path of a store to be made, for all tests of the store."""

from __future__ import annotations

import pytest


@pytest.fixture
def path(tmp_path):
    """Return the path of a store that is still to be made."""
    return tmp_path / "hall.db"
