"""Seating: plans as files, and whatever makes them."""
