"""Settings of the documents' site: `make docs`."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]

project = "Tenbo"
author = "the Tenbo project"
extensions = ["myst_parser"]
root_doc = "docs/contents"
include_patterns = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "docs/*.md",
    "docs/contents.rst",
    "docs/dev/*.md",
    "deploy/README.md",
    "firmware/*.md",
    "firmware/languages/*.md",
    "hardware/**.md",
    "host/tenbo/flash/build/README.md",
    "host/tenbo/rulebooks/README.md",
]
# Folders that hold no page, or that are not ours.
exclude_patterns = [".*", "build", "dist", "tests", "tools", "benchmarks", "**/node_modules", "**/static"]
myst_enable_extensions = ["html_image"]
myst_heading_anchors = 4
# A link to a folder or a source file leads into the clone; tests/test_house.py follows every link.
suppress_warnings = ["myst.xref_missing", "myst.header", "misc.highlighting_failure"]
html_theme = "furo"
html_title = "Tenbo"
html_copy_source = False
html_show_sphinx = False
html_extra_path = ["index.html"]
html_search_scorer = str(Path(__file__).with_name("scorer.js"))
# Pictures that stand in raw HTML keep their place beside the pages.
PICTURES = ("docs/*.png", "docs/*.svg", "firmware/pictures/*.png", "hardware/**/*.png", "hardware/**/*.svg")


def copy_pictures(app: Sphinx, failure: Exception | None) -> None:
    """Copy the pictures that Sphinx does not see."""
    if failure is None:
        for picture in (path for pattern in PICTURES for path in ROOT.glob(pattern)):
            target = Path(app.outdir, picture.relative_to(ROOT))
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(picture, target)


def setup(app: Sphinx) -> None:
    """Copy the pictures when the pages are written."""
    app.connect("build-finished", copy_pictures)
