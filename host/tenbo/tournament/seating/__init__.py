"""Seating: schedules made, certified and repaired, and their files."""
