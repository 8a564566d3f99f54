"""Run `tenbo` as `python -m tenbo`."""

import sys

from tenbo.cli import main

sys.exit(main())
