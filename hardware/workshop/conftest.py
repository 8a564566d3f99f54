"""Keeps the examples' collector away from the one file that only KiCad's Python can import."""

collect_ignore = ["pcb_stage.py"]
