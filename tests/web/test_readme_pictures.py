"""The pictures of the pages in the documents show what the pages show."""

from __future__ import annotations

import pytest

from tools.generate.generated_files import ROOT
from tools.pages import pictures

from .conftest import wait_until

pytestmark = pytest.mark.thorough("a hall for the pictures of the documents")


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Return the service over the hall of the pictures."""
    with pictures.serve_sample_hall(tmp_path_factory.mktemp("pictured")) as service:
        yield service


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_the_documents_show_the_pages_as_they_are(hall, browser, name):
    """What a page said when it was taken is what it says now; python -m tools.pages.pictures takes it again."""
    shown = "".join((ROOT / page).read_text("utf-8") for page in ("README.md", "docs/tournament.md", "docs/results.md"))
    paths = [pictures.picture_path(name, theme) for theme in pictures.THEMES]
    assert [picture.name for picture in paths if picture.name not in shown] == []
    kept, dark = map(pictures.text_in_picture, paths)
    assert kept == dark != ""
    window = pictures.open_page(browser, hall, name, "light")
    try:
        wait_until(lambda: pictures.text_without_clocks(window, name) == kept)
    finally:
        window.context.close()
