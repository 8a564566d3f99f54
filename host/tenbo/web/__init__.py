"""The desk in a browser: the folder of pages that are served as they lie, and the shell that each page begins with.

`static/` holds ES modules, styles and pictures, with no build step between them and the browser. The one thing in it
that is not ours is lit-html, which `make web` copies there; it is never committed.
"""

from pathlib import Path

STATIC = Path(__file__).with_name("static")
# What every page draws with. Without it the pages cannot be shown, and say so.
LIBRARY = STATIC / "lit-html" / "lit-html.js"
LIBRARY_MISSING = "lit-html is missing: run make web in the clone, which copies it into the pages, and install again"
