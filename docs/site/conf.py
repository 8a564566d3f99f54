"""Settings of the documents' site: `make docs`."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

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
# The index serves the search alone.
html_use_index = False
html_title = "Tenbo"
html_copy_source = False
html_show_sphinx = False
html_extra_path = ["index.html"]
html_search_scorer = str(Path(__file__).with_name("scorer.js"))
# Pages whose tables say what to do, such as the symptoms of docs/trouble.md.
FOR_USERS = re.compile(r"docs/(?!dev/|api$|records$|library$|glossary$|stable$|README$).+")
# Pictures that stand in raw HTML keep their place beside the pages.
PICTURES = ("docs/*.png", "docs/*.svg", "firmware/pictures/*.png", "hardware/**/*.png", "hardware/**/*.svg")


def copy_pictures(app: Sphinx, failure: Exception | None) -> None:
    """Copy the pictures that Sphinx does not see."""
    if failure is None:
        for picture in (path for pattern in PICTURES for path in ROOT.glob(pattern)):
            target = Path(app.outdir, picture.relative_to(ROOT))
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(picture, target)


class Questions(SphinxTransform):
    """Puts what a reader may ask into the search: emphasised questions, rows of tables and steps of pages for users."""

    # Before the index is read.
    default_priority = 500

    def apply(self, **_: object) -> None:
        """Add an index entry at the section of each question."""
        asked: list[nodes.Element] = [one for one in self.document.findall(nodes.emphasis) if one.astext()[-1:] == "?"]
        if FOR_USERS.fullmatch(self.env.docname):
            asked += [row for body in self.document.findall(nodes.tbody) for row in body.findall(nodes.row)]
            items = (one for steps in self.document.findall(nodes.enumerated_list) for one in steps.children)
            asked += [item.children[0] for item in items if isinstance(item.children[0], nodes.paragraph)]
        for one in asked:
            section: nodes.Node | None = one
            while section is not None and not isinstance(section, nodes.section):
                section = section.parent
            if section is not None:
                text = " ".join(one.astext().replace(";", ",").split())
                section.insert(1, addnodes.index(entries=[("single", text, section["ids"][0], "", None)]))


def setup(app: Sphinx) -> None:
    """Copy the pictures when the pages are written, and index the questions."""
    app.add_transform(Questions)
    app.connect("build-finished", copy_pictures)
