"""A game told in events: replayed, explained, and written as a score sheet."""
