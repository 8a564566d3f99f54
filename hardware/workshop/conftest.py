"""Keeps the examples' collector away from the one file that only KiCad's Python can import."""

collect_ignore = ["pcb_fabrication.py", "pcb_layout.py", "pcb_silkscreen.py"]
