"""Builds the posters by which phones join, and those that make a tablet the device of a table, with the Wi-Fi first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tenbo.printing.document import Document, Poster, PosterStep
from tenbo.printing.paper_translation import PaperLanguage

if TYPE_CHECKING:
    from collections.abc import Iterable


def login_posters(
    title: str, address: str, codes: Iterable[tuple[int | None, str]], wifi: tuple[str, str], language: str = "en"
) -> Document:
    """Return the posters for codes as (table, code), None being all players'.

    `address` is the address at which phones reach the service, `wifi` the name of the Wi-Fi and what joins it.
    """
    say = PaperLanguage(language)
    made = []
    for table, code in codes:
        heading = say("For all players") if table is None else say("Table {}", table)
        steps = [*_wifi(say, *wifi), _join(say, address, table, code)]
        made.append(Poster(heading, title, steps))
    heading = say("Login codes")
    return Document(f"{title}: {heading}" if title else heading, "", [], [], [], posters=made, language=language)


def tablet_posters(
    title: str, address: str, codes: Iterable[tuple[int, str]], wifi: tuple[str, str], language: str = "en"
) -> Document:
    """Return a poster for each table and its tablet's code, by which a tablet becomes the table's device."""
    say = PaperLanguage(language)
    made = []
    for table, code in codes:
        link = tablet_link(address, code)
        texts = [
            say("Point the tablet's camera at the square, and open the address."),
            say("Once is enough. The square is the key of this table: keep it away from other people's cameras."),
        ]
        step = PosterStep(say("The device of this table"), link, texts, [say("Or type the address:"), link])
        made.append(Poster(say("Table {}", table), title, [*_wifi(say, *wifi), step]))
    heading = say("Tablets as the tables' devices")
    return Document(f"{title}: {heading}" if title else heading, "", [], [], [], posters=made, language=language)


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


def _wifi(say: PaperLanguage, name: str, code: str) -> list[PosterStep]:
    if not name:
        return []
    texts = [say("Its name: {}", name), *([say("Point your phone's camera at the square.")] if code else [])]
    return [PosterStep(say("Join the Wi-Fi"), code, texts, [])]


def _join(say: PaperLanguage, place: str, table: int | None, code: str) -> PosterStep:
    what = say("Your table and your points") if table is None else say("Enter this table's hands")
    typed = [say("Or type the address:"), f"http://{place}/join", say("and this code:"), code]
    return PosterStep(what, join_link(place, table, code), [say("Point your phone's camera at the square.")], typed)
