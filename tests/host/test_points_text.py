"""Points are written one way: by commands, papers and, through the browser, by pages."""

from __future__ import annotations

import ast

import pytest

from tenbo.printing.paper_translation import PaperLanguage
from tenbo.validation.languages import LANGUAGES
from tenbo.validation.points_text import points_text, signed_points_text
from tools.generate.generated_files import ROOT

HOST = ROOT / "host/tenbo"
# Where numbers that are no points have a sign or their thousands apart.
OTHERS = {
    "validation/points_text.py",
    # A clock's milliseconds and minutes, seconds of a pace.
    "cli/clock.py", "cli/pace.py",
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_paper_parts_thousands_as_its_language_does(language: str) -> None:
    """As a browser does it, minus sign and all, but for the narrow space that few fonts have."""
    apart = {"de": ".", "es": ".", "fr": "\xa0", "it": ".", "nl": ".", "pl": "\xa0", "ru": "\xa0"}.get(language, ",")
    say = PaperLanguage(language)
    assert (say.signed(26_000), say.points(-123_400)) == (f"+26{apart}000", f"\u2212123{apart}400")
    assert say.points(1200) == ("1200" if language in ("es", "it", "pl") else f"1{apart}200")
    assert say.plural(12_000, "{} point", "{} points").split()[0].startswith("12")


def test_nothing_has_no_sign() -> None:
    assert [signed_points_text(points) for points in (0, 500, -500)] == ["0", "+500", "-500"]
    assert points_text(-1200) == "-1,200"


def test_no_other_module_writes_a_sign_or_parts_thousands() -> None:
    """One that does writes points in another way than its neighbours."""
    found = set()
    for path in HOST.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FormattedValue) and isinstance(node.format_spec, ast.JoinedStr):
                written = "".join(str(part.value) for part in node.format_spec.values if isinstance(part, ast.Constant))
                if set("+,") & set(written):
                    found.add(str(path.relative_to(HOST)))
    assert found == OTHERS
