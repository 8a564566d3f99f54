"""A game as events: replayed, explained, and written as a score sheet."""
