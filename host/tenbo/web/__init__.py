"""The web pages of the desk: the folder of static files, and the shell that each page begins with.

`static/` holds ES modules, styles and pictures; they need no build step. lit-html and MicroPython are the only
third-party code in it: `make web` copies them there, and they are never committed.
"""

from pathlib import Path

STATIC = Path(__file__).with_name("static")
# The library with which every page draws. Without it the pages cannot be shown, and say so.
LIBRARY = STATIC / "lit-html" / "lit-html.js"
LIBRARY_MISSING = (
    "lit-html is missing: run make web in the clone, which copies it into the pages, and install Tenbo again"
)
