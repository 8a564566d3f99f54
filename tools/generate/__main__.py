"""Write the generated files, or check them: `python -m tools.generate [--check] [books protocol ...]`."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

from tools.generate.generated_files import ROOT, stale_files, write_files

# Each is a module of this package; the device's books and words first, because later makers read them.
MAKERS = (
    "books",
    "words",
    "language_list",
    "protocol_page",
    "openapi",
    "api",
    "pictures",
    "player_guide",
    "demo_animation",
    "tiles",
    "wind_font",
    "page_words",
)


def main(arguments: list[str] | None = None) -> int:
    """Write what is stale; with --check write nothing and name it, with exit status 1."""
    parser = argparse.ArgumentParser(prog="python -m tools.generate", description="Make the generated files again.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when a file is stale")
    parser.add_argument("makers", nargs="*", choices=[[], *MAKERS], metavar="MAKER", help=", ".join(MAKERS))
    options = parser.parse_args(arguments)
    status = 0
    for name in options.makers or MAKERS:
        maker = import_module(f"tools.generate.{name}")
        stale = stale_files(maker) if options.check else write_files(maker)
        for path in stale:
            word = "stale" if options.check else "written"
            sys.stderr.write(f"{word}: {path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}\n")
        if stale and options.check:
            sys.stderr.write(f"run python -m tools.generate {name}\n")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
