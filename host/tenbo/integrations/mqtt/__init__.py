"""Read-only publication of the hall's state for a club's own devices; no result depends on it."""
