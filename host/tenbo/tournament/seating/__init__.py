"""Seating schedules: search, quality and repair, and their files."""
