"""Phase, dealer, counters and hands left, through every sequence of events."""

from core.reference_state_machine import SETTINGS, Model, looks, walk, walk_all
from tenbo_core.event_notation import event_of
from tenbo_core.fold import apply


def test_table_and_model_agree_after_every_sequence():
    """The edges leak: a counter forgotten, a hand too many after the signal. All short games are tried."""
    assert walk_all(6) > 2500


def test_a_wrong_model_is_seen():
    """A model that keeps the counters after another's win must disagree."""
    start = SETTINGS[0][0]
    table = apply(None, event_of(start))
    wrong = Model({"last": 7, "after": 0, "replay": True, "aborts": True}, looks(table)[0])
    try:
        walk(table, wrong, 2, [start])
    except AssertionError as error:
        assert "signal" in str(error)
    else:
        raise AssertionError("nothing was noticed")
