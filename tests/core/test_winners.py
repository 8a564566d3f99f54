"""How a winner may be described: by han and fu or by yakuman, as objects or as lists."""

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
    """Between 12 han and a yakuman nobody can know which was meant."""
    for han in range(1, COUNTED):
        assert refused(seat=1, han=han, yakuman=1) == ("contradiction", "wins[0].han")


def test_a_counted_yakuman_may_bring_its_han():
    """Thirteen han are how a counted yakuman came to be one."""
    for han in (0, COUNTED, COUNTED + 5):
        assert refused(seat=1, han=han, fu=30, yakuman=1) is None
