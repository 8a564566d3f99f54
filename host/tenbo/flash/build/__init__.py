"""Builds the firmware files for a board: minified, joined, compiled, and packed as a ROM image if wanted."""
