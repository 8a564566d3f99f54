"""Let pytest find the device's modules, and leave to MicroPython what needs its frame buffer."""

import sys

HERE = __file__.rsplit("/", 1)[0]
sys.path[:0] = [HERE, HERE + "/../../firmware"]

# `test_on_micropython.py` runs these; CPython has no framebuf.
collect_ignore = ["draw.py", "scenes.py", "test_drawing.py", "test_panel.py", "probe"]
