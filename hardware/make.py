"""Makes everything that follows from device.yaml: `python hardware/make.py`, or with --check proves it current."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from workshop.cli import main

if __name__ == "__main__":
    sys.exit(main())
