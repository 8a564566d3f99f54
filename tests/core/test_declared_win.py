"""How a winner may be described: by han and fu or by yakuman, as objects or as lists."""

from tenbo_core.declared_win import Win
from tenbo_core.errors import TenboError
from tenbo_core.events import make

COUNTED = 13


def refused(**winner):
    """Return the code and the field by which a winner is refused, or None."""
    try:
        make(0, "win", 0, 0, {"wins": [winner]})
    except TenboError as error:
        return error.code, error.at
    return None


def test_a_yakuman_with_fewer_han_than_a_counted_yakuman_is_refused():
    """Between 12 han and a yakuman no one can know which was meant."""
    for han in range(1, COUNTED):
        assert refused(seat=1, han=han, yakuman=1) == ("contradiction", "wins[0].han")


def test_a_counted_yakuman_may_bring_its_han():
    """Thirteen han are how a counted yakuman came to be one."""
    for han in (0, COUNTED, COUNTED + 5):
        assert refused(seat=1, han=han, fu=30, yakuman=1) is None


def test_every_winner_comes_back_from_its_line_and_brings_nothing_empty_at_its_end():
    """Most wins have no yakuman; a liable seat 0 is no empty field."""
    for source in (1, 0):
        for han, fu, yakuman in ((1, 30, 0), (4, 0, 0), (5, 0, 0), (0, 0, 1), (0, 0, 3)):
            for pao in (None, 0, 3):
                for times in (0, 1, 2):
                    winner = Win(1, source, han, fu, yakuman, pao, times)
                    line = winner.plain()
                    event = make(0, "win", 0, 0, {"wins": [line]})
                    assert event.args[0] == [winner], line
                    empty_end = pao is None and not times and len(line) > 3 and not line[-1]
                    assert not empty_end, line
                    assert len(line) == 7 if times else len(line) == 6 if pao is not None else len(line) <= 5
