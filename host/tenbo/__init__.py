"""Tenbo: electronic point sticks for riichi mahjong, as a library.

>>> import tenbo
>>> hand = tenbo.Hand("234567m345p678s9s", "9s", "ron", riichi=1)
>>> result = tenbo.score(hand)
>>> result.han, result.fu, result.value
(1, 40, 1300)
>>> game = tenbo.Game(names=["Anna", "Ben", "Carla", "Dai"])
>>> _ = game.hand()
>>> game.win(2, source=0, han=3, fu=40)["scores"]
[24800, 30000, 35200, 30000]

What stands in `__all__` is stable: within a major version nothing of it is renamed or changes its meaning.
Everything else is internal.
"""

from tenbo_core import VERSION

# A type checker takes this name to be true. Python's own module `typing` costs ten times as much as all the rest here.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from tenbo.client.api_client import Client
    from tenbo.client.change import Change
    from tenbo.formats.logs.file_reader import read_log
    from tenbo.game.game import Game
    from tenbo.rulebooks import Book
    from tenbo.rulebooks import ids as books
    from tenbo.rulebooks import load as load_book
    from tenbo.scoring.evaluate import score, why_not
    from tenbo.scoring.hand import Hand
    from tenbo.scoring.hand_field_values import Liability
    from tenbo.scoring.json_records import score_record
    from tenbo.scoring.melds import Meld
    from tenbo.scoring.result import Result
    from tenbo.scoring.shanten import shanten
    from tenbo.scoring.tenpai import waits_in_text as waits
    from tenbo_core.errors import TenboError
    from tenbo_core.results import GameResult

__version__ = VERSION

__all__ = [
    "Book",
    "Change",
    "Client",
    "Game",
    "GameResult",
    "Hand",
    "Liability",
    "Meld",
    "Result",
    "TenboError",
    "__version__",
    "books",
    "load_book",
    "read_log",
    "score",
    "score_record",
    "shanten",
    "waits",
    "why_not",
]

# Each is imported when it is first asked for, so that `import tenbo` costs next to nothing.
_HOMES = {
    "Book": ("tenbo.rulebooks", "Book"),
    "Change": ("tenbo.client.change", "Change"),
    "Client": ("tenbo.client.api_client", "Client"),
    "Game": ("tenbo.game.game", "Game"),
    "GameResult": ("tenbo_core.results", "GameResult"),
    "Hand": ("tenbo.scoring.hand", "Hand"),
    "Liability": ("tenbo.scoring.hand_field_values", "Liability"),
    "Meld": ("tenbo.scoring.melds", "Meld"),
    "Result": ("tenbo.scoring.result", "Result"),
    "TenboError": ("tenbo_core.errors", "TenboError"),
    "books": ("tenbo.rulebooks", "ids"),
    "load_book": ("tenbo.rulebooks", "load"),
    "read_log": ("tenbo.formats.logs.file_reader", "read_log"),
    "score": ("tenbo.scoring.evaluate", "score"),
    "score_record": ("tenbo.scoring.json_records", "score_record"),
    "shanten": ("tenbo.scoring.shanten", "shanten"),
    "waits": ("tenbo.scoring.tenpai", "waits_in_text"),
    "why_not": ("tenbo.scoring.evaluate", "why_not"),
}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'tenbo' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - not needed by `import tenbo` itself

    value = getattr(import_module(home[0]), home[1])
    import_module("tenbo.validation.picklable_errors").register()
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
