"""Run `tenbo` as `python -m tenbo`."""

import sys

from tenbo.cli.dispatch import main

sys.exit(main())
