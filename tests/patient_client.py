"""A client that waits for its own service as long as a machine may need that is busy with other tests."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

# For what hangs; a person at the desk is told sooner.
PATIENCE_S = 300


@contextmanager
def patient_clients():
    """Have clients and commands of these tests wait longer; one that is given less than a second means it."""
    from tenbo.client.api_client import Client

    inner = Client._open

    def _open(client, request, timeout_s):
        return inner(client, request, timeout_s if timeout_s < 1 else PATIENCE_S)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "_open", _open)
        yield
