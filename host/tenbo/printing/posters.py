"""Builds the posters by which phones join, and those that make a tablet the device of a table, with the Wi-Fi first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.printing.document import Document, Poster, PosterStep
from tenbo.printing.poster_words import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable


def posters(
    title: str, address: str, codes: Iterable[tuple[int | None, str]], wifi: tuple[str, str], language: str = "en"
) -> Document:
    """Return the posters for codes as (table, code), None being all players'.

    `address` is the address at which phones reach the service, `wifi` the name of the Wi-Fi and what joins it.
    """
    words = WORDS[language]
    made = []
    for table, code in codes:
        heading = words["players"] if table is None else words["table"].format(table)
        steps = [*_wifi(words, *wifi), _join(words, address, table, code)]
        made.append(Poster(heading, title, steps))
    return Document(
        f"{title}: {words['title']}" if title else words["title"], "", [], [], [], posters=made, language=language
    )


def tablet_posters(
    title: str, address: str, codes: Iterable[tuple[int, str]], wifi: tuple[str, str], language: str = "en"
) -> Document:
    """Return a poster for each table and its tablet's code, by which a tablet becomes the table's device."""
    words = WORDS[language]
    made = []
    for table, code in codes:
        link = tablet_link(address, code)
        step = PosterStep(
            words["tablet"], link, [words["tablet_camera"], words["tablet_once"]], [words["by_hand"], link]
        )
        made.append(Poster(words["table"].format(table), title, [*_wifi(words, *wifi), step]))
    heading = f"{title}: {words['tablets']}" if title else words["tablets"]
    return Document(heading, "", [], [], [], posters=made, language=language)


def tablet_link(address: str, code: str) -> str:
    """Return what a tablet opens to be a table's device; the code stands behind the #, which no log sees.

    >>> tablet_link("192.168.1.7:8484", "3.1f0c2a9b.6e1d")
    'http://192.168.1.7:8484/tablet#3.1f0c2a9b.6e1d'
    """
    return f"http://{address}/tablet#{code}"


def join_link(address: str, table: int | None, code: str) -> str:
    """Return what a phone opens: the code stands behind the #, which no log sees; players go on to their own table.

    >>> join_link("192.168.1.7:8484", 3, "K7PQ2MXA"), join_link("192.168.1.7:8484", None, "9FTE3BCD")
    ('http://192.168.1.7:8484/join#K7PQ2MXA', 'http://192.168.1.7:8484/join?me#9FTE3BCD')
    """
    return f"http://{address}/join{'?me' * (table is None)}#{code}"


def _wifi(words: dict[str, str], name: str, code: str) -> list[PosterStep]:
    if not name:
        return []
    return [
        PosterStep(words["wifi"], code, [words["wifi_name"].format(name), *([words["camera"]] if code else [])], [])
    ]


def _join(words: dict[str, str], place: str, table: int | None, code: str) -> PosterStep:
    what = words["own"] if table is None else words["at_table"]
    typed = [words["by_hand"], f"http://{place}/join", words["code"], code]
    return PosterStep(what, join_link(place, table, code), [words["camera"]], typed)
