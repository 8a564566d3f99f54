"""The language of a paper: its words for the English texts, and how it writes a number of things and a hand."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from typing import TYPE_CHECKING

from tenbo.validation.dates import format_days, parse_day
from tenbo.validation.languages import LANGUAGES
from tenbo.validation.plural_rules import english_plural_form, plural_rule
from tenbo.validation.points_text import points_text, signed_points_text
from tenbo_core.seats import WIND_LETTERS

if TYPE_CHECKING:
    from datetime import datetime

# How a day and time are written; a language that writes them so has it, too.
MOMENT = "%d.%m.%Y %H:%M"
MINUS = "\u2212"


def paper_translations(code: str) -> dict[str, str | tuple[str, ...]]:
    """Return the words of papers, from the English text to its own: a text, or the forms for a number of things."""
    if code not in LANGUAGES[1:]:
        return {}
    words: dict[str, str | tuple[str, ...]] = import_module(f"tenbo.printing.languages.{code}").WORDS
    return words


def html_language(code: str) -> str:
    """Return the name of a language for browsers, which choose letters by it: many signs have other forms in Taiwan."""
    return "zh-Hans" if code == "zh" else code


class PaperLanguage:
    """Says an English text in a language, with its values; a text that has no translation stays English."""

    def __init__(self, code: str = "en") -> None:
        self.code = code
        words = paper_translations(code)
        self._texts = {text: own for text, own in words.items() if isinstance(own, str)}
        self._forms = {text: own for text, own in words.items() if isinstance(own, tuple)}
        self._form_of = plural_rule(code).form_of
        # Players know winds by their letters in English; elsewhere an O is East or West.
        self.winds = [self(letter) for letter in WIND_LETTERS]

    def __call__(self, text: str, *values: object) -> str:
        """Return a text in the language.

        >>> PaperLanguage("de")("page {} of {}", 1, 3), PaperLanguage()("page {} of {}", 1, 3)
        ('Seite 1 von 3', 'page 1 of 3')
        """
        return self._texts.get(text, text).format(*values)

    def moment(self, when: datetime) -> str:
        """Return a day and time as the language writes them, the year first in China, Japan and Korea.

        >>> from datetime import datetime
        >>> [PaperLanguage(code).moment(datetime(2026, 3, 22, 18, 30)) for code in ("de", "ja")]
        ['22.03.2026 18:30', '2026/03/22 18:30']
        """
        return f"{when:{self._texts.get(MOMENT, MOMENT)}}"

    def days(self, last: str, number: int) -> str:
        """Return the days of a tournament, of which the last one and the number are known.

        >>> [PaperLanguage(code).days("01.11.2026", 2) for code in ("en", "de", "ja")]
        ['31 Oct. - 1 Nov. 2026', '31.10.2026 - 01.11.2026', '2026/10/31 - 2026/11/01']
        >>> PaperLanguage("de").days("22.03.2026", 1), PaperLanguage("de").days("", 1)
        ('22.03.2026', '')
        """
        if not last or self.code not in LANGUAGES[1:]:
            return format_days(last, number)
        end = parse_day(last)
        form = self._texts.get(MOMENT, MOMENT).rpartition(" ")[0]
        days = [end - timedelta(days=number - 1), end] if number > 1 else [end]
        return " - ".join(f"{day:{form}}" for day in days)

    def plural(self, number: int, one: str, several: str, *values: object) -> str:
        """Return a text of a number of things in the form that the language has for it; the number is the first value.

        >>> [PaperLanguage("fr").plural(number, "{} game", "{} games") for number in (0, 1, 2)]
        ['0 partie', '1 partie', '2 parties']
        """
        if forms := self._forms.get(several):
            form: str = forms[self._form_of(number)]
        else:
            form = english_plural_form(number, one, several)
        return form.format(self.points(number), *values)

    def points(self, points: int) -> str:
        """Return points as the language writes them, with a minus sign as on the pages.

        >>> PaperLanguage("de").points(-32000), PaperLanguage("en").points(32000)
        ('−32.000', '32,000')
        """
        return points_text(points, self.code).replace("-", MINUS)

    def signed(self, points: int) -> str:
        r"""Return a gain or a loss of points.

        >>> PaperLanguage().signed(59800), PaperLanguage("fr").signed(-2500), PaperLanguage().signed(0)
        ('+59,800', '−2\xa0500', '0')
        """
        return signed_points_text(points, self.code).replace("-", MINUS)

    def decimal(self, number: float, digits: int) -> str:
        """Return a number with so many digits behind its point, which is a comma where thousands have no comma.

        >>> PaperLanguage().decimal(2.184, 2), PaperLanguage("de").decimal(26.1, 1)
        ('2.18', '26,1')
        """
        text = f"{number:.{digits}f}"
        return text if "," in self.points(10_000) else text.replace(".", ",")

    def hand(self, label: str) -> str:
        """Return a hand's label: round, number, and the counters.

        >>> PaperLanguage().hand("E2-1"), PaperLanguage("de").hand("E2-1"), PaperLanguage("ja").hand("E2-1")
        ('E2-1', 'Ost 2-1', '東2局1本場')
        """
        number, _, honba = label[1:].partition("-")
        return self("{}{}-{}", self(label[:1]), number, honba)
